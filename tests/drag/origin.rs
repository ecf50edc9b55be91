//! The origin is shifted while something is dragged on a plane.

use core::mem::replace;

use bevy::prelude::*;
use bevy_exact_motion::{TranslationX, prelude::*};

use crate::stage::{Offset, Stage, Under};

const MIDDLE: Vec2 = Vec2::new(640.0, 360.0);
const BY: Vec3 = Vec3::new(-1024.0, -512.0, 256.0);

/// Puts the world elsewhere as a game does, in `Update` of the next frame: the camera, this scenery, and all that is announced.
fn shift_in_update(stage: &mut Stage, scenery: &[Entity], announce: fn(&mut Commands)) {
    let moved: Vec<_> = scenery.iter().copied().chain([stage.camera]).collect();
    let shift = move |mut transforms: Query<&mut Transform>, mut commands: Commands, mut is_done: Local<bool>| {
        if replace(&mut *is_done, true) {
            return;
        }
        for entity in &moved {
            transforms.get_mut(*entity).expect("it has a place").translation += BY;
        }
        announce(&mut commands);
    };
    stage.app.add_systems(Update, shift);
}

fn announce(commands: &mut Commands) {
    commands.trigger(OriginShift::new(BY));
}

/// From above on a table in perspective.
fn look_down() -> Stage {
    let mut stage = Stage::new();
    stage.look_deep();
    let camera = stage.camera;
    *stage.entity(camera).get_mut::<Transform>().expect("it has") =
        Transform::from_xyz(0.0, 6.0, 8.0).looking_at(Vec3::ZERO, Vec3::Y);
    stage.frame(8);
    stage.frame(8);
    stage
}

/// Drags with a steady finger, shifts the origin on the way, and tells where the entity was before each frame's finger.
fn drag_over_a_shift(
    stage: &mut Stage,
    scenery: &[Entity],
    announce: fn(&mut Commands),
    mut see: impl FnMut(&Stage, i32),
) {
    stage.press(MIDDLE);
    for frame in 1..=40 {
        stage.go(MIDDLE + Vec2::new(4.0 * frame as f32, 0.0));
        if frame == 25 {
            shift_in_update(stage, scenery, announce);
        }
        stage.frame(8);
        see(stage, frame);
    }
}

/// The shift of its parent shifts it, and the plane that it is dragged on is shifted with both.
#[test]
fn a_card_on_a_table_stays_under_the_finger() {
    let mut stage = look_down();
    let table = stage.spawn((Transform::default(), Visibility::default()));
    let card = stage.spawn((Transform::default(), Draggable::on_plane(Vec3::Y), ChildOf(table)));
    stage.frame(8);
    let mut places = Vec::new();
    drag_over_a_shift(&mut stage, &[table], announce, |stage, _| places.push(stage.place(card)));
    let step = places[20] - places[19];
    assert!(step.x > 0.01, "it should be dragged: {step}");
    for (frame, pair) in places.windows(2).enumerate() {
        assert!((pair[1] - pair[0]).distance(step) < 1e-3, "frame {frame}: {} follows {}", pair[1], pair[0]);
    }
    stage.release();
    let velocity = stage.told().places[0];
    assert!(velocity.distance(step / 0.008) < 0.05 * step.x / 0.008, "{velocity} is not {step} in 8 ms");
}

/// The point that was hit is a point of the world, too.
#[test]
fn a_card_on_a_table_is_dragged_on_the_plane_of_the_point_that_was_hit() {
    let mut stage = look_down();
    let table = stage.spawn((Transform::default(), Visibility::default()));
    let card = stage.spawn((Transform::default(), Draggable::on_plane(Vec3::Y), ChildOf(table)));
    stage.frame(8);
    stage.app.world_mut().resource_mut::<Under>().1 = Some(Vec3::new(0.0, 0.5, 0.0));
    let mut places = Vec::new();
    drag_over_a_shift(&mut stage, &[table], announce, |stage, _| places.push(stage.place(card)));
    let step = places[20] - places[19];
    for (frame, pair) in places.windows(2).enumerate() {
        assert!((pair[1] - pair[0]).distance(step) < 1e-3, "frame {frame}: {} follows {}", pair[1], pair[0]);
    }
}

/// A size is not shifted; the points from which it is dragged are.
#[test]
fn a_dial_keeps_its_size() {
    let mut stage = Stage::new();
    stage.app.register_draggable::<Scale>();
    let dial = stage.spawn((Transform::default(), Draggable::new().on::<Scale>()));
    drag_over_a_shift(&mut stage, &[dial], announce, |stage, frame| {
        let size = stage.get::<Transform>(dial).scale;
        assert!(size.distance(Vec3::new(1.0 + 4.0 * frame as f32, 1.0, 1.0)) < 1e-3, "frame {frame}: {size}");
    });
}

/// Both shifts are announced: that of the world, and that of the number.
#[test]
fn a_single_axis_is_shifted_once() {
    let mut stage = Stage::new();
    stage.app.register_motion::<TranslationX>().register_draggable::<TranslationX>();
    let slider = stage.spawn((Transform::from_xyz(10.0, 0.0, 0.0), Draggable::new().on::<TranslationX>()));
    let both = |commands: &mut Commands| {
        commands.trigger(OriginShift::new(BY));
        commands.trigger(OriginShift::<TranslationX>::of(BY.x));
    };
    drag_over_a_shift(&mut stage, &[], both, |stage, frame| {
        let expected = 10.0 + 4.0 * frame as f32 + if frame < 25 { 0.0 } else { BY.x };
        let x = stage.place(slider).x;
        assert!((x - expected).abs() < 1e-2, "frame {frame}: {x} is not {expected}");
    });
}

/// A plane of the screen is in no world.
#[test]
fn what_is_dragged_on_the_screen_does_not_notice() {
    let mut stage = Stage::new();
    let list = stage.spawn((Offset(0.0), Draggable::on_screen([Vec2::X]).on::<Offset>()));
    drag_over_a_shift(&mut stage, &[], announce, |stage, frame| assert_eq!(stage.scroll(list), 4.0 * frame as f32));
}
