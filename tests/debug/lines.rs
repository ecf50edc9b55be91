//! The lines are where the closed form says.

use std::time::Duration;

use bevy::{
    camera::{RenderTargetInfo, visibility::RenderLayers},
    gizmos::config::GizmoConfigStore,
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{MotionGizmos, math, prelude::*};

use crate::stage::{RATE, Stage};

const SECONDS: f64 = 2.0;
const STEPS: u16 = 120;

fn colored(color: Color, lines: &[(Vec3, Vec3, LinearRgba)]) -> Vec<(Vec3, Vec3)> {
    let color = color.to_linear();
    lines.iter().filter(|(.., of)| *of == color).map(|(from, to, _)| (*from, *to)).collect()
}

#[test]
fn the_path_ahead_is_the_closed_form_point_by_point() {
    let mut stage = Stage::new();
    stage.spawn((Transform::default(), Spring::new(8.0, 0.3), Target::new(Vec3::X), Inspected));
    let spring = math::Spring::new(8.0, f64::from(0.3_f32)).expect("it is one");
    for frame in 1..40_u32 {
        stage.frames(1);
        let now = f64::from(frame) / f64::from(RATE);
        let path = stage.path();
        assert_eq!(path.len(), usize::from(STEPS) + 1);
        for (step, place) in (0..=STEPS).zip(path) {
            let value = spring.value(now + SECONDS * f64::from(step) / f64::from(STEPS));
            // Rounded once to f32, and once more by an identity.
            assert!((f64::from(place.x) - value).abs() < 2e-7, "frame {frame}, step {step}: {place} and {value}");
            assert_eq!((place.y, place.z), (0.0, 0.0));
        }
    }
}

#[test]
fn the_path_has_its_corners_where_it_bounces() {
    let mut stage = Stage::new();
    let ball = (Transform::from_xyz(0.0, 1.0, 0.0), Gravity::new(-8.0 * Vec3::Y), Limits::floor(0.0).bouncing(0.5));
    stage.spawn((ball, Velocity::new(Vec3::X), Inspected));
    stage.frames(1);
    let path = stage.path();
    // Down after 0.5 s, up and down again in 0.5, 0.25, 0.125 s …
    let corners: Vec<_> = path.iter().filter(|place| place.y == 0.0).map(|place| place.x).collect();
    for expected in [0.5, 1.0, 1.25, 1.375] {
        assert!(corners.iter().any(|x| (x - expected).abs() < 1e-6), "{expected} is not among {corners:?}");
    }
    assert!(path.iter().all(|place| place.y >= 0.0), "{path:?}");
}

#[test]
fn target_lag_and_velocity_are_drawn_where_they_are() {
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
    // Behind a steady speed u it lags by 2 ζ u/ω.
    assert!((lag[0].0.distance(lag[0].1) - 0.5).abs() < 1e-4, "{lag:?}");
    let arrow = colored(motion.velocity_color, &lines)[0];
    assert!(arrow.1.distance(follower + 0.25 * velocity) < 1e-5, "{arrow:?}");
}

#[test]
fn between_ticks_all_is_drawn_at_the_frames_own_instant() {
    let mut stage = Stage::new();
    // Frames beside ticks, and none with one.
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
        // The next point is a sixtieth of a second further, and no jump leads there.
        let step = path[1] - path[0];
        let next = path[2] - path[1];
        assert!((next - step).length() < 8.0 * 8.0 / 60.0 / 60.0, "{step}, then {next}");
    }
}

#[test]
fn hard_bounds_are_whole_and_soft_ones_dashed() {
    let mut stage = Stage::new();
    let bounds = Limits::between(-Vec3::ONE, Vec3::ONE);
    let entity = stage.spawn((Transform::default(), Velocity::default(), bounds, Inspected));
    stage.frames(1);
    let motion = MotionGizmos::default();
    let hard = colored(motion.hard_bound_color, &stage.drawn().1);
    assert_eq!(hard.len(), 6 * 4);
    assert!(hard.iter().all(|(from, to)| from.distance(*to) == 2.0));
    stage.world().entity_mut(entity).insert(bounds.soft(9.0));
    stage.frames(1);
    let lines = stage.drawn().1;
    assert!(colored(motion.hard_bound_color, &lines).is_empty());
    assert_eq!(colored(motion.soft_bound_color, &lines).len(), 6 * 4 * 8);
}

#[test]
fn under_a_parent_it_is_drawn_in_the_world() {
    let mut stage = Stage::new();
    let parent = Transform::from_xyz(0.0, 5.0, 0.0).with_scale(Vec3::splat(2.0));
    let parent = stage.spawn((parent, Visibility::default()));
    stage.spawn((Transform::default(), Spring::critical(4.0), Target::new(Vec3::X), Inspected, ChildOf(parent)));
    stage.frames(3);
    let path = stage.path();
    assert!(path.iter().all(|place| place.y == 5.0), "{path:?}");
    let spring = math::Spring::new(4.0, 1.0).expect("it is one");
    let end = 2.0 * spring.value(3.0 / f64::from(RATE) + SECONDS);
    assert!((f64::from(path[path.len() - 1].x) - end).abs() < 1e-6, "{path:?}");
    let lag = colored(MotionGizmos::default().lag_color, &stage.drawn().1)[0];
    assert_eq!(lag.1, Vec3::new(2.0, 5.0, 0.0));
}

#[test]
fn what_is_written_in_a_frame_is_seen_in_it() {
    let mut stage = Stage::new();
    let entity = stage.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::X), Inspected));
    stage.frames(10);
    stage.app.add_systems(Update, |mut target: Single<&mut Target>| target.value = 3.0 * Vec3::Y);
    stage.frames(1);
    let lag = colored(MotionGizmos::default().lag_color, &stage.drawn().1)[0];
    assert_eq!(lag.1, 3.0 * Vec3::Y);
    let ahead = stage.path();
    stage.frames(32);
    let place = stage.app.world().get::<Transform>(entity).expect("it is there").translation;
    // 32 frames are half a second, and 30 steps of the path.
    assert!(place.distance(ahead[30]) < 1e-6, "it said {}, and is at {place}", ahead[30]);
}

#[test]
fn markers_face_the_camera_and_are_as_large_on_its_picture_at_any_distance() {
    let mut stage = Stage::new();
    stage.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::X), Inspected));
    // As the plugin of visibility does; whoever looks for cameras asks for their layers, too.
    stage.world().register_component::<RenderLayers>();
    let eye = Transform::from_xyz(20.0, 0.0, 0.0).looking_at(Vec3::ZERO, Vec3::Y);
    let eye = stage.spawn((Camera::default(), eye));
    // A picture of 500 px that is as high as it is far away: at 19 units, a pixel is 19/500.
    let mut camera = stage.world().get_mut::<Camera>(eye).expect("it is one");
    camera.computed.clip_from_view = Mat4::perspective_infinite_reverse_rh(2.0 * 0.5_f32.atan(), 1.0, 0.1);
    camera.computed.target_info = Some(RenderTargetInfo { physical_size: UVec2::splat(500), scale_factor: 1.0 });
    stage.frames(1);
    let motion = MotionGizmos::default();
    // Of the circle and the cross the two arms are the longest.
    let mut lines: Vec<_> =
        colored(motion.target_color, &stage.drawn().1).iter().map(|(from, to)| *to - *from).collect();
    lines.sort_by(|left, right| right.length().total_cmp(&left.length()));
    let wanted = 3.0 * motion.marker_size * 19.0 / 500.0;
    for arm in &lines[..2] {
        assert!((arm.length() - wanted).abs() < 1e-4 * wanted, "{arm} should be {wanted} long");
        assert!(arm.x.abs() < 1e-6, "{arm} should be across the view, which is along x");
    }
}

#[test]
fn the_lag_is_written_beside_the_target_and_at_rest_it_is_not() {
    let strips = |place: Vec3| {
        let mut stage = Stage::new();
        let at = Transform::from_translation(place);
        stage.spawn((at, Spring::critical(8.0), Target::new(Vec3::X), Inspected));
        stage.frames(1);
        stage.drawn().0.len()
    };
    assert!(strips(Vec3::ZERO) > strips(Vec3::X), "{} and {}", strips(Vec3::ZERO), strips(Vec3::X));
}

#[test]
fn it_is_switched_off_by_its_group() {
    let mut stage = Stage::new();
    stage.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::X), Inspected));
    stage.frames(1);
    assert!(!stage.drawn().1.is_empty());
    stage.world().resource_mut::<GizmoConfigStore>().config_mut::<MotionGizmos>().0.enabled = false;
    stage.frames(1);
    assert!(stage.drawn().1.is_empty() && stage.drawn().0.is_empty());
}

#[test]
fn lengths_and_times_are_settings() {
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
