//! Targets by the state of a widget.

use std::time::Duration;

use bevy::{
    input_focus::{FocusCause, InputFocus, InputFocusVisible},
    picking::pointer::{PointerAction, PointerButton, PointerId},
    prelude::*,
    ui::{Checked, InteractionDisabled, Pressed},
};
use bevy_exact_motion::{math, prelude::*, property::NodeScale};

use crate::stage::{Stage, Under};

const BASE: f32 = 1.0;
const CHECKED: f32 = 1.1;
const HOVERED: f32 = 1.2;
const FOCUSED: f32 = 1.3;
const PRESSED: f32 = 0.9;
const DISABLED: f32 = 0.8;

#[derive(Component)]
struct Selected;

#[derive(Component)]
struct Owned;

fn stage() -> Stage {
    Stage::with(|app| {
        app.init_resource::<InputFocus>()
            .init_resource::<InputFocusVisible>()
            .register_motion_with::<NodeScale>(MotionOptions::frame_real());
    })
}

fn targets() -> StateTargets<NodeScale> {
    StateTargets::<NodeScale>::of(Vec2::splat(BASE))
        .with_pressed(Vec2::splat(PRESSED))
        .with_checked(Vec2::splat(CHECKED))
        .with_hovered(Vec2::splat(HOVERED))
        .with_focused(Vec2::splat(FOCUSED))
        .with_disabled(Vec2::splat(DISABLED))
}

/// Spawns a widget that no pointer is over.
fn widget(stage: &mut Stage, bundle: impl Bundle) -> Entity {
    let entity = stage.app.world_mut().spawn((Node::default(), Spring::snappy().on::<NodeScale>(), bundle)).id();
    stage.frame(16);
    entity
}

fn target(stage: &Stage, widget: Entity) -> f32 {
    stage.get::<Target<NodeScale>>(widget).value.x
}

#[test]
fn the_most_specific_state_chooses_the_target() {
    let mut stage = stage();
    let widget = widget(&mut stage, targets());
    let mut check = |change: &dyn Fn(&mut EntityWorldMut), expected: f32| {
        change(&mut stage.entity(widget));
        stage.frame(16);
        assert_eq!(target(&stage, widget), expected);
    };
    check(&|_| {}, BASE);
    check(&|widget| _ = widget.insert(Checked), CHECKED);
    check(&|widget| _ = widget.insert(Interaction::Hovered), HOVERED);
    check(&|widget| _ = widget.insert(Pressed), PRESSED);
    check(&|widget| _ = widget.insert(InteractionDisabled), DISABLED);
    check(&|widget| _ = widget.remove::<InteractionDisabled>(), PRESSED);
    check(&|widget| _ = widget.remove::<Pressed>(), HOVERED);
    check(&|widget| _ = widget.insert(Interaction::Pressed), PRESSED);
    check(&|widget| _ = widget.remove::<Interaction>(), CHECKED);
    check(&|widget| _ = widget.remove::<Checked>(), BASE);
}

#[test]
fn markers_of_user_code_come_first_and_the_one_added_last_before_the_others() {
    let mut stage = stage();
    let marked = targets().with_marker::<Selected>(Vec2::splat(2.0)).with_marker::<Owned>(Vec2::splat(3.0));
    let widget = widget(&mut stage, (marked, InteractionDisabled));
    assert_eq!(target(&stage, widget), DISABLED);
    stage.entity(widget).insert(Selected);
    stage.frame(16);
    assert_eq!(target(&stage, widget), 2.0);
    stage.entity(widget).insert(Owned);
    stage.frame(16);
    assert_eq!(target(&stage, widget), 3.0);
    stage.entity(widget).remove::<(Owned, Selected)>();
    stage.frame(16);
    assert_eq!(target(&stage, widget), DISABLED);
}

#[test]
fn the_mouse_hovers_and_presses_and_a_press_ends_where_the_button_is_released() {
    let mut stage = stage();
    let widget = widget(&mut stage, targets());
    let child = stage.app.world_mut().spawn((Node::default(), ChildOf(widget))).id();
    // The pointer is over the child.
    stage.under(child);
    stage.move_to(Vec2::new(10.0, 10.0));
    stage.frame(16);
    stage.frame(16);
    assert_eq!(target(&stage, widget), HOVERED);
    stage.press(Vec2::new(10.0, 10.0));
    assert_eq!(target(&stage, widget), PRESSED);
    // The pointer leaves the widget and is released elsewhere.
    stage.app.world_mut().resource_mut::<Under>().0.clear();
    stage.move_to(Vec2::new(500.0, 500.0));
    stage.frame(16);
    stage.frame(16);
    assert_eq!(target(&stage, widget), PRESSED);
    stage.release();
    assert_eq!(target(&stage, widget), BASE);
}

#[test]
fn a_finger_presses_until_it_is_lifted_or_cancelled() {
    let mut stage = stage();
    let widget = widget(&mut stage, targets());
    // The stage puts the widget under all pointers, and a finger does not hover.
    stage.app.world_mut().despawn(stage.mouse);
    stage.under(widget);
    for (id, is_cancelled) in [(1, false), (2, true)] {
        let finger = PointerId::Touch(id);
        let pointer = stage.app.world_mut().spawn(finger).id();
        stage.frame(16);
        stage.press_with(finger, Vec2::new(5.0, 5.0));
        stage.frame(16);
        assert_eq!(target(&stage, widget), PRESSED);
        if is_cancelled {
            stage.send(finger, Vec2::new(5.0, 5.0), PointerAction::Cancel);
        } else {
            stage.release_with(finger);
        }
        stage.frame(16);
        assert_eq!(target(&stage, widget), BASE);
        stage.app.world_mut().despawn(pointer);
    }
}

#[test]
fn focus_counts_while_it_is_visible() {
    let mut stage = stage();
    let widget = widget(&mut stage, targets());
    stage.app.world_mut().resource_mut::<InputFocus>().set(widget, FocusCause::Navigated);
    stage.frame(16);
    assert_eq!(target(&stage, widget), BASE);
    stage.app.world_mut().resource_mut::<InputFocusVisible>().0 = true;
    stage.frame(16);
    assert_eq!(target(&stage, widget), FOCUSED);
    stage.app.world_mut().resource_mut::<InputFocus>().clear();
    stage.frame(16);
    assert_eq!(target(&stage, widget), BASE);
}

#[test]
fn a_target_is_written_once_when_the_state_changes() {
    let mut stage = stage();
    let widget = widget(&mut stage, targets());
    stage.entity(widget).get_mut::<Target<NodeScale>>().expect("it should have a target").value = Vec2::splat(5.0);
    for _ in 0..10 {
        stage.frame(16);
    }
    assert_eq!(target(&stage, widget), 5.0, "what user code writes stays");
    stage.entity(widget).insert(Checked);
    stage.frame(16);
    let written = stage.entity(widget).get_change_ticks::<Target<NodeScale>>().expect("it should have a target");
    for _ in 0..10 {
        stage.frame(16);
    }
    let later = stage.entity(widget).get_change_ticks::<Target<NodeScale>>().expect("it should have a target");
    assert_eq!((target(&stage, widget), written.changed), (CHECKED, later.changed));
    // A value that is edited acts at once.
    stage.entity(widget).get_mut::<StateTargets<NodeScale>>().expect("it should have them").checked = Some(Vec2::ONE);
    stage.frame(16);
    assert_eq!(target(&stage, widget), 1.0);
}

/// The path is the closed form of the spring from the instant of the change.
#[test]
fn a_pressed_button_moves_along_the_closed_form() {
    let mut stage = stage();
    let widget = widget(&mut stage, targets());
    stage.entity(widget).insert(Pressed);
    stage.frame(16);
    let spring = stage.get::<Spring<NodeScale>>(widget);
    let (omega, zeta) = (f64::from(spring.angular_frequency), f64::from(spring.damping_ratio));
    let (from, to) = (f64::from(BASE), f64::from(PRESSED));
    let law = math::Spring::new(omega, zeta).expect("it should be valid").with_start(from).with_target(to);
    let mut passed = 0.0;
    for milliseconds in [7, 16, 33, 8, 50] {
        stage.frame(milliseconds);
        passed += Duration::from_millis(milliseconds).as_secs_f64();
        // The target was written before the frame of 16 ms, and acts from the instant of the frame before that.
        let expected = law.value(passed + 0.016);
        let scale = f64::from(stage.get::<UiTransform>(widget).scale.x);
        assert!((scale - expected).abs() < 2e-7, "after {passed} s, is {scale} instead of {expected}");
    }
}

#[test]
fn a_state_that_is_not_named_leaves_the_choice_to_the_next_one() {
    let mut stage = stage();
    let few = StateTargets::<NodeScale>::of(Vec2::ONE).with_hovered(Vec2::splat(HOVERED));
    let widget = widget(&mut stage, (few, Pressed, InteractionDisabled, Interaction::Pressed));
    assert_eq!(target(&stage, widget), HOVERED);
}

#[test]
fn the_focus_of_the_keyboard_comes_before_the_pointer() {
    let mut stage = stage();
    let widget = widget(&mut stage, (targets(), Interaction::Hovered));
    assert_eq!(target(&stage, widget), HOVERED);
    stage.app.world_mut().resource_mut::<InputFocus>().set(widget, FocusCause::Navigated);
    stage.app.world_mut().resource_mut::<InputFocusVisible>().0 = true;
    stage.frame(16);
    assert_eq!(target(&stage, widget), FOCUSED);
}

#[test]
fn only_the_primary_button_presses() {
    let mut stage = stage();
    let widget = widget(&mut stage, targets());
    stage.under(widget);
    stage.move_to(Vec2::new(10.0, 10.0));
    stage.frame(16);
    stage.send(PointerId::Mouse, Vec2::new(10.0, 10.0), PointerAction::Press(PointerButton::Secondary));
    stage.frame(16);
    stage.frame(16);
    assert_eq!(target(&stage, widget), HOVERED);
}
