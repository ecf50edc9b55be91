//! `Confiner`: the picture stays inside of a region.

use std::time::Duration;

use bevy::math::bounding::Aabb3d;
use bevy::{
    camera::CameraUpdateSystems,
    ecs::entity_disabling::Disabled,
    math::{DVec2, DVec3, Vec3A},
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{
    camera::{Confiner, ConfinerRegion, Pose},
    events::OriginShift,
    prelude::*,
    property::OrthographicScale,
};

use crate::app::Random;
use crate::warnings::{assert_warned, capture_warnings};

const LEVEL: Rect = Rect { min: Vec2::new(-20.0, -10.0), max: Vec2::new(20.0, 10.0) };
/// The picture of [`flat`] at a scale of 1. Unit: m.
const PICTURE: Vec2 = Vec2::new(16.0, 9.0);

/// A hexagon with counterclockwise corners.
fn hexagon() -> ConvexPolygon {
    let corner = |index: u8| Vec2::from_angle(core::f32::consts::FRAC_PI_3 * f32::from(index)) * Vec2::new(90.0, 60.0);
    ConvexPolygon::new((0..6).map(corner)).expect("it is convex")
}

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

/// The rays through the corners of a picture, in the world's axes.
fn rays(camera: &GlobalTransform, lens: &PerspectiveProjection) -> [DVec3; 4] {
    let height = (0.5 * f64::from(lens.fov)).tan();
    [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)].map(|(x, y)| {
        let corner = DVec3::new(x * height * f64::from(lens.aspect_ratio), y * height, -1.0);
        camera.rotation().as_dquat() * corner
    })
}

/// The rays through the corners of a picture meet the plane in points inside of the level.
fn check_corners(camera: &GlobalTransform, lens: &PerspectiveProjection, level: &Confiner) {
    for ray in rays(camera, lens) {
        let origin = camera.translation().as_dvec3();
        let (normal, along) = if level.on_ground { (1, 2) } else { (2, 1) };
        let point = origin + ray * ((f64::from(level.plane) - origin[normal]) / ray[normal]);
        // The rounding of a position to f32, and of a rotation at the longest ray.
        let allowed = 1e-4;
        let is_inside = match &level.region {
            ConfinerRegion::Rectangle(Rect { min, max }) => [(point.x, min.x, max.x), (point[along], min.y, max.y)]
                .into_iter()
                .all(|(value, least, most)| value > f64::from(least) - allowed && value < f64::from(most) + allowed),
            // Its corners are counterclockwise.
            ConfinerRegion::Polygon(polygon) => {
                let corners = polygon.vertices();
                let mut edges = corners.iter().zip(corners.iter().cycle().skip(1));
                edges.all(|(a, b)| {
                    let (a, b) = (a.as_dvec2(), b.as_dvec2());
                    (b - a).normalize().perp_dot(DVec2::new(point.x, point[along]) - a) > -allowed
                })
            }
            ConfinerRegion::Box(_) => unreachable!("a box has no plane"),
        };
        assert!(is_inside, "{point}, {level:?}, {camera:?}");
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
        let level = if round % 4 < 2 {
            Confiner::new(Rect::new(-60.0, -60.0, 60.0, 60.0))
        } else {
            Confiner::polygon(hexagon())
        };
        let level = Confiner { on_ground, plane, softness: number(0.0, 5.0), ..level };
        let own = Transform { translation: place, rotation, scale: Vec3::ONE };
        app.world_mut().entity_mut(camera).insert((own, Projection::Perspective(lens.clone()), level.clone()));
        app.update();
        check_corners(app.world().get::<GlobalTransform>(camera).expect("it is there"), &lens, &level);
    }
}

#[test]
fn a_picture_slides_along_the_slanted_edge_of_a_polygon() {
    let mut app = app();
    // A triangle whose long edge is x + y = 40.
    let triangle = ConvexPolygon::new([Vec2::ZERO, Vec2::new(40.0, 0.0), Vec2::new(0.0, 40.0)]).expect("it is convex");
    let camera = app.world_mut().spawn((Transform::default(), flat(), Confiner::polygon(triangle))).id();
    for (own, expected) in [
        // The upper right corner of the picture, at (8, 4.5), stays below the long edge: x + y ≤ 27.5.
        (Vec2::new(20.0, 20.0), Vec2::new(13.75, 13.75)),
        (Vec2::new(24.0, 14.0), Vec2::new(18.75, 8.75)),
        // In a corner, two edges.
        (Vec2::new(70.0, 3.0), Vec2::new(23.0, 4.5)),
        (Vec2::new(-9.0, -9.0), Vec2::new(8.0, 4.5)),
        (Vec2::new(10.0, 12.0), Vec2::new(10.0, 12.0)),
    ] {
        app.world_mut().get_mut::<Transform>(camera).expect("it is there").translation = own.extend(5.0);
        app.update();
        assert_drawn(&app, camera, expected.extend(5.0));
    }
}

#[test]
fn an_orbit_in_a_room_stays_above_the_floor_and_out_of_the_walls() {
    let mut app = app();
    let room = Aabb3d { min: Vec3A::new(-4.0, 0.0, -3.0), max: Vec3A::new(4.0, 2.5, 3.0) };
    let lens = PerspectiveProjection { near: 0.3, fov: 0.9, aspect_ratio: 1.7, ..default() };
    let pivot = app.world_mut().spawn((Transform::from_xyz(0.5, 1.0, 0.0), Visibility::default())).id();
    let level = Confiner { softness: 0.2, ..Confiner::room(room) };
    let orbit = (Orbit::new(0.0, 0.0, 5.0), Projection::Perspective(lens.clone()), level);
    let camera = app.world_mut().spawn((orbit, ChildOf(pivot))).id();
    let mut reached = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for step in 0..400_u16 {
        let mut orbit = app.world_mut().get_mut::<Orbit>(camera).expect("it has one");
        (orbit.yaw, orbit.pitch) = (0.0471 * f32::from(step), 1.5 * libm::sinf(0.013 * f32::from(step)));
        app.update();
        let camera = app.world().get::<GlobalTransform>(camera).expect("it is there");
        let place = camera.translation().as_dvec3();
        for point in rays(camera, &lens).map(|ray| place + 0.3 * ray).into_iter().chain([place]) {
            for axis in 0..3 {
                reached[0][axis] = reached[0][axis].min(point[axis]);
                reached[1][axis] = reached[1][axis].max(point[axis]);
            }
        }
    }
    // It reaches all faces, and the rounding of its place is all that is beyond them.
    for (found, face) in reached.into_iter().flatten().zip([-4.0, 0.0, -3.0, 4.0, 2.5, 3.0]) {
        assert!((found - face).abs() < 1e-6, "{reached:?}");
    }
}

#[test]
fn every_region_is_shifted_with_the_origin() {
    let mut app = app();
    let by = Vec3::new(1000.0, -200.0, 30.0);
    let triangle = ConvexPolygon::new([Vec2::ZERO, Vec2::new(40.0, 0.0), Vec2::new(0.0, 40.0)]).expect("it is convex");
    let room = Aabb3d { min: Vec3A::splat(-9.0), max: Vec3A::splat(9.0) };
    let regions = [Confiner::new(LEVEL), Confiner::polygon(triangle), Confiner::room(room)];
    let regions = regions.into_iter().flat_map(|region| [region.clone(), Confiner { on_ground: true, ..region }]);
    let cameras: Vec<Entity> = regions
        .map(|region| {
            let down =
                if region.on_ground { Transform::IDENTITY.looking_to(Vec3::NEG_Y, Vec3::NEG_Z) } else { default() };
            app.world_mut().spawn((down.with_translation(Vec3::splat(70.0)), flat(), region)).id()
        })
        .collect();
    app.update();
    let before: Vec<Vec3> = cameras.iter().map(|&camera| drawn(&app, camera)).collect();
    app.world_mut().trigger(OriginShift::new(by));
    for &camera in &cameras {
        app.world_mut().get_mut::<Transform>(camera).expect("it is there").translation += by;
    }
    app.update();
    for (&camera, before) in cameras.iter().zip(before) {
        assert!(before.distance(Vec3::splat(70.0)) > 30.0, "{before}");
        // The rounding of places up to 1040 m away.
        assert!(drawn(&app, camera).distance(before + by) < 2e-4, "{before}");
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
    let orbit = (Orbit::new(0.5, 1.2, 6.0), shake, Projection::Perspective(lens.clone()), level.clone());
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
    app.world_mut().get_mut::<Confiner>(camera).expect("it has one").region =
        ConfinerRegion::Rectangle(Rect { max: Vec2::new(100.0, 10.0), ..LEVEL });
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
    let own = Transform::from_xyz(100.0, 3.0, 5.0);
    let invalid = [
        Confiner::new(Rect { min: Vec2::NAN, max: Vec2::ONE }),
        Confiner::new(Rect { min: Vec2::ONE, max: Vec2::ZERO }),
        Confiner::new(Rect { min: Vec2::ZERO, max: Vec2::INFINITY }),
        Confiner { softness: -1.0, ..Confiner::new(LEVEL) },
        Confiner { softness: f32::NAN, ..Confiner::new(LEVEL) },
        Confiner { plane: f32::NAN, ..Confiner::new(LEVEL) },
        Confiner::polygon(ConvexPolygon::new_unchecked([])),
        Confiner::polygon(ConvexPolygon::new_unchecked([Vec2::ZERO, Vec2::ONE, 2.0 * Vec2::ONE])),
        Confiner::polygon(ConvexPolygon::new_unchecked([Vec2::ZERO, Vec2::X, Vec2::NAN])),
        Confiner::room(Aabb3d { min: Vec3A::ZERO, max: Vec3A::new(1.0, 0.0, 1.0) }),
        Confiner::room(Aabb3d { min: Vec3A::NEG_INFINITY, max: Vec3A::ONE }),
    ];
    for (index, confiner) in invalid.into_iter().enumerate() {
        let mut app = app();
        let name = format!("camera with the invalid region {index:02}");
        let camera = app.world_mut().spawn((Name::new(name.clone()), own, flat(), confiner)).id();
        app.update();
        app.update();
        assert_drawn(&app, camera, own.translation);
        assert_warned(&name, "confines nothing", 1);
    }
}
