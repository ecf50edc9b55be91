//! Whatever is done to what is looked at and tuned, nothing panics, and no other spring is turned.

use bevy::{
    camera::{RenderTargetInfo, visibility::RenderLayers},
    ecs::entity_disabling::Disabled,
    gizmos::config::GizmoConfigStore,
    prelude::*,
    ui_widgets::ValueChange,
};
use bevy_exact_motion::{MotionGizmos, prelude::*};

use crate::{fingers::FINGER, stage::Stage};

#[test]
fn one_that_is_despawned_in_an_observer_is_forgotten() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.tuned((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
    stage.app.add_observer(move |_: On<ValueChange<f32>>, mut commands: Commands| {
        commands.entity(entity).try_despawn();
    });
    let zeta = stage.node(panel, "zeta");
    stage.take(FINGER, zeta);
    for _ in 0..3 {
        stage.turn(panel, "zeta", 0.3);
    }
    assert!(stage.app.world().get_entity(entity).is_err());
    stage.leave(FINGER);
    assert!(stage.said(panel).contains("Nothing is inspected"));
    assert!(stage.drawn().1.is_empty());
    stage.press(panel, "copy as code");
    stage.press(panel, "next convention");
}

#[test]
fn a_spring_that_is_taken_off_in_the_hand_leaves_the_others_alone() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.tuned((Spring::new(8.0, 0.5), Spring::new(3.0, 0.5).on::<Rotation>()));
    let other = stage.spawn((Transform::default(), Spring::new(4.0, 0.5)));
    let zeta = stage.node(panel, "zeta");
    stage.take(FINGER, zeta);
    stage.world().entity_mut(entity).remove::<Spring>();
    // With another finger.
    stage.world().entity_mut(other).insert(Inspected);
    stage.frames(1);
    stage.turn(panel, "zeta", 1.5);
    assert_eq!(stage.spring::<Rotation>(entity), (3.0, 0.5));
    assert_eq!(stage.spring::<Translation>(other), (4.0, 0.5));
    assert!(stage.said(panel).contains("has no spring"), "{}", stage.said(panel));
    // Put on again, it is turned again.
    stage.world().entity_mut(entity).insert(Spring::new(6.0, 0.5));
    stage.turn(panel, "zeta", 1.5);
    assert_eq!(stage.spring::<Translation>(entity), (6.0, 1.5));
    stage.leave(FINGER);
    stage.turn(panel, "zeta", 0.1);
    assert_eq!(stage.spring::<Translation>(other), (4.0, 0.1));
}

#[test]
fn invalid_numbers_are_told_and_a_slider_repairs_them() {
    for bad in [f32::NAN, f32::INFINITY, -1.0] {
        let mut stage = Stage::new();
        let (panel, entity) = stage.tuned((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
        stage.world().get_mut::<Spring>(entity).unwrap().damping_ratio = bad;
        stage.frames(3);
        assert!(stage.said(panel).contains("Invalid"), "{bad}: {}", stage.said(panel));
        stage.press(panel, "copy as code");
        let (strips, lines) = stage.drawn();
        assert!(strips.iter().flatten().all(|point| point.is_finite()), "{bad}");
        assert!(!lines.is_empty() && lines.iter().all(|(from, to, _)| from.is_finite() && to.is_finite()), "{bad}");
        stage.turn(panel, "zeta", 0.7);
        assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.7));
        assert!(!stage.said(panel).contains("Invalid"), "{bad}");
    }
}

#[test]
fn sliders_take_no_numbers_that_are_none() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.tuned(Spring::new(8.0, 0.5));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        stage.turn(panel, "zeta", bad);
        stage.turn(panel, "omega", bad);
    }
    assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.5));
    stage.turn(panel, "omega", 1e9);
    assert!(stage.spring::<Translation>(entity).0.is_finite(), "{:?}", stage.spring::<Translation>(entity));
}

#[test]
fn lines_of_what_is_not_finite_are_left_out() {
    let mut stage = Stage::new();
    let entity = stage.spawn((Transform::default(), Spring::new(8.0, 0.5), Target::new(Vec3::X), Inspected));
    stage.frames(3);
    stage.world().entity_mut(entity).insert((Target::new(Vec3::NAN), Limits::floor(f32::NAN)));
    stage.world().get_mut::<Velocity>(entity).unwrap().0 = Vec3::INFINITY;
    stage.frames(2);
    stage.world().get_mut::<Transform>(entity).unwrap().translation.x = f32::NAN;
    stage.frames(2);
    let (strips, lines) = stage.drawn();
    assert!(strips.iter().flatten().all(|point| point.is_finite()));
    assert!(lines.iter().all(|(from, to, _)| from.is_finite() && to.is_finite()));
}

#[track_caller]
fn assert_finite(stage: &Stage, of: &str) {
    let (strips, lines) = stage.drawn();
    assert!(strips.iter().flatten().all(|point| point.is_finite()), "{of}: {strips:?}");
    for (from, to, _) in lines {
        assert!(from.is_finite() && to.is_finite(), "{of}: a line from {from} to {to}");
    }
}

/// The velocity of such an entity is less than half of an f32's spacing at its place.
#[test]
fn an_arrow_without_a_length_is_left_out() {
    for (x, speed) in [(1000.0, 1e-5), (1e30, 1.0), (0.0, 1e-30), (0.0, 1e-22), (0.0, 3e38), (3e38, 3e38)] {
        let mut stage = Stage::new();
        stage.spawn((Transform::from_xyz(x, 0.0, 0.0), Velocity::new(speed * Vec3::X), Inspected));
        stage.frames(2);
        assert_finite(&stage, &format!("{speed} at {x}"));
    }
}

#[test]
fn settings_without_a_meaning_draw_nothing_that_is_not_finite() {
    for bad in [f32::NAN, f32::INFINITY, f32::MAX, -1.0, 1e-45] {
        let settings: [fn(&mut MotionGizmos) -> &mut f32; 4] = [
            |motion| &mut motion.path_seconds,
            |motion| &mut motion.velocity_seconds,
            |motion| &mut motion.bound_size,
            |motion| &mut motion.marker_size,
        ];
        for (index, setting) in settings.into_iter().enumerate() {
            let mut stage = Stage::new();
            let bounds = (Limits::floor(-1.0), Velocity::new(100.0 * Vec3::X));
            stage.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::X), bounds, Inspected));
            *setting(stage.world().resource_mut::<GizmoConfigStore>().config_mut::<MotionGizmos>().1) = bad;
            stage.frames(2);
            assert_finite(&stage, &format!("setting {index} of {bad}"));
        }
    }
}

#[test]
fn seen_by_a_camera_without_an_orientation_lines_are_finite() {
    let upright = Transform::from_xyz(0.0, 0.0, 10.0);
    for (index, seen) in [
        upright,
        upright.with_scale(Vec3::ZERO),
        upright.with_scale(Vec3::new(1.0, 1.0, 0.0)),
        upright.with_scale(Vec3::NAN),
        upright.with_rotation(Quat::NAN),
        upright.with_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
        Transform::from_translation(Vec3::NAN),
    ]
    .into_iter()
    .enumerate()
    {
        for target in [Vec3::X, 3e38 * Vec3::ONE] {
            let mut stage = Stage::new();
            stage.spawn((Transform::default(), Spring::critical(8.0), Target::new(target), Inspected));
            // Whoever looks for cameras asks for their layers, too.
            stage.world().register_component::<RenderLayers>();
            let eye = stage.spawn((Camera::default(), seen));
            let mut camera = stage.world().get_mut::<Camera>(eye).expect("it is one");
            camera.computed.clip_from_view = Mat4::perspective_infinite_reverse_rh(1.0, 1.0, 0.1);
            camera.computed.target_info =
                Some(RenderTargetInfo { physical_size: UVec2::splat(500), scale_factor: 1.0 });
            stage.frames(1);
            assert!(!stage.drawn().1.is_empty(), "camera {index}: the lag is drawn");
            assert_finite(&stage, &format!("camera {index}, target {target}"));
        }
    }
}

#[test]
fn a_disabled_one_is_not_drawn_and_is_tuned() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.tuned((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
    stage.world().entity_mut(entity).insert(Disabled);
    stage.frames(1);
    assert!(stage.drawn().1.is_empty());
    assert!(stage.said(panel).contains("(disabled)"));
    stage.turn(panel, "zeta", 0.9);
    assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.9));
    stage.world().entity_mut(entity).remove::<Disabled>();
    stage.frames(1);
    assert!(!stage.drawn().1.is_empty() && !stage.said(panel).contains("(disabled)"));
}

#[test]
fn clones_are_looked_at_and_tuned_by_themselves() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.tuned((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
    let clone = stage.world().entity_mut(entity).clone_and_spawn();
    stage.frames(1);
    stage.turn(panel, "zeta", 0.9);
    assert_eq!(stage.spring::<Translation>(clone), (8.0, 0.9));
    assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.5));
    assert_eq!(stage.drawn().0.iter().filter(|strip| strip.len() == 121).count(), 2);
}

#[test]
fn two_panels_agree_and_a_clone_of_one_is_one() {
    for linked in [false, true] {
        let mut stage = Stage::new();
        let (first, entity) = stage.tuned(Spring::new(8.0, 0.5));
        let count = stage.below(first).len();
        let second = stage.world().entity_mut(first).clone_and_spawn_with_opt_out(move |cloner| {
            cloner.linked_cloning(linked);
        });
        stage.frames(2);
        assert_eq!((stage.below(first).len(), stage.below(second).len()), (count, count), "linked: {linked}");
        stage.turn(second, "zeta", 0.9);
        assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.9));
        stage.turn(first, "omega", 1.0);
        for panel in [first, second] {
            let said = stage.said(panel);
            assert!(said.contains("omega 10 rad/s") && said.contains("zeta 0.9"), "linked: {linked}\n{said}");
        }
        stage.world().entity_mut(first).despawn();
        stage.turn(second, "zeta", 0.2);
        assert_eq!(stage.spring::<Translation>(entity), (10.0, 0.2));
    }
}

#[test]
fn a_panel_without_all_else_is_still() {
    // No motion, no gizmos, no assets.
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactDebugPlugin));
    app.finish();
    app.world_mut().spawn(SpringPanel::default());
    app.world_mut().spawn((Transform::default(), Inspected));
    for _ in 0..3 {
        app.update();
    }
    let mut texts = app.world_mut().query::<&Text>();
    assert!(texts.iter(app.world()).any(|text| text.0.contains("has no spring")));
}

#[test]
fn what_does_not_move_is_not_drawn() {
    let mut stage = Stage::new();
    stage.spawn(Inspected);
    stage.spawn((Transform::default(), Inspected));
    stage.spawn((Velocity::default(), Inspected));
    stage.frames(3);
    assert!(stage.drawn().0.is_empty() && stage.drawn().1.is_empty());
}
