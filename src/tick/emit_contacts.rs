//! Reports contacts and ended throws at the end of a tick, when no correction can undo them any more.

use alloc::{boxed::Box, vec::Vec};

use bevy::prelude::*;

use super::{advance::end_throw, emit::emit, measure::now, worklist::Worklist};
use crate::{
    events::LimitReached,
    motion::{Motion, bounds::take_ended_throw, clock::Clock},
    path::contact::Reached,
    property::{Property, TangentOf, command::BoxedCommand, disabling::WithDisabled},
    space::{Space, Tangent},
};

/// Triggers [`LimitReached`] for every contact until the tick's end, ordered by time and then by entity. Before that, reports the ends of
/// throws that a correction might have undone.
pub(crate) fn emit_contacts<P: Property>(
    clock: Res<Clock<P>>,
    If(time): If<Res<Time>>,
    real: Option<Res<Time<Real>>>,
    mut worklist: ResMut<Worklist<P>>,
    mut motions: WithDisabled<&mut Motion<P>>,
    mut commands: Commands,
) {
    if worklist.reached.is_empty() {
        return;
    }
    let mut entities = core::mem::take(&mut worklist.reached);
    entities.sort_unstable();
    entities.dedup();
    let began = now(&clock, &time, real.as_deref()).as_secs_f64() - clock.h;
    let mut contacts: Vec<(Entity, Reached<P::Value>)> = Vec::new();
    for entity in entities {
        let Ok(mut motion) = motions.get_mut(entity) else { continue };
        let body = &mut motion.bypass_change_detection().0;
        if body.is_guessed()
            && let Some((ended, landing)) = take_ended_throw(body)
        {
            end_throw::<P>(&mut commands, entity, ended, landing, began);
        }
        let Some(rare) = body.rare_mut() else { continue };
        rare.confirmed = 0;
        for reached in core::mem::take(&mut rare.reached) {
            // A contact that was found for a frame may be later than the end of the tick, if the tick has become shorter since.
            if reached.instant <= clock.h {
                contacts.push((entity, reached));
            } else {
                rare.reached.push(Reached { instant: reached.instant - clock.h, ..reached });
            }
        }
        if !rare.reached.is_empty() {
            worklist.reached.push(entity);
        }
    }
    // A stable sort: contacts of one entity at one instant keep their order.
    contacts.sort_by(|(_, first), (_, second)| first.instant.total_cmp(&second.instant));
    for (entity, reached) in contacts {
        if let Some(contact) = contact_event::<P>(entity, reached, began) {
            let later: BoxedCommand = Box::new(move |world: &mut World| emit(world, contact));
            commands.queue(later);
        }
    }
}

/// The event for a contact. `began` is the time (s) at which the tick began. Returns `None` if an f32 cannot hold the state: it is never
/// written to the components, so the contact is not reported either.
pub(crate) fn contact_event<P: Property>(
    entity: Entity,
    reached: Reached<P::Value>,
    began: f64,
) -> Option<LimitReached<P>> {
    let Reached { index, bound, instant, place, before, after } = reached;
    let contact = LimitReached::<P> {
        entity,
        bound,
        coordinate: index,
        time: began + instant,
        value: P::Value::narrow(place),
        velocity_before: TangentOf::<P>::narrow(before),
        velocity_after: TangentOf::<P>::narrow(after),
    };
    let is_finite =
        contact.value.is_finite() && contact.velocity_before.is_finite() && contact.velocity_after.is_finite();
    is_finite.then_some(contact)
}
