//! A group, a `LookAt` or a `GroupFraming` that depends on itself does not move, and warns once.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{GroupMembers, Pose},
    prelude::*,
};

use crate::{
    app::Bench,
    compare_poses::angle_between,
    stage::cameras_at_rate,
    warnings::{assert_warned, capture_warnings, warnings_about},
};

fn frames(bench: &mut Bench, count: usize) {
    for _ in 0..count {
        bench.frame(Duration::from_millis(13));
    }
}

#[test]
fn a_group_does_not_move_while_a_member_depends_on_it() {
    capture_warnings();
    type Kind = (&'static str, fn(&mut Bench, Entity) -> Entity);
    let kinds: [Kind; 5] = [
        ("a group with a child of a camera that looks at it", |bench, group| {
            let camera = bench.spawn((Transform::from_xyz(0.0, 0.0, 9.0), LookAt::new(group), Visibility::default()));
            bench.spawn((Transform::from_xyz(2.0, 0.5, -3.0), InGroup(group), ChildOf(camera)))
        }),
        ("a group with its child", |bench, group| {
            bench.spawn((Transform::from_xyz(1.0, 0.5, 0.0), InGroup(group), ChildOf(group)))
        }),
        ("a group with its child's child", |bench, group| {
            let child = bench.spawn((Transform::from_xyz(1.0, 0.5, 0.0), ChildOf(group)));
            bench.spawn((Transform::from_xyz(1.0, 0.5, 0.0), InGroup(group), ChildOf(child)))
        }),
        ("a group with an entity attached to it", |bench, group| {
            let place = Transform::from_xyz(3.0, 0.0, 0.0);
            bench.spawn((place, Attach::new(group).with_offset(Vec3::X), InGroup(group)))
        }),
        ("a group with a group whose member is its child", |bench, group| {
            let inner = bench.spawn((Transform::from_xyz(2.0, 0.0, 0.0), InGroup(group)));
            bench.spawn((Transform::from_xyz(1.0, 0.5, 0.0), InGroup(inner), ChildOf(group)));
            inner
        }),
    ];
    for (what, spawn) in kinds {
        let mut bench = cameras_at_rate(64.0);
        let place = Vec3::new(1.0, 2.0, 3.0);
        let group = bench.spawn((Name::new(what), Transform::from_translation(place), Visibility::default()));
        let other = bench.spawn((Transform::from_xyz(5.0, 0.0, 0.0), InGroup(group)));
        let member = spawn(&mut bench, group);
        let follower = bench.spawn((Transform::default(), Spring::critical(9.0), Follow::new(group), StartOnTarget));
        frames(&mut bench, 400);
        assert_eq!(bench.get::<Transform>(group).translation, place, "{what}");
        assert!(bench.get::<Transform>(follower).translation.distance(place) < 1e-4, "{what}");
        assert_warned(what, "depends on the group's own", 1);
        bench.app.world_mut().entity_mut(member).remove::<InGroup>();
        frames(&mut bench, 400);
        let [group, other] = [group, other].map(|entity| bench.get::<Transform>(entity).translation);
        assert!(
            group.distance(other) < 1e-5,
            "{what}: without that member it should be where the other one is, not at {group}"
        );
    }
}

/// Bevy removes a relationship component that points to its own entity.
#[test]
fn a_group_is_not_a_member_of_itself() {
    let mut bench = cameras_at_rate(64.0);
    let group = bench.spawn(Transform::from_xyz(1.0, 2.0, 3.0));
    let member = bench.spawn((Transform::from_xyz(5.0, 0.0, 0.0), InGroup(group)));
    bench.app.world_mut().entity_mut(group).insert(InGroup(group));
    frames(&mut bench, 3);
    assert!(!bench.app.world().entity(group).contains::<InGroup>());
    assert!(bench.get::<GroupMembers>(group).iter().eq([member]));
    assert_eq!(bench.get::<Transform>(group).translation, Vec3::new(5.0, 0.0, 0.0));
}

#[test]
fn a_camera_that_looks_at_a_target_which_turns_with_it_does_not_turn() {
    capture_warnings();
    type Kind = (&'static str, fn(&mut Bench, Entity) -> LookAt);
    let kinds: [Kind; 3] = [
        ("a look at itself with an offset", |_, camera| LookAt { offset: Vec3::X, ..LookAt::new(camera) }),
        ("a look at its own child", |bench, camera| {
            LookAt::new(bench.spawn((Transform::from_xyz(2.0, 0.5, -3.0), ChildOf(camera))))
        }),
        ("a look at an entity attached to it", |bench, camera| {
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
            assert!(angle_between(before.rotation, after.rotation) < 1e-4, "{name}: {before:?} became {after:?}");
            assert!(after.angular_velocity.length() < 1e-4, "{name}: {after:?}");
            assert_warned(&name, "depends on where it looks", 1);
        }
    }
}

/// The camera's position depends only on its pivot and its orbit, so the camera may be a member of the group that it looks at.
#[test]
fn a_camera_that_is_a_member_of_the_group_it_looks_at_is_not_a_loop() {
    capture_warnings();
    let mut bench = cameras_at_rate(64.0);
    let pivot = bench.spawn((Transform::from_xyz(1.0, 2.0, 3.0), Visibility::default()));
    let group = bench.spawn(Transform::default());
    bench.spawn((Transform::from_xyz(9.0, 0.0, -8.0), InGroup(group)));
    let name = Name::new("a camera in the group that it looks at");
    let camera = bench.spawn((name, Orbit::new(0.3, 0.2, 5.0), InGroup(group), ChildOf(pivot)));
    bench.app.world_mut().entity_mut(camera).insert(LookAt::new(group));
    frames(&mut bench, 300);
    let pose = *bench.get::<Pose>(camera);
    let sight = (bench.get::<Transform>(group).translation - pose.position).normalize();
    assert!((pose.rotation * Vec3::NEG_Z).distance(sight) < 1e-3, "{pose:?} should look along {sight}");
    assert_eq!(warnings_about("a camera in the group that it looks at"), Vec::<String>::new());
}

#[test]
fn framing_members_that_move_with_the_camera_does_not_change_its_distance() {
    capture_warnings();
    for itself in [false, true] {
        let name = format!("a camera that frames itself or its child, itself {itself}");
        let mut bench = cameras_at_rate(64.0);
        let group = bench.spawn(Transform::default());
        bench.spawn((Transform::default(), InGroup(group)));
        let camera = (Name::new(name.clone()), Visibility::default(), Orbit::new(0.3, 0.2, 5.0));
        let camera = bench.spawn((camera, OrbitRange { distance: [1.0, 1000.0], ..default() }));
        let frame = GroupFraming::new(group, FramingMode::Length);
        bench.app.world_mut().entity_mut(camera).insert(frame);
        if itself {
            bench.app.world_mut().entity_mut(camera).insert(InGroup(group));
        } else {
            bench.spawn((Transform::from_xyz(2.0, 0.0, 1.0), InGroup(group), ChildOf(camera)));
        }
        frames(&mut bench, 400);
        assert!((bench.get::<Orbit>(camera).distance - 5.0).abs() < 1e-4, "{name}: {:?}", bench.get::<Orbit>(camera));
        assert_warned(&name, "depends on this camera's own", 1);
    }
}

#[test]
fn an_orbit_without_a_range_turns_up_to_the_poles_and_zooms_to_any_length() {
    let mut bench = cameras_at_rate(64.0);
    let camera = bench.spawn((Orbit::new(0.0, 0.3, 6.0), OrbitRange { distance: [2.0, 8.0], ..default() }));
    frames(&mut bench, 3);
    bench.app.world_mut().entity_mut(camera).remove::<OrbitRange>();
    bench.edit::<OrbitInput>(camera, |input| (input.turn, input.zoom) = (Vec2::new(0.5, 5.0), 10.0f32.ln()));
    frames(&mut bench, 400);
    let orbit = *bench.get::<Orbit>(camera);
    assert!((orbit.yaw - 0.5).abs() < 1e-4, "{orbit:?}");
    assert!((orbit.pitch - 1.55).abs() < 1e-3, "{orbit:?}");
    assert!((orbit.distance - 60.0).abs() < 1e-2, "{orbit:?}");
    bench.app.world_mut().entity_mut(camera).insert(OrbitRange::default());
    frames(&mut bench, 800);
    let orbit = *bench.get::<Orbit>(camera);
    assert!(orbit.distance < 20.01 && orbit.pitch < 1.31, "in its range again: {orbit:?}");
}

#[test]
fn an_orbit_stops_turning_when_its_input_is_removed() {
    let mut bench = cameras_at_rate(64.0);
    let input = OrbitInput { turn_rate: Vec2::new(1.0, 0.05), zoom_rate: 0.1, ..default() };
    let camera = bench.spawn((Orbit::new(0.0, 0.3, 6.0), input));
    frames(&mut bench, 100);
    let before = *bench.get::<Orbit>(camera);
    bench.app.world_mut().entity_mut(camera).remove::<OrbitInput>();
    frames(&mut bench, 300);
    let after = *bench.get::<Orbit>(camera);
    assert!(before.yaw > 0.5, "{before:?}");
    // A critical spring of 12 rad/s lags by 2/ω times the rate, and then reaches its target.
    assert!((after.yaw - before.yaw - 1.0 / 6.0).abs() < 1e-2, "{before:?} {after:?}");
    frames(&mut bench, 100);
    assert_eq!(*bench.get::<Orbit>(camera), after, "the orbit should be at rest");
}
