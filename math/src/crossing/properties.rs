//! Property tests of the searches, on random motions and levels.

extern crate std;

use core::cell::Cell;
use std::vec::Vec;

use super::gap::Gap;
use super::{Contact, Level, Motion, Side, Start, Tracking};
use crate::{Law, Slope};

std::thread_local! {
    static EVALUATIONS: Cell<u32> = const { Cell::new(0) };
}

/// Called by each evaluation of a gap.
pub(super) fn count_evaluation() {
    EVALUATIONS.with(|count| count.set(count.get() + 1));
}

fn evaluations() -> u32 {
    EVALUATIONS.with(Cell::get)
}

/// A random number generator, Marsaglia's xorshift, with the same numbers on every machine.
pub(super) struct Draw(pub u64);

impl Draw {
    pub(super) fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        libm::ldexp(f64::from(u32::try_from(self.0 >> 32).unwrap()), -32)
    }

    fn signed(&mut self, size: f64) -> f64 {
        (2.0 * self.unit() - 1.0) * size
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        let mut rest = self.unit() * f64::from(u32::try_from(choices.len()).unwrap());
        for choice in choices {
            if rest < 1.0 {
                return *choice;
            }
            rest -= 1.0;
        }
        choices[0]
    }

    fn slope(&mut self, size: f64, h: f64) -> Slope<f64> {
        let cubic =
            Slope { e1: self.signed(size) / h, e2: self.signed(size) / (h * h), e3: self.signed(size) / (h * h * h) };
        let line = Slope::line(self.signed(size) / h);
        self.one_of(&[Slope::default(), line, cubic, cubic])
    }

    /// A random motion, a level not far from it, and a tick of up to `max_angle` radians.
    pub(super) fn case(&mut self, max_angle: f64) -> (Tracking, Level, f64) {
        let omega = libm::exp2(self.signed(6.0));
        let h = libm::pow(self.unit(), 3.0) * max_angle / omega + 1e-3 / omega;
        let light = self.unit() * 0.2;
        let zeta = self.one_of(&[0.0, light, 0.7, 1.0, 1.5, 8.0, 300.0]);
        let k = self.one_of(&[omega * omega, omega * omega, omega * omega, 0.0]);
        let c = 2.0 * zeta * omega;
        let a = self.signed(3.0) * omega * omega;
        let law = Law { k, c, g: self.one_of(&[0.0, 0.5, 1.0]) * c, a: self.one_of(&[0.0, a]) };
        let size = 3.0;
        let motion = Tracking {
            law,
            target: self.signed(size),
            target_slope: self.slope(size, h),
            position: self.signed(size),
            velocity: self.signed(size) * omega.min(1.0 / h),
        };
        let level = Level { position: self.signed(size), slope: self.slope(size, h) };
        let with_target = Level { position: motion.target + self.signed(1.0), slope: motion.target_slope };
        let under_it = Level { position: motion.position, ..level };
        (motion, self.one_of(&[level, level, level, with_target, under_it]), h)
    }
}

/// The gap, computed from both positions, and a bound on its rounding error.
fn gap_at(motion: &Tracking, level: &Level, t: f64) -> (f64, f64) {
    let later = motion.after(t);
    let gap = later.position - level.after(t).position;
    let Slope { e1, e2, e3 } = if motion.law.k == 0.0 { Slope::default() } else { motion.target_slope };
    let Slope { e1: l1, e2: l2, e3: l3 } = level.slope;
    let paths = ((e3.abs() + l3.abs()) * t + e2.abs() + l2.abs()) * t + e1.abs() + l1.abs();
    let push = t * (motion.velocity.abs() + paths) + 0.5 * t * t * motion.law.a.abs();
    let size = motion.position.abs() + motion.target.abs() + level.position.abs() + push;
    (gap, 1e-14 * size * (1.0 + (libm::sqrt(motion.law.k) + motion.law.c.min(1.0 / t)) * t))
}

#[test]
fn the_gap_keeps_its_sign_before_the_contact() {
    let mut draw = Draw(1);
    let (mut found, mut missed) = (0, 0);
    for _ in 0..1500 {
        let (motion, level, h) = draw.case(60.0);
        let contact = motion.first_contact(&level, Start::Free, h);
        let end = contact.map_or(h, |contact| contact.time);
        if let Some(contact) = contact {
            found += 1;
            let (gap, noise) = gap_at(&motion, &level, contact.time);
            let slack = contact.relative_velocity.abs() * contact.time * 1e-15;
            assert!(gap.abs() <= noise + slack, "{motion:?} {level:?} {contact:?}: {gap} {noise}");
        } else {
            missed += 1;
        }
        let mut side = 0.0;
        for i in 1..200 {
            let t = end * f64::from(i) / 200.0;
            let (gap, noise) = gap_at(&motion, &level, t);
            if gap.abs() > noise {
                assert!(side * gap >= 0.0, "{motion:?} {level:?} {h}: {contact:?}, but at {t} {gap}");
                side = gap;
            }
        }
        if let Some(contact) = contact {
            let expected = if side > 0.0 { Side::Above } else { Side::Below };
            assert!(side == 0.0 || contact.from == expected, "{motion:?} {level:?} {contact:?}");
        }
    }
    assert!(found > 500 && missed > 250, "{found} {missed}");
}

/// Checks late contacts, in ticks of hundreds of periods.
#[test]
fn the_gap_keeps_its_sign_before_a_contact_many_periods_later() {
    let mut draw = Draw(8);
    let (mut found, mut late) = (0, 0);
    for _ in 0..600 {
        let (motion, level, h) = draw.case(3000.0);
        let contact = motion.first_contact(&level, Start::Free, h);
        let end = contact.map_or(h, |contact| contact.time);
        let periods = end * libm::sqrt(motion.law.k) / core::f64::consts::TAU;
        found += u32::from(contact.is_some());
        late += u32::from(contact.is_some() && periods > 5.0);
        let samples = 200.0 + 40.0 * periods;
        let mut side = 0.0;
        let mut i = 1.0;
        while i < samples {
            let t = end * i / samples;
            let (gap, noise) = gap_at(&motion, &level, t);
            if gap.abs() > noise {
                assert!(side * gap >= 0.0, "{motion:?} {level:?} {h}: {contact:?}, but at {t} {gap}");
                side = gap;
            }
            i += 1.0;
        }
    }
    assert!(found > 200 && late > 20, "{found} {late}");
}

#[test]
fn both_searches_agree_for_a_fixed_level_and_target() {
    let mut draw = Draw(2);
    let mut found = 0;
    for _ in 0..4000 {
        let (motion, level, h) = draw.case(60.0);
        let motion = Tracking { law: Law { g: 0.0, ..motion.law }, target_slope: Slope::default(), ..motion };
        let Tracking { law, target, position: start, velocity, .. } = motion;
        let other = Motion { law, target, start, velocity }.first_crossing(level.position, h);
        let contact = motion.first_contact(&Level::at_rest(level.position), Start::Free, h);
        assert_eq!(contact.is_some(), other.is_some(), "{motion:?} {level:?} {h}: {contact:?} {other:?}");
        if let (Some(contact), Some(other)) = (contact, other) {
            found += 1;
            let dt = (contact.time - other.time).abs();
            let acceleration = law.a.abs() + law.c * contact.velocity.abs() + law.k * (level.position - target).abs();
            let noise = gap_at(&motion, &Level::at_rest(level.position), other.time).1;
            let by_speed = noise / contact.velocity.abs();
            let bar = 1e-14 * other.time + by_speed.min(libm::sqrt(2.0 * noise / acceleration));
            assert!(dt <= bar, "{motion:?} {level:?} {h}: {contact:?} {other:?}");
        }
    }
    assert!(found > 1000, "{found}");
}

fn scaled(motion: &Tracking, level: &Level, length: f64, time: f64) -> (Tracking, Level) {
    let slope = |s: Slope<f64>| Slope {
        e1: s.e1 * length / time,
        e2: s.e2 * length / (time * time),
        e3: s.e3 * length / (time * time * time),
    };
    let Law { k, c, g, a } = motion.law;
    let law = Law { k: k / (time * time), c: c / time, g: g / time, a: a * length / (time * time) };
    let scaled = Tracking {
        law,
        target: motion.target * length,
        target_slope: slope(motion.target_slope),
        position: motion.position * length,
        velocity: motion.velocity * length / time,
    };
    (scaled, Level { position: level.position * length, slope: slope(level.slope) })
}

#[test]
fn contacts_have_the_same_bits_in_other_units_and_if_mirrored() {
    let mut draw = Draw(3);
    for _ in 0..1000 {
        let (motion, level, h) = draw.case(20.0);
        let plain = motion.first_contact(&level, Start::Free, h);
        for (length, time) in [(1024.0, 1.0), (1.0 / 4096.0, 1.0), (1.0, 64.0), (8.0, 1.0 / 512.0), (-1.0, 1.0)] {
            let (motion, level) = scaled(&motion, &level, length, time);
            let other = motion.first_contact(&level, Start::Free, h * time);
            let expected = plain.map(|plain| Contact {
                time: plain.time * time,
                velocity: plain.velocity * length / time,
                relative_velocity: plain.relative_velocity * length / time,
                from: match plain.from {
                    Side::Above if length < 0.0 => Side::Below,
                    Side::Below if length < 0.0 => Side::Above,
                    same => same,
                },
            });
            assert_eq!(other, expected, "{motion:?} {level:?} {length} {time}");
        }
    }
}

#[test]
fn may_cross_is_true_for_every_contact_that_is_found() {
    let mut draw = Draw(4);
    let (mut found, mut refused) = (0, 0);
    for i in 0..10_000 {
        let (motion, mut level, h) = draw.case(if i % 2 == 0 { 0.5 } else { 30.0 });
        if i % 3 == 0 {
            level.position = motion.position + draw.signed(1.0) * (motion.velocity * h).abs();
        }
        let gap = Gap::new(&motion, &level, Start::Free);
        let may = motion.may_cross(&level, Start::Free, h);
        let is_found = gap.first_zero(h).is_some();
        assert!(may || !is_found, "{motion:?} {level:?} {h}");
        found += u32::from(is_found);
        refused += u32::from(!may);
    }
    assert!(found > 2000 && refused > 1000, "{found} {refused}");
}

#[test]
fn may_cross_is_true_for_a_level_that_is_reached_at_the_end_of_the_tick() {
    let mut draw = Draw(7);
    for _ in 0..2000 {
        let (velocity, a, h) = (draw.unit(), draw.unit(), draw.unit() + 0.01);
        let law = Law { a, ..Law::default() };
        let motion = Tracking { law, velocity, ..Tracking::default() };
        let level = Level::at_rest(motion.after(h).position);
        // Velocity and acceleration have the same sign, so the distance that the fast check allows is the distance covered, except for
        // rounding.
        assert!(motion.may_cross(&level, Start::Free, h), "{motion:?} {h}");
    }
}

#[test]
fn a_hop_smaller_than_rounding_lands_instead_of_touching_at_its_top() {
    let law = Law { a: -10.0, ..Law::default() };
    for position in [1.0, 1.0 + f64::EPSILON, 1.0 + 4.0 * f64::EPSILON] {
        let motion = Tracking { law, position, velocity: 1e-9, ..Tracking::default() };
        let contact = motion.first_contact(&Level::at_rest(1.0), Start::Free, 0.1).unwrap();
        assert!(contact.relative_velocity < -0.9e-9 && contact.from == Side::Above, "{contact:?}");
        let held = Motion { law, target: 0.0, start: position, velocity: 1e-9 };
        let crossing = held.first_crossing(1.0, 0.1).unwrap();
        assert!(crossing.velocity < -0.9e-9, "{crossing:?}");
    }
}

#[test]
fn start_on_overrides_the_rounded_position() {
    let law = Law { a: -10.0, ..Law::default() };
    for ulps in [-8.0, -1.0, 0.0, 1.0, 8.0] {
        let position = 1.0 + ulps * f64::EPSILON;
        let motion = Tracking { law, position, velocity: 5.0, ..Tracking::default() };
        let contact = motion.first_contact(&Level::at_rest(1.0), Start::On, 2.0).unwrap();
        assert_eq!((contact.time, contact.velocity, contact.from), (1.0, -5.0, Side::Above));
        assert_eq!(motion.first_contact(&Level::at_rest(1.0), Start::On, 0.999), None);
    }
    let below = Tracking { law, position: 1.0 - f64::EPSILON, velocity: 5.0, ..Tracking::default() };
    let contact = below.first_contact(&Level::at_rest(1.0), Start::Free, 2.0).unwrap();
    assert_eq!(contact.from, Side::Below);
}

#[test]
fn the_number_of_evaluations_is_bounded() {
    let mut draw = Draw(5);
    let few = [(0.5, 5.0, 70), (6.0, 6.5, 70), (60.0, 13.0, 200)];
    let many = [(6e3, 40.0, 400), (6e6, 60.0, 400), (6e9, 60.0, 400)];
    for (max_angle, mean_bar, bar) in few.into_iter().chain(many) {
        let (mut sum, mut most, mut n) = (0, 0, 0);
        for _ in 0..4000 {
            let (motion, level, h) = draw.case(max_angle);
            if !motion.may_cross(&level, Start::Free, h) {
                continue;
            }
            let before = evaluations();
            let _ = motion.first_contact(&level, Start::Free, h);
            let count = evaluations() - before;
            (sum, most, n) = (sum + count, most.max(count), n + 1);
        }
        let mean = f64::from(sum) / f64::from(n);
        std::println!("up to {max_angle} rad: {n} searches, {mean:.2} evaluations in the mean, {most} at most");
        assert!(mean <= mean_bar && most <= bar, "{max_angle}: {mean} {most}");
    }
}

#[test]
fn results_are_valid_for_any_input() {
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1e-300,
        -1e-300,
        1e300,
        -1e300,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    let mut draw = Draw(6);
    for _ in 0..20_000 {
        let (mut motion, mut level, mut h) = draw.case(10.0);
        for value in [
            &mut motion.law.k,
            &mut motion.law.c,
            &mut motion.law.g,
            &mut motion.law.a,
            &mut motion.target,
            &mut motion.target_slope.e1,
            &mut motion.target_slope.e2,
            &mut motion.target_slope.e3,
            &mut motion.position,
            &mut motion.velocity,
            &mut level.position,
            &mut level.slope.e1,
            &mut level.slope.e2,
            &mut level.slope.e3,
            &mut h,
        ] {
            if draw.unit() < 0.1 {
                *value = draw.one_of(&special);
            }
        }
        let start = draw.one_of(&[Start::Free, Start::On]);
        if let Some(contact) = motion.first_contact(&level, start, h) {
            let finite = contact.velocity.is_finite() && contact.relative_velocity.is_finite();
            assert!(0.0 < contact.time && contact.time <= h && finite, "{motion:?} {level:?} {h}: {contact:?}");
        }
        let turn = motion.first_turn(h);
        assert!(turn.is_none_or(|turn| 0.0 < turn && turn <= h), "{motion:?} {h}: {turn:?}");
        let dry = draw.one_of(&[level.position, level.position.abs()]);
        let free = motion.breaks_free(dry, h);
        assert!(free.is_none_or(|(time, _)| 0.0 <= time && time < h), "{motion:?} {dry} {h}: {free:?}");
    }
}

#[test]
fn a_search_over_endless_oscillations_ends() {
    let law = Law { k: 1.0, ..Law::default() };
    let motion = Tracking { law, position: 1.0, ..Tracking::default() };
    assert_eq!(
        motion.first_contact(&Level::at_rest(-0.5), Start::Free, 1e300).map(|contact| contact.from),
        Some(Side::Above)
    );
    let rising = Level { position: -1e9, slope: Slope::line(1e-3) };
    assert_eq!(motion.first_contact(&rising, Start::Free, 1e300), None);
}

/// Runs the loop of contacts that [`Tracking`] documents. Returns the times of all contacts and the smallest gap at the end of a tick. The
/// state is rounded to `f32` after each tick, like that of a component.
#[expect(clippy::cast_possible_truncation, reason = "the rounding is what is tested")]
fn bounce(mut ball: Tracking, mut floor: Level, restitution: f64, tick: f64, ticks: u32) -> (Vec<f64>, f64) {
    let (mut contacts, mut lowest) = (Vec::new(), f64::INFINITY);
    for i in 0..ticks {
        let mut left = tick;
        while left > 0.0 {
            let beyond = ball.position <= floor.position;
            if beyond && ball.heading(&floor) == Some(Side::Below) {
                let relative = ball.velocity - floor.slope.e1;
                contacts.push(f64::from(i) * tick + tick - left);
                if relative > -1e-6 {
                    return (contacts, lowest);
                }
                ball.velocity = floor.slope.e1 - restitution * relative;
            }
            let start = if beyond { Start::On } else { Start::Free };
            let Some(contact) = ball.first_contact(&floor, start, left) else {
                break;
            };
            assert_eq!(contact.from, Side::Above);
            (ball, floor, left) = (ball.after(contact.time), floor.after(contact.time), left - contact.time);
            ball.position = floor.position;
            contacts.push(f64::from(i) * tick + tick - left);
            if contact.relative_velocity > -1e-6 {
                return (contacts, lowest);
            }
            ball.velocity = floor.slope.e1 - restitution * contact.relative_velocity;
        }
        (ball, floor) = (ball.after(left), floor.after(left));
        lowest = lowest.min(ball.position - floor.position);
        ball.position = f64::from(ball.position as f32);
        ball.velocity = f64::from(ball.velocity as f32);
        floor.position = f64::from(floor.position as f32);
    }
    (contacts, lowest)
}

#[test]
fn a_bouncing_ball_never_falls_through_the_floor_and_each_contact_is_found_once() {
    for (floor_rate, tick) in [(0.0, 1.0 / 64.0), (0.0, 1.0 / 7.0), (1.5, 1.0 / 64.0), (-2.0, 1.0 / 30.0), (1e-3, 2.0)]
    {
        let law = Law { a: -9.8, ..Law::default() };
        let ball = Tracking { law, position: 2.0, velocity: floor_rate, ..Tracking::default() };
        let floor = Level { position: 0.25, slope: Slope::line(floor_rate) };
        let (contacts, lowest) = bounce(ball, floor, 0.5, tick, 2000);
        assert!(lowest > -1e-5, "{floor_rate} {tick}: {lowest}");
        // Relative to the floor the motion is always the same: the first contact is at 5.857 m/s, and each contact halves the speed until
        // it is below 1e-6 m/s.
        let speed = libm::sqrt(2.0 * 9.8 * 1.75);
        let expected = libm::ceil(libm::log2(speed / 1e-6)) + 1.0;
        let count = f64::from(u32::try_from(contacts.len()).unwrap());
        assert!((count - expected).abs() <= 2.0, "{floor_rate} {tick}: {count} contacts instead of {expected}");
        let end = speed / 9.8 * (1.0 + 2.0);
        let last = contacts.last().unwrap();
        assert!((last - end).abs() < 1e-3 * end, "{floor_rate} {tick}: {last} instead of {end}");
    }
}

#[test]
fn a_resting_motion_lifts_off_when_the_law_accelerates_it_away() {
    // A ball on a floor whose acceleration is −12 t. From t = 1 on, the floor accelerates downward faster than a falling ball.
    let law = Law { a: -12.0, ..Law::default() };
    let ball = Tracking { law, ..Tracking::default() };
    let floor = Level { position: 0.0, slope: Slope { e1: 0.0, e2: 0.0, e3: -2.0 } };
    assert_eq!(ball.heading(&floor), Some(Side::Below));
    assert!((ball.lift_off(&floor, Side::Above, 3.0).unwrap() - 1.0).abs() < 1e-15);
    assert_eq!(ball.lift_off(&floor, Side::Above, 0.9), None);
    assert_eq!(ball.lift_off(&floor, Side::Below, 3.0), Some(0.0));
    assert_eq!(ball.heading(&Level { slope: Slope { e1: 0.0, e2: -6.0, e3: 1.0 }, ..floor }), Some(Side::Below));
    assert_eq!(ball.heading(&Level { slope: Slope { e1: 0.0, e2: -6.0, e3: 0.0 }, ..floor }), None);
}
