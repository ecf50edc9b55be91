//! What an entity's components make of its law, or which field is invalid.

use bevy::ecs::{
    change_detection::{DetectChanges, MaybeLocation, Ref},
    query::QueryData,
};

use super::{
    AxisSprings, DryFriction, ExponentialRate, Fling, Friction, Gravity, Limits, Pace, SnapPoints, Spring,
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
        /// The components whose fields make the law.
        #[derive(QueryData)]
        pub(crate) struct Parameters<P: Property> {
            component: &'static P::Component,
            $(pub(crate) $field: Option<Ref<'static, $force<P>>>,)+
        }

        impl<P: Property> ParametersItem<'_, '_, P> {
            /// The law, or the first field that is invalid. `share` is the share of the target's velocity that dampers move with; it is
            /// asked for where there is a damper. A number that would rise by less than `tolerance` (property units) stays on a limit.
            pub(crate) fn compile(
                &self,
                tolerance: f64,
                share: impl Fn() -> Result<f64, Invalid>,
            ) -> Result<Compiled<P::Value>, Invalid> {
                let compiled = Compiled { law: Law::default(), axes: None, pace: 1.0, barriers: None, rate: None };
                let mut draft = Draft {
                    compiled,
                    component: self.component,
                    share: &share,
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
    /// Why an exponential rate cannot begin where the entity is.
    pub(crate) fn cannot_begin(&self, position: <P::Value as Space>::Wide) -> Option<Invalid> {
        let rate = self.exponential_rate.as_ref()?;
        let error = Rate::of(rate).solve_from(position).err();
        let expected = error
            .map_or_else(|| "a start rate and an end that an f32 can hold".into(), |error| alloc::format!("{error}"));
        Some(Invalid::new("ExponentialRate", **rate, expected, rate.changed_by()))
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

    /// The pace that acts on a motion of this pace, whatever else is invalid.
    pub(crate) fn acting_pace(&self, motion: f64) -> f64 {
        Pace::acting(self.pace.as_deref(), motion)
    }
}
