//! Cameras and attached entities that are restored to a state in flight continue bit for bit.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    Motion,
    camera::{
        Aim, AimPitch, AimYaw, Blending, Composed, Fitted, GroupMiddle, OrbitDistance, OrbitPitch, OrbitYaw, Pose,
        Reach, ShakeOffset, ShakeTurn, Sight,
    },
    prelude::*,
    property::FieldOfView,
    rail::{OnRail, RailDistance},
};

use crate::{
    attachments::Attachments,
    rig::{Rig, TICK, bits},
    stage::cameras_with,
};

type Restore = Box<dyn Fn(&mut World)>;

/// Adds a function to `kept` that restores an entity's component, or its absence, to the current state.
fn keep_one<C: Component + Clone>(world: &World, entity: Entity, kept: &mut Vec<Restore>) {
    let component = world.get::<C>(entity).cloned();
    kept.push(Box::new(move |world| {
        let mut entity = world.entity_mut(entity);
        match component.clone() {
            Some(component) => _ = entity.insert(component),
            None => _ = entity.remove::<C>(),
        }
    }));
}

macro_rules! keep {
    ($world:expr, $entity:expr, $kept:expr; $($component:ty),*; $($property:ty),*) => { $(
        keep_one::<$component>($world, $entity, $kept);
    )* $(
        keep_one::<Velocity<$property>>($world, $entity, $kept);
        keep_one::<Target<$property>>($world, $entity, $kept);
        keep_one::<Limits<$property>>($world, $entity, $kept);
        keep_one::<Spring<$property>>($world, $entity, $kept);
        keep_one::<Motion<$property>>($world, $entity, $kept);
        keep_one::<Resting<$property>>($world, $entity, $kept);
    )* };
}

fn keep(world: &World, entities: &[Entity]) -> Vec<Restore> {
    let mut kept = Vec::new();
    for &entity in entities {
        keep!(
            world, entity, &mut kept;
            Transform, Projection, Orbit, OrbitInput, Aim, Obstruction, Shake, ActiveShot, Attach, Pose,
            Composed, Sight, Reach, Blending, GroupMiddle, Fitted, OnRail;
            Translation, Rotation, OrbitYaw, OrbitPitch, OrbitDistance, AimYaw, AimPitch, ShakeTurn, ShakeOffset, FieldOfView,
            RailDistance
        );
    }
    kept
}

fn run(rig: &mut Rig, length: Duration) -> Vec<Vec<Vec<u32>>> {
    let all = rig.all();
    (0..80)
        .map(|frame| {
            let place = Vec3::new(9.0 + 0.001 * (frame * frame) as f32, 4.0, 3.0);
            rig.bench.edit::<Transform>(all[7], |transform| transform.translation = place);
            if frame == 30 {
                rig.show(all[7]);
            }
            rig.bench.frame(length);
            all.iter().map(|&entity| bits(rig.bench.app.world(), entity)).collect()
        })
        .collect()
}

#[test]
fn a_restored_rig_continues_bit_for_bit() {
    for (between, length) in [(Duration::ZERO, TICK), (Duration::from_millis(8), Duration::from_millis(5))] {
        let mut rig = Rig::in_flight();
        rig.bench.frame(between);
        let kept = keep(rig.bench.app.world(), &rig.all());
        let overstep = rig.bench.app.world().resource::<Time<Fixed>>().overstep();
        let first = run(&mut rig, length);
        rig.bench.app.world_mut().resource_mut::<Time<Fixed>>().discard_overstep(TICK);
        let foreign = rig.foreign;
        rig.bench.edit::<Transform>(foreign, |transform| transform.translation = Vec3::new(9.0, 4.0, 3.0));
        for restore in &kept {
            restore(rig.bench.app.world_mut());
        }
        rig.bench.app.world_mut().resource_mut::<Time<Fixed>>().accumulate_overstep(overstep);
        let second = run(&mut rig, length);
        for (frame, (first, second)) in first.iter().zip(&second).enumerate() {
            for (entity, (first, second)) in rig.all().into_iter().zip(first.iter().zip(second)) {
                assert_eq!(first, second, "frames of {length:?}, frame {frame}: {}", rig.bench.get::<Name>(entity));
            }
        }
        assert!(first.windows(2).all(|pair| pair[0] != pair[1]), "the rig should move in every frame");
    }
}

/// Runs 80 frames, in which leaders change, one gets a `Transform`, an attached entity is thrown, and a thrown one is attached. Returns the
/// bits of all entities in each frame.
fn change(attachments: &mut Attachments, thrown: Entity) -> Vec<Vec<Vec<u32>>> {
    let [first, second] = attachments.leaders;
    let mut all = Vec::from(attachments.all());
    all.push(thrown);
    (0..80)
        .map(|frame| {
            let (standing, absent) = (attachments.standing, attachments.absent);
            match frame {
                10 => {
                    attachments.set_leader(attachments.changing, first);
                    attachments.set_leader(attachments.from_foreign, attachments.foreign);
                    attachments.set_leader(attachments.to_foreign, first);
                }
                20 => {
                    let velocity = attachments.pose(standing).velocity;
                    let world = attachments.bench.app.world_mut();
                    world.entity_mut(standing).remove::<Attach>().insert((Velocity::new(velocity), Spring::default()));
                    world.entity_mut(thrown).insert(Attach::new(second));
                }
                30 => {
                    _ = attachments.bench.app.world_mut().entity_mut(absent).insert(Transform::from_xyz(0.0, 1.0, 0.0));
                }
                40 => attachments.set_leader(attachments.lost, second),
                _ => {}
            }
            attachments.frame(Duration::from_millis(7));
            attachments.bits(&all)
        })
        .collect()
}

#[test]
fn attached_entities_restored_in_any_order_continue_bit_for_bit() {
    let live = MotionOptions::fixed();
    let late = live.with_presentation(Presentation::Delayed);
    for (backwards, options) in [(false, live), (true, live), (false, late), (true, late)] {
        let mut attachments = Attachments::in_flight(cameras_with(TICK, options, options));
        let thrown = attachments.bench.spawn((
            Name::new("thrown"),
            Transform::from_xyz(0.0, 3.0, 1.0),
            Velocity::new(Vec3::new(1.0, 2.0, 0.0)),
            Velocity::<Rotation>::of(Vec3::Y),
        ));
        attachments.frames(3, Duration::from_millis(7));
        let mut all = Vec::from(attachments.all());
        all.push(thrown);
        let mut kept = keep(attachments.bench.app.world(), &all);
        let now = attachments.now;
        let overstep = attachments.bench.app.world().resource::<Time<Fixed>>().overstep();
        let first = change(&mut attachments, thrown);
        if backwards {
            kept.reverse();
        }
        attachments.bench.app.world_mut().resource_mut::<Time<Fixed>>().discard_overstep(TICK);
        for restore in &kept {
            restore(attachments.bench.app.world_mut());
        }
        attachments.now = now;
        attachments.bench.app.world_mut().resource_mut::<Time<Fixed>>().accumulate_overstep(overstep);
        let second = change(&mut attachments, thrown);
        for (frame, (first, second)) in first.iter().zip(&second).enumerate() {
            for (&entity, (first, second)) in all.iter().zip(first.iter().zip(second)) {
                assert_eq!(
                    first,
                    second,
                    "{options:?}, backwards {backwards}, frame {frame}: {}",
                    attachments.name(entity)
                );
            }
        }
    }
}
