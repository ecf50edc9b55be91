//! Events that end a drag: nothing panics, nothing stays grabbed, and nothing becomes NaN.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::prelude::*;

use crate::stage::{Offset, Stage, list};

/// A list in the middle of a drag.
fn dragged() -> (Stage, Entity) {
    let mut stage = Stage::new();
    let list = stage.spawn(list(0.0));
    stage.press(Vec2::ZERO);
    for frame in 1..=20 {
        stage.move_to(Vec2::new(0.0, 8.0 * frame as f32));
        stage.frame(8);
    }
    assert_eq!(stage.scroll(list), 160.0);
    (stage, list)
}

#[test]
fn despawning_the_entity_ends_the_drag() {
    let (mut stage, list) = dragged();
    stage.entity(list).despawn();
    stage.move_to(Vec2::new(0.0, 200.0));
    stage.frame(8);
    stage.release();
    stage.frame(8);
}

#[test]
fn removing_draggable_ends_the_drag() {
    let (mut stage, list) = dragged();
    stage.entity(list).remove::<Draggable<Offset>>();
    stage.move_to(Vec2::new(0.0, 200.0));
    stage.frame(8);
    assert!(!stage.has::<Grabbed<Offset>>(list));
    stage.release();
    stage.run(0.5);
    assert!(stage.scroll(list).is_finite());
}

#[test]
fn disabling_the_entity_ends_the_drag_at_rest() {
    let (mut stage, list) = dragged();
    stage.entity(list).insert(Disabled);
    stage.frame(8);
    stage.move_to(Vec2::new(0.0, 200.0));
    stage.frame(8);
    stage.release();
    stage.entity(list).remove::<Disabled>();
    stage.run(0.5);
    assert!(!stage.has::<Grabbed<Offset>>(list));
    assert_eq!(stage.scroll(list), 160.0);
}

#[test]
fn removing_grabbed_ends_the_drag() {
    let (mut stage, list) = dragged();
    stage.entity(list).remove::<Grabbed<Offset>>();
    stage.frame(8);
    let place = stage.scroll(list);
    assert!(place > 160.0, "it should continue with the pointer's velocity");
    stage.move_to(Vec2::new(0.0, 900.0));
    stage.frame(8);
    assert!(stage.scroll(list) - place < 20.0, "the pointer should not drag it any more");
    stage.release();
    stage.run(0.5);
    assert!(!stage.has::<Grabbed<Offset>>(list));
}

#[test]
fn despawning_the_window_or_the_pointer_ends_the_drag_at_rest() {
    for window in [true, false] {
        let (mut stage, list) = dragged();
        let despawned = if window { stage.window } else { stage.mouse };
        stage.app.world_mut().despawn(despawned);
        stage.frame(8);
        stage.frame(8);
        assert!(!stage.has::<Grabbed<Offset>>(list));
        assert_eq!((stage.scroll(list), stage.record().scroll_velocities.as_slice()), (160.0, &[0.0][..]));
    }
}

/// Without a camera, or with one whose view has no inverse, a card that is dragged on a plane stays finite and can be released.
#[test]
fn a_dragged_entity_stays_finite_when_its_camera_is_despawned_or_becomes_degenerate() {
    for broken in 0..4 {
        let mut stage = Stage::new();
        let card = stage.spawn((Transform::default(), Draggable::new(), Friction::new(2.0)));
        stage.press(Vec2::new(640.0, 360.0));
        stage.move_to(Vec2::new(650.0, 350.0));
        stage.frame(8);
        let place = stage.place(card);
        // The camera computes in f32. The tolerance is a few units in the last place at 640 px.
        assert!(place.distance(Vec3::new(10.0, 10.0, 0.0)) < 2e-4, "{place}");
        let camera = stage.camera;
        match broken {
            0 => _ = stage.app.world_mut().despawn(camera),
            1 => stage.look(Mat4::ZERO),
            2 => stage.look(Mat4::NAN),
            _ => {
                stage.entity(camera).get_mut::<Transform>().expect("the camera should have a transform").translation =
                    Vec3::NAN;
            }
        }
        for frame in 0..10 {
            stage.move_to(Vec2::new(700.0 + frame as f32, 300.0));
            stage.frame(8);
        }
        assert!(stage.place(card).is_finite(), "{broken}");
        stage.release();
        stage.run(0.5);
        assert!(!stage.has::<Grabbed>(card), "{broken}");
        assert!(stage.place(card).is_finite() && stage.get::<Velocity>(card).0.is_finite(), "{broken}");
    }
}

/// The picking backend of these tests reports a hit whatever the camera shows, but a degenerate view has no position to drag to.
#[test]
fn an_entity_pressed_through_a_degenerate_camera_is_not_dragged() {
    let upright = Transform::from_xyz(0.0, 0.0, 10.0);
    let degenerate = [
        upright.with_scale(Vec3::ZERO),
        upright.with_scale(Vec3::new(1.0, 1.0, 0.0)),
        upright.with_scale(Vec3::NAN),
        upright.with_scale(Vec3::INFINITY),
        upright.with_rotation(Quat::NAN),
    ];
    for (transform, draggable) in degenerate
        .into_iter()
        .flat_map(|transform| [(transform, Draggable::new()), (transform, Draggable::on_plane(Vec3::Z))])
    {
        let mut stage = Stage::new();
        let camera = stage.camera;
        stage.entity(camera).insert(transform);
        stage.frame(8);
        let card = stage.spawn((Transform::default(), draggable));
        stage.press(Vec2::new(640.0, 360.0));
        for frame in 0..10 {
            stage.move_to(Vec2::new(700.0 + frame as f32, 300.0));
            stage.frame(8);
        }
        stage.release();
        assert!(!stage.has::<Grabbed>(card), "{transform:?}");
        assert_eq!(stage.place(card), Vec3::ZERO, "{transform:?}");
    }
}

#[test]
fn an_invalid_field_is_reported_and_nothing_is_grabbed() {
    let good = Draggable::on_screen([Vec2::Y]).on::<Offset>();
    let mut without_normal = good;
    without_normal.surface = DragSurface::Plane(Vec3::ZERO);
    let bad = [
        (good.with_band(f32::NAN), "Draggable::band_factor"),
        (good.with_band(-0.5), "Draggable::band_factor"),
        (good.with_view(0.0), "Draggable::view"),
        (good.with_view(f32::NAN), "Draggable::view"),
        (good.with_threshold(-1.0), "Draggable::threshold"),
        (good.with_directions([Vec3::NAN]), "Draggable::directions"),
        (without_normal, "Draggable::surface"),
    ];
    for (draggable, field) in bad {
        let mut stage = Stage::new();
        let list = stage.spawn((Offset(0.0), draggable));
        stage.press(Vec2::ZERO);
        stage.move_to(Vec2::new(0.0, 30.0));
        stage.frame(8);
        assert_eq!(stage.record().invalid_fields, [field]);
        assert!(!stage.has::<Grabbed<Offset>>(list) && stage.scroll(list) == 0.0);
    }
}

#[test]
fn an_observer_may_despawn_the_entity_on_grab_or_release() {
    let (mut stage, list) = dragged();
    stage.app.add_observer(|released: On<Remove, Grabbed<Offset>>, mut commands: Commands| {
        commands.entity(released.entity).despawn();
    });
    stage.release();
    stage.frame(8);
    assert!(stage.app.world().get_entity(list).is_err());

    let mut stage = Stage::new();
    stage.app.add_observer(|grabbed: On<Add, Grabbed<Offset>>, mut commands: Commands| {
        commands.entity(grabbed.entity).despawn();
    });
    let list = stage.spawn(crate::stage::list(0.0));
    stage.press(Vec2::ZERO);
    stage.move_to(Vec2::new(0.0, 30.0));
    stage.frame(8);
    stage.release();
    assert!(stage.app.world().get_entity(list).is_err());
}

/// A disabled entity stays in its parent's frame, and so does the child of a disabled parent.
#[test]
fn disabling_the_entity_or_its_parent_does_not_move_it() {
    for is_parent in [false, true] {
        let mut stage = Stage::new();
        let table = stage.spawn((Transform::from_xyz(100.0, 0.0, 0.0), Visibility::default()));
        let card = stage.spawn((Transform::default(), Draggable::new(), ChildOf(table)));
        stage.frame(8);
        stage.press(Vec2::new(640.0, 360.0));
        stage.move_to(Vec2::new(650.0, 360.0));
        stage.frame(8);
        let place = stage.place(card);
        assert!((place.x - 10.0).abs() < 1e-3, "{place}");
        stage.entity(if is_parent { table } else { card }).insert(Disabled);
        stage.frame(8);
        assert!(
            stage.place(card).distance(place) < 1e-3,
            "{} should be {place}; parent disabled: {is_parent}",
            stage.place(card)
        );
    }
}
