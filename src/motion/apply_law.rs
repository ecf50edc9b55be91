//! Applies a compiled law to a motion.

use alloc::boxed::Box;

use super::{body::Body, fault::Fault};
use crate::{
    law::{force::Compiled, rate::Rate},
    path::{contact::Contacts, running_rate::RunningRate},
    space::{Law, Space, zero},
};

impl<V: Space> Body<V> {
    /// Applies this law from the segment's start on. A new exponential rate begins there. Returns `false`, and keeps the known law, if the
    /// rate cannot begin.
    pub(crate) fn apply_law(&mut self, compiled: Compiled<V>) -> bool {
        let begins = compiled.rate.is_some() && (is_rate_pending(self) || !has_same_rate(self, &compiled));
        let Compiled { law, axes, time_scale, barriers, rate } = compiled;
        if rate.is_some() || axes.is_some() || barriers.is_some() {
            self.make_rare();
        }
        if let Some(rare) = self.rare_mut() {
            rare.rate_pending = false;
            rare.rate = rate;
            // A throw that was removed before it was adopted does not begin.
            rare.throw_pending &= barriers.as_ref().is_some_and(|barriers| barriers.throw.is_some());
            let before = rare.contacts.take();
            let landing = before.as_ref().and_then(|before| before.landing);
            rare.contacts = barriers.map(|barriers| match before {
                Some(known) if known.matches(Some(&barriers)) => known,
                before => Box::new(Contacts::new(barriers, before)),
            });
            // If the throw was removed after it had landed, its landing still has to be reported.
            rare.finished
                .extend(landing.filter(|_| rare.contacts.as_ref().is_none_or(|contacts| contacts.landing.is_none())));
        }
        let is_bounded = self.contacts().is_some();
        let mut with_rate = law;
        if let Some(rate) = rate {
            if begins && !begin_rate(self, &rate, law, axes.is_none()) {
                return false;
            }
            if let Some(running_rate) = self.running_rate_mut() {
                running_rate.after = law;
                if !(running_rate.is_alone() && axes.is_none()) || is_bounded {
                    running_rate.path = None;
                }
                with_rate.c += running_rate.lambda;
            }
        } else if let Some(rare) = self.rare_mut() {
            rare.running_rate = None;
        }
        self.replace_law(with_rate, time_scale);
        if let Some(rare) = self.rare_mut() {
            // The axes keep their orientation, which is updated at the end of the tick.
            let known = rare.axes.as_ref().map(|axes| axes.frame);
            rare.axes = axes.map(|mut axes| {
                axes.frame = known.unwrap_or(axes.frame);
                axes
            });
        }
        true
    }
}

/// Whether this law is already applied.
pub(crate) fn obeys_law<V: Space>(body: &Body<V>, compiled: &Compiled<V>) -> bool {
    let same_axes = match (&compiled.axes, body.axes()) {
        (Some(axes), Some(known)) => (axes.k, axes.c, axes.g) == (known.k, known.c, known.g),
        (None, None) => true,
        _ => false,
    };
    !is_rate_pending(body)
        && !body.rare().is_some_and(|rare| rare.throw_pending)
        && has_same_rate(body, compiled)
        && compiled.law == body.lasting_law()
        && same_axes
        && match body.contacts() {
            Some(contacts) => contacts.matches(compiled.barriers.as_deref()),
            None => compiled.barriers.is_none(),
        }
        && compiled.time_scale == body.time_scale()
}

/// Whether the exponential rate in this law was rejected because it could not begin. A rejected rate is tried again when it is inserted
/// again or changed.
pub(crate) fn was_rate_rejected<V: Space>(body: &Body<V>, compiled: &Compiled<V>) -> bool {
    compiled.rate.is_some()
        && Fault::Rate.is_noted(body.faults)
        && !is_rate_pending(body)
        && has_same_rate(body, compiled)
}

/// Whether the exponential rate in this law is the last one adopted.
fn has_same_rate<V: Space>(body: &Body<V>, compiled: &Compiled<V>) -> bool {
    match (&compiled.rate, body.rare().and_then(|rare| rare.rate.as_ref())) {
        (Some(rate), Some(known)) => rate.same(known),
        (None, None) => true,
        _ => false,
    }
}

/// Whether this exponential rate is unfinished: it is in progress, it could not begin, or it was inserted or changed and is not adopted
/// yet.
pub(crate) fn is_rate_unfinished<V: Space>(body: &Body<V>, rate: &Rate<V>) -> bool {
    let seen = body.rare().and_then(|rare| rare.rate.as_ref());
    let (is_pending, runs) = (is_rate_pending(body), body.running_rate().is_some());
    is_pending || runs || Fault::Rate.is_noted(body.faults) || seen.is_some_and(|seen| !seen.same(rate))
}

/// Whether an exponential rate was inserted and is not adopted yet.
fn is_rate_pending<V: Space>(body: &Body<V>) -> bool {
    body.rare().is_some_and(|rare| rare.rate_pending)
}

/// Begins an exponential rate at the motion's position. Returns `false`, and records the fault, if it cannot begin.
fn begin_rate<V: Space>(body: &mut Body<V>, rate: &Rate<V>, law: Law<V>, no_axes: bool) -> bool {
    let alone = no_axes && law.k == 0.0 && law.c == 0.0 && law.a == zero();
    let running_rate = RunningRate::begin(rate, body.state.position, law, alone);
    Fault::Rate.set(&mut body.faults, running_rate.is_none());
    let Some(running_rate) = running_rate else { return false };
    let velocity = running_rate.start_velocity();
    if let Some(end) = running_rate.end().filter(|_| running_rate.remaining == 0.0) {
        body.make_rare();
        body.moved |= body.state.position != end.position;
        body.state.position = end.position;
    }
    body.make_rare().running_rate = Some(Box::new(running_rate));
    body.state.velocity = velocity;
    true
}
