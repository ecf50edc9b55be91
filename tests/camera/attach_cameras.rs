//! What is attached to a camera is on it in every frame.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::{
    app::Bench,
    attach::{OFFSET, on, turned},
    stage::cameras_at_rate,
};

/// A camera that circles a pivot that flies, 8 m away.
fn circling(bench: &mut Bench) -> Entity {
    let hands = OrbitInput { turn_rate: Vec2::new(2.0, 0.1), ..default() };
    let flies = (Transform::from_xyz(1.0, 2.0, 3.0), Visibility::default(), Velocity::new(Vec3::new(1.0, 0.0, 2.0)));
    let pivot = bench.spawn(flies);
    bench.spawn((Orbit::new(0.0, 0.3, 8.0), hands, ChildOf(pivot)))
}

#[track_caller]
fn assert_before(bench: &Bench, held: Entity, camera: Entity, what: &str) {
    let (found, leader) = (*bench.get::<Pose>(held), *bench.get::<Pose>(camera));
    let place = leader.position + leader.rotation * OFFSET;
    assert!(found.position.distance(place) < 2e-5, "{what}: {found:?} should be at {place}");
    assert!(found.rotation.dot(leader.rotation * turned()).abs() > 1.0 - 1e-6, "{what}: {found:?}, {leader:?}");
    let velocity = leader.velocity + leader.angular_velocity.cross(leader.rotation * OFFSET);
    assert!(found.velocity.distance(velocity) < 1e-3, "{what}: {found:?} should move at {velocity}");
    assert_eq!(bench.get::<Transform>(held).translation, found.position, "{what}");
}

#[test]
fn on_cameras_of_every_kind_it_is_where_they_are_drawn() {
    let kinds: [(&str, fn(&mut Bench) -> Entity); 4] = [
        ("a boom", circling),
        ("a look", |bench| {
            let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -9.0), Velocity::new(4.0 * Vec3::X)));
            bench.spawn((Transform::from_xyz(0.0, 1.0, 0.0), Velocity::new(Vec3::Y), LookAt::new(target)))
        }),
        ("what shows", |bench| {
            let shot = circling(bench);
            bench.spawn(Shows::new(shot).by(Blend::Cut))
        }),
        ("what is on a boom", |bench| {
            let camera = circling(bench);
            bench.spawn(on(camera))
        }),
    ];
    for (what, camera) in kinds {
        for millis in [7, 16, 31] {
            let mut bench = cameras_at_rate(64.0);
            // Whichever was spawned first.
            let held = bench.spawn(Transform::default());
            let camera = camera(&mut bench);
            bench.app.world_mut().entity_mut(held).insert(on(camera).by(Blend::Cut));
            bench.frame(Duration::ZERO);
            for frame in 0..60 {
                bench.frame(Duration::from_millis(millis));
                assert_before(&bench, held, camera, &format!("{what}, {millis} ms, frame {frame}"));
            }
        }
    }
}

#[test]
fn from_a_hand_to_a_camera_nothing_jumps() {
    let mut bench = cameras_at_rate(64.0);
    let hand = bench.spawn((Transform::from_xyz(0.0, 0.0, 5.0), Velocity::new(3.0 * Vec3::Z)));
    let camera = circling(&mut bench);
    let held = bench.spawn(on(hand).by(Blend::eased(0.4)));
    bench.run_to(0.5);
    let mut last = *bench.get::<Pose>(held);
    for frame in 0..200 {
        if frame == 20 {
            bench.edit::<Attach>(held, |attach| attach.leader = camera);
        }
        bench.frame(Duration::from_millis(5));
        let pose = *bench.get::<Pose>(held);
        let step = pose.position.distance(last.position + 0.0025 * (last.velocity + pose.velocity));
        // The fastest change of a velocity: a way of 10 m in 0.4 s, and the circle's.
        assert!(step < 0.005 * 0.005 * 2000.0, "frame {frame}: {last:?} became {pose:?}");
        last = pose;
    }
    assert_before(&bench, held, camera, "at last");
}
