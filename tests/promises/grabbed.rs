//! Promise 1: drags and throws are the same at any frame rate and any tick rate.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, assert_ulps};

/// The length of a frame. No tick length in these tests is a multiple of it.
const FRAME: Duration = Duration::from_millis(7);

/// Moves a grabbed entity at `speed` units/s for a number of frames, as a pointer would.
fn drag(bench: &mut Bench, body: Entity, frames: usize, speed: f32) {
    for _ in 0..frames {
        bench.frame(FRAME);
        bench.edit::<Transform>(body, |transform| transform.translation.x += speed * FRAME.as_secs_f32());
    }
}

#[test]
fn a_grabbed_entity_stops_where_it_is_drawn_and_does_not_move_by_itself() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Spring::critical(5.0), Target::new(Vec3::X)));
    for _ in 0..30 {
        bench.frame(FRAME);
    }
    let seen = bench.x(body);
    assert!(seen > 0.1);
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    for _ in 0..50 {
        bench.frame(FRAME);
        assert_eq!(bench.x(body), seen);
        assert_eq!(bench.v(body), 0.0);
    }
}

#[test]
fn a_released_entity_keeps_the_velocity_of_the_drag() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO, Friction::new(2.0)));
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    drag(&mut bench, body, 20, -1.0);
    drag(&mut bench, body, 40, 3.0);
    bench.frame(FRAME);
    // The velocity is measured over a tenth of a second, between positions in f32.
    assert!((bench.v(body) - 3.0).abs() < 1e-5, "measured {}", bench.v(body));
    let (x, v) = (bench.x(body), bench.v(body));
    bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
    let law = Law { c: 2.0, ..Law::default() };
    for n in 1..=20 {
        bench.frame(FRAME);
        let (expected, _) = law.step_held(x.into(), v.into(), 0.0, f64::from(n) * FRAME.as_secs_f64());
        assert_ulps(bench.x(body), expected, 1.0, 1.0, "thrown");
    }
}

#[test]
fn an_entity_held_still_for_50_ms_is_released_at_rest() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    drag(&mut bench, body, 20, 5.0);
    drag(&mut bench, body, 9, 0.0);
    bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
    let x = bench.x(body);
    bench.run_to(bench.elapsed() + 1.0);
    assert_eq!(bench.x(body), x);
}

#[test]
fn followers_of_a_grabbed_entity_wake_and_follow_it() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    let follower = bench.spawn((Transform::default(), Spring::critical(10.0), Follow::new(body)));
    bench.run_to(1.0);
    assert!(bench.rests(follower));
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    drag(&mut bench, body, 100, 4.0);
    let lag = bench.x(body) - bench.x(follower);
    // The steady lag is 2ζ/ω·u. In addition, the sample of a leader that user code moves is up to a frame and a tick old.
    assert!((0.7..0.95).contains(&lag), "lag {lag}");
    let before = bench.x(follower);
    bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
    bench.frame(FRAME);
    let step = bench.x(follower) - before;
    assert!((step - 4.0 * FRAME.as_secs_f32()).abs() < 0.01, "no jump on release: {step}");
    bench.run_to(bench.elapsed() + 5.0);
    let lag = bench.x(body) - bench.x(follower);
    assert!((lag - 0.8).abs() < 1e-3, "lag {lag} behind the thrown body");
}

#[test]
fn nan_written_to_a_grabbed_entity_is_dropped() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    bench.frame(FRAME);
    bench.edit::<Transform>(body, |transform| transform.translation.x = f32::NAN);
    bench.frame(FRAME);
    assert_eq!(bench.x(body), 1.0);
    assert_eq!(bench.v(body), 0.0);
}

#[test]
fn the_velocity_of_a_drag_is_the_mean_over_the_last_tenth_of_a_second() {
    // The first half of the window is fast. The second half, 7 frames of 7 ms, is slow.
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    drag(&mut bench, body, 40, 8.0);
    drag(&mut bench, body, 7, 1.0);
    bench.frame(FRAME);
    let slow = 7.0 * FRAME.as_secs_f64();
    let expected = (slow * 1.0 + (0.1 - slow) * 8.0) / 0.1;
    // The velocity is measured over a tenth of a second, between f32 positions near 2.
    assert!((f64::from(bench.v(body)) - expected).abs() < 1e-5, "measured {}, not {expected}", bench.v(body));
}

#[test]
fn an_entity_flicked_after_a_pause_is_thrown_with_the_velocity_of_the_flick() {
    // Pauses of different lengths are tested. A mean over the last tenth of a second would include about 50 ms of the pause.
    for frames in 5..40 {
        let mut bench = Bench::at_rate(64.0);
        let body = bench.spawn((Transform::default(), Velocity::ZERO));
        bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
        drag(&mut bench, body, 10, 2.0);
        drag(&mut bench, body, 10 + frames, 0.0);
        drag(&mut bench, body, 7, 1.0);
        bench.frame(FRAME);
        // The velocity is measured over 49 ms, between positions in f32.
        assert!((bench.v(body) - 1.0).abs() < 1e-5, "still for {frames} more frames: measured {}", bench.v(body));
    }
}

/// The velocity is the mean over a tenth of a second of real time, because the pointer moves in real time. So a throw matches the drag at
/// any game speed.
#[test]
fn in_slow_motion_a_flick_is_measured_over_the_same_real_time() {
    for speed in [1.0_f32, 0.1, 0.01, 4.0] {
        let mut bench = Bench::at_rate(64.0);
        bench.app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(speed);
        let body = bench.spawn((Transform::default(), Velocity::ZERO));
        bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
        drag(&mut bench, body, 30, 8.0);
        drag(&mut bench, body, 20, 1.0);
        bench.frame(FRAME);
        let measured = bench.v(body) * speed;
        assert!((measured - 1.0).abs() < 1e-4, "a tenth of a second at {speed}: measured {measured}");
        drag(&mut bench, body, 20, 0.0);
        bench.frame(FRAME);
        assert_eq!(bench.v(body), 0.0, "still at {speed}");
        drag(&mut bench, body, 5, 3.0);
        bench.frame(FRAME);
        let measured = bench.v(body) * speed;
        assert!((measured - 3.0).abs() < 1e-3, "a flick at {speed}: measured {measured}");
    }
}

#[test]
fn an_entity_flicked_by_one_write_per_tick_is_thrown_with_the_velocity_of_the_flick() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    let mut ticks = 0;
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut bodies: Query<&mut Transform, With<Grabbed>>| {
        ticks += 1;
        if ticks > 20 {
            bodies.iter_mut().for_each(|mut body| body.translation.x += time.delta_secs());
        }
    });
    // In frames between two ticks, the entity stays where the last tick moved it.
    while bench.x(body) < 4.0 / 64.0 {
        bench.frame(Duration::from_millis(3));
    }
    assert!((bench.v(body) - 1.0).abs() < 1e-5, "measured {}", bench.v(body));
}

#[test]
fn a_drag_while_the_clock_is_paused_does_not_count_for_the_velocity_of_a_throw() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    drag(&mut bench, body, 20, 0.0);
    bench.app.world_mut().resource_mut::<Time<Virtual>>().pause();
    drag(&mut bench, body, 20, 500.0);
    bench.app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    drag(&mut bench, body, 7, 1.0);
    bench.frame(FRAME);
    // The velocity is measured over 49 ms, between f32 positions some tens of units from the origin.
    assert!((bench.v(body) - 1.0).abs() < 1e-3, "measured {}", bench.v(body));
}

#[test]
fn the_velocity_of_a_drag_ignores_the_samples_of_the_previous_grab() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO, Friction::new(1.0)));
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    drag(&mut bench, body, 20, 5.0);
    bench.frame(FRAME);
    bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
    bench.frame(FRAME);
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    bench.frame(FRAME);
    assert_eq!(bench.v(body), 0.0, "just grabbed, it has no velocity");
    drag(&mut bench, body, 4, -2.0);
    bench.frame(FRAME);
    // The entity was dragged in four of the five frames since it was grabbed.
    assert!((bench.v(body) + 1.6).abs() < 1e-4, "measured {}", bench.v(body));
}

#[test]
fn a_drag_that_pauses_for_three_frames_still_throws() {
    // Some pointers do not send an event in every frame.
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    drag(&mut bench, body, 30, 4.0);
    drag(&mut bench, body, 3, 0.0);
    bench.frame(FRAME);
    assert!((bench.v(body) - 4.0).abs() < 1e-4, "a pause of 21 ms does not stop a throw: measured {}", bench.v(body));
    drag(&mut bench, body, 5, 0.0);
    assert_eq!(bench.v(body), 0.0, "a pause of 56 ms stops a throw");
}

#[test]
fn the_last_of_two_writes_in_a_tick_moves_a_grabbed_entity() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    // Two systems write in each tick, and the second one overwrites the first.
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        transforms.get_mut(body).expect("it should have one").translation.x = 100.0 + time.elapsed_secs();
    });
    bench.app.add_systems(FixedPostUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        transforms.get_mut(body).expect("it should have one").translation.x = 3.0 * time.elapsed_secs();
    });
    bench.run_to(0.5);
    assert_eq!(bench.x(body), 1.5);
    assert!((bench.v(body) - 3.0).abs() < 1e-4, "measured {}", bench.v(body));
}

#[test]
fn a_thrown_entity_emits_settled() {
    #[derive(Resource, Default)]
    struct Count(usize);

    let mut bench = Bench::at_rate(64.0);
    bench.app.init_resource::<Count>().add_observer(|_: On<Settled>, mut count: ResMut<Count>| count.0 += 1);
    let body = bench.spawn((Transform::default(), Spring::critical(20.0), Target::new(Vec3::ZERO)));
    bench.run_to(0.5);
    assert!(bench.rests(body));
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    drag(&mut bench, body, 20, 2.0);
    assert_eq!(bench.app.world().resource::<Count>().0, 0, "it does not rest while grabbed");
    bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
    bench.run_to(bench.elapsed() + 3.0);
    assert_eq!(bench.x(body), 0.0);
    assert_eq!(bench.app.world().resource::<Count>().0, 1);
}

#[test]
fn a_grabbed_entity_does_not_rest() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Spring::critical(20.0), Target::new(Vec3::ZERO)));
    bench.run_to(0.5);
    assert!(bench.rests(body));
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    assert!(!bench.rests(body), "grabbed");
    drag(&mut bench, body, 30, 0.0);
    assert!(!bench.rests(body), "held still");
    bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
    bench.run_to(bench.elapsed() + 0.5);
    assert!(bench.rests(body), "released");
}

#[test]
fn grabbing_and_releasing_within_a_frame_changes_nothing() {
    // The entity is grabbed and released between two ticks. The time since the last tick is not lost.
    let [touched, free] = [true, false].map(|touched| {
        let mut bench = Bench::at_rate(10.0);
        let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
        for _ in 0..8 {
            bench.frame(Duration::from_millis(30));
        }
        if touched {
            bench.app.world_mut().entity_mut(body).insert(Grabbed::new()).remove::<Grabbed>();
        }
        bench.run_to(1.0);
        bench.x(body)
    });
    assert_eq!(touched, free);
}

#[test]
fn a_grabbed_follower_stays_where_it_is_dragged() {
    let mut bench = Bench::at_rate(10.0);
    let leader = bench.spawn((Transform::default(), Velocity::ZERO));
    let body = bench.spawn((Transform::default(), Spring::critical(5.0), Follow::new(leader)));
    bench.run_to(0.2);
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    for frame in 0..60 {
        bench.edit::<Velocity>(leader, |velocity| velocity.0.x += 0.5);
        if frame == 30 {
            bench.app.world_mut().entity_mut(body).insert(Disabled);
        } else if frame == 35 {
            bench.app.world_mut().entity_mut(body).remove::<Disabled>();
        }
        let placed = 0.25 * f32::from(u8::try_from(frame / 3).unwrap());
        bench.edit::<Transform>(body, |transform| transform.translation.x = placed);
        bench.frame(FRAME);
        bench.frame(FRAME);
        assert_eq!(bench.x(body), placed, "frame {frame}");
    }
}

#[test]
fn a_released_delayed_entity_is_drawn_without_a_jump() {
    let mut bench = Bench::at_rate(10.0);
    let late = Presentation::Delayed;
    let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X), late));
    bench.run_to(1.0);
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    bench.edit::<Transform>(body, |transform| transform.translation.x = 50.0);
    drag(&mut bench, body, 40, 1.0);
    bench.frame(FRAME);
    let seen = bench.x(body);
    bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
    let mut last = seen;
    for frame in 0..60 {
        bench.frame(FRAME);
        let step = bench.x(body) - last;
        last += step;
        assert!((-1e-5..0.0075).contains(&step), "frame {frame}: a step of {step}");
    }
    assert!(last > seen + 0.2);
}

#[test]
fn a_grabbed_entity_onto_which_a_resting_one_is_cloned_does_not_rest() {
    let mut bench = Bench::at_rate(64.0);
    let resting = bench.spawn((Transform::default(), Spring::critical(29.0)));
    let held = bench.spawn((Transform::default(), Grabbed::new()));
    bench.run_to(0.2);
    assert!(bench.rests(resting));
    bench.app.world_mut().entity_mut(resting).clone_with_opt_out(held, |_| {});
    bench.run_to(0.3);
    assert!(!bench.rests(held));
}

#[test]
fn a_cut_reaches_a_grabbed_follower_whose_velocity_was_inserted_again() {
    let mut bench = Bench::at_rate(50.0);
    let leader = bench.spawn(Transform::from_xyz(1.0, 0.0, 0.0));
    let follow = (Transform::default(), Spring::critical(9.0), Follow::new(leader));
    let follower = bench.spawn((follow, Grabbed::new()));
    bench.run_to(0.1);
    bench.app.world_mut().entity_mut(follower).remove::<Velocity>().insert(Velocity::ZERO);
    bench.run_to(0.2);
    // The cut has the same effect as on a follower whose velocity was never removed.
    bench.app.world_mut().trigger(Cut::new(follower));
    bench.run_to(0.24);
    assert_eq!(bench.x(follower), 1.0);
}

/// A drag is measured in the world's time and converted to the entity's own time, so a released entity moves as fast as it was dragged.
#[test]
fn a_released_entity_with_a_time_scale_moves_as_fast_as_the_drag() {
    for pace in [0.5, 3.0] {
        let mut bench = Bench::at_rate(64.0);
        let body = bench.spawn((Transform::default(), Velocity::ZERO, Grabbed::new(), TimeScale::new(pace)));
        drag(&mut bench, body, 40, 4.0);
        bench.frame(FRAME);
        assert!((bench.v(body) - 4.0 / pace).abs() < 1e-4, "measured {} with a time scale of {pace}", bench.v(body));
        bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
        let x = bench.x(body);
        for _ in 0..100 {
            bench.frame(FRAME);
        }
        assert!((bench.x(body) - x - 2.8).abs() < 1e-3, "{} in 0.7 s with a time scale of {pace}", bench.x(body) - x);
    }
}

/// An invalid time scale has no effect: the last valid one still applies.
#[test]
fn an_invalid_time_scale_does_not_change_the_velocity_of_a_drag() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO, TimeScale::new(0.5)));
    bench.frame(FRAME);
    bench.edit::<TimeScale>(body, |pace| pace.0 = -1.0);
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    drag(&mut bench, body, 40, 4.0);
    bench.frame(FRAME);
    assert!((bench.v(body) - 8.0).abs() < 1e-4, "measured {}", bench.v(body));
}

/// While an entity's own time is paused, no velocity in that time matches the drag. The velocity in the world's time is used instead.
#[test]
fn a_grabbed_entity_that_is_paused_has_the_velocity_of_the_drag() {
    for pace in [0.0, -1.0, f32::NAN, f32::INFINITY, f32::from_bits(1)] {
        let mut bench = Bench::at_rate(64.0);
        let body = bench.spawn((Transform::default(), Velocity::ZERO, Grabbed::new(), TimeScale::new(pace)));
        drag(&mut bench, body, 40, 4.0);
        bench.frame(FRAME);
        let v = bench.v(body);
        // With the smallest positive time scale, the measured velocity overflows f32, so the velocity before the drag is kept.
        let expected = if pace > 0.0 && pace < 1.0 { 0.0 } else { 4.0 };
        assert!((v - expected).abs() < 1e-5, "measured {v} with a time scale of {pace}");
    }
}
