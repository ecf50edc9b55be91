//! What bounds promise: that nothing is shown beyond a hard one, and what is told of contacts.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{Motion, Pace, Tangent, prelude::*};

use super::{STEPS_TO_ADOPT, State, Watch, acts_at, is_value};
use crate::{
    limits,
    property::{Fuzzed, Which},
    script::Step,
    stage::{Cast, SLOTS},
};

/// Limits, and whether the engine has taken in the law that they are a part of.
pub(crate) type Bounds<P> = (Option<Limits<P>>, bool);

/// No value that is shown lies beyond a hard bound that was taken in: after each step, and in what is drawn.
///
/// Unless it is to return; or the user holds it, has marked it as resting, or has written since; or a whole writes over this
/// part of it; or it is in a ring, where bounds have no effect.
pub(crate) fn check_bounds<P: Fuzzed>(world: &mut World) {
    // Where time stands nothing goes to where bounds have gone.
    let stands = |time: Duration| time.is_zero();
    let is_between = stands(world.resource::<Time>().delta()) || stands(world.resource::<Time<Real>>().delta());
    check::<P>(world, is_between);
}

/// [`check_bounds`], of what is drawn between two steps. Bounds that move are on their way then: nobody knows where they are.
pub(crate) fn check_drawn<P: Fuzzed>(world: &mut World) {
    check::<P>(world, true);
}

fn check<P: Fuzzed>(world: &mut World, is_between: bool) {
    world.resource_scope(|world, mut watch: Mut<Watch>| {
        let cast = world.resource::<Cast>();
        for (slot, entity) in cast.all() {
            let Ok(entity) = world.get_entity(entity) else { continue };
            let Some(limits) = entity.get::<Limits<P>>() else { continue };
            let ringed = is_in_ring::<P>(world, entity.id());
            let (frame, Some(state)) = (watch.frame, watch.state(P::WHICH, slot)) else { continue };
            state.ringed |= ringed;
            let moves = is_between && state.bound_steps < STEPS_TO_ADOPT;
            let acts = state.alone_steps >= STEPS_TO_ADOPT;
            let known = acts
                && !moves
                && state.has_adopted(frame)
                && !(state.value_spoilt || state.rests_by_hand || state.ringed);
            // Its own time stands, while a bound passes by.
            let is_passed = limits.tracked && entity.get::<Pace<P>>().is_some_and(|pace| pace.0 == 0.0);
            let whole = match P::WHICH {
                Which::TranslationX => entity.contains::<Motion<Translation>>(),
                Which::Rotation2d => entity.contains::<Motion<Rotation>>(),
                _ => false,
            };
            let open = entity.contains::<Motion<P>>()
                && !(entity.contains::<Held<P>>()
                    || entity.contains::<Disabled>()
                    || whole
                    || is_passed
                    || limits.returns);
            if !known || !open || !limits::is_law_taken_in::<P>(entity, state.rate_refused) {
                continue;
            }
            let Some(value) = entity.get::<P::Component>().map(P::get) else { continue };
            let wound = entity.get::<Motion<P>>().map_or(value, |motion| motion.after(0.0).0);
            if let Some((number, found, bound)) = limits::beyond::<P>(limits, value, wound) {
                watch.violate("beyond a hard bound", || {
                    format!(
                        "{:?} of entity {slot}: {value:?}, number {number} is {found}, bound {bound}, {limits:?}",
                        P::WHICH
                    )
                });
            }
        }
    });
}

/// Whether it follows who follows it in the end.
fn is_in_ring<P: Fuzzed>(world: &World, entity: Entity) -> bool {
    let leader = |of: &Entity| world.get::<Follow<P>>(*of).map(|follow| follow.leader);
    std::iter::successors(leader(&entity), leader).take(usize::from(SLOTS)).any(|leader| leader == entity)
}

impl Watch {
    /// A throw was taken off. Where it was refused in its company, that acts from now on.
    pub(crate) fn throw_removed(&mut self, property: Which, slot: u8) {
        if let Some(state) = self.state(property, slot).filter(|state| state.throw_waits) {
            state.alone_steps = 0;
        }
    }

    /// Bounds that are tracked were carried on.
    pub(crate) fn bounds_moved(&mut self, world: &World, property: Which, slot: u8) {
        if let Some(state) = self.state(property, slot) {
            state.bound_steps = 0;
            state.moved_at = acts_at(world);
            state.settled_untouched = false;
        }
    }

    /// What is told of a contact: numbers, at an instant of the tick that is over, in the order of time, on the bound.
    pub(crate) fn reached<P: Fuzzed>(
        &mut self,
        slot: u8,
        reached: &LimitReached<P>,
        bounds: Bounds<P>,
        [clock, real]: [(f64, f64); 2],
    ) {
        let frame = self.frame;
        let Some(index) = self.properties.iter().position(|steps| steps.property == P::WHICH) else { return };
        let steps = &mut self.properties[index];
        let (elapsed, delta) = if steps.step == Step::FrameReal { real } else { clock };
        // Clocks count nanoseconds; what is added up of them is rounded to f64.
        let rounding = 1e-9 + 1e-12 * elapsed;
        let before = core::mem::replace(&mut steps.last_contact, reached.time);
        let State { steps: passed, rested_at, ringed, rate_refused, bound_steps, alone_steps, acts, moved_at, .. } =
            steps.states[usize::from(slot)];
        let is_drawn_between = matches!(steps.step, Step::Fixed(_));
        let adopted = steps.states[usize::from(slot)].has_adopted(frame);
        let LimitReached { bound, number, time, value, velocity_before, velocity_after, .. } = *reached;
        let told = || {
            let velocities = (velocity_before, velocity_after);
            format!("{:?} of entity {slot}: {bound:?} {number} at {time} s on {value:?}, {velocities:?}", P::WHICH)
        };
        let velocities = [reached.velocity_before, reached.velocity_after];
        if !(is_value::<P>(reached.value, 1e-3)
            && velocities.iter().all(|velocity| velocity.is_finite())
            && reached.time.is_finite())
        {
            self.violate("LimitReached without a number", told);
        }
        if !(reached.time >= elapsed - delta - rounding && reached.time <= elapsed + rounding) {
            self.violate("LimitReached at another time", || {
                format!("{}, in the {delta} s until {elapsed}, {passed} steps after a touch", told())
            });
        }
        if reached.time < before - rounding {
            self.violate("LimitReached out of order", || format!("{}, after one at {before}", told()));
        }
        // What was written since may be other limits, or none.
        if !adopted {
            return;
        }
        // What was met before that is told in the tick that reaches it, however short ticks have become.
        let is_since = |instant: Duration| !is_drawn_between || time > instant.as_secs_f64() + rounding;
        // Of a law that is refused, the last one acts that was not, with the bounds that it had.
        if let (limits, true) = bounds
            && is_since(acts)
            && !(ringed || rate_refused)
            && alone_steps >= STEPS_TO_ADOPT
        {
            match limits {
                None => self.violate("LimitReached without limits", told),
                Some(limits) if bound_steps >= STEPS_TO_ADOPT && is_since(moved_at) => {
                    if let Some(away) = limits::beside::<P>(&limits, reached) {
                        self.violate("LimitReached beside its bound", || format!("{}, {away} off {limits:?}", told()));
                    }
                }
                Some(_) => {}
            }
        }
        // What rested in the tick before, and was not woken in this one.
        if rested_at.is_some() {
            self.violate("LimitReached at rest", told);
        }
    }
}
