//! Velocities of entities of which only the place is known.

use crate::{
    camera::OrbitYaw,
    math::{
        camera::Placement,
        rotation::{Quaternion, Vector3},
    },
    motion::{Presentation, clock::Clock},
};

/// At which time of a frame something is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Before a tick's systems run, or before the frame's.
    Before,
    /// After them.
    After,
    /// For the frame that is drawn.
    Drawn,
}

/// An instant at which cameras are placed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instant {
    pub(crate) when: Look,
    /// Unit: s after the last tick.
    pub(crate) after: f64,
    /// For how long to extrapolate entities that user code moves in ticks and has not moved yet. Unit: s.
    pub(crate) coming: f64,
    /// It is a tick's instant, and drawing is one tick late.
    pub(crate) is_ahead: bool,
}

impl Instant {
    pub(crate) fn of(when: Look, clock: &Clock<OrbitYaw>) -> Self {
        let coming = if when == Look::Before { clock.h } else { 0.0 };
        let is_ahead = clock.presentation == Presentation::Delayed && when != Look::Drawn;
        Self { when, after: clock.acts_at(None), coming, is_ahead }
    }
}

/// How long after it has moved in a tick something counts as moved in ticks. Unit: s.
const PATIENCE: f64 = 0.1;

/// The last places of something, and when it was found there (s), the latest first.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Samples {
    found: [Option<(f64, Placement)>; 3],
    /// Whether it stood for a while before each of these: it has not gone there along a line.
    #[cfg_attr(feature = "serialize", serde(default))]
    stood: [bool; 3],
    /// The instants of the last look after a tick and of the last one for a drawn frame (s).
    #[cfg_attr(feature = "serialize", serde(default))]
    looked: [Option<f64>; 2],
    /// How far apart the last two of both kinds were (s); 0 if that is not known.
    #[cfg_attr(feature = "serialize", serde(default))]
    apart: [f64; 2],
    /// Where it was at the last look.
    seen: Option<Placement>,
    /// Only its place is sampled, and not its orientation.
    #[cfg_attr(feature = "serialize", serde(default))]
    is_place: bool,
    /// When it last moved between a look before a tick and the one after it (s).
    ticked: Option<f64>,
}

impl Samples {
    /// Takes in where it is `now` (s), and that it was put there at `instant` at the earliest. Returns whether it is not where it was.
    ///
    /// What moves in ticks may be drawn elsewhere, between two ticks: where it is drawn is no news of where it goes.
    pub(crate) fn look(&mut self, look: Look, instant: f64, now: f64, is_place: bool, placement: &Placement) -> bool {
        if self.is_place != is_place {
            *self = Self { is_place, ..Self::default() };
        }
        let before = self.seen.replace(*placement);
        let kind = match look {
            Look::Before => None,
            Look::After => Some(0),
            Look::Drawn => Some(1),
        };
        if let Some(kind) = kind
            && let Some(last) = self.looked[kind].replace(now)
        {
            self.apart[kind] = now - last;
        }
        let has_moved =
            |before: Placement| before.position != placement.position || before.orientation != placement.orientation;
        let is_news = before.is_none_or(has_moved);
        if look == Look::After && before.is_some() && is_news {
            self.ticked = Some(now);
        }
        let moves_in_ticks = self.ticked.is_some_and(|ticked| now - ticked <= PATIENCE);
        if look == Look::After || !moves_in_ticks {
            self.take(instant, placement);
        }
        is_news
    }

    /// Takes in where it is, found at `instant`; whether that is news.
    fn take(&mut self, instant: f64, placement: &Placement) -> bool {
        let [latest, previous, _] = self.found;
        match latest {
            Some((_, known)) if known.position == placement.position && known.orientation == placement.orientation => {
                return false;
            }
            // Written twice at the same instant: the last one counts.
            Some((known, _)) if known >= instant => self.found[0] = Some((known, *placement)),
            _ => {
                let stood = latest.is_some_and(|(known, _)| instant - known > self.patience());
                self.found = [Some((instant, *placement)), latest, previous];
                self.stood = [stood, self.stood[0], self.stood[1]];
            }
        }
        true
    }

    /// What has not moved for longer than this stands: two steps and a half, because frames are not all of the same length (s). Infinite if the
    /// step is not known.
    fn patience(&self) -> f64 {
        let apart = self.apart[0].max(self.apart[1]);
        if apart > 0.0 { 2.5 * apart } else { f64::INFINITY }
    }

    /// Puts all of them elsewhere, with the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        for placement in self.found.iter_mut().flatten().map(|(_, placement)| placement).chain(&mut self.seen) {
            placement.position = placement.position + by;
        }
    }

    /// Velocity and angular velocity at the latest sample, as it is at `now`. Returns `None` after one sample, and after the first step of what
    /// stood before. What was not found elsewhere for longer than between the last two samples stands.
    ///
    /// # Reference
    ///
    /// The derivative of the parabola through three samples, the line's through two.
    pub(crate) fn velocities(&self, now: f64) -> Option<(Vector3, Vector3)> {
        let [Some((t0, here)), Some((t1, before)), earlier] = self.found else { return None };
        if self.stood[0] {
            return (now - t0 > self.patience()).then_some((Vector3::default(), Vector3::default()));
        }
        let h = t0 - t1;
        // A half more: frames are not all of the same length.
        if now - t0 > 1.5 * h {
            return Some((Vector3::default(), Vector3::default()));
        }
        let (latest, turning) = rates(&here, &before, h);
        let Some((t2, first)) = earlier.filter(|_| !self.stood[1]) else { return Some((latest, turning)) };
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
    fn a_parabola_is_known_after_three_samples_however_they_are_spaced() {
        let mut samples = Samples::default();
        assert!(samples.take(0.1, &at(0.1)) && samples.velocities(0.1).is_none());
        assert!(samples.take(0.13, &at(0.13)) && !samples.take(0.14, &at(0.13)));
        let (two, _) = samples.velocities(0.13).unwrap();
        assert!((two.x - (2.0 - 6.0 * 0.115)).abs() < 1e-12, "{two:?}");
        samples.take(0.18, &at(0.18));
        let (velocity, turning) = samples.velocities(0.18).unwrap();
        assert!((velocity.x - (2.0 - 6.0 * 0.18)).abs() < 1e-12, "{velocity:?}");
        assert!((turning.y - (0.5 + 2.0 * 0.18)).abs() < 1e-12, "{turning:?}");
        assert_eq!(samples.velocities(0.3), Some((Vector3::default(), Vector3::default())));
    }

    #[test]
    fn a_jump_after_a_stop_is_no_velocity_and_motion_from_rest_is_known_after_its_second_step() {
        let place = |x: f64| Placement { position: Vector3::new(x, 0.0, 0.0), ..Placement::REST };
        let mut samples = Samples::default();
        let h = 1.0 / 60.0;
        let look = |samples: &mut Samples, frame: i32, x: f64| {
            let now = f64::from(frame) * h;
            samples.look(Look::Drawn, now - h, now, false, &place(x));
            samples.velocities(now).map(|(velocity, _)| velocity.x)
        };
        for frame in 0..60 {
            assert!(look(&mut samples, frame, 0.0).is_none_or(|velocity| velocity == 0.0));
        }
        assert_eq!([60, 61].map(|frame| look(&mut samples, frame, 10.0)), [None, None]);
        for frame in 62..100 {
            assert_eq!(look(&mut samples, frame, 10.0), Some(0.0), "{frame}");
        }
        assert_eq!(look(&mut samples, 100, 10.1), None);
        for frame in 101..110 {
            let velocity = look(&mut samples, frame, 10.0 + 0.1 * f64::from(frame - 99)).unwrap();
            assert!((velocity - 6.0).abs() < 1e-9, "{frame}: {velocity}");
        }
    }

    #[test]
    fn what_moves_in_ticks_and_is_drawn_between_them_goes_as_it_does_in_ticks() {
        let (mut samples, h) = (Samples::default(), 1.0 / 64.0);
        for tick in 1..20 {
            let (last, now) = (f64::from(tick - 1) * h, f64::from(tick) * h);
            samples.look(Look::Before, last + 0.3 * h, now, false, &at(last));
            samples.look(Look::After, now, now, false, &at(now));
            samples.look(Look::Drawn, now, now + 0.3 * h, false, &at(last + 0.3 * h));
        }
        let (velocity, _) = samples.velocities(19.3 * h).unwrap();
        assert!((velocity.x - (2.0 - 6.0 * 19.0 * h)).abs() < 1e-9, "{velocity:?}");
    }
}
