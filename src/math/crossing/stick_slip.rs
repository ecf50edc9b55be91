//! Dry friction behind a target that moves: when a motion that slides turns round, and when one that is held breaks free.

use super::cubic::Cubic;
use super::gap::Gap;
use super::held::Motion;
use super::tracking::{Level, Start, Tracking};
use crate::math::{Law, Slope};

/// A pull that exceeds the friction by less than this is held, in units of the magnitudes added; as for `DryFriction`.
const HELD: f64 = 8.0 * f64::EPSILON;

/// An acceleration from rest that is at most this is rounding alone, in units of the magnitudes added. It is less than half of [`HELD`]:
/// the friction that a motion has just overcome is one of the magnitudes from then on, and may be as large as all that pulls on it, so that
/// twice as much is added up. What [`Tracking::breaks_free`] lets go is thus never taken for rounding.
const AT_REST: f64 = 3.0 * f64::EPSILON;

impl Tracking {
    /// The first time in `(0, t_max]` (s, finite) at which the velocity is 0: where the motion turns round, seen from the world.
    ///
    /// A motion that starts with a velocity of 0 has to leave it first. There an acceleration that is rounding alone, 3 ε of the magnitudes
    /// added, is taken for 0, so that a motion in balance starts the way its target takes it. A velocity that touches 0 without passing is a
    /// turn, told apart from a miss to within 8 ε of the magnitudes added.
    ///
    /// # Examples
    ///
    /// A hook on a spring with `ω = 2`, behind a target that goes at 3 units/s, swings around that velocity:
    ///
    /// ```
    /// use bevy_exact_motion::math::crossing::Tracking;
    /// use bevy_exact_motion::math::{Law, Slope};
    ///
    /// let law = Law { k: 4.0, ..Law::default() };
    /// let hook = Tracking { law, target_slope: Slope::line(3.0), ..Tracking::default() };
    /// assert!((hook.first_turn(4.0).unwrap() - core::f64::consts::PI).abs() < 1e-15); // v = 3 − 3 cos 2t touches 0
    /// assert_eq!(hook.first_turn(3.0), None);
    /// ```
    ///
    /// # Special cases
    ///
    /// `None` if the velocity is not 0 until then; if it is only approached; at rest; if anything is NaN or infinite, except for the target
    /// where `k = 0`. A swinging motion is followed for 21 845 swings.
    ///
    /// # Accuracy
    ///
    /// The best possible is `dt = ε t + min(ε S/|x″|, √(2 ε S/|x‴|))`, with `S` the sum of the magnitudes added up in the velocity, those of
    /// the acceleration at the start among them, times `1 + (c + √k) t`; this stays below 8 `dt`.
    ///
    /// # Reference
    ///
    /// Ours: the velocity `w` obeys `w″ = −c w′ − k (w − e′) + g e″`, which is the law again without its constant acceleration, so that
    /// [`Self::first_contact`] with the level 0 finds it.
    #[must_use]
    pub fn first_turn(&self, t_max: f64) -> Option<f64> {
        if self.law.k == 0.0 {
            // Without a spring nothing but friction and a constant acceleration change the velocity, which friction alone never ends.
            let motion = Motion { law: self.law, target: 0.0, start: 0.0, velocity: self.velocity };
            return motion.turning_times().0.filter(|turn| *turn <= t_max && t_max.is_finite());
        }
        self.velocity_to_zero().search(t_max).map(|found| found.point.t)
    }

    /// When a motion that dry friction holds where it is breaks free: the first time in `[0, t_max)` (s, finite) from which the pull
    /// `a − k (x − e(t)) + g e′(t)` exceeds the deceleration `dry` (length/s², ≥ 0) in magnitude, and the pull's sign then, ±1.
    ///
    /// A pull that exceeds the friction by less than rounding may, 8 ε of the magnitudes added, is held. The velocity is taken for 0.
    ///
    /// # Examples
    ///
    /// A crate on a rubber cord with `k = 2`, whose end is pulled away at 3 units/s, gives way when the cord pulls with 12 units/s²; from
    /// then on it slides under the law with `a − dry`.
    ///
    /// ```
    /// use bevy_exact_motion::math::crossing::Tracking;
    /// use bevy_exact_motion::math::{Law, Slope};
    ///
    /// let law = Law { k: 2.0, ..Law::default() };
    /// let held = Tracking { law, target_slope: Slope::line(3.0), ..Tracking::default() };
    /// let (time, sign) = held.breaks_free(12.0, 10.0).unwrap();
    /// assert!((time - 2.0).abs() < 1e-14 && sign == 1.0);
    /// assert_eq!(held.breaks_free(12.0, 2.0), None);
    /// ```
    ///
    /// # Special cases
    ///
    /// Without friction (`dry = 0`) any pull moves it. `None` if it is held; if anything is NaN or infinite, except for the target where
    /// `k = 0`, and for `dry = ∞`, which holds for ever; for `dry < 0` or `k < 0`.
    ///
    /// # Accuracy
    ///
    /// With `S` the sum of the magnitudes added up in the pull, the time is off by at most `16 ε S` over the rate at which the pull changes:
    /// half of that is what is held.
    ///
    /// # Reference
    ///
    /// Ours: the pull is a cubic in `t`, and so are the magnitudes added up in it.
    #[must_use]
    pub fn breaks_free(&self, dry: f64, t_max: f64) -> Option<(f64, f64)> {
        let (pull, size) = self.pull();
        if !(dry >= 0.0 && self.law.k >= 0.0 && pull.is_finite() && t_max.is_finite()) {
            return None;
        }
        let held = if dry == 0.0 { 0.0 } else { HELD };
        let exceeds = |sign: f64| {
            let excess = Cubic {
                q0: sign * pull.q0 - (dry + held * size.q0),
                q1: sign * pull.q1 - held * size.q1,
                q2: sign * pull.q2 - held * size.q2,
                q3: sign * pull.q3 - held * size.q3,
            };
            excess.positive_from(t_max).map(|time| (time, sign))
        };
        [1.0, -1.0].into_iter().filter_map(exceeds).min_by(|one, other| one.0.total_cmp(&other.0))
    }

    /// What pulls on the motion while it is kept at rest where it is, and the magnitudes added up in that.
    fn pull(&self) -> (Cubic, Cubic) {
        let Gap { push, push_size, .. } = Gap::new(self, &Level::at_rest(self.position), Start::On);
        let spring = if self.law.k == 0.0 { 0.0 } else { self.law.k * (self.position.abs() + self.target.abs()) };
        (push, Cubic { q0: push_size.q0 + spring, ..push_size })
    }

    /// The velocity as a motion, seen from 0.
    fn velocity_to_zero(&self) -> Gap {
        let (pull, size) = self.pull();
        let dragged = self.law.c * self.velocity;
        let (acceleration, rounded) = (pull.q0 - dragged, size.q0 + dragged.abs());
        let in_balance = self.velocity == 0.0 && acceleration.abs() <= AT_REST * rounded;
        let Slope { e1, e2, e3 } = self.target_slope;
        let velocity = Self {
            law: Law { a: 0.0, ..self.law },
            target: e1,
            target_slope: Slope { e1: 2.0 * e2, e2: 3.0 * e3, e3: 0.0 },
            position: self.velocity,
            velocity: if in_balance { 0.0 } else { acceleration },
        };
        let mut to_zero = Gap::new(&velocity, &Level::at_rest(0.0), Start::Free);
        to_zero.rate_size = rounded;
        to_zero
    }
}

#[cfg(test)]
mod tests {
    use super::super::properties::Draw;
    use super::*;
    use crate::math::{DryFriction, Phase};

    const SAMPLES: u32 = 400;

    /// However long it is looked for: where the velocity has underflowed nothing turns, and nothing reaches what it approaches.
    #[test]
    fn a_motion_that_fades_turns_once_and_never_reaches_its_target() {
        for (k, c) in [(16.0, 32.4), (16.0, 8.0), (16.0, 7.999_999_2), (16.0, 8.000_000_1), (1e4, 1e6)] {
            let law = Law { k, c, ..Law::default() };
            let (target, position) = (0.25, 0.5);
            let away = Tracking { law, target, target_slope: Slope::default(), position, velocity: 68.0 };
            let turn = Motion { law, target, start: position, velocity: 68.0 }.turning_times().0.unwrap();
            for t_max in [10.0, 1e3, 1e4, 1e6, 1e9, 1e300] {
                let found = away.first_turn(t_max).unwrap_or_else(|| panic!("{k} {c} {t_max}: it turns"));
                assert!((found / turn - 1.0).abs() < 1e-9, "{k} {c} {t_max}: {found} {turn}");
                let back = Tracking { velocity: 0.0, ..away.after(found) };
                assert!(back.first_turn(t_max).is_none(), "{k} {c} {t_max}: it creeps back");
                assert!(away.first_contact(&Level::at_rest(target), Start::Free, t_max).is_none(), "{k} {c} {t_max}");
                let through = Tracking { velocity: -1e3 * c, ..away };
                let found = through.first_contact(&Level::at_rest(target), Start::Free, t_max);
                assert!(found.is_some_and(|contact| contact.time < 1.0 / c), "{k} {c} {t_max}");
            }
        }
    }

    /// What pulls on it at `t` while it is held, by another way, and about what its rounding is: 8 ε where this counts 12.
    fn pull_at(held: &Tracking, t: f64) -> (f64, f64) {
        let Law { k, g, a, .. } = held.law;
        if k == 0.0 {
            return (a, 12.0 * f64::EPSILON * a.abs());
        }
        let slope = held.target_slope;
        let pull = a + k * (held.target + slope.offset(t) - held.position) + g * slope.rate(t);
        let Slope { e1, e2, e3 } = Slope { e1: slope.e1.abs(), e2: slope.e2.abs(), e3: slope.e3.abs() };
        let way = Slope { e1, e2, e3 };
        let size = a.abs() + k * (held.target.abs() + held.position.abs() + way.offset(t)) + g * way.rate(t);
        (pull, 12.0 * f64::EPSILON * size)
    }

    /// About what the rounding of the velocity at `t` is.
    fn velocity_noise(motion: &Tracking, t: f64) -> f64 {
        let Law { k, c, g, a } = motion.law;
        let Slope { e1, e2, e3 } = motion.target_slope;
        let path = Slope { e1: e1.abs(), e2: e2.abs(), e3: e3.abs() };
        let (spring, led) = if k == 0.0 {
            (0.0, 0.0)
        } else {
            (k * (motion.position.abs() + motion.target.abs() + path.offset(t)), g * path.rate(t))
        };
        let size = motion.velocity.abs() + t * (a.abs() + spring + led + c * motion.velocity.abs());
        1e-14 * size * (1.0 + (libm::sqrt(k) + c.min(1.0 / t)) * t)
    }

    #[test]
    fn the_velocity_keeps_its_sign_until_the_turn() {
        let mut draw = Draw(11);
        let (mut turns, mut none, mut from_rest) = (0, 0, 0);
        for i in 0..3000 {
            let (mut motion, _, h) = draw.case(60.0);
            if i % 4 == 0 {
                motion.velocity = 0.0;
            }
            let turn = motion.first_turn(h);
            let end = turn.unwrap_or(h);
            let mut side = 0.0;
            for i in 1..SAMPLES {
                let t = end * f64::from(i) / f64::from(SAMPLES);
                let velocity = motion.after(t).velocity;
                if velocity.abs() > velocity_noise(&motion, t) {
                    assert!(side * velocity >= 0.0, "{motion:?} {h}: {turn:?}, but at {t} {velocity}");
                    side = velocity;
                }
            }
            let Some(turn) = turn else {
                none += 1;
                continue;
            };
            let (velocity, noise) = (motion.after(turn).velocity, velocity_noise(&motion, turn));
            assert!(velocity.abs() <= noise, "{motion:?} {turn}: {velocity} {noise}");
            turns += 1;
            from_rest += u32::from(motion.velocity == 0.0);
        }
        assert!(turns > 500 && none > 500 && from_rest > 100, "{turns} {none} {from_rest}");
    }

    #[test]
    fn a_held_motion_is_held_until_it_breaks_free() {
        let mut draw = Draw(12);
        let (mut free, mut held, mut at_once) = (0, 0, 0);
        for i in 0..6000 {
            let (motion, _, h) = draw.case(60.0);
            let (start, _) = pull_at(&motion, 0.0);
            let dry = if i % 3 == 0 { start.abs() * 2.0 * draw.unit() } else { start.abs() * (1.0 + draw.unit()) };
            let found = motion.breaks_free(dry, h);
            let end = found.map_or(h, |(time, _)| time);
            for i in 0..SAMPLES {
                let t = end * f64::from(i) / f64::from(SAMPLES);
                if end == 0.0 {
                    break;
                }
                let (pull, noise) = pull_at(&motion, t);
                assert!(pull.abs() <= dry + noise, "{motion:?} {dry} {h}: {found:?}, but at {t} {pull}");
            }
            let Some((time, sign)) = found else {
                held += 1;
                continue;
            };
            free += 1;
            at_once += u32::from(time == 0.0);
            assert!((0.0..h).contains(&time) && sign.abs() == 1.0);
            let (pull, noise) = pull_at(&motion, time);
            assert!(sign * pull >= dry - noise, "{motion:?} {dry}: {found:?} {pull}");
            let (soon, _) = pull_at(&motion, time + (h - time) * 1e-12);
            assert!(sign * soon > dry, "{motion:?} {dry}: {found:?} {soon}");
        }
        assert!(free > 1000 && held > 1000 && at_once > 300, "{free} {held} {at_once}");
    }

    #[test]
    fn what_breaks_free_slides_the_way_it_is_pulled() {
        let mut draw = Draw(13);
        let mut slides = 0;
        for _ in 0..6000 {
            let (motion, _, h) = draw.case(6.0);
            let (start, noise) = pull_at(&motion, 0.0);
            let dry = start.abs() * (1.0 + 0.2 * draw.unit()) + noise;
            let Some((time, sign)) = motion.breaks_free(dry, h) else {
                continue;
            };
            let law = Law { a: motion.law.a - sign * dry, ..motion.law };
            let slide = Tracking {
                law,
                target: motion.target + motion.target_slope.offset(time),
                target_slope: motion.target_slope.shifted(time),
                velocity: 0.0,
                ..motion
            };
            let left = h - time;
            let turn = slide.first_turn(left);
            let middle = turn.unwrap_or(left) / 2.0;
            let (velocity, noise) = (slide.after(middle).velocity, velocity_noise(&slide, middle));
            assert!(sign * velocity > -noise, "{motion:?} {dry} {time} {sign}: {turn:?} {velocity}");
            // A turn that rounding makes would come at once.
            let (pull, noise) = pull_at(&slide.after(turn.unwrap_or(left)), 0.0);
            assert!(sign * pull <= noise || turn.is_none(), "{motion:?} {dry} {time} {sign}: {turn:?} {pull}");
            slides += 1;
        }
        assert!(slides > 500, "{slides}");
    }

    #[test]
    fn behind_a_held_target_both_are_those_of_dry_friction() {
        let mut draw = Draw(14);
        let (mut turns, mut stuck) = (0, 0);
        for i in 0..4000 {
            let (motion, _, h) = draw.case(30.0);
            let law = Law { g: 0.0, ..motion.law };
            let velocity = if i % 2 == 0 { 0.0 } else { motion.velocity };
            let motion = Tracking { law, target_slope: Slope::default(), velocity, ..motion };
            let held = Motion { law, target: motion.target, start: motion.position, velocity };
            let dry = draw.unit() * 2.0 * pull_at(&motion, 0.0).0.abs();
            let phase = DryFriction { motion: held, dry }.phase();
            if velocity == 0.0 {
                let expected = match phase {
                    Phase::Stuck => None,
                    Phase::Sliding(slide) => Some((0.0, slide.direction())),
                };
                assert_eq!(motion.breaks_free(dry, h), expected, "{motion:?} {dry}");
            }
            let Phase::Sliding(slide) = phase else {
                stuck += 1;
                continue;
            };
            let end = slide.end().filter(|end| *end <= h);
            let sliding = Tracking { law: slide.motion().law, ..motion };
            let found = sliding.first_turn(h);
            assert_eq!(found.is_some(), end.is_some(), "{sliding:?} {h}: {found:?} {end:?}");
            if let (Some(found), Some(end)) = (found, end) {
                turns += 1;
                let acceleration = pull_at(&sliding.after(end), 0.0).0.abs();
                let bar = 4.0 * f64::EPSILON * end + velocity_noise(&sliding, end) / acceleration;
                assert!((found - end).abs() <= bar, "{sliding:?}: {found} {end}");
            }
        }
        assert!(turns > 500 && stuck > 500, "{turns} {stuck}");
    }

    #[test]
    fn a_motion_in_balance_is_not_turned_round_by_rounding() {
        for i in 1..200 {
            let (k, a) = (f64::from(i) * 0.37, -9.81);
            let law = Law { k, c: 2.0 * libm::sqrt(k), g: 0.0, a };
            let target = f64::from(i % 13) - 6.3;
            let hanging = Tracking { law, target, position: target + a / k, ..Tracking::default() };
            assert_eq!(hanging.first_turn(1e3), None, "{k}");
            for rate in [1.0, -1.0, 1e-6, -1e-6] {
                let led = Tracking { target_slope: Slope::line(rate), ..hanging };
                assert_eq!(led.first_turn(1e3), None, "{k} {rate}");
            }
        }
    }
    #[test]
    fn what_friction_just_holds_is_held_in_spite_of_rounding() {
        for i in 1..300 {
            let (k, a) = (f64::from(i) * 0.37, f64::from(i % 7) - 3.2);
            let target = f64::from(i % 17) - 8.3;
            for sign in [1.0, -1.0] {
                let law = Law { k, a, ..Law::default() };
                let held = Tracking { law, target, position: target + (a + sign * 0.7) / k, ..Tracking::default() };
                assert_eq!(held.breaks_free(0.7, 10.0), None, "{k}");
                // A target that comes to there and turns, at y (t − 1)², until it pulls the other way.
                let y = sign * 0.6 / k;
                let slope = Slope { e1: -2.0 * y, e2: y, e3: 0.0 };
                let touching = Tracking { target: target + y, target_slope: slope, ..held };
                let (time, from) = touching.breaks_free(0.7, 10.0).unwrap();
                let after = libm::sqrt(1.4 / 0.6);
                // 16 ε of the magnitudes, and one for those of this test, over the rate of the pull.
                let noise = 17.0 / 12.0 * pull_at(&touching, time).1;
                assert!((time - 1.0 - after).abs() <= noise / (1.2 * after) && from == sign, "{k}: {time}");
                let beyond = Tracking { target: target + (1.0 - 1e-6) * y, ..touching };
                let (time, from) = beyond.breaks_free(0.7, 10.0).unwrap();
                assert!((time - 1.0 + 1e-3).abs() <= noise / 1.2e-3 && from == -sign, "{k}: {time}");
            }
        }
    }

    #[test]
    fn a_velocity_that_touches_0_turns_there_though_the_place_is_far_away() {
        for i in 1..300 {
            let (w, u) = (f64::from(i) * 0.37, -1.7);
            let phase = f64::from(i) * 0.01;
            // Seen from the target it swings as fast as that goes: v = u + u cos (wt + phase).
            let (target, place) = (1e6, u / w * libm::sin(phase));
            let motion = Tracking {
                law: Law { k: w * w, ..Law::default() },
                target,
                target_slope: Slope::line(u),
                position: target + place,
                velocity: u + u * libm::cos(phase),
            };
            let touched = (core::f64::consts::PI - phase) / w;
            let found = motion.first_turn(1.5 * touched).unwrap();
            // The place is rounded by ε 1e6: dt = √(2 dv/v″), dv = w dx, v″ = |u| w².
            let bar = libm::sqrt(2.0 * 8.0 * f64::EPSILON * 2e6 / (w * u.abs()));
            assert!((found - touched).abs() <= bar, "{w}: {found} {touched}");
        }
    }
}
