//! Adopts what user code has written: the motion is cut at the instant from which the writes act, and continues with them from there.

use alloc::boxed::Box;

use super::{
    fields::{adopt_follow, adopt_target, adopt_value, adopt_velocity},
    input::InputItem,
};
use crate::{
    law::{force::Compiled, invalid::Invalid},
    motion::{
        Presentation, advance::pass_held_to, body::Body, bounds::is_turned_by_dry_friction, clock::Clock, fault::Fault,
        grab_track::GrabTrack, target,
    },
    path::response_cache::ResponseCache,
    property::Property,
    space::Space,
    tick::snap::{choose_landing, needs_landing},
};

/// The parameters of an adoption: the instant from which the writes act, and whether the entity was released.
pub(crate) struct Adoption<V: Space> {
    /// The instant from which the writes act. Unit: s after the last tick.
    instant: f64,
    /// Whether a step of a sequence wrote to the entity.
    is_step: bool,
    /// The recent positions of the entity, if it has just been released.
    grab_track: Option<Box<GrabTrack<V>>>,
}

/// The adopted writes, as far as they affect other entities and systems.
pub(crate) struct AdoptedWrites {
    /// Whether the entity's value was written.
    pub(super) teleported: bool,
    /// Whether the order of followers has to be found again, because the entity may have another leader, or may have become or ceased to be
    /// a follower.
    pub(super) invalidates_order: bool,
    /// Whether a landing position was chosen.
    pub(super) chose_landing: bool,
    /// Whether another system wrote a value that a spring moves.
    pub(super) overwritten: bool,
    /// Whether user code made the target jump.
    pub(super) retargeted: bool,
}

impl<P: Property> InputItem<'_, '_, P> {
    /// Prepares a motion to adopt what other systems wrote. `restored` says whether the motion was inserted or replaced since the last
    /// Adopt.
    pub(crate) fn prepare(
        &self,
        body: &mut Body<P::Value>,
        clock: &Clock<P>,
        restored: bool,
        resting: bool,
    ) -> Adoption<P::Value> {
        let late = clock.presentation_of(self.presentation.as_deref()) == Presentation::Delayed;
        if late != body.history().is_some() {
            body.make_rare().history = late.then(Box::default);
        }
        if restored {
            body.discard_copied_contacts();
        }
        clear_faults(body, self.target.is_some(), self.follow.is_some());
        let grab_track = body.rare_mut().and_then(|rare| rare.grab_track.take());
        if self.has_moving_target() || self.parameters.has_moving_bounds() {
            target::begin(body);
        }
        // A restored motion continues from the instant at which it was last written, whatever the clock shows. A resting or held motion is
        // the same at every instant.
        let continues = restored && body.adopted && !(grab_track.is_some() || resting);
        let acts_at = body.rare_mut().and_then(|rare| rare.acts_at.take());
        let instant = match acts_at {
            Some(instant) => instant,
            None if continues => body.written_at,
            None => clock.acts_at(self.presentation.as_deref()),
        };
        Adoption { instant, is_step: acts_at.is_some(), grab_track }
    }

    /// Adopts what other systems wrote to this motion. Returns `None` if nothing was written and the entity was not released. `is_follower`
    /// says whether the entity already has a `Follower`.
    pub(crate) fn adopt_writes(
        &self,
        body: &mut Body<P::Value>,
        Adoption { instant, is_step, grab_track }: Adoption<P::Value>,
        is_follower: bool,
        cache: &mut ResponseCache,
        report: &mut impl FnMut(Invalid),
    ) -> Option<AdoptedWrites> {
        let first = !body.adopted;
        let released = grab_track.is_some();
        let time_scale = body.time_scale();
        let mut compiled = self.compile(body);
        let mut writes = self.writes(body, &compiled);
        let grabbed = needs_landing(&self.parameters, grab_track.as_deref(), body, &compiled);
        writes.landing = grabbed.is_some();
        if !writes.any() && !first && !released {
            report_law(compiled.err(), body, report);
            report_dry_friction(self, body, report);
            return None;
        }
        let has_spring = body.law().k > 0.0 || body.axes().is_some();
        let mut adopted = AdoptedWrites {
            teleported: false,
            invalidates_order: false,
            chose_landing: writes.landing,
            overwritten: writes.value && !first && has_spring,
            retargeted: writes.target
                && !first
                && !is_step
                && has_spring
                && self.target.as_ref().is_some_and(|target| !target.moves()),
        };
        if released {
            // The motion was paused while the entity was held, and the entity was not drawn late.
            pass_held_to(body, instant);
            body.discard_rate_path();
            if let Some(history) = body.history_mut() {
                history.clear();
            }
        }
        if body.written_at != instant {
            // Stores what was shown at `written_at`, before the state changes.
            body.make_rare();
        }
        body.restart(instant, cache);
        target::forget_prediction(body);
        if writes.value || writes.velocity {
            // A kicked or teleported entity is no longer on the solved path of its exponential rate.
            body.discard_rate_path();
            body.end_throws(compiled.is_err());
        }
        if writes.value || first {
            adopt_value(self, body, report);
            adopted.teleported = true;
            if let Some(history) = body.history_mut() {
                history.clear();
            }
        }
        if writes.velocity || first {
            adopt_velocity(self, body, report);
        }
        if first {
            body.adopted = true;
            body.set_target(body.state.position);
        }
        if writes.follow {
            adopted.invalidates_order = true;
            adopt_follow(self, body, report);
        }
        if let (Some(target), None) = (&self.target, &self.follow) {
            adopt_target(target, body, report);
            // An entity with moving bounds is a follower as well, so `is_follower` does not say whether its target moves.
            adopted.invalidates_order |= target.is_tracked() != target::is_tracked(body)
                || target.steady().is_some() != target::is_steady(body)
                || target.moves() != is_follower && !self.parameters.has_moving_bounds();
        }
        if writes.law || first {
            adopted.invalidates_order |= self.parameters.has_moving_bounds() != body.has_moving_bounds();
            // A spring without a target holds the entity where it is when the spring is added.
            let holds = self.target.is_none() && self.follow.is_none() && body.law().k == 0.0 && body.axes().is_none();
            if holds && target::is_fixed(body) {
                body.set_target(body.state.position);
            }
        }
        if let (Some(grabbed), Ok(compiled)) = (grabbed, &mut compiled) {
            writes.law |= choose_landing(&self.parameters, grabbed, body, compiled, report);
        }
        adopt_law(self, compiled, writes.law || first, body, report);
        body.meet_bounds(time_scale);
        report_dry_friction(self, body, report);
        Some(adopted)
    }
}

/// Applies the law if it is new, and reports it if it is invalid.
fn adopt_law<P: Property>(
    input: &InputItem<P>,
    compiled: Result<Compiled<P::Value>, Invalid>,
    is_new: bool,
    body: &mut Body<P::Value>,
    report: &mut impl FnMut(Invalid),
) {
    let invalid = match compiled {
        Ok(compiled) if is_new => {
            if body.apply_law(compiled) {
                None
            } else {
                input.parameters.infeasible_rate(body.state.position)
            }
        }
        Ok(_) => None,
        Err(invalid) => Some(invalid),
    };
    if invalid.is_some() {
        // The last valid motion continues, at the time scale that the components ask for.
        body.set_time_scale(input.parameters.effective_time_scale(body.time_scale()));
    }
    report_law(invalid, body, report);
}

/// Clears the faults of components that were removed.
fn clear_faults<V: Space>(body: &mut Body<V>, has_target: bool, follows: bool) {
    for (there, fault) in [(has_target || follows, Fault::Target), (follows, Fault::Offset)] {
        if !there {
            fault.set(&mut body.faults, false);
        }
    }
}

/// Reports the parameters when they turn invalid.
fn report_law<V: Space>(invalid: Option<Invalid>, body: &mut Body<V>, report: &mut impl FnMut(Invalid)) {
    let turned = Fault::Law.set(&mut body.faults, invalid.is_some());
    if let Some(invalid) = invalid.filter(|_| turned) {
        report(invalid);
    }
}

/// Reports dry friction when it becomes unsolvable.
fn report_dry_friction<P: Property>(input: &InputItem<P>, body: &mut Body<P::Value>, report: &mut impl FnMut(Invalid)) {
    let turns = is_turned_by_dry_friction(body);
    let turned = Fault::DryFriction.set(&mut body.faults, turns);
    if let Some(invalid) = input.parameters.invalid_dry_friction().filter(|_| turned) {
        report(invalid);
    }
}
