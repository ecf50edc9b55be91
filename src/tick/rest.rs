//! Coming to rest: exactly, once.

use bevy::{
    ecs::{
        change_detection::DetectChangesMut,
        entity::Entity,
        query::{With, Without},
        system::{Command, Commands, If, ParamSet, Query, Res, ResMut},
        world::World,
    },
    time::Time,
};

use super::{adopt::Input, tell::tell, worklist::Worklist};
use crate::{
    events::Settled,
    follow::{order::Followers, ring::rings_at_rest},
    math::Slope,
    motion::{Held, Motion, RestTolerance, Resting, course::Source, rest::rest_point, segment::Segment},
    property::{Property, Velocity},
    space::{Space, State, zero},
};

/// Puts what is at rest within tolerance exactly onto its rest point, marks it, and tells.
pub(crate) fn rest<P: Property>(
    If(time): If<Res<Time>>,
    mut worklist: ResMut<Worklist<P>>,
    followers: Res<Followers<P>>,
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
    let rings_at_rest = rings_at_rest(&followers.rings, |entity, ring| {
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
        let segment = &mut motion.bypass_change_detection().0;
        let in_ring = segment.course.as_ref().is_some_and(|course| matches!(course.source, Source::Ring(_)));
        let position = if in_ring {
            Some(segment.state.position).filter(|_| rings_at_rest.contains(&entity))
        } else if segment.may_rest(tolerance) && target_rests(segment, &resting) {
            rest_point(segment, tolerance)
        } else {
            None
        };
        let Some(position) = position else { continue };
        // What was written since the tick acts from now: it did not come to rest.
        if world.p0().get(entity).is_ok_and(|input| input.pending(segment)) {
            continue;
        }
        let state = State { position, velocity: zero() };
        segment.moved |= state != segment.state;
        segment.state = state;
        if let Some(course) = &mut segment.course {
            course.finished = None;
            if in_ring {
                // Each stays where it is, which is nobody's rest point to the bit; until they move again, it is.
                course.slope = Slope::default();
                if segment.law.k > 0.0 {
                    segment.target = P::Value::offset(position, segment.law.a * (-1.0 / segment.law.k));
                }
            }
        }
        if let Ok((mut component, mut velocity)) = world.p1().get_mut(entity) {
            segment.write(&state, &mut component, &mut velocity);
        }
        // Drawn one tick late, it is still to be seen arriving.
        if segment.trail.as_mut().is_some_and(|trail| !core::mem::replace(&mut trail.arrived, true)) {
            continue;
        }
        let settled = core::mem::take(&mut segment.moved).then(|| {
            let target = P::Value::narrow(segment.target);
            Settled::<P> { entity, value: segment.written.value, target, time: time.elapsed() }
        });
        commands.queue(lay_to_rest(entity, state, settled));
    }
}

/// Marks an entity as at rest and tells, unless it was despawned or deprived of its motion meanwhile. Grabbed, or put
/// elsewhere by a shift of the origin, it may come to rest later.
fn lay_to_rest<P: Property>(entity: Entity, state: State<P::Value>, settled: Option<Settled<P>>) -> impl Command {
    move |world: &mut World| {
        let Ok(mut entity) = world.get_entity_mut(entity) else { return };
        let held = entity.contains::<Held<P>>();
        let Some(mut motion) = entity.get_mut::<Motion<P>>() else { return };
        let segment = &mut motion.bypass_change_detection().0;
        if held || segment.state != state {
            segment.moved |= settled.is_some();
            return;
        }
        entity.insert(Resting::<P>::default());
        if let Some(settled) = settled {
            tell(world, settled);
        }
    }
}

/// Whether nothing moves the target, and nobody who is still to move leads it.
fn target_rests<P: Property>(segment: &Segment<P::Value>, resting: &Query<(), With<Resting<P>>>) -> bool {
    let Some(course) = &segment.course else { return true };
    let leader_rests = match course.source {
        Source::Ours(leader) => resting.contains(leader),
        _ => true,
    };
    leader_rests && course.stands_still()
}
