//! Parameters judged, and turned into coefficients that are kept until one of them or the tick's length changes.

use alloc::{borrow::Cow, format, string::String};

use bevy::ecs::{
    change_detection::{DetectChanges, DetectChangesMut, MaybeLocation, Ref},
    component::Component,
    entity::Entity,
    name::NameOrEntity,
    query::{Changed, QueryData, QueryItem},
    system::{Commands, ParamSet, Query, ResMut},
};
use log::warn;

use super::{
    Clock, Segment,
    run::Run,
    segment::{Fault, Memo},
};
use crate::{
    components::{ExponentialRate, Follow, Friction, Gravity, Pace, Spring},
    events::InvalidMotion,
    math::Propagator,
    property::{Property, TangentOf},
    space::{Law, Tangent, zero},
};

/// The components whose fields make the law.
#[derive(QueryData)]
pub(crate) struct Parameters<P: Property> {
    spring: Option<Ref<'static, Spring<P>>>,
    friction: Option<Ref<'static, Friction<P>>>,
    gravity: Option<Ref<'static, Gravity<P>>>,
    exponential: Option<Ref<'static, ExponentialRate<P>>>,
    pace: Option<Ref<'static, Pace<P>>>,
    follow: Option<Ref<'static, Follow<P>>>,
}

/// Their values, to notice a change by bits.
pub(crate) struct Key<P: Property> {
    spring: [u32; 2],
    friction: u32,
    feed_forward: u32,
    gravity: TangentOf<P>,
    exponential: Option<ExponentialRate<P>>,
    pace: u32,
}

impl<P: Property> Key<P> {
    const NONE: [u32; 2] = [0; 2];

    /// By bits; two unusable accelerations count as the same.
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.spring == other.spring
            && self.friction == other.friction
            && self.feed_forward == other.feed_forward
            && same(self.gravity, other.gravity)
            && self.same_exponential(other)
            && self.pace == other.pace
    }

    pub(crate) const fn has_exponential(&self) -> bool {
        self.exponential.is_some()
    }

    pub(crate) fn same_exponential(&self, other: &Self) -> bool {
        match (&self.exponential, &other.exponential) {
            (None, None) => true,
            (Some(this), Some(other)) => {
                same(this.displacement, other.displacement)
                    && [this.end_rate, this.duration].map(f32::to_bits)
                        == [other.end_rate, other.duration].map(f32::to_bits)
                    && this.at_end == other.at_end
            }
            _ => false,
        }
    }
}

/// Two that are not finite count as the same, or a NaN would be a new write every tick.
fn same<T: Tangent>(this: T, other: T) -> bool {
    this == other || !(this.is_finite() || other.is_finite())
}

impl<P: Property> ParametersItem<'_, '_, P> {
    pub(crate) fn key(&self) -> Key<P> {
        Key {
            spring: self
                .spring
                .as_ref()
                .map_or(Key::<P>::NONE, |s| [s.angular_frequency.to_bits(), s.damping_ratio.to_bits()]),
            friction: self.friction.as_ref().map_or(0, |f| f.rate.to_bits()),
            feed_forward: self.follow.as_ref().map_or(0, |f| f.feed_forward.to_bits()),
            gravity: self.gravity.as_ref().map_or_else(TangentOf::<P>::default, |g| g.acceleration),
            exponential: self.exponential.as_deref().copied(),
            pace: self.pace.as_ref().map_or(1.0, |pace| pace.0).to_bits(),
        }
    }

    /// The law, or the first field that has no meaning.
    fn judge(&self) -> Result<Law<P::Value>, Invalid> {
        let mut law = Law::default();
        if let Some(spring) = &self.spring {
            let by = spring.changed_by();
            let omega = at_least_zero("Spring::angular_frequency", spring.angular_frequency, by)?;
            let zeta = at_least_zero("Spring::damping_ratio", spring.damping_ratio, by)?;
            law.k = omega * omega;
            law.c = 2.0 * zeta * omega;
            if let Some(follow) = &self.follow {
                let share = follow.feed_forward;
                if !(0.0..=1.0).contains(&share) {
                    return Err(Invalid::new("Follow::feed_forward", share, "0 to 1", follow.changed_by()));
                }
                law.g = f64::from(share) * law.c;
            }
        }
        if let Some(friction) = &self.friction {
            law.c += at_least_zero("Friction::rate", friction.rate, friction.changed_by())?;
        }
        if let Some(gravity) = &self.gravity {
            if !gravity.acceleration.is_finite() {
                let by = gravity.changed_by();
                return Err(Invalid::new("Gravity::acceleration", gravity.acceleration, "finite", by));
            }
            law.a = gravity.acceleration.widen();
        }
        Ok(law)
    }

    fn judge_pace(&self) -> Result<f64, Invalid> {
        self.pace.as_ref().map_or(Ok(1.0), |pace| at_least_zero("Pace::0", pace.0, pace.changed_by()))
    }

    /// The law with the exponential rate that acts, which begins here if it has not yet.
    fn run(&self, segment: &mut Segment<P>, mut law: Law<P::Value>) -> Result<Law<P::Value>, Invalid> {
        let Some(rate) = &self.exponential else {
            segment.run = None;
            return Ok(law);
        };
        let invalid = |expected: String| Invalid::new("ExponentialRate", **rate, expected, rate.changed_by());
        let profile = rate.solve().map_err(|error| invalid(format!("{error}")))?;
        if segment.begins {
            segment.begins = false;
            let run = Run::begin(rate, profile, segment.state.position, law)
                .ok_or_else(|| invalid("a start rate that an f32 can hold".into()))?;
            segment.state.velocity = run.profile.map_or_else(zero, |profile| profile.at(0.0).velocity);
            segment.run = Some(run);
        }
        if let Some(run) = &mut segment.run {
            run.after = law;
            if !run.is_alone() {
                run.profile = None;
            }
            law.c += profile.lambda();
        }
        Ok(law)
    }
}

/// A field that has no meaning, and why.
pub(crate) struct Invalid {
    field: &'static str,
    value: String,
    expected: Cow<'static, str>,
    by: MaybeLocation,
}

impl Invalid {
    pub(crate) fn new(
        field: &'static str,
        value: impl core::fmt::Debug,
        expected: impl Into<Cow<'static, str>>,
        by: MaybeLocation,
    ) -> Self {
        Self { field, value: format!("{value:?}"), expected: expected.into(), by }
    }

    /// Tells, in the log and by event, that `entity` turned invalid.
    pub(crate) fn report<P: Property>(self, entity: Entity, name: &str, commands: &mut Commands) {
        let Self { field, value, expected, by } = self;
        let property = P::short_type_path();
        warn!(
            "{name}: {field} of {property} is {value}, expected {expected}; the last valid motion goes on (written by {by})"
        );
        let invalid = InvalidMotion::<P>::new(entity, field);
        commands.trigger(invalid);
        commands.write_message(invalid);
    }
}

fn at_least_zero(field: &'static str, value: f32, by: MaybeLocation) -> Result<f64, Invalid> {
    if value.is_finite() && value >= 0.0 {
        Ok(value.into())
    } else {
        Err(Invalid::new(field, value, "finite and at least 0", by))
    }
}

/// One entity's law, and its coefficients over a tick.
#[derive(Component)]
pub(crate) struct Coefficients<P: Property> {
    /// The law the segment was judged with.
    pub(crate) law: Law<P::Value>,
    /// Over one tick of length `h`.
    pub(crate) propagator: Propagator,
    h: f64,
    /// How fast the entity's own time goes. Unit: 1. Range: ≥ 0.
    pub(crate) pace: f64,
    /// The parameters as last seen.
    pub(crate) key: Key<P>,
    /// They have changed since the law was made.
    pub(crate) stale: bool,
}

impl<P: Property> Default for Coefficients<P> {
    fn default() -> Self {
        Self {
            law: Law::default(),
            propagator: Propagator::IDENTITY,
            h: 0.0,
            pace: 1.0,
            key: Key {
                spring: Key::<P>::NONE,
                friction: 0,
                feed_forward: 0,
                gravity: TangentOf::<P>::default(),
                exponential: None,
                pace: 1.0f32.to_bits(),
            },
            stale: true,
        }
    }
}

type Refreshed<P> = (NameOrEntity, Parameters<P>, &'static mut Segment<P>, &'static mut Coefficients<P>);

impl<P: Property> Coefficients<P> {
    /// Another law from now on; its coefficients are brought up to date at the next refresh.
    pub(crate) fn replace(&mut self, law: Law<P::Value>) {
        self.law = law;
        self.h = f64::NAN;
    }
}

/// Judges what has changed, and brings the coefficients to the tick's length.
pub(crate) fn refresh<P: Property>(
    mut clock: ResMut<Clock<P>>,
    mut queries: ParamSet<(Query<Refreshed<P>, Changed<Coefficients<P>>>, Query<Refreshed<P>>)>,
    mut commands: Commands,
) {
    let h = clock.h;
    let mut memo = Memo::default();
    if clock.refreshed_for == h {
        for item in &mut queries.p0() {
            refresh_one(item, h, &mut memo, &mut commands);
        }
    } else {
        clock.refreshed_for = h;
        for item in &mut queries.p1() {
            refresh_one(item, h, &mut memo, &mut commands);
        }
    }
}

fn refresh_one<P: Property>(
    (name, parameters, mut segment, mut coefficients): QueryItem<'_, '_, Refreshed<P>>,
    h: f64,
    memo: &mut Memo,
    commands: &mut Commands,
) {
    let segment = segment.bypass_change_detection();
    let coefficients = coefficients.bypass_change_detection();
    if coefficients.stale {
        coefficients.stale = false;
        coefficients.h = f64::NAN;
        let judged = parameters.judge().and_then(|law| Ok((parameters.run(segment, law)?, parameters.judge_pace()?)));
        match judged {
            Ok((law, pace)) => {
                coefficients.law = law;
                coefficients.pace = pace;
                Fault::Law.turns(&mut segment.faults, false);
            }
            Err(invalid) if Fault::Law.turns(&mut segment.faults, true) => {
                invalid.report::<P>(name.entity, &format!("{name}"), commands);
            }
            Err(_) => {}
        }
    }
    if coefficients.h != h {
        coefficients.h = h;
        coefficients.propagator = memo.response(&coefficients.law, h * coefficients.pace, false).propagator;
    }
}
