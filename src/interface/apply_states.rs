//! Writes the targets that states choose.

use core::any::TypeId;

use bevy::{
    ecs::{archetype::Archetype, component::Components},
    prelude::*,
};

use super::{StateTargets, widget_state::WidgetState};
use crate::{follow::Target, motion::Resting, property::Property};

/// A widget and the values that its state moves.
type Widget<P> = (
    Entity,
    &'static mut WidgetState,
    &'static mut StateTargets<P>,
    Option<&'static mut Target<P>>,
    &'static mut <P as Property>::Component,
    Has<Resting<P>>,
    &'static Archetype,
);

/// Writes the target of each widget whose state chooses another value than before.
pub(crate) fn apply_states<P: Property>(
    mut widgets: Query<Widget<P>>,
    components: &Components,
    mut commands: Commands,
) {
    for (entity, mut state, mut targets, target, mut component, is_resting, archetype) in &mut widgets {
        let has = |marker: TypeId| components.get_id(marker).is_some_and(|id| archetype.contains(id));
        let chosen = targets.choose(&state, has);
        let is_new = !targets.has_written(chosen);
        if is_new {
            let is_first = targets.written.is_none();
            if let Some(entering) = targets.entering.filter(|_| is_first) {
                P::set(&mut component, entering);
            }
            targets.bypass_change_detection().written = Some(chosen);
            match target {
                Some(mut target) => *target = Target::of(chosen),
                None => _ = commands.entity(entity).try_insert(Target::<P>::of(chosen)),
            }
        }
        if targets.leaving.is_some() && (is_new || !is_resting) {
            state.bypass_change_detection().is_on_its_way = true;
        }
    }
}
