//! Compiles an entity's components into one law, or reports the first invalid field.

use bevy::ecs::{
    change_detection::{DetectChanges, MaybeLocation, Ref},
    query::QueryData,
};

use super::{
    AxisSprings, DryFriction, ExponentialRate, Fling, Friction, Gravity, Limits, SnapPoints, Spring, TimeScale,
    force::{Compiled, Draft, Force, forces},
    invalid::Invalid,
    rate::Rate,
};
use crate::{
    property::Property,
    space::{Law, Space},
};

macro_rules! parameters {
    ($($field:ident: $force:ident,)+) => {
        /// The components that determine the law.
        #[derive(QueryData)]
        pub(crate) struct Parameters<P: Property> {
            component: &'static P::Component,
            $(pub(crate) $field: Option<Ref<'static, $force<P>>>,)+
        }

        impl<P: Property> ParametersItem<'_, '_, P> {
            /// Compiles the law, or returns the first invalid field.
            ///
            /// `feed_forward` returns the share (0 to 1) of the target's velocity that dampers move with; only springs call it. A
            /// coordinate stays on a bound if it would rise from the bound by less than `tolerance` (property units).
            pub(crate) fn compile(
                &self,
                tolerance: f64,
                feed_forward: impl Fn() -> Result<f64, Invalid>,
            ) -> Result<Compiled<P::Value>, Invalid> {
                let compiled = Compiled { law: Law::default(), axes: None, pace: 1.0, barriers: None, rate: None };
                let mut draft = Draft {
                    compiled,
                    component: self.component,
                    feed_forward: &feed_forward,
                    axis_frame: None,
                    friction: 0.0,
                    tolerance,
                    by: MaybeLocation::caller(),
                };
                $(
                    if let Some(force) = &self.$field {
                        draft.by = force.changed_by();
                        force.add_to(&mut draft)?;
                    }
                )+
                let Draft { mut compiled, friction, .. } = draft;
                if let Some(barriers) = &mut compiled.barriers {
                    barriers.friction = friction;
                }
                Ok(compiled)
            }
        }
    };
}
forces!(parameters);

impl<P: Property> ParametersItem<'_, '_, P> {
    /// Describes why the exponential rate cannot begin at `position`. `None` without an exponential rate.
    pub(crate) fn infeasible_rate(&self, position: <P::Value as Space>::Wide) -> Option<Invalid> {
        let rate = self.exponential_rate.as_ref()?;
        let error = Rate::of(rate).solve_from(position).err();
        let expected = error
            .map_or_else(|| "a start rate and an end that an f32 can hold".into(), |error| alloc::format!("{error}"));
        Some(Invalid::new("ExponentialRate", **rate, expected, rate.changed_by()))
    }

    /// Whether the bounds are tracked.
    pub(crate) fn has_moving_bounds(&self) -> bool {
        self.limits.as_ref().is_some_and(|limits| limits.tracked)
    }

    /// Describes the dry friction as invalid, because the path is not a straight line. `None` without dry friction.
    pub(crate) fn turning_dry_friction(&self) -> Option<Invalid> {
        let dry = self.dry_friction.as_ref()?;
        let expected = "motion along a straight line: velocity, pull and the target's path all along it";
        Some(Invalid::new("DryFriction::deceleration", dry.deceleration, expected, dry.changed_by()))
    }

    /// The time scale in effect, for a motion that currently has the time scale `current`. It does not depend on whether other fields are
    /// invalid.
    pub(crate) fn effective_pace(&self, current: f64) -> f64 {
        TimeScale::effective(self.pace.as_deref(), current)
    }
}
