//! An entity attached to a camera is on it in every frame.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{camera::Pose, prelude::*};

use crate::{
    app::Bench,
    attach::{OFFSET, attached_rotation, on},
    stage::cameras_at_rate,
};

/// A camera that circles a flying pivot at a distance of 8 m.
fn circling(bench: &mut Bench) -> Entity {
    let input = OrbitInput { turn_rate: Vec2::new(2.0, 0.1), ..default() };
    let flies = (Transform::from_xyz(1.0, 2.0, 3.0), Visibility::default(), Velocity::new(Vec3::new(1.0, 0.0, 2.0)));
    let pivot = bench.spawn(flies);
    bench.spawn((Orbit::new(0.0, 0.3, 8.0), input, ChildOf(pivot)))
}

#[track_caller]
fn assert_on(bench: &Bench, held: Entity, camera: Entity, what: &str) {
    let (found, leader) = (*bench.get::<Pose>(held), *bench.get::<Pose>(camera));
    let place = leader.position + leader.rotation * OFFSET;
    assert!(found.position.distance(place) < 2e-5, "{what}: {found:?} should be at {place}");
    assert!(
        found.rotation.dot(leader.rotation * attached_rotation()).abs() > 1.0 - 1e-6,
        "{what}: {found:?}, {leader:?}"
    );
    let velocity = leader.velocity + leader.angular_velocity.cross(leader.rotation * OFFSET);
    assert!(found.velocity.distance(velocity) < 1e-3, "{what}: {found:?} should move at {velocity}");
    assert_eq!(bench.get::<Transform>(held).translation, found.position, "{what}");
}

#[test]
fn an_entity_attached_to_any_kind_of_camera_is_on_it_in_every_frame() {
    let kinds: [(&str, fn(&mut Bench) -> Entity); 4] = [
        ("an orbit", circling),
        ("a camera with `LookAt`", |bench| {
            let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -9.0), Velocity::new(4.0 * Vec3::X)));
            bench.spawn((Transform::from_xyz(0.0, 1.0, 0.0), Velocity::new(Vec3::Y), LookAt::new(target)))
        }),
        ("a camera that shows a shot", |bench| {
            let shot = circling(bench);
            bench.spawn(ActiveShot::new(shot).with_blend(Blend::Cut))
        }),
        ("an entity attached to an orbit", |bench| {
            let camera = circling(bench);
            bench.spawn(on(camera))
        }),
    ];
    for (what, camera) in kinds {
        for millis in [7, 16, 31] {
            let mut bench = cameras_at_rate(64.0);
            // The attached entity is spawned before its leader, because the order of spawning must not matter.
            let held = bench.spawn(Transform::default());
            let camera = camera(&mut bench);
            bench.app.world_mut().entity_mut(held).insert(on(camera).with_blend(Blend::Cut));
            bench.frame(Duration::ZERO);
            for frame in 0..60 {
                bench.frame(Duration::from_millis(millis));
                assert_on(&bench, held, camera, &format!("{what}, {millis} ms, frame {frame}"));
            }
        }
    }
}

#[test]
fn changing_the_leader_from_a_hand_to_a_camera_does_not_jump() {
    let mut bench = cameras_at_rate(64.0);
    let hand = bench.spawn((Transform::from_xyz(0.0, 0.0, 5.0), Velocity::new(3.0 * Vec3::Z)));
    let camera = circling(&mut bench);
    let held = bench.spawn(on(hand).with_blend(Blend::eased(0.4)));
    bench.run_to(0.5);
    let mut last = *bench.get::<Pose>(held);
    for frame in 0..200 {
        if frame == 20 {
            bench.edit::<Attach>(held, |attach| attach.leader = camera);
        }
        bench.frame(Duration::from_millis(5));
        let pose = *bench.get::<Pose>(held);
        let step = pose.position.distance(last.position + 0.0025 * (last.velocity + pose.velocity));
        // The bound is the greatest acceleration, 2000 m/s²: that of a blend over 10 m in 0.4 s plus that of the circle.
        assert!(step < 0.005 * 0.005 * 2000.0, "frame {frame}: {last:?} became {pose:?}");
        last = pose;
    }
    assert_on(&bench, held, camera, "in the end");
}
