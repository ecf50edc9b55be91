//! Throws of a motion's coordinates: how they begin and end.

use super::{
    Contacts,
    axis::Axis,
    coordinate::Regime,
    flight::{Ended, Flight, dry_share},
};
use crate::space::{Space, State};

impl<V: Space> Contacts<V> {
    /// Begins the throw of the coordinate at index `place`, in this state. If `passes` is set, a coordinate that would glide past its end
    /// by itself waits until it comes back.
    pub(super) fn throw(&mut self, place: usize, state: &State<V>, passes: bool) {
        let Self { barriers, coordinates, .. } = self;
        let (Some(throw), Some(coordinate)) = (&barriers.throw, coordinates.get_mut(place)) else { return };
        let axis = Axis::of(barriers, coordinate.index);
        if throw.thrown.get(coordinate.index) == Some(&false) {
            coordinate.flight = None;
            return;
        }
        let position = axis.position(state.position);
        let end = axis.position(throw.end.widen());
        let end = end + V::turns(end, position);
        let rate = axis.part(state.velocity);
        let forces = [barriers.friction, dry_share::<V>(barriers.dry, rate, state.velocity)];
        coordinate.flight = Flight::begin(throw, forces, end, [position, rate], passes);
        if coordinate.flight.is_some() {
            // A coordinate that was kept on a bound may reach it again, as a new contact.
            coordinate.kept = None;
        }
    }

    /// Like [`throw`](Self::throw), but a coordinate beyond its soft bounds waits until it is back.
    pub(crate) fn throw_or_wait(&mut self, place: usize, state: &State<V>, passing: [bool; 4]) {
        match self.coordinates.get_mut(place) {
            Some(coordinate) if coordinate.regime != Regime::Within => {
                let is_thrown = self.barriers.throw.as_ref().and_then(|throw| throw.thrown.get(coordinate.index));
                coordinate.flight = (is_thrown != Some(&false)).then_some(Flight::Waiting);
            }
            Some(coordinate) => {
                let passes = passing.get(coordinate.index) == Some(&true);
                self.throw(place, state, passes);
            }
            None => {}
        }
    }

    /// Moves the end of all throws to `place`: the end after a shift of the world's origin, rounded as the component stores it.
    pub(crate) fn land_at(&mut self, place: V::Wide) {
        let Self { barriers, coordinates, .. } = self;
        for coordinate in coordinates {
            let end = Axis::of(barriers, coordinate.index).position(place);
            match &mut coordinate.flight {
                Some(Flight::Throw { fling, .. }) => {
                    *fling = fling.with_end(end + V::turns(end, fling.final_value()));
                }
                Some(Flight::Spring { target, .. }) => *target = end + V::turns(end, *target),
                Some(Flight::Waiting) | None => {}
            }
        }
    }

    /// Records that the throw of one coordinate has ended, and how.
    pub(super) fn note_end(&mut self, ended: Ended) {
        self.is_broken |= ended == Ended::Broken;
        if self.coordinates.iter().all(|coordinate| coordinate.flight.is_none()) {
            self.ended = Some(if self.is_broken { Ended::Broken } else { Ended::Landed });
        }
    }

    /// Ends the throw of the coordinate at index `place`, which has reached a bound. A coordinate that waits for its throw keeps waiting.
    pub(super) fn break_throw(&mut self, place: usize) {
        let begun = |flight: &mut Flight| !matches!(flight, Flight::Waiting);
        let flight = self.coordinates.get_mut(place).and_then(|coordinate| coordinate.flight.take_if(begun));
        if flight.is_some() {
            self.note_end(Ended::Broken);
        }
    }

    /// Whether a coordinate is in flight or waits for its throw.
    pub(crate) fn has_flights(&self) -> bool {
        self.coordinates.iter().any(|coordinate| coordinate.flight.is_some())
    }

    /// Whether a throw, or the spring that replaces it, moves a coordinate. Waiting coordinates do not count.
    pub(crate) fn is_thrown(&self) -> bool {
        self.coordinates
            .iter()
            .any(|coordinate| coordinate.flight.is_some_and(|flight| !matches!(flight, Flight::Waiting)))
    }

    /// Ends all throws.
    pub(crate) fn end_throws(&mut self) {
        if self.has_flights() {
            for coordinate in &mut self.coordinates {
                coordinate.flight = None;
            }
            self.note_end(Ended::Broken);
        }
    }
}
