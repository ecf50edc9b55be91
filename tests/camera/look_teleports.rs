//! `LookAt`: a jump of the target or of the camera is not mistaken for motion, and invalid fields are reported.
use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{Aim, Pose, ZoneExtents},
    prelude::*,
};

use crate::{
    app::Bench,
    compare_poses::assert_same,
    look::{lens, point_at},
    stage::{cameras_at_rate, cameras_with},
    warnings::{assert_warned, capture_warnings},
};

/// A `LookAt` with a hard zone, which drags the camera along when the target moves beyond it.
fn watching(target: Entity) -> impl Bundle {
    (LookAt { hard_zone: ZoneExtents::all(0.3), ..LookAt::new(target) }, lens(0.8, 1.5))
}

/// Asserts that the next tick does not drag the camera along, and that the camera turns to its target afterwards.
#[track_caller]
fn assert_not_dragged(bench: &mut Bench, camera: Entity, what: &str) {
    let before = bench.get::<Aim>(camera).yaw;
    bench.frame(bench.app.world().resource::<Time<Fixed>>().timestep());
    let turned = (bench.get::<Aim>(camera).yaw - before).abs();
    assert!(turned < 0.05, "{what}: it was dragged by {turned} rad");
    bench.run_to(bench.elapsed() + 3.0);
    let turned = (bench.get::<Aim>(camera).yaw - before).abs();
    assert!(turned > 0.5, "{what}: it should turn to its target, but turned by {turned} rad");
}

#[test]
fn a_write_to_a_target_that_this_crate_moves_counts_as_a_jump() {
    for with_its_parent in [false, true] {
        for in_a_tick in [false, true] {
            let mut bench = cameras_at_rate(64.0);
            let parent = bench.spawn((Transform::default(), Visibility::default()));
            let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -1.0), ChildOf(parent)));
            let moved = if with_its_parent { parent } else { target };
            bench.app.world_mut().entity_mut(moved).insert(Velocity::new(Vec3::ZERO));
            let camera = bench.spawn(watching(target));
            bench.run_to(0.25);
            if !in_a_tick {
                bench.frame(std::time::Duration::from_millis(5));
            }
            bench.edit::<Transform>(moved, |transform| transform.translation.x += 1.0);
            assert_not_dragged(
                &mut bench,
                camera,
                &format!("with its parent {with_its_parent}, in a tick {in_a_tick}"),
            );
        }
    }
}

/// The entity that the next run of the system `respawn` moves, and its displacement (m).
#[derive(Resource, Default)]
struct Respawn(Option<(Entity, Vec3)>);

fn respawn(mut due: ResMut<Respawn>, mut transforms: Query<&mut Transform>) {
    if let Some((entity, by)) = due.0.take() {
        transforms.get_mut(entity).expect("the entity should have a transform").translation += by;
    }
}

#[test]
fn a_write_by_a_system_to_a_target_that_this_crate_moves_counts_as_a_jump() {
    let [ticks, frames] = [MotionOptions::fixed(), MotionOptions::frame()];
    for (motion, camera_options) in [(ticks, ticks), (frames, ticks), (ticks, frames), (frames, frames)] {
        for in_update in [false, true] {
            for with_its_parent in [false, true] {
                let tick = std::time::Duration::from_secs_f64(1.0 / 64.0);
                let mut bench = cameras_with(tick, motion, camera_options);
                bench.app.init_resource::<Respawn>();
                if in_update {
                    bench.app.add_systems(Update, respawn);
                } else {
                    bench.app.add_systems(FixedUpdate, respawn);
                }
                let parent = bench.spawn((Transform::default(), Visibility::default()));
                let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -1.0), ChildOf(parent)));
                let moved = if with_its_parent { parent } else { target };
                bench.app.world_mut().entity_mut(moved).insert(Velocity::new(Vec3::ZERO));
                let camera = bench.spawn(watching(target));
                bench.run_to(0.25);
                bench.app.insert_resource(Respawn(Some((moved, Vec3::X))));
                let what = format!("{motion:?}, {camera_options:?}, in update {in_update}, parent {with_its_parent}");
                // A write in `Update` is detected in the next tick at the latest.
                let before = bench.get::<Aim>(camera).yaw;
                bench.frame(tick);
                let turned = (bench.get::<Aim>(camera).yaw - before).abs();
                assert!(turned < 0.05, "{what}: it was dragged by {turned} rad");
                assert_not_dragged(&mut bench, camera, &what);
            }
        }
    }
}

#[test]
fn moving_the_subject_of_a_blend_in_fixed_update_does_not_make_the_camera_jump() {
    let after_the_tick = |by: Vec3| {
        let mut bench = cameras_at_rate(64.0);
        bench.app.init_resource::<Respawn>().add_systems(FixedUpdate, respawn);
        let enemy = bench.spawn((Transform::from_xyz(5.0, 0.0, -5.0), Velocity::new(Vec3::ZERO)));
        // Orbits determine the positions of the shots, so only the path around the enemy depends on the enemy's position.
        let [from, to] = [3.04, 0.0].map(|yaw| bench.spawn((Orbit::new(yaw, 0.2, 8.0), LookAt::new(enemy))));
        let blend = Blend::Spring { angular_frequency: 5.0, around: true };
        let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(blend)));
        bench.run_to(0.5);
        bench.edit::<ActiveShot>(camera, |shows| shows.shot = to);
        bench.run_to(0.65);
        bench.app.insert_resource(Respawn(Some((enemy, by))));
        bench.frame(bench.app.world().resource::<Time<Fixed>>().timestep());
        *bench.get::<Pose>(camera)
    };
    assert_same(
        &after_the_tick(Vec3::ZERO),
        &after_the_tick(-9.0 * Vec3::X),
        "the write should not act in its own tick",
    );
}

#[test]
fn a_target_that_is_kicked_in_every_tick_does_not_leave_a_hard_zone() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -4.0), Velocity::new(Vec3::ZERO)));
    let look = LookAt { hard_zone: ZoneExtents::all(0.2), angular_frequency: 2.0, ..LookAt::new(target) };
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
fn a_teleport_of_the_targets_parent_counts_as_a_jump() {
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
fn a_teleport_of_the_camera_or_its_parent_counts_as_a_jump() {
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

#[test]
fn an_invalid_field_of_look_at_is_reported_once_and_its_last_valid_value_is_kept() {
    capture_warnings();
    type Write = fn(&mut LookAt, f32);
    let fields: [(&str, Write, &[f32]); 6] = [
        ("offset", |look, value| look.offset.y = value, &[f32::NAN, f32::INFINITY]),
        ("screen_position", |look, value| look.screen_position.x = value, &[f32::NAN, f32::NEG_INFINITY]),
        ("dead_zone", |look, value| look.dead_zone.left = value, &[f32::NAN, -0.1]),
        ("hard_zone", |look, value| look.hard_zone.top = value, &[f32::NAN, -0.1]),
        ("look_ahead", |look, value| look.look_ahead = value, &[f32::NAN, f32::INFINITY]),
        ("look_ahead", |look, value| look.look_ahead = value, &[f32::NEG_INFINITY]),
    ];
    for (field, write, values) in fields {
        for value in values {
            let mut bench = cameras_at_rate(64.0);
            let place = |t: f64| point_at(0.4 * t, 0.1);
            let target =
                bench.spawn((Transform::from_translation(place(0.0)), Velocity::new(Vec3::new(-4.0, 0.0, 0.0))));
            let look =
                LookAt { dead_zone: ZoneExtents::all(0.02), hard_zone: ZoneExtents::all(0.4), ..LookAt::new(target) };
            let name = format!("looking with {field} {value}");
            let camera = bench.spawn((Name::new(name.clone()), look, lens(0.8, 1.5)));
            let valid = bench.spawn((look, lens(0.8, 1.5)));
            bench.run_to(0.25);
            bench.edit::<LookAt>(camera, |look| write(look, *value));
            bench.run_to(0.75);
            assert_eq!(bench.get::<Aim>(camera), bench.get::<Aim>(valid), "{name}");
            assert_warned(&name, &format!("LookAt::{field}"), 1);
            bench.edit::<LookAt>(camera, |it| *it = look);
            bench.run_to(0.8);
            bench.edit::<LookAt>(camera, |look| write(look, *value));
            bench.run_to(0.9);
            assert_warned(&name, &format!("LookAt::{field}"), 1);
            assert_eq!(bench.get::<Aim>(camera), bench.get::<Aim>(valid), "{name}");
        }
    }
}

#[test]
fn look_at_that_is_invalid_from_the_start_acts_as_soon_as_it_is_valid() {
    capture_warnings();
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_translation(point_at(0.7, 0.1)));
    let name = "looking ahead by NaN from the start";
    let look = LookAt { look_ahead: f32::NAN, ..LookAt::new(target) };
    let camera = bench.spawn((Name::new(name), look));
    bench.run_to(0.25);
    assert_warned(name, "LookAt::look_ahead", 1);
    bench.edit::<LookAt>(camera, |look| look.look_ahead = 0.0);
    bench.frame(std::time::Duration::ZERO);
    assert!((bench.get::<Aim>(camera).yaw - 0.7).abs() < 1e-6, "{:?}", bench.get::<Aim>(camera));
}
