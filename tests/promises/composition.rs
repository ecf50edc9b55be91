//! Promise 5: all forces of an entity act as one law.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, Random, assert_ulps};

#[test]
fn any_subset_of_the_forces_acts_as_one_law() {
    let mut random = Random(5);
    for subset in 0..8u32 {
        for rate in [Some(30.0), Some(64.0), Some(1000.0), None] {
            let has = |bit: u32| subset & (1 << bit) != 0;
            let [omega, zeta, friction, gravity] = [9.0f32, 0.4, 1.7, -9.8];
            let mut bench = Bench::at_rate(64.0);
            let body = bench.spawn((Transform::from_xyz(2.0, 0.0, 0.0), Velocity::new(3.0 * Vec3::X)));
            let mut entity = bench.app.world_mut().entity_mut(body);
            let mut law = Law::default();
            if has(0) {
                entity.insert((Spring::new(omega, zeta), Target::new(Vec3::X)));
                law.k = f64::from(omega) * f64::from(omega);
                law.c += 2.0 * f64::from(zeta) * f64::from(omega);
            }
            if has(1) {
                entity.insert(Friction::new(friction));
                law.c += f64::from(friction);
            }
            if has(2) {
                entity.insert(Gravity::new(gravity * Vec3::X));
                law.a = gravity.into();
            }
            while bench.elapsed() < 1.0 {
                let length = rate.map_or_else(|| random.between(1e-3, 0.05), |hz| 1.0 / hz);
                bench.tick(Duration::from_secs_f64(length));
                let (x, v) = law.step_held(2.0, 3.0, 1.0, bench.elapsed());
                let what = format!("subset {subset:03b}, {rate:?} Hz at {}", bench.elapsed());
                assert_ulps(bench.x(body), x, 1.0, 2.0, &what);
                assert_ulps(bench.v(body), v, 1.0, 10.0, &what);
            }
        }
    }
}

#[test]
fn removing_a_force_keeps_the_other_forces() {
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((
        Transform::default(),
        Velocity::new(2.0 * Vec3::X),
        Friction::new(1.5),
        Gravity::new(-4.0 * Vec3::X),
    ));
    bench.run_to(0.5);
    bench.app.world_mut().entity_mut(body).remove::<Friction>();
    bench.run_to(1.0);
    bench.app.world_mut().entity_mut(body).remove::<Gravity>();
    bench.run_to(1.5);
    let (x, v) = Law { c: 1.5, a: -4.0, ..Law::default() }.step_held(0.0, 2.0, 0.0, 0.5);
    let (x, v) = Law { a: -4.0, ..Law::default() }.step_held(x, v, 0.0, 0.5);
    assert_ulps(bench.x(body), x + 0.5 * v, 1.0, 2.0, "coasting at the end");
    assert_ulps(bench.v(body), v, 1.0, 4.0, "velocity at the end");
}

#[test]
fn a_property_without_a_velocity_is_not_moved() {
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.run_to(1.0);
    assert!(bench.rests(body));
    bench.app.world_mut().entity_mut(body).remove::<Velocity>();
    bench.edit::<Transform>(body, |transform| transform.translation.x = 7.0);
    bench.run_to(2.0);
    assert_eq!(bench.x(body), 7.0);
    assert!(!bench.rests(body), "an entity without a motion is not resting");
    bench.app.world_mut().entity_mut(body).insert(Velocity::new(Vec3::X));
    bench.run_to(3.0);
    assert_eq!(bench.x(body), 8.0, "a new motion starts where the entity is");
}
