//! The components that user code writes, and the detection of what it has changed.

use bevy::ecs::{
    change_detection::{DetectChanges, Ref},
    query::QueryData,
};

use crate::{
    follow::{Follow, Target},
    law::{compile::Parameters, force::Compiled, invalid::Invalid},
    motion::{
        Presentation, RestTolerance,
        apply_law::{obeys_law, was_rate_rejected},
        body::Body,
        fault::Fault,
        target,
        written::is_same,
    },
    path::target::FollowFields,
    property::{Property, Velocity},
    space::Space,
};

/// The components that user code writes.
#[derive(QueryData)]
pub(crate) struct Input<P: Property> {
    pub(super) component: Ref<'static, P::Component>,
    pub(super) velocity: Ref<'static, Velocity<P>>,
    pub(super) target: Option<Ref<'static, Target<P>>>,
    pub(super) follow: Option<Ref<'static, Follow<P>>>,
    pub(super) parameters: Parameters<P>,
    pub(super) presentation: Option<Ref<'static, Presentation>>,
    rest_tolerance: Option<&'static RestTolerance<P>>,
}

/// Which inputs differ from what the motion last adopted or wrote.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Writes {
    pub(super) value: bool,
    pub(super) velocity: bool,
    pub(super) target: bool,
    pub(super) follow: bool,
    pub(super) law: bool,
    pub(super) landing: bool,
}

impl Writes {
    pub(super) fn any(self) -> bool {
        self != Self::default()
    }
}

impl<P: Property> InputItem<'_, '_, P> {
    /// Compiles the components to a law. Returns the first invalid field as an error.
    pub(super) fn compile(&self, body: &Body<P::Value>) -> Result<Compiled<P::Value>, Invalid> {
        let share = || {
            let Some(follow) = &self.follow else { return Ok(0.0) };
            let share = follow.feed_forward;
            if (0.0..=1.0).contains(&share) {
                Ok(share.into())
            } else {
                Err(Invalid::new("Follow::feed_forward", share, "0 to 1", follow.changed_by()))
            }
        };
        let compiled = self.parameters.compile(self.rest_tolerance(), share)?;
        let rejected =
            was_rate_rejected(body, &compiled).then(|| self.parameters.infeasible_rate(body.state.position)).flatten();
        rejected.map_or(Ok(compiled), Err)
    }

    /// Which inputs differ from what the motion last adopted or wrote. `compiled` is the law of the components.
    pub(super) fn writes(&self, body: &Body<P::Value>, compiled: &Result<Compiled<P::Value>, Invalid>) -> Writes {
        let written = body.written();
        Writes {
            value: !is_same(P::get(&self.component), written.value),
            velocity: self.velocity.0 != written.velocity,
            target: match (&self.target, &self.follow) {
                // An invalid target counts as a write only once.
                (Some(target), None) if !target.is_finite() => !Fault::Target.is_noted(body.faults),
                (Some(target), None) if target::steady(body) != target.steady() => true,
                (Some(target), None) if target.is_tracked() => !target::has_sample(body),
                (Some(target), None) if target.steady().is_none() => {
                    target::is_tracked(body) || target.value.widen() != body.target()
                }
                _ => false,
            },
            follow: self.follow_fields() != target::follow_fields(body),
            law: match compiled {
                Ok(compiled) => !obeys_law(body, compiled),
                Err(_) => self.parameters.effective_time_scale(body.time_scale()) != body.time_scale(),
            },
            landing: false,
        }
    }

    /// Whether user code has written something that is not adopted yet.
    pub(crate) fn has_pending_writes(&self, body: &Body<P::Value>) -> bool {
        self.writes(body, &self.compile(body)).any()
    }

    /// The entity's rest tolerance. Unit: property units.
    pub(crate) fn rest_tolerance(&self) -> f64 {
        RestTolerance::distance(self.rest_tolerance)
    }

    pub(crate) fn follows(&self) -> bool {
        self.follow.is_some()
    }

    /// Whether the entity's own target moves without jumps: it is tracked or has a velocity.
    pub(super) fn has_moving_target(&self) -> bool {
        self.follow.is_none() && self.target.as_ref().is_some_and(|target| target.moves())
    }

    pub(super) fn follow_fields(&self) -> Option<FollowFields<P::Value>> {
        self.follow.as_ref().map(|follow| FollowFields {
            leader: follow.leader,
            offset: follow.offset,
            leader_axes: follow.leader_axes,
            look_ahead: follow.look_ahead,
        })
    }
}
