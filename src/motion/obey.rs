//! The law that a motion obeys, taken from what its components make.

use alloc::boxed::Box;

use super::{body::Body, fault::Fault};
use crate::{
    law::{force::Compiled, rate::Rate},
    path::{contact::Contacts, running_rate::RunningRate},
    space::{Law, Space, zero},
};

impl<V: Space> Body<V> {
    /// Obeys this law from the segment's start on; its exponential rate begins there, if it is new. False, with the law as it
    /// was, where the rate cannot begin.
    pub(crate) fn obey(&mut self, compiled: Compiled<V>) -> bool {
        let begins = compiled.rate.is_some() && (begins(self) || !has_rate(self, &compiled));
        let Compiled { law, axes, pace, barriers, rate } = compiled;
        if rate.is_some() || axes.is_some() || barriers.is_some() {
            self.make_cold();
        }
        if let Some(cold) = self.cold_mut() {
            cold.begins = false;
            cold.rate = rate;
            // A throw that was taken off again before it was adopted does not begin.
            cold.throws &= barriers.as_ref().is_some_and(|barriers| barriers.throw.is_some());
            let before = cold.contacts.take();
            let landing = before.as_ref().and_then(|before| before.landing);
            cold.contacts = barriers.map(|barriers| match before {
                Some(known) if known.obey(Some(&barriers)) => known,
                before => Box::new(Contacts::new(barriers, before)),
            });
            // The throw was taken off after it had landed.
            cold.finished
                .extend(landing.filter(|_| cold.contacts.as_ref().is_none_or(|contacts| contacts.landing.is_none())));
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
                    running_rate.profile = None;
                }
                with_rate.c += running_rate.lambda;
            }
        } else if let Some(cold) = self.cold_mut() {
            cold.running_rate = None;
        }
        self.replace_law(with_rate, pace);
        if let Some(cold) = self.cold_mut() {
            // How the axes lie is looked at where the tick ends.
            let known = cold.axes.as_ref().map(|axes| axes.frame);
            cold.axes = axes.map(|mut axes| {
                axes.frame = known.unwrap_or(axes.frame);
                axes
            });
        }
        true
    }
}

/// Whether the motion obeys this law already.
pub(crate) fn obeys<V: Space>(body: &Body<V>, compiled: &Compiled<V>) -> bool {
    let same_axes = match (&compiled.axes, body.axes()) {
        (Some(axes), Some(known)) => (axes.k, axes.c, axes.g) == (known.k, known.c, known.g),
        (None, None) => true,
        _ => false,
    };
    !begins(body)
        && !body.cold().is_some_and(|cold| cold.throws)
        && has_rate(body, compiled)
        && compiled.law == body.lasting_law()
        && same_axes
        && match body.contacts() {
            Some(contacts) => contacts.obey(compiled.barriers.as_deref()),
            None => compiled.barriers.is_none(),
        }
        && compiled.pace == body.pace()
}

/// Whether the exponential rate in this law could not begin when it was new. It has no second try until it is
/// inserted again or changed.
pub(crate) fn has_refused<V: Space>(body: &Body<V>, compiled: &Compiled<V>) -> bool {
    compiled.rate.is_some() && Fault::Rate.is_noted(body.faults) && !begins(body) && has_rate(body, compiled)
}

/// Whether the exponential rate in this law is the one last seen.
fn has_rate<V: Space>(body: &Body<V>, compiled: &Compiled<V>) -> bool {
    match (&compiled.rate, body.cold().and_then(|cold| cold.rate.as_ref())) {
        (Some(rate), Some(known)) => rate.same(known),
        (None, None) => true,
        _ => false,
    }
}

/// Whether this exponential rate is not the one that the motion has played: it runs, it could not begin, or it
/// was inserted or changed since.
pub(crate) fn is_to_play<V: Space>(body: &Body<V>, rate: &Rate<V>) -> bool {
    let seen = body.cold().and_then(|cold| cold.rate.as_ref());
    let (begins, runs) = (begins(body), body.running_rate().is_some());
    begins || runs || Fault::Rate.is_noted(body.faults) || seen.is_some_and(|seen| !seen.same(rate))
}

/// Whether an exponential rate was inserted that has not begun yet.
fn begins<V: Space>(body: &Body<V>) -> bool {
    body.cold().is_some_and(|cold| cold.begins)
}

/// Begins an exponential rate where the motion is. False, noted as a fault, where it cannot begin.
fn begin_rate<V: Space>(body: &mut Body<V>, rate: &Rate<V>, law: Law<V>, no_axes: bool) -> bool {
    let alone = no_axes && law.k == 0.0 && law.c == 0.0 && law.a == zero();
    let running_rate = RunningRate::begin(rate, body.state.position, law, alone);
    Fault::Rate.turns(&mut body.faults, running_rate.is_none());
    let Some(running_rate) = running_rate else { return false };
    let velocity = running_rate.start_velocity();
    if let Some(end) = running_rate.end().filter(|_| running_rate.left == 0.0) {
        body.make_cold();
        body.moved |= body.state.position != end.position;
        body.state.position = end.position;
    }
    body.make_cold().running_rate = Some(Box::new(running_rate));
    body.state.velocity = velocity;
    true
}
