//! Compiles an entity's components into one law, or reports the first invalid field.

use bevy::ecs::{
    change_detection::{DetectChanges, MaybeLocation, Ref},
    query::QueryData,
};

use super::{
    TimeScale,
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
            $(pub(crate) $field: Option<Ref<'static, crate::law::$force<P>>>,)+
        }

        impl<P: Property> ParametersItem<'_, '_, P> {
            /// Compiles the law, or returns the first invalid field.
            ///
            /// `feed_forward` returns a fraction (0 to 1): springs damp the difference between the entity's velocity and this fraction of
            /// the target's velocity. A coordinate that would bounce off a bound by less than `tolerance` (property units) stays on the
            /// bound.
            pub(crate) fn compile(
                &self,
                tolerance: f64,
                feed_forward: impl Fn() -> Result<f64, Invalid>,
            ) -> Result<Compiled<P::Value>, Invalid> {
                let compiled = Compiled { law: Law::default(), axes: None, time_scale: 1.0, barriers: None, rate: None };
                let mut draft = Draft {
                    compiled,
                    component: self.component,
                    feed_forward: &feed_forward,
                    own_axes: None,
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
    /// Describes why the entity's rejected exponential rate cannot begin at `position`. Returns `None` if the entity has no exponential
    /// rate.
    pub(crate) fn infeasible_rate(&self, position: <P::Value as Space>::Wide) -> Option<Invalid> {
        let rate = self.exponential_rate.as_ref()?;
        let error = Rate::of(rate).solve_from(position).err();
        let expected = error
            .map_or_else(|| "a start rate and an end that an f32 can hold".into(), |error| alloc::format!("{error}"));
        Some(Invalid::new("ExponentialRate", **rate, expected, rate.changed_by()))
    }

    /// Whether the entity has [`Limits`] whose bounds move.
    pub(crate) fn has_moving_bounds(&self) -> bool {
        self.limits.as_ref().is_some_and(|limits| limits.tracked)
    }

    /// Describes the dry friction as invalid, because the path is not a straight line. Returns `None` if the entity has no dry friction.
    pub(crate) fn invalid_dry_friction(&self) -> Option<Invalid> {
        let dry = self.dry_friction.as_ref()?;
        let expected = "velocity, pull and the target's path along one straight line";
        Some(Invalid::new("DryFriction::deceleration", dry.deceleration, expected, dry.changed_by()))
    }

    /// The time scale in effect, for a motion that currently has the time scale `current`. Invalid fields of other components do not affect
    /// it.
    pub(crate) fn effective_time_scale(&self, current: f64) -> f64 {
        TimeScale::effective(self.time_scale.as_deref(), current)
    }
}
