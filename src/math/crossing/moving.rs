//! The first contact with a level that moves, behind a target that moves.

use super::gap::Gap;
use crate::math::{Law, Slope};

/// A motion under a law whose target moves on a cubic, from a state at `t = 0`.
///
/// # Examples
///
/// A ball falls onto a floor that comes up at 2 units/s:
///
/// ```
/// use bevy_exact_motion::math::crossing::{Level, Side, Start, Tracking};
/// use bevy_exact_motion::math::{Law, Slope};
///
/// let law = Law { a: -10.0, ..Law::default() };
/// let ball = Tracking { law, position: 5.0, velocity: -2.0, ..Tracking::default() };
/// let floor = Level { position: -4.0, slope: Slope::line(2.0) };
/// let contact = ball.first_contact(&floor, Start::Free, 2.0).unwrap();
/// assert_eq!((contact.time, contact.velocity, contact.relative_velocity), (1.0, -12.0, -14.0));
/// assert_eq!(contact.from, Side::Above);
///
/// // It leaves the floor with half the speed, and lands again.
/// let after = Tracking { velocity: 2.0 + 7.0, ..ball.after(contact.time) };
/// let again = after.first_contact(&floor.after(contact.time), Start::On, 2.0).unwrap();
/// assert!((again.time - 1.4).abs() < 1e-15);
/// ```
///
/// # A loop of contacts
///
/// A limit keeps a motion on one side of it. To let nothing through and to report nothing twice, for each tick and again after each contact:
///
/// 1. If the position is on the limit or beyond it and [`Self::heading`] says beyond, the contact is now: resolve it. (A state that has been
///    rounded since the last search may lie beyond a limit that the search found not yet reached. Searched freely, it would go on.) If it
///    says beyond even with no velocity against the limit, the motion rests there until [`Self::lift_off`].
/// 2. Search with [`Start::On`] if the position is on the limit or beyond it by rounding alone, as after a contact; otherwise with
///    [`Start::Free`].
/// 3. A contact that is found comes from the side where the motion has been: resolve it if that is the inside, and go on with what is left
///    of the tick, from [`Self::after`] and [`Level::after`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tracking {
    /// The law; `c ≥ 0`.
    pub law: Law,
    /// The target's position at `t = 0`; without a spring (`k = 0`) it has no meaning. Unit: length.
    pub target: f64,
    /// The target's path from there.
    pub target_slope: Slope<f64>,
    /// Position at `t = 0`. Unit: length.
    pub position: f64,
    /// Velocity at `t = 0`. Unit: length/s.
    pub velocity: f64,
}

/// A level that moves on a cubic.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// Where it is at `t = 0`. Unit: length.
    pub position: f64,
    /// Its path from there.
    pub slope: Slope<f64>,
}

/// A side of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Where positions are greater than the level's.
    Above,
    /// Where positions are less.
    Below,
}

/// Where a search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// Where the position says. Beyond a level, nothing is found until the motion comes back; exactly on it, the motion has to leave first.
    #[default]
    Free,
    /// On the level, whatever rounding has made of the position: the motion has to leave first.
    On,
}

/// A motion that reaches a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// When. Unit: s. Range: > 0.
    pub time: f64,
    /// The motion's velocity. Unit: length/s.
    pub velocity: f64,
    /// The motion's velocity seen from the level: towards the level, or 0 where the motion only touches. Unit: length/s.
    pub relative_velocity: f64,
    /// The side from which the level is reached.
    pub from: Side,
}

impl Tracking {
    /// The first time in `(0, t_max]` (s, finite) at which the position is the level's.
    ///
    /// A motion that starts on the level has to leave it first. Touching without passing is a contact with relative velocity 0, told apart
    /// from a miss to within 8 ε of the magnitudes added.
    ///
    /// # Special cases
    ///
    /// `None` if the level is not reached; if it is only approached; if the motion rests on it; if anything is NaN or infinite, except for
    /// the target where `k = 0`. A swinging motion is followed for 21 845 swings.
    ///
    /// # Accuracy
    ///
    /// The best possible is `dt = ε t + min(ε S/|f′|, √(2 ε S/|f″|))`, with `f` the position relative to the level and `S` the sum of the
    /// magnitudes added, times `1 + (c + √k) t`; this stays below 8 `dt` (0.4 `dt` in the reference rows, up to 60 rad).
    ///
    /// # Reference
    ///
    /// Ours: the zeros of a solution of `f″ + c f′ + k f = Q` are separated by those of its Wronskian with a solution of `s″ + c s′ + k s = 0`,
    /// and those by the zeros of `Q`. G. Pólya, *On the mean-value theorem corresponding to a given linear homogeneous differential
    /// equation*, Trans. AMS 24 (1922), DOI 10.1090/S0002-9947-1922-1501228-5.
    #[must_use]
    pub fn first_contact(&self, level: &Level, start: Start, t_max: f64) -> Option<Contact> {
        let gap = Gap::new(self, level, start);
        if !(gap.may_close(t_max) && t_max > 0.0 && t_max.is_finite() && gap.is_finite()) {
            return None;
        }
        let found = gap.first_zero(t_max)?;
        let (time, rate) = (found.point.t, found.point.rate);
        // Rounding does not turn a motion round.
        let relative_velocity = match (found.touches, found.falling) {
            (true, _) => 0.0,
            (false, true) => rate.min(0.0),
            (false, false) => rate.max(0.0),
        };
        let velocity = relative_velocity + level.slope.rate(time);
        let from = if found.falling { Side::Above } else { Side::Below };
        velocity.is_finite().then_some(Contact { time, velocity, relative_velocity, from })
    }

    /// Whether [`Self::first_contact`] may find anything: false only if it cannot, and cheap (10 ns).
    ///
    /// # Reference
    ///
    /// Ours: with `M` the greatest acceleration against the level where the motion starts, the distance changes by at most `(|f′| + M t/2) t`,
    /// because the energy that belongs to the law's spring grows only by what `M` adds.
    #[must_use]
    #[inline]
    pub fn may_cross(&self, level: &Level, start: Start, t_max: f64) -> bool {
        Gap::new(self, level, start).may_close(t_max)
    }

    /// The side to which a motion on the level goes, by its velocity against the level, or if that is 0 by its acceleration, and so on;
    /// `None` if it stays there.
    #[must_use]
    pub fn heading(&self, level: &Level) -> Option<Side> {
        let Gap { rate, push, .. } = Gap::new(self, level, Start::On);
        // On the level f″ = Q at first, and while these are 0 each derivative of Q is the next one of f.
        let first = [rate, push.q0, push.q1, push.q2, push.q3].into_iter().find(|order| *order != 0.0)?;
        if first > 0.0 {
            Some(Side::Above)
        } else if first < 0.0 {
            Some(Side::Below)
        } else {
            None
        }
    }

    /// When a motion that is kept on the level, from the `inside` of it, leaves to that side by itself: the first time in `[0, t_max]` (s,
    /// finite) from which the law accelerates it away.
    #[must_use]
    pub fn lift_off(&self, level: &Level, inside: Side, t_max: f64) -> Option<f64> {
        let Gap { push, .. } = Gap::new(self, level, Start::On);
        let sign = if inside == Side::Above { 1.0 } else { -1.0 };
        let zeros = push.zeros(t_max);
        let ends = zeros.into_iter().map(|zero| zero.min(t_max)).chain(core::iter::once(t_max));
        // Between two zeros the middle tells the sign.
        core::iter::once(0.0)
            .chain(zeros)
            .zip(ends)
            .find(|(begin, end)| begin < end && sign * push.value(begin + (end - begin) / 2.0) > 0.0)
            .map(|(begin, _)| begin)
    }

    /// The same motion from its state after `t` (s, ≥ 0) on.
    #[must_use]
    pub fn after(&self, t: f64) -> Self {
        let (position, velocity) =
            self.law.step_cubic(self.position, self.velocity, self.target, &self.target_slope, t);
        Self {
            law: self.law,
            target: self.target + self.target_slope.offset(t),
            target_slope: self.target_slope.shifted(t),
            position,
            velocity,
        }
    }
}

impl Level {
    /// A level at rest.
    #[must_use]
    pub const fn at_rest(position: f64) -> Self {
        Self { position, slope: Slope { e1: 0.0, e2: 0.0, e3: 0.0 } }
    }

    /// The same level from where it is after `t` (s) on.
    #[must_use]
    pub fn after(&self, t: f64) -> Self {
        Self { position: self.position + self.slope.offset(t), slope: self.slope.shifted(t) }
    }
}
