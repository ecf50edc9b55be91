//! Shifts of the world's origin during a drag on a plane.

use core::mem::replace;

use bevy::prelude::*;
use bevy_exact_motion::{events::OriginShift, prelude::*, property::TranslationX};

use crate::stage::{Offset, Stage, Under};

const MIDDLE: Vec2 = Vec2::new(640.0, 360.0);
/// The shift of the origin. Unit: world units.
const BY: Vec3 = Vec3::new(-1024.0, -512.0, 256.0);

/// Shifts the origin as a game does, in `Update` of the next frame: moves the camera and the scenery, and calls `announce`.
fn shift_in_update(stage: &mut Stage, scenery: &[Entity], announce: fn(&mut Commands)) {
    let moved: Vec<_> = scenery.iter().copied().chain([stage.camera]).collect();
    let shift = move |mut transforms: Query<&mut Transform>, mut commands: Commands, mut is_done: Local<bool>| {
        if replace(&mut *is_done, true) {
            return;
        }
        for entity in &moved {
            transforms.get_mut(*entity).expect("the entity should have a transform").translation += BY;
        }
        announce(&mut commands);
    };
    stage.app.add_systems(Update, shift);
}

fn announce(commands: &mut Commands) {
    commands.trigger(OriginShift::new(BY));
}

/// A stage with a perspective camera that looks down on the origin.
fn look_down() -> Stage {
    let mut stage = Stage::new();
    stage.look_perspective();
    let camera = stage.camera;
    *stage.entity(camera).get_mut::<Transform>().expect("the camera should have a transform") =
        Transform::from_xyz(0.0, 6.0, 8.0).looking_at(Vec3::ZERO, Vec3::Y);
    stage.frame(8);
    stage.frame(8);
    stage
}

/// Drags at a steady velocity, and shifts the origin in frame 25. Calls `inspect` with the number of the frame after each frame.
fn drag_over_a_shift(
    stage: &mut Stage,
    scenery: &[Entity],
    announce: fn(&mut Commands),
    mut inspect: impl FnMut(&Stage, i32),
) {
    stage.press(MIDDLE);
    for frame in 1..=40 {
        stage.move_to(MIDDLE + Vec2::new(4.0 * frame as f32, 0.0));
        if frame == 25 {
            shift_in_update(stage, scenery, announce);
        }
        stage.frame(8);
        inspect(stage, frame);
    }
}

/// The card moves with its parent, and so does the plane on which it is dragged.
#[test]
fn a_card_on_a_table_stays_under_the_pointer_when_the_origin_shifts() {
    let mut stage = look_down();
    let table = stage.spawn((Transform::default(), Visibility::default()));
    let card = stage.spawn((Transform::default(), Draggable::on_plane(Vec3::Y), ChildOf(table)));
    stage.frame(8);
    let mut places = Vec::new();
    drag_over_a_shift(&mut stage, &[table], announce, |stage, _| places.push(stage.place(card)));
    let step = places[20] - places[19];
    assert!(step.x > 0.01, "it should be dragged: {step}");
    for (frame, pair) in places.windows(2).enumerate() {
        assert!((pair[1] - pair[0]).distance(step) < 1e-3, "frame {frame}: {} to {}", pair[0], pair[1]);
    }
    stage.release();
    let velocity = stage.record().velocities[0];
    assert!(velocity.distance(step / 0.008) < 0.05 * step.x / 0.008, "{velocity} should be {step} in 8 ms");
}

/// The hit point is in world coordinates, so it is shifted as well.
#[test]
fn after_an_origin_shift_a_card_is_still_dragged_on_the_plane_through_the_hit_point() {
    let mut stage = look_down();
    let table = stage.spawn((Transform::default(), Visibility::default()));
    let card = stage.spawn((Transform::default(), Draggable::on_plane(Vec3::Y), ChildOf(table)));
    stage.frame(8);
    stage.app.world_mut().resource_mut::<Under>().1 = Some(Vec3::new(0.0, 0.5, 0.0));
    let mut places = Vec::new();
    drag_over_a_shift(&mut stage, &[table], announce, |stage, _| places.push(stage.place(card)));
    let step = places[20] - places[19];
    for (frame, pair) in places.windows(2).enumerate() {
        assert!((pair[1] - pair[0]).distance(step) < 1e-3, "frame {frame}: {} to {}", pair[0], pair[1]);
    }
}

/// The pointer's positions in the world are shifted, but the scale that follows them is not.
#[test]
fn a_dragged_scale_is_not_shifted() {
    let mut stage = Stage::new();
    let dial = stage.spawn((Transform::default(), Draggable::new().on::<Scale>()));
    drag_over_a_shift(&mut stage, &[dial], announce, |stage, frame| {
        let size = stage.get::<Transform>(dial).scale;
        assert!(size.distance(Vec3::new(1.0 + 4.0 * frame as f32, 1.0, 1.0)) < 1e-3, "frame {frame}: {size}");
    });
}

/// The game triggers one `OriginShift` for `Translation` and one for the single axis.
#[test]
fn a_single_axis_is_shifted_once() {
    let mut stage = Stage::new();
    stage.app.register_motion::<TranslationX>();
    let slider = stage.spawn((Transform::from_xyz(10.0, 0.0, 0.0), Draggable::new().on::<TranslationX>()));
    let both = |commands: &mut Commands| {
        commands.trigger(OriginShift::new(BY));
        commands.trigger(OriginShift::<TranslationX>::of(BY.x));
    };
    drag_over_a_shift(&mut stage, &[], both, |stage, frame| {
        let expected = 10.0 + 4.0 * frame as f32 + if frame < 25 { 0.0 } else { BY.x };
        let x = stage.place(slider).x;
        assert!((x - expected).abs() < 1e-2, "frame {frame}: {x} should be {expected}");
    });
}

/// Positions on the screen are not positions in the world.
#[test]
fn a_shift_does_not_affect_a_drag_on_the_screen() {
    let mut stage = Stage::new();
    let list = stage.spawn((Offset(0.0), Draggable::on_screen([Vec2::X]).on::<Offset>()));
    drag_over_a_shift(&mut stage, &[], announce, |stage, frame| assert_eq!(stage.scroll(list), 4.0 * frame as f32));
}
