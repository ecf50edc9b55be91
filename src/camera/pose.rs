//! Where a camera is, how it is turned, and how both change.

use bevy::prelude::*;

use super::{own::Own, remembered::remembered};
use crate::{
    math::camera::Placement,
    space::{Tangent, quat},
};

/// Where a camera of this crate, or an entity with an [`Attach`](crate::Attach), is in the world: at the tick's instant in `FixedUpdate`,
/// at the drawn one in `Update`.
///
/// It is written at each of these instants, and your writes to it are lost. It does not contain the [`Shake`](crate::Shake) of the picture,
/// so that whatever aims along the camera does not shake.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
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
    /// A [`Pose`] while it is composed, and the `Transform` that was last written.
    ///
    /// The plugin inserts it with [`Pose`]. Its fields are private, as those of [`Motion`](crate::Motion). For a rollback, put it back with
    /// everything else: the plugin then knows that no other code wrote the restored `Transform`.
    #[derive(Default)]
    pub struct Composed {
        /// Where it is to be placed. `None` before that is first known.
        pub(crate) placement: Option<Placement>,
        /// What its own `Orbit` or `LookAt` sees, below the shot that it shows.
        #[cfg_attr(feature = "serialize", serde(default))]
        pub(crate) own_view: Option<Placement>,
        /// Whether its place is composed, too, and not only where it looks.
        pub(crate) is_placed: bool,
        /// What was last written to the `Transform`.
        pub(crate) written: Option<(Vec3, Quat)>,
        /// While it shakes: what was written, and what would have been written without the shake.
        #[cfg_attr(feature = "serialize", serde(default))]
        pub(crate) calm: Option<[(Vec3, Quat); 2]>,
        /// Its rotation in the world, while its parents distort its axes.
        #[cfg_attr(feature = "serialize", serde(default))]
        pub(crate) undistorted: Option<Quat>,
        /// What is written over while it shows a shot.
        pub(crate) own: Own,
        /// The world was shifted since, and perhaps its `Transform` with it.
        pub(crate) is_shifted: bool,
        /// What this crate does not move of its parents, as of the last tick.
        pub(crate) moved_by_others: Option<(Vec3, Quat, Vec3)>,
        /// How fast its place moves, where that is known. Unit: m/s.
        pub(crate) told: Option<Vec3>,
        /// It was warned that its parents leave it no room.
        pub(crate) told_frame: bool,
        /// It was warned that something else moves it.
        pub(crate) told_writer: bool,
    }
}

impl Composed {
    /// A camera's own place in its parents' frame, where its `Transform` is this one: what others wrote last.
    pub(crate) fn own_place(&self, found: &Transform) -> (Vec3, Quat) {
        let found = (found.translation, found.rotation);
        let is_written_over = self.is_shifted || self.written == Some(found);
        self.own.place.filter(|_| is_written_over).unwrap_or(found)
    }

    /// Whether nothing has composed it at the last instant.
    pub(crate) const fn is_let_go(&self) -> bool {
        self.placement.is_none() && self.is_placed
    }
}
