//! The recent positions of a grabbed entity, and its measured velocity.

use alloc::collections::VecDeque;

use crate::space::{Space, WideTangent, zero};

/// The interval over which the velocity is measured. Unit: s of real time, whichever clock steps the property, because a finger moves in
/// real time. It is long enough to even out a pointer's jitter, and short enough to leave out the movement before a flick.
const WINDOW: f64 = 0.1;

/// An entity that does not move for longer than this counts as held still. Unit: s of real time. It is three frames at 60 Hz, so that a
/// moving finger does not count as still because of a few missing events.
const STILL: f64 = 0.05;

/// The recent positions of a grabbed entity.
///
/// Like all instants of a motion, those of the positions are relative to the last tick, so that a restored state does not depend on the
/// clock's current time.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct GrabTrack<V: Space> {
    /// The positions within the window and the last one before it, oldest first.
    pub(crate) points: VecDeque<TrackPoint<V>>,
    /// The position at which the entity was grabbed.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional"))]
    pub(crate) grabbed: Option<V::Wide>,
    /// Set while the entity is held still.
    still: Option<Still>,
}

/// The last tick and the last frame at which an entity was still. Both are kept, because some systems write the value once a tick and
/// others once a frame. Unit: s after the last tick.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
struct Still {
    at_tick: f64,
    at_frame: f64,
}

impl Still {
    /// The last instant of the same kind as `now`, a tick or a frame, at which the entity was still.
    fn until(&self, now: f64) -> f64 {
        if now == 0.0 { self.at_tick } else { self.at_frame }
    }

    /// Records that the entity is still at `now`.
    fn note_still(&mut self, now: f64) {
        if now == 0.0 {
            self.at_tick = now;
        } else {
            self.at_frame = now;
        }
    }
}

/// A position of the entity, and when the entity was there.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct TrackPoint<V: Space> {
    /// Unit: s after the last tick.
    instant: f64,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    place: V::Wide,
}

impl<V: Space> GrabTrack<V> {
    /// Records the entity's position at `now` (s after the last tick). `clock_speed` is the speed of the property's clock
    /// relative to real time.
    pub(crate) fn push(&mut self, now: f64, place: V::Wide, clock_speed: f64) {
        let point = TrackPoint { instant: now, place };
        if self.points.is_empty() {
            self.grabbed = Some(place);
        }
        match (self.points.back_mut(), &mut self.still) {
            (Some(last), _) if last.instant == now => last.place = place,
            // A position change in no time, for instance during a pause, is not movement.
            (Some(last), Some(still)) if last.place == place || still.until(now) == now => {
                last.place = place;
                still.note_still(now);
            }
            // An entity that has not moved may have stopped, or its value may not be written in this schedule. It counts as still only
            // after a while.
            (Some(last), None) if last.place == place && now - last.instant <= STILL * clock_speed => {}
            (Some(last), still) if last.place == place => {
                *still = Some(Still { at_tick: now, at_frame: now });
                self.points.clear();
                self.points.push_back(point);
            }
            (last, still) => {
                // A flick is measured from the last instant at which the entity was still.
                if let Some((last, still)) = last.zip(still.take()) {
                    last.instant = still.until(now);
                }
                self.points.push_back(point);
            }
        }
        while self.points.get(1).is_some_and(|second| second.instant <= now - WINDOW * clock_speed) {
            self.points.pop_front();
        }
    }

    /// Advances by a tick of length `h`.
    pub(crate) fn pass(&mut self, h: f64) {
        for point in &mut self.points {
            point.instant -= h;
        }
        if let Some(still) = &mut self.still {
            still.at_tick -= h;
            still.at_frame -= h;
        }
    }

    /// Shifts the positions with the world's origin.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
        for point in &mut self.points {
            point.place = V::offset(point.place, by);
        }
        self.grabbed = self.grabbed.map(|grabbed| V::offset(grabbed, by));
    }

    /// The mean velocity over the window that ends when the entity was last seen moving, or since the grab if that is shorter.
    /// `clock_speed` is as in [`push`](Self::push).
    pub(crate) fn velocity(&self, clock_speed: f64) -> WideTangent<V> {
        let (Some(last), Some(first)) = (self.points.back(), self.points.front()) else { return zero() };
        let from = last.instant - WINDOW * clock_speed;
        // If the window begins between the first two positions, its first position is interpolated.
        let (since, begin) = match self.points.get(1) {
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
