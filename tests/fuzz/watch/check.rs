//! Invariants that are checked after each step, counts of messages, and the bits of all values.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{Motion, TimeScale, events::InvalidMotion, prelude::*, property::Property, space::Tangent};

use super::{FAR, Hash, Steps, UNIT, Watch, bits, is_value, parts_are_finite};
use crate::{
    property::{Fuzzed, Parts, Which, with_property},
    script::{Numbers, Step},
    stage::{Cast, InCrowd, Slot},
};

type Seen<P> = (
    &'static Slot,
    &'static <P as Property>::Component,
    &'static Velocity<P>,
    Option<&'static Target<P>>,
    Has<Resting<P>>,
    Has<Grabbed<P>>,
    Option<&'static TimeScale<P>>,
);

/// Whether a run moves both a whole field of `Transform` and a part of that field.
fn has_parts(properties: &[Steps]) -> bool {
    let has = |which: Which| properties.iter().any(|steps| steps.property == which);
    has(Which::Translation) && has(Which::TranslationX) || has(Which::Rotation) && has(Which::Rotation2d)
}

/// Checks the invariants after a step of a property.
pub(crate) fn check<P: Fuzzed>(
    time: Res<Time>,
    wall: Res<Time<Real>>,
    entities: Query<Seen<P>, With<Motion<P>>>,
    marked: Query<&Slot, (With<Resting<P>>, Without<Motion<P>>)>,
    mut watch: ResMut<Watch>,
) {
    let watch = &mut *watch;
    let (frame, numbers, raw) = (watch.frame, watch.numbers, watch.raw);
    let Some(index) = watch.properties.iter().position(|steps| steps.property == P::WHICH) else { return };
    let has_parts = has_parts(&watch.properties);
    let steps = &mut watch.properties[index];
    let delta = if steps.step == Step::FrameReal { wall.delta_secs_f64() } else { time.delta_secs_f64() };
    if delta <= 0.0 {
        return;
    }
    steps.clock += delta;
    let real = steps.step == Step::FrameReal;
    let now = matches!(steps.step, Step::Fixed(_)).then(|| time.elapsed());
    steps.since_operation = steps.since_operation.saturating_add(1);
    let mut found: Option<(&str, u8, String)> = None;
    let mut stepped = 0u64;
    let tolerance = if raw { 5e-4 } else { UNIT };
    for (&Slot(slot), component, velocity, target, rests, held, pace) in &entities {
        let state = &mut steps.states[usize::from(slot)];
        stepped |= 1 << slot;
        watch.motion_ticks += 1;
        state.pass_step(now);
        state.steps_since_bounds_moved = state.steps_since_bounds_moved.saturating_add(1);
        state.steps_since_throw_removed = state.steps_since_throw_removed.saturating_add(1);
        state.longest_step = state.longest_step.max(delta);
        let adopted = state.has_adopted(frame);
        let mut report = |what, detail: &dyn Fn() -> String| {
            found.get_or_insert_with(|| (what, slot, detail()));
        };
        let value = P::get(component);
        let sound = is_value::<P>(value, tolerance);
        let describe = || format!("value {value:?}, velocity {:?}, target {target:?}", velocity.0);
        // An invalid value that user code wrote is visible until it is rejected.
        match (state.has_invalid_value, sound) {
            (true, true) => state.has_invalid_value = false,
            (true, false) if adopted && !rests && !held => report("a written invalid value is kept", &describe),
            (false, false) => report("invalid value", &describe),
            _ => {}
        }
        match (state.has_invalid_velocity, velocity.0.is_finite()) {
            (true, true) => state.has_invalid_velocity = false,
            (true, false) if adopted && !rests => report("a written invalid velocity is kept", &describe),
            (false, false) => report("invalid velocity", &describe),
            _ => {}
        }
        if !state.has_invalid_target && target.is_some_and(|target| !parts_are_finite(target.value)) {
            report("invalid target", &describe);
        }
        // On the real clock, an entity may move for days in a frame in which hardly any virtual time passes.
        if numbers == Numbers::Tame && !real && value.parts().iter().any(|part| part.abs() > FAR) {
            report("far away", &describe);
        }
        if rests && !state.marked_by_user {
            let now = bits(value);
            if state.rested_at.is_some_and(|before| before != now) {
                report("moved while resting", &describe);
            }
            state.rested_at = Some(now);
            if adopted && velocity.0 != Default::default() {
                report("resting with a velocity", &describe);
            }
            if adopted && held {
                report("resting while grabbed", &describe);
            }
        } else {
            state.rested_at = None;
        }
        // Not checked if a property moves a part of another one: the whole may have another time scale than its part.
        // `Cut` also moves paused entities, in the step after it.
        let is_free = adopted && !held && state.steps_since_disturbance > 1;
        if pace.is_some_and(|pace| pace.0 == 0.0) && is_free && !state.has_invalid_value && !has_parts {
            let now = bits(value);
            if state.paused_at.is_some_and(|before| before != now) {
                report("moved while paused", &describe);
            }
            state.paused_at = Some(now);
        } else {
            state.paused_at = None;
        }
    }
    for &Slot(slot) in &marked {
        let state = &mut steps.states[usize::from(slot)];
        state.pass_step(now);
        if !state.marked_by_user && state.has_adopted(frame) {
            found.get_or_insert_with(|| ("resting without a Motion", slot, String::new()));
        }
    }
    // Properties that are stepped together count as one entity-tick, which ends when one of them is stepped again.
    if watch.stepped_of & (1 << index) != 0 {
        watch.stepped_of = 0;
        watch.entity_ticks += u64::from(core::mem::take(&mut watch.stepped).count_ones());
    }
    watch.stepped_of |= 1 << index;
    watch.stepped |= stepped;
    if let Some((what, slot, detail)) = found {
        watch.violate(what, || format!("{:?} of entity {slot}: {detail}", P::WHICH));
    }
}

/// Counts the messages of a property, once a frame.
pub(crate) fn count<P: Fuzzed>(
    mut settled: MessageReader<Settled<P>>,
    mut finished: MessageReader<Finished<P>>,
    mut invalid: MessageReader<InvalidMotion<P>>,
    mut reached: MessageReader<LimitReached<P>>,
    mut watch: ResMut<Watch>,
) {
    let read = [settled.read().count(), finished.read().count(), invalid.read().count(), reached.read().count()];
    if let Some(steps) = watch.steps(P::WHICH) {
        for (sum, count) in steps.read.iter_mut().zip(read) {
            *sum += count as u64;
        }
    }
}

/// Adds the bits of the whole crowd to the hash.
pub(crate) fn take_crowd<P: Fuzzed>(world: &mut World, hash: &mut Hash) {
    let mut crowd = world.query_filtered::<(&P::Component, &Velocity<P>), With<InCrowd>>();
    for (component, velocity) in crowd.iter(world) {
        hash.take(bits(P::get(component)).into_iter().chain(bits(velocity.0)));
    }
}

/// Passes the bits of all entities to `take`, with their slot and property.
pub(crate) fn take_bits(world: &World, mut take: impl FnMut(u8, Which, [u32; 9])) {
    let cast = world.resource::<Cast>();
    for (slot, entity) in cast.all() {
        let Ok(entity) = world.get_entity(entity) else { continue };
        for &property in &cast.properties {
            take(slot, property, with_property!(property, P => bits_of::<P>(entity)));
        }
    }
}

fn bits_of<P: Fuzzed>(entity: EntityRef) -> [u32; 9] {
    let mut all = [0; 9];
    if let Some(component) = entity.get::<P::Component>() {
        all[..4].copy_from_slice(&bits(P::get(component)));
    }
    if let Some(velocity) = entity.get::<Velocity<P>>() {
        all[4..8].copy_from_slice(&bits(velocity.0));
    }
    all[8] = u32::from(entity.contains::<Resting<P>>()) + 2 * u32::from(entity.contains::<Disabled>());
    all
}
