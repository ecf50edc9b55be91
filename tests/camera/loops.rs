//! What depends on itself stands still, and is warned of once.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::{
    app::Bench,
    same::apart,
    stage::cameras_at_rate,
    warnings::{assert_told, listen, told},
};

fn frames(bench: &mut Bench, count: usize) {
    for _ in 0..count {
        bench.frame(Duration::from_millis(13));
    }
}

#[test]
fn a_group_whose_member_depends_on_it_stands_still_until_it_does_not() {
    listen();
    type Kind = (&'static str, fn(&mut Bench, Entity) -> Entity);
    let kinds: [Kind; 6] = [
        ("a group with what turns with a camera that looks at it", |bench, group| {
            let camera = bench.spawn((Transform::from_xyz(0.0, 0.0, 9.0), LookAt::new(group), Visibility::default()));
            bench.spawn((Transform::from_xyz(2.0, 0.5, -3.0), InGroup::new(group), ChildOf(camera)))
        }),
        ("a group with its child", |bench, group| {
            bench.spawn((Transform::from_xyz(1.0, 0.5, 0.0), InGroup::new(group), ChildOf(group)))
        }),
        ("a group with its child's child", |bench, group| {
            let child = bench.spawn((Transform::from_xyz(1.0, 0.5, 0.0), ChildOf(group)));
            bench.spawn((Transform::from_xyz(1.0, 0.5, 0.0), InGroup::new(group), ChildOf(child)))
        }),
        ("a group with what is attached to it", |bench, group| {
            let place = Transform::from_xyz(3.0, 0.0, 0.0);
            bench.spawn((place, Attach::new(group).with_offset(Vec3::X), InGroup::new(group)))
        }),
        ("a group with a group whose member is its child", |bench, group| {
            let inner = bench.spawn((Transform::from_xyz(2.0, 0.0, 0.0), InGroup::new(group)));
            bench.spawn((Transform::from_xyz(1.0, 0.5, 0.0), InGroup::new(inner), ChildOf(group)));
            inner
        }),
        ("a group in itself", |bench, group| {
            bench.app.world_mut().entity_mut(group).insert(InGroup::new(group));
            group
        }),
    ];
    for (what, spawn) in kinds {
        let mut bench = cameras_at_rate(64.0);
        let place = Vec3::new(1.0, 2.0, 3.0);
        let group = bench.spawn((Name::new(what), Transform::from_translation(place), Visibility::default()));
        let other = bench.spawn((Transform::from_xyz(5.0, 0.0, 0.0), InGroup::new(group)));
        let member = spawn(&mut bench, group);
        let follower = bench.spawn((Transform::default(), Spring::critical(9.0), Follow::new(group), StartOnTarget));
        frames(&mut bench, 400);
        assert_eq!(bench.get::<Transform>(group).translation, place, "{what}");
        assert!(bench.get::<Transform>(follower).translation.distance(place) < 1e-4, "{what}");
        assert_told(what, "depends on the group's own", 1);
        bench.app.world_mut().entity_mut(member).remove::<InGroup>();
        frames(&mut bench, 400);
        let [group, other] = [group, other].map(|entity| bench.get::<Transform>(entity).translation);
        assert!(
            group.distance(other) < 1e-5,
            "{what}: without that member it is where the other one is, not at {group}"
        );
    }
}

#[test]
fn a_look_at_what_turns_with_the_camera_stands_still() {
    listen();
    type Kind = (&'static str, fn(&mut Bench, Entity) -> LookAt);
    let kinds: [Kind; 3] = [
        ("a look at itself with an offset", |_, camera| LookAt { offset: Vec3::X, ..LookAt::new(camera) }),
        ("a look at its own child", |bench, camera| {
            LookAt::new(bench.spawn((Transform::from_xyz(2.0, 0.5, -3.0), ChildOf(camera))))
        }),
        ("a look at what is attached to it", |bench, camera| {
            LookAt::new(bench.spawn(Attach::new(camera).with_offset(Vec3::new(2.0, 0.5, -3.0))))
        }),
    ];
    for (what, look) in kinds {
        for orbits in [false, true] {
            let name = format!("{what}, orbits {orbits}");
            let mut bench = cameras_at_rate(64.0);
            let place = Transform::from_xyz(1.0, 2.0, 3.0);
            let camera = bench.spawn((Name::new(name.clone()), place, Visibility::default()));
            if orbits {
                bench.app.world_mut().entity_mut(camera).insert(Orbit::new(0.3, 0.2, 5.0));
            }
            let look = look(&mut bench, camera);
            bench.app.world_mut().entity_mut(camera).insert(look);
            frames(&mut bench, 300);
            let before = *bench.get::<Pose>(camera);
            frames(&mut bench, 300);
            let after = *bench.get::<Pose>(camera);
            assert!(apart(before.rotation, after.rotation) < 1e-4, "{name}: {before:?} became {after:?}");
            assert!(after.angular_velocity.length() < 1e-4, "{name}: {after:?}");
            assert_told(&name, "depends on where it looks", 1);
        }
    }
}

/// A pivot that depends on nothing of the camera's, and a group in which the camera is a member, are no loops.
#[test]
fn a_look_at_a_group_with_the_camera_itself_is_no_loop() {
    listen();
    let mut bench = cameras_at_rate(64.0);
    let pivot = bench.spawn((Transform::from_xyz(1.0, 2.0, 3.0), Visibility::default()));
    let group = bench.spawn(Transform::default());
    bench.spawn((Transform::from_xyz(9.0, 0.0, -8.0), InGroup::new(group)));
    let name = Name::new("a camera in the group that it looks at");
    let camera = bench.spawn((name, Orbit::new(0.3, 0.2, 5.0), InGroup::new(group), ChildOf(pivot)));
    bench.app.world_mut().entity_mut(camera).insert(LookAt::new(group));
    frames(&mut bench, 300);
    let pose = *bench.get::<Pose>(camera);
    let sight = (bench.get::<Transform>(group).translation - pose.position).normalize();
    assert!((pose.rotation * Vec3::NEG_Z).distance(sight) < 1e-3, "{pose:?} should look along {sight}");
    assert_eq!(told("a camera in the group that it looks at"), Vec::<String>::new());
}

#[test]
fn a_frame_around_what_moves_with_the_camera_stands_still() {
    listen();
    for itself in [false, true] {
        let name = format!("a frame around itself, itself {itself}");
        let mut bench = cameras_at_rate(64.0);
        let group = bench.spawn(Transform::default());
        bench.spawn((Transform::default(), InGroup::new(group)));
        let camera = (Name::new(name.clone()), Visibility::default(), Orbit::new(0.3, 0.2, 5.0));
        let camera = bench.spawn((camera, OrbitRange { length: [1.0, 1000.0], ..default() }));
        let frame = Frame::new(group, FrameBy::Length);
        bench.app.world_mut().entity_mut(camera).insert(frame);
        if itself {
            bench.app.world_mut().entity_mut(camera).insert(InGroup::new(group));
        } else {
            bench.spawn((Transform::from_xyz(2.0, 0.0, 1.0), InGroup::new(group), ChildOf(camera)));
        }
        frames(&mut bench, 400);
        assert!((bench.get::<Orbit>(camera).length - 5.0).abs() < 1e-4, "{name}: {:?}", bench.get::<Orbit>(camera));
        assert_told(&name, "depends on this camera's own", 1);
    }
}

#[test]
fn without_a_range_hands_turn_an_orbit_to_the_poles_and_zoom_it_to_any_length() {
    let mut bench = cameras_at_rate(64.0);
    let camera = bench.spawn((Orbit::new(0.0, 0.3, 6.0), OrbitRange { length: [2.0, 8.0], ..default() }));
    frames(&mut bench, 3);
    bench.app.world_mut().entity_mut(camera).remove::<OrbitRange>();
    bench.edit::<OrbitInput>(camera, |input| (input.turn, input.zoom) = (Vec2::new(0.5, 5.0), 10.0f32.ln()));
    frames(&mut bench, 400);
    let orbit = *bench.get::<Orbit>(camera);
    assert!((orbit.yaw - 0.5).abs() < 1e-4, "{orbit:?}");
    assert!((orbit.pitch - 1.55).abs() < 1e-3, "{orbit:?}");
    assert!((orbit.length - 60.0).abs() < 1e-2, "{orbit:?}");
    bench.app.world_mut().entity_mut(camera).insert(OrbitRange::default());
    frames(&mut bench, 800);
    let orbit = *bench.get::<Orbit>(camera);
    assert!(orbit.length < 20.01 && orbit.pitch < 1.31, "in its range again: {orbit:?}");
}

#[test]
fn rates_end_with_the_input_that_has_them() {
    let mut bench = cameras_at_rate(64.0);
    let hands = OrbitInput { turn_rate: Vec2::new(1.0, 0.05), zoom_rate: 0.1, ..default() };
    let camera = bench.spawn((Orbit::new(0.0, 0.3, 6.0), hands));
    frames(&mut bench, 100);
    let before = *bench.get::<Orbit>(camera);
    bench.app.world_mut().entity_mut(camera).remove::<OrbitInput>();
    frames(&mut bench, 300);
    let after = *bench.get::<Orbit>(camera);
    assert!(before.yaw > 0.5, "{before:?}");
    // A critical spring of 12 rad/s lags by 2/ω of the rate, and comes to where the target is.
    assert!((after.yaw - before.yaw - 1.0 / 6.0).abs() < 1e-2, "{before:?} {after:?}");
    frames(&mut bench, 100);
    assert_eq!(*bench.get::<Orbit>(camera), after, "it should stand");
}
