//! Checks of bounds: no value is shown beyond a hard bound, and each contact is reported in its tick, on its bound.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{Motion, TimeScale, prelude::*, space::Tangent};

use super::{STEPS_TO_ADOPT, State, Watch, effective_instant, is_value};
use crate::{
    limits,
    property::{Fuzzed, Which},
    script::Step,
    stage::{Cast, SLOTS},
};

/// The limits of an entity, and whether its whole law is valid.
pub(crate) type Bounds<P> = (Option<Limits<P>>, bool);

/// Checks after each step that no value is beyond a valid hard bound.
///
/// Not checked:
/// - entities whose law is invalid, or whose limits allow values outside (`Limits::allows_outside`)
/// - entities that are grabbed or disabled
/// - entities that user code has marked as resting or has just written to
/// - entities with tracked bounds whose own time is paused
/// - entities that follow each other in a ring, where bounds have no effect
/// - `TranslationX` and `Rotation2d` of entities whose whole translation or rotation also moves
pub(crate) fn check_bounds<P: Fuzzed>(world: &mut World) {
    // While time is paused, values do not follow bounds that have moved, so moving bounds are not checked then.
    let is_paused = |time: Duration| time.is_zero();
    let is_between = is_paused(world.resource::<Time>().delta()) || is_paused(world.resource::<Time<Real>>().delta());
    check::<P>(world, is_between);
}

/// Like [`check_bounds`], for the values that are drawn between two steps. Moving bounds are not checked: their positions between steps
/// are unknown.
pub(crate) fn check_drawn<P: Fuzzed>(world: &mut World) {
    check::<P>(world, true);
}

fn check<P: Fuzzed>(world: &mut World, is_between: bool) {
    world.resource_scope(|world, mut watch: Mut<Watch>| {
        let cast = world.resource::<Cast>();
        for (slot, entity) in cast.all() {
            let Ok(entity) = world.get_entity(entity) else { continue };
            let Some(limits) = entity.get::<Limits<P>>() else { continue };
            let was_in_ring = is_in_ring::<P>(world, entity.id());
            let (frame, Some(state)) = (watch.frame, watch.state(P::WHICH, slot)) else { continue };
            state.was_in_ring |= was_in_ring;
            let moves = is_between && state.steps_since_bounds_moved < STEPS_TO_ADOPT;
            let acts = state.steps_since_throw_removed >= STEPS_TO_ADOPT;
            let known = acts
                && !moves
                && state.has_adopted(frame)
                && !(state.has_invalid_value || state.marked_by_user || state.was_in_ring);
            // A tracked bound may pass an entity whose own time is paused.
            let is_passed = limits.tracked && entity.get::<TimeScale<P>>().is_some_and(|pace| pace.0 == 0.0);
            let whole = match P::WHICH {
                Which::TranslationX => entity.contains::<Motion<Translation>>(),
                Which::Rotation2d => entity.contains::<Motion<Rotation>>(),
                _ => false,
            };
            let open = entity.contains::<Motion<P>>()
                && !(entity.contains::<Grabbed<P>>()
                    || entity.contains::<Disabled>()
                    || whole
                    || is_passed
                    || limits.allows_outside);
            if !known || !open || !limits::is_law_valid::<P>(entity, state.rate_rejected) {
                continue;
            }
            let Some(value) = entity.get::<P::Component>().map(P::get) else { continue };
            let wound = entity.get::<Motion<P>>().map_or(value, |motion| motion.after(0.0).0);
            if let Some((number, found, bound)) = limits::beyond::<P>(limits, value, wound) {
                watch.violate("beyond a hard bound", || {
                    format!(
                        "{:?} of entity {slot}: {value:?}, coordinate {number} is {found}, bound {bound}, {limits:?}",
                        P::WHICH
                    )
                });
            }
        }
    });
}

/// Whether an entity is among its own leaders.
fn is_in_ring<P: Fuzzed>(world: &World, entity: Entity) -> bool {
    let leader = |of: &Entity| world.get::<Follow<P>>(*of).map(|follow| follow.leader);
    std::iter::successors(leader(&entity), leader).take(usize::from(SLOTS)).any(|leader| leader == entity)
}

impl Watch {
    /// Records that a throw was removed. If it had been rejected because of other components, their law acts from now on.
    pub(crate) fn throw_removed(&mut self, property: Which, slot: u8) {
        if let Some(state) = self.state(property, slot).filter(|state| state.throw_is_rejected) {
            state.steps_since_throw_removed = 0;
        }
    }

    /// Records that tracked bounds were moved.
    pub(crate) fn bounds_moved(&mut self, world: &World, property: Which, slot: u8) {
        if let Some(state) = self.state(property, slot) {
            state.steps_since_bounds_moved = 0;
            state.bounds_effective_at = effective_instant(world);
            state.settled_untouched = false;
        }
    }

    /// Checks a reported contact: it must be finite, at an instant of the last tick, in chronological order, and on its bound.
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
        // Clocks count nanoseconds, and their sums are rounded to f64.
        let rounding = 1e-9 + 1e-12 * elapsed;
        // With sequences, contacts are reported as they happen, but those behind leaders that are corrected at the tick's end: then only
        // the contacts of one entity are in order.
        let last = usize::from(slot).min(steps.last_contacts.len() - 1);
        let before = core::mem::replace(&mut steps.last_contacts[last], reached.time);
        let State {
            steps_since_write: passed,
            rested_at,
            was_in_ring,
            rate_rejected,
            steps_since_bounds_moved,
            steps_since_throw_removed,
            write_effective_at,
            bounds_effective_at,
            ..
        } = steps.states[usize::from(slot)];
        let is_drawn_between = matches!(steps.step, Step::Fixed(_));
        let adopted = steps.states[usize::from(slot)].has_adopted(frame);
        let LimitReached { bound, coordinate, time, value, velocity_before, velocity_after, .. } = *reached;
        let describe = || {
            let velocities = (velocity_before, velocity_after);
            format!("{:?} of entity {slot}: {bound:?} {coordinate} at {time} s on {value:?}, {velocities:?}", P::WHICH)
        };
        let velocities = [reached.velocity_before, reached.velocity_after];
        if !(is_value::<P>(reached.value, 1e-3)
            && velocities.iter().all(|velocity| velocity.is_finite())
            && reached.time.is_finite())
        {
            self.violate("LimitReached with an invalid value", describe);
        }
        if !(reached.time >= elapsed - delta - rounding && reached.time <= elapsed + rounding) {
            self.violate("LimitReached outside its tick", || {
                format!("{}, in the {delta} s until {elapsed}, {passed} steps after a write", describe())
            });
        }
        if reached.time < before - rounding {
            self.violate("LimitReached out of order", || format!("{}, after one at {before}", describe()));
        }
        // User code has just written to the entity, so its limits may not be those of the contact.
        if !adopted {
            return;
        }
        // Whether the contact happened after this instant. Contacts before a write may be reported after it if ticks have become shorter:
        // several ticks then pass until the instant at which the write takes effect.
        let is_since = |instant: Duration| !is_drawn_between || time > instant.as_secs_f64() + rounding;
        // While the law is invalid, the last valid law acts, with its own bounds: these are unknown here.
        if let (limits, true) = bounds
            && is_since(write_effective_at)
            && !(was_in_ring || rate_rejected)
            && steps_since_throw_removed >= STEPS_TO_ADOPT
        {
            match limits {
                None => self.violate("LimitReached without limits", describe),
                Some(limits) if steps_since_bounds_moved >= STEPS_TO_ADOPT && is_since(bounds_effective_at) => {
                    if let Some(away) = limits::distance_from_bound::<P>(&limits, reached) {
                        self.violate("LimitReached off its bound", || format!("{}, {away} off {limits:?}", describe()));
                    }
                }
                Some(_) => {}
            }
        }
        // An entity that rested in the previous tick and was not woken in this one has no contact.
        if rested_at.is_some() {
            self.violate("LimitReached at rest", describe);
        }
    }
}
