//! Properties of the UI: edges and transforms of nodes move in closed form.

use std::time::Duration;

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{
    math::Law,
    prelude::*,
    property::{NodeLeft, NodeRotation, NodeScale, NodeTranslation, Property},
};

const LAW: Law = Law { k: 64.0, c: 8.0, g: 0.0, a: 0.0 };

fn spring() -> Spring {
    Spring::new(8.0, 0.5)
}

/// Returns an app whose properties are stepped once a frame in real time, so that menus move while the game is paused.
fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
    let options = MotionOptions::frame_real();
    app.register_motion_with::<NodeLeft>(options)
        .register_motion_with::<NodeTranslation>(options)
        .register_motion_with::<NodeScale>(options)
        .register_motion_with::<NodeRotation>(options);
    app.finish();
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    frame(&mut app, 0);
    app
}

fn frame(app: &mut App, milliseconds: u64) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(milliseconds)));
    app.update();
}

/// Checks that `found` is within half an ulp of `expected`, for f32 values of this magnitude.
#[track_caller]
fn assert_shown(found: f32, expected: f64, magnitude: f64) {
    let half_ulp = magnitude * f64::from(f32::EPSILON) / 2.0;
    assert!((f64::from(found) - expected).abs() <= half_ulp, "{found} should be {expected}");
}

#[test]
fn a_panel_slides_in_while_the_game_is_paused() {
    let mut app = app();
    let node = Node { left: Val::Px(-300.0), top: Val::Percent(10.0), width: Val::Px(280.0), ..default() };
    let panel = app.world_mut().spawn((node.clone(), spring().on::<NodeLeft>(), Target::<NodeLeft>::of(20.0))).id();
    let mut t = 0.0;
    for n in 0..40 {
        let delta = [7, 16, 17, 33][n % 4];
        frame(&mut app, delta);
        t += delta as f64 / 1000.0;
        let (left, _) = LAW.step_held(-300.0, 0.0, 20.0, t);
        let found = app.world().get::<Node>(panel).expect("a node");
        assert_shown(NodeLeft::get(found), left, 512.0);
        assert_eq!(*found, Node { left: found.left, ..node.clone() }, "no other field should be written");
    }
    for _ in 0..300 {
        frame(&mut app, 16);
    }
    assert_eq!(app.world().get::<Node>(panel).expect("a node").left, Val::Px(20.0));
    assert!(app.world().get::<Resting<NodeLeft>>(panel).is_some());
}

#[test]
fn springs_move_the_translation_scale_and_rotation_of_a_button_at_the_same_time() {
    let mut app = app();
    let tilt = Rot2::radians(0.2);
    let button = app
        .world_mut()
        .spawn((
            Node::default(),
            UiTransform::default(),
            (spring().on::<NodeTranslation>(), Target::<NodeTranslation>::of(Vec2::new(0.0, -12.0))),
            (spring().on::<NodeScale>(), Target::<NodeScale>::of(Vec2::splat(1.125))),
            (spring().on::<NodeRotation>(), Target::<NodeRotation>::of(tilt)),
        ))
        .id();
    let mut t = 0.0;
    for _ in 0..30 {
        frame(&mut app, 16);
        t += 0.016;
        let (share, _) = LAW.step_held(0.0, 0.0, 1.0, t);
        let transform = app.world().get::<UiTransform>(button).expect("a transform");
        assert_shown(NodeTranslation::get(transform).y, -12.0 * share, 16.0);
        assert_eq!(transform.translation.x, Val::Px(0.0));
        assert_shown(transform.scale.x, 1.0 + 0.125 * share, 2.0);
        assert_shown(transform.scale.y, 1.0 + 0.125 * share, 2.0);
        let angle = f64::from(tilt.sin).atan2(tilt.cos.into()) * share;
        assert_shown(transform.rotation.sin, angle.sin(), 1.0);
        assert_shown(transform.rotation.cos, angle.cos(), 1.0);
    }
    for _ in 0..300 {
        frame(&mut app, 16);
    }
    let expected = UiTransform { translation: Val2::px(0.0, -12.0), scale: Vec2::splat(1.125), rotation: tilt };
    assert_eq!(*app.world().get::<UiTransform>(button).expect("a transform"), expected);
}
