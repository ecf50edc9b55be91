//! Coming to rest: exactly, once.

use alloc::boxed::Box;

use bevy::{
    ecs::{
        change_detection::DetectChangesMut,
        entity::Entity,
        query::{With, Without},
        system::{Commands, If, ParamSet, Query, Res, ResMut},
        world::World,
    },
    time::Time,
};

use super::{adopt::Input, tell::tell, worklist::Worklist};
use crate::{
    events::Settled,
    follow::{order::FollowOrder, ring::rings_at_rest},
    math::Slope,
    motion::{Held, Motion, RestTolerance, Resting, body::Body, rest::rest_point, target_path::Source},
    property::{Property, Velocity, command::Later},
    space::{Law, Space, State, zero},
};

/// Puts what is at rest within tolerance exactly onto its rest point, marks it, and tells.
pub(crate) fn rest<P: Property>(
    If(time): If<Res<Time>>,
    mut worklist: ResMut<Worklist<P>>,
    followers: Res<FollowOrder<P>>,
    mut moving: Query<
        (&mut Motion<P>, Option<&RestTolerance<P>>),
        (Without<Resting<P>>, Without<Held<P>>, With<Velocity<P>>, With<P::Component>),
    >,
    resting: Query<(), With<Resting<P>>>,
    mut world: ParamSet<(Query<Input<P>>, Query<(&mut P::Component, &mut Velocity<P>)>)>,
    mut commands: Commands,
) {
    // By entity, so that the order of what is told does not depend on the tables; once, also who was corrected.
    worklist.slow.sort_unstable();
    worklist.slow.dedup();
    let rings_at_rest = rings_at_rest(&followers.rings, &mut |entity, ring| {
        let slow = || worklist.slow.binary_search(&entity).is_ok();
        let is_near =
            |(motion, tolerance): (&Motion<P>, _)| ring.lets_rest(&motion.0, RestTolerance::distance(tolerance));
        resting.contains(entity)
            || slow()
                && moving.get(entity).is_ok_and(|member| {
                    is_near(member) && world.p0().get(entity).is_ok_and(|input| !input.pending(&member.0.0))
                })
    });
    for &entity in &worklist.slow {
        let Ok((mut motion, tolerance)) = moving.get_mut(entity) else { continue };
        let tolerance = RestTolerance::distance(tolerance);
        let body = &mut motion.bypass_change_detection().0;
        let in_ring = body.target_path().is_some_and(|target_path| matches!(target_path.source, Source::Ring(_)));
        let position = if in_ring {
            Some(body.state.position).filter(|_| rings_at_rest.contains(&entity))
        } else if body.may_rest(tolerance) && target_rests(body, &resting) {
            rest_point(body, tolerance)
        } else {
            None
        };
        let Some(position) = position else { continue };
        // What was written since the tick acts from now: it did not come to rest.
        if world.p0().get(entity).is_ok_and(|input| input.pending(body)) {
            continue;
        }
        let state = State { position, velocity: zero() };
        body.moved |= state != body.state;
        body.state = state;
        if let Some(target_path) = body.target_path_mut() {
            target_path.finished = None;
            if in_ring {
                // Each stays where it is, which is nobody's rest point to the bit; until they move again, it is.
                target_path.slope = Slope::default();
                let Law { k, a, .. } = body.law();
                if k > 0.0 {
                    body.set_target(P::Value::offset(position, a * (-1.0 / k)));
                }
            }
        }
        if let Ok((mut component, mut velocity)) = world.p1().get_mut(entity) {
            body.write_marked(&state, 0.0, &mut component, &mut velocity);
        }
        // Drawn one tick late, it is still to be seen arriving.
        if body.history_mut().is_some_and(|history| !core::mem::replace(&mut history.arrived, true)) {
            continue;
        }
        let settled = core::mem::take(&mut body.moved).then(|| {
            let target = P::Value::narrow(body.target());
            Settled::<P> { entity, value: body.written().value, target, time: time.elapsed() }
        });
        commands.queue(lay_to_rest(entity, state, settled));
    }
}

/// Marks an entity as at rest and tells, unless it was despawned or deprived of its motion meanwhile. Grabbed, or put
/// elsewhere by a shift of the origin, it may come to rest later.
fn lay_to_rest<P: Property>(entity: Entity, state: State<P::Value>, settled: Option<Settled<P>>) -> Later {
    Box::new(move |world: &mut World| {
        let Ok(mut entity) = world.get_entity_mut(entity) else { return };
        let held = entity.contains::<Held<P>>();
        let Some(mut motion) = entity.get_mut::<Motion<P>>() else { return };
        let body = &mut motion.bypass_change_detection().0;
        if held || body.state != state {
            body.moved |= settled.is_some();
            return;
        }
        entity.insert(Resting::<P>::default());
        if let Some(settled) = settled {
            tell(world, settled);
        }
    })
}

/// Whether nothing moves the target, and nobody who is still to move leads it.
fn target_rests<P: Property>(body: &Body<P::Value>, resting: &Query<(), With<Resting<P>>>) -> bool {
    let Some(target_path) = body.target_path() else { return true };
    let leader_rests = match target_path.source {
        Source::Ours(leader) => resting.contains(leader),
        _ => true,
    };
    leader_rests && target_path.stands_still()
}
