//! How what was written is adopted: the motion is cut at the instant from which that acts, and goes on with it.

use alloc::boxed::Box;

use bevy::ecs::change_detection::Ref;

use super::{
    fields::{take_follow, take_target, take_value, take_velocity},
    input::InputItem,
};
use crate::{
    follow::Target,
    law::{force::Compiled, invalid::Invalid},
    motion::{
        Presentation, body::Body, bounds::is_turned_by_dry_friction, clock::Clock, fault::Fault, hand::Hand, led,
        progress::pass_held_to,
    },
    path::response_cache::ResponseCache,
    property::Property,
    space::Space,
    tick::snap::{choose_landing, chooses_anew},
};

/// How what was written is adopted.
pub(crate) struct Taking<V: Space> {
    /// When it acts. Unit: s after the last tick.
    instant: f64,
    /// The hand that let the entity go, if one did.
    hand: Option<Box<Hand<V>>>,
}

/// What was adopted, as far as it matters to other entities and systems.
pub(crate) struct TakenIn {
    /// The entity's value was put elsewhere.
    pub(super) jumps: bool,
    /// The entity may follow another leader, or be led where it was not.
    pub(super) leads_elsewhere: bool,
    /// A place to land was chosen.
    pub(super) snaps: bool,
    /// Another system wrote a value that a spring moves.
    pub(super) overwritten: bool,
    /// A target that jumps was written.
    pub(super) retargeted: bool,
}

impl<P: Property> InputItem<'_, '_, P> {
    /// Makes a motion ready to adopt what other systems wrote. `put_back`: the motion is new to the world since the last adoption.
    pub(crate) fn make_ready(
        &self,
        body: &mut Body<P::Value>,
        clock: &Clock<P>,
        put_back: bool,
        resting: bool,
    ) -> Taking<P::Value> {
        let late = clock.presentation_of(self.present_as.as_deref()) == Presentation::Delayed;
        if late != body.history().is_some() {
            body.make_cold().history = late.then(Box::default);
        }
        if put_back {
            body.forget_told();
        }
        forget_faults(body, self.target.is_some(), self.follow.is_some());
        let hand = body.cold_mut().and_then(|cold| cold.hand.take());
        if self.is_tracked() || self.is_steady() || self.parameters.has_moving_bounds() {
            led::begin(body);
        }
        // A motion that was put back goes on as if it had never been gone: from the instant at which it was shown, whatever the
        // clock says. What was at rest or in a hand is shown at any time.
        let goes_on = put_back && body.adopted && !(hand.is_some() || resting);
        let instant = if goes_on { body.written_at } else { clock.acts_at(self.present_as.as_deref()) };
        Taking { instant, hand }
    }

    /// Adopts what other systems wrote to this motion. None where nothing was written, and it was not let go. `led`: the entity
    /// is among the followers already.
    pub(crate) fn take_in(
        &self,
        body: &mut Body<P::Value>,
        Taking { instant, hand }: Taking<P::Value>,
        led: bool,
        cache: &mut ResponseCache,
        report: &mut impl FnMut(Invalid),
    ) -> Option<TakenIn> {
        let first = !body.adopted;
        let released = hand.is_some();
        let pace = body.pace();
        let mut compiled = self.compile(body);
        let mut writes = self.writes(body, &compiled);
        let grabbed = chooses_anew(&self.parameters, hand.as_deref(), body, &compiled);
        writes.snap = grabbed.is_some();
        if !writes.any() && !first && !released {
            note_law(compiled.err(), body, report);
            note_dry_friction(self, body, report);
            return None;
        }
        let has_spring = body.law().k > 0.0 || body.axes().is_some();
        let jumps = |target: &Ref<Target<P>>| !target.tracked && !self.is_steady();
        let mut taken = TakenIn {
            jumps: false,
            leads_elsewhere: false,
            snaps: writes.snap,
            overwritten: writes.value && !first && has_spring,
            retargeted: writes.target && !first && has_spring && self.target.as_ref().is_some_and(jumps),
        };
        if released {
            // Time stood still for the entity while it was held, and it was not drawn late.
            pass_held_to(body, instant);
            body.leave_profile();
            if let Some(history) = body.history_mut() {
                history.clear();
            }
        }
        if body.written_at != instant {
            // What was shown then is kept, whatever changes now.
            body.make_cold();
        }
        body.restart(instant, cache);
        led::forget_prediction(body);
        if writes.value || writes.velocity {
            // A kicked entity is no longer on the path its exponential rate was solved for.
            body.leave_profile();
            body.end_throws(compiled.is_err());
        }
        if writes.value || first {
            take_value(self, body, report);
            taken.jumps = true;
            if let Some(history) = body.history_mut() {
                history.clear();
            }
        }
        if writes.velocity || first {
            take_velocity(self, body, report);
        }
        if first {
            body.adopted = true;
            body.set_target(body.state.position);
        }
        if writes.follow {
            taken.leads_elsewhere = true;
            take_follow(self, body, report);
        }
        if let (Some(target), None) = (&self.target, &self.follow) {
            take_target(target, body, report);
            // Entities among bounds that move are led for that, too, so `led` does not say whether the target moves; the source does.
            let moves = target.tracked || self.is_steady();
            taken.leads_elsewhere |= target.tracked != led::is_tracked(body)
                || self.is_steady() != led::is_steady(body)
                || moves != led && !self.parameters.has_moving_bounds();
        }
        if writes.law || first {
            taken.leads_elsewhere |= self.parameters.has_moving_bounds() != body.has_moving_bounds();
            // A spring without a target holds the entity where it is when the spring is added.
            let held = self.target.is_none() && self.follow.is_none() && body.law().k == 0.0 && body.axes().is_none();
            if held && led::stands_still(body) {
                body.set_target(body.state.position);
            }
        }
        if let (Some(grabbed), Ok(compiled)) = (grabbed, &mut compiled) {
            writes.law |= choose_landing(&self.parameters, grabbed, body, compiled, report);
        }
        take_law(self, compiled, writes.law || first, body, report);
        body.meet_bounds(pace);
        note_dry_friction(self, body, report);
        Some(taken)
    }
}

/// Obeys a law that is new, and reports an invalid one.
fn take_law<P: Property>(
    input: &InputItem<P>,
    compiled: Result<Compiled<P::Value>, Invalid>,
    is_new: bool,
    body: &mut Body<P::Value>,
    report: &mut impl FnMut(Invalid),
) {
    let invalid = match compiled {
        Ok(compiled) if is_new => {
            if body.obey(compiled) {
                None
            } else {
                input.parameters.cannot_begin(body.state.position)
            }
        }
        Ok(_) => None,
        Err(invalid) => Some(invalid),
    };
    if invalid.is_some() {
        // The last valid motion continues, at the pace that is asked for.
        body.set_pace(input.parameters.acting_pace(body.pace()));
    }
    note_law(invalid, body, report);
}

/// What is not there any more is no longer invalid.
fn forget_faults<V: Space>(body: &mut Body<V>, has_target: bool, follows: bool) {
    for (there, fault) in [(has_target || follows, Fault::Target), (follows, Fault::Offset)] {
        if !there {
            fault.turns(&mut body.faults, false);
        }
    }
}

/// Reports where the parameters turn invalid.
fn note_law<V: Space>(invalid: Option<Invalid>, body: &mut Body<V>, report: &mut impl FnMut(Invalid)) {
    let turned = Fault::Law.turns(&mut body.faults, invalid.is_some());
    if let Some(invalid) = invalid.filter(|_| turned) {
        report(invalid);
    }
}

/// Reports where dry friction cannot be solved any more.
fn note_dry_friction<P: Property>(input: &InputItem<P>, body: &mut Body<P::Value>, report: &mut impl FnMut(Invalid)) {
    let turns = is_turned_by_dry_friction(body);
    let turned = Fault::DryFriction.turns(&mut body.faults, turns);
    if let Some(invalid) = input.parameters.turning().filter(|_| turned) {
        report(invalid);
    }
}
