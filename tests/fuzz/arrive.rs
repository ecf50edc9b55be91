//! Checks that, once operations have stopped, each entity that a spring pulls to a goal reaches it.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{
    AxisSprings, Inertialization, Motion, RestTolerance, Sequence, SoftBounds, TimeScale,
    prelude::*,
    space::{Space, Tangent},
};

use crate::{
    limits,
    property::{Fuzzed, Parts, Which, with_property},
    stage::{Cast, Wind},
    watch::{Violation, Watch, is_stored_as},
};

/// The largest magnitude of a coordinate or velocity from which a spring arrives in time.
const NEAR: f32 = 1e3;

fn is_near<V: Parts>(value: V) -> bool {
    value.parts().iter().all(|part| part.abs() <= NEAR)
}

/// Whether the bounds and the dry friction of an entity let it come to rest in time, at any place.
fn is_calmed<P: Fuzzed>(entity: EntityRef) -> bool {
    let limits = entity.get::<Limits<P>>().is_none_or(|limits| {
        let calms = |soft: SoftBounds| {
            (3.0..60.0).contains(&soft.angular_frequency) && (0.3..2.0).contains(&soft.damping_ratio)
                || [soft.lower, soft.upper].iter().flatten().all(Option::is_none)
        };
        limits::are_valid(limits) && limits.restitution <= 0.9 && limits.soft.is_none_or(calms)
    });
    let dry = entity
        .get::<DryFriction<P>>()
        .is_none_or(|dry| P::Value::COORDINATES > 0 && dry.deceleration.is_finite() && dry.deceleration >= 0.0);
    limits && dry
}

/// Whether an entity has an ordinary spring, and nothing that keeps the spring from pulling it to its goal.
fn is_pulled<P: Fuzzed>(entity: EntityRef) -> bool {
    let plain = !entity.contains::<AxisSprings<P>>()
        && !entity.contains::<Gravity<P>>()
        && !entity.contains::<ExponentialRate<P>>()
        && !entity.contains::<Fling<P>>()
        && !entity.contains::<SnapPoints<P>>()
        && !entity.contains::<Sequence<P>>()
        && !entity.contains::<Inertialization<P>>()
        && !entity.contains::<Grabbed<P>>()
        && !entity.contains::<Disabled>()
        && entity.contains::<Motion<P>>();
    let spring = entity.get::<Spring<P>>().is_some_and(|spring| {
        (3.0..60.0).contains(&spring.angular_frequency) && (0.3..2.0).contains(&spring.damping_ratio)
    });
    let free = entity.get::<Friction<P>>().is_none_or(|friction| (0.0..3.0).contains(&friction.rate));
    let awake = entity.get::<TimeScale<P>>().is_none_or(|pace| (0.5..3.0).contains(&pace.0));
    let tolerant = entity.get::<RestTolerance<P>>().is_none_or(|tolerance| tolerance.0.is_finite());
    let near = entity.get::<P::Component>().is_some_and(|component| is_near(P::get(component)))
        && entity.get::<Velocity<P>>().is_some_and(|velocity| is_near(velocity.0));
    plain && spring && free && awake && tolerant && near && is_calmed::<P>(entity)
}

/// How close to its goal an entity comes to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nearness {
    Exactly,
    /// Within the rounding of the sum of a leader's value and an offset.
    Nearly,
    /// At any distance: a bound or dry friction may stop the entity on its way.
    Anywhere,
}

/// Returns the value at which an entity must come to rest, and how close to it. Returns `None` if this is not known.
fn goal<P: Fuzzed>(world: &World, entity: EntityRef) -> Option<(P::Value, Nearness)> {
    let (goal, nearness) = aim::<P>(world, entity)?;
    let allows = |limits: &Limits<P>| {
        let soft = limits.soft.unwrap_or_default();
        let all = [limits.lower, soft.lower, soft.upper, limits.upper];
        !limits.stops_at_target && all.iter().flatten().all(Option::is_none)
    };
    let is_free = !entity.contains::<DryFriction<P>>() && entity.get::<Limits<P>>().is_none_or(allows);
    Some((goal, if is_free { nearness } else { Nearness::Anywhere }))
}

/// Returns where an entity is pulled to, and how close it comes if nothing stops it on the way.
fn aim<P: Fuzzed>(world: &World, entity: EntityRef) -> Option<(P::Value, Nearness)> {
    if !is_pulled::<P>(entity) {
        return None;
    }
    if let Some(follow) = entity.get::<Follow<P>>() {
        let leader = world.get_entity(follow.leader).ok()?;
        // The leader must rest in all properties, because several of them may write the same field.
        let is_leader_at_rest = world.resource::<Cast>().properties.iter().all(|&property| {
            with_property!(property, Q => !leader.contains::<Motion<Q>>() || leader.contains::<Resting<Q>>())
        });
        let plain = !follow.leader_axes
            && (0.0..=1.0).contains(&follow.feed_forward)
            && follow.look_ahead == 0.0
            && is_near(follow.offset)
            && !entity.contains::<ChildOf>()
            && !leader.contains::<ChildOf>()
            && !leader.contains::<Disabled>()
            // User code may report a velocity that is not the leader's.
            && !leader.contains::<Wind>();
        let value = P::get(leader.get::<P::Component>()?);
        if !is_leader_at_rest || !plain || !is_near(value) || !value.is_unit(1e-6) {
            return None;
        }
        return Some((P::Value::narrow(P::Value::offset(value.widen(), follow.offset.widen())), Nearness::Nearly));
    }
    let target = entity.get::<Target<P>>()?.value;
    (is_near(target) && target.is_unit(1e-6)).then(|| (P::get(&P::component(target)), Nearness::Exactly))
}

/// A property of an entity that is pulled to a goal.
pub(crate) struct Expected {
    slot: u8,
    property: Which,
    /// The number of consecutive frames, of half a second each, in which the goal has been known.
    known: usize,
}

/// The time within which a spring must arrive. Unit: frames of half a second.
const LONG: usize = 80;

/// All entities that are pulled to a goal and are near enough to arrive in time.
pub(crate) fn expected(world: &World) -> Vec<Expected> {
    let (cast, watch) = (world.resource::<Cast>(), world.resource::<Watch>());
    let mut expected = Vec::new();
    for (slot, entity) in cast.all() {
        let Ok(entity) = world.get_entity(entity) else { continue };
        for &property in &cast.properties {
            let pulled = with_property!(property, P => is_pulled::<P>(entity));
            // A follower of an entity that user code marked as resting may wait forever.
            let waits = watch.marks && with_property!(property, P => entity.contains::<Follow<P>>());
            if pulled && !waits && !watch.is_marked_by_user(property, slot) {
                expected.push(Expected { slot, property, known: 0 });
            }
        }
    }
    expected
}

/// Counts a frame. Returns whether any of these entities may still arrive.
pub(crate) fn wait(world: &World, expected: &mut [Expected]) -> bool {
    let mut waits = false;
    for one in expected {
        let Some(entity) = entity(world, one.slot) else { continue };
        let (known, rests) = with_property!(one.property, P => {
            (goal::<P>(world, entity).is_some(), entity.contains::<Resting<P>>())
        });
        one.known = if known { one.known + 1 } else { 0 };
        waits |= known && one.known < LONG && !rests;
    }
    waits
}

/// Returns a violation if one of these entities has not reached its goal.
pub(crate) fn judge(world: &World, expected: &[Expected]) -> Option<Violation> {
    expected.iter().find_map(|one| {
        let entity = entity(world, one.slot)?;
        with_property!(one.property, P => judge_one::<P>(world, one, entity))
    })
}

fn entity(world: &World, slot: u8) -> Option<EntityRef<'_>> {
    world.get_entity(world.resource::<Cast>().get(slot)?).ok()
}

fn judge_one<P: Fuzzed>(world: &World, one: &Expected, entity: EntityRef) -> Option<Violation> {
    let (goal, nearness) = goal::<P>(world, entity)?;
    let value = P::get(entity.get::<P::Component>()?);
    let failed = |class: &str| {
        let detail = format!("{:?} of entity {}: at {value:?}, should be at {goal:?}", P::WHICH, one.slot);
        Some(Violation { class: class.to_owned(), detail })
    };
    if !entity.contains::<Resting<P>>() {
        return if one.known < LONG { None } else { failed("pulled to a goal, it does not come to rest") };
    }
    if nearness == Nearness::Anywhere {
        return None;
    }
    let error = P::Value::difference(goal.widen(), value.widen());
    let near = <P::Value as Space>::Tangent::narrow(error).parts().iter().all(|part| part.abs() <= 1e-6 * NEAR);
    if !near || nearness == Nearness::Exactly && !is_stored_as::<P>(value, goal) {
        return failed("pulled to a goal, it comes to rest at another place");
    }
    None
}
