//! Whatever user code does to inspected entities and panels, nothing panics, and no other spring changes.

use bevy::{
    camera::{RenderTargetInfo, visibility::RenderLayers},
    ecs::entity_disabling::Disabled,
    gizmos::config::GizmoConfigStore,
    prelude::*,
    ui_widgets::ValueChange,
};
use bevy_exact_motion::{dev_tools::MotionGizmos, prelude::*};

use crate::{fingers::FINGER, stage::Stage};

#[test]
fn an_entity_despawned_in_an_observer_of_its_slider_is_no_longer_inspected() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.inspect((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
    stage.app.add_observer(move |_: On<ValueChange<f32>>, mut commands: Commands| {
        commands.entity(entity).try_despawn();
    });
    let zeta = stage.node(panel, "zeta");
    stage.start_drag(FINGER, zeta);
    for _ in 0..3 {
        stage.set_slider(panel, "zeta", 0.3);
    }
    assert!(stage.app.world().get_entity(entity).is_err());
    stage.release(FINGER);
    assert!(stage.text(panel).contains("Nothing is inspected"));
    assert!(stage.drawn().1.is_empty());
    stage.press(panel, "copy as code");
    stage.press(panel, "next convention");
}

#[test]
fn removing_a_spring_while_its_slider_is_dragged_changes_no_other_spring() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.inspect((Spring::new(8.0, 0.5), Spring::new(3.0, 0.5).on::<Rotation>()));
    let other = stage.spawn((Transform::default(), Spring::new(4.0, 0.5)));
    let zeta = stage.node(panel, "zeta");
    stage.start_drag(FINGER, zeta);
    stage.world().entity_mut(entity).remove::<Spring>();
    stage.world().entity_mut(other).insert(Inspected);
    stage.frames(1);
    stage.set_slider(panel, "zeta", 1.5);
    assert_eq!(stage.spring::<Rotation>(entity), (3.0, 0.5));
    assert_eq!(stage.spring::<Translation>(other), (4.0, 0.5));
    assert!(stage.text(panel).contains("has no spring"), "{}", stage.text(panel));
    // A spring inserted again is tuned again.
    stage.world().entity_mut(entity).insert(Spring::new(6.0, 0.5));
    stage.set_slider(panel, "zeta", 1.5);
    assert_eq!(stage.spring::<Translation>(entity), (6.0, 1.5));
    stage.release(FINGER);
    stage.set_slider(panel, "zeta", 0.1);
    assert_eq!(stage.spring::<Translation>(other), (4.0, 0.1));
}

#[test]
fn an_invalid_spring_is_shown_as_invalid_and_a_slider_repairs_it() {
    for bad in [f32::NAN, f32::INFINITY, -1.0] {
        let mut stage = Stage::new();
        let (panel, entity) = stage.inspect((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
        stage.world().get_mut::<Spring>(entity).unwrap().damping_ratio = bad;
        stage.frames(3);
        assert!(stage.text(panel).contains("Invalid"), "{bad}: {}", stage.text(panel));
        stage.press(panel, "copy as code");
        let (strips, lines) = stage.drawn();
        assert!(strips.iter().flatten().all(|point| point.is_finite()), "{bad}");
        assert!(!lines.is_empty() && lines.iter().all(|(from, to, _)| from.is_finite() && to.is_finite()), "{bad}");
        stage.set_slider(panel, "zeta", 0.7);
        assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.7));
        assert!(!stage.text(panel).contains("Invalid"), "{bad}");
    }
}

#[test]
fn a_slider_ignores_values_that_are_not_finite() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.inspect(Spring::new(8.0, 0.5));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        stage.set_slider(panel, "zeta", bad);
        stage.set_slider(panel, "omega", bad);
    }
    assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.5));
    stage.set_slider(panel, "omega", 1e9);
    assert!(stage.spring::<Translation>(entity).0.is_finite(), "{:?}", stage.spring::<Translation>(entity));
}

#[test]
fn values_that_are_not_finite_draw_only_finite_lines() {
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
fn assert_finite(stage: &Stage, case: &str) {
    let (strips, lines) = stage.drawn();
    assert!(strips.iter().flatten().all(|point| point.is_finite()), "{case}: {strips:?}");
    for (from, to, _) in lines {
        assert!(from.is_finite() && to.is_finite(), "{case}: a line from {from} to {to}");
    }
}

/// An arrow shorter than the spacing of f32 at the entity's position has the same point at both ends.
#[test]
fn very_short_and_very_long_arrows_draw_only_finite_lines() {
    for (x, speed) in [(1000.0, 1e-5), (1e30, 1.0), (0.0, 1e-30), (0.0, 1e-22), (0.0, 3e38), (3e38, 3e38)] {
        let mut stage = Stage::new();
        stage.spawn((Transform::from_xyz(x, 0.0, 0.0), Velocity::new(speed * Vec3::X), Inspected));
        stage.frames(2);
        assert_finite(&stage, &format!("{speed} at {x}"));
    }
}

#[test]
fn invalid_settings_draw_only_finite_lines() {
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
fn a_degenerate_camera_draws_only_finite_lines() {
    let upright = Transform::from_xyz(0.0, 0.0, 10.0);
    for (index, transform) in [
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
            // Bevy's visibility plugin, which registers this component, is missing here. The query for cameras needs the component.
            stage.world().register_component::<RenderLayers>();
            let eye = stage.spawn((Camera::default(), transform));
            let mut camera = stage.world().get_mut::<Camera>(eye).expect("the entity should be a camera");
            camera.computed.clip_from_view = Mat4::perspective_infinite_reverse_rh(1.0, 1.0, 0.1);
            camera.computed.target_info =
                Some(RenderTargetInfo { physical_size: UVec2::splat(500), scale_factor: 1.0 });
            stage.frames(1);
            assert!(!stage.drawn().1.is_empty(), "camera {index}: the lag should be drawn");
            assert_finite(&stage, &format!("camera {index}, target {target}"));
        }
    }
}

#[test]
fn a_disabled_entity_is_not_drawn_and_can_still_be_tuned() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.inspect((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
    stage.world().entity_mut(entity).insert(Disabled);
    stage.frames(1);
    assert!(stage.drawn().1.is_empty());
    assert!(stage.text(panel).contains("(disabled)"));
    stage.set_slider(panel, "zeta", 0.9);
    assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.9));
    stage.world().entity_mut(entity).remove::<Disabled>();
    stage.frames(1);
    assert!(!stage.drawn().1.is_empty() && !stage.text(panel).contains("(disabled)"));
}

#[test]
fn a_clone_is_inspected_and_tuned_separately() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.inspect((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
    let clone = stage.world().entity_mut(entity).clone_and_spawn();
    stage.frames(1);
    stage.set_slider(panel, "zeta", 0.9);
    assert_eq!(stage.spring::<Translation>(clone), (8.0, 0.9));
    assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.5));
    assert_eq!(stage.drawn().0.iter().filter(|strip| strip.len() == 121).count(), 2);
}

#[test]
fn a_panel_and_its_clone_show_the_same_values_and_work_independently() {
    for linked in [false, true] {
        let mut stage = Stage::new();
        let (first, entity) = stage.inspect(Spring::new(8.0, 0.5));
        let count = stage.below(first).len();
        let second = stage.world().entity_mut(first).clone_and_spawn_with_opt_out(move |cloner| {
            cloner.linked_cloning(linked);
        });
        stage.frames(2);
        assert_eq!((stage.below(first).len(), stage.below(second).len()), (count, count), "linked: {linked}");
        stage.set_slider(second, "zeta", 0.9);
        assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.9));
        stage.set_slider(first, "omega", 1.0);
        for panel in [first, second] {
            let text = stage.text(panel);
            assert!(text.contains("omega 10 rad/s") && text.contains("zeta 0.9"), "linked: {linked}\n{text}");
        }
        stage.world().entity_mut(first).despawn();
        stage.set_slider(second, "zeta", 0.2);
        assert_eq!(stage.spring::<Translation>(entity), (10.0, 0.2));
    }
}

#[test]
fn a_panel_without_the_other_plugins_does_not_panic() {
    // This app has no plugins for motion, gizmos and assets.
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
fn an_entity_without_a_motion_is_not_drawn() {
    let mut stage = Stage::new();
    stage.spawn(Inspected);
    stage.spawn((Transform::default(), Inspected));
    stage.spawn((Velocity::default(), Inspected));
    stage.frames(3);
    assert!(stage.drawn().0.is_empty() && stage.drawn().1.is_empty());
}
