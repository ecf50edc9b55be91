//! Devices that turn, zoom and pan an orbit.

mod devices;
pub(crate) mod operate;
mod pan;

use bevy::{math::DVec2, prelude::*};

use super::OrbitInput;

/// Lets mouse, wheel, trackpad, fingers and gamepads turn and zoom an [`Orbit`](super::Orbit), and pan its pivot: the entity that the camera is
/// a child of. It writes [`OrbitInput`], so your code may add to that as well.
///
/// | device | turns | zooms | pans |
/// | --- | --- | --- | --- |
/// | mouse | drag by `turn_button` | wheel, towards the pointer | drag by `pan_button` |
/// | fingers | drag by one | pinch, towards the fingers | drag by two |
/// | trackpad | | scroll or pinch, towards the pointer | |
/// | gamepad | right stick | | |
///
/// A gesture that begins over a widget of Bevy's interface does nothing, if the app has picking (feature `bevy_picking`).
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{camera::OrbitControls, prelude::*};
///
/// fn spawn(mut commands: Commands) {
///     let camera = (Camera3d::default(), Orbit::new(0.5, 0.5, 6.0), OrbitControls::default());
///     commands.spawn((Transform::default(), children![camera]));
/// }
/// ```
///
/// # Accuracy
///
/// While a pointer drags, the orbit turns by how far the pointer moves, whatever the frames do. After that it turns on at a rate that decays as
/// `exp(−c t)` with `c` = [`momentum_friction`](Self::momentum_friction): by the same angle at every frame rate.
///
/// # Special cases
///
/// - A pivot with a [`Target`](crate::Target) is panned by that, any other one by its `Transform`. Without a parent nothing is panned.
/// - Numbers that are not finite do nothing.
#[doc(alias = "panorbit")]
#[doc(alias = "arcball")]
#[doc(alias = "trackball")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(OrbitInput, Gesture)]
pub struct OrbitControls {
    /// The button that turns. `None`: the mouse always turns, as in a first-person view. Default: left.
    pub turn_button: Option<MouseButton>,
    /// The button that pans. Default: right.
    pub pan_button: Option<MouseButton>,
    /// By how much a drag turns. Negative: the other way round. Unit: rad/pixel. Default: 0.005 for both axes.
    pub sensitivity: Vec2,
    /// By how much a line of the wheel zooms. Twenty pixels of a trackpad count as a line. Unit: 1, as [`OrbitInput::zoom`]. Default: 0.15.
    pub zoom_sensitivity: f32,
    /// How fast a stick turns at most. Negative: the other way round. Unit: rad/s. Default: 3 for both axes.
    pub stick_speed: Vec2,
    /// How soon the orbit stops turning after a drag. Unit: 1/s. Range: > 0; infinite: at once. Default: 8.
    #[reflect(@f32::MIN_POSITIVE..=f32::INFINITY)]
    pub momentum_friction: f32,
}

impl Default for OrbitControls {
    fn default() -> Self {
        Self {
            turn_button: Some(MouseButton::Left),
            pan_button: Some(MouseButton::Right),
            sensitivity: Vec2::splat(0.005),
            zoom_sensitivity: 0.15,
            stick_speed: Vec2::splat(3.0),
            momentum_friction: 8.0,
        }
    }
}

/// What a drag does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drag {
    Turn,
    Pan,
}

/// The gesture that controls an orbit, and what is left of the last one.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct Gesture {
    /// What the pointer does. `None` if no button is down, or if it went down over a widget.
    drag: Option<Drag>,
    /// How many fingers touched in the last frame.
    fingers: usize,
    /// How fast the orbit turns. Unit: rad/s.
    rate: DVec2,
    /// The rate that the stick has added to the input. Unit: rad/s.
    stick: Vec2,
}

impl Gesture {
    /// Takes the turn of a frame of `time` seconds (> 0) into the rate. It is the mean of the last frames, weighted by `exp(−t/`[`MEMORY`]`)`, so
    /// a pointer that rests before it lets go throws nothing.
    fn take(&mut self, turn: Vec2, time: f64) {
        /// Unit: s.
        const MEMORY: f64 = 0.04;
        let kept = libm::exp(-time / MEMORY);
        self.rate = self.rate * kept + turn.as_dvec2() * ((1.0 - kept) / time);
    }

    /// How far the orbit turns on in `time` seconds, slowed down by `friction` (1/s). Comes to rest exactly.
    fn glide(&mut self, friction: f64, time: f64) -> DVec2 {
        /// What is left to turn when the orbit is put to rest. Unit: rad.
        const REST: f64 = 1e-5;
        let whole = self.rate * friction.recip();
        let left = libm::exp(-friction * time);
        if whole.length_squared() * left * left < REST * REST {
            self.rate = DVec2::ZERO;
            return whole;
        }
        self.rate *= left;
        whole * (1.0 - left)
    }
}
