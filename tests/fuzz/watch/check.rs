//! What holds after each step, and what is known of everybody then.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{Motion, Pace, Tangent, prelude::*};

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
    Has<Held<P>>,
    Option<&'static Pace<P>>,
);

/// Whether a run moves both the whole of a field and a part of it.
fn has_parts(properties: &[Steps]) -> bool {
    let has = |which: Which| properties.iter().any(|steps| steps.property == which);
    has(Which::Translation) && has(Which::TranslationX) || has(Which::Rotation) && has(Which::Rotation2d)
}

/// What holds after each step of a property.
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
        state.bound_steps = state.bound_steps.saturating_add(1);
        state.alone_steps = state.alone_steps.saturating_add(1);
        state.longest = state.longest.max(delta);
        let adopted = state.has_adopted(frame);
        let mut report = |what, detail: &dyn Fn() -> String| {
            found.get_or_insert_with(|| (what, slot, detail()));
        };
        let value = P::get(component);
        let sound = is_value::<P>(value, tolerance);
        let told = || format!("value {value:?}, velocity {:?}, target {target:?}", velocity.0);
        // What the user spoilt is seen as long as it takes to refuse it.
        match (state.value_spoilt, sound) {
            (true, true) => state.value_spoilt = false,
            (true, false) if adopted && !rests && !held => report("a spoilt value stays", &told),
            (false, false) => report("no value", &told),
            _ => {}
        }
        match (state.velocity_spoilt, velocity.0.is_finite()) {
            (true, true) => state.velocity_spoilt = false,
            (true, false) if adopted && !rests => report("a spoilt velocity stays", &told),
            (false, false) => report("no velocity", &told),
            _ => {}
        }
        if !state.target_spoilt && target.is_some_and(|target| !parts_are_finite(target.value)) {
            report("no target", &told);
        }
        // By the wall's clock, a frame in which the game's time hardly passes may take days.
        if numbers == Numbers::Tame && !real && value.parts().iter().any(|part| part.abs() > FAR) {
            report("far away", &told);
        }
        if rests && !state.rests_by_hand {
            let now = bits(value);
            if state.rested_at.is_some_and(|before| before != now) {
                report("moved while resting", &told);
            }
            state.rested_at = Some(now);
            if adopted && velocity.0 != Default::default() {
                report("resting with a velocity", &told);
            }
            if adopted && held {
                report("resting in a hand", &told);
            }
        } else {
            state.rested_at = None;
        }
        // A part of a transform moves with what moves the whole, which has a time of its own.
        if pace.is_some_and(|pace| pace.0 == 0.0) && adopted && !held && !state.value_spoilt && !has_parts {
            let now = bits(value);
            if state.paused_at.is_some_and(|before| before != now) {
                report("moved while paused", &told);
            }
            state.paused_at = Some(now);
        } else {
            state.paused_at = None;
        }
    }
    for &Slot(slot) in &marked {
        let state = &mut steps.states[usize::from(slot)];
        state.pass_step(now);
        if !state.rests_by_hand && state.has_adopted(frame) {
            found.get_or_insert_with(|| ("resting without motion", slot, String::new()));
        }
    }
    // Properties that are stepped together make one tick of an entity: until one of them is stepped again.
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

/// Counts messages, once a frame.
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

/// The bits of a crowd, one after another.
pub(crate) fn take_crowd<P: Fuzzed>(world: &mut World, hash: &mut Hash) {
    let mut crowd = world.query_filtered::<(&P::Component, &Velocity<P>), With<InCrowd>>();
    for (component, velocity) in crowd.iter(world) {
        hash.take(bits(P::get(component)).into_iter().chain(bits(velocity.0)));
    }
}

/// The bits of everybody, added to the hash; by place in the cast and property.
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
