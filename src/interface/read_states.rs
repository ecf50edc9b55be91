//! Reads the states of widgets from the components and resources in which Bevy keeps them.

#![cfg_attr(bevy_0_20, expect(deprecated, reason = "`Interaction` still works there"))]

use bevy::{
    input_focus::{InputFocus, InputFocusVisible},
    picking::{
        hover::Hovered,
        pointer::{PointerAction, PointerButton, PointerInput},
    },
    prelude::*,
    ui::{Checked, InteractionDisabled, Pressed},
};

use super::{Leaving, widget_state::WidgetState};
use crate::engine::{HasPointer, PointerPress};

/// Where Bevy keeps the state of a widget.
type States = (
    Entity,
    &'static mut WidgetState,
    Option<&'static Hovered>,
    Option<&'static Interaction>,
    Has<Pressed>,
    Has<Checked>,
    Has<InteractionDisabled>,
    Has<Leaving>,
);

/// Observer: remembers the pointer that presses a widget or a child of it.
pub(crate) fn press(press: On<PointerPress>, mut widgets: Query<&mut WidgetState>) {
    if press.button == PointerButton::Primary
        && let Ok(mut state) = widgets.get_mut(press.entity)
    {
        state.pressed_by = Some(press.event().pointer_id());
    }
}

/// Reads the states of all widgets.
pub(crate) fn read_states(
    mut widgets: Query<States>,
    mut inputs: MessageReader<PointerInput>,
    (focus, is_visible): (Option<Res<InputFocus>>, Option<Res<InputFocusVisible>>),
) {
    for PointerInput { pointer_id, action, .. } in inputs.read() {
        if matches!(action, PointerAction::Release(PointerButton::Primary) | PointerAction::Cancel) {
            let released = widgets.iter_mut().map(|(_, state, ..)| state);
            for mut state in released.filter(|state| state.pressed_by == Some(*pointer_id)) {
                state.pressed_by = None;
            }
        }
    }
    let focused = focus.and_then(|focus| focus.get()).filter(|_| is_visible.is_some_and(|is_visible| is_visible.0));
    for (entity, mut state, hovered, interaction, has_pressed, is_checked, is_disabled, is_leaving) in &mut widgets {
        let interaction = interaction.copied().unwrap_or_default();
        let read = WidgetState {
            is_checked,
            is_hovered: hovered.is_some_and(Hovered::get) || interaction != Interaction::None,
            is_focused: focused == Some(entity),
            is_pressed: has_pressed || interaction == Interaction::Pressed || state.pressed_by.is_some(),
            is_disabled,
            is_leaving,
            pressed_by: state.pressed_by,
            is_on_its_way: false,
        };
        state.set_if_neq(read);
    }
}
