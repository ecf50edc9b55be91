//! Moves entities that have come to rest exactly to their rest points, and reports each of them once.

use alloc::boxed::Box;

use bevy::{ecs::entity::EntityHashSet, prelude::*};

use super::{
    adopt::Adoptable, advance::remove_fling, correct::Corrected, emit::emit, measure::now, worklist::Worklist,
};
use crate::{
    events::Settled,
    follow::{order::FollowOrder, ring::rings_at_rest},
    motion::{
        Grabbed, Motion, Resting, bounds::take_ended_throw, clock::Clock, fault::Fault, rest::rest_point, target,
    },
    property::{Point, Property, command::BoxedCommand},
    space::{Law, Space, State, zero},
};

/// Moves each entity that is at rest within tolerance exactly to its rest point, inserts [`Resting`] and triggers [`Settled`].
pub(crate) fn rest<P: Property>(
    If(time): If<Res<Time>>,
    (clock, real): (Res<Clock<P>>, Option<Res<Time<Real>>>),
    mut worklist: ResMut<Worklist<P>>,
    followers: Res<FollowOrder<P>>,
    mut world: ParamSet<(Query<Adoptable<P>, Without<Grabbed<P>>>, Query<Corrected<P>>)>,
    mut commands: Commands,
) {
    // Sorted, so that the order of events does not depend on the tables. A corrected entity may be listed twice.
    worklist.slow.sort_unstable();
    worklist.slow.dedup();
    let mut moving = world.p0();
    let rings_at_rest = rings_at_rest(&followers.rings, &mut |entity, ring| {
        moving.get_mut(entity).is_ok_and(|(_, input, motion, _, resting)| {
            resting
                || worklist.slow.binary_search(&entity).is_ok()
                    && ring.may_rest(&motion.0, input.rest_tolerance())
                    && !input.has_pending_writes(&motion.0)
        })
    });
    for &entity in &worklist.slow {
        let Some(position) = rest_position(entity, clock.h, &mut world.p0(), &rings_at_rest) else { continue };
        let mut entities = world.p1();
        let Ok((_, mut component, mut velocity, mut motion, ..)) = entities.get_mut(entity) else { continue };
        let body = &mut motion.bypass_change_detection().0;
        let state = State { position, velocity: zero() };
        body.moved |= state != body.state;
        let before = body.state.position;
        if let Some(contacts) = body.contacts_mut() {
            contacts.come_to_rest(before, position);
        }
        body.state = state;
        target::discard_guessed_step(body);
        if target::is_in_ring(body) {
            // A member of a ring keeps its position, which differs from its rest point in the last bits. To make the two equal, the target
            // is moved.
            target::stop(body);
            let Law { k, a, .. } = body.law();
            if k > 0.0 {
                body.set_target(P::Value::offset(position, a * (-1.0 / k)));
            }
        }
        body.write_marked(&state, 0.0, &mut component, &mut velocity);
        // An entity that is drawn one tick late rests one tick later, because its last tick has not been drawn yet.
        if body.history_mut().is_some_and(|history| !core::mem::replace(&mut history.settled, true)) {
            continue;
        }
        let settled = core::mem::take(&mut body.moved).then(|| {
            let target = P::Value::narrow(body.target());
            // A component without this value, such as an orthographic `Projection` for a field of view, reads as NaN.
            let shown = Some(body.written().value).filter(|shown| shown.is_finite());
            let value = shown.unwrap_or_else(|| state.value());
            Settled::<P> { entity, value, target, time: now(&clock, &time, real.as_deref()) }
        });
        commands.queue(settle(entity, state, settled));
    }
}

/// A command that inserts [`Resting`] and triggers `settled`. It does nothing if the entity has been despawned or has lost its motion
/// meanwhile. If the entity has been grabbed or moved by a shift of the origin, it stays awake and may come to rest later.
fn settle<P: Property>(entity_id: Entity, state: State<P::Value>, settled: Option<Settled<P>>) -> BoxedCommand {
    Box::new(move |world: &mut World| {
        let Ok(mut entity) = world.get_entity_mut(entity_id) else { return };
        let held = entity.contains::<Grabbed<P>>();
        let Some(mut motion) = entity.get_mut::<Motion<P>>() else { return };
        let body = &mut motion.bypass_change_detection().0;
        if held || body.state != state {
            body.moved |= settled.is_some();
            return;
        }
        body.woken = false;
        body.end_throws(Fault::Law.is_noted(body.faults));
        let was_thrown = take_ended_throw(body).is_some();
        entity.insert(Resting::<P>::default());
        if was_thrown && let Ok(mut entity) = world.get_entity_mut(entity_id) {
            remove_fling::<P>(&mut entity);
        }
        if let Some(settled) = settled {
            emit(world, settled);
        }
    })
}

/// The position at which an entity comes to rest. Returns `None` if the entity is already resting, if it is farther than the tolerance from
/// that position, if its target moves, if its leader does not rest, if a moving bound reaches it in the next tick (of length `h`), or if
/// user code has written to it since the last tick.
fn rest_position<P: Property>(
    entity: Entity,
    h: f64,
    moving: &mut Query<Adoptable<P>, Without<Grabbed<P>>>,
    rings_at_rest: &EntityHashSet,
) -> Option<Point<P>> {
    let (_, input, motion, _, false) = moving.get_mut(entity).ok()? else { return None };
    let body = &motion.0;
    let tolerance = input.rest_tolerance();
    let position = if target::is_in_ring(body) {
        Some(body.state.position).filter(|_| rings_at_rest.contains(&entity))
    } else if body.may_rest(tolerance) && target::is_fixed(body) {
        rest_point(body, tolerance)
    } else {
        None
    };
    let position = position.filter(|_| !input.has_pending_writes(body))?;
    let is_reached = body.contacts().filter(|contacts| contacts.has_moving_bounds()).is_some_and(|contacts| {
        let segment = body.segment();
        segment.is_reached(contacts, h * segment.time_scale)
    });
    if is_reached {
        return None;
    }
    let leader = target::predicted_leader(body);
    let leader_rests = leader.is_none_or(|leader| moving.get_mut(leader).is_ok_and(|(.., resting)| resting));
    leader_rests.then_some(position)
}
