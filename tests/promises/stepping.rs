//! Promise 1: a property is stepped in the fixed timestep, once a frame, or in a user's schedule, on the virtual or the real clock.

use std::time::Duration;

use bevy::{ecs::schedule::ScheduleLabel, prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{
    MotionSystems,
    math::Law,
    prelude::*,
    property::{Rotation2d, TranslationX},
};

use crate::{
    ambiguity::assert_no_ambiguities,
    app::{Random, assert_ulps, in_one_thread},
};

const LAW: Law = Law { k: 64.0, c: 16.0, g: 0.0, a: 0.0 };

fn app(options: MotionOptions) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin { options }));
    app.finish();
    in_one_thread(&mut app);
    frame(&mut app, 0.0);
    app
}

fn frame(app: &mut App, seconds: f64) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(seconds)));
    app.update();
}

fn x(app: &App, entity: Entity) -> f32 {
    app.world().get::<Transform>(entity).expect("it should have a transform").translation.x
}

#[test]
fn stepping_once_a_frame_is_exact_for_any_delta() {
    let mut app = app(MotionOptions::frame());
    let body = app.world_mut().spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::X))).id();
    let mut random = Random(9);
    let (mut position, mut velocity) = (0.0, 0.0);
    for n in 0..60 {
        let delta = Duration::from_secs_f64(random.between(0.0, 0.05)).as_secs_f64();
        frame(&mut app, delta);
        (position, velocity) = LAW.step_held(position, velocity, 1.0, delta);
        if app.world().get::<Resting>(body).is_some() {
            break;
        }
        assert_ulps(x(&app, body), position, 1.0, 1.0, &format!("frame {n}"));
        let propagated = app.world().get::<GlobalTransform>(body).expect("it should be propagated").translation().x;
        assert_eq!(propagated, x(&app, body), "propagated in the same frame");
    }
    assert!(position > 0.9, "the test should watch the entity for most of its path");
}

#[test]
fn a_follow_inserted_before_frames_of_zero_length_works() {
    let mut app = app(MotionOptions::frame());
    let spring = Spring::critical(8.0);
    let leader = app.world_mut().spawn((Transform::from_xyz(3.0, 0.0, 0.0), spring)).id();
    let follower = app.world_mut().spawn((Transform::default(), spring, Follow::new(leader))).id();
    for _ in 0..3 {
        frame(&mut app, 0.0);
        assert!(app.world().get::<Resting>(follower).is_none(), "no time has passed");
    }
    for _ in 0..200 {
        frame(&mut app, 0.016);
    }
    assert_eq!(x(&app, follower), 3.0);
}

#[test]
fn a_follower_stepped_once_a_frame_follows_a_leader_moved_in_update_in_the_same_frame() {
    let mut app = app(MotionOptions::frame());
    let leader = app.world_mut().spawn(Transform::default()).id();
    let follower = app.world_mut().spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader))).id();
    app.add_systems(Update, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        transforms.get_mut(leader).expect("the leader should exist").translation.x += 2.0 * time.delta_secs();
    });
    // The follower takes the first sample of its leader in this frame.
    frame(&mut app, 0.0);
    let mut t = 0.0;
    let mut random = Random(4);
    for n in 0..100 {
        let delta = Duration::from_secs_f64(random.between(0.001, 0.03)).as_secs_f64();
        frame(&mut app, delta);
        t += delta;
        let (expected, _) = LAW.step_line(0.0, 0.0, 0.0, 2.0, t);
        assert_ulps(x(&app, follower), expected, 8.0, 4.0, &format!("frame {n}"));
    }
}

#[test]
fn on_the_real_clock_motion_continues_while_the_game_is_paused() {
    for (options, moves) in [(MotionOptions::frame_real(), true), (MotionOptions::frame(), false)] {
        let mut app = app(options);
        let panel = app.world_mut().spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::X))).id();
        app.world_mut().resource_mut::<Time<Virtual>>().pause();
        frame(&mut app, 0.1);
        frame(&mut app, 0.1);
        let (expected, _) = LAW.step_held(0.0, 0.0, 1.0, if moves { 0.2 } else { 0.0 });
        assert_ulps(x(&app, panel), expected, 1.0, 1.0, "two frames into the pause");
    }
}

#[test]
fn in_a_users_schedule_writes_act_from_the_current_step() {
    #[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
    struct Rollback;

    let mut app = app(MotionOptions::in_schedule(Rollback));
    let body = app.world_mut().spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::X))).id();
    app.add_systems(
        Rollback,
        (|mut step: Local<u32>, mut velocity: Single<&mut Velocity>| {
            *step += 1;
            if *step == 3 {
                velocity.0.x += 5.0;
            }
        })
        .after(MotionSystems::Advance)
        .before(MotionSystems::Correct),
    );
    for _ in 0..6 {
        let mut time = app.world_mut().resource_mut::<Time>();
        time.advance_by(Duration::from_millis(20));
        app.world_mut().run_schedule(Rollback);
    }
    let (position, velocity) = LAW.step_held(0.0, 0.0, 1.0, 0.06);
    let (position, _) = LAW.step_held(position, velocity + 5.0, 1.0, 0.06);
    assert_ulps(x(&app, body), position, 1.0, 1.0, "three steps after the kick");
}

/// Rollback libraries configure their schedules to fail on ambiguities.
#[test]
fn a_schedule_that_forbids_ambiguities_accepts_the_plugin() {
    #[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
    struct Rollback;

    let options = MotionOptions::in_schedule(Rollback);
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin { options }))
        .register_motion_with::<TranslationX>(options)
        .register_motion_with::<Rotation2d>(options)
        .register_reduced_motion::<Translation>()
        .register_reduced_motion::<TranslationX>();
    assert_no_ambiguities(&mut app, Rollback);
}

#[test]
fn a_long_frame_a_relative_speed_and_a_changed_timestep_do_not_change_the_path() {
    let mut app = app(MotionOptions::fixed());
    let body = app.world_mut().spawn((Transform::default(), Spring::new(0.7, 0.05), Target::new(Vec3::X))).id();
    let mut virtual_time = app.world_mut().resource_mut::<Time<Virtual>>();
    virtual_time.set_max_delta(Duration::MAX);
    virtual_time.set_relative_speed(0.5);
    frame(&mut app, 1.0);
    app.world_mut().resource_mut::<Time<Fixed>>().set_timestep_hz(20.0);
    frame(&mut app, 60.0);
    app.world_mut().resource_mut::<Time<Fixed>>().set_timestep_hz(200.0);
    frame(&mut app, 0.013);
    let (omega, zeta) = (f64::from(0.7f32), f64::from(0.05f32));
    let law = Law { k: omega * omega, c: 2.0 * zeta * omega, ..LAW };
    let (expected, _) = law.step_held(0.0, 0.0, 1.0, 0.5 * 61.013);
    assert_ulps(x(&app, body), expected, 1.0, 1.0, "after 61 s at half speed");
}

#[test]
fn registering_a_property_twice_does_not_move_it_twice() {
    let mut app = app(MotionOptions::fixed());
    app.register_motion_with::<Translation>(MotionOptions::frame());
    let body = app.world_mut().spawn((Transform::default(), Velocity::new(Vec3::X))).id();
    frame(&mut app, 0.25);
    assert_eq!(x(&app, body), 0.25);
}
