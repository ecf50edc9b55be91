//! Throws of a motion's numbers: how they begin and end.

use super::{
    Contacts,
    axis::Axis,
    coordinate::Regime,
    flight::{Ended, Flight, dry_share},
};
use crate::space::{Space, State};

impl<V: Space> Contacts<V> {
    /// Begins the throw of the coordinate in this place, at this state; a number that `passes` its end glides past it.
    pub(super) fn throw(&mut self, place: usize, state: &State<V>, passes: bool) {
        let Self { barriers, coordinates, .. } = self;
        let (Some(throw), Some(coordinate)) = (&barriers.throw, coordinates.get_mut(place)) else { return };
        let axis = Axis::of(barriers, coordinate.index);
        if throw.thrown.get(coordinate.index) == Some(&false) {
            coordinate.flight = None;
            return;
        }
        let number = axis.number(state.position);
        let end = axis.number(throw.end.widen());
        let end = end + V::turns(end, number);
        let rate = axis.part(state.velocity);
        let forces = [barriers.friction, dry_share::<V>(barriers.dry, rate, state.velocity)];
        coordinate.flight = Flight::begin(throw, forces, end, [number, rate], passes);
        if coordinate.flight.is_some() {
            // It meets the bound that it lies on anew.
            coordinate.kept = None;
        }
    }

    /// [`throw`](Self::throw), but a number beyond its soft bounds waits until it is back.
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

    /// Moves the end of all throws to this place, which a shift of the world has rounded.
    pub(crate) fn land_at(&mut self, place: V::Wide) {
        let Self { barriers, coordinates, .. } = self;
        for coordinate in coordinates {
            let end = Axis::of(barriers, coordinate.index).number(place);
            match &mut coordinate.flight {
                Some(Flight::Throw { fling, .. }) => {
                    *fling = fling.with_end(end + V::turns(end, fling.final_value()));
                }
                Some(Flight::Spring { target, .. }) => *target = end + V::turns(end, *target),
                Some(Flight::Waiting) | None => {}
            }
        }
    }

    /// Notes that the throw of one number has ended, and how.
    pub(super) fn note_end(&mut self, ended: Ended) {
        self.is_broken |= ended == Ended::Broken;
        if self.coordinates.iter().all(|coordinate| coordinate.flight.is_none()) {
            self.ended = Some(if self.is_broken { Ended::Broken } else { Ended::Landed });
        }
    }

    /// Ends the throw of the coordinate in this place, which has reached a bound. A number that waits for its throw continues to wait.
    pub(super) fn break_off(&mut self, place: usize) {
        let begun = |flight: &mut Flight| !matches!(flight, Flight::Waiting);
        let flight = self.coordinates.get_mut(place).and_then(|coordinate| coordinate.flight.take_if(begun));
        if flight.is_some() {
            self.note_end(Ended::Broken);
        }
    }

    /// Whether a number is on its way to where a throw lands.
    pub(crate) fn flies(&self) -> bool {
        self.coordinates.iter().any(|coordinate| coordinate.flight.is_some())
    }

    /// Whether a number is on its way to where a throw lands by a law of the throw's.
    pub(crate) fn is_thrown(&self) -> bool {
        self.coordinates
            .iter()
            .any(|coordinate| coordinate.flight.is_some_and(|flight| !matches!(flight, Flight::Waiting)))
    }

    /// Ends all throws.
    pub(crate) fn end_throws(&mut self) {
        if self.flies() {
            for coordinate in &mut self.coordinates {
                coordinate.flight = None;
            }
            self.note_end(Ended::Broken);
        }
    }
}
