//! A panel that tunes a spring while it runs.

mod build;
mod curve;
pub(crate) mod drag;
mod handle;
pub(crate) mod input;
pub(crate) mod show;

use alloc::string::String;
use core::any::TypeId;

use bevy::{
    input_focus::tab_navigation::TabGroup, math::UVec2, picking::pointer::PointerId, prelude::*, ui::BackgroundColor,
    ui_widgets::ScrollArea,
};

use super::{Convention, tunable::Knob};
use curve::Extent;
use handle::Handle;

/// A panel that tunes the springs of the entity that received [`Inspected`](crate::dev_tools::Inspected) last. It shows the response to a
/// release, its overshoot and settling time, and the spring in every convention. Sliders, and handles on the curve, change ω and ζ of the
/// running spring, and a button copies the spring as code.
///
/// The panel is a node of Bevy's user interface. It is in the lower right corner, unless you spawn it with a `Node` of your own. You may
/// spawn several panels. A row of tabs selects among the entity's registered properties that have a [`Spring`](crate::Spring).
///
/// The sliders respond to mouse and touch and, once they are pressed, to the arrow keys, Home and End; with Bevy's `TabNavigationPlugin`,
/// Tab moves the focus to the next control. The yellow handle is at half of the spring's period: drag it sideways to change ω, and up or
/// down to change ζ. The blue handle is at the settling time, and changes ω. If the panel is higher than the screen, the wheel or a finger
/// scrolls it.
///
/// Copied code goes to Bevy's clipboard and to the log. Bevy's clipboard is the system's if the app enables Bevy's
/// feature `system_clipboard`. The font is Bevy's default font.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     let node = Node { position_type: PositionType::Absolute, left: px(8), top: px(8), width: px(340), ..default() };
///     commands.spawn((SpringPanel { is_folded: true, ..default() }, node));
/// }
/// ```
#[doc(alias = "inspector")]
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[require(Node = build::panel_node(), BackgroundColor(build::PANEL), PanelState, TabGroup, ScrollArea)]
pub struct SpringPanel {
    /// The convention in which code is copied. A button of the panel changes it. Default: ω and ζ.
    #[doc(hidden)]
    pub convention: Convention,
    /// Whether the panel hides the table of conventions and the code, so that it covers less of the scene. Default: false.
    pub is_folded: bool,
}

/// The state of a panel.
#[derive(Component, Clone, Default)]
pub(crate) struct PanelState {
    /// The property whose tab was pressed last. If the entity has no spring on that property, the first tab is shown.
    selected: Option<TypeId>,
    /// The finger that scrolls the panel, or that has scrolled it last.
    scroller: Option<PointerId>,
    shown: Shown,
}

/// What a panel shows. The nodes are written only when this changes.
#[derive(Clone, Debug, Default, PartialEq)]
struct Shown {
    /// The entity and the property whose spring is shown. Input changes that spring.
    of: Option<(Entity, TypeId)>,
    title: String,
    tabs: alloc::vec::Vec<(TypeId, &'static str)>,
    /// The bits of the spring's parameters.
    bits: Option<[u32; 2]>,
    convention: Convention,
    is_folded: bool,
    /// The extent of the picture; `None` without a spring.
    extent: Option<Extent>,
    /// The size of the picture. Unit: physical pixels.
    picture: UVec2,
}

/// Marks a node as a part of a panel.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Title,
    Tabs,
    Tab(TypeId),
    /// Everything below the tabs; hidden if there is no spring.
    Body,
    Picture,
    Handle(Handle),
    /// The label at the upper edge of the picture. `Right` is the one at the right edge.
    Top,
    Right,
    Slider(Knob),
    Number(Knob),
    Thumb(Knob),
    /// The text with the overshoot, the settling time, the frequency and the decay rate.
    Readout,
    Table,
    Code,
    Next,
    Copy,
    Fold,
}
