//! Computes the velocities of entities that report none, from samples of their positions and orientations.

use crate::{
    camera::OrbitYaw,
    math::{
        camera::Placement,
        rotation::{Quaternion, Vector3},
    },
    motion::{Presentation, clock::Clock},
};

/// The part of a frame in which cameras are placed and entities are sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Before the systems of the tick or the frame run.
    Before,
    /// After the systems of the tick or the frame have run.
    After,
    /// For the frame that is drawn next.
    Drawn,
    /// Once more, because something has changed that determines how cameras are placed.
    Again,
}

/// An instant at which cameras are placed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instant {
    pub(crate) phase: Phase,
    /// The instant, as the time after the last tick. Unit: s.
    pub(crate) after: f64,
    /// For how long to extrapolate entities that user code moves in ticks, but has not moved in this tick yet. Unit: s.
    pub(crate) extrapolation: f64,
    /// Whether this is a tick's instant and drawing is one tick late: the instant is then later than what is drawn.
    pub(crate) is_ahead: bool,
}

impl Instant {
    pub(crate) fn of(phase: Phase, clock: &Clock<OrbitYaw>) -> Self {
        let extrapolation = if phase == Phase::Before { clock.h } else { 0.0 };
        let is_ahead = clock.presentation == Presentation::Delayed && matches!(phase, Phase::Before | Phase::After);
        Self { phase, after: clock.acts_at(None), extrapolation, is_ahead }
    }
}

/// For this long after it last moved in a tick, an entity is assumed to move only in ticks. Unit: s.
const TICK_TIMEOUT: f64 = 0.1;

/// The last placements of an entity, from which its velocities are computed.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Samples {
    /// The last distinct placements, and when they were found (s), the latest first.
    latest: [Option<(f64, Placement)>; 3],
    /// For each placement in `latest`, whether the entity was at rest before it moved there. If so, that step is not used for a velocity.
    #[cfg_attr(feature = "serialize", serde(default))]
    was_resting: [bool; 3],
    /// The instants of the last sampling in [`Phase::After`] and of the last one in [`Phase::Drawn`] (s).
    #[cfg_attr(feature = "serialize", serde(default))]
    sampled_at: [Option<f64>; 2],
    /// The intervals between the last two samplings in [`Phase::After`] and in [`Phase::Drawn`] (s). 0 if unknown.
    #[cfg_attr(feature = "serialize", serde(default))]
    intervals: [f64; 2],
    /// The placement at the last sampling.
    last: Option<Placement>,
    /// Whether only the position is sampled, and not the orientation.
    #[cfg_attr(feature = "serialize", serde(default))]
    is_position: bool,
    /// When the entity last moved between the sampling before a tick and the one after it (s).
    moved_in_tick: Option<f64>,
}

impl Samples {
    /// Samples the placement of an entity at `now` (s). A new placement counts as reached at `instant` (s). Returns whether the placement
    /// has changed since the last sampling.
    ///
    /// An entity that moves in ticks may be drawn at an interpolated position between two ticks. Such a position is not a sample of its
    /// motion.
    pub(crate) fn sample(
        &mut self,
        phase: Phase,
        instant: f64,
        now: f64,
        is_position: bool,
        placement: &Placement,
    ) -> bool {
        if self.is_position != is_position {
            *self = Self { is_position, ..Self::default() };
        }
        let before = self.last.replace(*placement);
        let kind = match phase {
            // These come at irregular intervals, or at the same instants as others.
            Phase::Before | Phase::Again => None,
            Phase::After => Some(0),
            Phase::Drawn => Some(1),
        };
        if let Some(kind) = kind
            && let Some(last) = self.sampled_at[kind].replace(now)
        {
            self.intervals[kind] = now - last;
        }
        let has_moved =
            |before: Placement| before.position != placement.position || before.orientation != placement.orientation;
        let has_changed = before.is_none_or(has_moved);
        if phase == Phase::After && before.is_some() && has_changed {
            self.moved_in_tick = Some(now);
        }
        let moves_in_ticks = self.moved_in_tick.is_some_and(|moved| now - moved <= TICK_TIMEOUT);
        if phase == Phase::After || !moves_in_ticks {
            self.push(instant, placement);
        }
        has_changed
    }

    /// Adds the placement found at `instant`, unless it equals the latest one. Returns whether it was added.
    fn push(&mut self, instant: f64, placement: &Placement) -> bool {
        let [latest, previous, _] = self.latest;
        match latest {
            Some((_, known)) if known.position == placement.position && known.orientation == placement.orientation => {
                return false;
            }
            // The entity was written twice at the same instant: the last write counts.
            Some((known, _)) if known >= instant => self.latest[0] = Some((known, *placement)),
            _ => {
                let was_resting = latest.is_some_and(|(known, _)| instant - known > self.rest_timeout());
                self.latest = [Some((instant, *placement)), latest, previous];
                self.was_resting = [was_resting, self.was_resting[0], self.was_resting[1]];
            }
        }
        true
    }

    /// The time (s) after which an entity that has not moved counts as being at rest: two and a half intervals, because frames are not all
    /// of the same length. Infinite if the interval is not known.
    fn rest_timeout(&self) -> f64 {
        let interval = self.intervals[0].max(self.intervals[1]);
        if interval > 0.0 { 2.5 * interval } else { f64::INFINITY }
    }

    /// Shifts all samples with the origin of the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        for placement in self.latest.iter_mut().flatten().map(|(_, placement)| placement).chain(&mut self.last) {
            placement.position = placement.position + by;
        }
    }

    /// Velocity and angular velocity at the latest sample. Returns `None` after one sample. After the first step of an entity that was
    /// resting, returns `None` until the entity moves again or counts as being at rest.
    ///
    /// Both are 0 if the entity counts as being at rest: at `now` (s), it has not moved for longer than 1.5 times the interval between its
    /// last two samples, or, after a first step from rest, for longer than [`rest_timeout`](Self::rest_timeout).
    ///
    /// # Reference
    ///
    /// The derivative of the parabola through three samples, or of the line through two.
    pub(crate) fn velocities(&self, now: f64) -> Option<(Vector3, Vector3)> {
        let [Some((t0, here)), Some((t1, before)), earlier] = self.latest else { return None };
        if self.was_resting[0] {
            return (now - t0 > self.rest_timeout()).then_some((Vector3::default(), Vector3::default()));
        }
        let h = t0 - t1;
        // Half an interval is added because frames are not all of the same length.
        if now - t0 > 1.5 * h {
            return Some((Vector3::default(), Vector3::default()));
        }
        let (latest, turning) = rates(&here, &before, h);
        let Some((t2, first)) = earlier.filter(|_| !self.was_resting[1]) else { return Some((latest, turning)) };
        let g = t1 - t2;
        let (past, past_turning) = rates(&before, &first, g);
        let share = h / (h + g);
        Some((latest + (latest - past) * share, turning + (turning - past_turning) * share))
    }
}

/// The mean velocity and angular velocity over `h` (s).
fn rates(here: &Placement, before: &Placement, h: f64) -> (Vector3, Vector3) {
    let turned: Quaternion = here.orientation * before.orientation.conjugate();
    ((here.position - before.position) * (1.0 / h), turned.log() * (1.0 / h))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(t: f64) -> Placement {
        let turn = Quaternion::exp(Vector3::new(0.0, 0.5 * t + t * t, 0.0));
        Placement { position: Vector3::new(2.0 * t - 3.0 * t * t, 0.0, 0.0), orientation: turn, ..Placement::REST }
    }

    #[test]
    fn the_velocity_on_a_parabola_is_exact_after_three_samples_at_any_intervals() {
        let mut samples = Samples::default();
        assert!(samples.push(0.1, &at(0.1)) && samples.velocities(0.1).is_none());
        assert!(samples.push(0.13, &at(0.13)) && !samples.push(0.14, &at(0.13)));
        let (two, _) = samples.velocities(0.13).unwrap();
        assert!((two.x - (2.0 - 6.0 * 0.115)).abs() < 1e-12, "{two:?}");
        samples.push(0.18, &at(0.18));
        let (velocity, turning) = samples.velocities(0.18).unwrap();
        assert!((velocity.x - (2.0 - 6.0 * 0.18)).abs() < 1e-12, "{velocity:?}");
        assert!((turning.y - (0.5 + 2.0 * 0.18)).abs() < 1e-12, "{turning:?}");
        assert_eq!(samples.velocities(0.3), Some((Vector3::default(), Vector3::default())));
    }

    #[test]
    fn a_jump_from_rest_is_not_taken_for_motion_but_two_steps_are() {
        let place = |x: f64| Placement { position: Vector3::new(x, 0.0, 0.0), ..Placement::REST };
        let mut samples = Samples::default();
        let h = 1.0 / 60.0;
        let sample = |samples: &mut Samples, frame: i32, x: f64| {
            let now = f64::from(frame) * h;
            samples.sample(Phase::Drawn, now - h, now, false, &place(x));
            samples.velocities(now).map(|(velocity, _)| velocity.x)
        };
        for frame in 0..60 {
            assert!(sample(&mut samples, frame, 0.0).is_none_or(|velocity| velocity == 0.0));
        }
        assert_eq!([60, 61].map(|frame| sample(&mut samples, frame, 10.0)), [None, None]);
        for frame in 62..100 {
            assert_eq!(sample(&mut samples, frame, 10.0), Some(0.0), "{frame}");
        }
        assert_eq!(sample(&mut samples, 100, 10.1), None);
        for frame in 101..110 {
            let velocity = sample(&mut samples, frame, 10.0 + 0.1 * f64::from(frame - 99)).unwrap();
            assert!((velocity - 6.0).abs() < 1e-9, "{frame}: {velocity}");
        }
    }

    #[test]
    fn interpolated_positions_do_not_change_the_velocity_of_an_entity_that_moves_in_ticks() {
        let (mut samples, h) = (Samples::default(), 1.0 / 64.0);
        for tick in 1..20 {
            let (last, now) = (f64::from(tick - 1) * h, f64::from(tick) * h);
            samples.sample(Phase::Before, last + 0.3 * h, now, false, &at(last));
            samples.sample(Phase::After, now, now, false, &at(now));
            samples.sample(Phase::Drawn, now, now + 0.3 * h, false, &at(last + 0.3 * h));
        }
        let (velocity, _) = samples.velocities(19.3 * h).unwrap();
        assert!((velocity.x - (2.0 - 6.0 * 19.0 * h)).abs() < 1e-9, "{velocity:?}");
    }
}
