//! A panel that tunes a spring while it runs.

mod build;
mod curve;
pub(crate) mod drag;
mod handle;
pub(crate) mod hands;
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

/// A panel with the springs of the entity that got [`Inspected`](crate::Inspected) last: the curve of a release, overshoot and settling
/// time, ω and ζ as sliders and as handles on the curve that change the running spring, the same spring in every convention, and a button
/// that copies it as code.
///
/// It is a node of Bevy's interface: without a `Node` of yours it is in the lower right corner. You may spawn several. Tabs choose among
/// the entity's registered properties that have a [`Spring`](crate::Spring). The sliders respond to mouse and finger and, after a press, to
/// the arrow keys, Home and End; with Bevy's `TabNavigationPlugin` Tab goes from one to the next. The yellow handle is where half of the
/// spring's period is over: drag it to the side for ω, and up or down for ζ. The blue handle is the settling time, and changes ω. If the
/// screen is too low for the panel, the wheel or a finger scrolls it.
///
/// The code goes to Bevy's clipboard, to the log and to [`CopiedCode`]. That clipboard is the system's if the app has Bevy's feature
/// `system_clipboard`. The font is Bevy's default one.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{Convention, prelude::*};
///
/// fn spawn(mut commands: Commands) {
///     let node = Node { position_type: PositionType::Absolute, left: px(8), top: px(8), width: px(340), ..default() };
///     commands.spawn((SpringPanel { convention: Convention::DurationBounce, ..default() }, node));
/// }
/// ```
#[doc(alias = "inspector")]
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[require(Node = build::panel_node(), BackgroundColor(build::PANEL), Standing, TabGroup, ScrollArea)]
pub struct SpringPanel {
    /// The convention in which code is copied. Default: ω and ζ.
    pub convention: Convention,
    /// Whether the panel hides the table of conventions and the code, so that it covers less of the scene. Default: false.
    pub is_folded: bool,
}

/// Where a panel stands.
#[derive(Component, Clone, Default)]
pub(crate) struct Standing {
    /// The property that was chosen; where the entity has no spring of it, the first is shown.
    chosen: Option<TypeId>,
    /// The finger that scrolls the panel, or was the last that did.
    scroller: Option<PointerId>,
    shown: Shown,
}

/// A spring was copied as code from a [`SpringPanel`]. An event for observers, of the tuned entity, and a message.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn keep(copied: On<CopiedCode>) {
///     println!("{}", copied.code); // Spring::new(8.0, 0.5)
/// }
/// ```
#[derive(EntityEvent, Message, Clone, Debug, PartialEq, Eq)]
pub struct CopiedCode {
    /// The entity whose spring was copied.
    pub entity: Entity,
    /// The expression that makes the spring.
    pub code: String,
}

/// What a panel shows; what has not changed is not written again.
#[derive(Clone, Debug, Default, PartialEq)]
struct Shown {
    /// The entity and the property whose spring is shown; hands act on that spring.
    of: Option<(Entity, TypeId)>,
    title: String,
    tabs: alloc::vec::Vec<(TypeId, &'static str)>,
    /// The numbers of the spring, bit for bit.
    bits: Option<[u32; 2]>,
    convention: Convention,
    is_folded: bool,
    /// Of the picture; without a spring, none.
    extent: Option<Extent>,
    /// Unit: physical pixels.
    picture: UVec2,
}

/// Which part of a panel a node is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Title,
    Tabs,
    Tab(TypeId),
    /// All below the tabs: what there is to say of a spring.
    Body,
    Picture,
    Handle(Handle),
    /// The number at the upper edge of the picture, and the one at its right end.
    Top,
    Right,
    Slider(Knob),
    Number(Knob),
    Thumb(Knob),
    /// Overshoot and settling time.
    Readout,
    Table,
    Code,
    Next,
    Copy,
    Fold,
}
