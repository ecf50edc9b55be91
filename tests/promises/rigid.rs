//! Springs with an infinite frequency: the value of the entity is always that of its target.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    events::{InvalidMotion, TimedMove},
    prelude::*,
};

use crate::app::{Bench, Dial, Turn};

const TICK: Duration = Duration::from_micros(15_625);

#[test]
fn a_spring_with_a_duration_of_0_is_valid_and_arrives_in_the_next_frame() {
    let springs = [
        Spring::from_duration_bounce(0.0, 0.2),
        Spring::from_envelope_duration_bounce(0.0, 0.2, 1.0),
        Spring::from_visual_duration_bounce(0.0, 0.2),
        Spring::from_response(0.0, 0.0),
        Spring::from_half_life(0.0),
        Spring::from_settling_time(0.0, 1.0, 0.01),
        Spring::from_smooth_time(0.0),
        Spring::critical(f32::INFINITY),
        Spring::new(f32::INFINITY, 0.0),
    ];
    let mut bench = Bench::new(TICK);
    #[derive(Resource, Default)]
    struct Events(Vec<Entity>, usize);
    bench.app.init_resource::<Events>();
    bench.app.add_observer(|it: On<Settled>, mut events: ResMut<Events>| events.0.push(it.entity));
    bench.app.add_observer(|_: On<InvalidMotion>, mut events: ResMut<Events>| events.1 += 1);
    let far = 1e6 * Vec3::new(1.0, -0.3, 0.1);
    let all = springs.map(|spring| bench.spawn((Transform::default(), spring, Target::new(far))));
    bench.frame(TICK);
    for body in all {
        assert_eq!((bench.get::<Transform>(body).translation, bench.get::<Velocity>(body).0), (far, Vec3::ZERO));
        assert!(bench.rests(body));
    }
    // While the entities rest, their targets change, and the next frame has no tick.
    for body in all {
        bench.edit::<Target>(body, |target| target.value = Vec3::ONE);
    }
    bench.frame(Duration::from_millis(2));
    assert!(all.iter().all(|&body| bench.get::<Transform>(body).translation == Vec3::ONE));
    bench.frame(TICK);
    let events = bench.app.world().resource::<Events>();
    assert_eq!((events.0.len(), events.1), (2 * all.len(), 0));
}

#[test]
fn a_rigid_spring_has_the_position_and_velocity_of_any_moving_target() {
    let mut bench = Bench::new(TICK);
    let rigid = || Spring::critical(f32::INFINITY);
    let moved = bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X), Friction::new(0.5)));
    let foreign = bench.spawn(Transform::default());
    let follower = bench.spawn((Transform::default(), rigid(), Follow::new(moved)));
    let fed = bench.spawn((Transform::default(), rigid(), Follow::new(moved).with_feed_forward(1.0)));
    let second = bench.spawn((Transform::default(), rigid(), Follow::new(follower)));
    let sampled = bench.spawn((Transform::default(), rigid(), Follow::new(foreign), Friction::new(3.0)));
    let pulled = bench.spawn((Transform::default(), rigid(), Follow::new(foreign), Gravity::EARTH));
    let steady = bench.spawn((Transform::default(), rigid(), Target::new(Vec3::ZERO).with_velocity(2.0 * Vec3::X)));
    let by_axis = bench.spawn((
        Transform::default(),
        AxisSprings::new(Vec3::new(f32::INFINITY, 0.0, 4.0), Vec3::ONE),
        Follow::new(moved),
    ));
    let turning = bench.spawn((Dial(3.0), rigid().on::<Turn>(), Target::<Turn>::of(Angle(-3.0))));
    let leader = bench.spawn((Transform::default(), Velocity::<Rotation>::of(2.0 * Vec3::Y)));
    let turned = bench.spawn((Transform::default(), rigid().on::<Rotation>(), Follow::<Rotation>::of(leader)));
    for n in 0..100 {
        bench.edit::<Transform>(foreign, |it| it.translation.x = (f64::from(n) * 0.1).sin() as f32);
        bench.frame(TICK);
        let near = |bench: &Bench, one, other| {
            let [one, other] = [one, other].map(|it| bench.get::<Transform>(it).translation);
            (one - other).length() < 1e-6
        };
        assert!(near(&bench, follower, moved) && near(&bench, fed, moved) && near(&bench, second, moved));
        assert!((bench.v(follower) - bench.v(moved)).abs() < 1e-5);
        assert!(near(&bench, sampled, foreign) && near(&bench, pulled, foreign), "{n}");
        assert!((bench.x(by_axis) - bench.x(moved)).abs() < 1e-6);
        assert!((f64::from(bench.x(steady)) - 2.0 * bench.elapsed()).abs() < 1e-5 && bench.v(steady) == 2.0);
        let [one, other] = [turned, leader].map(|it| bench.get::<Transform>(it).rotation);
        assert!(one.angle_between(other) < 2e-3);
        assert!((bench.get::<Dial>(turning).0.abs() - 3.0).abs() < 1e-6);
    }
}

#[test]
fn bounds_stop_a_rigid_spring_and_every_value_stays_finite() {
    let mut bench = Bench::new(TICK);
    let rigid = Spring::critical(f32::INFINITY);
    let at = |x: f32| Target::new(x * Vec3::X);
    let between = || Limits::between(-Vec3::ONE, Vec3::ONE);
    let stopped = bench.spawn((Transform::default(), rigid, at(5.0), between()));
    let bouncing = bench.spawn((Transform::default(), rigid, at(5.0), between().with_restitution(0.7)));
    let soft = bench.spawn((Transform::default(), rigid, at(5.0), between().softened(9.0)));
    let rubbed = bench.spawn((Transform::default(), rigid, at(5.0), DryFriction::new(3.0)));
    let aimed = bench.spawn((Transform::default(), rigid, at(5.0), Limits::default().with_stop_at_target()));
    let ring: [Entity; 2] = core::array::from_fn(|n| bench.spawn((Transform::from_xyz(n as f32, 0.0, 0.0), rigid)));
    for n in 0..2 {
        bench.app.world_mut().entity_mut(ring[n]).insert(Follow::new(ring[1 - n]));
    }
    for n in 0..64 {
        bench.frame(TICK);
        for body in [stopped, bouncing, soft, rubbed, aimed, ring[0], ring[1]] {
            assert!(bench.get::<Transform>(body).translation.is_finite() && bench.get::<Velocity>(body).0.is_finite());
        }
        assert_eq!([stopped, aimed, rubbed].map(|body| bench.x(body)), [1.0, 5.0, 5.0], "{n}");
        assert!(bench.x(bouncing) <= 1.0);
    }
    assert_eq!((bench.x(bouncing), bench.v(bouncing)), (1.0, 0.0));
    bench.edit::<Target>(stopped, |target| target.value = Vec3::ZERO);
    bench.edit::<Velocity>(rubbed, |velocity| velocity.0 = 50.0 * Vec3::X);
    bench.frame(TICK);
    assert_eq!((bench.x(stopped), bench.x(rubbed)), (0.0, 5.0));
}

#[test]
fn a_fling_with_a_duration_of_0_lands_at_once() {
    let mut bench = Bench::new(TICK);
    #[derive(Resource, Default)]
    struct Events(Vec<Finished>);
    bench.app.init_resource::<Events>();
    bench.app.add_observer(|it: On<Finished>, mut events: ResMut<Events>| events.0.push(*it));
    for velocity in [Vec3::X, -Vec3::X, Vec3::ZERO, Vec3::new(1.0, 0.001, 0.0)] {
        let end = Vec3::new(5.0, 2.0, 0.0);
        let body = bench.spawn((
            Transform::default(),
            (Velocity::new(velocity), DryFriction::new(4.0)),
            Fling::new(end).with_duration(0.0),
        ));
        let now = bench.elapsed();
        bench.frame(Duration::from_millis(1));
        assert_eq!(bench.get::<Transform>(body).translation, end);
        bench.frame(TICK);
        assert_eq!((bench.get::<Transform>(body).translation, bench.get::<Velocity>(body).0), (end, Vec3::ZERO));
        let [it] = bench.app.world_mut().resource_mut::<Events>().0.drain(..).collect::<Vec<_>>()[..] else {
            panic!("it should have landed once")
        };
        assert_eq!((it.entity, it.value, it.velocity), (body, end, Vec3::ZERO));
        assert!((it.time - now).abs() < 0.02 && it.kind == TimedMove::Fling);
        assert!(bench.rests(body) && bench.app.world().get::<Fling>(body).is_none());
    }
}
