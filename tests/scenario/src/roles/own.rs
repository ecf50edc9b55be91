//! Custom properties: other kinds of values, and values that are stepped once a frame, by the real clock, or in the scenario's own
//! schedule.

use bevy::{ecs::schedule::ScheduleLabel, prelude::*};
use bevy_exact_motion::{
    DryFriction, ExponentialRate, Fling, Follow, Friction, Gravity, Limits, Motion, ReducedMotion, Resting, Target,
    Velocity, property::Property, space::Angle,
};

use super::Act;
use crate::{
    cast::{Cast, Dressing, Role},
    property::{Bearing, Clockwork, Gauge, Glow, Heading, Late, Lift, Menu, Place, Tint, Weights, Wheel},
    random::{Random, orientation},
    record::Record,
};

pub(super) fn dress(dressing: &mut Dressing, entity: &mut EntityWorldMut) {
    let spring = dressing.random.spring();
    let (at, goal) = (dressing.random.vector(3.0), dressing.random.vector(3.0));
    let near = dressing.random.between(0.2, 0.8);
    let mate = |role| dressing.mate(role);
    _ = match dressing.slot.role() {
        Role::Scalars => entity.insert((
            (Bearing(Angle(at.x)), spring.on::<Bearing>(), Target::<Bearing>::of(Angle(goal.x))),
            (Late(at.y), spring.on::<Late>(), Target::<Late>::of(goal.y)),
        )),
        Role::Colours => entity.insert((
            (Tint(Oklaba::new(near, 0.1, -0.05, 1.0)), spring.on::<Tint>(), Target::<Tint>::of(colour(at))),
            (Glow(LinearRgba::new(near, 0.3, 0.6, 1.0)), Friction::new(near).on::<Glow>()),
            Velocity::<Glow>::of(Vec4::new(0.1, -0.2, 0.05, 0.0)),
        )),
        Role::Wheels => entity.insert((
            (Wheel(Rot2::IDENTITY), Velocity::<Wheel>::of(6.0 * near), DryFriction::<Wheel>::of(0.4)),
            (Place(at.truncate()), spring.on::<Place>(), Target::<Place>::of(goal.truncate())),
            (Weights(at.extend(near)), Gravity::<Weights>::of(0.1 * goal.extend(near))),
            Friction::new(0.5).on::<Weights>(),
        )),
        Role::Reduced => entity.insert((Gauge(at.x), spring.on::<Gauge>(), Target::<Gauge>::of(goal.x))),
        Role::Simulated => entity.insert((
            (Lift(at.x), spring.on::<Lift>(), Target::<Lift>::of(goal.x)),
            (Heading(orientation(0)), spring.on::<Heading>(), Target::<Heading>::of(orientation(2))),
        )),
        Role::SimulatedFollower => entity.insert((
            (Lift(at.x), spring.on::<Lift>(), Follow::<Lift>::of(mate(Role::Simulated)).with_feed_forward(0.5)),
            (Heading(orientation(1)), Velocity::<Heading>::of(goal), Friction::new(0.4).on::<Heading>()),
        )),
        Role::SimulatedBall => entity.insert((
            Lift(5.0),
            Gravity::<Lift>::of(-9.0),
            Limits::<Lift>::of(0.0, 9.0).with_restitution(0.75),
            Friction::new(0.05).on::<Lift>(),
        )),
        Role::Framed => entity.insert((
            (Menu(at.truncate()), spring.on::<Menu>(), Target::<Menu>::of(goal.truncate())),
            (Clockwork(at.x), spring.on::<Clockwork>(), Target::<Clockwork>::of(goal.x)),
        )),
        Role::FramedFollower => entity.insert((
            (Menu(at.truncate()), spring.on::<Menu>(), Follow::<Menu>::of(mate(Role::Framed)).with_feed_forward(0.5)),
            (Clockwork(at.x), Velocity::<Clockwork>::of(goal.x), Friction::new(near).on::<Clockwork>()),
        )),
        _ => entity,
    };
}

fn colour(place: Vec3) -> Oklaba {
    let [l, a, b] = (0.1 * place).to_array();
    Oklaba::new(0.5 + l, a, b, 1.0)
}

pub(super) fn act(act: &mut Act) {
    let (place, way) = (act.random.vector(3.0), act.random.vector(1.0));
    if act.is_due(50, 1) {
        act.edit::<Target<Bearing>>(Role::Scalars, |target| target.value.0 += 2.0);
    }
    if act.is_due(280, 1) {
        act.edit::<Target<Late>>(Role::Scalars, |target| target.value = place.x);
        act.edit::<Target<Tint>>(Role::Colours, |target| target.value = colour(place));
        act.edit::<Velocity<Glow>>(Role::Colours, |velocity| velocity.0.x += 0.1 * way.x);
        act.edit::<Velocity<Wheel>>(Role::Wheels, |velocity| velocity.0 += 5.0 * way.y);
        act.edit::<Target<Place>>(Role::Wheels, |target| target.value = place.truncate());
        act.edit::<Velocity<Weights>>(Role::Wheels, |velocity| velocity.0 = way.extend(0.5));
        act.edit::<Gravity<Weights>>(Role::Wheels, |gravity| gravity.acceleration = -0.1 * way.extend(0.2));
    }
    if act.is_due(90, 2) {
        act.edit::<Target<Gauge>>(Role::Reduced, |target| target.value = place.x);
        act.edit::<Velocity<Lift>>(Role::SimulatedBall, |velocity| velocity.0 += 4.0 + way.x);
    }
    if act.is_due(140, 3) {
        act.edit::<Target<Lift>>(Role::Simulated, |target| target.value = place.x);
        let turned = orientation(act.random.below(6));
        act.edit::<Target<Heading>>(Role::Simulated, |target| target.value = turned);
    }
    if act.is_due(420, 4) {
        act.insert(Role::SimulatedFollower, ExponentialRate::<Lift>::of_end(place.y, 0.3, 1.0));
        act.edit::<Velocity<Heading>>(Role::SimulatedFollower, |velocity| velocity.0 += way);
    }
    if act.is_due(420, 110) {
        act.insert(Role::SimulatedFollower, Fling::<Lift>::of(place.z));
    }
    if act.group == 0 && act.is_due(1500, 700) {
        act.world.resource_mut::<ReducedMotion>().0 = true;
    }
    if act.group == 0 && act.is_due(1500, 900) {
        act.world.resource_mut::<ReducedMotion>().0 = false;
    }
    if act.is_due(320, 5) {
        act.edit::<Target<Menu>>(Role::Framed, |target| target.value = place.truncate());
        act.edit::<Target<Clockwork>>(Role::Framed, |target| target.value = place.z);
        act.edit::<Velocity<Clockwork>>(Role::FramedFollower, |velocity| velocity.0 += way.z);
    }
}

/// The scenario's own schedule, like that of a game with rollback.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Simulate;

/// The length of a prediction. Unit: ticks.
const PREDICTED: usize = 5;

/// Runs [`Simulate`] once. Every 32 ticks, first predicts some ticks with other input, and rolls them back.
pub(crate) fn simulate(world: &mut World) {
    let tick = world.resource::<Record>().ticks;
    if tick % 32 == 16 {
        predict(world, tick);
    }
    world.run_schedule(Simulate);
}

type PutBack = Box<dyn Fn(&mut World)>;

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

fn keep<P: Property<Component: Clone>>(world: &World, entity: Entity, kept: &mut Vec<PutBack>) {
    if world.get::<Motion<P>>(entity).is_none() {
        return;
    }
    keep_one::<P::Component>(world, entity, kept);
    keep_one::<Velocity<P>>(world, entity, kept);
    keep_one::<Target<P>>(world, entity, kept);
    keep_one::<ExponentialRate<P>>(world, entity, kept);
    keep_one::<Fling<P>>(world, entity, kept);
    keep_one::<Motion<P>>(world, entity, kept);
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

fn predict(world: &mut World, tick: u64) {
    let mut kept = Vec::new();
    let mut random = Random(tick);
    for group in Cast::groups() {
        for role in [Role::Simulated, Role::SimulatedFollower, Role::SimulatedBall] {
            let entity = world.resource::<Cast>().get(group, role);
            keep::<Lift>(world, entity, &mut kept);
            keep::<Heading>(world, entity, &mut kept);
            if let Some(mut velocity) = world.get_mut::<Velocity<Lift>>(entity) {
                velocity.0 += random.between(-3.0, 3.0);
            }
            if let Some(mut target) = world.get_mut::<Target<Heading>>(entity) {
                target.value = orientation(random.below(6));
            }
        }
    }
    world.resource_mut::<Record>().is_prediction = true;
    for _ in 0..PREDICTED {
        world.run_schedule(Simulate);
    }
    for put_back in kept {
        put_back(world);
    }
    world.resource_mut::<Record>().is_prediction = false;
}
