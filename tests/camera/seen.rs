//! What cameras look at: what has jumped has not gone there, and what is no number is told.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::{
    app::Bench,
    look::{lens, seen},
    stage::cameras_at_rate,
};

/// With a hard zone that drags the camera along with what moves out of it.
fn watching(target: Entity) -> impl Bundle {
    (LookAt { hard: Sides::all(0.3), ..LookAt::new(target) }, lens(0.8, 1.5))
}

/// After the next tick.
#[track_caller]
fn assert_not_dragged(bench: &mut Bench, camera: Entity, what: &str) {
    let before = bench.get::<Aim>(camera).yaw;
    bench.frame(bench.app.world().resource::<Time<Fixed>>().timestep());
    let turned = (bench.get::<Aim>(camera).yaw - before).abs();
    assert!(turned < 0.05, "{what}: it was dragged by {turned} rad");
    bench.run_to(bench.elapsed() + 3.0);
    let turned = (bench.get::<Aim>(camera).yaw - before).abs();
    assert!(turned > 0.5, "{what}: it should turn to what it looks at, and turned by {turned} rad");
}

#[test]
fn a_write_to_a_target_of_ours_is_a_jump() {
    for with_its_parent in [false, true] {
        for in_a_tick in [false, true] {
            let mut bench = cameras_at_rate(64.0);
            let parent = bench.spawn((Transform::default(), Visibility::default()));
            let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -1.0), ChildOf(parent)));
            let ours = if with_its_parent { parent } else { target };
            bench.app.world_mut().entity_mut(ours).insert(Velocity::new(Vec3::ZERO));
            let camera = bench.spawn(watching(target));
            bench.run_to(0.25);
            if !in_a_tick {
                bench.frame(std::time::Duration::from_millis(5));
            }
            bench.edit::<Transform>(ours, |transform| transform.translation.x += 1.0);
            assert_not_dragged(
                &mut bench,
                camera,
                &format!("with its parent {with_its_parent}, in a tick {in_a_tick}"),
            );
        }
    }
}

#[test]
fn a_target_of_ours_that_is_kicked_in_every_tick_does_not_leave_a_hard_zone() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -4.0), Velocity::new(Vec3::ZERO)));
    let look = LookAt { hard: Sides::all(0.2), angular_frequency: 2.0, ..LookAt::new(target) };
    let camera = bench.spawn((look, lens(0.8, 1.5)));
    bench.run_to(0.25);
    while bench.elapsed() < 1.5 {
        bench.edit::<Velocity>(target, |velocity| velocity.0.x = 6.0 + 0.1 * velocity.0.x);
        bench.frame(bench.app.world().resource::<Time<Fixed>>().timestep());
        let (place, pose) = (bench.get::<Transform>(target).translation, bench.get::<Pose>(camera));
        let seen = pose.rotation.inverse() * place;
        let share = seen.x / (-seen.z * 2.0 * 1.5 * 0.4f32.tan());
        assert!(share < 0.2 + 1e-5, "{}: {share}", bench.elapsed());
    }
}

#[test]
fn where_a_parent_of_the_target_is_teleported_it_has_not_gone_there() {
    let mut bench = cameras_at_rate(64.0);
    let parent = bench.spawn((Transform::default(), Visibility::default()));
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -1.0), ChildOf(parent)));
    let camera = bench.spawn(watching(target));
    bench.run_to(0.25);
    bench.edit::<Transform>(parent, |transform| transform.translation.x += 1.0);
    bench.app.world_mut().trigger(Teleported::new(parent));
    assert_not_dragged(&mut bench, camera, "a parent of the target");
}

#[test]
fn where_the_eye_is_teleported_the_target_has_not_gone_there() {
    for with_its_parent in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let parent = bench.spawn((Transform::default(), Visibility::default()));
        let target = bench.spawn(Transform::from_xyz(0.0, 0.0, -1.0));
        let camera = bench.spawn((watching(target), ChildOf(parent)));
        bench.run_to(0.25);
        let eye = if with_its_parent { parent } else { camera };
        bench.edit::<Transform>(eye, |transform| transform.translation.x -= 1.0);
        bench.app.world_mut().trigger(Teleported::new(eye));
        assert_not_dragged(&mut bench, camera, &format!("with its parent {with_its_parent}"));
    }
}
