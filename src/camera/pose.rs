//! The pose of a camera: position, orientation and both velocities.

use bevy::prelude::*;

use super::{own_view::OwnView, private_state::private_state};
use crate::{
    math::camera::Placement,
    space::{Tangent, quat},
};

/// The world-space pose of a camera of this crate, or of an entity with an [`Attach`](crate::camera::Attach): at the tick's instant in
/// `FixedUpdate`, and at the drawn instant in `Update`.
///
/// The plugin writes it at each of these instants, so your writes to it are lost. The pose does not contain the
/// [`Shake`](crate::camera::Shake) of the picture, so a weapon that aims along the pose does not shake.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{camera::Pose, prelude::*};
///
/// /// Shoots where the camera looks. The bullet inherits the camera's velocity.
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

private_state! {
    /// The plugin's private state behind a [`Pose`]: the pose while it is composed, and the `Transform` that the plugin wrote last.
    ///
    /// The plugin inserts it with [`Pose`]. Its fields are private, like those of [`Motion`](crate::Motion). For a rollback, restore it
    /// together with everything else: the plugin then knows that no other code wrote the restored `Transform`.
    #[derive(Default)]
    pub struct Composed {
        /// Where the entity will be placed. `None` until that is first known.
        pub(crate) placement: Option<Placement>,
        /// The camera's own view: that of its `Orbit` or `LookAt`, without the shot that the camera shows.
        #[cfg_attr(feature = "serialize", serde(default))]
        pub(crate) own_placement: Option<Placement>,
        /// Whether the plugin composes the entity's position as well as its orientation.
        pub(crate) is_placed: bool,
        /// The translation and rotation that were last written to the `Transform`.
        pub(crate) written: Option<(Vec3, Quat)>,
        /// While the camera is shaken: the written translation and rotation, and the same without the shake.
        #[cfg_attr(feature = "serialize", serde(default))]
        pub(crate) without_shake: Option<[(Vec3, Quat); 2]>,
        /// The camera's rotation in the world, if its parents distort its axes.
        #[cfg_attr(feature = "serialize", serde(default))]
        pub(crate) undistorted: Option<Quat>,
        /// The camera's own field of view and pose, while those of a shot are written over them.
        pub(crate) own_view: OwnView,
        /// Whether the origin was shifted since the last write. The `Transform` may have been shifted with it.
        pub(crate) is_shifted: bool,
        /// The product of the transforms of the camera's ancestors at the last tick, as translation, rotation and scale, without the parts
        /// that this crate moves.
        pub(crate) foreign_transform: Option<(Vec3, Quat, Vec3)>,
        /// The velocity of the camera, if it is known. Unit: m/s.
        pub(crate) known_velocity: Option<Vec3>,
        /// Whether a warning has reported that the parent frame is invalid.
        pub(crate) warned_frame: bool,
        /// Whether a warning has reported that other code writes the `Transform`.
        pub(crate) warned_writer: bool,
    }
}

impl Composed {
    /// The camera's own translation and rotation in its parent frame, as other code last wrote them. `found` is its current `Transform`.
    pub(crate) fn own_place(&self, found: &Transform) -> (Vec3, Quat) {
        let found = (found.translation, found.rotation);
        let is_written_over = self.is_shifted || self.written == Some(found);
        self.own_view.place.filter(|_| is_written_over).unwrap_or(found)
    }

    /// Whether the last composition skipped the entity, because it has no `Orbit`, `LookAt`, `ActiveShot` or `Attach`.
    pub(crate) const fn is_released(&self) -> bool {
        self.placement.is_none() && self.is_placed
    }
}
