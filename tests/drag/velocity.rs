//! The velocity with which something is let go is the pointer's.

use bevy::prelude::*;
use bevy_exact_motion::{Pace, prelude::*};

use crate::stage::{Offset, Stage};

fn free(stage: &mut Stage) -> Entity {
    let drag = Draggable::on_screen([Vec2::Y]).on::<Offset>();
    stage.spawn((Offset(0.0), drag, Friction::new(2.0).on::<Offset>()))
}

/// Moves so many frames of so many milliseconds at this speed (px/s).
fn go_on(stage: &mut Stage, at: &mut f32, speed: f32, frames: usize, milliseconds: u64) {
    for _ in 0..frames {
        *at += speed * milliseconds as f32 * 1e-3;
        stage.go(Vec2::new(0.0, *at));
        stage.frame(milliseconds);
    }
}

#[track_caller]
fn let_go_at(stage: &Stage, expected: f32) {
    let found = stage.told().scrolls.last().copied().expect("it was let go");
    assert!((found - expected).abs() <= 1e-3 * expected.abs(), "let go at {found}, not at {expected}");
}

#[test]
fn a_flick_after_stillness_has_the_fingers_velocity_at_every_frame_rate() {
    for milliseconds in [4, 7, 8, 16, 25] {
        for still in [60, 100, 400] {
            let mut stage = Stage::new();
            free(&mut stage);
            stage.press(Vec2::ZERO);
            let mut at = 0.0;
            go_on(&mut stage, &mut at, 300.0, 20, milliseconds);
            for _ in 0..still / milliseconds + 1 {
                stage.frame(milliseconds);
            }
            let frames = (50 / milliseconds).max(2) as usize;
            go_on(&mut stage, &mut at, 1000.0, frames, milliseconds);
            stage.release();
            let_go_at(&stage, 1000.0);
        }
    }
}

#[test]
fn a_finger_that_stops_before_it_lifts_lets_go_at_rest() {
    let mut stage = Stage::new();
    let list = free(&mut stage);
    stage.press(Vec2::ZERO);
    let mut at = 0.0;
    go_on(&mut stage, &mut at, 900.0, 20, 8);
    for _ in 0..8 {
        stage.frame(8);
    }
    stage.release();
    let_go_at(&stage, 0.0);
    let place = stage.scroll(list);
    stage.run(0.5);
    assert_eq!(stage.scroll(list), place);
}

#[test]
fn a_swipe_of_two_samples_throws_and_a_tap_after_a_drag_does_not() {
    let mut stage = Stage::new();
    free(&mut stage);
    stage.press(Vec2::ZERO);
    let mut at = 0.0;
    go_on(&mut stage, &mut at, 1000.0, 2, 8);
    stage.release();
    let_go_at(&stage, 1000.0);
    stage.run(0.1);
    stage.press(Vec2::new(0.0, at));
    stage.release();
    let_go_at(&stage, 0.0);
}

/// Press long, then flick: not diluted by the press.
#[test]
fn a_flick_after_a_long_press_is_not_diluted() {
    let mut stage = Stage::new();
    free(&mut stage);
    stage.press(Vec2::ZERO);
    for _ in 0..100 {
        stage.frame(8);
    }
    let mut at = 0.0;
    go_on(&mut stage, &mut at, 1000.0, 6, 8);
    stage.release();
    let_go_at(&stage, 1000.0);
}

/// On the screen it goes on as the finger went, whatever the time scale; window and stillness are in real time.
#[test]
fn time_scale_pause_and_pace() {
    for scale in [0.01_f32, 0.5, 3.0] {
        let mut stage = Stage::new();
        stage.app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(scale);
        let list = free(&mut stage);
        stage.press(Vec2::ZERO);
        let mut at = 0.0;
        go_on(&mut stage, &mut at, 400.0, 20, 8);
        // Longer ago than the window.
        go_on(&mut stage, &mut at, 1000.0, 20, 8);
        stage.release();
        let_go_at(&stage, 1000.0 / scale);
        let from = stage.scroll(list);
        stage.frame(8);
        let way = stage.scroll(list) - from;
        assert!((way - 8.0).abs() < 0.2 * scale.max(0.1), "{scale}: it goes {way} in 8 ms");

        stage.press(Vec2::new(0.0, at));
        go_on(&mut stage, &mut at, 1000.0, 20, 8);
        for _ in 0..8 {
            stage.frame(8);
        }
        stage.release();
        let_go_at(&stage, 0.0);
    }

    let mut stage = Stage::new();
    let list = free(&mut stage);
    stage.app.world_mut().resource_mut::<Time<Virtual>>().pause();
    stage.press(Vec2::ZERO);
    let mut at = 0.0;
    go_on(&mut stage, &mut at, 1000.0, 20, 8);
    assert_eq!(stage.scroll(list), at, "it is dragged in a pause");
    stage.release();
    let_go_at(&stage, 0.0);

    let mut stage = Stage::new();
    let list = free(&mut stage);
    stage.entity(list).insert(Pace::<Offset>::of(0.5));
    stage.press(Vec2::ZERO);
    let mut at = 0.0;
    go_on(&mut stage, &mut at, 1000.0, 20, 8);
    stage.release();
    let_go_at(&stage, 2000.0);
}

/// An invalid pace has no effect.
#[test]
fn with_an_invalid_pace_it_is_thrown_as_before() {
    for pace in [f32::NAN, -1.0, f32::INFINITY] {
        let mut stage = Stage::new();
        let list = free(&mut stage);
        stage.entity(list).insert(Pace::<Offset>::of(0.5));
        stage.frame(8);
        stage.entity(list).insert(Pace::<Offset>::of(pace));
        stage.press(Vec2::ZERO);
        let mut at = 0.0;
        go_on(&mut stage, &mut at, 1000.0, 20, 8);
        stage.release();
        let_go_at(&stage, 2000.0);
    }
}

/// The way to the threshold is not made up for, and counts in the velocity.
#[test]
fn a_threshold_makes_no_jump_and_no_slower_throw() {
    let mut stage = Stage::new();
    let drag = Draggable::on_screen([Vec2::Y]).with_threshold(20.0).on::<Offset>();
    let list = stage.spawn((Offset(5.0), drag));
    stage.press(Vec2::ZERO);
    let mut at = 0.0;
    let mut before = 5.0;
    for frame in 0..6 {
        go_on(&mut stage, &mut at, 1000.0, 1, 8);
        let place = stage.scroll(list);
        assert!(place - before <= 8.001, "no jump: {before} to {place}");
        assert_eq!(place, if frame < 3 { 5.0 } else { at - 24.0 + 5.0 });
        before = place;
    }
    stage.release();
    let_go_at(&stage, 1000.0);
    // A tap of less is no drag.
    let place = stage.scroll(list);
    stage.entity(list).insert(Velocity::<Offset>(0.0));
    stage.frame(0);
    stage.press(Vec2::ZERO);
    stage.go(Vec2::new(0.0, 19.0));
    stage.frame(8);
    assert_eq!(stage.scroll(list), place);
    stage.release();
}

/// Caught while it glides, it stops, and goes on from there with nothing.
#[test]
fn a_press_catches_what_glides() {
    let mut stage = Stage::new();
    let list = free(&mut stage);
    stage.entity(list).insert(Velocity::<Offset>(1000.0));
    stage.run(0.2);
    assert!(stage.scroll(list) > 100.0);
    stage.press(Vec2::ZERO);
    let place = stage.scroll(list);
    stage.run(0.2);
    stage.release();
    stage.run(0.5);
    assert_eq!(stage.scroll(list), place);
    // Pressed and let go in one frame.
    stage.entity(list).insert(Velocity::<Offset>(1000.0));
    stage.run(0.2);
    stage.press_with(bevy::picking::pointer::PointerId::Mouse, Vec2::ZERO);
    stage.release_with(bevy::picking::pointer::PointerId::Mouse);
    stage.frame(8);
    let place = stage.scroll(list);
    stage.run(0.5);
    assert_eq!(stage.scroll(list), place);
    assert!(!stage.has::<Held<Offset>>(list));
}
