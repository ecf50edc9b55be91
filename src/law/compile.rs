//! What an entity's components make of its law, or which field is invalid.

use alloc::boxed::Box;
use core::fmt::Display;

use bevy::ecs::{
    change_detection::{DetectChanges, MaybeLocation, Ref},
    query::QueryData,
};

use super::{
    AxisSprings, DryFriction, ExponentialRate, Fling, Friction, Gravity, Limits, Pace, SnapPoints, Spring, Way,
    axes::{Axes, frame},
    barriers::Barriers,
    exponential_rate::Rate,
    fling::Throw,
    invalid::Invalid,
};
use crate::{
    property::{Property, TangentOf},
    space::{Law, Space, Tangent},
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
    limits: Option<Ref<'static, Limits<P>>>,
    dry_friction: Option<Ref<'static, DryFriction<P>>>,
    pub(crate) fling: Option<Ref<'static, Fling<P>>>,
    pub(crate) snap_points: Option<Ref<'static, SnapPoints<P>>>,
}

/// The law that all components together make.
pub(crate) struct Compiled<V: Space> {
    /// The law without the exponential rate.
    pub(crate) law: Law<V>,
    pub(crate) axes: Option<Axes>,
    pub(crate) pace: f64,
    /// Limits and dry friction.
    pub(crate) barriers: Option<Box<Barriers<V>>>,
    pub(crate) rate: Option<Rate<V>>,
}

impl<P: Property> ParametersItem<'_, '_, P> {
    /// The law, or the first field that is invalid. `share` is the share of the target's velocity that dampers move with; it is
    /// asked for where there is a damper. A number that would rise by less than `tolerance` (property units) stays on a limit.
    pub(crate) fn compile(
        &self,
        tolerance: f64,
        share: impl Fn() -> Result<f64, Invalid>,
    ) -> Result<Compiled<P::Value>, Invalid> {
        let (mut law, axes, pace) = (self.law(&share)?, self.axes(&share)?, self.pace()?);
        let judge = |rate: &Ref<ExponentialRate<P>>| match rate.way {
            // Whether it can begin is seen where it begins.
            Way::To(_) => Ok(Rate::of(rate)),
            Way::Over(_) => rate.solve_from(P::Value::default()).map(|_| Rate::of(rate)),
        };
        let judged = |rate| judge(rate).map_err(|error| infeasible(rate, &error));
        let rate = self.exponential.as_ref().map(judged).transpose()?;
        let barriers = self.barriers(tolerance)?;
        if let Some(barriers) = barriers.as_deref().filter(|_| self.limits.as_ref().is_some_and(|limits| limits.damped))
        {
            law.c += barriers.soft.c;
        }
        self.judge_snap_points(barriers.as_deref())?;
        Ok(Compiled { law, axes, pace, barriers, rate })
    }

    /// Why an exponential rate cannot begin where the entity is.
    pub(crate) fn cannot_begin(&self, position: <P::Value as Space>::Wide) -> Option<Invalid> {
        let rate = self.exponential.as_ref()?;
        Some(match Rate::of(rate).solve_from(position) {
            Err(error) => infeasible(rate, &error),
            Ok(_) => infeasible(rate, &"a start rate and an end that an f32 can hold"),
        })
    }

    /// Whether the bounds move.
    pub(crate) fn has_moving_bounds(&self) -> bool {
        self.limits.as_ref().is_some_and(|limits| limits.tracked)
    }

    /// What to report of dry friction whose direction would turn.
    pub(crate) fn turning(&self) -> Option<Invalid> {
        let dry = self.dry_friction.as_ref()?;
        let expected = "a straight line of motion: velocity, pull and the target's way all along it";
        Some(Invalid::new("DryFriction::deceleration", dry.deceleration, expected, dry.changed_by()))
    }

    fn law(&self, share: impl Fn() -> Result<f64, Invalid>) -> Result<Law<P::Value>, Invalid> {
        let mut law = Law::default();
        if let Some(spring) = &self.spring {
            let by = spring.changed_by();
            let omega = spring.angular_frequency;
            if omega.is_nan() || omega < 0.0 {
                return Err(Invalid::new("Spring::angular_frequency", omega, "at least 0", by));
            }
            let zeta = at_least_zero("Spring::damping_ratio", spring.damping_ratio, by)?;
            let (omega, zeta) = or_rigid(omega.into(), zeta);
            law.k = omega * omega;
            law.c = 2.0 * zeta * omega;
            law.g = share()? * law.c;
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

    /// What the springs by axis add.
    fn axes(&self, share: impl Fn() -> Result<f64, Invalid>) -> Result<Option<Axes>, Invalid> {
        let Some(springs) = &self.by_axis else { return Ok(None) };
        let by = springs.changed_by();
        let parts = |field, tangent: TangentOf<P>| {
            let invalid = |expected: &'static str| Invalid::new(field, tangent, expected, by);
            let parts = P::Value::axes_of(tangent.widen())
                .ok_or_else(|| invalid("no springs by axis, where there are no axes"))?;
            if parts.iter().all(|&part| part >= 0.0) { Ok(parts) } else { Err(invalid("at least 0")) }
        };
        let mut omega = parts("AxisSprings::angular_frequency", springs.angular_frequency)?;
        let mut zeta = parts("AxisSprings::damping_ratio", springs.damping_ratio)?;
        if !springs.damping_ratio.is_finite() {
            return Err(Invalid::new("AxisSprings::damping_ratio", springs.damping_ratio, "finite and at least 0", by));
        }
        let share = share()?;
        let axes = [0, 1, 2];
        for (omega, zeta) in omega.iter_mut().zip(&mut zeta) {
            (*omega, *zeta) = or_rigid(*omega, *zeta);
        }
        let c = axes.map(|axis| 2.0 * zeta[axis] * omega[axis]);
        let frame = frame::<P>(springs.frame, self.component);
        Ok(Some(Axes { k: axes.map(|axis| omega[axis] * omega[axis]), c, g: c.map(|c| share * c), frame }))
    }

    /// Limits and dry friction.
    fn barriers(&self, tolerance: f64) -> Result<Option<Box<Barriers<P::Value>>>, Invalid> {
        let Self { limits, dry_friction, by_axis, friction, fling, .. } = self;
        if limits.is_none() && dry_friction.is_none() && fling.is_none() {
            return Ok(None);
        }
        let mut barriers = Barriers { tolerance, ..Barriers::default() };
        barriers.friction = friction.as_ref().map_or(0.0, |friction| friction.rate.into());
        if let Some(dry) = dry_friction {
            let (field, by) = ("DryFriction::deceleration", dry.changed_by());
            barriers.dry = at_least_zero(field, dry.deceleration, by)?;
            let has_line = P::Value::NUMBERS > 0 && by_axis.is_none();
            if !has_line {
                let expected =
                    "no dry friction where no straight line is kept to: with springs by axis, or where values turn";
                return Err(Invalid::new(field, dry.deceleration, expected, by));
            }
        }
        if let Some(limits) = limits {
            barriers
                .set(limits)
                .and_then(|()| limits.judge_beside(by_axis.as_deref()))
                .map_err(|(field, expected)| Invalid::new(field, **limits, expected, limits.changed_by()))?;
        }
        if let Some(fling) = fling {
            let (throw, by) = (Throw::of(fling), fling.changed_by());
            throw.judge().map_err(|(field, expected)| Invalid::new(field, **fling, expected, by))?;
            self.judge_company(Some(&barriers)).map_err(|expected| Invalid::new("Fling", **fling, expected, by))?;
            barriers.throw = Some(throw);
            barriers.fill();
        }
        Ok(Some(Box::new(barriers)))
    }

    fn judge_snap_points(&self, barriers: Option<&Barriers<P::Value>>) -> Result<(), Invalid> {
        let Some(snap_points) = &self.snap_points else { return Ok(()) };
        let invalid = |field, expected| Invalid::new(field, &**snap_points, expected, snap_points.changed_by());
        snap_points.judge().map_err(|(field, expected)| invalid(field, expected))?;
        self.judge_company(barriers).map_err(|expected| invalid("SnapPoints", expected))
    }

    /// Whether the end of a throw can be promised, with all that acts beside it.
    fn judge_company(&self, barriers: Option<&Barriers<P::Value>>) -> Result<(), &'static str> {
        let pulled = self.gravity.as_ref().is_some_and(|gravity| gravity.acceleration != TangentOf::<P>::default());
        let stiff = self.spring.as_ref().is_some_and(|spring| spring.angular_frequency != 0.0);
        if pulled || stiff || self.by_axis.is_some() || self.exponential.is_some() {
            Err("no spring, gravity or exponential rate beside it: no end can be promised")
        } else if barriers.is_some_and(|barriers| barriers.normal.is_some()) {
            Err("no bounds along a normal beside it")
        } else {
            Ok(())
        }
    }

    /// How fast the entity's own time goes.
    /// The pace that acts on a motion of this pace, whatever else is invalid.
    pub(crate) fn acting_pace(&self, motion: f64) -> f64 {
        Pace::acting(self.pace.as_deref(), motion)
    }

    fn pace(&self) -> Result<f64, Invalid> {
        self.pace.as_ref().map_or(Ok(1.0), |pace| at_least_zero("Pace::0", pace.0, pace.changed_by()))
    }
}

fn infeasible<P: Property>(rate: &Ref<ExponentialRate<P>>, expected: &dyn Display) -> Invalid {
    Invalid::new("ExponentialRate", **rate, alloc::format!("{expected}"), rate.changed_by())
}

/// Stands for an infinite angular frequency: so stiff that an f32 shows no lag, and finite, so that its products with 0 are 0. Unit: rad/s.
const RIGID: f64 = (1_u64 << 40) as f64;

/// Frequency and damping ratio of a spring. A spring of infinite frequency does not swing, whatever its damping ratio.
fn or_rigid(angular_frequency: f64, damping_ratio: f64) -> (f64, f64) {
    if angular_frequency == f64::INFINITY { (RIGID, 1.0) } else { (angular_frequency, damping_ratio) }
}

fn at_least_zero(field: &'static str, value: f32, by: MaybeLocation) -> Result<f64, Invalid> {
    if value.is_finite() && value >= 0.0 {
        Ok(value.into())
    } else {
        Err(Invalid::new(field, value, "finite and at least 0", by))
    }
}
