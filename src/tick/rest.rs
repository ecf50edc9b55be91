//! Coming to rest: exactly, once.

use alloc::boxed::Box;

use bevy::{ecs::entity::EntityHashSet, prelude::*};

use super::{
    adopt::Adoptable, advance::take_off_fling, correct::Corrected, measure::now, tell::tell, worklist::Worklist,
};
use crate::{
    events::Settled,
    follow::{order::FollowOrder, ring::rings_at_rest},
    motion::{Held, Motion, Resting, bounds::take_ended_throw, clock::Clock, fault::Fault, led, rest::rest_point},
    property::{Point, Property, command::Later},
    space::{Law, Space, State, zero},
};

/// Puts each entity that is at rest within tolerance exactly onto its rest point, marks it, and tells.
pub(crate) fn rest<P: Property>(
    If(time): If<Res<Time>>,
    (clock, real): (Res<Clock<P>>, Option<Res<Time<Real>>>),
    mut worklist: ResMut<Worklist<P>>,
    followers: Res<FollowOrder<P>>,
    mut world: ParamSet<(Query<Adoptable<P>, Without<Held<P>>>, Query<Corrected<P>>)>,
    mut commands: Commands,
) {
    // Sorted by entity, so that the order of events does not depend on the tables; a corrected entity may be listed twice.
    worklist.slow.sort_unstable();
    worklist.slow.dedup();
    let mut moving = world.p0();
    let rings_at_rest = rings_at_rest(&followers.rings, &mut |entity, ring| {
        moving.get_mut(entity).is_ok_and(|(_, input, motion, _, resting)| {
            resting
                || worklist.slow.binary_search(&entity).is_ok()
                    && ring.lets_rest(&motion.0, input.rest_tolerance())
                    && !input.pending(&motion.0)
        })
    });
    for &entity in &worklist.slow {
        let Some(position) = place(entity, clock.h, &mut world.p0(), &rings_at_rest) else { continue };
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
        led::forget_step(body);
        if led::is_in_ring(body) {
            // Each member stays where it is. That is not to the bit its rest point, so its target is put where it makes it one.
            led::stop(body);
            let Law { k, a, .. } = body.law();
            if k > 0.0 {
                body.set_target(P::Value::offset(position, a * (-1.0 / k)));
            }
        }
        body.write_marked(&state, 0.0, &mut component, &mut velocity);
        // An entity that is drawn one tick late is still to be seen arriving.
        if body.history_mut().is_some_and(|history| !core::mem::replace(&mut history.arrived, true)) {
            continue;
        }
        let settled = core::mem::take(&mut body.moved).then(|| {
            let target = P::Value::narrow(body.target());
            // A component that cannot hold the value, as a lens of another kind, shows none.
            let shown = Some(body.written().value).filter(|shown| shown.is_finite());
            let value = shown.unwrap_or_else(|| state.value());
            Settled::<P> { entity, value, target, time: now(&clock, &time, real.as_deref()) }
        });
        commands.queue(lay_to_rest(entity, state, settled));
    }
}

/// Marks an entity as at rest and tells, unless it was despawned or deprived of its motion meanwhile. An entity that was
/// grabbed, or put elsewhere by a shift of the origin, may come to rest later.
fn lay_to_rest<P: Property>(who: Entity, state: State<P::Value>, settled: Option<Settled<P>>) -> Later {
    Box::new(move |world: &mut World| {
        let Ok(mut entity) = world.get_entity_mut(who) else { return };
        let held = entity.contains::<Held<P>>();
        let Some(mut motion) = entity.get_mut::<Motion<P>>() else { return };
        let body = &mut motion.bypass_change_detection().0;
        if held || body.state != state {
            body.moved |= settled.is_some();
            return;
        }
        body.woken = false;
        body.end_throws(Fault::Law.is_noted(body.faults));
        let flown = take_ended_throw(body).is_some();
        entity.insert(Resting::<P>::default());
        if flown && let Ok(mut entity) = world.get_entity_mut(who) {
            take_off_fling::<P>(&mut entity);
        }
        if let Some(settled) = settled {
            tell(world, settled);
        }
    })
}

/// Where an entity comes to rest, if it does: within tolerance of that place, with nothing that moves its target, with no bounds that reach
/// it in the next tick, of `h` seconds, and with nothing written since the tick, because such a write acts from now.
fn place<P: Property>(
    entity: Entity,
    h: f64,
    moving: &mut Query<Adoptable<P>, Without<Held<P>>>,
    rings_at_rest: &EntityHashSet,
) -> Option<Point<P>> {
    let (_, input, motion, _, false) = moving.get_mut(entity).ok()? else { return None };
    let body = &motion.0;
    let tolerance = input.rest_tolerance();
    let position = if led::is_in_ring(body) {
        Some(body.state.position).filter(|_| rings_at_rest.contains(&entity))
    } else if body.may_rest(tolerance) && led::stands_still(body) {
        rest_point(body, tolerance)
    } else {
        None
    };
    let position = position.filter(|_| !input.pending(body))?;
    let is_reached = body.contacts().filter(|contacts| contacts.move_on()).is_some_and(|contacts| {
        let segment = body.segment();
        segment.is_reached(contacts, h * segment.pace)
    });
    if is_reached {
        return None;
    }
    // A follower does not rest before its leader does.
    let leader = led::leader_of_ours(body);
    let leader_rests = leader.is_none_or(|leader| moving.get_mut(leader).is_ok_and(|(.., resting)| resting));
    leader_rests.then_some(position)
}
