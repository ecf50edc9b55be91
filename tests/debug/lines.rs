//! Debug lines are drawn at the positions of the closed form.

use std::time::Duration;

use bevy::{
    camera::{RenderTargetInfo, visibility::RenderLayers},
    gizmos::config::GizmoConfigStore,
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{dev_tools::MotionGizmos, math, prelude::*};

use crate::stage::{RATE, Stage};

/// The default length of the path ahead. Unit: s.
const SECONDS: f64 = 2.0;
/// The default number of segments of the path ahead.
const STEPS: u16 = 120;

/// The ends of the lines with this colour.
fn colored(color: Color, lines: &[(Vec3, Vec3, LinearRgba)]) -> Vec<(Vec3, Vec3)> {
    let color = color.to_linear();
    lines.iter().filter(|(.., other)| *other == color).map(|(from, to, _)| (*from, *to)).collect()
}

#[test]
fn the_path_ahead_is_the_closed_form_point_by_point() {
    let mut stage = Stage::new();
    stage.spawn((Transform::default(), Spring::new(8.0, 0.3), Target::new(Vec3::X), Inspected));
    let spring = math::Spring::new(8.0, f64::from(0.3_f32)).expect("the spring is valid");
    for frame in 1..40_u32 {
        stage.frames(1);
        let now = f64::from(frame) / f64::from(RATE);
        let path = stage.path();
        assert_eq!(path.len(), usize::from(STEPS) + 1);
        for (step, place) in (0..=STEPS).zip(path) {
            let value = spring.value(now + SECONDS * f64::from(step) / f64::from(STEPS));
            // Tolerance: the value is rounded to f32, and rounded again when the parent's frame, the identity, is applied.
            assert!((f64::from(place.x) - value).abs() < 2e-7, "frame {frame}, step {step}: {place} and {value}");
            assert_eq!((place.y, place.z), (0.0, 0.0));
        }
    }
}

#[test]
fn the_path_has_corners_where_the_entity_bounces() {
    let mut stage = Stage::new();
    let ball =
        (Transform::from_xyz(0.0, 1.0, 0.0), Gravity::new(-8.0 * Vec3::Y), Limits::floor(0.0).with_restitution(0.5));
    stage.spawn((ball, Velocity::new(Vec3::X), Inspected));
    stage.frames(1);
    let path = stage.path();
    // The ball lands after 0.5 s, and its bounces take 0.5, 0.25, 0.125 s …
    let corners: Vec<_> = path.iter().filter(|place| place.y == 0.0).map(|place| place.x).collect();
    for expected in [0.5, 1.0, 1.25, 1.375] {
        assert!(corners.iter().any(|x| (x - expected).abs() < 1e-6), "{expected} is not among {corners:?}");
    }
    assert!(path.iter().all(|place| place.y >= 0.0), "{path:?}");
}

#[test]
fn the_lag_and_the_velocity_are_drawn_at_their_positions() {
    let mut stage = Stage::new();
    let leader = stage.spawn((Transform::default(), Velocity::new(2.0 * Vec3::X)));
    let follower = stage.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader), Inspected));
    stage.frames(200);
    let world = stage.app.world();
    let velocity = world.get::<Velocity>(follower).unwrap().0;
    let [leader, follower] = [leader, follower].map(|entity| world.get::<Transform>(entity).unwrap().translation);
    let (_, lines) = stage.drawn();
    let motion = MotionGizmos::default();
    let lag = colored(motion.lag_color, &lines);
    assert_eq!(lag.len(), 1);
    assert_eq!(lag[0].0, follower);
    assert!(lag[0].1.distance(leader) < 1e-5, "{} is not {leader}", lag[0].1);
    // The lag behind a leader of steady speed u is 2ζ/ω·u.
    assert!((lag[0].0.distance(lag[0].1) - 0.5).abs() < 1e-4, "{lag:?}");
    let arrow = colored(motion.velocity_color, &lines)[0];
    assert!(arrow.1.distance(follower + 0.25 * velocity) < 1e-5, "{arrow:?}");
}

#[test]
fn between_ticks_lines_are_drawn_at_the_instant_of_the_frame() {
    let mut stage = Stage::new();
    // No frame coincides with a tick.
    stage.app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(9_700)));
    let leader = stage.spawn((Transform::default(), Velocity::new(2.0 * Vec3::X)));
    let follower = stage.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader), Inspected));
    stage.frames(3);
    for _ in 0..50 {
        stage.frames(1);
        let world = stage.app.world();
        let [leader, follower] = [leader, follower].map(|entity| world.get::<Transform>(entity).unwrap().translation);
        let lag = colored(MotionGizmos::default().lag_color, &stage.drawn().1)[0];
        assert_eq!(lag.0, follower);
        assert!(lag.1.distance(leader) < 1e-6, "{} is not {leader}", lag.1);
        let path = stage.path();
        assert_eq!(path[0], follower);
        // Points are 1/60 s apart. A step differs from the next one by at most the greatest acceleration, ω² = 64, times (1/60 s)².
        let step = path[1] - path[0];
        let next = path[2] - path[1];
        assert!((next - step).length() < 8.0 * 8.0 / 60.0 / 60.0, "{step}, then {next}");
    }
}

#[test]
fn hard_bounds_are_solid_and_soft_bounds_are_dashed() {
    let mut stage = Stage::new();
    let bounds = Limits::between(-Vec3::ONE, Vec3::ONE);
    let entity = stage.spawn((Transform::default(), Velocity::default(), bounds, Inspected));
    stage.frames(1);
    let motion = MotionGizmos::default();
    let hard = colored(motion.hard_bound_color, &stage.drawn().1);
    assert_eq!(hard.len(), 6 * 4);
    assert!(hard.iter().all(|(from, to)| from.distance(*to) == 2.0));
    stage.world().entity_mut(entity).insert(bounds.softened(9.0));
    stage.frames(1);
    let lines = stage.drawn().1;
    assert!(colored(motion.hard_bound_color, &lines).is_empty());
    assert_eq!(colored(motion.soft_bound_color, &lines).len(), 6 * 4 * 8);
}

#[test]
fn a_child_is_drawn_in_world_coordinates() {
    let mut stage = Stage::new();
    let parent = Transform::from_xyz(0.0, 5.0, 0.0).with_scale(Vec3::splat(2.0));
    let parent = stage.spawn((parent, Visibility::default()));
    stage.spawn((Transform::default(), Spring::critical(4.0), Target::new(Vec3::X), Inspected, ChildOf(parent)));
    stage.frames(3);
    let path = stage.path();
    assert!(path.iter().all(|place| place.y == 5.0), "{path:?}");
    let spring = math::Spring::new(4.0, 1.0).expect("the spring is valid");
    let end = 2.0 * spring.value(3.0 / f64::from(RATE) + SECONDS);
    assert!((f64::from(path[path.len() - 1].x) - end).abs() < 1e-6, "{path:?}");
    let lag = colored(MotionGizmos::default().lag_color, &stage.drawn().1)[0];
    assert_eq!(lag.1, Vec3::new(2.0, 5.0, 0.0));
}

#[test]
fn a_write_is_drawn_in_the_frame_in_which_it_is_made() {
    let mut stage = Stage::new();
    let entity = stage.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::X), Inspected));
    stage.frames(10);
    stage.app.add_systems(Update, |mut target: Single<&mut Target>| target.value = 3.0 * Vec3::Y);
    stage.frames(1);
    let lag = colored(MotionGizmos::default().lag_color, &stage.drawn().1)[0];
    assert_eq!(lag.1, 3.0 * Vec3::Y);
    let ahead = stage.path();
    stage.frames(32);
    let place = stage.app.world().get::<Transform>(entity).expect("the entity should have a transform").translation;
    // 32 frames are half a second, or 30 segments of the path.
    assert!(place.distance(ahead[30]) < 1e-6, "the path led to {}, but the entity is at {place}", ahead[30]);
}

#[test]
fn markers_face_the_camera_and_have_the_same_size_in_its_picture_at_every_distance() {
    let mut stage = Stage::new();
    stage.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::X), Inspected));
    // Bevy's visibility plugin, which registers this component, is missing here. The query for cameras needs the component.
    stage.world().register_component::<RenderLayers>();
    let eye = Transform::from_xyz(20.0, 0.0, 0.0).looking_at(Vec3::ZERO, Vec3::Y);
    let eye = stage.spawn((Camera::default(), eye));
    // The view at distance d is d units high, on 500 px. At a distance of 19 units, a pixel is 19/500 units.
    let mut camera = stage.world().get_mut::<Camera>(eye).expect("the entity should be a camera");
    camera.computed.clip_from_view = Mat4::perspective_infinite_reverse_rh(2.0 * 0.5_f32.atan(), 1.0, 0.1);
    camera.computed.target_info = Some(RenderTargetInfo { physical_size: UVec2::splat(500), scale_factor: 1.0 });
    stage.frames(1);
    let motion = MotionGizmos::default();
    // The target's marker is a ring with a cross. Its longest lines are the two arms of the cross.
    let mut lines: Vec<_> =
        colored(motion.target_color, &stage.drawn().1).iter().map(|(from, to)| *to - *from).collect();
    lines.sort_by(|left, right| right.length().total_cmp(&left.length()));
    let wanted = 3.0 * motion.marker_size * 19.0 / 500.0;
    for arm in &lines[..2] {
        assert!((arm.length() - wanted).abs() < 1e-4 * wanted, "{arm} should be {wanted} long");
        assert!(arm.x.abs() < 1e-6, "{arm} should be perpendicular to the view direction x");
    }
}

#[test]
fn the_lag_is_written_next_to_the_target_unless_the_entity_is_at_its_target() {
    let strip_count = |place: Vec3| {
        let mut stage = Stage::new();
        let at = Transform::from_translation(place);
        stage.spawn((at, Spring::critical(8.0), Target::new(Vec3::X), Inspected));
        stage.frames(1);
        stage.drawn().0.len()
    };
    assert!(strip_count(Vec3::ZERO) > strip_count(Vec3::X), "{} and {}", strip_count(Vec3::ZERO), strip_count(Vec3::X));
}

#[test]
fn disabling_the_gizmo_group_hides_all_lines() {
    let mut stage = Stage::new();
    stage.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::X), Inspected));
    stage.frames(1);
    assert!(!stage.drawn().1.is_empty());
    stage.world().resource_mut::<GizmoConfigStore>().config_mut::<MotionGizmos>().0.enabled = false;
    stage.frames(1);
    assert!(stage.drawn().1.is_empty() && stage.drawn().0.is_empty());
}

#[test]
fn settings_change_the_length_of_the_path_and_of_the_arrow() {
    let mut stage = Stage::new();
    stage.spawn((Transform::default(), Velocity::new(Vec3::X), Inspected));
    let mut store = stage.world().resource_mut::<GizmoConfigStore>();
    *store.config_mut::<MotionGizmos>().1 =
        MotionGizmos { path_seconds: 3.0, path_steps: 6, velocity_seconds: 0.0, ..default() };
    stage.frames(1);
    let path = stage.path();
    assert_eq!(path.len(), 7);
    assert!((path[6].x - path[0].x - 3.0).abs() < 1e-6);
    assert!(colored(MotionGizmos::default().velocity_color, &stage.drawn().1).is_empty());
    for nothing in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        stage.world().resource_mut::<GizmoConfigStore>().config_mut::<MotionGizmos>().1.path_seconds = nothing;
        stage.frames(1);
        assert!(stage.drawn().0.iter().all(|strip| strip.len() < 2), "{nothing} s");
    }
}
