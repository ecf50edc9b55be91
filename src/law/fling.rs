//! A throw that ends exactly at a given value.

use bevy::math::Vec3;

use super::{
    force::{Draft, Force},
    invalid::Invalid,
    throw::Throw,
};
use crate::{
    property::{
        Property, Velocity,
        component::{component, default_on_translation},
    },
    space::{Space, WideTangent, shifted},
};

component! {
    /// Throws the entity from its current value, with its current velocity, so that it lands on `end`: after a finite time the entity is at
    /// rest there, bit for bit.
    ///
    /// Each coordinate of the value moves independently. Two forces slow it down: a friction whose rate is at most that of the entity's
    /// [`Friction`](crate::Friction), and a constant deceleration that is at least that of its [`DryFriction`](crate::DryFriction). The
    /// plugin solves for the deceleration that stops the coordinate on the end. Every coordinate lands within
    /// [`max_duration`](Self::max_duration). If the velocity points at the end, all coordinates land at the same instant. With a
    /// [`duration`](Self::duration), the plugin solves for the friction as well, and all coordinates land after that duration, whatever the
    /// velocity's direction.
    ///
    /// If a throw cannot land a coordinate in time, a critical spring takes it to the end, starting with its current velocity. This happens
    /// if the end is behind, the speed is too low, the duration is too short, or dry friction alone stops the coordinate short of the end.
    ///
    /// When all coordinates have landed, [`Finished`](crate::events::Finished) is triggered and the plugin removes this component. If a
    /// spring took a coordinate there, the plugin removes the component when the entity comes to rest, and
    /// [`Settled`](crate::events::Settled) is triggered. [`SnapPoints`](crate::SnapPoints) choose an end among points, steps or pages when
    /// the entity is released; [`math::Fling`](crate::math::Fling) computes the duration beforehand.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// fn release(list: Entity, mut commands: Commands) {
    ///     commands.entity(list).remove::<Grabbed>().insert(Fling::new(Vec3::new(0.0, 480.0, 0.0)));
    /// }
    /// ```
    ///
    /// # Special cases
    ///
    /// - If you change the end in flight, or insert the component again, a new throw begins from the entity's current value.
    /// - The throw ends if you write the entity's value or velocity, if the entity is grabbed, if a [`Cut`](crate::events::Cut) moves it,
    ///   or if it reaches a bound. The component is then removed, and no event is triggered. At a soft bound, the bound's spring takes over
    ///   immediately.
    /// - Invalid input is ignored: an end that is not finite, a `Fling` on an orientation, and a `Fling` together with a spring, a gravity
    ///   or an [`ExponentialRate`](crate::ExponentialRate), because its end would not be exact.
    /// - Until all coordinates have landed, [`DryFriction`](crate::DryFriction) acts only as a part of the throw: it does not act on
    ///   coordinates that a spring takes to the end, nor on coordinates that are not thrown.
    #[doc(alias = "momentum")]
    #[doc(alias = "inertia")]
    #[doc(alias = "flick")]
    #[doc(alias = "throw")]
    #[doc(alias = "scroll")]
    #[require(Velocity<P>)]
    pub struct Fling of values {
        /// The value on which the entity lands. Unit: property units. Range: finite. Default: the value type's default.
        pub end: P::Value = P::Value::default(),
        /// Below this speed a spring takes the entity to the end instead of a throw. Unit: property units/s. Range: ≥ 0. Default: 0.
        #[reflect(@0.0..=f32::MAX)]
        pub min_speed: f32 = 0.0,
        /// The maximum time that a coordinate may take to land. A coordinate that would take longer under the entity's friction is thrown
        /// with less friction, so that it lands after this time. If it would take longer even without friction (distance > ½ · speed ·
        /// `max_duration`), a spring takes it to the end. No effect if `duration` is set. Unit: s. Range: ≥ 0. Default: 3.
        #[reflect(@0.0..=f32::MAX)]
        pub max_duration: f32 = 3.0,
        /// The time from the throw to the landing. A spring is used for any coordinate that cannot arrive in time by slowing down
        /// (distance > ½ · speed · `duration`). With 0 the entity is at the end immediately.
        /// Unit: s. Range: ≥ 0; `None`: the entity's friction determines the time. Default: `None`.
        #[reflect(@0.0..=f32::MAX)]
        pub duration: Option<f32> = None,
        /// The angular frequency of the spring that replaces a throw. Unit: rad/s. Range: > 0. Default: 12.
        #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
        pub angular_frequency: f32 = 12.0,
        /// Which coordinates of the value are thrown; the others keep moving by the entity's law. Default: all.
        pub thrown: [bool; 4] = [true; 4],
    }
}

default_on_translation!(Fling);

impl<P: Property> Force<P> for Fling<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        let throw = Throw::of(self);
        throw.validate().map_err(|(field, expected)| draft.invalid(field, *self, expected))?;
        draft.check_other_forces().map_err(|expected| draft.invalid("Fling", *self, expected))?;
        let barriers = draft.barriers();
        barriers.throw = Some(throw);
        barriers.add_missing_ranges();
        Ok(())
    }
}

impl<P: Property> Fling<P> {
    /// Throws property `P` to `end` (property units).
    pub const fn of(end: P::Value) -> Self {
        Self { end, min_speed: 0.0, max_duration: 3.0, duration: None, angular_frequency: 12.0, thrown: [true; 4] }
    }

    /// The same throw, with this duration (s, ≥ 0) until it lands.
    pub const fn with_duration(mut self, duration: f32) -> Self {
        self.duration = Some(duration);
        self
    }
}

impl Fling {
    /// Throws the translation to `end` (units).
    pub const fn new(end: Vec3) -> Self {
        Self::of(end)
    }
}

impl<P: Property> Fling<P> {
    /// The same throw after the origin was shifted by `by`. The new end is rounded to the value's type.
    pub(crate) fn shifted(&self, by: WideTangent<P::Value>) -> Self {
        Self { end: shifted(self.end, by), ..*self }
    }
}

impl<V: Space> Throw<V> {
    pub(crate) fn of<P: Property<Value = V>>(fling: &Fling<P>) -> Self {
        let Fling { end, min_speed, max_duration, duration, angular_frequency, thrown } = *fling;
        Self { end, min_speed, max_duration, duration, angular_frequency, thrown }
    }
}
