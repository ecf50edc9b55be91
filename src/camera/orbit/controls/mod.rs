//! Devices that turn, zoom and pan an orbit.

mod devices;
pub(crate) mod operate;
mod pan;
#[cfg(all(feature = "bevy_picking", feature = "bevy_ui"))]
mod widgets;

use bevy::{
    ecs::{lifecycle::HookContext, world::DeferredWorld},
    math::DVec2,
    prelude::*,
};

use super::OrbitInput;
use crate::math::{DryFriction, Law, crossing::Motion};

/// Lets mouse, wheel, trackpad, fingers, gamepads and keys turn and zoom an [`Orbit`](super::Orbit), and pan its pivot: the entity that the
/// camera is a child of. The pivot is panned if it has a [`Target`](crate::Target) and no [`Follow`](crate::Follow).
///
/// | device | turns | zooms | pans |
/// | --- | --- | --- | --- |
/// | mouse | drag by `turn_button` | wheel, towards the pointer | drag by `pan_button` |
/// | fingers | drag by one | pinch, towards the fingers | drag by two |
/// | trackpad | | scroll or pinch, towards the pointer | |
/// | gamepad | right stick | | |
/// | keyboard | `keys` | | |
///
/// It adds to [`OrbitInput`], so your code may do so as well, except that it overwrites [`turn_rate`](OrbitInput::turn_rate).
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{camera::OrbitControls, prelude::*};
///
/// fn spawn(mut commands: Commands) {
///     let camera = (Camera3d::default(), Orbit::new(0.5, 0.5, 6.0), OrbitControls::default());
///     // A spring as stiff as the camera's, so that a zoom keeps in place what is under the pointer.
///     let pivot = (Transform::default(), Visibility::default(), Spring::critical(12.0), Target::new(Vec3::ZERO));
///     commands.spawn((pivot, children![camera]));
/// }
/// ```
///
/// # Accuracy
///
/// While a pointer drags, the orbit turns by how far the pointer moves, whatever the frames do. After that it slides on under friction and dry
/// friction, in closed form: by the same angle at every frame rate, until it stops exactly.
///
/// # Special cases
///
/// - Drags and zooms that begin outside of the camera's picture are ignored, and so are those over a widget of Bevy's interface: a node that
///   reacts to pointers or has a background or an image. To know widgets, this crate needs the features `bevy_ui` and `bevy_picking`.
/// - While the camera is not active, nothing turns it.
/// - An orthographic picture does not depend on the distance. It is zoomed by the target of its
///   [`OrthographicScale`](crate::property::OrthographicScale), within the [`Limits`](crate::Limits) of that, if it has one.
/// - Numbers that are invalid do nothing, with one warning.
#[doc(alias = "panorbit")]
#[doc(alias = "arcball")]
#[doc(alias = "trackball")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(OrbitInput, Gesture)]
#[component(on_remove = remove_gesture)]
pub struct OrbitControls {
    /// The button that turns. `None`: the mouse always turns, as in a first-person view. Default: left.
    pub turn_button: Option<MouseButton>,
    /// The button that pans. Default: right.
    pub pan_button: Option<MouseButton>,
    /// By how much a drag turns. Negative: the other way round. Unit: rad/pixel. Default: 0.005 for both axes.
    pub sensitivity: Vec2,
    /// By how much a line of the wheel zooms. Negative: the other way round. Twenty pixels of a trackpad count as a line. Unit: 1, as
    /// [`OrbitInput::zoom`]. Default: 0.15.
    pub zoom_sensitivity: f32,
    /// The keys that turn the view to the left, right, up and down. Default: none.
    pub keys: Option<[KeyCode; 4]>,
    /// How fast the stick or the keys turn at most. Negative: the other way round. Unit: rad/s. Default: 3 for both axes.
    pub stick_speed: Vec2,
    /// How fast the orbit slows down after a drag, as [`Friction`](crate::Friction). Unit: 1/s. Range: ≥ 0; infinite: it stops at once.
    /// Default: 8.
    #[reflect(@0.0..=f32::INFINITY)]
    pub momentum_friction: f32,
    /// By how much more it slows down, as [`DryFriction`](crate::DryFriction), so that it stops at last. Unit: rad/s². Range: > 0; infinite: it
    /// stops at once. Default: 0.2.
    #[reflect(@f32::MIN_POSITIVE..=f32::INFINITY)]
    pub momentum_dry_friction: f32,
}

impl Default for OrbitControls {
    fn default() -> Self {
        Self {
            turn_button: Some(MouseButton::Left),
            pan_button: Some(MouseButton::Right),
            sensitivity: Vec2::splat(0.005),
            zoom_sensitivity: 0.15,
            keys: None,
            stick_speed: Vec2::splat(3.0),
            momentum_friction: 8.0,
            momentum_dry_friction: 0.2,
        }
    }
}

impl OrbitControls {
    /// The first field that is invalid, and what it should be.
    fn fault(&self) -> Option<(&'static str, &'static str)> {
        let finite = "finite";
        [
            (self.sensitivity.is_finite(), "sensitivity", finite),
            (self.zoom_sensitivity.is_finite(), "zoom_sensitivity", finite),
            (self.stick_speed.is_finite(), "stick_speed", finite),
            (self.momentum_friction >= 0.0, "momentum_friction", "at least 0"),
            (self.momentum_dry_friction > 0.0, "momentum_dry_friction", "greater than 0"),
        ]
        .into_iter()
        .find_map(|(is_valid, field, should_be)| (!is_valid).then_some((field, should_be)))
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
    /// The drag of the mouse, while its button is down.
    drag: Option<Drag>,
    /// How many fingers touched in the last frame.
    fingers: usize,
    /// Whether the fingers began outside of the picture or over a widget.
    ignores_fingers: bool,
    /// How fast the orbit turns. Unit: rad/s.
    rate: DVec2,
}

impl Gesture {
    /// Takes the turn of a frame of `time` seconds into the rate. The rate is the mean of the last frames, weighted by `exp(−t/`[`MEMORY`]`)`,
    /// so a pointer that rests before it lets go throws nothing. Returns the turn.
    fn take(&mut self, turn: Vec2, time: f64) -> Vec2 {
        /// Unit: s.
        const MEMORY: f64 = 0.04;
        if time > 0.0 && turn.is_finite() {
            let kept = libm::exp(-time / MEMORY);
            self.rate = self.rate * kept + turn.as_dvec2() * ((1.0 - kept) / time);
        }
        turn
    }

    /// How far the orbit turns on in `time` seconds, slowed down by `friction` (1/s) and `dry` friction (rad/s²). Invalid and infinite ones stop
    /// it at once.
    fn glide(&mut self, friction: f64, dry: f64, time: f64) -> DVec2 {
        let speed = self.rate.length();
        let law = Law { c: friction, ..Law::default() };
        let motion = Motion { law, target: 0.0, start: 0.0, velocity: speed };
        let (turned, speed_after) = DryFriction { motion, dry }.state(time);
        let is_valid = dry > 0.0 && turned.is_finite() && speed_after.is_finite();
        let direction = if speed > 0.0 && is_valid { self.rate / speed } else { DVec2::ZERO };
        self.rate = direction * speed_after;
        direction * turned
    }
}

/// Ends what the controls of an orbit do.
fn end(mut gesture: Mut<Gesture>, input: Mut<OrbitInput>) {
    *gesture.bypass_change_detection() = Gesture::default();
    input.map_unchanged(|input| &mut input.turn_rate).set_if_neq(Vec2::ZERO);
}

/// Hook: an orbit without controls no longer turns.
fn remove_gesture(mut world: DeferredWorld, context: HookContext) {
    let mut entity = world.entity_mut(context.entity);
    if let Ok((gesture, input)) = entity.get_components_mut::<(&mut Gesture, &mut OrbitInput)>() {
        end(gesture, input);
    }
}
