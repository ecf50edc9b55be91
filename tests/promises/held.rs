//! Promise 1: dragged, then thrown, at any rate of frames and ticks.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, assert_ulps};

/// Frames of 7 ms, as no multiple of the tick.
const FRAME: Duration = Duration::from_millis(7);

fn drag(bench: &mut Bench, body: Entity, frames: usize, speed: f32) {
    for _ in 0..frames {
        bench.frame(FRAME);
        bench.edit::<Transform>(body, |transform| transform.translation.x += speed * FRAME.as_secs_f32());
    }
}

#[test]
fn it_does_not_move_by_itself_and_stops_where_it_was_seen() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Spring::critical(5.0), Target::new(Vec3::X)));
    for _ in 0..30 {
        bench.frame(FRAME);
    }
    let seen = bench.x(body);
    assert!(seen > 0.1);
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    for _ in 0..50 {
        bench.frame(FRAME);
        assert_eq!(bench.x(body), seen);
        assert_eq!(bench.v(body), 0.0);
    }
}

#[test]
fn it_is_released_with_the_velocity_it_was_dragged_with() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO, Friction::new(2.0)));
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    drag(&mut bench, body, 20, -1.0);
    drag(&mut bench, body, 40, 3.0);
    bench.frame(FRAME);
    // Positions are f32, and the window a tenth of a second.
    assert!((bench.v(body) - 3.0).abs() < 1e-5, "measured {}", bench.v(body));
    let (x, v) = (bench.x(body), bench.v(body));
    bench.app.world_mut().entity_mut(body).remove::<Held>();
    let law = Law { c: 2.0, ..Law::default() };
    for n in 1..=20 {
        bench.frame(FRAME);
        let (expected, _) = law.step_held(x.into(), v.into(), 0.0, f64::from(n) * FRAME.as_secs_f64());
        assert_ulps(bench.x(body), expected, 1.0, 1.0, "thrown");
    }
}

#[test]
fn held_still_for_three_frames_it_is_released_at_rest() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    drag(&mut bench, body, 20, 5.0);
    drag(&mut bench, body, 9, 0.0);
    bench.app.world_mut().entity_mut(body).remove::<Held>();
    let x = bench.x(body);
    bench.run_to(bench.elapsed() + 1.0);
    assert_eq!(bench.x(body), x);
}

#[test]
fn followers_see_it_move_and_wake_with_it() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    let follower = bench.spawn((Transform::default(), Spring::critical(10.0), Follow::new(body)));
    bench.run_to(1.0);
    assert!(bench.rests(follower));
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    drag(&mut bench, body, 100, 4.0);
    let lag = bench.x(body) - bench.x(follower);
    // The steady lag 2ζ/ω·u, and up to a frame and a tick that a sampled leader is behind.
    assert!((0.7..0.95).contains(&lag), "lag {lag}");
    let before = bench.x(follower);
    bench.app.world_mut().entity_mut(body).remove::<Held>();
    bench.frame(FRAME);
    let step = bench.x(follower) - before;
    assert!((step - 4.0 * FRAME.as_secs_f32()).abs() < 0.01, "smooth on release: {step}");
    bench.run_to(bench.elapsed() + 5.0);
    let lag = bench.x(body) - bench.x(follower);
    assert!((lag - 0.8).abs() < 1e-3, "lag {lag} behind the thrown body");
}

#[test]
fn nothing_that_is_not_a_number_stays_on_it() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    bench.frame(FRAME);
    bench.edit::<Transform>(body, |transform| transform.translation.x = f32::NAN);
    bench.frame(FRAME);
    assert_eq!(bench.x(body), 1.0);
    assert_eq!(bench.v(body), 0.0);
}

#[test]
fn the_velocity_is_the_mean_over_the_last_tenth_of_a_second() {
    // Half of it at one speed, half at another: 7 frames of 7 ms and a part of the eighth.
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    drag(&mut bench, body, 40, 8.0);
    drag(&mut bench, body, 7, 1.0);
    bench.frame(FRAME);
    let slow = 7.0 * FRAME.as_secs_f64();
    let expected = (slow * 1.0 + (0.1 - slow) * 8.0) / 0.1;
    // Positions are f32 near 2, over a tenth of a second.
    assert!((f64::from(bench.v(body)) - expected).abs() < 1e-5, "measured {}, not {expected}", bench.v(body));
}

#[test]
fn a_flick_after_stillness_is_thrown_with_its_own_velocity() {
    // However long it was still: at 7 ms a frame, 50 ms of the stillness would fall into the window of some.
    for frames in 5..40 {
        let mut bench = Bench::at_rate(64.0);
        let body = bench.spawn((Transform::default(), Velocity::ZERO));
        bench.app.world_mut().entity_mut(body).insert(Held::new());
        drag(&mut bench, body, 10, 2.0);
        drag(&mut bench, body, 10 + frames, 0.0);
        drag(&mut bench, body, 7, 1.0);
        bench.frame(FRAME);
        // Positions are f32, and 49 ms are measured.
        assert!((bench.v(body) - 1.0).abs() < 1e-5, "still for {frames} more frames: measured {}", bench.v(body));
    }
}

/// The hand is the user's, whose tenth of a second is not the game's: the throw looks like the finger at any speed of the game.
#[test]
fn in_slow_motion_a_flick_is_measured_over_the_same_time_of_the_hand() {
    for speed in [1.0_f32, 0.1, 0.01, 4.0] {
        let mut bench = Bench::at_rate(64.0);
        bench.app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(speed);
        let body = bench.spawn((Transform::default(), Velocity::ZERO));
        bench.app.world_mut().entity_mut(body).insert(Held::new());
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
fn a_flick_by_who_writes_once_a_tick_has_its_own_velocity_too() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    let mut ticks = 0;
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut bodies: Query<&mut Transform, With<Held>>| {
        ticks += 1;
        if ticks > 20 {
            bodies.iter_mut().for_each(|mut body| body.translation.x += time.delta_secs());
        }
    });
    // Frames between ticks see it still where the tick before has put it.
    while bench.x(body) < 4.0 / 64.0 {
        bench.frame(Duration::from_millis(3));
    }
    assert!((bench.v(body) - 1.0).abs() < 1e-5, "measured {}", bench.v(body));
}

#[test]
fn what_is_carried_in_a_pause_is_not_thrown() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    drag(&mut bench, body, 20, 0.0);
    bench.app.world_mut().resource_mut::<Time<Virtual>>().pause();
    drag(&mut bench, body, 20, 500.0);
    bench.app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    drag(&mut bench, body, 7, 1.0);
    bench.frame(FRAME);
    // The place is some tens of units from the origin, and 49 ms are measured.
    assert!((bench.v(body) - 1.0).abs() < 1e-3, "measured {}", bench.v(body));
}

#[test]
fn grabbed_again_it_has_forgotten_the_way_before() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO, Friction::new(1.0)));
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    drag(&mut bench, body, 20, 5.0);
    bench.frame(FRAME);
    bench.app.world_mut().entity_mut(body).remove::<Held>();
    bench.frame(FRAME);
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    bench.frame(FRAME);
    assert_eq!(bench.v(body), 0.0, "just grabbed, it stands still");
    drag(&mut bench, body, 4, -2.0);
    bench.frame(FRAME);
    // Four times dragged back in the five frames since it was grabbed.
    assert!((bench.v(body) + 1.6).abs() < 1e-4, "measured {}", bench.v(body));
}

#[test]
fn a_hand_that_pauses_for_a_frame_still_throws() {
    // Not every pointer reports in every frame.
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    drag(&mut bench, body, 30, 4.0);
    drag(&mut bench, body, 3, 0.0);
    bench.frame(FRAME);
    assert!((bench.v(body) - 4.0).abs() < 1e-4, "21 ms are no stand: measured {}", bench.v(body));
    drag(&mut bench, body, 5, 0.0);
    assert_eq!(bench.v(body), 0.0, "56 ms are");
}

#[test]
fn written_twice_in_a_frame_the_last_place_counts() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO));
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    // In each tick by one system, and in each frame by another, which has the last word: at the tick's own instant too.
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        transforms.get_mut(body).expect("it has one").translation.x = 100.0 + time.elapsed_secs();
    });
    bench.app.add_systems(FixedPostUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        transforms.get_mut(body).expect("it has one").translation.x = 3.0 * time.elapsed_secs();
    });
    bench.run_to(0.5);
    assert_eq!(bench.x(body), 1.5);
    assert!((bench.v(body) - 3.0).abs() < 1e-4, "measured {}", bench.v(body));
}

#[test]
fn thrown_it_settles_and_that_is_told() {
    #[derive(Resource, Default)]
    struct Told(usize);

    let mut bench = Bench::at_rate(64.0);
    bench.app.init_resource::<Told>().add_observer(|_: On<Settled>, mut told: ResMut<Told>| told.0 += 1);
    let body = bench.spawn((Transform::default(), Spring::critical(20.0), Target::new(Vec3::ZERO)));
    bench.run_to(0.5);
    assert!(bench.rests(body));
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    drag(&mut bench, body, 20, 2.0);
    assert_eq!(bench.app.world().resource::<Told>().0, 0, "in the hand it does not rest");
    bench.app.world_mut().entity_mut(body).remove::<Held>();
    bench.run_to(bench.elapsed() + 3.0);
    assert_eq!(bench.x(body), 0.0);
    assert_eq!(bench.app.world().resource::<Told>().0, 1);
}

#[test]
fn in_the_hand_nothing_rests() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Spring::critical(20.0), Target::new(Vec3::ZERO)));
    bench.run_to(0.5);
    assert!(bench.rests(body));
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    assert!(!bench.rests(body), "grabbed");
    drag(&mut bench, body, 30, 0.0);
    assert!(!bench.rests(body), "held still");
    bench.app.world_mut().entity_mut(body).remove::<Held>();
    bench.run_to(bench.elapsed() + 0.5);
    assert!(bench.rests(body), "let go");
}

#[test]
fn grabbed_and_let_go_at_once_it_moves_on() {
    // Between two ticks: what the hand did not even hold for a frame loses no time.
    let [touched, free] = [true, false].map(|touched| {
        let mut bench = Bench::at_rate(10.0);
        let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
        for _ in 0..8 {
            bench.frame(Duration::from_millis(30));
        }
        if touched {
            bench.app.world_mut().entity_mut(body).insert(Held::new()).remove::<Held>();
        }
        bench.run_to(1.0);
        bench.x(body)
    });
    assert_eq!(touched, free);
}

#[test]
fn whatever_its_leader_does_it_stays_in_the_hand() {
    let mut bench = Bench::at_rate(10.0);
    let leader = bench.spawn((Transform::default(), Velocity::ZERO));
    let body = bench.spawn((Transform::default(), Spring::critical(5.0), Follow::new(leader)));
    bench.run_to(0.2);
    bench.app.world_mut().entity_mut(body).insert(Held::new());
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
fn let_go_it_is_drawn_from_there_on_also_late() {
    let mut bench = Bench::at_rate(10.0);
    let late = PresentAs::new(Presentation::Delayed);
    let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X), late));
    bench.run_to(1.0);
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    bench.edit::<Transform>(body, |transform| transform.translation.x = 50.0);
    drag(&mut bench, body, 40, 1.0);
    bench.frame(FRAME);
    let seen = bench.x(body);
    bench.app.world_mut().entity_mut(body).remove::<Held>();
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
fn nothing_rests_in_the_hand_however_it_came_to_be_there() {
    let mut bench = Bench::at_rate(64.0);
    let resting = bench.spawn((Transform::default(), Spring::critical(29.0)));
    let held = bench.spawn((Transform::default(), Held::new()));
    bench.run_to(0.2);
    assert!(bench.rests(resting));
    bench.app.world_mut().entity_mut(resting).clone_with_opt_out(held, |_| {});
    bench.run_to(0.3);
    assert!(!bench.rests(held));
}

#[test]
fn a_snap_reaches_a_follower_in_the_hand_whose_motion_is_new() {
    let mut bench = Bench::at_rate(50.0);
    let leader = bench.spawn(Transform::from_xyz(1.0, 0.0, 0.0));
    let follow = (Transform::default(), Spring::critical(9.0), Follow::new(leader));
    let follower = bench.spawn((follow, Held::new()));
    bench.run_to(0.1);
    bench.app.world_mut().entity_mut(follower).remove::<Velocity>().insert(Velocity::ZERO);
    bench.run_to(0.2);
    // As whoever was never without motion.
    bench.app.world_mut().trigger(Snap::new(follower));
    bench.run_to(0.24);
    assert_eq!(bench.x(follower), 1.0);
}

/// The hand moves in the world's time, and the velocity is that of the entity's own: released, it goes on as fast as the hand went.
#[test]
fn at_a_pace_of_its_own_it_goes_on_as_fast_as_the_hand() {
    for pace in [0.5, 3.0] {
        let mut bench = Bench::at_rate(64.0);
        let body = bench.spawn((Transform::default(), Velocity::ZERO, Held::new(), Pace::new(pace)));
        drag(&mut bench, body, 40, 4.0);
        bench.frame(FRAME);
        assert!((bench.v(body) - 4.0 / pace).abs() < 1e-4, "measured {} at a pace of {pace}", bench.v(body));
        bench.app.world_mut().entity_mut(body).remove::<Held>();
        let x = bench.x(body);
        for _ in 0..100 {
            bench.frame(FRAME);
        }
        assert!((bench.x(body) - x - 2.8).abs() < 1e-3, "{} in 0.7 s at a pace of {pace}", bench.x(body) - x);
    }
}

/// An invalid pace has no effect: the last valid one is that of the motion.
#[test]
fn at_an_invalid_pace_it_goes_on_as_fast_as_the_hand() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::ZERO, Pace::new(0.5)));
    bench.frame(FRAME);
    bench.edit::<Pace>(body, |pace| pace.0 = -1.0);
    bench.app.world_mut().entity_mut(body).insert(Held::new());
    drag(&mut bench, body, 40, 4.0);
    bench.frame(FRAME);
    assert!((bench.v(body) - 8.0).abs() < 1e-4, "measured {}", bench.v(body));
}

/// No velocity of its own is the hand's: it keeps the measured one for when it goes on.
#[test]
fn paused_it_keeps_the_velocity_of_the_hand() {
    for pace in [0.0, -1.0, f32::NAN, f32::INFINITY, f32::from_bits(1)] {
        let mut bench = Bench::at_rate(64.0);
        let body = bench.spawn((Transform::default(), Velocity::ZERO, Held::new(), Pace::new(pace)));
        drag(&mut bench, body, 40, 4.0);
        bench.frame(FRAME);
        let v = bench.v(body);
        // At a pace of next to nothing the velocity is beyond an f32: the one measured before stays.
        let expected = if pace > 0.0 && pace < 1.0 { 0.0 } else { 4.0 };
        assert!((v - expected).abs() < 1e-5, "measured {v} at a pace of {pace}");
    }
}
