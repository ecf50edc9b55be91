//! The panel tunes the spring that runs, and shows what it is.

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
use bevy_exact_motion::{Convention, Motion, OrbitYaw, math, prelude::*};

use crate::{fingers::FINGER, stage::Stage};

#[test]
fn a_slider_turns_the_running_spring_and_nothing_jumps() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.tuned((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
    stage.frames(10);
    let before = *stage.app.world().get::<Transform>(entity).unwrap();
    let velocity = stage.app.world().get::<Velocity>(entity).unwrap().0;
    stage.turn(panel, "zeta", 0.123);
    stage.turn(panel, "omega", 20.0_f32.log10());
    assert_eq!(stage.spring::<Translation>(entity), (20.0, 0.12));
    let after = *stage.app.world().get::<Transform>(entity).unwrap();
    let gone = after.translation - before.translation;
    // Two frames at this speed, and no more than the acceleration adds.
    assert!((gone - velocity / 32.0).length() < 0.5 * 400.0 / 32.0 / 32.0, "{gone} at {velocity}");
    let said = stage.said(panel);
    assert!(said.contains("omega 20 rad/s") && said.contains("zeta 0.12"), "{said}");
}

#[test]
fn what_it_says_of_a_spring_is_so() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.tuned((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
    let said = stage.said(panel);
    let spring = math::Spring::new(8.0, 0.5).unwrap();
    assert!((spring.overshoot() - 0.163).abs() < 5e-5 && (spring.settling_time(0.01) - 1.18).abs() < 5e-4);
    assert!(said.contains("overshoot 16.3 %  settles 1.18 s (1 %)"), "{said}");
    assert!(said.contains("frequency 1.273 Hz  decay rate 4 /s"), "{said}");
    for row in
        ["mass, stiffness, damping  1 64 8", "tension, friction         64 8", "duration, bounce          0.785 0.5"]
    {
        assert!(said.contains(row), "{row} is not in\n{said}");
    }
    assert!(said.contains("half-life                 zeta 1 only"), "{said}");
    assert!(said.contains("Spring::new(8.0, 0.5)") && said.contains("> omega, zeta"), "{said}");
    // It overshoots as it says, too.
    let mut most = 0.0_f32;
    for _ in 0..128 {
        stage.frames(1);
        most = most.max(stage.app.world().get::<Transform>(entity).unwrap().translation.x);
    }
    // Frames fall beside the peak: (ω/128)²/2 of the way less at most.
    assert!((f64::from(most) - 1.0 - spring.overshoot()).abs() < 2e-3, "{most}");
}

#[test]
fn of_a_spring_that_does_not_swing_the_slow_part_is_told() {
    let mut stage = Stage::new();
    let (panel, _) = stage.tuned(Spring::new(8.0, 2.0));
    // The roots are −8 (2 ± √3) 1/s, and −2.144 is what is left in the end.
    assert!(stage.said(panel).contains("decay rate 2.144 /s"), "{}", stage.said(panel));
}

#[test]
fn whoever_else_turns_the_spring_is_shown() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.tuned(Spring::new(8.0, 0.5));
    let slider = stage.node(panel, "omega");
    let value = |stage: &Stage| stage.app.world().get::<bevy::ui_widgets::SliderValue>(slider).unwrap().0;
    assert!((value(&stage) - 8.0_f32.log10()).abs() < 1e-6);
    stage.world().get_mut::<Spring>(entity).unwrap().angular_frequency = 31.4;
    stage.frames(1);
    assert!((value(&stage) - 31.4_f32.log10()).abs() < 1e-6);
    assert!(stage.said(panel).contains("omega 31.4 rad/s"));
    // Past its ends the slider stops, and the number tells.
    stage.world().get_mut::<Spring>(entity).unwrap().angular_frequency = 4000.0;
    stage.frames(1);
    assert_eq!(value(&stage), 2.0);
    assert!(stage.said(panel).contains("omega 4000 rad/s"));
    assert_eq!(stage.spring::<Translation>(entity).0, 4000.0, "what is shown is not written");
}

#[test]
fn tabs_choose_among_all_springs_those_of_cameras_too() {
    let mut stage = Stage::with((ExactCameraPlugin::default(), ExactDebugPlugin));
    let springs = (Spring::new(3.0, 0.5), Spring::new(4.0, 0.5).on::<Rotation>(), Spring::new(5.0, 0.5).on::<Scale>());
    let (panel, entity) = stage.tuned(springs);
    stage.press(panel, "Scale");
    stage.turn(panel, "zeta", 0.9);
    assert_eq!(stage.spring::<Scale>(entity), (5.0, 0.9));
    assert_eq!(stage.spring::<Translation>(entity), (3.0, 0.5));
    assert!(stage.said(panel).contains("Spring::new(5.0, 0.9).on::<Scale>()"), "{}", stage.said(panel));
    stage.press(panel, "Rotation");
    assert!(stage.said(panel).contains("omega 4 rad/s"));
    let camera = stage.spawn((Orbit::new(0.0, 0.3, 8.0), Inspected));
    stage.frames(1);
    for name in ["OrbitYaw", "OrbitPitch", "OrbitLength"] {
        stage.press(panel, name);
        assert!(stage.said(panel).contains("omega 12 rad/s"), "{name}");
    }
    stage.press(panel, "OrbitYaw");
    stage.turn(panel, "omega", 1.0);
    assert_eq!(stage.spring::<OrbitYaw>(camera), (10.0, 1.0));
}

#[test]
fn the_last_one_chosen_is_shown_and_then_the_one_before() {
    let mut stage = Stage::new();
    let (panel, first) = stage.tuned((Name::new("first"), Spring::new(3.0, 0.5)));
    let second = stage.spawn((Name::new("second"), Transform::default(), Spring::new(4.0, 0.5), Inspected));
    stage.frames(1);
    assert!(stage.said(panel).contains("second") && stage.said(panel).contains("omega 4 rad/s"));
    stage.world().entity_mut(second).remove::<Inspected>();
    stage.frames(1);
    assert!(stage.said(panel).contains("first") && stage.said(panel).contains("omega 3 rad/s"));
    stage.world().entity_mut(first).despawn();
    stage.frames(1);
    assert!(stage.said(panel).contains("Nothing is inspected"));
}

#[derive(Resource, Default)]
struct Copied(Vec<CopiedCode>);

#[test]
fn copied_code_is_in_the_clipboard() {
    let mut stage = Stage::with((ClipboardPlugin, ExactDebugPlugin));
    let (panel, _) = stage.tuned(Spring::new(8.0, 0.5));
    stage.press(panel, "copy as code");
    let text = stage.world().resource_mut::<Clipboard>().fetch_text().poll_result();
    assert_eq!(text.and_then(Result::ok).as_deref(), Some("Spring::new(8.0, 0.5)"));
}

#[test]
fn code_is_copied_in_the_convention_that_is_chosen() {
    let mut stage = Stage::new();
    stage.app.init_resource::<Copied>();
    stage.app.add_observer(|copied: On<CopiedCode>, mut all: ResMut<Copied>| all.0.push(copied.event().clone()));
    let (panel, entity) = stage.tuned(Spring::new(8.0, 0.5));
    stage.press(panel, "copy as code");
    stage.press(panel, "next convention");
    stage.press(panel, "next convention");
    assert_eq!(stage.app.world().get::<SpringPanel>(panel).unwrap().convention, Convention::TensionFriction);
    stage.press(panel, "copy as code");
    let codes = ["Spring::new(8.0, 0.5)", "Spring::from_tension_friction(64.0, 8.0)"];
    let codes = codes.map(|code| CopiedCode { entity, code: code.to_owned() });
    assert_eq!(stage.app.world().resource::<Copied>().0, codes);
    let messages = stage.app.world().resource::<Messages<CopiedCode>>();
    assert!(
        messages
            .iter_current_update_messages()
            .chain(messages.get_cursor().read(messages))
            .any(|copied| *copied == codes[1])
    );
    assert!(stage.said(panel).contains("> tension, friction"), "{}", stage.said(panel));
    // Where the chosen convention has no such spring, the first one is written.
    stage.world().get_mut::<SpringPanel>(panel).unwrap().convention = Convention::HalfLife;
    stage.press(panel, "copy as code");
    assert_eq!(stage.app.world().resource::<Copied>().0[2], codes[0]);
    // Conventions that have no such spring are passed over, and all others come by.
    let mut seen = vec![];
    for _ in 0..20 {
        stage.press(panel, "next convention");
        seen.push(stage.app.world().get::<SpringPanel>(panel).unwrap().convention);
    }
    assert!(!seen.contains(&Convention::HalfLife) && seen.contains(&Convention::SettlingTime), "{seen:?}");
    assert_eq!(seen[8], seen[17], "nine of eleven: {seen:?}");
}

#[test]
fn keys_turn_what_has_the_focus() {
    let mut stage = Stage::new();
    let window = stage.spawn((Window::default(), PrimaryWindow));
    let (panel, entity) = stage.tuned(Spring::new(8.0, 0.5));
    let zeta = stage.node(panel, "zeta");
    stage.world().resource_mut::<InputFocus>().set(zeta, FocusCause::Navigated);
    let mut strike = |key_code, times: u32| {
        for _ in 0..times {
            let state = ButtonState::Pressed;
            let key = KeyboardInput { key_code, logical_key: Key::F35, state, text: None, repeat: false, window };
            stage.world().write_message(key);
            stage.frames(1);
        }
        stage.spring::<Translation>(entity)
    };
    assert_eq!(strike(KeyCode::ArrowRight, 2), (8.0, 0.6));
    assert_eq!(strike(KeyCode::End, 1), (8.0, 2.0));
    assert_eq!(strike(KeyCode::ArrowLeft, 3), (8.0, 1.85));
    assert_eq!(strike(KeyCode::Home, 1), (8.0, 0.0));
    assert_eq!(stage.app.world().get::<Outline>(zeta).unwrap().color, Color::WHITE);
}

#[test]
fn what_is_pressed_has_the_keys() {
    let mut stage = Stage::new();
    let (panel, _) = stage.tuned(Spring::new(8.0, 0.5));
    let zeta = stage.node(panel, "zeta");
    let is_thumb = |node: &Entity| stage.app.world().get::<SliderThumb>(*node).is_some();
    let thumb = stage.below(zeta).into_iter().find(is_thumb).expect("it has one");
    let [omega, fold] = ["omega", "fold"].map(|name| stage.node(panel, name));
    for (pressed, focused) in [(omega, omega), (thumb, zeta), (fold, fold)] {
        stage.press_on(FINGER, pressed);
        stage.leave(FINGER);
        assert_eq!(stage.app.world().resource::<InputFocus>().get(), Some(focused));
    }
}

#[test]
fn the_curve_is_drawn_as_large_as_its_node() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.tuned(Spring::new(8.0, 0.5));
    let picture = stage.node(panel, "response");
    let size = Vec2::new(300.0, 80.0);
    stage.world().get_mut::<ComputedNode>(picture).unwrap().size = size;
    stage.frames(1);
    let drawn = |stage: &Stage| {
        let handle = &stage.app.world().get::<ImageNode>(picture).unwrap().image;
        stage.app.world().resource::<Assets<Image>>().get(handle).expect("it was drawn").clone()
    };
    let first = drawn(&stage);
    assert_eq!(first.size_f32(), size);
    assert!(first.data.as_ref().is_some_and(|data| data.iter().any(|byte| *byte > 0)));
    stage.turn(panel, "zeta", 1.0);
    assert_ne!(drawn(&stage).data, first.data);
    stage.world().entity_mut(entity).remove::<Inspected>();
    stage.frames(1);
    assert!(drawn(&stage).data.is_some_and(|data| data.iter().all(|byte| *byte == 0)));
}

#[test]
fn it_folds_and_of_no_spring_there_is_nothing_to_turn() {
    let mut stage = Stage::new();
    let (panel, entity) = stage.tuned(Spring::new(8.0, 0.5));
    let hidden = |stage: &Stage| {
        let nodes = stage.below(panel).into_iter().filter_map(|node| stage.app.world().get::<Node>(node));
        nodes.filter(|node| node.display == Display::None).count()
    };
    assert_eq!(hidden(&stage), 1, "the tabs, of one");
    stage.press(panel, "fold");
    assert!(stage.app.world().get::<SpringPanel>(panel).unwrap().is_folded);
    assert_eq!(hidden(&stage), 3, "the table and the code, too");
    stage.press(panel, "fold");
    assert_eq!(hidden(&stage), 1);
    stage.world().entity_mut(entity).remove::<Spring>();
    stage.frames(1);
    assert_eq!(hidden(&stage), 4, "all below the title, and in it the handles");
}

#[test]
fn a_panel_at_rest_writes_nothing() {
    #[derive(Resource, Default)]
    struct Changes(usize);
    let mut stage = Stage::new();
    stage.app.init_resource::<Changes>().add_systems(
        Last,
        |texts: Query<(), Changed<Text>>, nodes: Query<(), Changed<Node>>, mut changes: ResMut<Changes>| {
            changes.0 += texts.iter().count() + nodes.iter().count();
        },
    );
    let (_, entity) = stage.tuned((Spring::new(8.0, 0.5), Target::new(Vec3::X)));
    stage.frames(2);
    stage.world().resource_mut::<Changes>().0 = 0;
    stage.frames(30);
    assert_eq!(stage.app.world().resource::<Changes>().0, 0);
    assert!(stage.app.world().get::<Motion>(entity).is_some());
}
