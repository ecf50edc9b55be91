//! The pointer that grabs an entity owns it. The innermost draggable entity is grabbed.

use bevy::{picking::pointer::PointerAction, picking::pointer::PointerId, prelude::*};
use bevy_exact_motion::prelude::*;

use crate::stage::{Offset, Stage, list};

const FINGER: PointerId = PointerId::Touch(1);
const OTHER: PointerId = PointerId::Touch(2);

fn spawn_fingers(stage: &mut Stage) {
    for pointer in [FINGER, OTHER] {
        stage.app.world_mut().spawn(pointer);
    }
    stage.frame(0);
}

#[test]
fn a_second_finger_has_no_effect_on_a_drag() {
    let mut stage = Stage::new();
    let list = stage.spawn(list(0.0));
    spawn_fingers(&mut stage);
    stage.press_with(FINGER, Vec2::ZERO);
    stage.frame(8);
    stage.press_with(OTHER, Vec2::new(0.0, 50.0));
    stage.frame(8);
    for frame in 1..=20 {
        stage.move_pointer(FINGER, Vec2::new(0.0, 4.0 * frame as f32));
        stage.move_pointer(OTHER, Vec2::new(0.0, 50.0 + 9.0 * frame as f32));
        stage.frame(8);
    }
    assert_eq!(stage.scroll(list), 80.0, "the second finger should not move it");
    stage.release_with(OTHER);
    stage.frame(8);
    assert!(stage.has::<Grabbed<Offset>>(list));
    stage.move_pointer(FINGER, Vec2::new(0.0, 84.0));
    stage.release_with(FINGER);
    stage.frame(0);
    assert!(!stage.has::<Grabbed<Offset>>(list));
    assert!((stage.record().scroll_velocities[0] - 500.0).abs() < 60.0, "{:?}", stage.record().scroll_velocities);
    // After the release, the other finger can grab the list.
    stage.press_with(OTHER, Vec2::ZERO);
    stage.frame(8);
    assert!(stage.has::<Grabbed<Offset>>(list));
}

#[test]
fn a_cancelled_touch_releases_the_entity_at_rest() {
    let mut stage = Stage::new();
    let list = stage.spawn(list(0.0));
    spawn_fingers(&mut stage);
    stage.press_with(FINGER, Vec2::ZERO);
    stage.frame(8);
    for frame in 1..=20 {
        stage.move_pointer(FINGER, Vec2::new(0.0, 8.0 * frame as f32));
        stage.frame(8);
    }
    // No entity is under the pointer any more, so that picking sends the list no event.
    stage.app.world_mut().resource_mut::<crate::stage::Under>().0.clear();
    stage.send(FINGER, Vec2::new(0.0, 160.0), PointerAction::Cancel);
    stage.frame(0);
    assert_eq!((stage.scroll(list), stage.record().scroll_velocities.as_slice()), (160.0, &[0.0][..]));
}

#[test]
fn pressing_a_child_drags_its_parent_and_the_innermost_draggable_takes_the_pointer() {
    let mut stage = Stage::new();
    let outer = stage.spawn(list(0.0));
    let inner = stage.spawn((list(0.0), ChildOf(outer)));
    let button = stage.spawn(ChildOf(inner));
    stage.under(button);
    stage.press(Vec2::ZERO);
    stage.move_to(Vec2::new(0.0, 40.0));
    stage.frame(8);
    assert_eq!((stage.scroll(inner), stage.scroll(outer)), (40.0, 0.0));
    assert!(!stage.has::<Grabbed<Offset>>(outer));
    stage.release();
    stage.under(outer);
    stage.press(Vec2::ZERO);
    stage.move_to(Vec2::new(0.0, 30.0));
    stage.frame(8);
    assert_eq!(stage.scroll(outer), 30.0);
}

#[test]
fn one_pointer_drags_all_properties_of_an_entity() {
    let mut stage = Stage::new();
    let both = stage.spawn((list(0.0), Transform::from_xyz(1.0, 2.0, 3.0), Draggable::new()));
    stage.press(Vec2::new(640.0, 360.0));
    stage.move_to(Vec2::new(650.0, 380.0));
    stage.frame(8);
    assert_eq!(stage.scroll(both), 20.0);
    assert!(stage.place(both).distance(Vec3::new(11.0, -18.0, 3.0)) < 2e-4, "{}", stage.place(both));
}

#[test]
fn pressing_the_secondary_button_or_an_entity_that_user_code_grabbed_starts_no_drag() {
    let mut stage = Stage::new();
    let list = stage.spawn(list(0.0));
    stage.move_to(Vec2::ZERO);
    stage.send(PointerId::Mouse, Vec2::ZERO, PointerAction::Press(bevy::picking::pointer::PointerButton::Secondary));
    stage.frame(8);
    assert!(!stage.has::<Grabbed<Offset>>(list));
    stage.entity(list).insert(Grabbed::<Offset>::default());
    stage.press(Vec2::ZERO);
    stage.move_to(Vec2::new(0.0, 30.0));
    stage.frame(8);
    stage.release();
    assert!(stage.has::<Grabbed<Offset>>(list) && stage.scroll(list) == 0.0);
}
