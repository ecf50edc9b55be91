//! Whatever ends a drag: nothing panics, nothing is held for ever, and nothing is NaN.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::prelude::*;

use crate::stage::{Offset, Stage, list};

/// A list in the middle of a drag.
fn dragged() -> (Stage, Entity) {
    let mut stage = Stage::new();
    let list = stage.spawn(list(0.0));
    stage.press(Vec2::ZERO);
    for frame in 1..=20 {
        stage.go(Vec2::new(0.0, 8.0 * frame as f32));
        stage.frame(8);
    }
    assert_eq!(stage.scroll(list), 160.0);
    (stage, list)
}

#[test]
fn the_entity_is_despawned() {
    let (mut stage, list) = dragged();
    stage.entity(list).despawn();
    stage.go(Vec2::new(0.0, 200.0));
    stage.frame(8);
    stage.release();
    stage.frame(8);
}

#[test]
fn it_is_not_draggable_any_more() {
    let (mut stage, list) = dragged();
    stage.entity(list).remove::<Draggable<Offset>>();
    stage.go(Vec2::new(0.0, 200.0));
    stage.frame(8);
    assert!(!stage.has::<Held<Offset>>(list));
    stage.release();
    stage.run(0.5);
    assert!(stage.scroll(list).is_finite());
}

#[test]
fn it_is_disabled_and_enabled_again() {
    let (mut stage, list) = dragged();
    stage.entity(list).insert(Disabled);
    stage.frame(8);
    stage.go(Vec2::new(0.0, 200.0));
    stage.frame(8);
    stage.release();
    stage.entity(list).remove::<Disabled>();
    stage.run(0.5);
    assert!(!stage.has::<Held<Offset>>(list));
    assert_eq!(stage.scroll(list), 160.0);
}

#[test]
fn somebody_else_lets_it_go() {
    let (mut stage, list) = dragged();
    stage.entity(list).remove::<Held<Offset>>();
    stage.frame(8);
    let place = stage.scroll(list);
    assert!(place > 160.0, "it goes on with the hand's velocity");
    stage.go(Vec2::new(0.0, 900.0));
    stage.frame(8);
    assert!(stage.scroll(list) - place < 20.0, "the pointer has lost it");
    stage.release();
    stage.run(0.5);
    assert!(!stage.has::<Held<Offset>>(list));
}

#[test]
fn its_window_or_its_pointer_is_gone() {
    for window in [true, false] {
        let (mut stage, list) = dragged();
        let gone = if window { stage.window } else { stage.mouse };
        stage.app.world_mut().despawn(gone);
        stage.frame(8);
        stage.frame(8);
        assert!(!stage.has::<Held<Offset>>(list));
        assert_eq!((stage.scroll(list), stage.told().scrolls.as_slice()), (160.0, &[0.0][..]));
    }
}

/// In the plane: without its camera, or with one that has no inverse, it stays where it is until it is let go.
#[test]
fn its_camera_is_gone_or_degenerate() {
    for broken in 0..4 {
        let mut stage = Stage::new();
        let card = stage.spawn((Transform::default(), Draggable::new(), Friction::new(2.0)));
        stage.press(Vec2::new(640.0, 360.0));
        stage.go(Vec2::new(650.0, 350.0));
        stage.frame(8);
        let place = stage.place(card);
        // A camera computes in f32: a few units of it at 640 px.
        assert!(place.distance(Vec3::new(10.0, 10.0, 0.0)) < 2e-4, "{place}");
        let camera = stage.camera;
        match broken {
            0 => _ = stage.app.world_mut().despawn(camera),
            1 => stage.look(Mat4::ZERO),
            2 => stage.look(Mat4::NAN),
            _ => stage.entity(camera).get_mut::<Transform>().expect("it has").translation = Vec3::NAN,
        }
        for frame in 0..10 {
            stage.go(Vec2::new(700.0 + frame as f32, 300.0));
            stage.frame(8);
        }
        assert!(stage.place(card).is_finite(), "{broken}");
        stage.release();
        stage.run(0.5);
        assert!(!stage.has::<Held>(card), "{broken}");
        assert!(stage.place(card).is_finite() && stage.get::<Velocity>(card).0.is_finite(), "{broken}");
    }
}

/// Pressed by a backend that does not look at cameras: without a view there is no place to drag to.
#[test]
fn its_camera_is_degenerate_already_where_it_is_pressed() {
    let upright = Transform::from_xyz(0.0, 0.0, 10.0);
    let degenerate = [
        upright.with_scale(Vec3::ZERO),
        upright.with_scale(Vec3::new(1.0, 1.0, 0.0)),
        upright.with_scale(Vec3::NAN),
        upright.with_scale(Vec3::INFINITY),
        upright.with_rotation(Quat::NAN),
    ];
    for (seen, draggable) in
        degenerate.into_iter().flat_map(|seen| [(seen, Draggable::new()), (seen, Draggable::on_plane(Vec3::Z))])
    {
        let mut stage = Stage::new();
        let camera = stage.camera;
        stage.entity(camera).insert(seen);
        stage.frame(8);
        let card = stage.spawn((Transform::default(), draggable));
        stage.press(Vec2::new(640.0, 360.0));
        for frame in 0..10 {
            stage.go(Vec2::new(700.0 + frame as f32, 300.0));
            stage.frame(8);
        }
        stage.release();
        assert!(!stage.has::<Held>(card), "{seen:?}");
        assert_eq!(stage.place(card), Vec3::ZERO, "{seen:?}");
    }
}

#[test]
fn fields_without_a_meaning_are_told_and_nothing_is_grabbed() {
    let good = Draggable::on_screen([Vec2::Y]).on::<Offset>();
    let mut edgeless = good;
    edgeless.surface = DragSurface::Plane(Vec3::ZERO);
    let bad = [
        (good.with_band(f32::NAN), "Draggable::band_factor"),
        (good.with_band(-0.5), "Draggable::band_factor"),
        (good.with_view(0.0), "Draggable::view"),
        (good.with_view(f32::NAN), "Draggable::view"),
        (good.with_threshold(-1.0), "Draggable::threshold"),
        (good.with_directions([Vec3::NAN]), "Draggable::directions"),
        (edgeless, "Draggable::surface"),
    ];
    for (draggable, field) in bad {
        let mut stage = Stage::new();
        let list = stage.spawn((Offset(0.0), draggable));
        stage.press(Vec2::ZERO);
        stage.go(Vec2::new(0.0, 30.0));
        stage.frame(8);
        assert_eq!(stage.told().invalid, [field]);
        assert!(!stage.has::<Held<Offset>>(list) && stage.scroll(list) == 0.0);
    }
}

/// An observer of the release despawns it, or grabs it itself.
#[test]
fn observers_do_what_they_like() {
    let (mut stage, list) = dragged();
    stage
        .app
        .add_observer(|held: On<Remove, Held<Offset>>, mut commands: Commands| commands.entity(held.entity).despawn());
    stage.release();
    stage.frame(8);
    assert!(stage.app.world().get_entity(list).is_err());

    let mut stage = Stage::new();
    stage
        .app
        .add_observer(|held: On<Add, Held<Offset>>, mut commands: Commands| commands.entity(held.entity).despawn());
    let list = stage.spawn(crate::stage::list(0.0));
    stage.press(Vec2::ZERO);
    stage.go(Vec2::new(0.0, 30.0));
    stage.frame(8);
    stage.release();
    assert!(stage.app.world().get_entity(list).is_err());
}

/// What is disabled is still in the frame of its parent, and so is the child of what is disabled.
#[test]
fn under_a_parent_it_or_its_parent_is_disabled() {
    for is_parent in [false, true] {
        let mut stage = Stage::new();
        let table = stage.spawn((Transform::from_xyz(100.0, 0.0, 0.0), Visibility::default()));
        let card = stage.spawn((Transform::default(), Draggable::new(), ChildOf(table)));
        stage.frame(8);
        stage.press(Vec2::new(640.0, 360.0));
        stage.go(Vec2::new(650.0, 360.0));
        stage.frame(8);
        let place = stage.place(card);
        assert!((place.x - 10.0).abs() < 1e-3, "{place}");
        stage.entity(if is_parent { table } else { card }).insert(Disabled);
        stage.frame(8);
        assert!(
            stage.place(card).distance(place) < 1e-3,
            "{} is not {place}; the parent: {is_parent}",
            stage.place(card)
        );
    }
}
