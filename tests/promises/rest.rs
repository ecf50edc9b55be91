//! Promise 4: an entity comes to rest exactly at its rest point, and that is reported once.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{
    RestTolerance,
    prelude::*,
    property::{Property, Rotation2d},
};

use crate::app::{Bench, assert_ulps};

#[derive(Resource, Default)]
struct SettledEntities(Vec<Entity>);

fn bench() -> Bench {
    let mut bench = Bench::at_rate(64.0);
    bench
        .app
        .init_resource::<SettledEntities>()
        .add_observer(|event: On<Settled>, mut settled: ResMut<SettledEntities>| settled.0.push(event.entity));
    bench
}

fn settled_count(bench: &Bench) -> usize {
    bench.app.world().resource::<SettledEntities>().0.len()
}

#[test]
fn an_entity_settles_exactly_on_its_target_even_far_from_the_origin() {
    for magnitude in [1.0f32, 1e3, 1e5] {
        for (omega, zeta) in [(10.0, 1.0), (10.0, 0.3), (1.0, 1.0), (30.0, 0.7), (4.0, 3.0)] {
            let mut bench = bench();
            let goal = Vec3::new(magnitude * 1.000_123, -magnitude, 0.1);
            let body =
                bench.spawn((Transform::from_xyz(magnitude, 0.0, 0.0), Spring::new(omega, zeta), Target::new(goal)));
            bench.run_to(60.0);
            assert_eq!(bench.get::<Transform>(body).translation, goal, "ω {omega}, ζ {zeta} at {magnitude}");
            assert_eq!(bench.get::<Velocity>(body).0, Vec3::ZERO);
            assert_eq!(settled_count(&bench), 1, "reported once: ω {omega}, ζ {zeta} at {magnitude}");
            assert!(bench.rests(body));
        }
    }
}

#[test]
fn a_kick_wakes_a_resting_entity_and_each_rest_is_reported_once() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Spring::critical(10.0), Target::new(Vec3::X)));
    bench.run_to(0.3);
    bench.edit::<Target>(body, |target| target.value.x = -1.0);
    bench.run_to(0.4);
    assert_eq!(settled_count(&bench), 0, "retargeted in flight");
    bench.run_to(5.0);
    assert_eq!(settled_count(&bench), 1);
    bench.edit::<Velocity>(body, |velocity| velocity.0.y = 3.0);
    bench.run_to(5.1);
    assert!(!bench.rests(body), "a kick wakes the entity");
    assert!(bench.get::<Transform>(body).translation.y > 0.1);
    bench.run_to(10.0);
    assert_eq!(settled_count(&bench), 2, "each rest is reported once");
    assert_eq!(bench.get::<Transform>(body).translation, -Vec3::X);
}

#[test]
fn a_retarget_in_the_tick_in_which_an_entity_would_rest_keeps_it_moving() {
    // User code writes in every tick in which the entity is near its target, and thus before `Settled` could be triggered.
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
    assert_eq!(settled_count(&bench), 0);
    assert!(!bench.rests(body));
}

#[test]
fn an_entity_that_never_moved_is_not_reported_as_settled() {
    let mut bench = bench();
    let still = bench.spawn((Transform::from_xyz(1.0, 2.0, 3.0), Spring::critical(5.0)));
    let free = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.run_to(1.0);
    assert!(bench.rests(still) && bench.rests(free));
    assert_eq!(settled_count(&bench), 0);
}

#[test]
fn an_undamped_spring_and_a_follower_of_a_moving_leader_do_not_rest() {
    let mut bench = bench();
    let swing = bench.spawn((Transform::default(), Spring::new(3.0, 0.0), Target::new(Vec3::X)));
    let walker = bench.spawn((Transform::default(), Velocity::new(1e-5 * Vec3::X)));
    let follower = bench.spawn((Transform::default(), Spring::critical(10.0), Follow::new(walker)));
    bench.run_to(20.0);
    for entity in [swing, walker, follower] {
        assert!(!bench.rests(entity));
    }
    assert_eq!(settled_count(&bench), 0);
}

#[test]
fn a_follower_rests_with_its_leader_and_wakes_with_it() {
    let mut bench = bench();
    let leader = bench.spawn((Transform::default(), Spring::critical(10.0), Target::new(Vec3::X)));
    let follower = bench.spawn((Transform::default(), Spring::critical(5.0), Follow::new(leader).with_offset(Vec3::Y)));
    bench.run_to(10.0);
    assert!(bench.rests(leader) && bench.rests(follower));
    assert_eq!(bench.get::<Transform>(follower).translation, Vec3::new(1.0, 1.0, 0.0));
    assert_eq!(settled_count(&bench), 2);
    bench.edit::<Target>(leader, |target| target.value.x = 0.0);
    bench.run_to(10.1);
    assert!(!bench.rests(leader) && !bench.rests(follower));
    assert!(bench.x(follower) < 1.0);
    bench.run_to(20.0);
    assert_eq!(bench.get::<Transform>(follower).translation, Vec3::Y);
    assert_eq!(settled_count(&bench), 4);
}

#[test]
fn a_follower_of_a_sampled_leader_wakes_in_the_first_tick_of_motion() {
    let mut bench = bench();
    let leader = bench.spawn(Transform::from_xyz(1.0, 0.0, 0.0));
    let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    bench.run_to(8.0);
    assert!(bench.rests(follower));
    assert_eq!(bench.x(follower), 1.0);
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        transforms.get_mut(leader).expect("the leader should exist").translation.x = 1.0 + (time.elapsed_secs() - 8.0);
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
fn a_glide_under_friction_and_a_spring_under_gravity_end_exactly_at_their_rest_points() {
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
    assert_eq!(settled_count(&bench), 2);
}

#[test]
fn settled_has_the_value_target_and_time_of_a_toggled_progress() {
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
        // The entity is within a thousandth of its target after half a second. The plugin notices that at the next tick.
        let expected = 0.25 + n as f32 + 0.5;
        assert!((expected..=expected + 1.0 / 64.0).contains(&arrival.2), "arrival {n} at {}", arrival.2);
    }
}

#[test]
fn an_entity_rests_within_its_own_rest_tolerance() {
    for (tolerance, restless_until) in [(0.1, 0.41), (1e-5, 1.38)] {
        let mut bench = bench();
        let body = bench.spawn((
            Transform::default(),
            Spring::critical(10.0),
            Target::new(Vec3::X),
            RestTolerance::new(tolerance),
        ));
        bench.run_to(restless_until);
        assert!(!bench.rests(body), "the settling time is not over at {restless_until} s");
        // Released at rest, a critical spring's energy distance falls to 10 % of its start value at ω t = 4.2029735, and to 1e-5 at 14.4.
        bench.run_to(restless_until + 0.1);
        assert!(bench.rests(body));
        assert_eq!(bench.x(body), 1.0);
    }
}

#[test]
fn an_entity_that_is_woken_without_moving_is_not_reported_again() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Spring::critical(10.0), Target::new(Vec3::X)));
    bench.run_to(4.0);
    assert_eq!(settled_count(&bench), 1);
    bench.edit::<Spring>(body, |spring| spring.damping_ratio = 0.5);
    bench.run_to(5.0);
    assert!(bench.rests(body));
    assert_eq!(settled_count(&bench), 1, "a parameter changed at rest");
}

#[test]
fn a_kick_in_the_tick_in_which_an_entity_would_rest_is_not_lost() {
    // User code kicks in every tick in which the entity is near rest, and thus before `Settled` could be triggered.
    let mut bench = bench();
    bench.spawn((Transform::default(), Spring::critical(10.0), Target::new(Vec3::X)));
    bench.app.add_systems(FixedUpdate, |body: Single<(&Transform, &mut Velocity, &Target)>| {
        let (transform, mut velocity, target) = body.into_inner();
        if transform.translation.distance(target.value) < 2e-3 && velocity.0.length() < 0.02 {
            velocity.0.x += 4.0;
        }
    });
    bench.run_to(20.0);
    assert_eq!(settled_count(&bench), 0, "the kick prevents the rest");
}

#[test]
fn a_resting_chain_wakes_in_the_tick_in_which_its_leader_moves() {
    let mut bench = bench();
    let leader = bench.spawn(Transform::default());
    let first = bench.spawn((Transform::default(), Spring::critical(20.0), Follow::new(leader)));
    let second = bench.spawn((Transform::default(), Spring::critical(20.0), Follow::new(first)));
    bench.run_to(1.0);
    assert!(bench.rests(first) && bench.rests(second));
    bench.edit::<Transform>(leader, |transform| transform.translation.x = 1.0);
    bench.run_to(1.0 + 1.0 / 64.0);
    assert!(bench.x(first) > 0.0);
    assert!(bench.x(second) > 0.0, "the second follower moves in the same tick");
}

#[test]
fn a_resting_follower_wakes_when_its_leader_gets_a_value() {
    for invalid in [None, Some(Vec3::NAN)] {
        let mut bench = bench();
        let leader = bench.spawn(());
        if let Some(value) = invalid {
            bench.app.world_mut().entity_mut(leader).insert(Transform::from_translation(value));
        }
        let follower = bench.spawn((Transform::from_xyz(5.0, 0.0, 0.0), Spring::critical(8.0), Follow::new(leader)));
        bench.run_to(1.0);
        assert!(bench.rests(follower), "it rests where it is while its leader has no valid value");
        assert_eq!(bench.x(follower), 5.0);
        bench.app.world_mut().entity_mut(leader).insert(Transform::from_xyz(3.0, 0.0, 0.0));
        bench.run_to(8.0);
        assert_eq!(bench.x(follower), 3.0, "after the leader's value {invalid:?}");
    }
}

#[test]
fn an_entity_that_falls_at_terminal_velocity_never_rests() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Friction::new(10.0), Gravity::new(1e-3 * Vec3::X)));
    bench.run_to(20.0);
    assert!(!bench.rests(body), "it still falls, at 1e-4 units/s");
    assert_ulps(bench.v(body), 1e-4, 2.0, 1e-4, "terminal speed");
}

#[test]
fn an_entity_does_not_rest_when_it_passes_its_target_or_turns_around() {
    // The entity swings half an oscillation per second, so it passes its target at a tick and turns around at a tick.
    let mut bench = Bench::at_rate(64.0);
    let omega = core::f32::consts::PI;
    let body = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Spring::new(omega, 1e-6), Target::new(Vec3::ZERO)));
    for n in 1..=128 {
        bench.run_to(f64::from(n) / 64.0);
        assert!(!bench.rests(body), "after {n} ticks");
    }
}

#[test]
fn far_from_the_origin_an_entity_rests_within_the_spacing_of_f32() {
    // The spacing of f32 at a million is 1/16, which is more than the rest tolerance.
    let mut bench = bench();
    let at = |x| Transform::from_xyz(x, 0.0, 0.0);
    let body = bench.spawn((at(1e6), Spring::new(0.01, 1.0), Target::new(Vec3::new(1e6 + 0.0625, 0.0, 0.0))));
    bench.run_to(0.1);
    assert!(bench.rests(body), "a motion within the spacing of f32 is invisible");
}

#[test]
fn writes_to_a_disabled_entity_act_when_it_is_enabled() {
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
    assert_eq!(settled_count(&bench), 3);
}

#[test]
fn settled_has_the_value_that_the_component_stores() {
    let mut bench = bench();
    #[derive(Resource)]
    struct Value(Angle);
    bench
        .app
        .register_motion::<Rotation2d>()
        .insert_resource(Value(Angle(0.0)))
        .add_observer(|settled: On<Settled<Rotation2d>>, mut value: ResMut<Value>| value.0 = settled.value);
    // The target is more than half a turn away, so the stored angle differs from the target by a whole turn.
    let spring = Spring::critical(9.0).on::<Rotation2d>();
    let body = bench.spawn((Transform::default(), spring, Target::<Rotation2d>::of(Angle(-3.52))));
    bench.run_to(4.0);
    let stored = Rotation2d::get(bench.get::<Transform>(body));
    assert!(stored.0 > 2.7, "{stored:?}");
    assert_eq!(bench.app.world().resource::<Value>().0, stored);
}

#[test]
fn a_motion_cloned_onto_a_resting_entity_continues() {
    let mut bench = bench();
    let moving = bench.spawn((Transform::default(), Spring::new(12.0, 1.5), Target::new(-3.0 * Vec3::X)));
    let resting = bench.spawn((Transform::default(), Spring::new(29.0, 1.6)));
    bench.run_to(0.2);
    assert!(bench.rests(resting) && !bench.rests(moving));
    bench.app.world_mut().entity_mut(moving).clone_with_opt_out(resting, |_| {});
    bench.run_to(5.0);
    assert_eq!([moving, resting].map(|body| bench.x(body)), [-3.0, -3.0]);
    assert!(bench.rests(resting));
    assert_eq!(settled_count(&bench), 2);
}
