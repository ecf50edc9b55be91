//! What is drawn over a value is taken off with the component that draws it.

use std::time::Duration;

use bevy::{camera::Projection, ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::prelude::*;

use crate::{
    app::Bench,
    look::lens,
    same::apart,
    stage::cameras_at_rate,
    warnings::{assert_told, listen, told},
};

/// A frame as long as a tick.
const TICK: Duration = Duration::from_micros(15_625);

const PLACE: Vec3 = Vec3::new(3.0, 2.0, 4.0);

/// Cameras of each kind, and what is removed of each.
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
    bench.spawn((Transform::default(), Shows::new(shot)))
}

const KINDS: [Kind; 8] = [
    ("the orbit of an orbit", orbit, |camera| _ = camera.remove::<Orbit>()),
    ("the shake of an orbit", orbit, |camera| _ = camera.remove::<Shake>()),
    ("orbit and shake", orbit, |camera| _ = camera.remove::<(Orbit, Shake)>()),
    ("the look of a look", look, |camera| _ = camera.remove::<LookAt>()),
    ("the shake of a look", look, |camera| _ = camera.remove::<Shake>()),
    ("the shot of a camera that shows one", show, |camera| _ = camera.remove::<Shows>()),
    ("the shake of a camera that shows a shot", show, |camera| _ = camera.remove::<Shake>()),
    ("the pose of a camera that shows a shot", show, |camera| _ = camera.remove::<Pose>()),
];

fn kick(bench: &mut Bench, camera: Entity) {
    let kick = ShakeKick::new(camera, Vec3::new(0.05, 0.03, 0.08)).with_offset(0.3 * Vec3::Y);
    bench.app.world_mut().trigger(kick);
    for _ in 0..4 {
        bench.frame(Duration::from_micros(16_667));
    }
}

#[track_caller]
fn assert_calm(bench: &Bench, camera: Entity, calm: &Transform, what: &str) {
    let found = bench.get::<Transform>(camera);
    assert!(found.translation.distance(calm.translation) < 2e-6, "{what}: {found:?} should be {calm:?}");
    assert!(apart(found.rotation, calm.rotation) < 1e-6, "{what}: {found:?} should be {calm:?}");
}

#[derive(Resource)]
struct Removes(Entity, fn(&mut EntityWorldMut));

#[derive(Event)]
struct Now;

fn remove_now(world: &mut World) {
    if let Some(Removes(camera, remove)) = world.remove_resource() {
        remove(&mut world.entity_mut(camera));
    }
}

#[test]
fn a_shake_is_taken_off_with_any_component_without_which_it_is_not_drawn() {
    for (kind, spawn, remove) in KINDS {
        for when in ["between frames", "in a tick", "in Update", "by an observer", "while it is disabled", "despawned"]
        {
            let what = format!("{kind}, removed {when}");
            let mut bench = cameras_at_rate(64.0);
            let camera = spawn(&mut bench);
            bench.run_to(0.5);
            let calm = *bench.get::<Transform>(camera);
            kick(&mut bench, camera);
            assert!(bench.get::<Transform>(camera).rotation != calm.rotation, "{what}: it should shake");
            match when {
                "between frames" => remove(&mut bench.app.world_mut().entity_mut(camera)),
                "while it is disabled" => {
                    bench.app.world_mut().entity_mut(camera).insert(Disabled);
                    remove(&mut bench.app.world_mut().entity_mut(camera));
                    assert_calm(&bench, camera, &calm, &what);
                    bench.frame(Duration::from_millis(16));
                    bench.app.world_mut().entity_mut(camera).remove::<Disabled>();
                }
                "despawned" => {
                    bench.app.world_mut().entity_mut(camera).despawn();
                    continue;
                }
                "by an observer" => {
                    bench.app.insert_resource(Removes(camera, remove));
                    bench.app.add_observer(|_: On<Now>, mut commands: Commands| commands.queue(remove_now));
                    bench.app.world_mut().trigger(Now);
                    bench.app.world_mut().flush();
                }
                _ => {
                    bench.app.insert_resource(Removes(camera, remove));
                    if when == "in a tick" {
                        bench.app.add_systems(FixedUpdate, remove_now);
                    } else {
                        bench.app.add_systems(Update, remove_now);
                    }
                    bench.frame(Duration::from_micros(15_625));
                }
            }
            assert_calm(&bench, camera, &calm, &what);
            for _ in 0..20 {
                bench.frame(Duration::from_millis(7));
                assert_calm(&bench, camera, &calm, &what);
            }
        }
    }
}

#[test]
fn what_another_system_wrote_in_mid_shake_is_kept_when_the_camera_is_taken_off() {
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

/// What moves a camera that was taken off, and is put on again later, is no fault.
#[test]
fn what_moves_a_camera_while_its_orbit_is_off_is_not_warned_of() {
    listen();
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
    assert_eq!(told("flown between two orbits"), Vec::<String>::new());
}

#[test]
fn a_shake_put_on_again_begins_at_rest() {
    let mut bench = cameras_at_rate(64.0);
    let camera = orbit(&mut bench);
    bench.run_to(0.5);
    let calm = *bench.get::<Transform>(camera);
    kick(&mut bench, camera);
    bench.app.world_mut().entity_mut(camera).remove::<Shake>();
    bench.app.world_mut().entity_mut(camera).insert(Shake::default());
    for _ in 0..20 {
        bench.frame(Duration::from_millis(7));
        assert_calm(&bench, camera, &calm, "put on again");
    }
}

#[test]
fn a_stopped_shake_is_over_at_once_and_the_next_kick_reaches_its_peak() {
    for disabled in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let camera = orbit(&mut bench);
        bench.run_to(0.5);
        let calm = *bench.get::<Transform>(camera);
        kick(&mut bench, camera);
        if disabled {
            bench.app.world_mut().entity_mut(camera).insert(Disabled);
        }
        bench.app.world_mut().trigger(ShakeStop::new(camera));
        assert_calm(&bench, camera, &calm, "as it is stopped");
        if disabled {
            bench.app.world_mut().entity_mut(camera).remove::<Disabled>();
        }
        for _ in 0..60 {
            bench.frame(Duration::from_millis(7));
            assert_calm(&bench, camera, &calm, "stopped");
        }
        bench.app.world_mut().trigger(ShakeKick::new(camera, 0.02 * Vec3::X));
        let mut peak = 0.0f32;
        for _ in 0..250 {
            bench.frame(Duration::from_micros(500));
            peak = peak.max(bench.get::<Shake>(camera).turn.length());
        }
        assert!((peak - 0.02).abs() < 1e-6, "{peak}");
    }
    // Of an entity that does not shake, or is gone, nothing happens.
    let mut bench = cameras_at_rate(64.0);
    let gone = bench.spawn(());
    bench.app.world_mut().trigger(ShakeStop::new(gone));
    bench.app.world_mut().despawn(gone);
    bench.app.world_mut().trigger(ShakeStop::new(gone));
    bench.frame(Duration::from_millis(16));
}

#[test]
fn a_camera_that_shows_nothing_any_more_has_its_own_lens_at_once() {
    for disabled in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let shot = bench.spawn((Orbit::new(1.0, 0.3, 6.0), lens(0.3, 1.5)));
        let camera = bench.spawn((Transform::default(), lens(0.8, 1.5), Shows::new(shot)));
        bench.run_to(0.5);
        if disabled {
            bench.app.world_mut().entity_mut(camera).insert(Disabled);
        }
        bench.app.world_mut().entity_mut(camera).remove::<Shows>();
        let Projection::Perspective(perspective) = bench.get::<Projection>(camera) else { unreachable!() };
        assert_eq!(perspective.fov, 0.8, "disabled {disabled}");
    }
}

#[test]
fn a_parent_that_distorts_its_axes_does_not_distort_a_camera() {
    listen();
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
    assert_told("a sword that is sheared", "shears this entity", 1);
    for shake in [None, Some(Vec3::new(0.1, 0.2, 0.3))] {
        if let Some(kick) = shake {
            bench.app.world_mut().trigger(ShakeKick::new(camera, kick));
            bench.frame(TICK);
            bench.frame(TICK);
        }
        let drawn = *bench.get::<GlobalTransform>(camera);
        let shaken = bench.get::<Shake>(camera);
        let pose = *bench.get::<Pose>(camera);
        // The pivot is in the middle of the picture, and the boom is as long as it was asked for.
        let sight = stretched.translation - pose.position;
        assert!((sight.length() - 8.0).abs() < 1e-5, "{}", sight.length());
        assert!((pose.rotation * Vec3::Z).dot(-sight.normalize()) > 1.0 - 1e-6, "{pose:?}");
        let shaken = pose.rotation * Quat::from_scaled_axis(shaken.turn);
        let scale = 1.8f32.cbrt();
        assert_axes(&drawn, shaken, scale);
        assert_axes(bench.get::<GlobalTransform>(gun), shaken, scale);
        let place = drawn.translation() + shaken * (scale * Vec3::new(0.5, 0.0, -1.0));
        assert!(bench.get::<GlobalTransform>(gun).translation().distance(place) < 1e-5, "what it carries");
    }
    // As soon as nothing composes it any more, its axes are what its parents make of them.
    bench.app.world_mut().entity_mut(camera).remove::<Orbit>();
    bench.frame(TICK);
    let propagated = bench.get::<GlobalTransform>(parent).mul_transform(*bench.get::<Transform>(camera));
    assert_eq!(*bench.get::<GlobalTransform>(camera), propagated);
    assert_eq!(told("an orbit below"), Vec::<String>::new());
}

/// Asserts that the axes are at right angles, turned like this, and of this length.
fn assert_axes(drawn: &GlobalTransform, turned: Quat, scale: f32) {
    let axes = drawn.affine().matrix3;
    for (axis, wanted) in [(axes.x_axis, Vec3::X), (axes.y_axis, Vec3::Y), (axes.z_axis, Vec3::Z)] {
        let off = (Vec3::from(axis) - scale * (turned * wanted)).length();
        assert!(off < 1e-5, "{axis} is {off} off");
    }
}
