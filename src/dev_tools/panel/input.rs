//! Input on a panel: sliders, buttons and the keyboard focus.

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

use super::{PanelState, Part, SpringPanel, build::panel_of};
use crate::{
    dev_tools::{
        Convention,
        tunable::{Knob, SpringParameters, Tunable},
    },
    diagnosis::Diagnosis,
    engine::PointerPress,
};

/// Observer: a slider was moved, by a pointer, by keys, or by an event that user code triggers. Writes its value to the spring.
pub(crate) fn move_slider(change: On<ValueChange<f32>>, mut world: DeferredWorld) {
    let Some(&Part::Slider(knob)) = world.get::<Part>(change.source) else { return };
    if !change.value.is_finite() {
        return;
    }
    let value = world.get::<SliderRange>(change.source).map_or(change.value, |range| range.clamp(change.value));
    let value = match knob {
        Knob::AngularFrequency => ops::powf(10.0, value),
        Knob::DampingRatio => value,
    };
    if let Some(value) = rounded(knob, value.into()) {
        write(&mut world, change.source, knob, value);
    }
}

/// Rounds a parameter, so that the copied code has few digits.
pub(super) fn rounded(knob: Knob, number: f64) -> Option<f32> {
    let digits = match knob {
        Knob::AngularFrequency => format!("{number:.2e}"),
        Knob::DampingRatio => format!("{number:.2}"),
    };
    digits.parse().ok()
}

/// Sets a parameter of the spring that the panel of this node shows.
pub(super) fn write(world: &mut DeferredWorld, node: Entity, knob: Knob, value: f32) {
    if let Some((entity, tunable)) = tuned_spring(world, node)
        && let Ok(mut entity) = world.get_entity_mut(entity)
    {
        tunable.write(&mut entity, knob, value);
    }
}

/// Observer: a control that is pressed gets the keyboard focus.
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

/// Observer: a button was pressed. Performs its action.
pub(crate) fn activate(button: On<Activate>, mut world: DeferredWorld) {
    let Some(&part) = world.get::<Part>(button.entity) else { return };
    let Some(panel) = panel_of(&world, button.entity) else { return };
    match part {
        Part::Tab(property) => {
            if let Some(mut state) = world.get_mut::<PanelState>(panel) {
                state.selected = Some(property);
            }
        }
        Part::Next => {
            let parameters =
                tuned_spring(&world, panel).and_then(|(entity, tunable)| parameters(&world, entity, &tunable));
            if let Some(mut panel) = world.get_mut::<SpringPanel>(panel) {
                panel.convention = next(panel.convention, parameters);
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

/// The next convention that can express this spring.
fn next(from: Convention, parameters: Option<SpringParameters>) -> Convention {
    let mut convention = from.next();
    while convention != from && parameters.is_some_and(|parameters| convention.code_of(parameters, None).is_none()) {
        convention = convention.next();
    }
    convention
}

fn copy(world: &mut DeferredWorld, panel: Entity) {
    let Some((entity, tunable)) = tuned_spring(world, panel) else { return };
    let Some(parameters) = parameters(world, entity, &tunable) else { return };
    let Some(convention) = world.get::<SpringPanel>(panel).map(|panel| panel.convention) else { return };
    let property = (!tunable.is_default()).then_some(tunable.name);
    let code =
        convention.code_of(parameters, property).or_else(|| Convention::AngularFrequency.code_of(parameters, property));
    let Some(code) = code else {
        warn!("{entity}: {parameters:?} of {} is not a valid spring, so there is no code for it", tunable.name);
        return;
    };
    info!("{entity}: {code}");
    if let Some(mut clipboard) = world.get_resource_mut::<Clipboard>()
        && let Err(error) = clipboard.set_text(code.as_str())
    {
        warn!("{code} was not copied to the clipboard: {error:?}");
    }
}

/// The entity and the property of the spring that the panel of this node shows.
pub(super) fn tuned_spring(world: &DeferredWorld, node: Entity) -> Option<(Entity, Tunable)> {
    let panel = panel_of(world, node)?;
    let (entity, property) = world.get::<PanelState>(panel)?.shown.of?;
    let tunable = world.get_resource::<Diagnosis>()?.tunables().find(|tunable| tunable.property == property)?;
    Some((entity, tunable))
}

fn parameters(world: &DeferredWorld, entity: Entity, tunable: &Tunable) -> Option<SpringParameters> {
    tunable.read(world.get_entity(entity).ok()?)
}
