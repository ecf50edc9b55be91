//! `Confiner`: the picture stays inside of a region.

use std::time::Duration;

use bevy::{
    camera::CameraUpdateSystems, ecs::entity_disabling::Disabled, math::DVec3, prelude::*, time::TimeUpdateStrategy,
};
use bevy_exact_motion::{
    camera::{Confiner, Pose},
    events::OriginShift,
    prelude::*,
    property::OrthographicScale,
};

use crate::app::Random;
use crate::warnings::{assert_warned, capture_warnings};

const LEVEL: Rect = Rect { min: Vec2::new(-20.0, -10.0), max: Vec2::new(20.0, 10.0) };
/// The picture of [`flat`] at a scale of 1. Unit: m.
const PICTURE: Vec2 = Vec2::new(16.0, 9.0);

/// What Bevy's renderer does with the lens of a camera before each frame is drawn.
fn fit_lens(mut lenses: Query<&mut Projection>) {
    for mut lens in &mut lenses {
        if let Projection::Orthographic(lens) = &mut *lens {
            lens.area = Rect::from_center_size(Vec2::ZERO, PICTURE * lens.scale);
        }
    }
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default(), ExactCameraPlugin::default()));
    app.add_systems(PostUpdate, fit_lens.in_set(CameraUpdateSystems));
    app.finish();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    app.update();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
    app
}

/// A picture of 16 m × 9 m that looks along −z.
fn flat() -> Projection {
    Projection::Orthographic(OrthographicProjection::default_2d())
}

fn drawn(app: &App, camera: Entity) -> Vec3 {
    app.world().get::<GlobalTransform>(camera).expect("it is there").translation()
}

#[track_caller]
fn assert_drawn(app: &App, camera: Entity, expected: Vec3) {
    let found = drawn(app, camera);
    assert!(found.distance(expected) < 1e-5, "{found}, {expected}");
}

#[test]
fn a_picture_stops_at_the_edges_and_the_camera_itself_does_not() {
    let mut app = app();
    let own = Vec3::new(100.0, 3.0, 5.0);
    let camera = app.world_mut().spawn((Transform::from_translation(own), flat(), Confiner::new(LEVEL))).id();
    app.update();
    assert_drawn(&app, camera, Vec3::new(12.0, 3.0, 5.0));
    app.add_systems(Update, move |places: Query<&Transform>| {
        assert_eq!(places.get(camera).expect("it is there").translation, Vec3::new(100.0, 3.0, 5.0));
    });
    app.update();
    app.update();
    assert_drawn(&app, camera, Vec3::new(12.0, 3.0, 5.0));
}

#[test]
fn a_picture_that_is_larger_than_the_level_is_centred_along_that_axis_only() {
    let mut app = app();
    let narrow = Rect::new(0.0, 0.0, 10.0, 100.0);
    let place = Transform::from_xyz(50.0, 40.0, 0.0);
    let camera = app.world_mut().spawn((place, flat(), Confiner { softness: 3.0, ..Confiner::new(narrow) })).id();
    app.update();
    assert_drawn(&app, camera, Vec3::new(5.0, 40.0, 0.0));
}

#[test]
fn a_soft_edge_is_reached_without_a_kink() {
    let mut app = app();
    let level = Confiner { softness: 2.0, ..Confiner::new(LEVEL) };
    let camera = app.world_mut().spawn((Transform::default(), flat(), level)).id();
    let mut last = None;
    for step in 0..1000 {
        let x = 0.02 * step as f32;
        app.world_mut().get_mut::<Transform>(camera).expect("it is there").translation.x = x;
        app.update();
        let shown = drawn(&app, camera).x;
        let expected = match x {
            x if x < 10.0 => x,
            x if x < 14.0 => 12.0 - (14.0 - x) * (14.0 - x) / 8.0,
            _ => 12.0,
        };
        assert!((shown - expected).abs() < 1e-5, "{x}: {shown}, {expected}");
        // By at most 0.02² / (2 · 2 m) more or less than in the last frame, with the rounding of both.
        let moved = shown - last.map_or(shown, |(shown, _)| shown);
        let change = moved - last.map_or(moved, |(_, moved)| moved);
        assert!(step < 2 || change.abs() < 1e-4 + 4e-6, "{x}: {change}");
        last = Some((shown, moved));
    }
}

/// The rays through the corners of a picture meet the plane in points inside of the level.
fn check_corners(camera: &GlobalTransform, lens: &PerspectiveProjection, level: &Confiner) {
    let height = (0.5 * f64::from(lens.fov)).tan();
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        let corner = DVec3::new(x * height * f64::from(lens.aspect_ratio), y * height, -1.0);
        let ray = camera.rotation().as_dquat() * corner;
        let origin = camera.translation().as_dvec3();
        let (normal, along) = if level.on_ground { (1, 2) } else { (2, 1) };
        let point = origin + ray * ((f64::from(level.plane) - origin[normal]) / ray[normal]);
        for (value, least, most) in
            [(point.x, level.region.min.x, level.region.max.x), (point[along], level.region.min.y, level.region.max.y)]
        {
            // The rounding of a position to f32, and of a rotation at the longest ray.
            let allowed = 1e-4;
            assert!(
                value > f64::from(least) - allowed && value < f64::from(most) + allowed,
                "{point}, {level:?}, {camera:?}"
            );
        }
    }
}

#[test]
fn every_perspective_picture_without_a_horizon_stays_inside() {
    let mut app = app();
    let mut random = Random(40);
    let camera = app.world_mut().spawn((Transform::default(), Projection::default())).id();
    for round in 0..500 {
        let mut number = |low: f64, high: f64| random.between(low, high) as f32;
        let on_ground = round % 2 == 0;
        let lens = PerspectiveProjection { fov: number(0.3, 0.8), aspect_ratio: number(0.5, 1.8), ..default() };
        // Less than a right angle below the horizon, by more than half of the picture's diagonal.
        let (yaw, pitch, roll) = (number(-3.0, 3.0), number(-0.4, 0.4), number(-3.0, 3.0));
        let down = if on_ground { Quat::from_rotation_x(-core::f32::consts::FRAC_PI_2) } else { Quat::IDENTITY };
        let rotation = down * Quat::from_euler(EulerRot::ZXY, yaw, pitch, roll.clamp(-0.2, 0.2));
        let place = Vec3::new(number(-90.0, 90.0), number(-90.0, 90.0), number(-90.0, 90.0));
        let plane = number(-3.0, 3.0);
        let height = plane + number(1.0, 8.0);
        let place = if on_ground { Vec3 { y: height, ..place } } else { Vec3 { z: height, ..place } };
        let region = Rect::new(-60.0, -60.0, 60.0, 60.0);
        let level = Confiner { on_ground, plane, softness: number(0.0, 5.0), ..Confiner::new(region) };
        let own = Transform { translation: place, rotation, scale: Vec3::ONE };
        app.world_mut().entity_mut(camera).insert((own, Projection::Perspective(lens.clone()), level));
        app.update();
        check_corners(app.world().get::<GlobalTransform>(camera).expect("it is there"), &lens, &level);
    }
}

#[test]
fn a_picture_of_the_horizon_is_left_where_it_is() {
    let mut app = app();
    let own = Transform::from_xyz(100.0, 2.0, 0.0);
    let level = Confiner { on_ground: true, ..Confiner::new(LEVEL) };
    let camera = app.world_mut().spawn((own, Projection::default(), level)).id();
    app.update();
    assert_drawn(&app, camera, own.translation);
}

#[test]
fn a_camera_turns_back_as_soon_as_the_player_does() {
    let mut app = app();
    let player = app.world_mut().spawn((Transform::default(), Velocity::new(30.0 * Vec3::X))).id();
    let follows = (Follow::new(player), Spring::critical(10.0), StartOnTarget);
    let camera = app.world_mut().spawn((Transform::default(), follows, flat(), Confiner::new(LEVEL))).id();
    let twin =
        app.world_mut().spawn((Transform::default(), Follow::new(player), Spring::critical(10.0), StartOnTarget)).id();
    for frame in 0..300 {
        if frame == 100 {
            app.world_mut().get_mut::<Velocity>(player).expect("it moves").0 = -30.0 * Vec3::X;
        }
        app.update();
        // The confined camera is its free twin, clamped.
        let expected = drawn(&app, twin).x.clamp(-12.0, 12.0);
        assert!((drawn(&app, camera).x - expected).abs() < 1e-5, "frame {frame}");
    }
    assert!(drawn(&app, camera).x < -11.9);
}

#[test]
fn the_picture_stays_inside_while_it_is_zoomed_by_a_spring() {
    let mut app = app();
    let zoom = (Spring::critical(6.0).on::<OrthographicScale>(), Target::<OrthographicScale>::of(0.5));
    let own = Transform::from_xyz(18.0, -9.0, 0.0);
    app.register_motion::<OrthographicScale>();
    let camera = app.world_mut().spawn((own, flat(), zoom, Confiner::new(LEVEL))).id();
    for frame in 0..200 {
        if frame == 60 {
            app.world_mut().get_mut::<Target<OrthographicScale>>(camera).expect("it has one").value = 2.0;
        }
        app.update();
        let Projection::Orthographic(lens) = app.world().get::<Projection>(camera).expect("it is there") else {
            panic!("the lens should stay orthographic");
        };
        let (place, half) = (drawn(&app, camera).xy(), 0.5 * PICTURE * lens.scale);
        assert!((place.x + half.x - 20.0).abs() < 1e-5, "frame {frame}: {place}, {half}");
        assert!((place.y - half.y + 10.0).abs() < 1e-5, "frame {frame}: {place}, {half}");
    }
}

#[test]
fn an_orbit_and_its_shake_are_confined_too() {
    let mut app = app();
    let pivot = app.world_mut().spawn((Transform::from_xyz(30.0, 0.0, 7.0), Visibility::default())).id();
    let lens = PerspectiveProjection { fov: 0.6, aspect_ratio: 1.6, ..default() };
    let level = Confiner { on_ground: true, ..Confiner::new(LEVEL) };
    let shake = Shake { sway_offset: Vec3::splat(0.5), ..Shake::running() };
    let orbit = (Orbit::new(0.5, 1.2, 6.0), shake, Projection::Perspective(lens.clone()), level);
    let camera = app.world_mut().spawn((orbit, ChildOf(pivot))).id();
    for _ in 0..300 {
        app.update();
        check_corners(app.world().get::<GlobalTransform>(camera).expect("it is there"), &lens, &level);
    }
}

#[test]
fn a_confiner_that_is_removed_or_disabled_or_cloned_leaves_the_camera_where_it_is() {
    let mut app = app();
    let own = Vec3::new(100.0, 3.0, 5.0);
    let camera = app.world_mut().spawn((Transform::from_translation(own), flat(), Confiner::new(LEVEL))).id();
    app.update();
    let clone = app.world_mut().entity_mut(camera).clone_and_spawn();
    app.world_mut().entity_mut(camera).insert(Disabled);
    app.update();
    assert_drawn(&app, clone, Vec3::new(12.0, 3.0, 5.0));
    app.world_mut().entity_mut(camera).remove::<Disabled>();
    app.update();
    assert_drawn(&app, camera, Vec3::new(12.0, 3.0, 5.0));
    for entity in [camera, clone] {
        app.world_mut().entity_mut(entity).remove::<Confiner>();
    }
    app.update();
    assert_drawn(&app, camera, own);
    assert_drawn(&app, clone, own);
    app.world_mut().entity_mut(camera).insert(Confiner::new(LEVEL));
    app.update();
    assert_drawn(&app, camera, Vec3::new(12.0, 3.0, 5.0));
    app.world_mut().trigger(OriginShift::new(Vec3::new(1000.0, 0.0, 0.0)));
    app.world_mut().get_mut::<Transform>(camera).expect("it is there").translation.x += 1000.0;
    app.update();
    assert_drawn(&app, camera, Vec3::new(1012.0, 3.0, 5.0));
    app.world_mut().entity_mut(camera).remove::<Confiner>();
    app.update();
    assert_drawn(&app, camera, own + 1000.0 * Vec3::X);
}

#[test]
fn a_camera_at_rest_in_a_soft_edge_stays_and_carries_its_children() {
    let mut app = app();
    let level = Confiner { softness: 2.0, ..Confiner::new(LEVEL) };
    let pivot = app.world_mut().spawn(Transform::from_xyz(5.0, 0.0, 0.0)).id();
    let camera = app.world_mut().spawn((Transform::from_xyz(7.0, 0.0, 5.0), flat(), level, ChildOf(pivot))).id();
    let lamp = app.world_mut().spawn((Transform::from_xyz(0.0, 0.0, -3.0), ChildOf(camera))).id();
    for frame in 0..6 {
        if frame == 3 {
            app.world_mut().get_mut::<Transform>(lamp).expect("it is there").translation.z = -4.0;
        }
        app.update();
        // Between 10 and 14, a parabola.
        let shown = Vec3::new(12.0 - 0.5, 0.0, 5.0);
        assert_drawn(&app, camera, shown);
        assert_drawn(&app, lamp, shown - if frame < 3 { 3.0 } else { 4.0 } * Vec3::Z);
    }
    app.world_mut().get_mut::<Confiner>(camera).expect("it has one").region.max.x = 100.0;
    app.update();
    assert_drawn(&app, lamp, Vec3::new(12.0, 0.0, 1.0));
}

#[test]
fn a_camera_below_a_confined_one_is_moved_along_and_stays_straight() {
    let mut app = app();
    let place = Transform::from_xyz(100.0, 3.0, 5.0);
    let confined = app.world_mut().spawn((place, flat(), Confiner::new(LEVEL))).id();
    // Its parent is stretched along x.
    let stretched = Transform::from_scale(Vec3::new(2.0, 1.0, 1.0));
    let stretched = app.world_mut().spawn((stretched, Visibility::default(), ChildOf(confined))).id();
    let camera = app.world_mut().spawn((Orbit::new(0.5, 0.0, 4.0), ChildOf(stretched))).id();
    for frame in 0..20 {
        app.update();
        assert_drawn(&app, confined, Vec3::new(12.0, 3.0, 5.0));
        let global = *app.world().get::<GlobalTransform>(camera).expect("it is there");
        let expected = app.world().get::<Pose>(camera).expect("it has an orbit");
        let moved = expected.position - Vec3::new(88.0, 0.0, 0.0);
        assert!(global.translation().distance(moved) < 1e-4, "{frame}: {global:?}, {moved}");
        let matrix = Mat3::from(global.affine().matrix3);
        let unscaled = matrix * (1.0 / matrix.determinant().cbrt());
        let straight = Mat3::from_quat(expected.rotation);
        assert!(unscaled.abs_diff_eq(straight, 1e-5), "{frame}: {unscaled}, {straight}");
    }
}

#[test]
fn invalid_regions_confine_nothing_and_are_reported_once() {
    capture_warnings();
    let mut app = app();
    let own = Transform::from_xyz(100.0, 3.0, 5.0);
    let invalid = [
        Confiner::new(Rect { min: Vec2::NAN, max: Vec2::ONE }),
        Confiner::new(Rect { min: Vec2::ONE, max: Vec2::ZERO }),
        Confiner::new(Rect { min: Vec2::ZERO, max: Vec2::INFINITY }),
        Confiner { softness: -1.0, ..Confiner::new(LEVEL) },
        Confiner { softness: f32::NAN, ..Confiner::new(LEVEL) },
        Confiner { plane: f32::NAN, ..Confiner::new(LEVEL) },
    ];
    for (index, confiner) in invalid.into_iter().enumerate() {
        let name = format!("camera with the invalid region {index}");
        let camera = app.world_mut().spawn((Name::new(name.clone()), own, flat(), confiner)).id();
        app.update();
        app.update();
        assert_drawn(&app, camera, own.translation);
        assert_warned(&name, "confines nothing", 1);
    }
}
