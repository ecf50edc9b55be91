//! Parameters judged: what they make of the law, or which field has no meaning.

use alloc::{borrow::Cow, boxed::Box, format, string::String};

use bevy::ecs::{
    change_detection::{DetectChanges, MaybeLocation, Ref},
    entity::Entity,
    query::QueryData,
    system::Commands,
    world::World,
};
use log::warn;

use super::{
    AxisSprings, ExponentialRate, Friction, Gravity, Pace, Spring,
    axes::{Axes, frame},
};
use crate::{
    events::InvalidMotion,
    follow::Follow,
    motion::{
        run::Run,
        segment::{Fault, Rate, Segment},
    },
    property::{Property, TangentOf},
    space::{Law, Space, Tangent, zero},
    tick::tell::tell,
};

/// The components whose fields make the law.
#[derive(QueryData)]
pub(crate) struct Parameters<P: Property> {
    spring: Option<Ref<'static, Spring<P>>>,
    by_axis: Option<Ref<'static, AxisSprings<P>>>,
    component: &'static P::Component,
    friction: Option<Ref<'static, Friction<P>>>,
    gravity: Option<Ref<'static, Gravity<P>>>,
    exponential: Option<Ref<'static, ExponentialRate<P>>>,
    pace: Option<Ref<'static, Pace<P>>>,
    follow: Option<Ref<'static, Follow<P>>>,
}

impl<P: Property> ParametersItem<'_, '_, P> {
    /// Whether all of them have a meaning, and make another law than the segment has.
    pub(crate) fn make_another_law(&self, segment: &Segment<P::Value>) -> bool {
        (segment.begins || self.differ(segment)) && self.judge_all(segment).is_ok()
    }

    fn differ(&self, segment: &Segment<P::Value>) -> bool {
        !self.has_rate_of(segment)
            || self.judge().is_ok_and(|law| law != segment.lasting_law())
            || self.judge_axes().is_ok_and(|axes| match (&axes, &segment.axes) {
                (Some(axes), Some(known)) => !axes.adds_same(known),
                (None, None) => false,
                _ => true,
            })
            || self.judge_pace().is_ok_and(|pace| pace != segment.pace)
    }

    /// Whether the exponential rate is the one last seen.
    fn has_rate_of(&self, segment: &Segment<P::Value>) -> bool {
        match (&self.rate(), &segment.rate) {
            (Some(this), Some(other)) => this.same(other),
            (None, None) => true,
            _ => false,
        }
    }

    /// Tells of what turned invalid, where nothing else has changed.
    pub(crate) fn judge_again(&self, segment: &mut Segment<P::Value>, report: &mut impl FnMut(Invalid)) {
        let invalid = self.judge_all(segment).err();
        note(invalid, segment, report);
    }

    fn judge_all(&self, segment: &Segment<P::Value>) -> Result<(), Invalid> {
        self.judge()?;
        self.judge_axes()?;
        self.judge_pace()?;
        let Some(rate) = &self.exponential else { return Ok(()) };
        solve(rate)?;
        // One that could not begin has no second try until it is inserted again or changed.
        let known = !segment.begins && self.has_rate_of(segment);
        if known && Fault::Rate.is_noted(segment.faults) { Err(not_presentable(rate)) } else { Ok(()) }
    }

    /// Gives the segment the law that they make, or leaves it the last valid one.
    pub(crate) fn judge_anew(&self, segment: &mut Segment<P::Value>, report: &mut impl FnMut(Invalid)) {
        let rate = self.rate();
        let changed = rate.is_some_and(|rate| segment.rate.is_none_or(|known| !rate.same(&known)));
        segment.begins |= changed;
        segment.rate = rate;
        let judged = self.judge().and_then(|law| {
            let (axes, pace) = (self.judge_axes()?, self.judge_pace()?);
            Ok((self.run(segment, law, axes.is_none())?, axes, pace))
        });
        let invalid = judged
            .map(|(law, axes, pace)| {
                segment.replace_law(law, pace);
                // How they lie is looked at where the tick ends.
                let known = segment.axes.as_ref().map(|axes| axes.frame);
                segment.axes = axes.map(|axes| Box::new(Axes { frame: known.unwrap_or(axes.frame), ..axes }));
            })
            .err();
        note(invalid, segment, report);
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
            law.g = self.judge_feed_forward()? * law.c;
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

    fn judge_feed_forward(&self) -> Result<f64, Invalid> {
        let Some(follow) = &self.follow else { return Ok(0.0) };
        let share = follow.feed_forward;
        if (0.0..=1.0).contains(&share) {
            Ok(share.into())
        } else {
            Err(Invalid::new("Follow::feed_forward", share, "0 to 1", follow.changed_by()))
        }
    }

    /// What the springs by axis add.
    fn judge_axes(&self) -> Result<Option<Axes>, Invalid> {
        let Some(springs) = &self.by_axis else { return Ok(None) };
        let by = springs.changed_by();
        let parts = |field, tangent: TangentOf<P>| {
            let invalid = |expected: &'static str| Invalid::new(field, tangent, expected, by);
            if !tangent.is_finite() {
                return Err(invalid("finite and at least 0"));
            }
            let parts = P::Value::axes_of(tangent.widen())
                .ok_or_else(|| invalid("no springs by axis, where there are no axes"))?;
            if parts.iter().all(|&part| part >= 0.0) { Ok(parts) } else { Err(invalid("finite and at least 0")) }
        };
        let omega = parts("AxisSprings::angular_frequency", springs.angular_frequency)?;
        let zeta = parts("AxisSprings::damping_ratio", springs.damping_ratio)?;
        let share = self.judge_feed_forward()?;
        let axes = [0, 1, 2];
        let c = axes.map(|axis| 2.0 * zeta[axis] * omega[axis]);
        let frame = frame::<P>(springs.frame, self.component);
        Ok(Some(Axes { k: axes.map(|axis| omega[axis] * omega[axis]), c, g: c.map(|c| share * c), frame }))
    }

    fn judge_pace(&self) -> Result<f64, Invalid> {
        self.pace.as_ref().map_or(Ok(1.0), |pace| at_least_zero("Pace::0", pace.0, pace.changed_by()))
    }

    fn rate(&self) -> Option<Rate<P::Value>> {
        self.exponential.as_ref().map(|rate| Rate {
            displacement: rate.displacement,
            end_rate: rate.end_rate,
            duration: rate.duration,
            at_end: rate.at_end,
        })
    }

    /// The law with the exponential rate that acts, which begins here if it has not yet.
    fn run(
        &self,
        segment: &mut Segment<P::Value>,
        mut law: Law<P::Value>,
        without_axes: bool,
    ) -> Result<Law<P::Value>, Invalid> {
        let Some(rate) = &self.exponential else {
            segment.run = None;
            // One that was taken off again at once never begins.
            segment.begins = false;
            return Ok(law);
        };
        let profile = solve(rate)?;
        if segment.begins {
            segment.begins = false;
            let alone = without_axes && law.k == 0.0 && law.c == 0.0 && law.a == zero();
            let run = Run::begin(rate, profile, segment.state.position, law, alone);
            Fault::Rate.turns(&mut segment.faults, run.is_none());
            let run = run.ok_or_else(|| not_presentable(rate))?;
            segment.state.velocity = run.profile.map_or_else(zero, |profile| profile.at(0.0).velocity);
            segment.run = Some(Box::new(run));
        }
        if let Some(run) = &mut segment.run {
            run.after = law;
            if !(run.is_alone() && without_axes) {
                run.profile = None;
            }
            law.c += profile.lambda();
        }
        Ok(law)
    }
}

impl<V: Space> Rate<V> {
    /// By bits; two that are not finite count as the same, or a NaN would be a new write every tick.
    fn same(&self, other: &Self) -> bool {
        let displacements = [self.displacement, other.displacement];
        (displacements[0] == displacements[1] || !displacements.iter().any(|way| way.is_finite()))
            && self.end_rate.to_bits() == other.end_rate.to_bits()
            && self.duration.to_bits() == other.duration.to_bits()
            && self.at_end == other.at_end
    }
}

fn solve<P: Property>(rate: &Ref<ExponentialRate<P>>) -> Result<crate::math::ExponentialRate, Invalid> {
    rate.solve().map_err(|error| unsolvable(rate, format!("{error}")))
}

fn unsolvable<P: Property>(rate: &Ref<ExponentialRate<P>>, expected: impl Into<Cow<'static, str>>) -> Invalid {
    Invalid::new("ExponentialRate", **rate, expected, rate.changed_by())
}

fn not_presentable<P: Property>(rate: &Ref<ExponentialRate<P>>) -> Invalid {
    unsolvable(rate, "a start rate and an end that an f32 can hold")
}

/// Reports where parameters turn invalid.
fn note<V: Space>(invalid: Option<Invalid>, segment: &mut Segment<V>, report: &mut impl FnMut(Invalid)) {
    let turned = Fault::Law.turns(&mut segment.faults, invalid.is_some());
    if let Some(invalid) = invalid.filter(|_| turned) {
        report(invalid);
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
        commands.queue(move |world: &mut World| tell(world, invalid));
    }
}

fn at_least_zero(field: &'static str, value: f32, by: MaybeLocation) -> Result<f64, Invalid> {
    if value.is_finite() && value >= 0.0 {
        Ok(value.into())
    } else {
        Err(Invalid::new(field, value, "finite and at least 0", by))
    }
}
