//! Dry friction: the instant and the position at which it stops a motion, and the direction in which it acts.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    events::InvalidMotion,
    math::{DryFriction as Reference, Law, Rest, crossing::Motion as Smooth},
    prelude::*,
};

use crate::{
    app::{Bench, assert_ulps},
    pacing::{self, Paced},
};

#[test]
fn a_curling_stone_on_a_spring_stops_at_the_same_position_and_time_at_any_rate() {
    for pacing in pacing::ALL {
        for (omega, zeta, deceleration, start, velocity) in
            [(6.0_f32, 0.1_f32, 3.0_f32, 1.0_f32, 0.0_f32), (2.0, 0.0, 0.5, -3.0, 7.0), (9.0, 1.5, 4.0, 0.0, 12.0)]
        {
            let what = format!("{pacing:?}, ω {omega}, ζ {zeta}, d {deceleration}");
            let (wide, damping) = (f64::from(omega), 2.0 * f64::from(zeta) * f64::from(omega));
            let law = Law { k: wide * wide, c: damping, ..Law::default() };
            let motion = Smooth { law, target: 0.5, start: start.into(), velocity: velocity.into() };
            let stone = Reference { motion, dry: deceleration.into() };
            let Rest::Stops { time, position } = stone.rest() else { panic!("it should stop") };
            let mut paced = Paced::new(pacing);
            let body = paced.bench.spawn((
                Transform::from_xyz(start, 0.0, 0.0),
                Velocity::new(velocity * Vec3::X),
                Spring::new(omega, zeta),
                Target::new(0.5 * Vec3::X),
                DryFriction::new(deceleration),
            ));
            while paced.bench.elapsed() < time + 0.2 {
                paced.frame();
                let (bench, t) = (&paced.bench, paced.now());
                let (x, v) = stone.state(t);
                assert_ulps(bench.x(body), x, 4.0, 4.0, &format!("{what}, at {t}"));
                assert_ulps(bench.v(body), v, 4.0, f64::from(omega) * 4.0, &format!("{what}, velocity at {t}"));
                // The stone rests from the first tick that ends after it has stopped.
                assert_eq!(bench.rests(body), bench.elapsed() >= time, "{what}, at {t}");
            }
            let bench = &paced.bench;
            assert_ulps(bench.x(body), position, 4.0, 4.0, &what);
            assert_eq!(bench.rested().len(), 1, "{what}");
        }
    }
}

#[derive(Resource, Default)]
struct Reported(Vec<Entity>);

/// Both bodies are thrown three times above a floor. While they fall, the direction of their velocity turns, so dry friction has no effect.
/// When they slide on the floor, dry friction slows them.
#[test]
fn dry_friction_without_effect_is_reported_once_per_throw_even_if_it_is_marked_as_changed() {
    let mut bench = Bench::at_rate(64.0);
    bench.app.init_resource::<Reported>();
    bench.app.add_observer(|invalid: On<InvalidMotion>, mut reported: ResMut<Reported>| {
        reported.0.push(invalid.entity);
    });
    let [left_alone, touched] = [0, 1].map(|_| {
        let forces = (Gravity::new(-9.8 * Vec3::Y), DryFriction::new(0.5), Limits::floor(0.0));
        bench.spawn((Transform::from_xyz(0.0, 1.0, 0.0), Velocity::new(3.0 * Vec3::X), forces))
    });
    for throw in 1..=3 {
        for _ in 0..80 {
            bench.tick(Duration::from_micros(15_625));
            // Marking the component as changed makes the plugin validate it again.
            bench.edit::<DryFriction>(touched, |_| {});
        }
        for body in [left_alone, touched] {
            let reported = &bench.app.world().resource::<Reported>().0;
            assert_eq!(reported.iter().filter(|&&entity| entity == body).count(), throw);
            bench.edit::<Velocity>(body, |velocity| velocity.0 = Vec3::new(3.0, 3.0, 0.0));
        }
    }
}
