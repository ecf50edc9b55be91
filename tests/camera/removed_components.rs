//! Removing a component also removes its effect on the camera: a drawn shake or a shot's lens.

use std::time::Duration;

use bevy::{camera::Projection, ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{
    camera::{Pose, ShakeOffset, ShakeTurn},
    prelude::*,
};

use crate::{
    app::Bench,
    compare_poses::angle_between,
    look::lens,
    stage::cameras_at_rate,
    warnings::{assert_warned, capture_warnings, warnings_about},
};

/// The length of a tick, and of a frame.
const TICK: Duration = Duration::from_micros(15_625);

const PLACE: Vec3 = Vec3::new(3.0, 2.0, 4.0);

/// A name, a function that spawns a camera, and one that removes components from it.
type Kind = (&'static str, fn(&mut Bench) -> Entity, fn(&mut EntityWorldMut));

fn orbit(bench: &mut Bench) -> Entity {
    let pivot = bench.spawn(Transform::from_xyz(1.0, 2.0, 3.0).with_rotation(Quat::from_rotation_x(0.4)));
    bench.spawn((Orbit::new(0.4, 0.3, 8.0), ChildOf(pivot)))
}

fn look(bench: &mut Bench) -> Entity {
    let target = bench.spawn(Transform::default());
    bench.spawn((Transform::from_translation(PLACE), LookAt::new(target), Shake::default()))
}

fn show(bench: &mut Bench) -> Entity {
    let shot = bench.spawn(Transform::from_translation(PLACE));
    bench.spawn((Transform::default(), ActiveShot::new(shot)))
}

const KINDS: [Kind; 8] = [
    ("the Orbit of an orbiting camera", orbit, |camera| _ = camera.remove::<Orbit>()),
    ("the Shake of an orbiting camera", orbit, |camera| _ = camera.remove::<Shake>()),
    ("the Orbit and Shake of an orbiting camera", orbit, |camera| _ = camera.remove::<(Orbit, Shake)>()),
    ("the LookAt of a camera that looks at a target", look, |camera| _ = camera.remove::<LookAt>()),
    ("the Shake of a camera that looks at a target", look, |camera| _ = camera.remove::<Shake>()),
    ("the ActiveShot of a camera that shows a shot", show, |camera| _ = camera.remove::<ActiveShot>()),
    ("the Shake of a camera that shows a shot", show, |camera| _ = camera.remove::<Shake>()),
    ("the Pose of a camera that shows a shot", show, |camera| _ = camera.remove::<Pose>()),
];

fn kick(bench: &mut Bench, camera: Entity) {
    let kick = ShakeKick::new(camera, Vec3::new(0.05, 0.03, 0.08)).with_offset(0.3 * Vec3::Y);
    bench.app.world_mut().trigger(kick);
    for _ in 0..4 {
        bench.frame(Duration::from_micros(16_667));
    }
}

#[track_caller]
fn assert_at_rest(bench: &Bench, camera: Entity, at_rest: &Transform, what: &str) {
    let found = bench.get::<Transform>(camera);
    assert!(found.translation.distance(at_rest.translation) < 2e-6, "{what}: {found:?} should be {at_rest:?}");
    assert!(angle_between(found.rotation, at_rest.rotation) < 1e-6, "{what}: {found:?} should be {at_rest:?}");
}

/// The camera from which the next `remove_now` removes components, and the function that removes them.
#[derive(Resource)]
struct PendingRemoval(Entity, fn(&mut EntityWorldMut));

#[derive(Event)]
struct Now;

fn remove_now(world: &mut World) {
    if let Some(PendingRemoval(camera, remove)) = world.remove_resource() {
        remove(&mut world.entity_mut(camera));
    }
}

#[test]
fn removing_any_component_that_a_drawn_shake_needs_also_removes_the_shake() {
    for (kind, spawn, remove) in KINDS {
        for when in ["between frames", "in a tick", "in Update", "by an observer", "while it is disabled", "despawned"]
        {
            let what = format!("{kind}, removed {when}");
            let mut bench = cameras_at_rate(64.0);
            let camera = spawn(&mut bench);
            bench.run_to(0.5);
            let at_rest = *bench.get::<Transform>(camera);
            kick(&mut bench, camera);
            assert!(bench.get::<Transform>(camera).rotation != at_rest.rotation, "{what}: it should shake");
            match when {
                "between frames" => remove(&mut bench.app.world_mut().entity_mut(camera)),
                "while it is disabled" => {
                    bench.app.world_mut().entity_mut(camera).insert(Disabled);
                    remove(&mut bench.app.world_mut().entity_mut(camera));
                    assert_at_rest(&bench, camera, &at_rest, &what);
                    bench.frame(Duration::from_millis(16));
                    bench.app.world_mut().entity_mut(camera).remove::<Disabled>();
                }
                "despawned" => {
                    bench.app.world_mut().entity_mut(camera).despawn();
                    continue;
                }
                "by an observer" => {
                    bench.app.insert_resource(PendingRemoval(camera, remove));
                    bench.app.add_observer(|_: On<Now>, mut commands: Commands| commands.queue(remove_now));
                    bench.app.world_mut().trigger(Now);
                    bench.app.world_mut().flush();
                }
                _ => {
                    bench.app.insert_resource(PendingRemoval(camera, remove));
                    if when == "in a tick" {
                        bench.app.add_systems(FixedUpdate, remove_now);
                    } else {
                        bench.app.add_systems(Update, remove_now);
                    }
                    bench.frame(Duration::from_micros(15_625));
                }
            }
            assert_at_rest(&bench, camera, &at_rest, &what);
            for _ in 0..20 {
                bench.frame(Duration::from_millis(7));
                assert_at_rest(&bench, camera, &at_rest, &what);
            }
        }
    }
}

#[test]
fn a_transform_written_during_a_shake_is_kept_when_the_orbit_is_removed() {
    let mut bench = cameras_at_rate(64.0);
    let camera = orbit(&mut bench);
    bench.run_to(0.5);
    kick(&mut bench, camera);
    let place = Vec3::new(9.0, 8.0, 7.0);
    bench.edit::<Transform>(camera, |transform| transform.translation = place);
    bench.app.world_mut().entity_mut(camera).remove::<Orbit>();
    bench.frame(Duration::from_millis(16));
    assert_eq!(bench.get::<Transform>(camera).translation, place);
}

#[test]
fn moving_a_camera_after_its_orbit_is_removed_is_not_reported() {
    capture_warnings();
    let mut bench = cameras_at_rate(64.0);
    let camera = bench.spawn((Name::new("flown between two orbits"), Orbit::new(0.4, 0.3, 8.0)));
    bench.run_to(0.5);
    bench.app.world_mut().entity_mut(camera).remove::<Orbit>();
    bench.frame(Duration::from_millis(16));
    bench.edit::<Transform>(camera, |transform| transform.translation = PLACE);
    bench.frame(Duration::from_millis(16));
    bench.app.world_mut().entity_mut(camera).insert(Orbit::looking_from(Vec3::ZERO, PLACE));
    bench.frame(Duration::from_millis(16));
    assert!(bench.get::<Transform>(camera).translation.distance(PLACE) < 1e-5);
    assert_eq!(warnings_about("flown between two orbits"), Vec::<String>::new());
}

#[test]
fn a_shake_that_is_inserted_again_starts_at_rest() {
    let mut bench = cameras_at_rate(64.0);
    let camera = orbit(&mut bench);
    bench.run_to(0.5);
    let at_rest = *bench.get::<Transform>(camera);
    kick(&mut bench, camera);
    bench.app.world_mut().entity_mut(camera).remove::<Shake>();
    bench.app.world_mut().entity_mut(camera).insert(Shake::default());
    for _ in 0..20 {
        bench.frame(Duration::from_millis(7));
        assert_at_rest(&bench, camera, &at_rest, "inserted again");
    }
}

#[test]
fn a_completed_shake_ends_in_the_next_frame_and_the_next_kick_reaches_its_peak() {
    for paused in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let camera = orbit(&mut bench);
        bench.run_to(0.5);
        let at_rest = *bench.get::<Transform>(camera);
        kick(&mut bench, camera);
        if paused {
            bench.app.world_mut().resource_mut::<Time<Virtual>>().pause();
        }
        bench.app.world_mut().trigger(Complete::<ShakeTurn>::of(camera));
        bench.app.world_mut().trigger(Complete::<ShakeOffset>::of(camera));
        for _ in 0..60 {
            bench.frame(Duration::from_millis(7));
            assert_at_rest(&bench, camera, &at_rest, "completed");
        }
        bench.app.world_mut().resource_mut::<Time<Virtual>>().unpause();
        bench.app.world_mut().trigger(ShakeKick::new(camera, 0.02 * Vec3::X));
        let mut peak = 0.0f32;
        for _ in 0..250 {
            bench.frame(Duration::from_micros(500));
            peak = peak.max(bench.get::<Shake>(camera).turn.length());
        }
        assert!((peak - 0.02).abs() < 1e-6, "{peak}");
    }
}

#[test]
fn a_camera_that_stops_showing_a_shot_gets_its_own_lens_back_instantly() {
    for disabled in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let shot = bench.spawn((Orbit::new(1.0, 0.3, 6.0), lens(0.3, 1.5)));
        let camera = bench.spawn((Transform::default(), lens(0.8, 1.5), ActiveShot::new(shot)));
        bench.run_to(0.5);
        if disabled {
            bench.app.world_mut().entity_mut(camera).insert(Disabled);
        }
        bench.app.world_mut().entity_mut(camera).remove::<ActiveShot>();
        let Projection::Perspective(perspective) = bench.get::<Projection>(camera) else { unreachable!() };
        assert_eq!(perspective.fov, 0.8, "disabled {disabled}");
    }
}

#[test]
fn a_parent_that_shears_does_not_distort_a_camera() {
    capture_warnings();
    let stretched = Transform::from_xyz(3.0, 1.0, 0.0).with_scale(Vec3::new(1.0, 1.8, 1.0));
    let stretched = stretched.with_rotation(Quat::from_rotation_y(0.7));
    let mut bench = cameras_at_rate(64.0);
    let parent = bench.spawn((stretched, Visibility::default()));
    let camera = bench.spawn((Name::new("an orbit below"), Orbit::new(0.5, 0.2, 8.0), ChildOf(parent)));
    let hand = bench.spawn((Transform::from_xyz(0.0, 0.0, -1.0), ChildOf(camera)));
    let gun = bench.spawn((Transform::from_xyz(0.5, 0.0, 0.0), ChildOf(hand)));
    let leader = bench.spawn(Transform::from_rotation(Quat::from_rotation_x(0.5)));
    bench.spawn((Name::new("a sword that is sheared"), Attach::new(leader), ChildOf(parent)));
    let upright = bench.spawn(Transform::default());
    bench.spawn((Name::new("a sword that is only stretched"), Attach::new(upright), ChildOf(parent)));
    bench.run_to(1.0);
    assert_warned("a sword that is sheared", "shears this entity", 1);
    for shake in [None, Some(Vec3::new(0.1, 0.2, 0.3))] {
        if let Some(kick) = shake {
            bench.app.world_mut().trigger(ShakeKick::new(camera, kick));
            bench.frame(TICK);
            bench.frame(TICK);
        }
        let drawn = *bench.get::<GlobalTransform>(camera);
        let shaken = bench.get::<Shake>(camera);
        let pose = *bench.get::<Pose>(camera);
        // The pivot is in the middle of the picture, and the boom has its target length.
        let sight = stretched.translation - pose.position;
        assert!((sight.length() - 8.0).abs() < 1e-5, "{}", sight.length());
        assert!((pose.rotation * Vec3::Z).dot(-sight.normalize()) > 1.0 - 1e-6, "{pose:?}");
        let shaken = pose.rotation * Quat::from_scaled_axis(shaken.turn);
        let scale = 1.8f32.cbrt();
        assert_axes(&drawn, shaken, scale);
        assert_axes(bench.get::<GlobalTransform>(gun), shaken, scale);
        let place = drawn.translation() + shaken * (scale * Vec3::new(0.5, 0.0, -1.0));
        assert!(
            bench.get::<GlobalTransform>(gun).translation().distance(place) < 1e-5,
            "the gun should move with the camera"
        );
    }
    // Without `Orbit`, the camera's `GlobalTransform` has its parent's shear, as Bevy propagates it.
    bench.app.world_mut().entity_mut(camera).remove::<Orbit>();
    bench.frame(TICK);
    let propagated = bench.get::<GlobalTransform>(parent).mul_transform(*bench.get::<Transform>(camera));
    assert_eq!(*bench.get::<GlobalTransform>(camera), propagated);
    assert_eq!(warnings_about("an orbit below"), Vec::<String>::new());
}

/// Asserts that the axes are orthogonal, turned by `turned`, and of length `scale`.
fn assert_axes(drawn: &GlobalTransform, turned: Quat, scale: f32) {
    let axes = drawn.affine().matrix3;
    for (axis, wanted) in [(axes.x_axis, Vec3::X), (axes.y_axis, Vec3::Y), (axes.z_axis, Vec3::Z)] {
        let off = (Vec3::from(axis) - scale * (turned * wanted)).length();
        assert!(off < 1e-5, "{axis} is {off} off");
    }
}
