//! What users write, and what of it is news.

use bevy::ecs::{
    change_detection::{DetectChanges, Ref},
    query::QueryData,
};

use crate::{
    follow::{Follow, Target},
    law::{compile::Parameters, force::Compiled, invalid::Invalid},
    motion::{
        PresentAs, RestTolerance,
        body::Body,
        fault::Fault,
        led,
        obey::{has_refused, obeys},
        written::is_same,
    },
    path::target::{FollowFields, Steady},
    property::{Property, TangentOf, Velocity},
    space::Space,
};

/// What users write.
#[derive(QueryData)]
pub(crate) struct Input<P: Property> {
    pub(super) component: Ref<'static, P::Component>,
    pub(super) velocity: Ref<'static, Velocity<P>>,
    pub(super) target: Option<Ref<'static, Target<P>>>,
    pub(super) follow: Option<Ref<'static, Follow<P>>>,
    pub(super) parameters: Parameters<P>,
    pub(super) present_as: Option<Ref<'static, PresentAs<P>>>,
    rest_tolerance: Option<&'static RestTolerance<P>>,
}

/// Which of the inputs differ from what is known.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Writes {
    pub(super) value: bool,
    pub(super) velocity: bool,
    pub(super) target: bool,
    pub(super) follow: bool,
    pub(super) law: bool,
    pub(super) snap: bool,
}

impl Writes {
    pub(super) fn any(self) -> bool {
        self != Self::default()
    }
}

impl<P: Property> InputItem<'_, '_, P> {
    /// The law that the components make, or the first field that is invalid.
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
        let refused = has_refused(body, &compiled).then(|| self.parameters.cannot_begin(body.state.position)).flatten();
        refused.map_or(Ok(compiled), Err)
    }

    /// Which inputs differ, where the components make the law `compiled`.
    pub(super) fn writes(&self, body: &Body<P::Value>, compiled: &Result<Compiled<P::Value>, Invalid>) -> Writes {
        let written = body.written();
        Writes {
            value: !is_same(P::get(&self.component), written.value),
            velocity: self.velocity.0 != written.velocity,
            target: match (&self.target, &self.follow) {
                // A value that was refused is no news until it changes.
                (Some(target), None) if !target.is_finite() => !Fault::Target.is_noted(body.faults),
                (Some(target), None) if self.is_steady() => {
                    let steady = Steady { value: target.value, velocity: target.velocity };
                    led::steady(body) != Some(steady)
                }
                (Some(_), None) if led::steady(body).is_some() => true,
                (Some(target), None) if !target.tracked => {
                    led::is_tracked(body) || target.value.widen() != body.target()
                }
                (Some(_), None) => !led::has_sample(body),
                _ => false,
            },
            follow: self.seen() != led::seen(body),
            law: match compiled {
                Ok(compiled) => !obeys(body, compiled),
                Err(_) => self.parameters.acting_pace(body.pace()) != body.pace(),
            },
            snap: false,
        }
    }

    /// Whether something was written that is not adopted yet.
    pub(crate) fn pending(&self, body: &Body<P::Value>) -> bool {
        self.writes(body, &self.compile(body)).any()
    }

    /// How near to its rest point the entity is at rest. Unit: property units.
    pub(crate) fn rest_tolerance(&self) -> f64 {
        RestTolerance::distance(self.rest_tolerance)
    }

    pub(crate) fn follows(&self) -> bool {
        self.follow.is_some()
    }

    pub(super) fn is_tracked(&self) -> bool {
        self.follow.is_none() && self.target.as_ref().is_some_and(|target| target.tracked)
    }

    /// Whether its target moves by itself.
    pub(super) fn is_steady(&self) -> bool {
        let moves = |target: &Ref<Target<P>>| !target.tracked && target.velocity != TangentOf::<P>::default();
        self.follow.is_none() && self.target.as_ref().is_some_and(moves)
    }

    pub(super) fn seen(&self) -> Option<FollowFields<P::Value>> {
        self.follow.as_ref().map(|follow| FollowFields {
            leader: follow.leader,
            offset: follow.offset,
            frame: follow.frame,
            look_ahead: follow.look_ahead,
        })
    }
}
