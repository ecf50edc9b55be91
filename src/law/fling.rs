//! A throw that lands on a chosen place.

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
    /// Throws the entity from where it is, with the velocity that it has, so that it lands on `end`: the entity is at rest there, bit for
    /// bit, after a finite time.
    ///
    /// Each number of the value moves independently: under a friction whose rate is at most that of the entity's [`Friction`](crate::Friction),
    /// and under a constant deceleration, at least that of its [`DryFriction`](crate::DryFriction), which stops the number on the end. Every
    /// number lands within [`longest`](Self::longest). If the velocity points at the end, all numbers land at the same instant. With a
    /// [`duration`](Self::duration) the friction is solved for instead, and all numbers land after that duration, whatever the velocity's
    /// direction. If no throw leads there in time, because the end is behind, the speed is too low, the duration is too short, or dry friction
    /// alone stops the number short of it, a critical spring takes the number there instead, from its present velocity.
    ///
    /// When all numbers have landed, [`Finished`](crate::Finished) is triggered and the plugin removes this component. If a spring took a
    /// number there, the plugin removes it when the entity comes to rest, and [`Settled`](crate::Settled) is triggered.
    /// [`SnapPoints`](crate::SnapPoints) choose an end among points, steps or pages when the entity is released;
    /// [`math::Fling`](crate::math::Fling) gives the duration beforehand.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// fn release(list: Entity, mut commands: Commands) {
    ///     commands.entity(list).remove::<Held>().insert(Fling::new(Vec3::new(0.0, 480.0, 0.0)));
    /// }
    /// ```
    ///
    /// # Special cases
    ///
    /// - If you change the end in flight, or insert the component again, a new throw begins from where the entity is then.
    /// - The throw ends if you write the entity's value or velocity, if the entity is grabbed, if a [`Snap`](crate::Snap) puts it elsewhere,
    ///   or if it reaches a bound: the component is removed, and no event is triggered. At a soft bound, the bound's spring takes over at
    ///   that instant.
    /// - Invalid input is ignored: an end that is not finite, and a `Fling` on an orientation or beside a spring, a gravity or an
    ///   [`ExponentialRate`](crate::ExponentialRate), because no end can be promised there.
    /// - Until all numbers have landed, [`DryFriction`](crate::DryFriction) acts only as a part of the throw: not on numbers that a spring
    ///   takes to the end instead, and not on numbers that are not thrown.
    #[doc(alias = "momentum")]
    #[doc(alias = "inertia")]
    #[doc(alias = "flick")]
    #[doc(alias = "throw")]
    #[doc(alias = "scroll")]
    #[require(Velocity<P>)]
    pub struct Fling of values {
        /// Where the entity lands. Unit: property units. Range: finite. Default: the value's own default.
        pub end: P::Value = P::Value::default(),
        /// If the speed is lower than this, a spring takes the entity there instead of a throw. Unit: property units/s. Range: ≥ 0. Default: 0.
        #[reflect(@0.0..=f32::MAX)]
        pub least_speed: f32 = 0.0,
        /// The longest that a number may take to land. If the number would take longer under the entity's friction, it is thrown with less
        /// friction, so that it lands after this time; if it would take longer even without friction (distance > ½ · speed · `longest`), a
        /// spring takes it there instead. It has no effect if there is a duration. Unit: s. Range: ≥ 0. Default: 3.
        #[reflect(@0.0..=f32::MAX)]
        pub longest: f32 = 3.0,
        /// How long the throw takes. If a number's distance to the end is more than half of its start velocity times this, no friction ≥ 0
        /// lands the number in time, and a spring takes it there instead. With 0 the entity is at the end at once.
        /// Unit: s. Range: ≥ 0; none: as long as friction takes. Default: none.
        #[reflect(@0.0..=f32::MAX)]
        pub duration: Option<f32> = None,
        /// The angular frequency of the spring that replaces a throw. Unit: rad/s. Range: > 0. Default: 12.
        #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
        pub angular_frequency: f32 = 12.0,
        /// Which numbers of the value are thrown; the others keep moving by the entity's law. Default: all.
        pub thrown: [bool; 4] = [true; 4],
    }
}

default_on_translation!(Fling);

impl<P: Property> Force<P> for Fling<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        let throw = Throw::of(self);
        throw.judge().map_err(|(field, expected)| draft.invalid(field, *self, expected))?;
        draft.judge_company().map_err(|expected| draft.invalid("Fling", *self, expected))?;
        let barriers = draft.barriers();
        barriers.throw = Some(throw);
        barriers.fill();
        Ok(())
    }
}

impl<P: Property> Fling<P> {
    /// Throws property `P` to `end`.
    pub const fn of(end: P::Value) -> Self {
        Self { end, least_speed: 0.0, longest: 3.0, duration: None, angular_frequency: 12.0, thrown: [true; 4] }
    }

    /// The same throw, which lands after this duration (s, ≥ 0).
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
    /// The same throw where everything is put elsewhere, as a component holds it.
    pub(crate) fn shifted(&self, by: WideTangent<P::Value>) -> Self {
        Self { end: shifted(self.end, by), ..*self }
    }
}

impl<V: Space> Throw<V> {
    pub(crate) fn of<P: Property<Value = V>>(fling: &Fling<P>) -> Self {
        let Fling { end, least_speed, longest, duration, angular_frequency, thrown } = *fling;
        Self { end, least_speed, longest, duration, angular_frequency, thrown }
    }
}
