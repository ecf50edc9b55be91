//! A rig put back in flight goes on bit for bit.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{Blending, Composed, Fitted, GroupMiddle, Motion, Reach, Sight, prelude::*};

use crate::{
    company::Company,
    rig::{Rig, TICK, bits},
    stage::cameras_with,
};

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

fn keep(world: &World, entities: &[Entity]) -> Vec<PutBack> {
    let mut kept = Vec::new();
    for &entity in entities {
        keep!(
            world, entity, &mut kept;
            Transform, Projection, Orbit, OrbitInput, Aim, Obstruction, Shake, Shows, Attach, Pose,
            Composed, Sight, Reach, Blending, GroupMiddle, Fitted;
            Translation, Rotation, OrbitYaw, OrbitPitch, OrbitLength, AimYaw, AimPitch, ShakeTurn, ShakeOffset, FieldOfView
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
        let kept = keep(rig.bench.app.world(), &rig.all());
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

/// Leaders change, come and go; who was attached is thrown, who was thrown is attached.
fn change(company: &mut Company, thrown: Entity) -> Vec<Vec<Vec<u32>>> {
    let [first, second] = company.leaders;
    let mut all = Vec::from(company.all());
    all.push(thrown);
    (0..80)
        .map(|frame| {
            let (standing, absent) = (company.standing, company.absent);
            match frame {
                10 => {
                    company.lead(company.changing, first);
                    company.lead(company.from_foreign, company.foreign);
                    company.lead(company.to_foreign, first);
                }
                20 => {
                    let velocity = company.pose(standing).velocity;
                    let world = company.bench.app.world_mut();
                    world.entity_mut(standing).remove::<Attach>().insert((Velocity::new(velocity), Spring::default()));
                    world.entity_mut(thrown).insert(Attach::new(second));
                }
                30 => _ = company.bench.app.world_mut().entity_mut(absent).insert(Transform::from_xyz(0.0, 1.0, 0.0)),
                40 => company.lead(company.lost, second),
                _ => {}
            }
            company.frame(Duration::from_millis(7));
            company.bits(&all)
        })
        .collect()
}

#[test]
fn what_is_attached_put_back_in_any_order_goes_on_bit_for_bit() {
    let live = MotionOptions::fixed();
    let late = live.presented(Presentation::Delayed);
    for (backwards, options) in [(false, live), (true, live), (false, late), (true, late)] {
        let mut company = Company::in_flight(cameras_with(TICK, options, options));
        let thrown = company.bench.spawn((
            Name::new("thrown"),
            Transform::from_xyz(0.0, 3.0, 1.0),
            Velocity::new(Vec3::new(1.0, 2.0, 0.0)),
            Velocity::<Rotation>::of(Vec3::Y),
        ));
        company.frames(3, Duration::from_millis(7));
        let mut all = Vec::from(company.all());
        all.push(thrown);
        let mut kept = keep(company.bench.app.world(), &all);
        let now = company.now;
        let overstep = company.bench.app.world().resource::<Time<Fixed>>().overstep();
        let first = change(&mut company, thrown);
        if backwards {
            kept.reverse();
        }
        company.bench.app.world_mut().resource_mut::<Time<Fixed>>().discard_overstep(TICK);
        for put_back in &kept {
            put_back(company.bench.app.world_mut());
        }
        company.now = now;
        company.bench.app.world_mut().resource_mut::<Time<Fixed>>().accumulate_overstep(overstep);
        let second = change(&mut company, thrown);
        for (frame, (first, second)) in first.iter().zip(&second).enumerate() {
            for (&entity, (first, second)) in all.iter().zip(first.iter().zip(second)) {
                assert_eq!(
                    first,
                    second,
                    "{options:?}, backwards {backwards}, frame {frame}: {}",
                    company.name(entity)
                );
            }
        }
    }
}
