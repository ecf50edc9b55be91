//! A motion shifted with the world, so that nothing in it notices.

use super::{body::Body, led};
use crate::{
    law::{Limits, throw::Throw},
    property::Property,
    space::{Space, WideTangent},
};

impl<V: Space> Body<V> {
    /// Shifts everything that the motion remembers.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
        self.make_cold();
        self.state.position = V::offset(self.state.position, by);
        led::shift(self, by);
        if let Some(running_rate) = self.running_rate_mut() {
            running_rate.shift(by);
        }
        if let Some(rate) = self.cold_mut().and_then(|cold| cold.rate.as_mut()) {
            // Shifted as the component's own way, so that it is the same rate.
            rate.way = rate.way.shifted(by);
        }
        if let Some(history) = self.history_mut() {
            history.shift(by);
        }
        for ending in self.endings_mut() {
            ending.state.position = V::offset(ending.state.position, by);
        }
        let Some(cold) = self.cold_mut() else { return };
        for reached in &mut cold.reached {
            reached.place = V::offset(reached.place, by);
        }
        if let Some(contacts) = &mut cold.contacts {
            contacts.shift(by);
        }
    }
}

/// Takes the end of a throw as a component holds it after a shift, so that it counts as the same throw, unless another one
/// was written that is not adopted yet.
pub(crate) fn take_shifted_throw<V: Space>(body: &mut Body<V>, before: &Throw<V>, after: &Throw<V>) {
    if let Some(contacts) = body.contacts_mut().filter(|contacts| contacts.thrown.as_ref() == Some(before)) {
        contacts.thrown = Some(*after);
        contacts.barriers.throw = contacts.barriers.throw.map(|_| *after);
        contacts.land_at(after.end.widen());
    }
}

/// Shifts what is remembered of how a throw's end was chosen, with the end as a component holds it after the shift.
pub(crate) fn shift_snapped<V: Space>(body: &mut Body<V>, by: WideTangent<V>, end: V) {
    if let Some(snapped) = body.cold_mut().and_then(|cold| cold.snapped.as_mut()) {
        snapped.shift(by, end);
    }
}

/// Takes the bounds as components hold them after a shift, so that they count as the same bounds, unless others were
/// written that are not adopted yet.
pub(crate) fn take_shifted<P: Property>(body: &mut Body<P::Value>, before: &Limits<P>, after: &Limits<P>) {
    let Some(contacts) = body.contacts_mut() else { return };
    let [known, shifted] = [before, after].map(|limits| {
        let mut barriers = (*contacts.barriers).clone();
        barriers.ranges.clear();
        limits.bar(&mut barriers).is_ok().then_some(barriers)
    });
    if known.is_some_and(|known| known.same(&contacts.barriers))
        && let Some(shifted) = shifted
    {
        contacts.take_shifted(shifted);
    }
    lie_on_bounds(body);
}

/// Puts a body that is kept on a bound onto it.
fn lie_on_bounds<V: Space>(body: &mut Body<V>) {
    if let Some(contacts) = body.contacts().cloned() {
        body.state.position = contacts.on_bounds(body.state.position, &body.segment());
    }
}

/// Puts a body at rest as far from its target as before, where its resting leader puts that target now; false where it is there.
pub(crate) fn rest_beside<V: Space>(body: &mut Body<V>, leader: V::Wide) -> bool {
    let Some(aim) = led::aim(body) else { return false };
    let target = V::offset(leader, aim.offset);
    let position = V::offset(target, V::difference(body.state.position, body.target()));
    // Without a spring a body rests anywhere, and its target has no effect.
    let is_pulled = body.lasting_law().k > 0.0 || body.axes().is_some();
    let moves =
        is_pulled && target != body.target() && [target, position].iter().all(|&place| V::narrow(place).is_finite());
    if moves {
        body.state.position = position;
        body.set_target(target);
        lie_on_bounds(body);
    }
    moves
}
