//! The component `StateTargets`.

use alloc::vec::Vec;
use core::{any::TypeId, fmt};

use bevy::{picking::hover::Hovered, prelude::*};

use super::widget_state::WidgetState;
use crate::{
    motion::written::is_same,
    property::{
        Property, Translation, Velocity,
        component::{clone, default_on_translation},
        on_insert::on_insert,
    },
};

/// The target of a spring in each state of a widget: at rest, under the pointer, pressed, and so on.
///
/// The plugin writes the entity's [`Target`](crate::Target) each time the state chooses another value, and inserts it if it is missing. The
/// most specific state that holds, and that has a value here, chooses:
///
/// 1. [`Leaving`](crate::interface::Leaving);
/// 2. marker components of your own, the one added last first;
/// 3. disabled: Bevy's `InteractionDisabled`;
/// 4. pressed: Bevy's `Pressed`, an `Interaction` that is pressed, or the primary button or a finger on the entity or on a child of it, from
///    the press to the release;
/// 5. focused: Bevy's `InputFocus`, while it is visible (as after a press of Tab);
/// 6. hovered: Bevy's `Hovered`, which this component inserts, or an `Interaction` that is hovered;
/// 7. checked: Bevy's `Checked`;
/// 8. otherwise, [`base`](Self::base).
///
/// # Examples
///
/// A button that grows under the pointer and sinks when it is pressed:
///
/// ```
/// use bevy::{prelude::*, ui_widgets::Button};
/// use bevy_exact_motion::{prelude::*, property::NodeScale};
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((
///         Button,
///         Node { width: px(200), height: px(60), ..default() },
///         Spring::snappy().on::<NodeScale>(),
///         StateTargets::<NodeScale>::of(Vec2::ONE).with_hovered(Vec2::splat(1.08)).with_pressed(Vec2::splat(0.94)),
///     ));
/// }
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()))
///     .register_motion_with::<NodeScale>(MotionOptions::frame_real());
/// ```
///
/// # Special cases
///
/// - A target that your code writes stays until the state chooses another value.
/// - A finger does not hover. A press ends where it began: when the pointer is released or cancelled, wherever it is then.
/// - Values that are not finite are invalid input, as in a `Target`.
/// - Markers are not saved in scenes: their types have no name there.
#[doc(alias = "hover")]
#[doc(alias = "transition")]
#[doc(alias = "style")]
#[derive(Component, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(serialize = "P::Value: serde::Serialize", deserialize = "P::Value: serde::Deserialize<'de>"))
)]
#[require(Velocity<P>, WidgetState, Hovered)]
#[component(on_add = on_insert::<P, Self>, clone_behavior = Custom(clone::<Self>))]
#[must_use]
pub struct StateTargets<P: Property = Translation> {
    /// The target in no other state. Unit of all values: property units. Range: finite. Default: the value type's default.
    pub base: P::Value,
    /// The value from which the entity comes when this component is inserted. Default: `None`, the value that it has.
    pub entering: Option<P::Value>,
    /// The target while the widget is checked. Default of this and the next ones: `None`, the next state in the order chooses.
    pub checked: Option<P::Value>,
    /// The target while the pointer is over the widget.
    pub hovered: Option<P::Value>,
    /// The target while the widget has the visible focus of the keyboard.
    pub focused: Option<P::Value>,
    /// The target while the widget is pressed.
    pub pressed: Option<P::Value>,
    /// The target while the widget is disabled.
    pub disabled: Option<P::Value>,
    /// The target while the entity is [`Leaving`](crate::interface::Leaving).
    pub leaving: Option<P::Value>,
    #[doc(hidden)]
    #[reflect(ignore)]
    #[cfg_attr(feature = "serialize", serde(skip))]
    pub markers: Vec<(TypeId, P::Value)>,
    /// The value that was last written to the target. Saved, so that a loaded widget does not enter again.
    #[doc(hidden)]
    #[cfg_attr(feature = "serialize", serde(default))]
    pub written: Option<P::Value>,
}

default_on_translation!(StateTargets);

impl<P: Property> Clone for StateTargets<P> {
    fn clone(&self) -> Self {
        Self { markers: self.markers.clone(), ..*self }
    }
}

impl<P: Property> PartialEq for StateTargets<P> {
    fn eq(&self, other: &Self) -> bool {
        (self.base, self.values(), &self.markers) == (other.base, other.values(), &other.markers)
    }
}

impl<P: Property> fmt::Debug for StateTargets<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("StateTargets");
        debug.field("base", &self.base);
        let names = ["entering", "checked", "hovered", "focused", "pressed", "disabled", "leaving"];
        for (name, value) in names.into_iter().zip(self.values()) {
            if let Some(value) = value {
                debug.field(name, &value);
            }
        }
        debug.field("markers", &self.markers).finish()
    }
}

impl<P: Property> Default for StateTargets<P> {
    fn default() -> Self {
        Self::of(P::Value::default())
    }
}

impl<P: Property> StateTargets<P> {
    /// Targets of property `P`: this value, in every state.
    pub const fn of(base: P::Value) -> Self {
        Self {
            base,
            entering: None,
            checked: None,
            hovered: None,
            focused: None,
            pressed: None,
            disabled: None,
            leaving: None,
            markers: Vec::new(),
            written: None,
        }
    }

    /// The same, coming from this value when the entity is spawned.
    pub fn with_entering(mut self, value: P::Value) -> Self {
        self.entering = Some(value);
        self
    }

    /// The same, with this target while the widget is checked.
    pub fn with_checked(mut self, value: P::Value) -> Self {
        self.checked = Some(value);
        self
    }

    /// The same, with this target while the pointer is over the widget.
    pub fn with_hovered(mut self, value: P::Value) -> Self {
        self.hovered = Some(value);
        self
    }

    /// The same, with this target while the widget has the visible focus of the keyboard.
    pub fn with_focused(mut self, value: P::Value) -> Self {
        self.focused = Some(value);
        self
    }

    /// The same, with this target while the widget is pressed.
    pub fn with_pressed(mut self, value: P::Value) -> Self {
        self.pressed = Some(value);
        self
    }

    /// The same, with this target while the widget is disabled.
    pub fn with_disabled(mut self, value: P::Value) -> Self {
        self.disabled = Some(value);
        self
    }

    /// The same, with this target while the entity has the component `M`. Of several such components, the one added last chooses.
    pub fn with_marker<M: Component>(mut self, value: P::Value) -> Self {
        self.markers.push((TypeId::of::<M>(), value));
        self
    }

    /// The same, with this target while the entity is [`Leaving`](crate::interface::Leaving).
    pub fn with_leaving(mut self, value: P::Value) -> Self {
        self.leaving = Some(value);
        self
    }

    /// The value that a widget in this state chooses. `has` is whether the entity has a component of this type.
    pub(super) fn choose(&self, state: &WidgetState, has: impl Fn(TypeId) -> bool) -> P::Value {
        let leaving = self.leaving.filter(|_| state.is_leaving);
        let marked = || self.markers.iter().rev().find(|(marker, _)| has(*marker)).map(|(_, value)| *value);
        leaving
            .or_else(marked)
            .or(self.disabled.filter(|_| state.is_disabled))
            .or(self.pressed.filter(|_| state.is_pressed))
            .or(self.focused.filter(|_| state.is_focused))
            .or(self.hovered.filter(|_| state.is_hovered))
            .or(self.checked.filter(|_| state.is_checked))
            .unwrap_or(self.base)
    }

    /// Whether this value was the last one written to the target.
    pub(super) fn has_written(&self, value: P::Value) -> bool {
        self.written.is_some_and(|written| is_same(value, written))
    }

    const fn values(&self) -> [Option<P::Value>; 7] {
        [self.entering, self.checked, self.hovered, self.focused, self.pressed, self.disabled, self.leaving]
    }
}

impl StateTargets {
    /// Targets of the translation: this value, in every state.
    pub const fn new(base: Vec3) -> Self {
        Self::of(base)
    }
}
