//! Where a held entity has been lately, and how fast it moved.

use alloc::collections::VecDeque;

use crate::space::{Space, WideTangent, zero};

/// The velocity is measured over so long. Unit: s of real time, whatever the clock's: the finger's. Long enough to even out a pointer's
/// jitter, short enough to forget the way before a flick.
const WINDOW: f64 = 0.1;

/// An entity that is not moved for so long is held still. Unit: s of real time. Three frames at 60 Hz: a hand
/// that moves is not still for that.
const STILL: f64 = 0.05;

/// Where a held entity has been lately.
///
/// Its instants are relative to the last tick, as all of a motion's: a hand that is put back does not depend on what the clock shows.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Hand<V: Space> {
    /// Oldest first: the sightings within the window, and one before.
    pub(crate) sightings: VecDeque<Sighting<V>>,
    /// Where the entity was grabbed.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional"))]
    pub(crate) grabbed: Option<V::Wide>,
    /// Set while the entity is held still.
    still: Option<Still>,
}

/// When the entity was last seen still: by a system that writes once a tick, and by one that writes once a
/// frame. Unit: s after the last tick.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
struct Still {
    at_tick: f64,
    at_frame: f64,
}

impl Still {
    /// When the entity was last seen still by a system that writes at `now`.
    fn until(&self, now: f64) -> f64 {
        if now == 0.0 { self.at_tick } else { self.at_frame }
    }

    /// Notes that the entity is still at `now`.
    fn see(&mut self, now: f64) {
        if now == 0.0 {
            self.at_tick = now;
        } else {
            self.at_frame = now;
        }
    }
}

/// Where the entity was seen, and when.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Sighting<V: Space> {
    /// Unit: s after the last tick.
    instant: f64,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    place: V::Wide,
}

impl<V: Space> Hand<V> {
    /// Notes the entity's place at `now` (s after the last tick), by a clock that shows `pace` seconds for each one of real time.
    pub(crate) fn push(&mut self, now: f64, place: V::Wide, pace: f64) {
        let sighting = Sighting { instant: now, place };
        if self.sightings.is_empty() {
            self.grabbed = Some(place);
        }
        match (self.sightings.back_mut(), &mut self.still) {
            (Some(last), _) if last.instant == now => last.place = place,
            // An entity that is put elsewhere in no time, as in a pause, has not moved.
            (Some(last), Some(still)) if last.place == place || still.until(now) == now => {
                last.place = place;
                still.see(now);
            }
            // An entity that has not moved may have stopped, or is just not written in this schedule: that is not known yet.
            (Some(last), None) if last.place == place && now - last.instant <= STILL * pace => {}
            (Some(last), still) if last.place == place => {
                *still = Some(Still { at_tick: now, at_frame: now });
                self.sightings.clear();
                self.sightings.push_back(sighting);
            }
            (last, still) => {
                // A flick is measured from where stillness ended.
                if let Some((last, still)) = last.zip(still.take()) {
                    last.instant = still.until(now);
                }
                self.sightings.push_back(sighting);
            }
        }
        while self.sightings.get(1).is_some_and(|second| second.instant <= now - WINDOW * pace) {
            self.sightings.pop_front();
        }
    }

    /// A tick of length `h` is over.
    pub(crate) fn pass(&mut self, h: f64) {
        for sighting in &mut self.sightings {
            sighting.instant -= h;
        }
        if let Some(still) = &mut self.still {
            still.at_tick -= h;
            still.at_frame -= h;
        }
    }

    /// Shifts the hand with the world.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
        for sighting in &mut self.sightings {
            sighting.place = V::offset(sighting.place, by);
        }
        self.grabbed = self.grabbed.map(|grabbed| V::offset(grabbed, by));
    }

    /// The mean velocity over the window that ends where the entity was last seen moving, or since it was grabbed. `pace` as
    /// for [`push`](Self::push).
    pub(crate) fn velocity(&self, pace: f64) -> WideTangent<V> {
        let (Some(last), Some(first)) = (self.sightings.back(), self.sightings.front()) else { return zero() };
        let from = last.instant - WINDOW * pace;
        // The window begins between the first two.
        let (since, begin) = match self.sightings.get(1) {
            Some(second) if first.instant < from && second.instant > first.instant => {
                let share = (from - first.instant) / (second.instant - first.instant);
                (from, V::offset(first.place, V::difference(second.place, first.place) * share))
            }
            _ => (first.instant, first.place),
        };
        let length = last.instant - since;
        if length > 0.0 { V::difference(last.place, begin) * (1.0 / length) } else { zero() }
    }
}
