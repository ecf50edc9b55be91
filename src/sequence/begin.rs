//! Begins a step: writes what it says to the entity's components.

use bevy::{ecs::change_detection::MaybeLocation, prelude::*};

use super::{
    component::Sequence,
    due::Due,
    instant::{run, show_at, time_at},
    next::Next,
    running::update,
    step::{Action, SequenceStep},
};
use crate::{
    events::{SequenceCalled, SequenceFinished},
    follow::Target,
    law::invalid::Invalid,
    property::{Property, on_insert::describe},
    tick::emit::report,
};

/// What happens to calls on the way.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Calls {
    Triggered,
    Skipped,
}

/// Begins the next step of an entity's sequence.
pub(super) fn begin_next<P: Property>(world: &mut World, Due { entity, instant, .. }: Due, calls: Calls) {
    let Some(mut sequence) = world.get_mut::<Sequence<P>>(entity) else { return };
    let by = sequence.changed_by();
    let sequence = sequence.bypass_change_detection();
    let (next, invalid) = sequence.pass_step(instant);
    let Next { index, action } = match next {
        Some(next) => next,
        None => {
            finish::<P>(world, entity, instant);
            return;
        }
    };
    if let Some(step) = invalid {
        report_invalid::<P>(world, entity, step, by);
    }
    let Ok(mut target) = world.get_entity_mut(entity) else { return };
    match action {
        Action::Target { value, .. } => _ = target.insert(Target::<P>::of(value)),
        Action::Rate(rate) => _ = target.insert(rate),
        Action::Throw(fling) => _ = target.insert(fling),
        Action::Wait(_) | Action::WaitFor(_) => {}
        Action::Call if calls == Calls::Skipped => {}
        Action::Call => {
            show_at::<P>(world, entity, instant);
            let time = time_at::<P>(world, instant);
            world.trigger(SequenceCalled::<P>::new(entity, index, time));
            world.flush();
        }
    }
}

/// Triggers the event at the end of a sequence, and removes the sequence.
fn finish<P: Property>(world: &mut World, entity: Entity, instant: f64) {
    run(world, update::<P>, ());
    show_at::<P>(world, entity, instant);
    let time = time_at::<P>(world, instant);
    if let Ok(mut entity) = world.get_entity_mut(entity) {
        entity.remove::<Sequence<P>>();
    }
    world.trigger(SequenceFinished::<P>::new(entity, time));
    world.flush();
}

fn report_invalid<P: Property>(world: &mut World, entity: Entity, step: SequenceStep<P>, by: MaybeLocation) {
    let Ok(name) = world.get_entity(entity).map(describe) else { return };
    let invalid = Invalid::new("Sequence::steps", step, "a finite target, a duration ≥ 0 and a share from 0 to 1", by);
    report::<P>(invalid, entity, &name, &mut world.commands());
    world.flush();
}
