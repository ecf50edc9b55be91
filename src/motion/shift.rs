//! Shifts the stored positions of a motion with the world's origin, so that the motion continues unchanged.

use super::{body::Body, target};
use crate::{
    law::{Limits, throw::Throw},
    property::Property,
    space::{Space, WideTangent},
};

impl<V: Space> Body<V> {
    /// Shifts all positions that the motion stores, except its copies of `Limits` and `Fling`: [`take_shifted`] and [`take_shifted_throw`]
    /// replace these.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
        self.make_rare();
        self.state.position = V::offset(self.state.position, by);
        target::shift(self, by);
        if let Some(running_rate) = self.running_rate_mut() {
            running_rate.shift(by);
        }
        if let Some(rate) = self.rare_mut().and_then(|rare| rare.rate.as_mut()) {
            // Shifted in the same way as the component's displacement, so that the two still compare equal.
            rate.displacement = rate.displacement.shifted(by);
        }
        if let Some(history) = self.history_mut() {
            history.shift(by);
        }
        for ending in self.endings_mut() {
            ending.state.position = V::offset(ending.state.position, by);
        }
        let Some(rare) = self.rare_mut() else { return };
        for reached in &mut rare.reached {
            reached.place = V::offset(reached.place, by);
        }
        if let Some(contacts) = &mut rare.contacts {
            contacts.shift(by);
        }
    }
}

/// Replaces the stored throw with `after`, the component's throw after a shift, so that it still counts as the same throw. No-op if user
/// code has written another throw that is not adopted yet.
pub(crate) fn take_shifted_throw<V: Space>(body: &mut Body<V>, before: &Throw<V>, after: &Throw<V>) {
    if let Some(contacts) = body.contacts_mut().filter(|contacts| contacts.thrown.as_ref() == Some(before)) {
        contacts.thrown = Some(*after);
        contacts.barriers.throw = contacts.barriers.throw.map(|_| *after);
        contacts.land_at(after.end.widen());
    }
}

/// Shifts the stored choice of a throw's end. `end` is the end that the component holds after the shift.
pub(crate) fn shift_snap_choice<V: Space>(body: &mut Body<V>, by: WideTangent<V>, end: V) {
    if let Some(snap_choice) = body.rare_mut().and_then(|rare| rare.snap_choice.as_mut()) {
        snap_choice.shift(by, end);
    }
}

/// Replaces the stored bounds with those of `after`, the component after a shift, so that they still count as the same bounds. If user code
/// has written other bounds that are not adopted yet, the stored bounds are kept.
pub(crate) fn take_shifted<P: Property>(body: &mut Body<P::Value>, before: &Limits<P>, after: &Limits<P>) {
    let Some(contacts) = body.contacts_mut() else { return };
    let [known, shifted] = [before, after].map(|limits| {
        let mut barriers = (*contacts.barriers).clone();
        barriers.ranges.clear();
        limits.add_to_barriers(&mut barriers).is_ok().then_some(barriers)
    });
    if known.is_some_and(|known| known.same(&contacts.barriers))
        && let Some(shifted) = shifted
    {
        contacts.take_shifted(shifted);
    }
    place_on_bounds(body);
}

/// Moves each coordinate that is kept on a bound, or that rounding has moved beyond a bound, exactly to the bound.
fn place_on_bounds<V: Space>(body: &mut Body<V>) {
    if let Some(contacts) = body.contacts().cloned() {
        body.state.position = contacts.on_bounds(body.state.position, &body.segment());
    }
}

/// Moves a resting body with its resting leader, which is now at `leader`. The body's distance from the target does not change. Returns
/// `false` if the body is not moved.
pub(crate) fn follow_resting_leader<V: Space>(body: &mut Body<V>, leader: V::Wide) -> bool {
    let Some(aim) = target::aim(body) else { return false };
    let target = V::offset(leader, aim.offset);
    let position = V::offset(target, V::difference(body.state.position, body.target()));
    // Without a spring a body rests anywhere, and its target has no effect.
    let is_pulled = body.lasting_law().k > 0.0 || body.axes().is_some();
    let moves =
        is_pulled && target != body.target() && [target, position].iter().all(|&place| V::narrow(place).is_finite());
    if moves {
        body.state.position = position;
        body.set_target(target);
        place_on_bounds(body);
    }
    moves
}
