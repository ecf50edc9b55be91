//! Applies the events of bounds, throws and dry friction to a motion.

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
    /// The segment that starts at `event`, which is an event of a bound, a throw or dry friction.
    pub(crate) fn after_contact(
        &self,
        contacts: &Contacts<V>,
        event: &Event,
        cache: &mut ResponseCache,
        reached: &mut Vec<Reached<V>>,
    ) -> Self {
        let &Event { instant, own_time, kind } = event;
        let mut rest = self.cut(instant, own_time, self.eval_with(contacts, own_time, cache));
        let Some(mut after) = rest.contacts.take().map(|contacts| *contacts.into_owned()) else { return rest };
        after.count_change();
        match kind {
            Kind::Reaches { place, bound, inside, contact } => {
                rest.reach(&mut after, place, bound, inside, contact, reached);
            }
            Kind::Passes { place, bound } => {
                rest.place_on_bound(&after, place, bound);
                if let Some(coordinate) = after.coordinates.get_mut(place) {
                    coordinate.outside.take_if(|outside| *outside == bound);
                    coordinate.leaving = Some(bound);
                }
            }
            Kind::Crosses { place, bound } => {
                if let Some(coordinate) = after.coordinates.get_mut(place) {
                    coordinate.regime = regime_across(coordinate, bound);
                }
            }
            Kind::Leaves { place, bound, regime } => {
                rest.place_on_bound(&after, place, bound);
                if let Some(coordinate) = after.coordinates.get_mut(place) {
                    coordinate.kept = None;
                    coordinate.leaving = Some(bound);
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

    /// Ends the throw of a coordinate: moves the coordinate exactly to the end, and stops it there.
    fn land(&mut self, contacts: &mut Contacts<V>, place: usize) {
        let Some(coordinate) = contacts.coordinates.get_mut(place) else { return };
        let axis = Axis::of(&contacts.barriers, coordinate.index);
        if let Some((end, _)) = coordinate.flight.take().and_then(|flight| flight.landing()) {
            self.state.position = axis.with_position(self.state.position, end);
            self.state.velocity = axis.with_part(self.state.velocity, 0.0);
        }
        contacts.note_end(Ended::Landed);
        if contacts.ended == Some(Ended::Landed) {
            contacts.landing = Some(Ending { of: TimedMove::Fling, instant: self.start, state: self.state });
        }
    }

    /// Stops all coordinates that are not kept on a bound.
    fn stop(&mut self, contacts: &Contacts<V>) {
        let kept = contacts.coordinates.iter().filter(|coordinate| coordinate.kept.is_some());
        self.state.velocity = kept.fold(zero(), |velocity, coordinate| {
            let axis = Axis::of(&contacts.barriers, coordinate.index);
            axis.with_part(velocity, axis.part(self.state.velocity))
        });
    }

    /// Moves a coordinate exactly to the bound, to undo rounding.
    fn place_on_bound(&mut self, contacts: &Contacts<V>, place: usize, bound: Bound) {
        let Some(coordinate) = contacts.coordinates.get(place) else { return };
        let Some(level) = self.level(contacts, coordinate, bound) else { return };
        let axis = Axis::of(&contacts.barriers, coordinate.index);
        self.state.position = axis.with_position(self.state.position, level.position);
    }

    /// Sets the velocity, unless an f32 cannot hold it.
    fn set_velocity(&mut self, velocity: WideTangent<V>) {
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
        self.place_on_bound(contacts, place, bound);
        let Some(coordinate) = contacts.coordinates.get(place) else { return };
        let Some(level) = self.level(contacts, coordinate, bound) else { return };
        let axis = Axis::of(&contacts.barriers, coordinate.index);
        self.set_velocity(axis.with_part(self.state.velocity, contact.velocity));
        let before = self.state.velocity;
        let was_kept = coordinate.was_kept_on == Some(bound);
        let is_new = if bound.is_soft() {
            let kept = self.stays_on_soft_bound(contacts, place, &level, bound, contact);
            let Some(coordinate) = contacts.coordinates.get_mut(place) else { return };
            let mut is_new = cross_soft_bound(coordinate, bound, contact);
            if kept.is_some() {
                coordinate.kept = kept;
                (coordinate.regime, coordinate.leaving) = (Regime::Within, None);
                self.set_velocity(axis.with_part(self.state.velocity, level.slope.e1));
                // A coordinate that was already on the bound makes no new contact.
                is_new &= (contact.time > 0.0 || contact.relative_velocity != 0.0) && !was_kept;
            }
            let (regime, flight) = (coordinate.regime, coordinate.flight);
            if is_new {
                contacts.break_throw(place);
            } else if regime == Regime::Within && matches!(flight, Some(Flight::Waiting)) {
                contacts.throw(place, &self.state, false);
            }
            is_new
        } else {
            contacts.break_throw(place);
            let share = if bound == Bound::Target { 0.0 } else { contacts.barriers.restitution };
            let outgoing = if contacts.may_follow_more() { -share * contact.relative_velocity } else { 0.0 };
            let stays = self.stays_on_hard_bound(contacts, place, &level, inside, outgoing);
            let rate = level.slope.e1 + if stays { 0.0 } else { outgoing };
            self.set_velocity(axis.with_part(self.state.velocity, rate));
            if let Some(coordinate) = contacts.coordinates.get_mut(place) {
                coordinate.kept = stays.then_some((bound, inside));
                // A coordinate that only touches the bound, or is stopped by it, counts as leaving.
                coordinate.leaving = (!stays && outgoing == 0.0).then_some(bound);
            }
            // A coordinate that was already on the bound makes no new contact.
            (contact.time > 0.0 || contact.relative_velocity != 0.0) && !was_kept
        };
        if is_new {
            let (index, place) = (contacts.coordinates[place].index, self.state.position);
            let after = self.state.velocity;
            reached.push(Reached { index, bound, instant: self.start, place, before, after });
        }
    }

    /// If a coordinate stays on a soft bound, returns the bound and its inner side. It stays if the laws of both sides press it onto the
    /// bound and it is too slow to leave visibly, or if too many changes have been followed lately. A coordinate with a throw never stays.
    fn stays_on_soft_bound(
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
        (lies && !coordinate.is_point() || !contacts.may_follow_more()).then_some((bound, inside))
    }

    /// Whether a coordinate stays on a hard bound that it would leave with the speed `outgoing`: it is pressed onto the bound and too slow
    /// to leave visibly, or too many changes have been followed lately.
    fn stays_on_hard_bound(
        &self,
        contacts: &Contacts<V>,
        place: usize,
        level: &Level,
        inside: Side,
        outgoing: f64,
    ) -> bool {
        let Some(coordinate) = contacts.coordinates.get(place) else { return false };
        let tracking = self.carried(contacts, coordinate, coordinate.regime, level);
        let push = tracking.push(level);
        let pressing = if inside == Side::Above { -push } else { push };
        if !contacts.may_follow_more() {
            return true;
        }
        if outgoing == 0.0 {
            // Without a push, a coordinate at rest also stays unless it is about to move inwards: it may be pressed onto the bound soon.
            return stays_at_rest(pressing, &tracking, level, inside);
        }
        // A bouncing coordinate stays if the height that it would reach against this push is not visible.
        pressing > 0.0 && outgoing * outgoing <= 2.0 * pressing * contacts.least_height(level)
    }
}

impl<V: Space> Contacts<V> {
    /// The smallest height of a bounce that is visible. Unit: property units.
    fn least_height(&self, level: &Level) -> f64 {
        let spacing = level.position.abs() * V::SPACING;
        self.barriers.tolerance.max(spacing).max(f64::from(f32::MIN_POSITIVE))
    }
}

/// Whether a coordinate at rest on a bound stays there.
fn stays_at_rest(pressing: f64, tracking: &Tracking, level: &Level, inside: Side) -> bool {
    if pressing != 0.0 {
        return pressing > 0.0;
    }
    let still = Tracking { velocity: level.slope.e1, ..*tracking };
    still.heading(level) != Some(inside)
}

/// Switches a coordinate to the law on the other side of a soft bound. Returns whether that is a contact.
fn cross_soft_bound(coordinate: &mut Coordinate, bound: Bound, contact: Contact) -> bool {
    if contact.relative_velocity == 0.0 && contact.time > 0.0 {
        // The coordinate touches the bound and turns.
        coordinate.leaving = Some(bound);
        return false;
    }
    let enters = coordinate.regime == Regime::Within;
    coordinate.regime = regime_across(coordinate, bound);
    enters
}

/// The regime on the other side of a soft bound.
fn regime_across(coordinate: &Coordinate, bound: Bound) -> Regime {
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
