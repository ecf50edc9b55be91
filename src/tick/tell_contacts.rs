//! Contacts told, and throws that are over: when the tick is final.

use alloc::{boxed::Box, vec::Vec};

use bevy::prelude::*;

use super::{advance::end_throw, measure::now, tell::tell, worklist::Worklist};
use crate::{
    events::LimitReached,
    motion::{Motion, bounds::take_ended_throw, clock::Clock},
    path::contact::Reached,
    property::{Property, TangentOf, command::Later, disabling::WithDisabled},
    space::{Space, Tangent},
};

/// Tells of every contact since the last tick, in the order of time, then of entities. First ends the throws that a correction
/// might have undone.
pub(crate) fn tell_contacts<P: Property>(
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
        let Some(cold) = body.cold_mut() else { continue };
        cold.certain = 0;
        for reached in core::mem::take(&mut cold.reached) {
            // A contact found for a frame may lie beyond the tick, if the tick has become shorter since.
            if reached.instant <= clock.h {
                contacts.push((entity, reached));
            } else {
                cold.reached.push(Reached { instant: reached.instant - clock.h, ..reached });
            }
        }
        if !cold.reached.is_empty() {
            worklist.reached.push(entity);
        }
    }
    // Stable: of one entity, several at one instant stay in their order.
    contacts.sort_by(|(_, first), (_, second)| first.instant.total_cmp(&second.instant));
    for (entity, reached) in contacts {
        let Reached { index, bound, instant, place, before, after } = reached;
        let told = LimitReached::<P> {
            entity,
            bound,
            number: index,
            time: began + instant,
            value: P::Value::narrow(place),
            velocity_before: TangentOf::<P>::narrow(before),
            velocity_after: TangentOf::<P>::narrow(after),
        };
        // A state beyond all that an f32 holds is not shown, so the entity has reached nothing that can be told.
        let is_seen = told.value.is_finite() && told.velocity_before.is_finite() && told.velocity_after.is_finite();
        if !is_seen {
            continue;
        }
        let later: Later = Box::new(move |world: &mut World| tell(world, told));
        commands.queue(later);
    }
}
