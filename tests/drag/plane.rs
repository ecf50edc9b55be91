//! Drags on planes, in 2D and 3D.

use bevy::prelude::*;
use bevy_exact_motion::{events::OriginShift, prelude::*};

use crate::{
    app::assert_ulps,
    stage::{Stage, Under},
};

const MIDDLE: Vec2 = Vec2::new(640.0, 360.0);

#[test]
fn in_2d_a_card_follows_the_pointer_and_keeps_its_exact_depth() {
    let mut stage = Stage::new();
    let start = Vec3::new(3.3, -7.7, 1.234_567);
    let card = stage.spawn((Transform::from_translation(start), Draggable::new(), Friction::new(2.0)));
    stage.press(MIDDLE + Vec2::new(5.0, 5.0));
    for frame in 1..=40 {
        stage.move_to(MIDDLE + Vec2::new(5.0 + 3.0 * frame as f32, 5.0 - 4.0 * frame as f32));
        stage.frame(8);
        let place = stage.place(card);
        assert_ulps(place.x, f64::from(start.x) + 3.0 * f64::from(frame), 8.0, 128.0, "x");
        assert_ulps(place.y, f64::from(start.y) + 4.0 * f64::from(frame), 8.0, 256.0, "y");
        assert_eq!(place.z.to_bits(), start.z.to_bits());
    }
    stage.release();
    let velocity = stage.record().velocities[0];
    assert!((velocity - Vec3::new(375.0, 500.0, 0.0)).length() < 0.1, "{velocity}");
    assert_eq!(velocity.z, 0.0);
}

/// The velocity is the mean over a tenth of a second; only the last movement goes sideways.
#[test]
fn the_direction_of_a_throw_is_not_that_of_the_last_movement() {
    let mut stage = Stage::new();
    stage.spawn((Transform::default(), Draggable::new()));
    stage.press(MIDDLE);
    for frame in 1..=20 {
        stage.move_to(MIDDLE + Vec2::new(8.0 * frame as f32, if frame == 20 { 2.0 } else { 0.0 }));
        stage.frame(8);
    }
    stage.release();
    let velocity = stage.record().velocities[0];
    assert!((velocity.x - 1000.0).abs() < 1.0 && velocity.y.abs() < 21.0, "{velocity}");
}

/// If the parent moves with the pointer, the pointer is at rest in the parent's frame. The parent's rotation and scale are inverted as
/// well.
#[test]
fn each_sample_of_the_pointer_is_transformed_into_the_frame_of_the_parent() {
    let mut stage = Stage::new();
    let table = stage.spawn(Transform::default());
    let card = stage.spawn((Transform::from_xyz(1.0, 2.0, 3.0), Draggable::new(), ChildOf(table)));
    stage.press(MIDDLE);
    for frame in 1..=40 {
        stage.move_to(MIDDLE + Vec2::new(4.0 * (frame - 1) as f32, 0.0));
        stage.entity(table).get_mut::<Transform>().expect("the table should have a transform").translation.x =
            4.0 * frame as f32;
        stage.frame(8);
        assert!((stage.place(card) - Vec3::new(1.0, 2.0, 3.0)).length() < 1e-3, "{}", stage.place(card));
    }
    stage.move_to(MIDDLE + Vec2::new(160.0, 0.0));
    stage.release();
    assert!(stage.record().velocities[0].length() < 0.1, "{:?}", stage.record().velocities);

    let mut stage = Stage::new();
    let quarter = Quat::from_rotation_z(core::f32::consts::FRAC_PI_2);
    let table = stage.spawn(Transform::from_rotation(quarter).with_scale(Vec3::splat(2.0)));
    let card = stage.spawn((Transform::default(), Draggable::new(), ChildOf(table)));
    stage.press(MIDDLE);
    for frame in 1..=20 {
        stage.move_to(MIDDLE + Vec2::new(8.0 * frame as f32, 0.0));
        stage.frame(8);
    }
    assert!((stage.place(card) - Vec3::new(0.0, -80.0, 0.0)).length() < 1e-3, "{}", stage.place(card));
    stage.release();
    let velocity = stage.record().velocities[0];
    assert!((velocity - Vec3::new(0.0, -500.0, 0.0)).length() < 0.1, "{velocity}");
}

#[test]
fn in_3d_a_card_stays_in_its_plane_under_the_pointer() {
    let mut stage = Stage::new();
    stage.look_perspective();
    let camera = stage.camera;
    *stage.entity(camera).get_mut::<Transform>().expect("the camera should have a transform") =
        Transform::from_xyz(0.0, 6.0, 8.0).looking_at(Vec3::ZERO, Vec3::Y);
    stage.frame(8);
    stage.frame(8);
    let card = stage.spawn((Transform::from_xyz(0.5, 0.25, -0.5), Draggable::on_plane(Vec3::Y), Friction::new(3.0)));
    stage.frame(8);
    let on_screen = |stage: &Stage, place: Vec3| {
        let (camera, placed) = (stage.get::<Camera>(stage.camera), stage.get::<GlobalTransform>(stage.camera));
        camera.world_to_viewport(placed, place).expect("the position should be on the screen")
    };
    let grabbed = on_screen(&stage, stage.place(card));
    stage.press(grabbed);
    for frame in 1..=30 {
        let at = grabbed + Vec2::new(6.0 * frame as f32, -2.0 * frame as f32);
        stage.move_to(at);
        stage.frame(8);
        let place = stage.place(card);
        assert_eq!(place.y.to_bits(), 0.25_f32.to_bits());
        assert!(on_screen(&stage, place).distance(at) < 0.05, "{} should be {at}", on_screen(&stage, place));
    }
    // Above the horizon, no point of the plane is under the pointer.
    let place = stage.place(card);
    stage.move_to(Vec2::new(640.0, -5000.0));
    stage.frame(8);
    assert_eq!(stage.place(card), place);
    stage.release();
    stage.run(0.2);
    assert!(stage.place(card).is_finite() && stage.place(card).y == 0.25);
}

/// The entity is grabbed at a corner that is nearer to the camera than its origin. The corner stays under the pointer.
#[test]
fn the_plane_of_a_drag_goes_through_the_hit_point() {
    let mut stage = Stage::new();
    stage.look_perspective();
    let camera = stage.camera;
    stage.entity(camera).get_mut::<Transform>().expect("the camera should have a transform").translation.z = 10.0;
    stage.frame(8);
    stage.frame(8);
    let ball = stage.spawn((Transform::default(), Draggable::new()));
    let corner = Vec3::new(0.0, 0.0, 5.0);
    stage.app.world_mut().resource_mut::<Under>().1 = Some(corner);
    stage.press(MIDDLE);
    let at = MIDDLE + Vec2::new(100.0, 0.0);
    stage.move_to(at);
    stage.frame(8);
    let (view, placed) = (stage.get::<Camera>(camera), stage.get::<GlobalTransform>(camera));
    let on_screen =
        view.world_to_viewport(placed, corner + stage.place(ball)).expect("the position should be on the screen");
    assert!(on_screen.distance(at) < 0.05, "{on_screen}");
}

#[test]
fn an_entity_stays_under_the_pointer_when_the_origin_is_shifted_during_a_drag() {
    let mut stage = Stage::new();
    let card = stage.spawn((Transform::from_xyz(10.0, 0.0, 0.0), Draggable::new()));
    stage.press(MIDDLE);
    for frame in 1..=40 {
        stage.move_to(MIDDLE + Vec2::new(4.0 * frame as f32, 0.0));
        stage.frame(8);
        if frame == 25 {
            let by = Vec3::new(-1024.0, 512.0, 0.0);
            let camera = stage.camera;
            stage.entity(camera).get_mut::<Transform>().expect("the camera should have a transform").translation += by;
            stage.app.world_mut().trigger(OriginShift::new(by));
            stage.frame(8);
        }
    }
    assert!((stage.place(card) - Vec3::new(170.0 - 1024.0, 512.0, 0.0)).length() < 1e-2, "{}", stage.place(card));
    stage.release();
    let velocity = stage.record().velocities[0];
    assert!((velocity - Vec3::X * 500.0).length() < 50.0, "{velocity}");
}

#[test]
fn a_card_dragged_against_an_oblique_wall_slides_along_it() {
    let mut stage = Stage::new();
    let card = stage.spawn((Transform::default(), Draggable::new(), Limits::plane(Vec3::new(1.0, 1.0, 0.0), 0.0)));
    stage.press(MIDDLE);
    stage.move_to(MIDDLE + Vec2::new(-100.0, 0.0));
    stage.frame(8);
    assert!((stage.place(card) - Vec3::new(-50.0, 50.0, 0.0)).length() < 1e-3, "{}", stage.place(card));
    stage.release();
    stage.run(0.2);
    assert!(stage.place(card).is_finite());
}
