//! The pose of a camera: position, orientation and both velocities.

use bevy::prelude::*;

use super::{own_view::OwnView, remembered::remembered};
use crate::{
    math::camera::Placement,
    space::{Tangent, quat},
};

/// The world-space pose of a camera of this crate, or of an entity with an [`Attach`](crate::camera::Attach): at the tick's instant in
/// `FixedUpdate`, and at the drawn instant in `Update`.
///
/// The plugin writes it at each of these instants, so your writes to it are lost. It does not contain the [`Shake`](crate::camera::Shake) of the
/// picture: a weapon that aims along the camera does not shake.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{camera::Pose, prelude::*};
///
/// /// Shoots where the camera looks, and as fast as the camera moves.
/// fn shoot(camera: Single<&Pose, With<Camera>>, mut commands: Commands) {
///     let velocity = camera.velocity + 50.0 * (camera.rotation * Vec3::NEG_Z);
///     commands.spawn((Transform::from_translation(camera.position), Velocity::new(velocity), Gravity::EARTH));
/// }
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[require(Composed)]
pub struct Pose {
    /// The position. Unit: m.
    pub position: Vec3,
    /// The orientation: the camera looks along its own −z, with +y up.
    pub rotation: Quat,
    /// The velocity. Unit: m/s.
    pub velocity: Vec3,
    /// The angular velocity, along the world's axes. Unit: rad/s.
    pub angular_velocity: Vec3,
}

impl Pose {
    pub(crate) fn is_finite(&self) -> bool {
        let Self { position, rotation, velocity, angular_velocity } = *self;
        position.is_finite() && rotation.is_finite() && velocity.is_finite() && angular_velocity.is_finite()
    }

    pub(crate) fn of(placement: &Placement) -> Self {
        let Placement { position, velocity, orientation, angular_velocity } = *placement;
        let narrow = |vector| Vec3::narrow(quat::vector_from_math(vector));
        Self {
            position: narrow(position),
            rotation: quat::from_math(orientation).as_quat(),
            velocity: narrow(velocity),
            angular_velocity: narrow(angular_velocity),
        }
    }
}

remembered! {
    /// The plugin's private state behind a [`Pose`]: the pose while it is composed, and the `Transform` that the plugin wrote last.
    ///
    /// The plugin inserts it with [`Pose`]. Its fields are private, like those of [`Motion`](crate::Motion). For a rollback, restore it
    /// together with everything else: the plugin then knows that no other code wrote the restored `Transform`.
    #[derive(Default)]
    pub struct Composed {
        /// Where it will be placed. `None` until that is first known.
        pub(crate) placement: Option<Placement>,
        /// The camera's own view, by its `Orbit` or `LookAt` and without the shot that it shows.
        #[cfg_attr(feature = "serialize", serde(default))]
        pub(crate) own_placement: Option<Placement>,
        /// Whether the plugin composes its position as well as its orientation.
        pub(crate) is_placed: bool,
        /// The translation and rotation that were last written to the `Transform`.
        pub(crate) written: Option<(Vec3, Quat)>,
        /// While it shakes: the written translation and rotation, and the same without the shake.
        #[cfg_attr(feature = "serialize", serde(default))]
        pub(crate) without_shake: Option<[(Vec3, Quat); 2]>,
        /// Its rotation in the world, if its parents distort its axes.
        #[cfg_attr(feature = "serialize", serde(default))]
        pub(crate) undistorted: Option<Quat>,
        /// Its own field of view and pose, while a shot's are written over them.
        pub(crate) own_view: OwnView,
        /// The origin was shifted since the last write, and the `Transform` may have been shifted with it.
        pub(crate) is_shifted: bool,
        /// The part of its parents' transforms that this crate does not move, at the last tick: translation, rotation and scale.
        pub(crate) foreign_transform: Option<(Vec3, Quat, Vec3)>,
        /// The velocity of the camera, if that is known. Unit: m/s.
        pub(crate) known_velocity: Option<Vec3>,
        /// A warning has reported that its parent frame is invalid.
        pub(crate) warned_frame: bool,
        /// A warning has reported that other code writes its `Transform`.
        pub(crate) warned_writer: bool,
    }
}

impl Composed {
    /// The camera's own translation and rotation in its parent frame, as other code last wrote them, given its current `Transform`.
    pub(crate) fn own_place(&self, found: &Transform) -> (Vec3, Quat) {
        let found = (found.translation, found.rotation);
        let is_written_over = self.is_shifted || self.written == Some(found);
        self.own_view.place.filter(|_| is_written_over).unwrap_or(found)
    }

    /// Whether the last composition skipped it, because it has no orbit, look, shot or leader.
    pub(crate) const fn is_released(&self) -> bool {
        self.placement.is_none() && self.is_placed
    }
}
