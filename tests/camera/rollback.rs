//! A rig put back in flight goes on bit for bit.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{Blending, Composed, GroupMiddle, Motion, Reach, Sight, prelude::*};

use crate::rig::{Rig, TICK, bits};

type PutBack = Box<dyn Fn(&mut World)>;

/// What an entity has of one component, to be put back.
fn keep_one<C: Component + Clone>(world: &World, entity: Entity, kept: &mut Vec<PutBack>) {
    let component = world.get::<C>(entity).cloned();
    kept.push(Box::new(move |world| {
        let mut entity = world.entity_mut(entity);
        match component.clone() {
            Some(component) => _ = entity.insert(component),
            None => _ = entity.remove::<C>(),
        }
    }));
}

fn keep_rest<P: Property>(world: &World, entity: Entity, kept: &mut Vec<PutBack>) {
    let rests = world.get::<Resting<P>>(entity).is_some();
    kept.push(Box::new(move |world| {
        let mut entity = world.entity_mut(entity);
        if rests {
            entity.insert(Resting::<P>::default());
        } else {
            entity.remove::<Resting<P>>();
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
        keep_rest::<$property>($world, $entity, $kept);
    )* };
}

fn keep(rig: &Rig) -> Vec<PutBack> {
    let world = rig.bench.app.world();
    let mut kept = Vec::new();
    for entity in rig.all() {
        keep!(
            world, entity, &mut kept;
            Transform, Projection, Orbit, OrbitInput, Aim, Obstruction, Shake, Shows, Pose,
            Composed, Sight, Reach, Blending, GroupMiddle;
            Translation, OrbitYaw, OrbitPitch, OrbitLength, AimYaw, AimPitch, ShakeTurn, ShakeOffset, FieldOfView
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
fn a_rig_put_back_goes_on_bit_for_bit() {
    for (between, length) in [(Duration::ZERO, TICK), (Duration::from_millis(8), Duration::from_millis(5))] {
        let mut rig = Rig::in_flight();
        rig.bench.frame(between);
        let kept = keep(&rig);
        let overstep = rig.bench.app.world().resource::<Time<Fixed>>().overstep();
        let first = run(&mut rig, length);
        rig.bench.app.world_mut().resource_mut::<Time<Fixed>>().discard_overstep(TICK);
        let foreign = rig.foreign;
        rig.bench.edit::<Transform>(foreign, |transform| transform.translation = Vec3::new(9.0, 4.0, 3.0));
        for put_back in &kept {
            put_back(rig.bench.app.world_mut());
        }
        rig.bench.app.world_mut().resource_mut::<Time<Fixed>>().accumulate_overstep(overstep);
        let second = run(&mut rig, length);
        for (frame, (first, second)) in first.iter().zip(&second).enumerate() {
            for (entity, (first, second)) in rig.all().into_iter().zip(first.iter().zip(second)) {
                assert_eq!(first, second, "frames of {length:?}, frame {frame}: {}", rig.bench.get::<Name>(entity));
            }
        }
        assert!(first.windows(2).all(|pair| pair[0] != pair[1]), "it moves all the time");
    }
}
