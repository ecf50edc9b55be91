//! Where everybody who is pulled somewhere has to be in the end, when nothing has been done for long: whatever was done
//! before, nothing of it may be lost.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{AxisSprings, Motion, OffsetFrame, Pace, RestTolerance, Space, Tangent, prelude::*};

use crate::{
    limits,
    property::{Fuzzed, Parts, Which, with_property},
    stage::{Cast, Wind},
    watch::{Violation, Watch, is_stored_as},
};

/// Numbers with which a spring arrives within a minute, from wherever these are.
const NEAR: f32 = 1e3;

fn is_near<V: Parts>(value: V) -> bool {
    value.parts().iter().all(|part| part.abs() <= NEAR)
}

/// Whether what stops an entity on its way lets it come to rest in time, wherever that is.
fn is_calmed<P: Fuzzed>(entity: EntityRef) -> bool {
    let limits = entity.get::<Limits<P>>().is_none_or(|limits| {
        let soft = [limits.soft_lower, limits.soft_upper].iter().flatten().any(Option::is_some);
        let calms = (3.0..60.0).contains(&limits.angular_frequency) && (0.3..2.0).contains(&limits.damping_ratio);
        limits::have_meaning(limits) && limits.restitution <= 0.9 && (calms || !soft)
    });
    let dry = entity
        .get::<DryFriction<P>>()
        .is_none_or(|dry| P::Value::NUMBERS > 0 && dry.deceleration.is_finite() && dry.deceleration >= 0.0);
    limits && dry
}

/// Whether an entity's spring has nothing against it.
fn is_pulled<P: Fuzzed>(entity: EntityRef) -> bool {
    let plain = !entity.contains::<AxisSprings<P>>()
        && !entity.contains::<Gravity<P>>()
        && !entity.contains::<ExponentialRate<P>>()
        && !entity.contains::<Fling<P>>()
        && !entity.contains::<Held<P>>()
        && !entity.contains::<Disabled>()
        && entity.contains::<Motion<P>>();
    let spring = entity.get::<Spring<P>>().is_some_and(|spring| {
        (3.0..60.0).contains(&spring.angular_frequency) && (0.3..2.0).contains(&spring.damping_ratio)
    });
    let free = entity.get::<Friction<P>>().is_none_or(|friction| (0.0..3.0).contains(&friction.rate));
    let awake = entity.get::<Pace<P>>().is_none_or(|pace| (0.5..3.0).contains(&pace.0));
    let tolerant = entity.get::<RestTolerance<P>>().is_none_or(|tolerance| tolerance.0.is_finite());
    let near = entity.get::<P::Component>().is_some_and(|component| is_near(P::get(component)))
        && entity.get::<Velocity<P>>().is_some_and(|velocity| is_near(velocity.0));
    plain && spring && free && awake && tolerant && near && is_calmed::<P>(entity)
}

/// How near to where it is pulled somebody comes to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nearness {
    Exactly,
    /// As far as a rounding of the sum of a leader's value and an offset.
    Nearly,
    /// A bound or dry friction may hold it elsewhere.
    Anywhere,
}

/// Where it has to be, and how near; none where that is not known.
fn goal<P: Fuzzed>(world: &World, entity: EntityRef) -> Option<(P::Value, Nearness)> {
    let (goal, nearness) = aim::<P>(world, entity)?;
    let allows = |limits: &Limits<P>| {
        let all = [limits.lower, limits.soft_lower, limits.soft_upper, limits.upper];
        !limits.at_target && all.iter().flatten().all(Option::is_none)
    };
    let is_free = !entity.contains::<DryFriction<P>>() && entity.get::<Limits<P>>().is_none_or(allows);
    Some((goal, if is_free { nearness } else { Nearness::Anywhere }))
}

/// Where it is pulled to, and how near it comes if nothing stops it on its way.
fn aim<P: Fuzzed>(world: &World, entity: EntityRef) -> Option<(P::Value, Nearness)> {
    if !is_pulled::<P>(entity) {
        return None;
    }
    if let Some(follow) = entity.get::<Follow<P>>() {
        let leader = world.get_entity(follow.leader).ok()?;
        // Neither by this property nor by another that writes the same field.
        let stands = world.resource::<Cast>().properties.iter().all(|&property| {
            with_property!(property, Q => !leader.contains::<Motion<Q>>() || leader.contains::<Resting<Q>>())
        });
        let plain = follow.frame == OffsetFrame::World
            && (0.0..=1.0).contains(&follow.feed_forward)
            && follow.look_ahead == 0.0
            && is_near(follow.offset)
            && !entity.contains::<ChildOf>()
            && !leader.contains::<ChildOf>()
            && !leader.contains::<Disabled>()
            // It may tell another velocity than it has.
            && !leader.contains::<Wind>();
        let value = P::get(leader.get::<P::Component>()?);
        if !stands || !plain || !is_near(value) || !value.is_unit(1e-6) {
            return None;
        }
        return Some((P::Value::narrow(P::Value::offset(value.widen(), follow.offset.widen())), Nearness::Nearly));
    }
    let target = entity.get::<Target<P>>()?.value;
    (is_near(target) && target.is_unit(1e-6)).then(|| (P::get(&P::component(target)), Nearness::Exactly))
}

/// Somebody who is pulled somewhere.
pub(crate) struct Expected {
    slot: u8,
    property: Which,
    /// How many frames of half a second ago it could be known where to.
    known: usize,
}

/// A spring needs so long at most. Unit: frames of half a second.
const LONG: usize = 80;

/// Everybody who is pulled somewhere, and is near enough to arrive in time.
pub(crate) fn expected(world: &World) -> Vec<Expected> {
    let (cast, watch) = (world.resource::<Cast>(), world.resource::<Watch>());
    let mut expected = Vec::new();
    for (slot, entity) in cast.all() {
        let Ok(entity) = world.get_entity(entity) else { continue };
        for &property in &cast.properties {
            let pulled = with_property!(property, P => is_pulled::<P>(entity));
            // Whoever is behind somebody whom the user has marked may wait for ever.
            let waits = watch.marks && with_property!(property, P => entity.contains::<Follow<P>>());
            if pulled && !waits && !watch.is_marked_by_hand(property, slot) {
                expected.push(Expected { slot, property, known: 0 });
            }
        }
    }
    expected
}

/// A frame later: whether somebody may still arrive.
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

/// What one of them does wrong.
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
        return if one.known < LONG { None } else { failed("pulled somewhere, it does not come to rest") };
    }
    if nearness == Nearness::Anywhere {
        return None;
    }
    let way = P::Value::difference(goal.widen(), value.widen());
    let near = <P::Value as Space>::Tangent::narrow(way).parts().iter().all(|part| part.abs() <= 1e-6 * NEAR);
    if !near || nearness == Nearness::Exactly && !is_stored_as::<P>(value, goal) {
        return failed("pulled somewhere, it comes to rest elsewhere");
    }
    None
}
