//! A panel shows a running spring, and tunes it.

use bevy::{
    input::{
        ButtonState,
        keyboard::{Key, KeyboardInput},
    },
    input_focus::{FocusCause, InputFocus},
    prelude::*,
    ui::ComputedNode,
    ui::widget::ImageNode,
    ui_widgets::SliderThumb,
    window::PrimaryWindow,
};
use bevy_clipboard::{Clipboard, ClipboardPlugin};
use bevy_exact_motion::{Motion, camera::OrbitYaw, dev_tools::Convention, math, prelude::*};

use crate::{fingers::FINGER, stage::Stage};

#[test]
fn a_slider_changes_the_running_spring_and_nothing_jumps() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.inspect((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
    stage.frames(10);
    let before = *stage.app.world().get::<Transform>(entity).unwrap();
    let velocity = stage.app.world().get::<Velocity>(entity).unwrap().0;
    stage.set_slider(panel, "zeta", 0.123);
    stage.set_slider(panel, "omega", 20.0_f32.log10());
    assert_eq!(stage.spring::<Translation>(entity), (20.0, 0.12));
    let after = *stage.app.world().get::<Transform>(entity).unwrap();
    let moved = after.translation - before.translation;
    // In two frames, an acceleration of up to ω² = 400 changes the displacement by up to 400 t²/2.
    assert!((moved - velocity / 32.0).length() < 0.5 * 400.0 / 32.0 / 32.0, "{moved} at {velocity}");
    let text = stage.text(panel);
    assert!(text.contains("omega 20 rad/s") && text.contains("zeta 0.12"), "{text}");
}

#[test]
fn the_panel_shows_the_figures_of_the_spring() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.inspect((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
    let text = stage.text(panel);
    let spring = math::Spring::new(8.0, 0.5).unwrap();
    assert!((spring.overshoot() - 0.163).abs() < 5e-5 && (spring.settling_time(0.01) - 1.18).abs() < 5e-4);
    assert!(text.contains("overshoot 16.3 %  settles 1.18 s (1 %)"), "{text}");
    assert!(text.contains("frequency 1.273 Hz  decay rate 4 /s"), "{text}");
    for row in
        ["mass, stiffness, damping  1 64 8", "tension, friction         64 8", "duration, bounce          0.785 0.5"]
    {
        assert!(text.contains(row), "{row} is not in\n{text}");
    }
    assert!(text.contains("half-life                 zeta 1 only"), "{text}");
    assert!(text.contains("Spring::new(8.0, 0.5)") && text.contains("> omega, zeta"), "{text}");
    // The motion overshoots by the figure shown.
    let mut highest = 0.0_f32;
    for _ in 0..128 {
        stage.frames(1);
        highest = highest.max(stage.app.world().get::<Transform>(entity).unwrap().translation.x);
    }
    // The frame nearest to the peak is at most half a frame away from it, which lowers the value by at most (ω/128)²/2.
    assert!((f64::from(highest) - 1.0 - spring.overshoot()).abs() < 2e-3, "{highest}");
}

#[test]
fn the_decay_rate_of_an_overdamped_spring_is_that_of_its_slower_root() {
    let mut stage = Stage::new();
    let (panel, _) = stage.inspect(Spring::new(8.0, 2.0));
    // The roots are −8 (2 ± √3) 1/s; the slower one is −2.144.
    assert!(stage.text(panel).contains("decay rate 2.144 /s"), "{}", stage.text(panel));
}

#[test]
fn the_panel_shows_changes_by_other_code() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.inspect(Spring::new(8.0, 0.5));
    let slider = stage.node(panel, "omega");
    let value = |stage: &Stage| stage.app.world().get::<bevy::ui_widgets::SliderValue>(slider).unwrap().0;
    assert!((value(&stage) - 8.0_f32.log10()).abs() < 1e-6);
    stage.world().get_mut::<Spring>(entity).unwrap().angular_frequency = 31.4;
    stage.frames(1);
    assert!((value(&stage) - 31.4_f32.log10()).abs() < 1e-6);
    assert!(stage.text(panel).contains("omega 31.4 rad/s"));
    // The slider stops at its end; the text shows the value.
    stage.world().get_mut::<Spring>(entity).unwrap().angular_frequency = 4000.0;
    stage.frames(1);
    assert_eq!(value(&stage), 2.0);
    assert!(stage.text(panel).contains("omega 4000 rad/s"));
    assert_eq!(stage.spring::<Translation>(entity).0, 4000.0, "the clamped value should not be written");
}

#[test]
fn tabs_select_among_all_springs_including_those_of_cameras() {
    let mut stage = Stage::with((ExactCameraPlugin::default(), ExactDebugPlugin));
    let springs = (Spring::new(3.0, 0.5), Spring::new(4.0, 0.5).on::<Rotation>(), Spring::new(5.0, 0.5).on::<Scale>());
    let (panel, entity) = stage.inspect(springs);
    stage.press(panel, "Scale");
    stage.set_slider(panel, "zeta", 0.9);
    assert_eq!(stage.spring::<Scale>(entity), (5.0, 0.9));
    assert_eq!(stage.spring::<Translation>(entity), (3.0, 0.5));
    assert!(stage.text(panel).contains("Spring::new(5.0, 0.9).on::<Scale>()"), "{}", stage.text(panel));
    stage.press(panel, "Rotation");
    assert!(stage.text(panel).contains("omega 4 rad/s"));
    let camera = stage.spawn((Orbit::new(0.0, 0.3, 8.0), Inspected));
    stage.frames(1);
    for name in ["OrbitYaw", "OrbitPitch", "OrbitDistance"] {
        stage.press(panel, name);
        assert!(stage.text(panel).contains("omega 12 rad/s"), "{name}");
    }
    stage.press(panel, "OrbitYaw");
    stage.set_slider(panel, "omega", 1.0);
    assert_eq!(stage.spring::<OrbitYaw>(camera), (10.0, 1.0));
}

#[test]
fn the_panel_shows_the_latest_inspected_entity_and_falls_back_to_the_previous_one() {
    let mut stage = Stage::new();
    let (panel, first) = stage.inspect((Name::new("first"), Spring::new(3.0, 0.5)));
    let second = stage.spawn((Name::new("second"), Transform::default(), Spring::new(4.0, 0.5), Inspected));
    stage.frames(1);
    assert!(stage.text(panel).contains("second") && stage.text(panel).contains("omega 4 rad/s"));
    stage.world().entity_mut(second).remove::<Inspected>();
    stage.frames(1);
    assert!(stage.text(panel).contains("first") && stage.text(panel).contains("omega 3 rad/s"));
    stage.world().entity_mut(first).despawn();
    stage.frames(1);
    assert!(stage.text(panel).contains("Nothing is inspected"));
}

#[test]
fn the_copy_button_copies_the_code_to_the_clipboard() {
    let mut stage = Stage::with((ClipboardPlugin, ExactDebugPlugin));
    let (panel, _) = stage.inspect(Spring::new(8.0, 0.5));
    assert_eq!(copied(&mut stage, panel), "Spring::new(8.0, 0.5)");
}

/// Presses the button that copies, and returns the text of the clipboard.
fn copied(stage: &mut Stage, panel: Entity) -> String {
    stage.press(panel, "copy as code");
    let text = stage.world().resource_mut::<Clipboard>().fetch_text().poll_result();
    text.and_then(Result::ok).expect("the clipboard should hold a text")
}

#[test]
fn code_is_copied_in_the_selected_convention() {
    let mut stage = Stage::with((ClipboardPlugin, ExactDebugPlugin));
    let (panel, _) = stage.inspect(Spring::new(8.0, 0.5));
    assert_eq!(copied(&mut stage, panel), "Spring::new(8.0, 0.5)");
    stage.press(panel, "next convention");
    stage.press(panel, "next convention");
    assert_eq!(stage.app.world().get::<SpringPanel>(panel).unwrap().convention, Convention::TensionFriction);
    assert_eq!(copied(&mut stage, panel), "Spring::from_tension_friction(64.0, 8.0)");
    assert!(stage.text(panel).contains("> tension, friction"), "{}", stage.text(panel));
    // If the selected convention cannot express the spring, the code is in the first convention.
    stage.world().get_mut::<SpringPanel>(panel).unwrap().convention = Convention::HalfLife;
    assert_eq!(copied(&mut stage, panel), "Spring::new(8.0, 0.5)");
    // Conventions that cannot express the spring are skipped; all others are selected in turn.
    let mut seen = vec![];
    for _ in 0..20 {
        stage.press(panel, "next convention");
        seen.push(stage.app.world().get::<SpringPanel>(panel).unwrap().convention);
    }
    assert!(!seen.contains(&Convention::HalfLife) && seen.contains(&Convention::SettlingTime), "{seen:?}");
    assert_eq!(seen[8], seen[17], "nine of the eleven conventions: {seen:?}");
}

#[test]
fn keys_change_the_slider_that_has_the_focus() {
    let mut stage = Stage::new();
    let window = stage.spawn((Window::default(), PrimaryWindow));
    let (panel, entity) = stage.inspect(Spring::new(8.0, 0.5));
    let zeta = stage.node(panel, "zeta");
    stage.world().resource_mut::<InputFocus>().set(zeta, FocusCause::Navigated);
    let mut press_key = |key_code, times: u32| {
        for _ in 0..times {
            let state = ButtonState::Pressed;
            let key = KeyboardInput { key_code, logical_key: Key::F35, state, text: None, repeat: false, window };
            stage.world().write_message(key);
            stage.frames(1);
        }
        stage.spring::<Translation>(entity)
    };
    assert_eq!(press_key(KeyCode::ArrowRight, 2), (8.0, 0.6));
    assert_eq!(press_key(KeyCode::End, 1), (8.0, 2.0));
    assert_eq!(press_key(KeyCode::ArrowLeft, 3), (8.0, 1.85));
    assert_eq!(press_key(KeyCode::Home, 1), (8.0, 0.0));
    assert_eq!(stage.app.world().get::<Outline>(zeta).unwrap().color, Color::WHITE);
}

#[test]
fn a_pressed_slider_or_button_gets_the_focus() {
    let mut stage = Stage::new();
    let (panel, _) = stage.inspect(Spring::new(8.0, 0.5));
    let zeta = stage.node(panel, "zeta");
    let is_thumb = |node: &Entity| stage.app.world().get::<SliderThumb>(*node).is_some();
    let thumb = stage.below(zeta).into_iter().find(is_thumb).expect("the slider should have a thumb");
    let [omega, fold] = ["omega", "fold"].map(|name| stage.node(panel, name));
    for (pressed, focused) in [(omega, omega), (thumb, zeta), (fold, fold)] {
        stage.press_on(FINGER, pressed);
        stage.release(FINGER);
        assert_eq!(stage.app.world().resource::<InputFocus>().get(), Some(focused));
    }
}

#[test]
fn the_picture_has_the_size_of_its_node() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.inspect(Spring::new(8.0, 0.5));
    let picture = stage.node(panel, "response");
    let size = Vec2::new(300.0, 80.0);
    stage.world().get_mut::<ComputedNode>(picture).unwrap().size = size;
    stage.frames(1);
    let drawn = |stage: &Stage| {
        let handle = &stage.app.world().get::<ImageNode>(picture).unwrap().image;
        stage.app.world().resource::<Assets<Image>>().get(handle).expect("the picture should be drawn").clone()
    };
    let first = drawn(&stage);
    assert_eq!(first.size_f32(), size);
    assert!(first.data.as_ref().is_some_and(|data| data.iter().any(|byte| *byte > 0)));
    stage.set_slider(panel, "zeta", 1.0);
    assert_ne!(drawn(&stage).data, first.data);
    stage.world().entity_mut(entity).remove::<Inspected>();
    stage.frames(1);
    assert!(drawn(&stage).data.is_some_and(|data| data.iter().all(|byte| *byte == 0)));
}

#[test]
fn folding_the_panel_or_removing_the_spring_hides_parts_of_the_panel() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.inspect(Spring::new(8.0, 0.5));
    let hidden = |stage: &Stage| {
        let nodes = stage.below(panel).into_iter().filter_map(|node| stage.app.world().get::<Node>(node));
        nodes.filter(|node| node.display == Display::None).count()
    };
    assert_eq!(hidden(&stage), 1, "the tabs, since there is one spring");
    stage.press(panel, "fold");
    assert!(stage.app.world().get::<SpringPanel>(panel).unwrap().is_folded);
    assert_eq!(hidden(&stage), 3, "the table and the code as well");
    stage.press(panel, "fold");
    assert_eq!(hidden(&stage), 1);
    stage.world().entity_mut(entity).remove::<Spring>();
    stage.frames(1);
    assert_eq!(hidden(&stage), 4, "the tabs, the part below the title, and the handles");
}

#[test]
fn a_panel_writes_nothing_while_its_spring_is_unchanged() {
    #[derive(Resource, Default)]
    struct Changes(usize);
    let mut stage = Stage::new();
    stage.app.init_resource::<Changes>().add_systems(
        Last,
        |texts: Query<(), Changed<Text>>, nodes: Query<(), Changed<Node>>, mut changes: ResMut<Changes>| {
            changes.0 += texts.iter().count() + nodes.iter().count();
        },
    );
    let (_, entity) = stage.inspect((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
    stage.frames(2);
    stage.world().resource_mut::<Changes>().0 = 0;
    stage.frames(30);
    assert_eq!(stage.app.world().resource::<Changes>().0, 0);
    assert!(stage.app.world().get::<Motion>(entity).is_some());
}
