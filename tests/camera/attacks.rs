//! User code removes and inserts components of a rig in motion, and disables, despawns and clones its entities.

use std::time::Duration;

use bevy::{
    ecs::{entity::EntityCloner, entity_disabling::Disabled},
    prelude::*,
};
use bevy_exact_motion::{
    camera::{Aim, AimPitch, AimYaw, OrbitDistance, OrbitPitch, OrbitYaw, Pose, ShakeTurn},
    prelude::*,
};

use crate::{
    rig::{Rig, TICK, assert_finite, bits},
    stage::Stage,
};

/// Runs `frames` more frames. Asserts that all values of the remaining entities are finite.
#[track_caller]
fn run_on(rig: &mut Rig, frames: usize, what: &str) {
    for _ in 0..frames {
        rig.bench.frame(TICK);
        assert_finite(rig.bench.app.world(), &rig.all(), what);
    }
}

/// Removes a component and inserts it again, unchanged.
fn remove_and_insert<C: Component + Clone>(rig: &mut Rig, entity: Entity, what: &str) {
    let kept = rig.bench.get::<C>(entity).clone();
    // Insert the component over itself, then remove and insert it in the same frame, then 10 frames apart.
    rig.bench.app.world_mut().entity_mut(entity).insert(kept.clone());
    run_on(rig, 10, what);
    rig.bench.app.world_mut().entity_mut(entity).remove::<C>().insert(kept.clone());
    run_on(rig, 10, what);
    rig.bench.app.world_mut().entity_mut(entity).remove::<C>();
    run_on(rig, 10, what);
    rig.bench.app.world_mut().entity_mut(entity).insert(kept);
    run_on(rig, 10, what);
}

#[test]
fn every_component_may_be_removed_and_inserted_again() {
    let mut rig = Rig::in_flight();
    let (boom, wide, shown, pivot, player, prey) = (rig.boom, rig.wide, rig.shown, rig.pivot, rig.player, rig.prey);
    let held = rig.attached;
    remove_and_insert::<Attach>(&mut rig, held, "Attach");
    remove_and_insert::<Transform>(&mut rig, held, "Transform");
    remove_and_insert::<Pose>(&mut rig, held, "Pose");
    remove_and_insert::<Orbit>(&mut rig, boom, "Orbit");
    remove_and_insert::<LookAt>(&mut rig, boom, "LookAt");
    remove_and_insert::<Obstruction>(&mut rig, boom, "Obstruction");
    remove_and_insert::<ActiveShot>(&mut rig, shown, "ActiveShot");
    remove_and_insert::<GroupFraming>(&mut rig, wide, "GroupFraming");
    remove_and_insert::<InGroup>(&mut rig, prey, "InGroup");
    remove_and_insert::<GroupMember>(&mut rig, prey, "GroupMember");
    remove_and_insert::<Shake>(&mut rig, shown, "Shake");
    remove_and_insert::<Shake>(&mut rig, boom, "Shake");
    remove_and_insert::<OrbitInput>(&mut rig, boom, "OrbitInput");
    remove_and_insert::<OrbitRange>(&mut rig, boom, "OrbitRange");
    remove_and_insert::<Aim>(&mut rig, boom, "Aim");
    remove_and_insert::<Pose>(&mut rig, boom, "Pose");
    remove_and_insert::<Pose>(&mut rig, shown, "Pose");
    remove_and_insert::<Projection>(&mut rig, boom, "Projection");
    remove_and_insert::<Projection>(&mut rig, wide, "Projection");
    remove_and_insert::<Transform>(&mut rig, boom, "Transform");
    remove_and_insert::<Transform>(&mut rig, pivot, "Transform");
    remove_and_insert::<Transform>(&mut rig, prey, "Transform");
    remove_and_insert::<Transform>(&mut rig, shown, "Transform");
    remove_and_insert::<Follow>(&mut rig, pivot, "Follow");
    remove_and_insert::<Spring<OrbitYaw>>(&mut rig, boom, "Spring");
    remove_and_insert::<Spring<OrbitDistance>>(&mut rig, boom, "Spring");
    remove_and_insert::<Velocity<OrbitDistance>>(&mut rig, boom, "Velocity");
    remove_and_insert::<Velocity<OrbitYaw>>(&mut rig, wide, "Velocity");
    remove_and_insert::<Velocity<AimYaw>>(&mut rig, boom, "Velocity");
    remove_and_insert::<Limits<AimPitch>>(&mut rig, boom, "Limits");
    remove_and_insert::<Limits<OrbitDistance>>(&mut rig, boom, "Limits");
    remove_and_insert::<Target<OrbitDistance>>(&mut rig, boom, "Target");
    remove_and_insert::<Target<OrbitPitch>>(&mut rig, wide, "Target");
    remove_and_insert::<Velocity<ShakeTurn>>(&mut rig, shown, "Velocity");
    remove_and_insert::<ChildOf>(&mut rig, boom, "ChildOf");
    // In the end the camera shows its shot, and the boom looks at its target from the distance of its orbit.
    rig.bench.edit::<OrbitInput>(boom, |input| *input = OrbitInput::default());
    rig.bench.edit::<Velocity>(player, |velocity| velocity.0 = Vec3::ZERO);
    run_on(&mut rig, 900, "afterwards");
    assert_eq!(*rig.bench.get::<Pose>(shown), *rig.bench.get::<Pose>(wide));
    let pose = *rig.bench.get::<Pose>(boom);
    let at = |entity: Entity| rig.bench.get::<Transform>(entity).translation;
    let length = rig.bench.get::<Orbit>(boom).distance;
    assert!((pose.position.distance(at(pivot)) - length).abs() < 1e-5 && length > 5.0, "{pose:?}, {length}");
    let sight = pose.rotation.inverse() * (at(prey) - pose.position);
    assert!(sight.x.abs() < -0.15 * sight.z && sight.y.abs() < -0.15 * sight.z, "{sight}");
}

#[test]
fn an_orbit_inserted_again_keeps_its_new_values() {
    for walls in [false, true] {
        let mut rig = Rig::new();
        let boom = rig.boom;
        if !walls {
            rig.bench.app.world_mut().entity_mut(boom).remove::<Obstruction>();
        }
        rig.frames(20);
        rig.bench.app.world_mut().entity_mut(boom).remove::<Orbit>();
        rig.frames(20);
        rig.bench.app.world_mut().entity_mut(boom).insert(Orbit::new(-2.0, 0.5, 3.0));
        rig.frames(60);
        let orbit = *rig.bench.get::<Orbit>(boom);
        assert_eq!(orbit, Orbit::new(-2.0, 0.5, 3.0), "walls {walls}");
    }
}

#[test]
fn look_at_inserted_again_starts_on_its_target() {
    let mut rig = Rig::new();
    let (boom, prey) = (rig.boom, rig.prey);
    rig.frames(30);
    let look = *rig.bench.get::<LookAt>(boom);
    rig.bench.app.world_mut().entity_mut(boom).remove::<LookAt>();
    rig.frames(2);
    rig.bench.edit::<Transform>(prey, |transform| transform.translation = Vec3::new(40.0, 5.0, 0.0));
    rig.bench.app.world_mut().trigger(Teleported::new(prey));
    rig.frames(2);
    rig.bench.app.world_mut().entity_mut(boom).insert(look);
    rig.bench.frame(Duration::ZERO);
    let pose = *rig.bench.get::<Pose>(boom);
    let ahead = rig.bench.get::<Transform>(prey).translation + 0.1 * rig.bench.get::<Velocity>(prey).0;
    let sight = (ahead - pose.position).normalize();
    assert!((pose.rotation * Vec3::NEG_Z).distance(sight) < 1e-4, "{pose:?} {sight}");
}

#[test]
fn a_disabled_entity_stops_and_continues_from_there() {
    for index in 0..10 {
        let mut rig = Rig::in_flight();
        let entity = rig.all()[index];
        let name = rig.bench.get::<Name>(entity).to_string();
        for switch in 0..3 {
            // This frame ends between two ticks.
            rig.bench.frame(Duration::from_millis(5));
            let before: Vec<_> = rig.all().map(|entity| bits(rig.bench.app.world(), entity)).into();
            rig.bench.app.world_mut().entity_mut(entity).insert(Disabled);
            rig.bench.frame(Duration::ZERO);
            if switch == 0 {
                assert_eq!(bits(rig.bench.app.world(), entity), before[index], "{name} should not move");
                assert_no_jump(&rig, &before, &format!("{name} is disabled"));
            }
            run_on(&mut rig, 20, &name);
            rig.bench.frame(Duration::from_millis(3));
            assert_eq!(bits(rig.bench.app.world(), entity), before[index], "{name} should not move");
            let before: Vec<_> = rig.all().map(|entity| bits(rig.bench.app.world(), entity)).into();
            rig.bench.app.world_mut().entity_mut(entity).remove::<Disabled>();
            rig.bench.frame(Duration::ZERO);
            assert_no_jump(&rig, &before, &format!("{name} is enabled"));
            run_on(&mut rig, 30, &name);
            if switch == 1 {
                rig.kick_and_turn();
            }
        }
    }
}

/// Asserts that no entity's position or rotation jumped in a frame of length 0.
#[track_caller]
fn assert_no_jump(rig: &Rig, before: &[Vec<u32>], what: &str) {
    for (entity, before) in rig.all().into_iter().zip(before) {
        let name = rig.bench.get::<Name>(entity);
        for (now, before) in bits(rig.bench.app.world(), entity).iter().zip(before).take(7) {
            let (now, before) = (f32::from_bits(*now), f32::from_bits(*before));
            assert!((now - before).abs() < 2e-6 * (1.0 + before.abs()), "{what}: {name} was {before}, is {now}");
        }
    }
}

#[derive(Resource)]
struct Victim(Entity);

#[test]
#[ignore = "slow: .ci/long runs it"]
fn observers_may_despawn_any_entity() {
    for index in 0..10 {
        for event in 0..7 {
            let mut rig = Rig::in_flight();
            let victim = rig.all()[index];
            let app = &mut rig.bench.app;
            app.insert_resource(Victim(victim));
            macro_rules! on {
                ($event:ty) => {
                    _ = app.add_observer(|_: On<$event>, victim: Res<Victim>, mut commands: Commands| {
                        commands.entity(victim.0).try_despawn();
                    })
                };
            }
            match event {
                0 => on!(Settled<OrbitYaw>),
                1 => on!(LimitReached<OrbitDistance>),
                2 => on!(Cut),
                3 => on!(LimitReached<OrbitPitch>),
                4 => on!(Settled<ShakeTurn>),
                5 => on!(LimitReached<AimYaw>),
                _ => on!(Teleported),
            }
            let (boom, shown, prey) = (rig.boom, rig.shown, rig.prey);
            let others: Vec<_> = rig.all().into_iter().filter(|&entity| entity != victim).collect();
            for frame in 0..75 {
                match frame {
                    10 if index != 5 => rig.bench.edit::<OrbitInput>(boom, |input| input.turn = Vec2::new(0.2, 9.0)),
                    20 => rig.bench.app.world_mut().trigger(Cut::new(boom)),
                    25 => rig.bench.app.world_mut().trigger(Cut::new(shown)),
                    30 => rig.bench.app.world_mut().trigger(Teleported::new(prey)),
                    40 if index != 8 && event != 2 => {
                        if let Some(mut shows) = rig.bench.app.world_mut().get_mut::<ActiveShot>(shown) {
                            shows.shot = boom;
                        }
                    }
                    _ => {}
                }
                rig.bench.frame(TICK);
                for &entity in &others {
                    if rig.bench.app.world().get_entity(entity).is_ok() {
                        assert_finite(rig.bench.app.world(), &[entity], &format!("{index}, {event}"));
                    }
                }
            }
            if [2, 6].contains(&event) {
                assert!(rig.bench.app.world().get_entity(victim).is_err(), "{index}, {event}: it should be despawned");
            }
        }
    }
}

#[test]
fn a_cloned_rig_takes_the_same_path_as_its_original() {
    let mut rig = Rig::in_flight();
    let world = rig.bench.app.world_mut();
    let pivot = world.spawn_empty().id();
    EntityCloner::build_opt_out(world).linked_cloning(true).clone_entity(rig.pivot, pivot);
    let boom = world.get::<Children>(pivot).expect("its camera should be cloned, too")[0];
    let shown = world.entity_mut(rig.shown).clone_and_spawn();
    let held = world.entity_mut(rig.attached).clone_and_spawn();
    assert_ne!(boom, rig.boom);
    for frame in 0..150 {
        for (original, clone) in [(rig.pivot, pivot), (rig.boom, boom), (rig.shown, shown), (rig.attached, held)] {
            let world = rig.bench.app.world();
            assert_eq!(bits(world, original), bits(world, clone), "frame {frame}: {}", rig.bench.get::<Name>(original));
        }
        if frame == 60 {
            let foreign = rig.foreign;
            for camera in [rig.shown, shown] {
                rig.bench.edit::<ActiveShot>(camera, |shows| shows.shot = foreign);
            }
        }
        rig.bench.frame(if frame % 3 == 0 { Duration::from_millis(7) } else { TICK });
    }
}

/// The throw inserts the velocity either before or after it removes the orbit.
#[test]
fn a_camera_thrown_from_its_orbit_flies_with_the_inserted_velocity() {
    for orbit_first in [false, true] {
        let pivot = (Transform::from_xyz(0.0, 1.0, 0.0), Visibility::default());
        let mut stage = Stage::new(64.0, pivot, Orbit::new(0.7, 0.3, 8.0));
        stage.bench.run_to(0.5);
        let before = *stage.bench.get::<Transform>(stage.camera);
        let mut camera = stage.bench.app.world_mut().entity_mut(stage.camera);
        let thrown = (Velocity::new(2.0 * Vec3::X), Velocity::<Rotation>::of(Vec3::Y));
        if orbit_first {
            camera.remove::<Orbit>().insert(thrown);
        } else {
            camera.insert(thrown).remove::<Orbit>();
        }
        stage.bench.run_to(1.0);
        let Transform { translation, rotation, .. } = *stage.bench.get::<Transform>(stage.camera);
        // Tolerance: the rounding of f32 at 8 m and in a quaternion.
        assert!((translation - before.translation - Vec3::X).length() < 1e-6, "{orbit_first}: {translation}");
        let turned = Quat::from_rotation_y(0.5) * before.rotation;
        assert!((rotation * turned.inverse()).xyz().length() < 1e-6, "{orbit_first}: {rotation}, should be {turned}");
    }
}
