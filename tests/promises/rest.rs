//! Promise 4: everything that should rest does: exactly, once.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::prelude::*;

use crate::app::{Bench, assert_ulps};

#[derive(Resource, Default)]
struct Told(Vec<Entity>);

fn bench() -> Bench {
    let mut bench = Bench::at_rate(64.0);
    bench
        .app
        .init_resource::<Told>()
        .add_observer(|settled: On<Settled>, mut told: ResMut<Told>| told.0.push(settled.entity));
    bench
}

fn told(bench: &Bench) -> usize {
    bench.app.world().resource::<Told>().0.len()
}

#[test]
fn it_settles_exactly_on_the_target_once_also_far_from_the_origin() {
    for magnitude in [1.0f32, 1e3, 1e5] {
        for (omega, zeta) in [(10.0, 1.0), (10.0, 0.3), (1.0, 1.0), (30.0, 0.7), (4.0, 3.0)] {
            let mut bench = bench();
            let goal = Vec3::new(magnitude * 1.000_123, -magnitude, 0.1);
            let body =
                bench.spawn((Transform::from_xyz(magnitude, 0.0, 0.0), Spring::new(omega, zeta), Target::new(goal)));
            bench.run_to(60.0);
            assert_eq!(bench.get::<Transform>(body).translation, goal, "ω {omega}, ζ {zeta} at {magnitude}");
            assert_eq!(bench.get::<Velocity>(body).0, Vec3::ZERO);
            assert_eq!(told(&bench), 1, "told once: ω {omega}, ζ {zeta} at {magnitude}");
            assert!(bench.rests(body));
        }
    }
}

#[test]
fn a_retarget_is_not_a_rest_and_a_kick_wakes() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Spring::critical(10.0), Target::new(Vec3::X)));
    bench.run_to(0.3);
    bench.edit::<Target>(body, |target| target.value.x = -1.0);
    bench.run_to(0.4);
    assert_eq!(told(&bench), 0, "a retarget is no rest");
    bench.run_to(5.0);
    assert_eq!(told(&bench), 1);
    bench.edit::<Velocity>(body, |velocity| velocity.0.y = 3.0);
    bench.run_to(5.1);
    assert!(!bench.rests(body), "a kick wakes");
    assert!(bench.get::<Transform>(body).translation.y > 0.1);
    bench.run_to(10.0);
    assert_eq!(told(&bench), 2, "each coming to rest is told once");
    assert_eq!(bench.get::<Transform>(body).translation, -Vec3::X);
}

#[test]
fn a_retarget_written_in_the_tick_it_would_rest_in_is_no_rest() {
    // Written in every tick in which it is within tolerance, so before it can be told.
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Spring::critical(10.0), Target::new(Vec3::X)));
    bench.app.add_systems(FixedUpdate, |mut bodies: Query<(&Transform, &mut Target)>| {
        for (transform, mut target) in &mut bodies {
            if transform.translation.distance(target.value) < 0.01 {
                target.value = -target.value;
            }
        }
    });
    bench.run_to(10.0);
    assert_eq!(told(&bench), 0);
    assert!(!bench.rests(body));
}

#[test]
fn what_never_moved_is_not_told_of() {
    let mut bench = bench();
    let still = bench.spawn((Transform::from_xyz(1.0, 2.0, 3.0), Spring::critical(5.0)));
    let free = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.run_to(1.0);
    assert!(bench.rests(still) && bench.rests(free));
    assert_eq!(told(&bench), 0);
}

#[test]
fn an_undamped_spring_and_a_follower_of_what_moves_do_not_rest() {
    let mut bench = bench();
    let swing = bench.spawn((Transform::default(), Spring::new(3.0, 0.0), Target::new(Vec3::X)));
    let walker = bench.spawn((Transform::default(), Velocity::new(1e-5 * Vec3::X)));
    let follower = bench.spawn((Transform::default(), Spring::critical(10.0), Follow::new(walker)));
    bench.run_to(20.0);
    for entity in [swing, walker, follower] {
        assert!(!bench.rests(entity));
    }
    assert_eq!(told(&bench), 0);
}

#[test]
fn a_follower_rests_with_its_leader_and_wakes_with_it() {
    let mut bench = bench();
    let leader = bench.spawn((Transform::default(), Spring::critical(10.0), Target::new(Vec3::X)));
    let follower = bench.spawn((Transform::default(), Spring::critical(5.0), Follow::new(leader).with_offset(Vec3::Y)));
    bench.run_to(10.0);
    assert!(bench.rests(leader) && bench.rests(follower));
    assert_eq!(bench.get::<Transform>(follower).translation, Vec3::new(1.0, 1.0, 0.0));
    assert_eq!(told(&bench), 2);
    bench.edit::<Target>(leader, |target| target.value.x = 0.0);
    bench.run_to(10.1);
    assert!(!bench.rests(leader) && !bench.rests(follower));
    assert!(bench.x(follower) < 1.0);
    bench.run_to(20.0);
    assert_eq!(bench.get::<Transform>(follower).translation, Vec3::Y);
    assert_eq!(told(&bench), 4);
}

#[test]
fn a_follower_of_a_sampled_leader_rests_and_wakes_with_the_first_tick_of_motion() {
    let mut bench = bench();
    let leader = bench.spawn(Transform::from_xyz(1.0, 0.0, 0.0));
    let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    bench.run_to(8.0);
    assert!(bench.rests(follower));
    assert_eq!(bench.x(follower), 1.0);
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        transforms.get_mut(leader).expect("leader").translation.x = 1.0 + (time.elapsed_secs() - 8.0);
    });
    bench.run_to(8.0 + 1.0 / 64.0);
    let law = bevy_exact_motion::math::Law { k: 64.0, c: 16.0, g: 0.0, a: 0.0 };
    let (x, _) = law.step_line(1.0, 0.0, 1.0, 1.0, 1.0 / 64.0);
    crate::app::assert_ulps(bench.x(follower), x, 1.0, 1.0, "after the first tick of motion");
    bench.run_to(9.0);
    let (x, _) = law.step_line(1.0, 0.0, 1.0, 1.0, 1.0);
    crate::app::assert_ulps(bench.x(follower), x, 4.0, 2.0, "a second later");
}

#[test]
fn friction_rests_at_the_end_of_its_way_and_gravity_sags_a_spring() {
    let mut bench = bench();
    let puck = bench.spawn((Transform::default(), Velocity::new(8.0 * Vec3::X), Friction::new(2.0)));
    let lamp = bench.spawn((
        Transform::default(),
        Spring::critical(5.0),
        Target::new(Vec3::ZERO),
        Gravity::new(-10.0 * Vec3::Y),
    ));
    bench.run_to(20.0);
    assert_eq!(bench.x(puck), 4.0);
    assert_eq!(bench.get::<Transform>(lamp).translation.y, -0.4);
    assert_eq!(told(&bench), 2);
}

#[test]
fn a_toggled_progress_arrives_and_tells_value_target_and_time() {
    #[derive(Resource, Default)]
    struct Arrivals(Vec<(f32, f32, f32)>);

    let mut bench = Bench::at_rate(64.0);
    bench.app.init_resource::<Arrivals>().add_observer(
        |settled: On<Settled<Progress>>, mut arrivals: ResMut<Arrivals>| {
            arrivals.0.push((settled.value, settled.target, settled.time.as_secs_f32()));
        },
    );
    let spring = Spring::from_settling_time(0.5, 0.6, 1e-3).on::<Progress>();
    let button = bench.spawn((Progress::default(), spring, Target::<Progress>::of(0.0)));
    bench.run_to(0.25);
    for _ in 0..3 {
        bench.edit::<Target<Progress>>(button, Target::toggle);
        bench.run_to(bench.elapsed() + 1.0);
    }
    let arrivals = &bench.app.world().resource::<Arrivals>().0;
    assert_eq!(arrivals.iter().map(|a| (a.0, a.1)).collect::<Vec<_>>(), [(1.0, 1.0), (0.0, 0.0), (1.0, 1.0)]);
    for (n, arrival) in arrivals.iter().enumerate() {
        // Half a second to a thousandth of the way, found at the next tick.
        let expected = 0.25 + n as f32 + 0.5;
        assert!((expected..=expected + 1.0 / 64.0).contains(&arrival.2), "arrival {n} at {}", arrival.2);
    }
}

#[test]
fn a_tolerance_of_its_own_is_what_the_entity_rests_within() {
    for (tolerance, restless_until) in [(0.1, 0.41), (1e-5, 1.38)] {
        let mut bench = bench();
        let body = bench.spawn((
            Transform::default(),
            Spring::critical(10.0),
            Target::new(Vec3::X),
            RestTolerance::new(tolerance),
        ));
        bench.run_to(restless_until);
        assert!(!bench.rests(body), "ω t of the settling time is not over at {restless_until} s");
        // Critical, released at rest: 10 % at ω t = 4.2029735; 1e-5 by the same measure at 14.4.
        bench.run_to(restless_until + 0.1);
        assert!(bench.rests(body));
        assert_eq!(bench.x(body), 1.0);
    }
}

#[test]
fn woken_without_moving_it_is_not_told_of_again() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Spring::critical(10.0), Target::new(Vec3::X)));
    bench.run_to(4.0);
    assert_eq!(told(&bench), 1);
    bench.edit::<Spring>(body, |spring| spring.damping_ratio = 0.5);
    bench.run_to(5.0);
    assert!(bench.rests(body));
    assert_eq!(told(&bench), 1, "another parameter at rest is no coming to rest");
}

#[test]
fn a_kick_in_the_very_tick_it_would_rest_in_is_not_lost() {
    // Kicked in each tick in which it is within tolerance, before it could be told.
    let mut bench = bench();
    bench.spawn((Transform::default(), Spring::critical(10.0), Target::new(Vec3::X)));
    bench.app.add_systems(FixedUpdate, |body: Single<(&Transform, &mut Velocity, &Target)>| {
        let (transform, mut velocity, target) = body.into_inner();
        if transform.translation.distance(target.value) < 2e-3 && velocity.0.length() < 0.02 {
            velocity.0.x += 4.0;
        }
    });
    bench.run_to(20.0);
    assert_eq!(told(&bench), 0, "kicked, it did not come to rest");
}

#[test]
fn a_resting_chain_wakes_as_a_whole_in_the_tick_its_leader_moves() {
    let mut bench = bench();
    let leader = bench.spawn(Transform::default());
    let first = bench.spawn((Transform::default(), Spring::critical(20.0), Follow::new(leader)));
    let second = bench.spawn((Transform::default(), Spring::critical(20.0), Follow::new(first)));
    bench.run_to(1.0);
    assert!(bench.rests(first) && bench.rests(second));
    bench.edit::<Transform>(leader, |transform| transform.translation.x = 1.0);
    bench.run_to(1.0 + 1.0 / 64.0);
    assert!(bench.x(first) > 0.0);
    assert!(bench.x(second) > 0.0, "the second one moves in the same tick");
}

#[test]
fn a_resting_follower_wakes_when_its_leader_gets_a_value() {
    for nowhere in [None, Some(Vec3::NAN)] {
        let mut bench = bench();
        let leader = bench.spawn(());
        if let Some(place) = nowhere {
            bench.app.world_mut().entity_mut(leader).insert(Transform::from_translation(place));
        }
        let follower = bench.spawn((Transform::from_xyz(5.0, 0.0, 0.0), Spring::critical(8.0), Follow::new(leader)));
        bench.run_to(1.0);
        assert!(bench.rests(follower), "where it is, while nobody leads");
        assert_eq!(bench.x(follower), 5.0);
        bench.app.world_mut().entity_mut(leader).insert(Transform::from_xyz(3.0, 0.0, 0.0));
        bench.run_to(8.0);
        assert_eq!(bench.x(follower), 3.0, "nowhere: {nowhere:?}");
    }
}

#[test]
fn a_fall_at_terminal_speed_never_rests() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Friction::new(10.0), Gravity::new(1e-3 * Vec3::X)));
    bench.run_to(20.0);
    assert!(!bench.rests(body), "it falls on, at 1e-4 units/s");
    assert_ulps(bench.v(body), 1e-4, 2.0, 1e-4, "terminal speed");
}

#[test]
fn neither_a_passage_of_the_target_nor_a_turn_is_a_rest() {
    // Half a swing a second: it is on its target, fast, and at its turns, still, at ticks.
    let mut bench = Bench::at_rate(64.0);
    let omega = core::f32::consts::PI;
    let body = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Spring::new(omega, 1e-6), Target::new(Vec3::ZERO)));
    for n in 1..=128 {
        bench.run_to(f64::from(n) / 64.0);
        assert!(!bench.rests(body), "after {n} ticks");
    }
}

#[test]
fn at_a_million_units_it_rests_within_the_spacing_of_f32() {
    // A sixteenth there: more than the tolerance.
    let mut bench = bench();
    let at = |x| Transform::from_xyz(x, 0.0, 0.0);
    let body = bench.spawn((at(1e6), Spring::new(0.01, 1.0), Target::new(Vec3::new(1e6 + 0.0625, 0.0, 0.0))));
    bench.run_to(0.1);
    assert!(bench.rests(body), "nobody could see it move");
}

#[test]
fn what_is_written_to_a_disabled_entity_acts_when_it_is_enabled() {
    let mut bench = bench();
    let spring = (Transform::default(), Spring::critical(20.0), Target::new(Vec3::ZERO));
    let [retargeted, teleported, played] = [(); 3].map(|()| bench.spawn(spring));
    bench.run_to(0.5);
    for body in [retargeted, teleported, played] {
        assert!(bench.rests(body));
        bench.app.world_mut().entity_mut(body).insert(Disabled);
    }
    bench.run_to(0.6);
    bench.edit::<Target>(retargeted, |target| target.value.x = 1.0);
    bench.edit::<Transform>(teleported, |transform| transform.translation.x = 1.0);
    let rate = ExponentialRate::new(Vec3::X, 0.5, 0.2).unwrap();
    bench.app.world_mut().entity_mut(played).remove::<(Spring, Target)>().insert(rate);
    bench.run_to(1.0);
    for body in [retargeted, teleported, played] {
        bench.app.world_mut().entity_mut(body).remove::<Disabled>();
    }
    bench.run_to(3.0);
    assert_eq!([retargeted, teleported, played].map(|body| bench.x(body)), [1.0, 0.0, 1.0]);
    assert_eq!(told(&bench), 3);
}

#[test]
fn what_is_told_is_the_value_that_stands_there() {
    let mut bench = bench();
    #[derive(Resource)]
    struct Value(Angle);
    bench
        .app
        .register_motion::<Rotation2d>()
        .insert_resource(Value(Angle(0.0)))
        .add_observer(|settled: On<Settled<Rotation2d>>, mut value: ResMut<Value>| value.0 = settled.value);
    // More than half a turn: the rotation stores the same angle, a turn less.
    let spring = Spring::critical(9.0).on::<Rotation2d>();
    let body = bench.spawn((Transform::default(), spring, Target::<Rotation2d>::of(Angle(-3.52))));
    bench.run_to(4.0);
    let stands = Rotation2d::get(bench.get::<Transform>(body));
    assert!(stands.0 > 2.7, "{stands:?}");
    assert_eq!(bench.app.world().resource::<Value>().0, stands);
}

#[test]
fn a_motion_put_onto_who_rests_moves_on() {
    let mut bench = bench();
    let moving = bench.spawn((Transform::default(), Spring::new(12.0, 1.5), Target::new(-3.0 * Vec3::X)));
    let resting = bench.spawn((Transform::default(), Spring::new(29.0, 1.6)));
    bench.run_to(0.2);
    assert!(bench.rests(resting) && !bench.rests(moving));
    bench.app.world_mut().entity_mut(moving).clone_with_opt_out(resting, |_| {});
    bench.run_to(5.0);
    assert_eq!([moving, resting].map(|body| bench.x(body)), [-3.0, -3.0]);
    assert!(bench.rests(resting));
    assert_eq!(told(&bench), 2);
}
