//! What cameras look at: what has jumped has not gone there, and what is no number is told.
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::{
    app::Bench,
    look::{lens, seen},
    same::assert_same,
    stage::{cameras_at_rate, cameras_with},
    warnings::{assert_told, listen},
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

/// Who respawns, and by how far, the next time the app's own systems run.
#[derive(Resource, Default)]
struct Respawn(Option<(Entity, Vec3)>);

fn respawn(mut due: ResMut<Respawn>, mut transforms: Query<&mut Transform>) {
    if let Some((entity, by)) = due.0.take() {
        transforms.get_mut(entity).expect("it is somewhere").translation += by;
    }
}

#[test]
fn a_write_in_the_tick_to_a_target_of_ours_is_a_jump() {
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
                let ours = if with_its_parent { parent } else { target };
                bench.app.world_mut().entity_mut(ours).insert(Velocity::new(Vec3::ZERO));
                let camera = bench.spawn(watching(target));
                bench.run_to(0.25);
                bench.app.insert_resource(Respawn(Some((ours, Vec3::X))));
                let what = format!("{motion:?}, {camera_options:?}, in update {in_update}, parent {with_its_parent}");
                // What is written in `Update` is seen in the next tick at the latest.
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
fn around_a_subject_of_ours_that_is_written_in_the_tick_nothing_jumps() {
    let after_the_tick = |by: Vec3| {
        let mut bench = cameras_at_rate(64.0);
        bench.app.init_resource::<Respawn>().add_systems(FixedUpdate, respawn);
        let enemy = bench.spawn((Transform::from_xyz(5.0, 0.0, -5.0), Velocity::new(Vec3::ZERO)));
        // Their orbits place the shots, so that only the way around the enemy depends on where it is.
        let [from, to] = [3.04, 0.0].map(|yaw| bench.spawn((Orbit::new(yaw, 0.2, 8.0), LookAt::new(enemy))));
        let blend = Blend::Spring { angular_frequency: 5.0, path: BlendPath::Around };
        let camera = bench.spawn((Transform::default(), Shows::new(from).by(blend)));
        bench.run_to(0.5);
        bench.edit::<Shows>(camera, |shows| shows.shot = to);
        bench.run_to(0.65);
        bench.app.insert_resource(Respawn(Some((enemy, by))));
        bench.frame(bench.app.world().resource::<Time<Fixed>>().timestep());
        *bench.get::<Pose>(camera)
    };
    assert_same(&after_the_tick(Vec3::ZERO), &after_the_tick(-9.0 * Vec3::X), "in that tick it goes on");
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

#[test]
fn what_is_no_number_is_told_once_and_the_last_numbers_stay() {
    listen();
    type Write = fn(&mut LookAt, f32);
    let fields: [(&str, Write, &[f32]); 6] = [
        ("offset", |look, number| look.offset.y = number, &[f32::NAN, f32::INFINITY]),
        ("at", |look, number| look.at.x = number, &[f32::NAN, f32::NEG_INFINITY]),
        ("dead", |look, number| look.dead.left = number, &[f32::NAN, -0.1]),
        ("hard", |look, number| look.hard.top = number, &[f32::NAN, -0.1]),
        ("look_ahead", |look, number| look.look_ahead = number, &[f32::NAN, f32::INFINITY]),
        ("look_ahead", |look, number| look.look_ahead = number, &[f32::NEG_INFINITY]),
    ];
    for (field, write, numbers) in fields {
        for number in numbers {
            let mut bench = cameras_at_rate(64.0);
            let place = |t: f64| seen(0.4 * t, 0.1);
            let target =
                bench.spawn((Transform::from_translation(place(0.0)), Velocity::new(Vec3::new(-4.0, 0.0, 0.0))));
            let look = LookAt { dead: Sides::all(0.02), hard: Sides::all(0.4), ..LookAt::new(target) };
            let name = format!("who looks with {field} {number}");
            let camera = bench.spawn((Name::new(name.clone()), look, lens(0.8, 1.5)));
            let well = bench.spawn((look, lens(0.8, 1.5)));
            bench.run_to(0.25);
            bench.edit::<LookAt>(camera, |look| write(look, *number));
            bench.run_to(0.75);
            assert_eq!(bench.get::<Aim>(camera), bench.get::<Aim>(well), "{name}");
            assert_told(&name, &format!("LookAt::{field}"), 1);
            bench.edit::<LookAt>(camera, |it| *it = look);
            bench.run_to(0.8);
            bench.edit::<LookAt>(camera, |look| write(look, *number));
            bench.run_to(0.9);
            assert_told(&name, &format!("LookAt::{field}"), 1);
            assert_eq!(bench.get::<Aim>(camera), bench.get::<Aim>(well), "{name}");
        }
    }
}

#[test]
fn what_is_no_number_from_the_start_looks_as_soon_as_it_is_one() {
    listen();
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_translation(seen(0.7, 0.1)));
    let name = "who looks ahead by NaN from the start";
    let look = LookAt { look_ahead: f32::NAN, ..LookAt::new(target) };
    let camera = bench.spawn((Name::new(name), look));
    bench.run_to(0.25);
    assert_told(name, "LookAt::look_ahead", 1);
    bench.edit::<LookAt>(camera, |look| look.look_ahead = 0.0);
    bench.frame(std::time::Duration::ZERO);
    assert!((bench.get::<Aim>(camera).yaw - 0.7).abs() < 1e-6, "{:?}", bench.get::<Aim>(camera));
}
