//! Lengths that are `auto`: what the layout makes of them, in px.

use alloc::format;

use bevy::{
    ecs::entity::EntityHashMap,
    prelude::*,
    ui::{BoxSizing, ComputedNode, ComputedUiRenderTargetInfo, Display, UiSystems, ui_surface::UiSurface},
};

use super::{Property, Velocity, newcomer::who};
use crate::warning::warn_in;

/// Which part of a node's place or size along an axis.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// From the parent's start to the node.
    Start,
    /// From the node to the parent's end.
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

/// A length of a node that the layout finds where it is `auto`.
pub(super) trait Length: Property<Component = Node, Value = f32> {
    const FIELD: &'static str;
    const PART: Part;
    const AXIS: Axis;
}

/// For how many frames the layout may leave a length out before that is reported: a camera may be spawned later than its nodes.
const PATIENCE: u16 = 120;

/// Adds what replaces `auto` by px, once a layout has found the length.
pub(super) fn prepare<P: Length>(app: &mut App) {
    // It writes fields that no system reads until the next layout.
    let system = resolve::<P>
        .after_ignore_deferred(UiSystems::Layout)
        .after_ignore_deferred(UiSystems::PostLayout)
        .after_ignore_deferred(UiSystems::Stack);
    app.add_systems(PostUpdate, system.ambiguous_with_all());
}

/// What is known of a node.
type Known = (&'static mut Node, &'static ComputedNode, &'static ComputedUiRenderTargetInfo);

/// Replaces the `auto` of moving nodes by the length that the layout has found.
fn resolve<P: Length>(
    mut surface: Option<ResMut<UiSurface>>,
    moving: Query<Entity, With<Velocity<P>>>,
    mut nodes: Query<Known>,
    parents: Query<&ChildOf>,
    mut waiting: Local<EntityHashMap<u16>>,
    mut commands: Commands,
) {
    let mut still_waiting = EntityHashMap::default();
    for entity in &moving {
        if !nodes.get(entity).is_ok_and(|(node, ..)| P::awaits(node).is_some()) {
            continue;
        }
        let found = match &mut surface {
            // This app has no layout.
            None => Some(0.0),
            Some(_) if is_hidden(entity, &nodes, &parents) => continue,
            Some(surface) => found::<P>(entity, surface, &nodes, &parents),
        };
        if let Some(found) = found.filter(|found| found.is_finite()) {
            if let Ok((mut node, ..)) = nodes.get_mut(entity) {
                P::set(&mut node, found);
            }
            continue;
        }
        let frames = waiting.get(&entity).map_or(1, |frames| frames.saturating_add(1));
        still_waiting.insert(entity, frames);
        if frames == PATIENCE {
            commands.queue(move |world: &mut World| warn_of_missing_layout::<P>(world, entity));
        }
    }
    *waiting = still_waiting;
}

/// Whether the node, or one above it, is displayed nowhere.
fn is_hidden(entity: Entity, nodes: &Query<Known>, parents: &Query<&ChildOf>) -> bool {
    let is_none = |entity| nodes.get(entity).is_ok_and(|(node, ..)| node.display == Display::None);
    is_none(entity) || parents.iter_ancestors(entity).any(is_none)
}

/// The length in the last layout, if the node was in it. Unit: logical px.
fn found<P: Length>(
    entity: Entity,
    surface: &mut UiSurface,
    nodes: &Query<Known>,
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
    // The area in which an inset is measured: the parent's inside its border, or the whole screen.
    let (start, end) = match parent {
        Some((_, parent, _)) => {
            let size = along(parent.unrounded_size);
            (along(parent.border.min_inset), size - along(parent.border.max_inset) - along(parent.scrollbar_size))
        }
        None => (0.0, along(target.physical_size().as_vec2())),
    };
    let place = along(Vec2::new(layout.location.x, layout.location.y));
    let before = along(Vec2::new(layout.margin.left, layout.margin.top));
    let after = along(Vec2::new(layout.margin.right, layout.margin.bottom));
    let length = match P::PART {
        Part::Start => place - before - start,
        Part::End => end - place - size - after,
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
        "{} has the `{}` `auto`, and no layout has found that length: {} moves when a camera shows the node, or write a length in px",
        who(found),
        P::FIELD,
        P::short_type_path()
    );
    warn_in(world, entity, ("no layout", P::short_type_path()), format_args!("{message}"));
}
