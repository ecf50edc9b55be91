//! Handles on the drawn response change the running spring, and a finger scrolls the panel.

use bevy::{picking::pointer::PointerId, prelude::*, ui::ScrollPosition, ui::UiScale, ui::Val};
use bevy_exact_motion::{math, prelude::*};

use crate::{
    fingers::{FINGER, OTHER},
    stage::Stage,
};

/// The size of the picture of the response. Unit: pixels.
const SIZE: Vec2 = Vec2::new(400.0, 100.0);

/// Spawns a panel with a picture of size [`SIZE`], and an inspected entity. Returns the stage, the panel, the entity, and the handle with
/// this name.
fn handle(name: &str, spring: Spring) -> (Stage, Entity, Entity, Entity) {
    let mut stage = Stage::new();
    let (panel, entity) = stage.inspect((spring, Target::new(Vec3::X)));
    let picture = stage.node(panel, "response");
    stage.set_size(picture, SIZE, SIZE);
    let handle = stage.node(panel, name);
    (stage, panel, entity, handle)
}

/// The position of a handle, as fractions of the picture's size, to the right and up.
fn place(stage: &Stage, handle: Entity) -> Vec2 {
    let node = stage.app.world().get::<Node>(handle).expect("the handle should be a node");
    let (Val::Percent(x), Val::Percent(y)) = (node.left, node.bottom) else { panic!("{node:?}") };
    Vec2::new(x, y) / 100.0
}

/// The numbers at the picture's edges: the time at the right edge (s), and the value at the upper edge (1).
fn extent(stage: &Stage, panel: Entity) -> Vec2 {
    let text = stage.text(panel);
    let lines: Vec<_> = text.lines().collect();
    let right = lines.iter().position(|line| line.ends_with(" s")).expect("the right edge should have a text");
    let number = |line: &str| line.trim_end_matches(" s").parse::<f32>().expect("the text should be a number");
    let top = lines.iter().find_map(|line| line.parse::<f32>().ok()).expect("the upper edge should have a text");
    Vec2::new(number(lines[right]), top)
}

#[test]
fn the_handles_are_on_the_curve() {
    for ratio in [0.1, 0.5, 1.0, 1.9] {
        let (mut stage, panel, _, half) = handle("half period", Spring::new(8.0, ratio));
        let settling = stage.node(panel, "settling time");
        let spring = math::Spring::new(8.0, f64::from(ratio)).expect("the spring is valid");
        let extent = extent(&stage, panel);
        for (handle, seconds) in [(half, core::f64::consts::PI / 8.0), (settling, spring.settling_time(0.01))] {
            let wanted = Vec2::new(seconds as f32, spring.value(seconds) as f32);
            let there = place(&stage, handle) * extent;
            // Percentages are f32 numbers up to 100, and are rounded three times.
            assert!((there - wanted).abs().max_element() < 1e-5, "ζ {ratio}: {there} should be {wanted}");
        }
    }
}

#[test]
fn a_dragged_handle_stays_under_the_pointer_and_changes_the_running_spring() {
    for pointer in [FINGER, PointerId::Mouse] {
        let (mut stage, panel, entity, handle) = handle("half period", Spring::new(8.0, 0.5));
        let (before, scale) = (place(&stage, handle), extent(&stage, panel));
        stage.press_on(pointer, handle);
        let body = *stage.app.world().get::<Transform>(entity).expect("the entity should have a transform");
        let velocity = stage.app.world().get::<Velocity>(entity).expect("the entity should have a velocity").0;
        for step in 1..=10_u8 {
            stage.drag_by(pointer, Vec2::new(4.0, 3.0));
            let wanted = before + f32::from(step) * Vec2::new(4.0, -3.0) / SIZE;
            let there = place(&stage, handle);
            // ω is rounded to three significant digits, and ζ to two decimals. This moves the handle by up to 0.5 % of its time (sideways),
            // and by less than 0.01 of the value (up or down).
            assert!((there - wanted).abs().max_element() < 0.012, "step {step}: {there} should be {wanted}");
            assert_eq!(extent(&stage, panel), scale, "the picture should keep its extent");
        }
        let (omega, zeta) = stage.spring::<Translation>(entity);
        assert!(omega < 6.5 && zeta > 0.6, "{omega}, {zeta}");
        let moved = stage.app.world().get::<Transform>(entity).expect("the entity should have a transform").translation
            - body.translation;
        // In ten frames, an acceleration of up to ω² = 64 changes the displacement by up to 64 t²/2.
        let seconds = 10.0 / 64.0;
        assert!((moved - seconds * velocity).length() < 0.5 * 64.0 * seconds * seconds, "{moved} at {velocity}");
        stage.release(pointer);
        assert_eq!(stage.spring::<Translation>(entity), (omega, zeta));
        let text = stage.text(panel);
        assert!(text.contains(&format!("omega {omega} rad/s")) && text.contains(&format!("zeta {zeta}")), "{text}");
    }
}

#[test]
fn dragging_sideways_changes_only_the_frequency_and_dragging_up_changes_only_the_damping_ratio() {
    let spring = Spring::new(8.123_456, 0.512_345);
    for (delta, changed) in [(Vec2::new(20.0, 0.0), (true, false)), (Vec2::new(0.0, -10.0), (false, true))] {
        let (mut stage, _, entity, handle) = handle("half period", spring);
        stage.press_on(FINGER, handle);
        stage.drag_by(FINGER, delta);
        let (omega, zeta) = stage.spring::<Translation>(entity);
        assert_eq!((omega != spring.angular_frequency, zeta != spring.damping_ratio), changed, "{delta}");
        // Dragging back restores both.
        stage.drag_by(FINGER, -delta);
        assert_eq!(stage.spring::<Translation>(entity), (spring.angular_frequency, spring.damping_ratio));
    }
}

#[test]
fn dragging_the_settling_time_sideways_changes_the_frequency_alone() {
    let (mut stage, panel, entity, handle) = handle("settling time", Spring::new(8.0, 0.5));
    let (before, scale) = (place(&stage, handle), extent(&stage, panel));
    stage.press_on(FINGER, handle);
    stage.drag_by(FINGER, Vec2::new(-100.0, 30.0));
    let (omega, zeta) = stage.spring::<Translation>(entity);
    let seconds = math::Spring::new(omega.into(), zeta.into()).expect("the spring is valid").settling_time(0.01) as f32;
    assert!((seconds / scale.x - (before.x - 0.25)).abs() < 0.005, "{seconds} s of {scale}");
    assert_eq!(zeta, 0.5);
}

#[test]
fn a_handle_dragged_past_the_picture_stays_at_its_edge_while_the_spring_changes_to_the_end_of_its_range() {
    let (mut stage, panel, entity, handle) = handle("half period", Spring::new(8.0, 1.0));
    stage.press_on(FINGER, handle);
    // The picture's upper edge is at 1.2. After half a period, an undamped spring is at 2.
    stage.drag_by(FINGER, Vec2::new(0.0, -95.0));
    let zeta = stage.spring::<Translation>(entity).1;
    assert!(zeta > 0.0 && zeta < 0.1, "{zeta}");
    assert_eq!(place(&stage, handle).y, 1.0);
    stage.drag_by(FINGER, Vec2::new(-5000.0, -5000.0));
    assert_eq!(stage.spring::<Translation>(entity), (100.0, 0.0));
    stage.drag_by(FINGER, Vec2::new(1e6, 2e4));
    assert_eq!(stage.spring::<Translation>(entity), (0.1, 2.0));
    assert_eq!(place(&stage, handle).x, 1.0);
    stage.release(FINGER);
    assert!(place(&stage, handle).x < 0.5, "the picture should be as long as the new response");
    assert!(extent(&stage, panel).x > 100.0);
}

#[test]
fn a_spring_without_a_half_period_or_settling_time_has_no_handle_for_it() {
    for (spring, has_half, has_end) in [
        (Spring::new(8.0, 0.5), true, true),
        (Spring::new(8.0, 0.0), true, false),
        (Spring::new(0.0, 0.5), false, false),
        (Spring::new(f32::NAN, 0.5), false, false),
    ] {
        let (mut stage, panel, _, half) = handle("half period", spring);
        let end = stage.node(panel, "settling time");
        let is_shown =
            |node| stage.app.world().get::<Node>(node).expect("the handle should be a node").display != Display::None;
        assert_eq!((is_shown(half), is_shown(end)), (has_half, has_end), "{spring:?}");
    }
}

#[test]
fn the_first_finger_keeps_a_handle_and_two_fingers_drag_two_handles() {
    let (mut stage, panel, entity, handle) = handle("half period", Spring::new(8.0, 0.5));
    stage.start_drag(FINGER, handle);
    stage.press_on(OTHER, handle);
    stage.drag_by(OTHER, Vec2::new(50.0, 50.0));
    assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.5), "the first finger has the handle");
    stage.release(OTHER);
    stage.drag_by(FINGER, Vec2::new(0.0, 10.0));
    let first = stage.spring::<Translation>(entity);
    assert!(first.0 == 8.0 && first.1 > 0.5, "{first:?}: the first finger should still have the handle");
    let end = stage.node(panel, "settling time");
    let scale = extent(&stage, panel);
    stage.press_on(OTHER, end);
    stage.drag_by(OTHER, Vec2::new(40.0, 0.0));
    let both = stage.spring::<Translation>(entity);
    assert!(both.0 < 8.0 && both.1 == first.1, "{both:?}");
    stage.release(FINGER);
    assert_eq!(extent(&stage, panel), scale, "one finger is still dragging");
    stage.release(OTHER);
    stage.press_on(OTHER, handle);
    stage.drag_by(OTHER, Vec2::new(0.0, -10.0));
    assert!(stage.spring::<Translation>(entity).1 < both.1, "the handle should be free again");
}

#[test]
fn a_cancelled_touch_ends_the_drag() {
    for name in ["half period", "zeta"] {
        let (mut stage, panel, entity, _) = handle("half period", Spring::new(8.0, 0.5));
        let other = stage.spawn((Transform::default(), Spring::new(4.0, 0.5)));
        let node = stage.node(panel, name);
        stage.start_drag(FINGER, node);
        stage.world().entity_mut(other).insert(Inspected);
        stage.frames(1);
        assert!(stage.text(panel).contains("omega 8 rad/s"), "{name}: the dragged spring should stay shown");
        stage.cancel(FINGER);
        assert!(stage.text(panel).contains("omega 4 rad/s"), "{name}: {}", stage.text(panel));
        // Another finger can drag afterwards.
        let half = stage.node(panel, "half period");
        stage.press_on(OTHER, half);
        stage.drag_by(OTHER, Vec2::new(0.0, 10.0));
        assert!(stage.spring::<Translation>(other).1 > 0.5);
        assert_eq!(stage.spring::<Translation>(entity).0, 8.0);
    }
}

#[test]
fn changing_the_dragged_entity_or_panel_changes_no_other_spring() {
    let attacks: [(&str, fn(&mut World, Entity, Entity)); 6] = [
        ("despawned", |world, entity, _| world.entity_mut(entity).despawn()),
        ("its spring is removed", |world, entity, _| _ = world.entity_mut(entity).remove::<Spring>()),
        ("its frequency is NaN", |world, entity, _| {
            world.get_mut::<Spring>(entity).expect("the entity should have a spring").angular_frequency = f32::NAN;
        }),
        ("no longer inspected", |world, entity, _| _ = world.entity_mut(entity).remove::<Inspected>()),
        ("the panel is closed", |world, _, panel| world.entity_mut(panel).despawn()),
        ("the panel's nodes are gone", |world, _, panel| _ = world.entity_mut(panel).despawn_related::<Children>()),
    ];
    for (what, attack) in attacks {
        let (mut stage, panel, entity, handle) = handle("half period", Spring::new(8.0, 0.5));
        let other = stage.spawn((Transform::default(), Spring::new(4.0, 0.5), Spring::new(5.0, 0.5).on::<Scale>()));
        stage.start_drag(FINGER, handle);
        attack(stage.world(), entity, panel);
        stage.world().entity_mut(other).insert(Inspected);
        stage.drag_by(FINGER, Vec2::new(30.0, 10.0));
        stage.drag_by(FINGER, Vec2::new(f32::NAN, 10.0));
        stage.drag_by(FINGER, Vec2::new(10.0, f32::INFINITY));
        stage.release(FINGER);
        stage.frames(2);
        assert_eq!(stage.spring::<Translation>(other), (4.0, 0.5), "{what}");
        assert_eq!(stage.spring::<Scale>(other), (5.0, 0.5), "{what}");
        if let Some(spring) = stage.app.world().get::<Spring>(entity) {
            let parameters = [spring.angular_frequency, spring.damping_ratio];
            assert!(parameters.iter().all(|parameter| parameter.is_finite()), "{what}: {parameters:?}");
        }
    }
}

#[test]
fn despawning_the_entity_or_the_panel_in_an_observer_of_the_drag_does_not_panic() {
    for despawn_panel in [false, true] {
        let (mut stage, panel, entity, handle) = handle("half period", Spring::new(8.0, 0.5));
        stage.app.add_observer(move |_: On<Pointer<Drag>>, mut commands: Commands| {
            commands.entity(entity).try_despawn();
            if despawn_panel {
                commands.entity(panel).try_despawn();
            }
        });
        stage.press_on(FINGER, handle);
        for _ in 0..3 {
            stage.drag_by(FINGER, Vec2::new(5.0, 5.0));
        }
        stage.release(FINGER);
        assert!(stage.app.world().get_entity(entity).is_err());
    }
}

#[test]
fn a_drag_follows_the_scale_of_the_interface_and_an_invalid_scale_changes_nothing() {
    for scale in [0.0, f32::NAN] {
        let (mut stage, _, entity, handle) = handle("half period", Spring::new(8.0, 0.5));
        stage.world().resource_mut::<UiScale>().0 = scale;
        stage.press_on(FINGER, handle);
        stage.drag_by(FINGER, Vec2::new(5.0, 5.0));
        assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.5), "{scale}");
    }
    let (mut stage, _, entity, handle) = handle("settling time", Spring::new(8.0, 0.5));
    stage.world().resource_mut::<UiScale>().0 = 2.0;
    stage.press_on(FINGER, handle);
    stage.drag_by(FINGER, Vec2::new(-80.0, 0.0));
    let scaled = stage.spring::<Translation>(entity).0;
    stage.release(FINGER);
    stage.world().get_mut::<Spring>(entity).expect("the entity should have a spring").angular_frequency = 8.0;
    stage.world().resource_mut::<UiScale>().0 = 1.0;
    stage.frames(1);
    stage.press_on(FINGER, handle);
    stage.drag_by(FINGER, Vec2::new(-40.0, 0.0));
    assert_eq!(stage.spring::<Translation>(entity).0, scaled, "half the distance at half the scale");
}

/// Spawns a panel 300 pixels high, with content 500 pixels high, and an inspected entity.
fn low_panel() -> (Stage, Entity, Entity) {
    let mut stage = Stage::new();
    let (panel, entity) = stage.inspect(Spring::new(8.0, 0.5));
    stage.set_size(panel, Vec2::new(344.0, 300.0), Vec2::new(344.0, 500.0));
    (stage, panel, entity)
}

fn scrolled(stage: &Stage, panel: Entity) -> f32 {
    stage.app.world().get::<ScrollPosition>(panel).expect("the panel should scroll").y
}

#[test]
fn a_finger_scrolls_the_panel_to_its_ends() {
    let (mut stage, panel, entity) = low_panel();
    let picture = stage.node(panel, "response");
    stage.press_on(FINGER, picture);
    stage.drag_by(FINGER, Vec2::new(0.0, -5.0));
    assert_eq!(scrolled(&stage, panel), 0.0, "shorter than the distance that begins a scroll");
    stage.drag_by(FINGER, Vec2::new(0.0, -55.0));
    assert_eq!(scrolled(&stage, panel), 55.0);
    // Only the first finger scrolls.
    stage.press_on(OTHER, picture);
    stage.drag_by(OTHER, Vec2::new(0.0, -50.0));
    assert_eq!(scrolled(&stage, panel), 55.0);
    stage.release(FINGER);
    stage.drag_by(OTHER, Vec2::new(0.0, -50.0));
    assert_eq!(scrolled(&stage, panel), 105.0, "the second finger is the only one left");
    stage.drag_by(OTHER, Vec2::new(0.0, -500.0));
    assert_eq!(scrolled(&stage, panel), 200.0);
    stage.drag_by(OTHER, Vec2::new(0.0, f32::NAN));
    stage.release(OTHER);
    stage.press_on(PointerId::Mouse, picture);
    stage.drag_by(PointerId::Mouse, Vec2::new(0.0, 90.0));
    assert_eq!(scrolled(&stage, panel), 200.0, "a mouse scrolls with its wheel");
    assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.5));
}

#[test]
fn a_touch_that_scrolls_does_not_press_a_button_and_a_tap_does() {
    let (mut stage, panel, _) = low_panel();
    let is_folded =
        |stage: &Stage| stage.app.world().get::<SpringPanel>(panel).expect("the panel should exist").is_folded;
    let fold = stage.node(panel, "fold");
    stage.press_on(FINGER, fold);
    stage.drag_by(FINGER, Vec2::new(0.0, -60.0));
    stage.release(FINGER);
    assert!(scrolled(&stage, panel) > 0.0 && !is_folded(&stage));
    stage.press_on(FINGER, fold);
    stage.drag_by(FINGER, Vec2::new(2.0, -3.0));
    stage.release(FINGER);
    assert!(is_folded(&stage));
}

#[test]
fn dragging_a_handle_or_a_slider_does_not_scroll() {
    let (mut stage, panel, entity) = low_panel();
    let picture = stage.node(panel, "response");
    stage.set_size(picture, SIZE, SIZE);
    for name in ["half period", "zeta"] {
        let node = stage.node(panel, name);
        stage.press_on(FINGER, node);
        stage.drag_by(FINGER, Vec2::new(0.0, -30.0));
        stage.release(FINGER);
        assert_eq!(scrolled(&stage, panel), 0.0, "{name}");
    }
    assert!(stage.spring::<Translation>(entity).1 < 0.5);
}
