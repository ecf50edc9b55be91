//! Through all half swings of a motion under dry friction, to where it rests.

use super::crossing::Motion;
use super::propagator::Roots;
use super::{DryFriction, Phase, Slide};

/// Half swings that are followed one by one at the end of a motion; those before are skipped in closed form.
const FOLLOWED: f64 = 16.0;

/// Phases and skips that are looked at, at most. The longest way, 20 skips that each leave an ε of what was left, and two times
/// [`FOLLOWED`] half swings, is shorter; only where a half swing is less than the time's rounding would it go on.
const LOOKED_AT: u32 = 100;

/// Whether, when and where a motion comes to rest. [`DryFriction`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rest {
    /// It is at rest from a time on.
    Stops {
        /// From when on. Unit: s. Range: ≥ 0.
        time: f64,
        /// Where. Unit: length.
        position: f64,
    },
    /// It never rests.
    Never {
        /// What it approaches; ±∞ if it leaves, NaN if it swings for ever. Unit: length.
        limit: f64,
    },
}

impl DryFriction {
    /// Position (length) and velocity (length/s) at the time `t` (s, ≥ 0), through all half swings.
    ///
    /// # Special cases
    ///
    /// At rest the velocity is 0 and the position that of [`Self::rest`], bit for bit. At ∞ a motion that never stops gives NaN.
    #[must_use]
    pub fn state(&self, t: f64) -> (f64, f64) {
        if t.is_nan() {
            return (f64::NAN, f64::NAN);
        }
        let (last, begin) = self.last_phase_until(t);
        match last.phase() {
            Phase::Stuck => (last.motion.start, 0.0),
            Phase::Sliding(slide) => slide.at(t - begin),
        }
    }

    /// When and where the motion rests for good.
    ///
    /// At most 100 half swings are looked at, however many there are.
    #[must_use]
    pub fn rest(&self) -> Rest {
        let (last, begin) = self.last_phase_until(f64::INFINITY);
        match last.phase() {
            Phase::Stuck => Rest::Stops { time: begin, position: last.motion.start },
            Phase::Sliding(slide) => Rest::Never { limit: slide.limit() },
        }
    }

    /// The motion from the beginning of the phase that it is in at `t`, and when that begins.
    fn last_phase_until(&self, t: f64) -> (Self, f64) {
        let (mut here, mut first, mut swings, mut half) = (*self, 0.0, 0.0, 0.0);
        // The first phase may end anywhere; each later one that ends is a half swing, and all these take the same time.
        for _ in 0..LOOKED_AT {
            let begin = first + swings * half;
            let Phase::Sliding(slide) = here.phase() else { return (here, begin) };
            let (Some(end), Some(next)) = (slide.end(), slide.next()) else { return (here, begin) };
            let swinging = here.motion.velocity == 0.0;
            let over = if swinging {
                half = end;
                swings + 1.0
            } else {
                first = end;
                0.0
            };
            let skipped = if swinging { here.half_swings_to_skip(&slide, (t - begin) / half) } else { 0.0 };
            if skipped > 0.0 {
                here = here.after_half_swings(&slide, skipped);
                swings += skipped;
            } else if first + over * half <= t {
                here = next;
                swings = over;
            } else {
                return (here, begin);
            }
            if !(first + swings * half).is_finite() {
                // Longer than any time: what friction takes of a swing is below the numbers' range.
                return (Self { dry: 0.0, ..*self }, 0.0);
            }
        }
        (here, first + swings * half)
    }

    /// How many half swings from rest need not be followed: all but the last ones before it stops, and before `in_time` of them are over.
    fn half_swings_to_skip(&self, slide: &Slide, in_time: f64) -> f64 {
        let Swing { shift, distance, loss, .. } = self.swing(slide);
        // r^n (y + A) ≤ d/k + A with A = (1 + r)/(1 − r) d/k, solved for n; with ln 1/r for 1 − r, which adds at most half a swing.
        let undamped = (distance - shift) / (2.0 * shift);
        let count = if loss == 0.0 { undamped } else { libm::log1p(undamped * loss) / loss };
        let skipped = libm::floor(count.min(in_time) - FOLLOWED);
        if skipped > FOLLOWED { skipped } else { 0.0 }
    }

    /// The state at rest after so many half swings from rest.
    fn after_half_swings(&self, slide: &Slide, count: f64) -> Self {
        let Swing { middle, side, shift, distance, loss } = self.swing(slide);
        let total = count * loss;
        // 1 + r + … + r^(n−1), of which every shift takes two.
        let taken =
            if loss == 0.0 { 2.0 * count } else { libm::expm1(-total) / libm::expm1(-loss) * (1.0 + libm::exp(-loss)) };
        let left = libm::exp(-total) * distance - taken * shift;
        let turned = if libm::fmod(count, 2.0) == 0.0 { side } else { -side };
        Self { motion: Motion { start: middle + turned * left, ..self.motion }, dry: self.dry }
    }

    fn swing(&self, slide: &Slide) -> Swing {
        let Motion { law, target, start, .. } = self.motion;
        let loss = match Roots::of(law.k, law.c) {
            Roots::Complex { b, w } => b * (core::f64::consts::PI / w),
            Roots::Real { .. } => f64::INFINITY,
        };
        let middle = target + law.a / law.k;
        Swing { middle, side: -slide.direction, shift: self.dry / law.k, distance: (start - middle).abs(), loss }
    }
}

/// A motion from rest, between two turns.
struct Swing {
    /// Where it would rest without dry friction.
    middle: f64,
    /// On which side of that it is.
    side: f64,
    /// How far from there friction holds: `d/k`.
    shift: f64,
    /// How far from there it is.
    distance: f64,
    /// `cπ/(2w)`: the logarithm of what viscous friction takes.
    loss: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Law;

    fn spring(k: f64, c: f64, dry: f64, start: f64, velocity: f64) -> DryFriction {
        let law = Law { k, c, ..Law::default() };
        DryFriction { motion: Motion { law, target: 0.0, start, velocity }, dry }
    }

    /// Phase by phase, as an event loop goes.
    fn by_phases(motion: DryFriction, t: f64) -> (f64, f64) {
        let (mut here, mut left) = (motion, t);
        for _ in 0..100_000 {
            match here.phase() {
                Phase::Stuck => return (here.motion.start, 0.0),
                Phase::Sliding(slide) => match slide.end() {
                    Some(end) if end <= left => {
                        left -= end;
                        here = slide.next().unwrap();
                    }
                    _ => return slide.at(left),
                },
            }
        }
        panic!("too many phases");
    }

    #[test]
    fn skipped_half_swings_end_where_followed_ones_do() {
        for (c, dry) in [(0.0, 1e-3), (1e-9, 1e-3), (1e-4, 1e-4), (0.01, 1e-6), (0.3, 1e-30)] {
            for (start, velocity) in [(2.0, 0.0), (-1.5, 3.0)] {
                let motion = spring(4.0, c, dry, start, velocity);
                for t in [0.1, 20.0, 90.0, 333.3, 2500.0, 9000.0] {
                    let (x, v) = motion.state(t);
                    let (slow_x, slow_v) = by_phases(motion, t);
                    // What is left of the time is rounded at every phase.
                    let bar = 4.0 * f64::EPSILON * (1.0 + 2.0 * t) * (1.0 + t);
                    assert!((x - slow_x).abs() < bar && (v - slow_v).abs() < 2.0 * bar, "{c} {dry} {t}: {x} {slow_x}");
                }
            }
        }
    }

    #[test]
    fn a_swing_that_lasts_for_ages_is_forecast_without_following_it() {
        // Each half swing takes 2d/k off.
        let Rest::Stops { time, position } = spring(4.0, 0.0, 1e-12, 2.0, 0.0).rest() else { panic!("it stops") };
        let swings = 2.0 / (2.0 * 1e-12 / 4.0);
        assert!((time / (swings * core::f64::consts::PI / 2.0) - 1.0).abs() < 1e-15);
        assert!(position.abs() <= 1e-12 / 4.0 + 8.0 * f64::EPSILON);
        for dry in [1e-18, 1e-100, 1e-300] {
            assert!(matches!(spring(4.0, 0.0, dry, 2.0, 0.0).rest(), Rest::Stops { time, .. } if time > 1e18));
            assert!(matches!(spring(4.0, 0.1, dry, 2.0, 0.0).rest(), Rest::Stops { time, .. } if time < 2e4));
        }
        let unseen = spring(4.0, 0.0, 5e-324, 2.0, 0.0);
        assert!(matches!(unseen.rest(), Rest::Never { limit } if limit.is_nan()));
        assert_eq!(spring(4.0, 0.1, 5e-324, 2.0, 0.0).rest(), Rest::Never { limit: 0.0 });
        let (x, v) = unseen.state(1e3);
        assert!((x - 2.0 * libm::cos(2e3)).abs() < 1e-12 && (v + 4.0 * libm::sin(2e3)).abs() < 1e-12);
    }

    #[test]
    fn a_swing_that_ends_where_friction_just_holds_is_the_last_in_spite_of_rounding() {
        for i in 1..300 {
            let k = f64::from(i) * 0.37;
            let Rest::Stops { time, position } = spring(k, 0.0, 0.7, 3.0 * (0.7 / k), 0.0).rest() else {
                panic!("it stops")
            };
            assert!((time * libm::sqrt(k) / core::f64::consts::PI - 1.0).abs() < 1e-15, "{k}: {time}");
            assert!((position * k / -0.7 - 1.0).abs() < 4e-15);
        }
    }

    #[test]
    fn at_rest_the_state_is_the_forecast_bit_for_bit() {
        let motion = spring(9.0, 0.4, 0.3, 1.0, 7.0);
        let Rest::Stops { time, position } = motion.rest() else { panic!("it stops") };
        for t in [time, time * (1.0 + 1e-9), 1e6, f64::INFINITY] {
            assert_eq!(motion.state(t), (position, 0.0));
        }
        let (x, v) = motion.state(time * (1.0 - 1e-6));
        assert!(v != 0.0 && (x - position).abs() < 1e-10);
    }

    #[test]
    fn a_slope_holds_coasts_or_is_left() {
        let slope = |a: f64, c: f64, velocity: f64| DryFriction {
            motion: Motion { law: Law { a, c, ..Law::default() }, target: f64::NAN, start: 1.0, velocity },
            dry: 2.0,
        };
        assert_eq!(slope(-2.0, 0.0, 0.0).phase(), Phase::Stuck);
        assert_eq!(slope(-2.0, 0.0, -3.0).state(10.0), (-29.0, -3.0));
        assert_eq!(slope(-2.0, 0.0, -3.0).rest(), Rest::Never { limit: f64::NEG_INFINITY });
        assert_eq!(slope(-2.0, 0.5, -3.0).rest(), Rest::Never { limit: -5.0 });
        assert_eq!(slope(-3.0, 0.0, 0.0).state(1.0), (0.5, -1.0));
    }

    #[test]
    fn without_dry_friction_the_law_acts_alone() {
        let free = spring(4.0, 0.6, 0.0, 2.0, -5.0);
        let Motion { law, target, start, velocity } = free.motion;
        assert_eq!(free.state(7.0), law.step_held(start, velocity, target, 7.0));
        assert_eq!(free.rest(), Rest::Never { limit: 0.0 });
        assert_eq!(spring(4.0, 0.6, 0.0, 0.0, 0.0).rest(), Rest::Stops { time: 0.0, position: 0.0 });
        assert!(matches!(spring(4.0, 0.0, 0.0, 1.0, 0.0).rest(), Rest::Never { limit } if limit.is_nan()));
    }

    #[test]
    fn what_is_out_of_range_gives_nan() {
        for (k, c, dry, velocity) in [
            (f64::NAN, 0.1, 0.1, 1.0),
            (-1.0, 0.1, 0.1, 1.0),
            (1.0, f64::NAN, 0.1, 1.0),
            (1.0, -1.0, 0.1, 1.0),
            (1.0, 0.1, f64::NAN, 0.0),
            (1.0, 0.1, -1.0, 1.0),
            (1.0, 0.1, 0.1, f64::NAN),
        ] {
            let motion = spring(k, c, dry, 2.0, velocity);
            assert!(motion.state(1.0).0.is_nan(), "{k} {c} {dry} {velocity}");
            let rest = motion.rest();
            assert!(matches!(rest, Rest::Never { limit } if limit.is_nan()), "{k} {c} {dry} {velocity}: {rest:?}");
        }
        assert!(spring(1.0, 0.0, 0.1, 2.0, 0.0).state(f64::NAN).0.is_nan());
    }

    #[test]
    fn extremes_end() {
        let sizes = [0.0, 5e-324, 1e-200, 1e-9, 1.0, 1e9, 1e200, f64::MAX];
        for k in sizes {
            for c in sizes {
                for dry in sizes {
                    for (start, velocity) in sizes.into_iter().flat_map(|x| sizes.map(|v| (x, -v))) {
                        let motion = spring(k, c, dry, start, velocity);
                        let _ = (motion.rest(), motion.state(1.0), motion.state(f64::MAX), motion.state(f64::INFINITY));
                    }
                }
            }
        }
    }
}
