use super::super::properties::Draw;
use super::*;
use crate::{DryFriction, Phase};

const SAMPLES: u32 = 400;

/// However long the search is, an underflowed velocity is not a turn, and a target that is only approached is not reached.
#[test]
fn a_decaying_motion_turns_once_and_never_reaches_a_target_that_it_only_approaches() {
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

/// The pull on a stuck motion at `t`, computed directly, and a bound on its rounding error: 12 ε of the sum of the terms' magnitudes, where
/// the library has 8 ε.
fn pull_at(held: &Tracking, t: f64) -> (f64, f64) {
    let Law { k, g, a, .. } = held.law;
    if k == 0.0 {
        return (a, 12.0 * f64::EPSILON * a.abs());
    }
    let slope = held.target_slope;
    let pull = a + k * (held.target + slope.offset(t) - held.position) + g * slope.rate(t);
    let Slope { e1, e2, e3 } = Slope { e1: slope.e1.abs(), e2: slope.e2.abs(), e3: slope.e3.abs() };
    let path = Slope { e1, e2, e3 };
    let size = a.abs() + k * (held.target.abs() + held.position.abs() + path.offset(t)) + g * path.rate(t);
    (pull, 12.0 * f64::EPSILON * size)
}

/// A bound on the velocity's rounding error at `t`.
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
fn a_stuck_motion_stays_stuck_until_it_breaks_free() {
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
fn a_motion_that_breaks_free_slides_in_the_direction_of_the_pull() {
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
            target_slope: motion.target_slope.after(time),
            velocity: 0.0,
            ..motion
        };
        let left = h - time;
        let turn = slide.first_turn(left);
        let middle = turn.unwrap_or(left) / 2.0;
        let (velocity, noise) = (slide.after(middle).velocity, velocity_noise(&slide, middle));
        assert!(sign * velocity > -noise, "{motion:?} {dry} {time} {sign}: {turn:?} {velocity}");
        // If the turn were only rounding, the pull would still have its first sign there.
        let (pull, noise) = pull_at(&slide.after(turn.unwrap_or(left)), 0.0);
        assert!(sign * pull <= noise || turn.is_none(), "{motion:?} {dry} {time} {sign}: {turn:?} {pull}");
        slides += 1;
    }
    assert!(slides > 500, "{slides}");
}

#[test]
fn first_turn_and_breaks_free_match_dry_friction_if_the_target_is_held() {
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
fn rounding_does_not_turn_a_motion_in_equilibrium() {
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
fn rounding_does_not_free_a_motion_whose_pull_equals_the_friction() {
    for i in 1..300 {
        let (k, a) = (f64::from(i) * 0.37, f64::from(i % 7) - 3.2);
        let target = f64::from(i % 17) - 8.3;
        for sign in [1.0, -1.0] {
            let law = Law { k, a, ..Law::default() };
            let held = Tracking { law, target, position: target + (a + sign * 0.7) / k, ..Tracking::default() };
            assert_eq!(held.breaks_free(0.7, 10.0), None, "{k}");
            // The target moves along y (t − 1)². At t = 1, the pull equals the friction but does not exceed it. Later, a pull in the other
            // direction exceeds the friction.
            let y = sign * 0.6 / k;
            let slope = Slope { e1: -2.0 * y, e2: y, e3: 0.0 };
            let touching = Tracking { target: target + y, target_slope: slope, ..held };
            let (time, from) = touching.breaks_free(0.7, 10.0).unwrap();
            let after = libm::sqrt(1.4 / 0.6);
            // 16 ε of the magnitudes, plus 1 ε for the rounding of this test, divided by the rate of the pull.
            let noise = 17.0 / 12.0 * pull_at(&touching, time).1;
            assert!((time - 1.0 - after).abs() <= noise / (1.2 * after) && from == sign, "{k}: {time}");
            let beyond = Tracking { target: target + (1.0 - 1e-6) * y, ..touching };
            let (time, from) = beyond.breaks_free(0.7, 10.0).unwrap();
            assert!((time - 1.0 + 1e-3).abs() <= noise / 1.2e-3 && from == -sign, "{k}: {time}");
        }
    }
}

#[test]
fn a_velocity_that_touches_0_is_a_turn_even_far_from_the_origin() {
    for i in 1..300 {
        let (w, u) = (f64::from(i) * 0.37, -1.7);
        let phase = f64::from(i) * 0.01;
        // Relative to the target, the velocity oscillates with the target's speed as its amplitude: v = u + u cos (wt + phase).
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
        // The position is rounded by dx = 1e6 ε, so dt = √(2 dv/v″) with dv = w dx and v″ = |u| w².
        let bar = libm::sqrt(2.0 * 8.0 * f64::EPSILON * 2e6 / (w * u.abs()));
        assert!((found - touched).abs() <= bar, "{w}: {found} {touched}");
    }
}
