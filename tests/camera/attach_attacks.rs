//! User code clones attached entities, despawns them in observers, disables them, and removes and inserts `Attach`.

use std::time::Duration;

use bevy::{
    ecs::{entity::EntityCloner, entity_disabling::Disabled, lifecycle::Discard, schedule::ScheduleLabel},
    prelude::*,
};
use bevy_exact_motion::{camera::Pose, prelude::*};

use crate::{
    app::Bench,
    attach::{assert_on, on, tumbling},
    attachments::Attachments,
    compare_poses::{angle_between, assert_same},
    rig::{TICK, assert_finite},
    stage::{cameras, cameras_at_rate, cameras_with},
    warnings::{assert_warned, capture_warnings, warnings_about},
};

const FRAME: Duration = Duration::from_millis(7);

#[test]
fn a_clone_takes_the_same_path_as_its_original() {
    let mut attachments = Attachments::in_flight(cameras(TICK));
    let riders = attachments.riders();
    let clones = riders.map(|rider| attachments.bench.app.world_mut().entity_mut(rider).clone_and_spawn());
    for frame in 0..200 {
        for (rider, clone) in riders.into_iter().zip(clones) {
            let (original, copy) = (attachments.bits(&[rider]), attachments.bits(&[clone]));
            assert_eq!(original, copy, "frame {frame}: {}", attachments.name(rider));
        }
        if frame == 40 {
            let leader = attachments.leaders[0];
            for entity in [attachments.changing, clones[1], attachments.lost, clones[4]] {
                attachments.set_leader(entity, leader);
            }
        }
        if frame == 60 {
            let absent = attachments.absent;
            attachments.bench.app.world_mut().entity_mut(absent).insert((Transform::default(), Velocity::new(Vec3::Y)));
        }
        attachments.frame(FRAME);
    }
}

#[test]
fn an_entity_cloned_with_its_leader_is_on_the_cloned_leader() {
    for rider_first in [false, true] {
        for changes in [false, true] {
            let mut bench = cameras_at_rate(64.0);
            let root = bench.spawn((Transform::from_xyz(0.0, 1.0, 0.0), Visibility::default()));
            let other = tumbling(&mut bench, Vec3::new(-2.0, 1.0, 4.0), Vec3::new(-1.0, 3.0, 1.0));
            let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
            let rider = bench.spawn(on(if changes { other } else { leader }));
            let children = if rider_first { [rider, leader] } else { [leader, rider] };
            bench.app.world_mut().entity_mut(root).add_children(&children);
            bench.run_to(0.3);
            bench.edit::<Attach>(rider, |attach| attach.leader = leader);
            bench.run_to(0.4);
            let world = bench.app.world_mut();
            let copy = world.spawn_empty().id();
            EntityCloner::build_opt_out(world).linked_cloning(true).clone_entity(root, copy);
            let copies = world.get::<Children>(copy).expect("the children should be cloned, too");
            let (rider_copy, leader_copy) = if rider_first { (copies[0], copies[1]) } else { (copies[1], copies[0]) };
            assert_eq!(bench.get::<Attach>(rider_copy).leader, leader_copy, "rider first {rider_first}");
            // The cloned leader moves along another path.
            bench.edit::<Velocity>(leader_copy, |velocity| velocity.0 += Vec3::X);
            let before = [rider, rider_copy].map(|rider| *bench.get::<Pose>(rider));
            assert_eq!(before[0], before[1]);
            bench.frame(Duration::ZERO);
            let now = *bench.get::<Pose>(rider_copy);
            assert!((now.position - before[1].position).length() < 4e-6, "{before:?} {now:?}");
            assert!(angle_between(now.rotation, before[1].rotation) < 1e-6, "{before:?} {now:?}");
            bench.run_to(3.0);
            let [found, alone] = [rider_copy, rider].map(|rider| bench.get::<Pose>(rider).position);
            let [there, here] = [leader_copy, leader].map(|leader| bench.get::<Transform>(leader).translation);
            assert!((there - here).length() > 2.0, "they should be apart");
            assert!((found - there - alone + here).length() < 4e-5, "{found} should be on {there}");
        }
    }
}

#[derive(Resource)]
struct Victim(Entity);

#[test]
fn observers_may_despawn_attached_entities_and_leaders() {
    for event in 0..4 {
        for index in 0..13 {
            let mut attachments = Attachments::in_flight(cameras(TICK));
            let all = attachments.all();
            attachments.bench.app.insert_resource(Victim(all[index]));
            let app = &mut attachments.bench.app;
            macro_rules! on_event {
                ($on:ident) => {
                    _ = app.add_observer(|_: On<$on, Attach>, victim: Res<Victim>, mut commands: Commands| {
                        commands.entity(victim.0).try_despawn();
                    })
                };
            }
            match event {
                0 => on_event!(Add),
                1 => on_event!(Insert),
                2 => on_event!(Discard),
                _ => on_event!(Remove),
            }
            let rider = attachments.riders().into_iter().find(|&rider| rider != all[index]).expect("a rider is left");
            for round in 0..2 {
                let what = format!("event {event}, entity {index}, round {round}");
                for rider in attachments.riders() {
                    let Ok(mut rider) = attachments.bench.app.world_mut().get_entity_mut(rider) else { continue };
                    let Some(attach) = rider.get::<Attach>().copied() else { continue };
                    rider.remove::<Attach>();
                    if !rider.is_despawned() {
                        rider.insert(attach);
                    }
                }
                for _ in 0..10 {
                    attachments.bench.frame(FRAME);
                    let world = attachments.bench.app.world();
                    let left: Vec<Entity> =
                        all.into_iter().filter(|&entity| world.get_entity(entity).is_ok()).collect();
                    assert_finite(world, &left, &what);
                }
            }
            let world = attachments.bench.app.world();
            assert!(world.get_entity(all[index]).is_err() && world.get_entity(rider).is_ok(), "event {event}, {index}");
        }
    }
}

#[test]
fn a_disabled_attached_entity_stops_and_continues_from_there() {
    let mut attachments = Attachments::in_flight(cameras(TICK));
    let riders = attachments.riders();
    for rider in riders {
        let name = attachments.name(rider);
        let before = attachments.pose(rider);
        attachments.bench.app.world_mut().entity_mut(rider).insert(Disabled);
        attachments.frames(20, FRAME);
        attachments.frame(Duration::from_millis(3));
        assert_eq!(attachments.pose(rider), before, "{name} is disabled");
        attachments.bench.app.world_mut().entity_mut(rider).remove::<Disabled>();
        attachments.frame(Duration::ZERO);
        assert_same(&before, &attachments.pose(rider), &name);
        attachments.frames(20, FRAME);
    }
}

#[test]
fn an_entity_attached_while_disabled_starts_at_rest_where_it_is() {
    let mut bench = cameras_at_rate(64.0);
    let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
    let entity = tumbling(&mut bench, Vec3::new(4.0, 0.0, 1.0), Vec3::new(-5.0, 2.0, 0.0));
    for _ in 0..40 {
        bench.frame(FRAME);
    }
    bench.app.world_mut().entity_mut(entity).insert(Disabled);
    bench.run_to(0.5);
    let place = *bench.get::<Transform>(entity);
    bench.app.world_mut().entity_mut(entity).insert(on(leader));
    bench.run_to(0.7);
    bench.frame(Duration::from_millis(5));
    assert_eq!(*bench.get::<Transform>(entity), place);
    bench.app.world_mut().entity_mut(entity).remove::<Disabled>();
    bench.frame(Duration::ZERO);
    let at_rest = Pose { position: place.translation, rotation: place.rotation, ..Pose::default() };
    assert_same(&at_rest, bench.get(entity), "enabled");
    let found = bench.app.world().entity(entity);
    assert!(!found.contains::<Velocity>() && !found.contains::<Velocity<Rotation>>(), "its other motion is removed");
    bench.run_to(4.0);
    assert_on(&bench, entity, leader, "in the end");
}

fn still(pose: &Pose) -> Pose {
    Pose { position: pose.position, rotation: pose.rotation, ..Pose::default() }
}

#[test]
fn removing_and_inserting_attach_in_the_same_frame_does_not_jump() {
    let mut attachments = Attachments::in_flight(cameras(TICK));
    for rider in attachments.riders() {
        let (name, before) = (attachments.name(rider), attachments.pose(rider));
        let attach = *attachments.bench.get::<Attach>(rider);
        attachments.bench.app.world_mut().entity_mut(rider).remove::<Attach>().insert(attach);
        attachments.frame(Duration::ZERO);
        // `lost` has no leader, so it is at rest after `Attach` is inserted again.
        let expected = if rider == attachments.lost { still(&before) } else { before };
        assert_same(&expected, &attachments.pose(rider), &name);
        attachments.frames(10, FRAME);
        // Replacing the component with an equal one changes nothing. The frames have length 0, so that `foreign` does not move.
        attachments.frame(Duration::ZERO);
        let before = attachments.pose(rider);
        attachments.bench.app.world_mut().entity_mut(rider).insert(attach);
        attachments.frame(Duration::ZERO);
        assert_same(&before, &attachments.pose(rider), &name);
    }
    let (absent, leader) = (attachments.absent, attachments.leaders[0]);
    attachments.bench.app.world_mut().entity_mut(absent).insert(Transform::default());
    for rider in attachments.riders() {
        attachments.set_leader(rider, leader);
    }
    attachments.frames(800, FRAME);
    for rider in attachments.riders() {
        assert_on(&attachments.bench, rider, leader, &attachments.name(rider));
    }
}

#[test]
fn an_entity_attached_again_later_starts_at_rest() {
    let mut bench = cameras_at_rate(64.0);
    let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
    let entity = bench.spawn(on(leader));
    bench.run_to(0.5);
    bench.app.world_mut().entity_mut(entity).remove::<Attach>();
    bench.run_to(1.0);
    let place = *bench.get::<Transform>(entity);
    bench.app.world_mut().entity_mut(entity).insert(on(leader));
    bench.frame(Duration::ZERO);
    let at_rest = Pose { position: place.translation, rotation: place.rotation, ..Pose::default() };
    assert_same(&at_rest, bench.get(entity), "attached again");
}

#[test]
fn an_entity_attached_to_itself_stays_and_warns_once() {
    capture_warnings();
    let mut bench = cameras_at_rate(64.0);
    let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
    let alone = bench.spawn((Name::new("on itself"), Transform::from_xyz(1.0, 0.0, 0.0)));
    bench.app.world_mut().entity_mut(alone).insert(on(alone));
    let rider = bench.spawn((Name::new("on itself in flight"), on(leader).with_blend(Blend::spring(0.5))));
    bench.run_to(0.5);
    let before = *bench.get::<Pose>(rider);
    bench.edit::<Attach>(rider, |attach| attach.leader = rider);
    bench.frame(Duration::ZERO);
    assert_same(&before, bench.get(rider), "on itself");
    bench.run_to(6.0);
    let last = *bench.get::<Pose>(rider);
    assert!((last.position - before.position).length() < 1e-5, "{before:?} {last:?}");
    assert_eq!((last.velocity, last.angular_velocity), (Vec3::ZERO, Vec3::ZERO));
    assert_eq!(bench.get::<Transform>(alone).translation, Vec3::X);
    assert_warned("on itself", "attached to this entity, directly or indirectly; its last pose is kept", 2);
    assert_eq!(warnings_about("on itself").len(), 2);
    bench.edit::<Attach>(rider, |attach| attach.leader = leader);
    bench.frame(Duration::ZERO);
    assert_same(&last, bench.get(rider), "on its leader again");
    bench.run_to(12.0);
    assert_on(&bench, rider, leader, "on its leader again");
}

#[test]
fn attach_without_the_camera_plugin_warns_once() {
    capture_warnings();
    let mut bench = Bench::at_rate(64.0);
    let leader = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    let riders = ["attached without a plugin", "attached without a plugin, too"]
        .map(|name| bench.spawn((Name::new(name), on(leader))));
    bench.run_to(0.3);
    assert_warned("attached without a plugin", "has `Attach`", 1);
    assert_warned("attached without a plugin", "app.add_plugins(ExactCameraPlugin::default())", 1);
    assert_eq!(warnings_about("attached without a plugin").len(), 1);
    assert_eq!(bench.get::<Transform>(riders[0]).translation, Vec3::ZERO);
}

#[test]
fn what_is_attached_to_a_leader_that_user_code_moves_in_ticks_is_not_reported_at_uneven_frames() {
    #[derive(Component)]
    struct Walker;
    capture_warnings();
    let mut bench = cameras_at_rate(64.0);
    bench.app.add_systems(FixedUpdate, |mut walker: Single<&mut Transform, With<Walker>>, time: Res<Time>| {
        walker.translation.x = libm::sinf(time.elapsed_secs());
    });
    let walker = bench.spawn((Walker, Transform::default()));
    let lantern = (Name::new("lantern of a walker"), Transform::default(), Attach::new(walker).with_offset(Vec3::Y));
    let lantern = bench.spawn(lantern);
    bench.spawn((Transform::default(), Follow::new(lantern), Spring::critical(8.0)));
    for length in [11, 47, 23, 9, 170, 31].into_iter().cycle().take(600) {
        bench.frame(Duration::from_millis(length));
    }
    assert_warned("lantern of a walker", "moves in frames", 0);
}

/// The schedule in which cameras are stepped once a frame.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Own;

#[test]
fn a_jump_of_a_leader_at_rest_is_not_taken_for_motion_while_another_leader_is_changed() {
    for own in [false, true] {
        let options = if own { MotionOptions::in_schedule(Own) } else { MotionOptions::frame() };
        let mut bench = cameras_with(TICK, options, options);
        bench.app.init_schedule(Own).add_systems(Update, |world: &mut World| {
            world.run_schedule(Own);
        });
        let [leader, other, next] =
            [Vec3::ZERO, Vec3::X, Vec3::Y].map(|at| bench.spawn(Transform::from_translation(at)));
        let [rider, passenger] = [leader, other].map(|leader| bench.spawn((Transform::default(), Attach::new(leader))));
        for _ in 0..20 {
            bench.frame(Duration::from_millis(30));
        }
        bench.edit::<Attach>(passenger, |attach| attach.leader = next);
        bench.edit::<Transform>(leader, |place| place.translation = Vec3::new(-5.0, 0.0, 2.0));
        for frame in 0..20 {
            bench.frame(Duration::from_millis(30));
            assert_eq!(bench.get::<Pose>(rider).velocity, Vec3::ZERO, "{options:?}, frame {frame}");
        }
        assert_eq!(bench.get::<Transform>(rider).translation, Vec3::new(-5.0, 0.0, 2.0));
    }
}
