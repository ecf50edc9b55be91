//! When a follower of a moving target first reaches a moving level.

use super::gap::Gap;
use super::tracking::{Contact, Level, Side, Start, Tracking};

impl Tracking {
    /// The first contact with `level`: the first time in `(0, t_max]` (s, finite) at which the motion is at the level.
    ///
    /// A motion that starts on the level has to leave it first. Touching the level without passing it is a contact with a relative velocity
    /// of 0. Missing the level by at most 8 ε of the sum of the terms' magnitudes counts as touching it.
    ///
    /// # Special cases
    ///
    /// Returns `None` if the level is not reached or only approached, if the motion rests on it, and if any input is NaN or infinite,
    /// except for the target if `k = 0`. At most 1365 periods of an oscillation are searched, not counting those that are skipped because
    /// the motion cannot reach the level in them.
    ///
    /// # Accuracy
    ///
    /// The error is below 8 `dt`, and at most 0.4 `dt` in the table of reference values, whose ticks have `√k t` of up to 60 rad. Here
    /// `dt = ε t + min(ε S/|f′|, √(2 ε S/|f″|))` is the best possible error, `f` is the position relative to the level, and `S` is the sum
    /// of the terms' magnitudes times `1 + (c + √k) t`.
    ///
    /// # Reference
    ///
    /// Derived here: the zeros of a solution of `f″ + c f′ + k f = Q` are separated by those of its Wronskian with a solution of
    /// `s″ + c s′ + k s = 0`, and the Wronskian's zeros by those of `Q`. G. Pólya, *On the mean-value theorem corresponding to a given
    /// linear homogeneous differential equation*, Trans. AMS 24 (1922), DOI 10.1090/S0002-9947-1922-1501228-5.
    #[must_use]
    pub fn first_contact(&self, level: &Level, start: Start, t_max: f64) -> Option<Contact> {
        let found = Gap::new(self, level, start).search(t_max)?;
        let (time, rate) = (found.point.t, found.point.rate);
        // Rounding must not make the relative velocity point away from the level.
        let relative_velocity = match (found.touches, found.falling) {
            (true, _) => 0.0,
            (false, true) => rate.min(0.0),
            (false, false) => rate.max(0.0),
        };
        let velocity = relative_velocity + level.slope.rate(time);
        let from = if found.falling { Side::Above } else { Side::Below };
        velocity.is_finite().then_some(Contact { time, velocity, relative_velocity, from })
    }

    /// Fast check (6 to 12 ns): if this returns `false`, [`Self::first_contact`] finds no contact.
    ///
    /// # Reference
    ///
    /// Derived here: the distance to the level changes by at most `(|f′| + M t/2) t`, where `f′` is the relative velocity at the start and
    /// `M` the largest acceleration, relative to the level, that a motion held at the start position would have. The reason is that the
    /// energy of the law's spring grows only by the work of that acceleration.
    #[must_use]
    #[inline]
    pub fn may_cross(&self, level: &Level, start: Start, t_max: f64) -> bool {
        Gap::new(self, level, start).may_close(t_max)
    }

    /// The side to which a motion on the level leaves it: the sign of its velocity relative to the level, or, if that is 0, of its relative
    /// acceleration, or of the first higher derivative that is not 0. Returns `None` if the motion stays on the level.
    #[must_use]
    pub fn heading(&self, level: &Level) -> Option<Side> {
        let Gap { rate, push, .. } = Gap::new(self, level, Start::On);
        // On the level, f″ = Q. If all lower derivatives of f are 0, then each derivative of Q equals the next derivative of f.
        let first = [rate, push.q0, push.q1, push.q2, push.q3].into_iter().find(|order| *order != 0.0)?;
        if first > 0.0 {
            Some(Side::Above)
        } else if first < 0.0 {
            Some(Side::Below)
        } else {
            None
        }
    }

    /// The acceleration (length/s²), relative to the level, of a motion that is on the level and moves with it: < 0 downward, > 0 upward.
    #[must_use]
    pub fn push(&self, level: &Level) -> f64 {
        Gap::new(self, level, Start::On).push.q0
    }

    /// When a motion that rests on the level leaves it towards the side `inside`: the first time in `[0, t_max)` (s, finite) from which the
    /// law accelerates the motion to that side.
    #[must_use]
    pub fn lift_off(&self, level: &Level, inside: Side, t_max: f64) -> Option<f64> {
        let Gap { push, .. } = Gap::new(self, level, Start::On);
        let sign = if inside == Side::Above { 1.0 } else { -1.0 };
        push.times(sign).positive_from(t_max)
    }
}
