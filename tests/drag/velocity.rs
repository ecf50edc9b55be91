//! A released entity has the pointer's velocity.

use bevy::prelude::*;
use bevy_exact_motion::{TimeScale, prelude::*};

use crate::stage::{Offset, Stage};

/// A list without bounds.
fn free(stage: &mut Stage) -> Entity {
    let drag = Draggable::on_screen([Vec2::Y]).on::<Offset>();
    stage.spawn((Offset(0.0), drag, Friction::new(2.0).on::<Offset>()))
}

/// Drags at this speed (px/s) for `frames` frames of `milliseconds`. Updates `at`, the pointer's position (px).
fn drag_at(stage: &mut Stage, at: &mut f32, speed: f32, frames: usize, milliseconds: u64) {
    for _ in 0..frames {
        *at += speed * milliseconds as f32 * 1e-3;
        stage.move_to(Vec2::new(0.0, *at));
        stage.frame(milliseconds);
    }
}

#[track_caller]
fn assert_released_at(stage: &Stage, expected: f32) {
    let found = stage.record().scroll_velocities.last().copied().expect("the list should be released");
    assert!((found - expected).abs() <= 1e-3 * expected.abs(), "released at {found} px/s instead of {expected}");
}

#[test]
fn a_flick_after_stillness_has_the_velocity_of_the_pointer_at_every_frame_rate() {
    for milliseconds in [4, 7, 8, 16, 25] {
        for still in [60, 100, 400] {
            let mut stage = Stage::new();
            free(&mut stage);
            stage.press(Vec2::ZERO);
            let mut at = 0.0;
            drag_at(&mut stage, &mut at, 300.0, 20, milliseconds);
            for _ in 0..still / milliseconds + 1 {
                stage.frame(milliseconds);
            }
            let frames = (50 / milliseconds).max(2) as usize;
            drag_at(&mut stage, &mut at, 1000.0, frames, milliseconds);
            stage.release();
            assert_released_at(&stage, 1000.0);
        }
    }
}

#[test]
fn a_pointer_that_stops_before_it_is_lifted_releases_the_entity_at_rest() {
    let mut stage = Stage::new();
    let list = free(&mut stage);
    stage.press(Vec2::ZERO);
    let mut at = 0.0;
    drag_at(&mut stage, &mut at, 900.0, 20, 8);
    for _ in 0..8 {
        stage.frame(8);
    }
    stage.release();
    assert_released_at(&stage, 0.0);
    let place = stage.scroll(list);
    stage.run(0.5);
    assert_eq!(stage.scroll(list), place);
}

#[test]
fn two_samples_are_enough_for_a_throw_and_a_tap_after_a_drag_throws_nothing() {
    let mut stage = Stage::new();
    free(&mut stage);
    stage.press(Vec2::ZERO);
    let mut at = 0.0;
    drag_at(&mut stage, &mut at, 1000.0, 2, 8);
    stage.release();
    assert_released_at(&stage, 1000.0);
    stage.run(0.1);
    stage.press(Vec2::new(0.0, at));
    stage.release();
    assert_released_at(&stage, 0.0);
}

#[test]
fn a_long_press_does_not_slow_down_the_flick_after_it() {
    let mut stage = Stage::new();
    free(&mut stage);
    stage.press(Vec2::ZERO);
    for _ in 0..100 {
        stage.frame(8);
    }
    let mut at = 0.0;
    drag_at(&mut stage, &mut at, 1000.0, 6, 8);
    stage.release();
    assert_released_at(&stage, 1000.0);
}

/// On the screen, a released entity continues at the pointer's speed at any time scale. The window over which the velocity is measured, and
/// the time after which a pointer counts as resting, are in real time.
#[test]
fn the_velocity_at_release_allows_for_the_time_scale_and_is_0_in_a_pause() {
    for scale in [0.01_f32, 0.5, 3.0] {
        let mut stage = Stage::new();
        stage.app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(scale);
        let list = free(&mut stage);
        stage.press(Vec2::ZERO);
        let mut at = 0.0;
        drag_at(&mut stage, &mut at, 400.0, 20, 8);
        // Long enough that the slow part is outside the velocity's window.
        drag_at(&mut stage, &mut at, 1000.0, 20, 8);
        stage.release();
        assert_released_at(&stage, 1000.0 / scale);
        let from = stage.scroll(list);
        stage.frame(8);
        let moved = stage.scroll(list) - from;
        assert!((moved - 8.0).abs() < 0.2 * scale.max(0.1), "{scale}: it moves {moved} px in 8 ms");

        stage.press(Vec2::new(0.0, at));
        drag_at(&mut stage, &mut at, 1000.0, 20, 8);
        for _ in 0..8 {
            stage.frame(8);
        }
        stage.release();
        assert_released_at(&stage, 0.0);
    }

    let mut stage = Stage::new();
    let list = free(&mut stage);
    stage.app.world_mut().resource_mut::<Time<Virtual>>().pause();
    stage.press(Vec2::ZERO);
    let mut at = 0.0;
    drag_at(&mut stage, &mut at, 1000.0, 20, 8);
    assert_eq!(stage.scroll(list), at, "it should be dragged while the game is paused");
    stage.release();
    assert_released_at(&stage, 0.0);

    let mut stage = Stage::new();
    let list = free(&mut stage);
    stage.entity(list).insert(TimeScale::<Offset>::of(0.5));
    stage.press(Vec2::ZERO);
    let mut at = 0.0;
    drag_at(&mut stage, &mut at, 1000.0, 20, 8);
    stage.release();
    assert_released_at(&stage, 2000.0);
}

#[test]
fn an_invalid_time_scale_has_no_effect_on_the_velocity_at_release() {
    for time_scale in [f32::NAN, -1.0, f32::INFINITY] {
        let mut stage = Stage::new();
        let list = free(&mut stage);
        stage.entity(list).insert(TimeScale::<Offset>::of(0.5));
        stage.frame(8);
        stage.entity(list).insert(TimeScale::<Offset>::of(time_scale));
        stage.press(Vec2::ZERO);
        let mut at = 0.0;
        drag_at(&mut stage, &mut at, 1000.0, 20, 8);
        stage.release();
        assert_released_at(&stage, 2000.0);
    }
}

/// The entity does not catch up on the distance to the threshold, but that distance counts for the velocity.
#[test]
fn a_threshold_causes_no_jump_and_no_slower_throw() {
    let mut stage = Stage::new();
    let drag = Draggable::on_screen([Vec2::Y]).with_threshold(20.0).on::<Offset>();
    let list = stage.spawn((Offset(5.0), drag));
    stage.press(Vec2::ZERO);
    let mut at = 0.0;
    let mut before = 5.0;
    for frame in 0..6 {
        drag_at(&mut stage, &mut at, 1000.0, 1, 8);
        let place = stage.scroll(list);
        assert!(place - before <= 8.001, "it should not jump from {before} to {place}");
        assert_eq!(place, if frame < 3 { 5.0 } else { at - 24.0 + 5.0 });
        before = place;
    }
    stage.release();
    assert_released_at(&stage, 1000.0);
    // A movement shorter than the threshold is not a drag.
    let place = stage.scroll(list);
    stage.entity(list).insert(Velocity::<Offset>(0.0));
    stage.frame(0);
    stage.press(Vec2::ZERO);
    stage.move_to(Vec2::new(0.0, 19.0));
    stage.frame(8);
    assert_eq!(stage.scroll(list), place);
    stage.release();
}

#[test]
fn a_press_stops_a_gliding_entity() {
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
    // Press and release in one frame.
    stage.entity(list).insert(Velocity::<Offset>(1000.0));
    stage.run(0.2);
    stage.press_with(bevy::picking::pointer::PointerId::Mouse, Vec2::ZERO);
    stage.release_with(bevy::picking::pointer::PointerId::Mouse);
    stage.frame(8);
    let place = stage.scroll(list);
    stage.run(0.5);
    assert_eq!(stage.scroll(list), place);
    assert!(!stage.has::<Grabbed<Offset>>(list));
}
