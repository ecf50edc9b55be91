//! What hands do on a panel.

use alloc::format;

use bevy::{
    ecs::world::DeferredWorld,
    input_focus::{FocusCause, InputFocus},
    math::ops,
    prelude::*,
    ui_widgets::{Activate, SliderRange, ValueChange},
};
use bevy_clipboard::Clipboard;
use log::{info, warn};

use super::{CopiedCode, Part, SpringPanel, Standing, build::panel_of};
use crate::{
    debug::{
        Convention,
        tunable::{Knob, Numbers, Tunable},
    },
    diagnosis::Diagnosis,
    engine::PointerPress,
};

/// A slider was turned: by a pointer, by keys, or by an event of the user's.
pub(crate) fn turn(change: On<ValueChange<f32>>, mut world: DeferredWorld) {
    let Some(&Part::Slider(knob)) = world.get::<Part>(change.source) else { return };
    if !change.value.is_finite() {
        return;
    }
    let value = world.get::<SliderRange>(change.source).map_or(change.value, |range| range.clamp(change.value));
    let value = match knob {
        Knob::AngularFrequency => ops::powf(10.0, value),
        Knob::DampingRatio => value,
    };
    if let Some(value) = rounded_to(knob, value.into()) {
        write(&mut world, change.source, knob, value);
    }
}

/// As few digits as the code that is copied should have.
pub(super) fn rounded_to(knob: Knob, number: f64) -> Option<f32> {
    let digits = match knob {
        Knob::AngularFrequency => format!("{number:.2e}"),
        Knob::DampingRatio => format!("{number:.2}"),
    };
    digits.parse().ok()
}

/// Turns the spring that the panel of this node shows.
pub(super) fn write(world: &mut DeferredWorld, node: Entity, knob: Knob, value: f32) {
    if let Some((entity, tunable)) = tuned(world, node)
        && let Ok(mut entity) = world.get_entity_mut(entity)
    {
        tunable.write(&mut entity, knob, value);
    }
}

/// What is pressed gets the keys.
pub(crate) fn focus(press: On<PointerPress>, mut world: DeferredWorld) {
    let part = match world.get::<Part>(press.entity) {
        Some(Part::Slider(_) | Part::Tab(_) | Part::Next | Part::Copy | Part::Fold) => Some(press.entity),
        Some(Part::Thumb(_)) => world.get::<ChildOf>(press.entity).map(ChildOf::parent),
        _ => None,
    };
    if let (Some(part), Some(mut focus)) = (part, world.get_resource_mut::<InputFocus>())
        && focus.get() != Some(part)
    {
        focus.set(part, FocusCause::Pressed);
    }
}

/// A button was pressed.
pub(crate) fn activate(button: On<Activate>, mut world: DeferredWorld) {
    let Some(&part) = world.get::<Part>(button.entity) else { return };
    let Some(panel) = panel_of(&world, button.entity) else { return };
    match part {
        Part::Tab(property) => {
            if let Some(mut standing) = world.get_mut::<Standing>(panel) {
                standing.chosen = Some(property);
            }
        }
        Part::Next => {
            let numbers = tuned(&world, panel).and_then(|(entity, tunable)| numbers(&world, entity, &tunable));
            if let Some(mut panel) = world.get_mut::<SpringPanel>(panel) {
                panel.convention = next(panel.convention, numbers);
            }
        }
        Part::Copy => copy(&mut world, panel),
        Part::Fold => {
            if let Some(mut panel) = world.get_mut::<SpringPanel>(panel) {
                panel.is_folded = !panel.is_folded;
            }
        }
        _ => {}
    }
}

/// The next convention that has this spring.
fn next(from: Convention, numbers: Option<Numbers>) -> Convention {
    let mut convention = from.next();
    while convention != from && numbers.is_some_and(|numbers| convention.code_of(numbers, None).is_none()) {
        convention = convention.next();
    }
    convention
}

fn copy(world: &mut DeferredWorld, panel: Entity) {
    let Some((entity, tunable)) = tuned(world, panel) else { return };
    let Some(numbers) = numbers(world, entity, &tunable) else { return };
    let Some(convention) = world.get::<SpringPanel>(panel).map(|panel| panel.convention) else { return };
    let property = (!tunable.is_default()).then_some(tunable.name);
    let code =
        convention.code_of(numbers, property).or_else(|| Convention::AngularFrequency.code_of(numbers, property));
    let Some(code) = code else {
        warn!("{entity}: {numbers:?} of {} is no valid spring, and there is no code for it", tunable.name);
        return;
    };
    info!("{entity}: {code}");
    if let Some(mut clipboard) = world.get_resource_mut::<Clipboard>()
        && let Err(error) = clipboard.set_text(code.as_str())
    {
        warn!("{code} is not in the clipboard: {error:?}");
    }
    let copied = CopiedCode { entity, code };
    world.write_message(copied.clone());
    world.commands().trigger(copied);
}

/// The entity that the panel of this node shows, and the property.
pub(super) fn tuned(world: &DeferredWorld, node: Entity) -> Option<(Entity, Tunable)> {
    let panel = panel_of(world, node)?;
    let (entity, property) = world.get::<Standing>(panel)?.shown.of?;
    let tunable = world.get_resource::<Diagnosis>()?.tunables().find(|tunable| tunable.property == property)?;
    Some((entity, tunable))
}

fn numbers(world: &DeferredWorld, entity: Entity, tunable: &Tunable) -> Option<Numbers> {
    tunable.read(world.get_entity(entity).ok()?)
}
