//! The component `Inertialization`.

use super::inertialized::{Inertialized, Rules};
use crate::property::{
    Property,
    component::{component, default_on_translation},
};

component! {
    /// Shows a value that other code writes in each frame without the jumps of that code: an animation that changes its clip, the
    /// corrections of a network or physics plugin.
    ///
    /// At a jump, what is shown continues with its position and velocity. The offset from the written value then decays like a critically
    /// damped spring,
    ///
    /// ```text
    /// o″ = −2ω o′ − ω² o
    /// ```
    ///
    /// and the next jump may come at any time. The offset stays below `(|o₀| (1 + ωt) + |o₀′| t) e^(−ωt)`, where `o₀` and `o₀′` are the
    /// differences of positions and of velocities at the jump. If the velocity does not jump, less than 5 % is left after `4.74/ω`; a jump
    /// of the velocity alone moves the picture by at most `0.37 |o₀′|/ω`.
    ///
    /// Trigger [`Jumped`](crate::events::Jumped) where your code jumps, or set [`jump_distance`](Self::jump_distance) if you do not know
    /// where it does. Trigger [`Teleported`](crate::events::Teleported) for a jump that is to be seen.
    ///
    /// The value is shown from `PostUpdate` to the end of the frame. In `First` it becomes what your code wrote, bit for bit, so your code,
    /// rollback and saves do not see the offset. (A property that computes its value, such as `Rotation2d` or a colour, is rounded.) Register the property with
    /// [`register_inertialization`](crate::RegisterMotion::register_inertialization).
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::{events::Jumped, prelude::*};
    ///
    /// #[derive(Component)]
    /// struct Snapshot(Vec3);
    ///
    /// fn correct(mut avatars: Query<(Entity, &Snapshot, &mut Transform), Changed<Snapshot>>, mut commands: Commands) {
    ///     for (avatar, snapshot, mut transform) in &mut avatars {
    ///         transform.translation = snapshot.0;
    ///         commands.trigger(Jumped { entity: avatar });
    ///     }
    /// }
    ///
    /// let mut app = App::new();
    /// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()))
    ///     .register_inertialization::<Translation>()
    ///     .add_systems(Update, correct);
    /// app.world_mut().spawn((Transform::default(), Snapshot(Vec3::ZERO), Inertialization::new(12.0)));
    /// ```
    ///
    /// # Accuracy
    ///
    /// Velocities are those between the values of two frames. Before the jump, the median of the last three counts for each coordinate, so
    /// a value that is wrong in one frame has no effect. If the written path accelerates by `a`, the velocity of what is shown jumps by up
    /// to `2 a` times a frame.
    ///
    /// # Special cases
    ///
    /// - A value that is written in fixed ticks has to be interpolated by other code before it is shown, as physics plugins do.
    /// - Follow and attach to the written value, not to the shown one: [`Follow`](crate::Follow) and `Attach` do.
    /// - Of two properties that write the same field, such as `Translation` and `TranslationX`, an entity may have it for only one.
    /// - A value that is not finite is shown as it is, and the next one is shown without an offset.
    /// - If the entity was disabled, it is shown without an offset in the first frame after it.
    #[doc(alias = "smoothing")]
    #[doc(alias = "error correction")]
    #[doc(alias = "cross-fade")]
    #[require(Inertialized<P>)]
    pub struct Inertialization of numbers {
        /// How fast the offset decays, from the next jump on. Unit: rad/s. Range: > 0 and finite. Default: 12, which leaves less than 5 %
        /// after 0.4 s.
        #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
        pub angular_frequency: f32 = 12.0,
        /// A value that is farther than this from where the last ones lead to counts as a jump. Unit: property units. Range: ≥ 0. Default: ∞,
        /// only events count.
        #[reflect(@0.0..=f32::INFINITY)]
        pub jump_distance: f32 = f32::INFINITY,
        /// A jump that is farther than this is shown at once. Unit: property units. Range: ≥ 0. Default: ∞, no jump is.
        #[reflect(@0.0..=f32::INFINITY)]
        pub cut_distance: f32 = f32::INFINITY,
    }
}

default_on_translation!(Inertialization);

impl<P: Property> Inertialization<P> {
    /// An offset of property `P` that decays at this angular frequency (rad/s).
    pub fn of(angular_frequency: f32) -> Self {
        Self { angular_frequency, ..<Self as Default>::default() }
    }

    /// The same, with this [`jump_distance`](Self::jump_distance) (property units).
    pub const fn with_jump_distance(mut self, distance: f32) -> Self {
        self.jump_distance = distance;
        self
    }

    /// The same, with this [`cut_distance`](Self::cut_distance) (property units).
    pub const fn with_cut_distance(mut self, distance: f32) -> Self {
        self.cut_distance = distance;
        self
    }

    /// The fields if all are valid, else the first invalid one and its value.
    pub(super) fn rules(&self) -> Result<Rules, (&'static str, f32)> {
        let Self { angular_frequency, jump_distance, cut_distance, .. } = *self;
        if !(angular_frequency > 0.0 && angular_frequency.is_finite()) {
            return Err(("Inertialization::angular_frequency", angular_frequency));
        }
        let distances =
            [("Inertialization::jump_distance", jump_distance), ("Inertialization::cut_distance", cut_distance)];
        match distances.into_iter().find(|(_, distance)| distance.is_nan() || *distance < 0.0) {
            Some(invalid) => Err(invalid),
            None => Ok(Rules {
                angular_frequency: angular_frequency.into(),
                jump_distance: jump_distance.into(),
                cut_distance: cut_distance.into(),
            }),
        }
    }
}

impl Inertialization {
    /// An offset of the translation that decays at this angular frequency (rad/s).
    pub fn new(angular_frequency: f32) -> Self {
        Self::of(angular_frequency)
    }
}
