//! The state of a widget.

use bevy::{picking::pointer::PointerId, prelude::*};

/// The state of a widget in this frame.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WidgetState {
    pub(super) is_checked: bool,
    pub(super) is_hovered: bool,
    pub(super) is_focused: bool,
    pub(super) is_pressed: bool,
    pub(super) is_disabled: bool,
    pub(super) is_leaving: bool,
    /// The pointer that has pressed the widget and has not been released since.
    pub(super) pressed_by: Option<PointerId>,
    /// Whether a property of the leaving entity has not reached its target yet.
    pub(super) is_on_its_way: bool,
}
