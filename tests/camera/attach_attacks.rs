//! What users do to what is attached: clone it, despawn it in observers, switch it off, take it off and put it on again.

use std::time::Duration;

use bevy::{
    ecs::{entity::EntityCloner, entity_disabling::Disabled, lifecycle::Discard},
    prelude::*,
};
use bevy_exact_motion::prelude::*;

use crate::{
    app::Bench,
    attach::{assert_on, on, tumbling},
    company::Company,
    rig::{TICK, assert_sound},
    same::{apart, assert_same},
    stage::{cameras, cameras_at_rate},
    warnings::{assert_told, listen, told},
};

const FRAME: Duration = Duration::from_millis(7);

#[test]
fn a_clone_goes_the_way_of_its_original() {
    let mut company = Company::in_flight(cameras(TICK));
    let riders = company.riders();
    let clones = riders.map(|rider| company.bench.app.world_mut().entity_mut(rider).clone_and_spawn());
    for frame in 0..200 {
        for (rider, clone) in riders.into_iter().zip(clones) {
            let (original, copy) = (company.bits(&[rider]), company.bits(&[clone]));
            assert_eq!(original, copy, "frame {frame}: {}", company.name(rider));
        }
        if frame == 40 {
            let leader = company.leaders[0];
            for entity in [company.changing, clones[1], company.lost, clones[4]] {
                company.lead(entity, leader);
            }
        }
        if frame == 60 {
            let absent = company.absent;
            company.bench.app.world_mut().entity_mut(absent).insert((Transform::default(), Velocity::new(Vec3::Y)));
        }
        company.frame(FRAME);
    }
}

#[test]
fn cloned_with_its_leader_it_is_on_the_leaders_clone() {
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
            let copies = world.get::<Children>(copy).expect("they are cloned, too");
            let (rider_copy, leader_copy) = if rider_first { (copies[0], copies[1]) } else { (copies[1], copies[0]) };
            assert_eq!(bench.get::<Attach>(rider_copy).leader, leader_copy, "rider first {rider_first}");
            // The clone's leader goes another way.
            bench.edit::<Velocity>(leader_copy, |velocity| velocity.0 += Vec3::X);
            let before = [rider, rider_copy].map(|rider| *bench.get::<Pose>(rider));
            assert_eq!(before[0], before[1]);
            bench.frame(Duration::ZERO);
            let now = *bench.get::<Pose>(rider_copy);
            assert!((now.position - before[1].position).length() < 4e-6, "{before:?} {now:?}");
            assert!(apart(now.rotation, before[1].rotation) < 1e-6, "{before:?} {now:?}");
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
fn observers_may_despawn_riders_and_leaders() {
    for event in 0..4 {
        for who in 0..10 {
            let mut company = Company::in_flight(cameras(TICK));
            let all = company.all();
            company.bench.app.insert_resource(Victim(all[who]));
            let app = &mut company.bench.app;
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
            let rider = company.riders().into_iter().find(|&rider| rider != all[who]).expect("one is left");
            for round in 0..2 {
                let what = format!("event {event}, {who}, round {round}");
                for rider in company.riders() {
                    let Ok(mut rider) = company.bench.app.world_mut().get_entity_mut(rider) else { continue };
                    let Some(attach) = rider.get::<Attach>().copied() else { continue };
                    rider.remove::<Attach>();
                    if !rider.is_despawned() {
                        rider.insert(attach);
                    }
                }
                for _ in 0..10 {
                    company.bench.frame(FRAME);
                    let world = company.bench.app.world();
                    let left: Vec<Entity> =
                        all.into_iter().filter(|&entity| world.get_entity(entity).is_ok()).collect();
                    assert_sound(world, &left, &what);
                }
            }
            let world = company.bench.app.world();
            assert!(world.get_entity(all[who]).is_err() && world.get_entity(rider).is_ok(), "event {event}, {who}");
        }
    }
}

#[test]
fn who_is_switched_off_stops_and_goes_on_from_there() {
    let mut company = Company::in_flight(cameras(TICK));
    let riders = company.riders();
    for rider in riders {
        let name = company.name(rider);
        let before = company.pose(rider);
        company.bench.app.world_mut().entity_mut(rider).insert(Disabled);
        company.frames(20, FRAME);
        company.frame(Duration::from_millis(3));
        assert_eq!(company.pose(rider), before, "{name} is switched off");
        company.bench.app.world_mut().entity_mut(rider).remove::<Disabled>();
        company.frame(Duration::ZERO);
        assert_same(&before, &company.pose(rider), &name);
        company.frames(20, FRAME);
    }
}

#[test]
fn attached_while_it_is_switched_off_it_comes_from_where_it_stands() {
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
    let stands = Pose { position: place.translation, rotation: place.rotation, ..Pose::default() };
    assert_same(&stands, bench.get(entity), "switched on");
    let found = bench.app.world().entity(entity);
    assert!(!found.contains::<Velocity>() && !found.contains::<Velocity<Rotation>>(), "what moved it gives way");
    bench.run_to(4.0);
    assert_on(&bench, entity, leader, "in the end");
}

fn still(pose: &Pose) -> Pose {
    Pose { position: pose.position, rotation: pose.rotation, ..Pose::default() }
}

#[test]
fn taken_off_and_put_on_in_one_go_it_goes_on() {
    let mut company = Company::in_flight(cameras(TICK));
    for rider in company.riders() {
        let (name, before) = (company.name(rider), company.pose(rider));
        let attach = *company.bench.get::<Attach>(rider);
        company.bench.app.world_mut().entity_mut(rider).remove::<Attach>().insert(attach);
        company.frame(Duration::ZERO);
        // Without a leader it stands.
        let goes_on = if rider == company.lost { still(&before) } else { before };
        assert_same(&goes_on, &company.pose(rider), &name);
        company.frames(10, FRAME);
        // Over itself it is no change at all. What the test moves stands meanwhile.
        company.frame(Duration::ZERO);
        let before = company.pose(rider);
        company.bench.app.world_mut().entity_mut(rider).insert(attach);
        company.frame(Duration::ZERO);
        assert_same(&before, &company.pose(rider), &name);
    }
    let (absent, leader) = (company.absent, company.leaders[0]);
    company.bench.app.world_mut().entity_mut(absent).insert(Transform::default());
    for rider in company.riders() {
        company.lead(rider, leader);
    }
    company.frames(800, FRAME);
    for rider in company.riders() {
        assert_on(&company.bench, rider, leader, &company.name(rider));
    }
}

#[test]
fn taken_off_for_a_while_it_comes_from_rest() {
    let mut bench = cameras_at_rate(64.0);
    let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
    let entity = bench.spawn(on(leader));
    bench.run_to(0.5);
    bench.app.world_mut().entity_mut(entity).remove::<Attach>();
    bench.run_to(1.0);
    let place = *bench.get::<Transform>(entity);
    bench.app.world_mut().entity_mut(entity).insert(on(leader));
    bench.frame(Duration::ZERO);
    let stands = Pose { position: place.translation, rotation: place.rotation, ..Pose::default() };
    assert_same(&stands, bench.get(entity), "put on again");
}

#[test]
fn who_is_to_be_on_itself_stays_and_is_told_once() {
    listen();
    let mut bench = cameras_at_rate(64.0);
    let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
    let alone = bench.spawn((Name::new("on itself"), Transform::from_xyz(1.0, 0.0, 0.0)));
    bench.app.world_mut().entity_mut(alone).insert(on(alone));
    let rider = bench.spawn((Name::new("on itself in flight"), on(leader).by(Blend::spring(0.5))));
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
    assert_told("on itself", "is attached to it in the end; its last pose stands", 2);
    assert_eq!(told("on itself").len(), 2);
    bench.edit::<Attach>(rider, |attach| attach.leader = leader);
    bench.frame(Duration::ZERO);
    assert_same(&last, bench.get(rider), "on its leader again");
    bench.run_to(12.0);
    assert_on(&bench, rider, leader, "on its leader again");
}

#[test]
fn without_the_plugin_for_cameras_it_is_told_once() {
    listen();
    let mut bench = Bench::at_rate(64.0);
    let leader = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    let riders = ["attached without a plugin", "attached without a plugin, too"]
        .map(|name| bench.spawn((Name::new(name), on(leader))));
    bench.run_to(0.3);
    assert_told("attached without a plugin", "has `Attach`", 1);
    assert_told("attached without a plugin", "app.add_plugins(ExactCameraPlugin::default())", 1);
    assert_eq!(told("attached without a plugin").len(), 1);
    assert_eq!(bench.get::<Transform>(riders[0]).translation, Vec3::ZERO);
}
