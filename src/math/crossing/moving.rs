//! The first contact with a level that moves, behind a target that moves.

use super::gap::Gap;
use super::tracking::{Contact, Level, Side, Start, Tracking};

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
        let found = Gap::new(self, level, start).search(t_max)?;
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
        push.times(sign).positive_from(t_max)
    }
}
