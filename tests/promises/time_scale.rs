//! Promise 1: an entity with a time scale takes the same path, faster or slower by that factor.

use bevy::prelude::*;
use bevy_exact_motion::{
    math::{Law, Slope},
    prelude::*,
};

use crate::app::{Bench, assert_ulps};

const LAW: Law = Law { k: 64.0, c: 9.6, g: 0.0, a: 0.0 };

fn spring() -> Spring {
    Spring::new(8.0, 0.6)
}

#[test]
fn a_time_scale_plays_the_same_path_faster_or_slower() {
    for pace in [0.25f32, 0.5, 3.0] {
        let mut bench = Bench::at_rate(64.0);
        let body = bench.spawn((Transform::default(), spring(), Target::new(Vec3::X), TimeScale::new(pace)));
        bench.run_to(0.25);
        let (x, v) = LAW.step_held(0.0, 0.0, 1.0, 0.25 * f64::from(pace));
        assert_ulps(bench.x(body), x, 1.0, 1.0, &format!("at time scale {pace}"));
        assert_ulps(bench.v(body), v, 1.0, 4.0, "velocity per second of its own time");
        bench.edit::<TimeScale>(body, |pace| pace.0 = 0.0);
        bench.run_to(0.5);
        assert_ulps(bench.x(body), x, 1.0, 1.0, "paused");
        bench.edit::<TimeScale>(body, |pace| pace.0 = 1.0);
        bench.run_to(0.75);
        let (x, _) = LAW.step_held(x, v, 1.0, 0.25);
        assert_ulps(bench.x(body), x, 2.0, 1.0, "continued");
    }
}

#[test]
fn a_time_scale_of_zero_pauses_an_entity_even_if_another_component_is_invalid() {
    let mut bench = Bench::at_rate(64.0);
    let coasting = (Transform::default(), Velocity::new(Vec3::X));
    let inserted_with_it = bench.spawn((coasting, Friction::new(f32::NAN), TimeScale::new(0.0)));
    let broken_before = bench.spawn((coasting, Friction::new(f32::NAN)));
    let broken_later = bench.spawn((coasting, Friction::new(1.0), TimeScale::new(0.0)));
    bench.run_to(0.25);
    bench.edit::<Friction>(broken_later, |friction| friction.rate = -1.0);
    bench.app.world_mut().entity_mut(broken_before).insert(TimeScale::new(0.0));
    let all = [inserted_with_it, broken_before, broken_later];
    bench.run_to(0.5);
    assert_eq!(all.map(|entity| bench.x(entity)), [0.0, 0.25, 0.0]);
    for entity in all {
        bench.app.world_mut().entity_mut(entity).remove::<TimeScale>();
    }
    bench.run_to(1.0);
    assert_eq!([bench.x(inserted_with_it), bench.x(broken_before)], [0.5, 0.75], "both coast");
}

#[test]
fn a_slowed_follower_follows_its_leader_in_world_time() {
    let mut bench = Bench::at_rate(64.0);
    let leader = bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X)));
    let follower = bench.spawn((Transform::default(), spring(), Follow::new(leader), TimeScale::new(0.5)));
    bench.run_to(1.0);
    // In a second of the follower's time, the leader moves twice as far as in a second of world time.
    let (x, _) = LAW.step_line(0.0, 0.0, 0.0, 6.0, 0.5);
    assert_ulps(bench.x(follower), x, 2.0, 4.0, "after a second");
}

#[test]
fn a_slowed_follower_follows_an_accelerating_leader_in_world_time() {
    // In the follower's time, the leader's velocity is twice as large and its acceleration four times as large.
    for hz in [10.0, 64.0] {
        let mut bench = Bench::at_rate(hz);
        let leader = bench.spawn((Transform::default(), Velocity::new(Vec3::X), Gravity::new(-6.0 * Vec3::X)));
        let follower = bench.spawn((
            Transform::default(),
            spring(),
            Follow::new(leader).with_feed_forward(0.5),
            TimeScale::new(0.5),
        ));
        bench.run_to(1.0);
        let curve = Slope { e1: 2.0, e2: -12.0, e3: 0.0 };
        let c = 2.0 * f64::from(0.6f32) * 8.0;
        let (x, v) = Law { c, g: 0.5 * c, ..LAW }.step_cubic(0.0, 0.0, 0.0, &curve, 0.5);
        assert_ulps(bench.x(follower), x, 2.0, 4.0, &format!("position at {hz} Hz"));
        assert_ulps(bench.v(follower), v, 2.0, 8.0, &format!("velocity per second of its own time at {hz} Hz"));
    }
}

#[test]
fn a_sped_up_leader_is_followed_in_world_time() {
    for hz in [10.0, 64.0] {
        let mut bench = Bench::at_rate(hz);
        let leader = bench.spawn((
            Transform::default(),
            Velocity::new(Vec3::X),
            Gravity::new(2.0 * Vec3::X),
            TimeScale::new(3.0),
        ));
        let follower = bench.spawn((Transform::default(), spring(), Follow::new(leader)));
        bench.run_to(1.0);
        let curve = Slope { e1: 3.0, e2: 9.0, e3: 0.0 };
        let (x, _) = Law { c: 2.0 * f64::from(0.6f32) * 8.0, ..LAW }.step_cubic(0.0, 0.0, 0.0, &curve, 1.0);
        assert_ulps(bench.x(follower), x, 2.0, x, &format!("position at {hz} Hz"));
    }
}
