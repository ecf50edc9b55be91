//! What a change makes of a motion.

use alloc::{borrow::Cow, boxed::Box, vec::Vec};

use super::{
    Contacts, Ended, Reached,
    axis::Axis,
    coordinate::{Coordinate, Regime},
    flight::Flight,
};
use crate::{
    events::TimedMove,
    law::Bound,
    math::crossing::{Contact, Level, Side, Tracking},
    path::{
        ending::Ending,
        event::{Event, Kind},
        response_cache::ResponseCache,
        segment::Segment,
    },
    space::{Space, State, WideTangent, zero},
};

impl<V: Space> Segment<'_, V> {
    /// The segment that starts with an `event` at bounds or of dry friction.
    pub(crate) fn after_contact(
        &self,
        contacts: &Contacts<V>,
        event: &Event,
        cache: &mut ResponseCache,
        reached: &mut Vec<Reached<V>>,
    ) -> Self {
        let &Event { instant, own, kind } = event;
        let mut rest = self.cut(instant, own, self.eval_with(contacts, own, cache));
        let Some(mut after) = rest.contacts.take().map(|contacts| *contacts.into_owned()) else { return rest };
        after.count_change();
        match kind {
            Kind::Reaches { place, bound, inside, contact } => {
                // The entity's own time may round to no time of the world's.
                rest.reach(&mut after, place, bound, inside, contact, reached);
            }
            Kind::Passes { place, bound } => {
                rest.put_on(&after, place, bound);
                if let Some(coordinate) = after.coordinates.get_mut(place) {
                    coordinate.outside.take_if(|outside| *outside == bound);
                    coordinate.left = Some(bound);
                }
            }
            Kind::Crosses { place, bound } => {
                if let Some(coordinate) = after.coordinates.get_mut(place) {
                    coordinate.regime = across(coordinate, bound);
                }
            }
            Kind::Leaves { place, bound, regime } => {
                rest.put_on(&after, place, bound);
                if let Some(coordinate) = after.coordinates.get_mut(place) {
                    coordinate.kept = None;
                    coordinate.left = Some(bound);
                    coordinate.regime = regime;
                }
            }
            Kind::Lands { place } => rest.land(&mut after, place),
            Kind::Stops => rest.stop(&after),
            Kind::BreaksFree => after.is_freed = true,
            Kind::RateEnds | Kind::TargetTurns => {}
        }
        rest.contacts = Some(Cow::Owned(Box::new(after)));
        rest
    }

    /// Puts a number on its end to the bit, at rest.
    fn land(&mut self, contacts: &mut Contacts<V>, place: usize) {
        let Some(coordinate) = contacts.coordinates.get_mut(place) else { return };
        let axis = Axis::of(&contacts.barriers, coordinate.index);
        if let Some((end, _)) = coordinate.flight.take().and_then(|flight| flight.landing()) {
            self.state.position = axis.put(self.state.position, end);
            self.state.velocity = axis.put_part(self.state.velocity, 0.0);
        }
        contacts.note_end(Ended::Landed);
        if contacts.ended == Some(Ended::Landed) {
            contacts.landing = Some(Ending { of: TimedMove::Fling, instant: self.start, state: self.state });
        }
    }

    /// Stops all numbers that are not kept on a bound.
    fn stop(&mut self, contacts: &Contacts<V>) {
        let kept = contacts.coordinates.iter().filter(|coordinate| coordinate.kept.is_some());
        self.state.velocity = kept.fold(zero(), |velocity, coordinate| {
            let axis = Axis::of(&contacts.barriers, coordinate.index);
            axis.put_part(velocity, axis.part(self.state.velocity))
        });
    }

    /// Puts a number on the bound to the bit, where rounding has put it beside.
    fn put_on(&mut self, contacts: &Contacts<V>, place: usize, bound: Bound) {
        let Some(coordinate) = contacts.coordinates.get(place) else { return };
        let Some(level) = self.level(contacts, coordinate, bound) else { return };
        let axis = Axis::of(&contacts.barriers, coordinate.index);
        self.state.position = axis.put(self.state.position, level.position);
    }

    /// Takes another velocity, unless an f32 cannot hold that.
    fn move_with(&mut self, velocity: WideTangent<V>) {
        let state = State { velocity, ..self.state };
        if V::is_presentable(&state) {
            self.state = state;
        }
    }

    fn reach(
        &mut self,
        contacts: &mut Contacts<V>,
        place: usize,
        bound: Bound,
        inside: Side,
        contact: Contact,
        reached: &mut Vec<Reached<V>>,
    ) {
        self.put_on(contacts, place, bound);
        let Some(coordinate) = contacts.coordinates.get(place) else { return };
        let Some(level) = self.level(contacts, coordinate, bound) else { return };
        let axis = Axis::of(&contacts.barriers, coordinate.index);
        self.move_with(axis.put_part(self.state.velocity, contact.velocity));
        let before = self.state.velocity;
        let rode = coordinate.rode == Some(bound);
        let is_new = if bound.is_soft() {
            let kept = self.lies_between(contacts, place, &level, bound, contact);
            let Some(coordinate) = contacts.coordinates.get_mut(place) else { return };
            let mut is_new = pass_softly(coordinate, bound, contact);
            if kept.is_some() {
                coordinate.kept = kept;
                (coordinate.regime, coordinate.left) = (Regime::Within, None);
                self.move_with(axis.put_part(self.state.velocity, level.slope.e1));
                // A number that lay on the bound already has no new contact.
                is_new &= (contact.time > 0.0 || contact.relative_velocity != 0.0) && !rode;
            }
            let (regime, flight) = (coordinate.regime, coordinate.flight);
            if is_new {
                contacts.break_off(place);
            } else if regime == Regime::Within && matches!(flight, Some(Flight::Waiting)) {
                contacts.throw(place, &self.state, false);
            }
            is_new
        } else {
            contacts.break_off(place);
            let share = if bound == Bound::Target { 0.0 } else { contacts.barriers.restitution };
            let outgoing = if contacts.follows_more() { -share * contact.relative_velocity } else { 0.0 };
            let stays = self.stays(contacts, place, &level, inside, outgoing);
            let rate = level.slope.e1 + if stays { 0.0 } else { outgoing };
            self.move_with(axis.put_part(self.state.velocity, rate));
            if let Some(coordinate) = contacts.coordinates.get_mut(place) {
                coordinate.kept = stays.then_some((bound, inside));
                // A number that touches the bound, or was stopped by it, is on its way back already.
                coordinate.left = (!stays && outgoing == 0.0).then_some(bound);
            }
            // A number that lay on the bound already has no new contact.
            (contact.time > 0.0 || contact.relative_velocity != 0.0) && !rode
        };
        if is_new {
            let (index, place) = (contacts.coordinates[place].index, self.state.position);
            let after = self.state.velocity;
            reached.push(Reached { index, bound, instant: self.start, place, before, after });
        }
    }

    /// The soft bound with its inner side, where the laws of both sides press the motion onto it, and it is too slow to be seen
    /// leaving it; or where it has been passed too often in a tick.
    fn lies_between(
        &self,
        contacts: &Contacts<V>,
        place: usize,
        level: &Level,
        bound: Bound,
        contact: Contact,
    ) -> Option<(Bound, Side)> {
        let coordinate = contacts.coordinates.get(place).filter(|coordinate| coordinate.flight.is_none())?;
        let (beyond, outside) = Regime::beyond(bound)?;
        let (inside, outward) = match outside {
            Side::Above => (Side::Below, 1.0),
            Side::Below => (Side::Above, -1.0),
        };
        let push = |regime| outward * self.carried(contacts, coordinate, regime, level).push(level);
        let weaker = f64::min(push(Regime::Within), -push(beyond));
        let speed = contact.relative_velocity;
        let lies = weaker > 0.0 && speed * speed <= 2.0 * weaker * contacts.least_height(level);
        (lies && !coordinate.is_point() || !contacts.follows_more()).then_some((bound, inside))
    }

    /// Whether a number that leaves a hard bound with this speed is pressed onto it, and so too slow to be seen leaving it.
    fn stays(&self, contacts: &Contacts<V>, place: usize, level: &Level, inside: Side, outgoing: f64) -> bool {
        let Some(coordinate) = contacts.coordinates.get(place) else { return false };
        let tracking = self.carried(contacts, coordinate, coordinate.regime, level);
        let push = tracking.push(level);
        let pressing = if inside == Side::Above { -push } else { push };
        if !contacts.follows_more() {
            return true;
        }
        if outgoing == 0.0 {
            // A number that is not pressed at first may be soon; until then it lies there.
            return lies(pressing, &tracking, level, inside);
        }
        // The height to which a number rises with this speed against this push is too small to be seen.
        pressing > 0.0 && outgoing * outgoing <= 2.0 * pressing * contacts.least_height(level)
    }
}

impl<V: Space> Contacts<V> {
    /// A number that rises by less is not seen leaving a bound. Unit: property units.
    fn least_height(&self, level: &Level) -> f64 {
        let spacing = level.position.abs() * V::SPACING;
        self.barriers.tolerance.max(spacing).max(f64::from(f32::MIN_POSITIVE))
    }
}

/// Whether a number that is at rest against a bound stays there.
fn lies(pressing: f64, tracking: &Tracking, level: &Level, inside: Side) -> bool {
    if pressing != 0.0 {
        return pressing > 0.0;
    }
    let still = Tracking { velocity: level.slope.e1, ..*tracking };
    still.heading(level) != Some(inside)
}

/// Lets a number obey the law on the other side of a soft bound. Returns whether that is a contact.
fn pass_softly(coordinate: &mut Coordinate, bound: Bound, contact: Contact) -> bool {
    if contact.relative_velocity == 0.0 && contact.time > 0.0 {
        // The number touches the bound and turns.
        coordinate.left = Some(bound);
        return false;
    }
    let enters = coordinate.regime == Regime::Within;
    coordinate.regime = across(coordinate, bound);
    enters
}

/// The law on the other side of a soft bound.
fn across(coordinate: &Coordinate, bound: Bound) -> Regime {
    let (outside, other) = match bound {
        Bound::SoftLower => (Regime::Below, Regime::Above),
        _ => (Regime::Above, Regime::Below),
    };
    match (coordinate.regime == Regime::Within, coordinate.is_point()) {
        (true, _) => outside,
        (false, true) => other,
        (false, false) => Regime::Within,
    }
}
