//! The handles on the curve turn the running spring; a finger scrolls the panel.

use bevy::{picking::pointer::PointerId, prelude::*, ui::ScrollPosition, ui::UiScale, ui::Val};
use bevy_exact_motion::{math, prelude::*};

use crate::{
    fingers::{FINGER, OTHER},
    stage::Stage,
};

/// Of the picture. Unit: pixels.
const SIZE: Vec2 = Vec2::new(400.0, 100.0);

/// A panel whose picture has a size, an entity, and one of its handles.
fn handle(name: &str, spring: Spring) -> (Stage, Entity, Entity, Entity) {
    let mut stage = Stage::new();
    let (panel, entity) = stage.tuned((spring, Target::new(Vec3::X)));
    let picture = stage.node(panel, "response");
    stage.size(picture, SIZE, SIZE);
    let handle = stage.node(panel, name);
    (stage, panel, entity, handle)
}

/// Where a handle is, as shares of the picture, right and up.
fn place(stage: &Stage, handle: Entity) -> Vec2 {
    let node = stage.app.world().get::<Node>(handle).expect("it is a node");
    let (Val::Percent(x), Val::Percent(y)) = (node.left, node.bottom) else { panic!("{node:?}") };
    Vec2::new(x, y) / 100.0
}

/// The numbers at the picture's edges: seconds, and shares of the way.
fn extent(stage: &Stage, panel: Entity) -> Vec2 {
    let said = stage.said(panel);
    let lines: Vec<_> = said.lines().collect();
    let right = lines.iter().position(|line| line.ends_with(" s")).expect("it is there");
    let number = |line: &str| line.trim_end_matches(" s").parse::<f32>().expect("a number");
    let top = lines.iter().find_map(|line| line.parse::<f32>().ok()).expect("it is there");
    Vec2::new(number(lines[right]), top)
}

#[test]
fn the_handles_are_on_the_curve() {
    for ratio in [0.1, 0.5, 1.0, 1.9] {
        let (mut stage, panel, _, half) = handle("half period", Spring::new(8.0, ratio));
        let settles = stage.node(panel, "settling time");
        let spring = math::Spring::new(8.0, f64::from(ratio)).expect("it is one");
        let extent = extent(&stage, panel);
        for (handle, seconds) in [(half, core::f64::consts::PI / 8.0), (settles, spring.settling_time(0.01))] {
            let wanted = Vec2::new(seconds as f32, spring.value(seconds) as f32);
            let there = place(&stage, handle) * extent;
            // Percentages are f32: three roundings of numbers up to 100.
            assert!((there - wanted).abs().max_element() < 1e-5, "ζ {ratio}: {there} should be {wanted}");
        }
    }
}

#[test]
fn a_dragged_handle_stays_under_the_finger_and_the_running_spring_is_turned() {
    for pointer in [FINGER, PointerId::Mouse] {
        let (mut stage, panel, entity, handle) = handle("half period", Spring::new(8.0, 0.5));
        let (before, scale) = (place(&stage, handle), extent(&stage, panel));
        stage.press_on(pointer, handle);
        let body = *stage.app.world().get::<Transform>(entity).expect("it is there");
        let velocity = stage.app.world().get::<Velocity>(entity).expect("it is there").0;
        for step in 1..=10_u8 {
            stage.draw(pointer, Vec2::new(4.0, 3.0));
            let wanted = before + f32::from(step) * Vec2::new(4.0, -3.0) / SIZE;
            let there = place(&stage, handle);
            // ω has three digits and ζ two: half of the last is 0.5 % of the time, and 0.01 of the way.
            assert!((there - wanted).abs().max_element() < 0.012, "step {step}: {there} should be {wanted}");
            assert_eq!(extent(&stage, panel), scale, "the picture keeps its extent");
        }
        let (omega, zeta) = stage.spring::<Translation>(entity);
        assert!(omega < 6.5 && zeta > 0.6, "{omega}, {zeta}");
        let gone = stage.app.world().get::<Transform>(entity).expect("it is there").translation - body.translation;
        // Ten frames at this speed, and no more than the acceleration adds.
        let seconds = 10.0 / 64.0;
        assert!((gone - seconds * velocity).length() < 0.5 * 64.0 * seconds * seconds, "{gone} at {velocity}");
        stage.leave(pointer);
        assert_eq!(stage.spring::<Translation>(entity), (omega, zeta));
        let said = stage.said(panel);
        assert!(said.contains(&format!("omega {omega} rad/s")) && said.contains(&format!("zeta {zeta}")), "{said}");
    }
}

#[test]
fn to_the_side_only_the_frequency_is_turned_and_upwards_only_the_ratio() {
    let spring = Spring::new(8.123_456, 0.512_345);
    for (delta, turned) in [(Vec2::new(20.0, 0.0), (true, false)), (Vec2::new(0.0, -10.0), (false, true))] {
        let (mut stage, _, entity, handle) = handle("half period", spring);
        stage.press_on(FINGER, handle);
        stage.draw(FINGER, delta);
        let (omega, zeta) = stage.spring::<Translation>(entity);
        assert_eq!((omega != spring.angular_frequency, zeta != spring.damping_ratio), turned, "{delta}");
        // Back where it was, it is what it was.
        stage.draw(FINGER, -delta);
        assert_eq!(stage.spring::<Translation>(entity), (spring.angular_frequency, spring.damping_ratio));
    }
}

#[test]
fn where_it_settles_is_dragged_to_the_side() {
    let (mut stage, panel, entity, handle) = handle("settling time", Spring::new(8.0, 0.5));
    let (before, scale) = (place(&stage, handle), extent(&stage, panel));
    stage.press_on(FINGER, handle);
    stage.draw(FINGER, Vec2::new(-100.0, 30.0));
    let (omega, zeta) = stage.spring::<Translation>(entity);
    let seconds = math::Spring::new(omega.into(), zeta.into()).expect("it is one").settling_time(0.01) as f32;
    assert!((seconds / scale.x - (before.x - 0.25)).abs() < 0.005, "{seconds} s of {scale}");
    assert_eq!(zeta, 0.5);
}

#[test]
fn past_the_edges_it_goes_on_to_the_last_spring_and_is_seen_at_the_edge() {
    let (mut stage, panel, entity, handle) = handle("half period", Spring::new(8.0, 1.0));
    stage.press_on(FINGER, handle);
    // The picture ends at 1.2 of the way, the undamped spring goes to 2.
    stage.draw(FINGER, Vec2::new(0.0, -95.0));
    let zeta = stage.spring::<Translation>(entity).1;
    assert!(zeta > 0.0 && zeta < 0.1, "{zeta}");
    assert_eq!(place(&stage, handle).y, 1.0);
    stage.draw(FINGER, Vec2::new(-5000.0, -5000.0));
    assert_eq!(stage.spring::<Translation>(entity), (100.0, 0.0));
    stage.draw(FINGER, Vec2::new(1e6, 2e4));
    assert_eq!(stage.spring::<Translation>(entity), (0.1, 2.0));
    assert_eq!(place(&stage, handle).x, 1.0);
    stage.leave(FINGER);
    assert!(place(&stage, handle).x < 0.5, "the picture is as long as the new spring");
    assert!(extent(&stage, panel).x > 100.0);
}

#[test]
fn springs_without_such_a_point_have_no_handle_there() {
    for (spring, half_is_there, end_is_there) in [
        (Spring::new(8.0, 0.5), true, true),
        (Spring::new(8.0, 0.0), true, false),
        (Spring::new(0.0, 0.5), false, false),
        (Spring::new(f32::NAN, 0.5), false, false),
    ] {
        let (mut stage, panel, _, half) = handle("half period", spring);
        let end = stage.node(panel, "settling time");
        let is_there = |node| stage.app.world().get::<Node>(node).expect("it is a node").display != Display::None;
        assert_eq!((is_there(half), is_there(end)), (half_is_there, end_is_there), "{spring:?}");
    }
}

#[test]
fn the_first_finger_has_it_and_two_fingers_have_two_handles() {
    let (mut stage, panel, entity, handle) = handle("half period", Spring::new(8.0, 0.5));
    stage.take(FINGER, handle);
    stage.press_on(OTHER, handle);
    stage.draw(OTHER, Vec2::new(50.0, 50.0));
    assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.5), "another finger has it");
    stage.leave(OTHER);
    stage.draw(FINGER, Vec2::new(0.0, 10.0));
    let first = stage.spring::<Translation>(entity);
    assert!(first.0 == 8.0 && first.1 > 0.5, "{first:?}: the first one has it still");
    let end = stage.node(panel, "settling time");
    let scale = extent(&stage, panel);
    stage.press_on(OTHER, end);
    stage.draw(OTHER, Vec2::new(40.0, 0.0));
    let both = stage.spring::<Translation>(entity);
    assert!(both.0 < 8.0 && both.1 == first.1, "{both:?}");
    stage.leave(FINGER);
    assert_eq!(extent(&stage, panel), scale, "one hand is there still");
    stage.leave(OTHER);
    // With the other button nothing is taken.
    stage.press_on(OTHER, handle);
    stage.draw(OTHER, Vec2::new(0.0, -10.0));
    assert!(stage.spring::<Translation>(entity).1 < both.1, "it is free again");
}

#[test]
fn a_drag_that_the_system_takes_away_ends() {
    for name in ["half period", "zeta"] {
        let (mut stage, panel, entity, _) = handle("half period", Spring::new(8.0, 0.5));
        let other = stage.spawn((Transform::default(), Spring::new(4.0, 0.5)));
        let node = stage.node(panel, name);
        stage.take(FINGER, node);
        stage.world().entity_mut(other).insert(Inspected);
        stage.frames(1);
        assert!(stage.said(panel).contains("omega 8 rad/s"), "{name}: what is in the hand stays");
        stage.cancel(FINGER);
        assert!(stage.said(panel).contains("omega 4 rad/s"), "{name}: {}", stage.said(panel));
        // With another finger it goes on.
        let half = stage.node(panel, "half period");
        stage.press_on(OTHER, half);
        stage.draw(OTHER, Vec2::new(0.0, 10.0));
        assert!(stage.spring::<Translation>(other).1 > 0.5);
        assert_eq!(stage.spring::<Translation>(entity).0, 8.0);
    }
}

#[test]
fn whatever_is_done_to_what_is_dragged_nothing_else_is_turned() {
    let attacks: [(&str, fn(&mut World, Entity, Entity)); 6] = [
        ("despawned", |world, entity, _| world.entity_mut(entity).despawn()),
        ("its spring is taken off", |world, entity, _| _ = world.entity_mut(entity).remove::<Spring>()),
        ("its frequency is NaN", |world, entity, _| {
            world.get_mut::<Spring>(entity).expect("it has one").angular_frequency = f32::NAN;
        }),
        ("no longer inspected", |world, entity, _| _ = world.entity_mut(entity).remove::<Inspected>()),
        ("the panel is closed", |world, _, panel| world.entity_mut(panel).despawn()),
        ("the panel's nodes are gone", |world, _, panel| _ = world.entity_mut(panel).despawn_related::<Children>()),
    ];
    for (what, attack) in attacks {
        let (mut stage, panel, entity, handle) = handle("half period", Spring::new(8.0, 0.5));
        let other = stage.spawn((Transform::default(), Spring::new(4.0, 0.5), Spring::new(5.0, 0.5).on::<Scale>()));
        stage.take(FINGER, handle);
        attack(stage.world(), entity, panel);
        stage.world().entity_mut(other).insert(Inspected);
        stage.draw(FINGER, Vec2::new(30.0, 10.0));
        stage.draw(FINGER, Vec2::new(f32::NAN, 10.0));
        stage.draw(FINGER, Vec2::new(10.0, f32::INFINITY));
        stage.leave(FINGER);
        stage.frames(2);
        assert_eq!(stage.spring::<Translation>(other), (4.0, 0.5), "{what}");
        assert_eq!(stage.spring::<Scale>(other), (5.0, 0.5), "{what}");
        if let Some(spring) = stage.app.world().get::<Spring>(entity) {
            let numbers = [spring.angular_frequency, spring.damping_ratio];
            assert!(numbers.iter().all(|number| number.is_finite()), "{what}: {numbers:?}");
        }
    }
}

#[test]
fn an_observer_that_despawns_the_entity_or_the_panel_in_the_drag_stops_nothing() {
    for panel_too in [false, true] {
        let (mut stage, panel, entity, handle) = handle("half period", Spring::new(8.0, 0.5));
        stage.app.add_observer(move |_: On<Pointer<Drag>>, mut commands: Commands| {
            commands.entity(entity).try_despawn();
            if panel_too {
                commands.entity(panel).try_despawn();
            }
        });
        stage.press_on(FINGER, handle);
        for _ in 0..3 {
            stage.draw(FINGER, Vec2::new(5.0, 5.0));
        }
        stage.leave(FINGER);
        assert!(stage.app.world().get_entity(entity).is_err());
    }
}

#[test]
fn a_scale_of_the_interface_that_has_no_meaning_turns_nothing() {
    for scale in [0.0, f32::NAN] {
        let (mut stage, _, entity, handle) = handle("half period", Spring::new(8.0, 0.5));
        stage.world().resource_mut::<UiScale>().0 = scale;
        stage.press_on(FINGER, handle);
        stage.draw(FINGER, Vec2::new(5.0, 5.0));
        assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.5), "{scale}");
    }
    let (mut stage, _, entity, handle) = handle("settling time", Spring::new(8.0, 0.5));
    stage.world().resource_mut::<UiScale>().0 = 2.0;
    stage.press_on(FINGER, handle);
    stage.draw(FINGER, Vec2::new(-80.0, 0.0));
    let twice = stage.spring::<Translation>(entity).0;
    stage.leave(FINGER);
    stage.world().get_mut::<Spring>(entity).expect("it has one").angular_frequency = 8.0;
    stage.world().resource_mut::<UiScale>().0 = 1.0;
    stage.frames(1);
    stage.press_on(FINGER, handle);
    stage.draw(FINGER, Vec2::new(-40.0, 0.0));
    assert_eq!(stage.spring::<Translation>(entity).0, twice, "half as far, where all is half as large");
}

/// A panel of 300 pixels with 500 pixels in it.
fn low_panel() -> (Stage, Entity, Entity) {
    let mut stage = Stage::new();
    let (panel, entity) = stage.tuned(Spring::new(8.0, 0.5));
    stage.size(panel, Vec2::new(344.0, 300.0), Vec2::new(344.0, 500.0));
    (stage, panel, entity)
}

fn scrolled(stage: &Stage, panel: Entity) -> f32 {
    stage.app.world().get::<ScrollPosition>(panel).expect("it scrolls").y
}

#[test]
fn a_finger_scrolls_the_panel_to_its_ends() {
    let (mut stage, panel, entity) = low_panel();
    let picture = stage.node(panel, "response");
    stage.press_on(FINGER, picture);
    stage.draw(FINGER, Vec2::new(0.0, -5.0));
    assert_eq!(scrolled(&stage, panel), 0.0, "less than a touch may move");
    stage.draw(FINGER, Vec2::new(0.0, -55.0));
    assert_eq!(scrolled(&stage, panel), 55.0);
    // A second finger does not make it twice as far.
    stage.press_on(OTHER, picture);
    stage.draw(OTHER, Vec2::new(0.0, -50.0));
    assert_eq!(scrolled(&stage, panel), 55.0);
    stage.leave(FINGER);
    stage.draw(OTHER, Vec2::new(0.0, -50.0));
    assert_eq!(scrolled(&stage, panel), 105.0, "the other one is the only one now");
    stage.draw(OTHER, Vec2::new(0.0, -500.0));
    assert_eq!(scrolled(&stage, panel), 200.0);
    stage.draw(OTHER, Vec2::new(0.0, f32::NAN));
    stage.leave(OTHER);
    stage.press_on(PointerId::Mouse, picture);
    stage.draw(PointerId::Mouse, Vec2::new(0.0, 90.0));
    assert_eq!(scrolled(&stage, panel), 200.0, "a mouse has a wheel");
    assert_eq!(stage.spring::<Translation>(entity), (8.0, 0.5));
}

#[test]
fn a_button_that_is_touched_to_scroll_is_not_pressed_and_one_that_is_tapped_is() {
    let (mut stage, panel, _) = low_panel();
    let is_folded = |stage: &Stage| stage.app.world().get::<SpringPanel>(panel).expect("it is there").is_folded;
    let fold = stage.node(panel, "fold");
    stage.press_on(FINGER, fold);
    stage.draw(FINGER, Vec2::new(0.0, -60.0));
    stage.leave(FINGER);
    assert!(scrolled(&stage, panel) > 0.0 && !is_folded(&stage));
    stage.press_on(FINGER, fold);
    stage.draw(FINGER, Vec2::new(2.0, -3.0));
    stage.leave(FINGER);
    assert!(is_folded(&stage));
}

#[test]
fn what_is_in_a_finger_does_not_scroll() {
    let (mut stage, panel, entity) = low_panel();
    let picture = stage.node(panel, "response");
    stage.size(picture, SIZE, SIZE);
    for name in ["half period", "zeta"] {
        let node = stage.node(panel, name);
        stage.press_on(FINGER, node);
        stage.draw(FINGER, Vec2::new(0.0, -30.0));
        stage.leave(FINGER);
        assert_eq!(scrolled(&stage, panel), 0.0, "{name}");
    }
    assert!(stage.spring::<Translation>(entity).1 < 0.5);
}
