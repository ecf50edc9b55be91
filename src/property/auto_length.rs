//! Replaces `auto` lengths of nodes with the length that the layout has computed, in px.

use alloc::format;

use bevy::{
    ecs::entity::EntityHashMap,
    prelude::*,
    ui::{BoxSizing, ComputedNode, ComputedUiRenderTargetInfo, Display, UiSystems, ui_surface::UiSurface},
};

use super::{Property, Velocity, on_insert::describe};
use crate::{hierarchy::above, warning::warn_in};

/// One of a node's lengths along an axis.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// The distance from the parent's left or top edge to the node.
    Start,
    /// The distance from the node to the parent's right or bottom edge.
    End,
    Size,
}

/// An axis of the screen.
#[derive(Clone, Copy)]
pub(super) enum Axis {
    X,
    Y,
}

impl Axis {
    fn of(self, vector: Vec2) -> f32 {
        match self {
            Self::X => vector.x,
            Self::Y => vector.y,
        }
    }
}

/// A property that is a length of a node, which may be `auto`.
pub(super) trait Length: Property<Component = Node, Value = f32> {
    const FIELD: &'static str;
    const PART: Part;
    const AXIS: Axis;
}

/// The number of frames for which a length may stay unknown before a warning is logged: a camera may be spawned later than the nodes that
/// it shows.
const MAX_WAITING_FRAMES: u16 = 120;

/// Adds the system that replaces `auto` lengths of the property `P`.
pub(super) fn prepare<P: Length>(app: &mut App) {
    // No other order is needed: nothing reads the written fields before the next layout.
    let system = resolve::<P>
        .after_ignore_deferred(UiSystems::Layout)
        .after_ignore_deferred(UiSystems::PostLayout)
        .after_ignore_deferred(UiSystems::Stack);
    app.add_systems(PostUpdate, system.ambiguous_with_all());
}

/// A node and the results of its last layout.
type NodeLayout = (&'static mut Node, &'static ComputedNode, &'static ComputedUiRenderTargetInfo);

/// Replaces `auto` lengths of moving nodes with the length in the last layout.
fn resolve<P: Length>(
    mut surface: Option<ResMut<UiSurface>>,
    moving: Query<Entity, With<Velocity<P>>>,
    mut nodes: Query<NodeLayout>,
    parents: Query<&ChildOf>,
    mut waiting: Local<EntityHashMap<u16>>,
    mut commands: Commands,
) {
    let mut still_waiting = EntityHashMap::default();
    for entity in &moving {
        if !nodes.get(entity).is_ok_and(|(node, ..)| P::awaits(node).is_some()) {
            continue;
        }
        let length = match &mut surface {
            // Without Bevy's layout `auto` is 0 px.
            None => Some(0.0),
            Some(_) if is_hidden(entity, &nodes, &parents) => continue,
            Some(surface) => length_in_layout::<P>(entity, surface, &nodes, &parents),
        };
        if let Some(length) = length.filter(|length| length.is_finite()) {
            if let Ok((mut node, ..)) = nodes.get_mut(entity) {
                P::set(&mut node, length);
            }
            continue;
        }
        let frames = waiting.get(&entity).map_or(1, |frames| frames.saturating_add(1));
        still_waiting.insert(entity, frames);
        if frames == MAX_WAITING_FRAMES {
            commands.queue(move |world: &mut World| warn_of_missing_layout::<P>(world, entity));
        }
    }
    *waiting = still_waiting;
}

/// Whether the node or one of its ancestors has `Display::None`.
fn is_hidden(entity: Entity, nodes: &Query<NodeLayout>, parents: &Query<&ChildOf>) -> bool {
    let is_none = |entity| nodes.get(entity).is_ok_and(|(node, ..)| node.display == Display::None);
    is_none(entity) || above(entity, parents).any(is_none)
}

/// Returns the length in the last layout, or `None` if the node was not laid out. Unit: logical px.
fn length_in_layout<P: Length>(
    entity: Entity,
    surface: &mut UiSurface,
    nodes: &Query<NodeLayout>,
    parents: &Query<&ChildOf>,
) -> Option<f32> {
    let (node, computed, target) = nodes.get(entity).ok()?;
    let (layout, size) = surface.get_layout(entity, false).ok()?;
    if target.physical_size().min_element() == 0 {
        return None;
    }
    let along = |vector: Vec2| P::AXIS.of(vector);
    let size = along(size);
    let parent = parents.get(entity).ok().and_then(|parent| nodes.get(parent.parent()).ok());
    // Insets are measured in the parent's area inside its border and scrollbar or, without a parent, in the whole render target.
    let (start, end) = match parent {
        Some((_, parent, _)) => {
            let size = along(parent.unrounded_size);
            (along(parent.border.min_inset), size - along(parent.border.max_inset) - along(parent.scrollbar_size))
        }
        None => (0.0, along(target.physical_size().as_vec2())),
    };
    let position = along(Vec2::new(layout.location.x, layout.location.y));
    let before = along(Vec2::new(layout.margin.left, layout.margin.top));
    let after = along(Vec2::new(layout.margin.right, layout.margin.bottom));
    let length = match P::PART {
        Part::Start => position - before - start,
        Part::End => end - position - size - after,
        Part::Size if node.box_sizing == BoxSizing::ContentBox => {
            size - along(computed.content_inset().min_inset) - along(computed.content_inset().max_inset)
        }
        Part::Size => size,
    };
    Some(length * computed.inverse_scale_factor)
}

fn warn_of_missing_layout<P: Length>(world: &mut World, entity: Entity) {
    let Ok(found) = world.get_entity(entity) else { return };
    let message = format!(
        "{}: `{}` is `auto`, and no layout has computed that length: {} moves when a camera shows the node, or write a length in px",
        describe(found),
        P::FIELD,
        P::short_type_path()
    );
    warn_in(world, entity, ("no layout", P::short_type_path()), format_args!("{message}"));
}
