//! Balls that bounce on a floor.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    Bound, RestTolerance,
    math::{Bounce, Law},
    prelude::*,
};

use crate::{
    app::{Bench, Random, assert_ulps},
    pacing::{self, Paced},
};

/// The expected path of a ball.
struct Reference {
    ball: Bounce,
    /// The instant of each contact, and the velocities before and after it. After the last contact, the ball rests.
    contacts: Vec<(f64, f64, f64)>,
    start: f64,
}

impl Reference {
    fn new(ball: Bounce, start: f64, velocity: f64, tolerance: f64) -> Self {
        let (mut x, mut v, mut t, mut contacts) = (start, velocity, 0.0, Vec::new());
        while let Some(contact) = ball.next_contact(x, v) {
            t += contact.time;
            let outgoing = ball.velocity_after(contact.velocity);
            let rests = ball.rests(outgoing, tolerance);
            let after = if rests { 0.0 } else { outgoing };
            contacts.push((t, contact.velocity, after));
            (x, v) = (ball.floor, after);
            if rests {
                break;
            }
        }
        Self { ball, contacts, start }
    }

    fn at(&self, t: f64) -> f64 {
        let law = Law { a: self.ball.acceleration, c: self.ball.friction, ..Law::default() };
        match self.contacts.iter().rev().find(|contact| contact.0 <= t) {
            Some((.., after)) if *after == 0.0 => self.ball.floor,
            Some((at, _, after)) => law.step_held(self.ball.floor, *after, 0.0, t - at).0,
            None => law.step_held(self.start, 0.0, 0.0, t).0,
        }
    }
}

#[test]
fn a_ball_bounces_at_the_same_instants_at_any_rate_until_it_rests() {
    for (restitution, friction) in [(0.7_f32, 0.0_f32), (0.5, 0.3), (0.0, 0.0), (0.9, 0.0)] {
        let ball = Bounce {
            acceleration: f64::from(-9.8_f32),
            friction: friction.into(),
            floor: f64::from(-0.25_f32),
            restitution: restitution.into(),
        };
        let tolerance = f64::from(1e-3_f32);
        let reference = Reference::new(ball, 2.0, 0.0, tolerance);
        for pacing in pacing::ALL {
            let what = format!("{pacing:?}, restitution {restitution}, friction {friction}");
            let mut paced = Paced::new(pacing);
            let bench = &mut paced.bench;
            let body = bench.spawn((
                Transform::from_xyz(0.0, 2.0, 0.0),
                Gravity::new(Vec3::new(0.0, -9.8, 0.0)),
                Friction::new(friction),
                RestTolerance::new(1e-3),
                Limits::floor(-0.25).with_restitution(restitution),
            ));
            let end = reference.contacts.last().expect("it should fall").0;
            while paced.bench.elapsed() < end + 0.2 {
                paced.frame();
                let (bench, t) = (&paced.bench, paced.now());
                assert_ulps(bench.y(body), reference.at(t), 4.0, 2.0, &format!("height at {t}, {what}"));
                assert!(bench.y(body) >= -0.25, "below the floor at {t}, {what}");
            }
            let bench = &paced.bench;
            let contacts = bench.contacts();
            assert_eq!(contacts.len(), reference.contacts.len(), "{what}");
            for (contact, (time, before, after)) in contacts.iter().zip(&reference.contacts) {
                assert_eq!((contact.bound, contact.coordinate, contact.value.y), (Bound::Lower, 1, -0.25), "{what}");
                // The length of each tick is rounded to whole nanoseconds, and the errors of many ticks add up.
                assert_ulps(contact.time as f32, *time, 4.0, 2.0, &format!("time, {what}"));
                assert_ulps(contact.velocity_before.y, *before, 4.0, 7.0, &format!("velocity before, {what}"));
                assert_ulps(contact.velocity_after.y, *after, 4.0, 7.0, &format!("velocity after, {what}"));
            }
            assert!(bench.rests(body), "{what}");
            assert_eq!((bench.y(body), bench.get::<Velocity>(body).0), (-0.25, Vec3::ZERO), "{what}");
            assert_eq!(bench.rested().len(), 1, "{what}");
        }
    }
}

#[test]
fn no_drop_is_drawn_below_the_floor_in_any_frame() {
    for fps in [37.0, 60.0, 144.0] {
        let mut bench = Bench::at_rate(64.0);
        let mut random = Random(3);
        let drops: Vec<_> = (0..50)
            .map(|_| {
                let [x, y, v, e] = [(-5.0, 5.0), (0.0, 3.0), (-9.0, 9.0), (0.0, 1.0)]
                    .map(|(low, high)| random.between(low, high) as f32);
                bench.spawn((
                    Transform::from_xyz(x, y, 0.0),
                    Velocity::new(Vec3::new(v, v, 0.0)),
                    Gravity::new(Vec3::new(0.0, -9.8, 0.0)),
                    Limits::floor(0.0).with_restitution(e),
                ))
            })
            .collect();
        for frame in 0..400 {
            bench.frame(Duration::from_secs_f64(1.0 / fps));
            for &drop in &drops {
                assert!(bench.y(drop) >= 0.0, "{} in frame {frame} at {fps} fps", bench.y(drop));
            }
        }
    }
}
