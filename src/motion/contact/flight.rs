//! A number on its way to where a throw lands.

use super::{
    Contacts,
    coordinate::{Axis, Regime},
};
use crate::{
    law::fling::Throw,
    math::{self, Approach, Landing, Law, Slope, crossing::Tracking},
    motion::{body::Body, fault::Fault},
    space::{Space, State, WideTangent, length},
};

/// What takes a number to where it lands.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Flight {
    /// A throw, and how long it is on its way at the segment's start. Unit: s of the entity's own time.
    Throw { fling: math::Fling, elapsed: f64 },
    /// A spring, where no throw leads there.
    Spring { k: f64, c: f64, target: f64 },
    /// The number is beyond a soft bound, or glides past it: its throw begins where it comes back.
    Waiting,
}

/// How throws have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Ended {
    /// All of them have landed, which is to be told.
    Landed,
    /// Something else has ended one of them.
    Broken,
}

impl Flight {
    /// Begins from a number and its rate, under its friction and dry friction; returns `None` if the number is at its end, and at rest. A
    /// number that `passes` its end glides past it, if it would do so by itself.
    fn begin<V: Space>(
        throw: &Throw<V>,
        [friction, dry]: [f64; 2],
        end: f64,
        [number, rate]: [f64; 2],
        passes: bool,
    ) -> Option<Self> {
        let landing = Landing::new(number, rate, end).with_least_speed(throw.least_speed.into()).with_dry(dry);
        let approach = match throw.duration {
            Some(duration) => landing.approach_in(end, duration.into()),
            None => landing.approach(end, friction, throw.longest.into()),
        };
        match approach {
            Ok(Approach::Rest) => None,
            // A throw with all of the entity's friction would be stopped at its end by more than that.
            Ok(Approach::Throw(fling)) if passes && fling.friction() == friction => Some(Self::Waiting),
            Ok(Approach::Throw(fling)) => Some(Self::Throw { fling, elapsed: 0.0 }),
            Ok(Approach::Spring(_)) | Err(_) => {
                // Fast enough not to overshoot what it moves towards.
                let towards = rate / (end - number);
                let omega = f64::from(throw.angular_frequency).max(if towards.is_finite() { towards } else { 0.0 });
                Some(Self::Spring { k: omega * omega, c: 2.0 * omega, target: end })
            }
        }
    }

    /// The flight's law and target, where it has a law of its own.
    pub(super) fn tracking(&self, position: f64, velocity: f64) -> Option<Tracking> {
        let (law, target) = match *self {
            Self::Throw { fling, .. } => (fling.law(), 0.0),
            Self::Spring { k, c, target } => (Law { k, c, ..Law::default() }, target),
            Self::Waiting => return None,
        };
        Some(Tracking { law, target, target_slope: Slope::default(), position, velocity })
    }

    /// Where a throw lands, and when. Unit: s of the entity's own time after the segment's start.
    pub(super) fn landing(&self) -> Option<(f64, f64)> {
        match *self {
            Self::Throw { fling, elapsed } => Some((fling.final_value(), (fling.duration() - elapsed).max(0.0))),
            Self::Spring { .. } | Self::Waiting => None,
        }
    }

    /// Moves the flight with the world's origin.
    pub(super) fn shift(&mut self, by: f64) {
        match self {
            Self::Throw { fling, .. } => *fling = fling.with_end(fling.final_value() + by),
            Self::Spring { target, .. } => *target += by,
            Self::Waiting => {}
        }
    }
}

/// The part of dry friction that acts on a number with this rate.
pub(super) fn dry_share<V: Space>(dry: f64, rate: f64, velocity: WideTangent<V>) -> f64 {
    if dry == 0.0 || rate == 0.0 { 0.0 } else { dry * (rate.abs() / length(velocity)) }
}

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
    fn throw_or_wait(&mut self, place: usize, state: &State<V>, passing: [bool; 4]) {
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

impl<V: Space> Body<V> {
    /// Begins the throw that components ask for, if it is a new one. A throw that is refused waits.
    pub(super) fn begin_throws(&mut self) {
        if Fault::Law.is_noted(self.faults) {
            return;
        }
        let state = self.state;
        let Some(cold) = self.cold_mut() else { return };
        let begins = core::mem::take(&mut cold.throws);
        let passing = cold.snapped.as_ref().map_or([false; 4], |snapped| snapped.passing);
        let Some(contacts) = &mut cold.contacts else { return };
        let throw = contacts.barriers.throw;
        if throw.is_none() || (contacts.thrown == throw && !begins) {
            return;
        }
        contacts.thrown = throw;
        contacts.ended = None;
        cold.finished.extend(contacts.landing.take());
        contacts.is_broken = false;
        for place in 0..contacts.coordinates.len() {
            contacts.throw_or_wait(place, &state, passing);
        }
        let springs = |flight: &Flight| !matches!(flight, Flight::Throw { .. });
        contacts.is_broken =
            contacts.coordinates.iter().filter_map(|coordinate| coordinate.flight.as_ref()).any(springs);
        if !contacts.flies() {
            contacts.ended = Some(Ended::Broken);
        }
    }
}
