//! What is dragged on a panel: the handles on its curve, and the panel itself, by a finger.

use bevy::{
    ecs::world::DeferredWorld,
    math::DVec2,
    picking::{
        events::PointerState,
        pointer::{PointerButton, PointerId},
    },
    prelude::*,
    ui::{ComputedNode, Pressed, ScrollPosition, UiGlobalTransform, UiScale},
};

use super::{
    Part, SpringPanel, Standing,
    build::{FREQUENCY_RANGE, panel_of},
    curve::Extent,
    hands::{rounded_to, tuned, write},
};
use crate::{
    debug::{
        convention::math_spring,
        tunable::{Knob, Numbers},
    },
    engine::{OfPointer, PointerDrag, PointerDragEnd, PointerDragStart},
};

/// So far a finger goes before it scrolls; less is a touch. Unit: logical pixels.
const SLOP: f32 = 8.0;

/// On a handle that is dragged: what there was when the drag began.
#[derive(Component, Clone, Copy)]
pub(crate) struct Grip {
    pointer: PointerId,
    before: Numbers,
    /// The picture keeps it, or the handle would run away from the pointer.
    pub(super) extent: Extent,
}

/// The drag of this handle, if a pointer drags it.
pub(super) fn gripped(world: &World, handle: Entity) -> Option<Grip> {
    let grip = *world.get::<Grip>(handle)?;
    let state = world.get_resource::<PointerState>()?.get(grip.pointer, PointerButton::Primary)?;
    // A pointer that was cancelled leaves its mark on the handle.
    state.dragging.contains_key(&handle).then_some(grip)
}

/// Whether a pointer drags a slider or a handle of this panel.
pub(super) fn is_in_hand(world: &World, panel: Entity) -> bool {
    let Some(pointers) = world.get_resource::<PointerState>() else { return false };
    let dragged = pointers.pointer_buttons.values().flat_map(|state| state.dragging.keys());
    dragged.copied().any(|node| turns(world, node) && panel_of(world, node) == Some(panel))
}

/// Whether a spring is turned by what is dragged here.
fn turns(world: &World, node: Entity) -> bool {
    matches!(world.get::<Part>(node), Some(Part::Slider(_) | Part::Thumb(_) | Part::Handle(_)))
}

/// A handle is taken, unless another pointer has it.
pub(crate) fn grip(mut start: On<PointerDragStart>, mut world: DeferredWorld) {
    let handle = start.entity;
    let Some(Part::Handle(_)) = world.get::<Part>(handle) else { return };
    start.propagate(false);
    if start.button != PointerButton::Primary || gripped(&world, handle).is_some() {
        return;
    }
    let Some((entity, tunable)) = tuned(&world, handle) else { return };
    let before = world.get_entity(entity).ok().and_then(|entity| tunable.read(entity));
    let extent = panel_of(&world, handle).and_then(|panel| world.get::<Standing>(panel)?.shown.extent);
    if let (Some(before), Some(extent)) = (before, extent) {
        world.commands().entity(handle).try_insert(Grip { pointer: start.event().pointer_id(), before, extent });
    }
}

/// A handle is where the pointer is.
pub(crate) fn pull(mut drag: On<PointerDrag>, mut world: DeferredWorld) {
    let Some(&Part::Handle(handle)) = world.get::<Part>(drag.entity) else { return };
    drag.propagate(false);
    let grip = world.get::<Grip>(drag.entity).copied();
    let is_its = |grip: &Grip| grip.pointer == drag.event().pointer_id() && drag.button == PointerButton::Primary;
    let Some(Grip { before, extent, .. }) = grip.filter(is_its) else { return };
    let (Some(spring), Some(way)) = (math_spring(before), way(&world, drag.entity, drag.distance, extent)) else {
        return;
    };
    // Where it is back at its height or its time, it has what it had there, to the last digit.
    let frequency = if way.x == 0.0 {
        Some(before.angular_frequency)
    } else {
        let (low, high) = FREQUENCY_RANGE;
        let omega = handle.frequency(&spring, way.x);
        omega.and_then(|omega| {
            rounded_to(Knob::AngularFrequency, omega.clamp(libm::pow(10.0, low.into()), libm::pow(10.0, high.into())))
        })
    };
    let ratio = handle.ratio(&spring, way.y);
    let ratio = ratio.and_then(|zeta| match way.y {
        0.0 => Some(before.damping_ratio),
        _ => rounded_to(Knob::DampingRatio, zeta),
    });
    for (knob, number) in [(Knob::AngularFrequency, frequency), (Knob::DampingRatio, ratio)] {
        if let Some(number) = number {
            write(&mut world, drag.entity, knob, number);
        }
    }
}

/// How far a handle is dragged, in seconds and as a share of the way upwards.
fn way(world: &World, handle: Entity, distance: Vec2, extent: Extent) -> Option<DVec2> {
    let picture = world.get::<ChildOf>(handle)?.parent();
    let node = world.get::<ComputedNode>(picture)?;
    let scale = node.inverse_scale_factor() * world.get_resource::<UiScale>()?.0;
    let turned = world.get::<UiGlobalTransform>(picture)?.try_inverse()?;
    let share = turned.transform_vector2(distance / scale) / node.size();
    let way = share.as_dvec2() * DVec2::new(extent.seconds, -extent.top);
    way.is_finite().then_some(way)
}

/// A handle is let go, and the picture takes the extent of the new spring.
pub(crate) fn let_go(mut end: On<PointerDragEnd>, mut world: DeferredWorld) {
    let Some(Part::Handle(_)) = world.get::<Part>(end.entity) else { return };
    end.propagate(false);
    let is_its = |grip: &Grip| grip.pointer == end.event().pointer_id() && end.button == PointerButton::Primary;
    if world.get::<Grip>(end.entity).is_some_and(is_its) {
        world.commands().entity(end.entity).try_remove::<Grip>();
    }
}

/// A finger scrolls the panel, where it has hold of nothing else; Bevy's `ScrollArea` has only the wheel.
pub(crate) fn scroll(mut drag: On<PointerDrag>, mut world: DeferredWorld) {
    let panel = drag.entity;
    if !drag.event().pointer_id().is_touch()
        || world.get::<SpringPanel>(panel).is_none()
        || drag.distance.y.abs() < SLOP
    {
        return;
    }
    drag.propagate(false);
    let Some(scale) = world.get_resource::<UiScale>().map(|scale| scale.0) else { return };
    // The first finger scrolls, or two would scroll twice as far.
    let scroller = world.get::<Standing>(panel).and_then(|standing| standing.scroller);
    let is_down = |finger: &PointerId| {
        let state = world.get_resource::<PointerState>().and_then(|all| all.get(*finger, PointerButton::Primary));
        state.is_some_and(|state| !state.dragging.is_empty())
    };
    if scroller.filter(is_down).is_some_and(|finger| finger != drag.event().pointer_id()) {
        return;
    }
    if let Some(mut standing) = world.get_mut::<Standing>(panel) {
        standing.scroller = Some(drag.event().pointer_id());
    }
    let Some(node) = world.get::<ComputedNode>(panel) else { return };
    let room = ((node.content_size() - node.size()) * node.inverse_scale_factor()).y.max(0.0);
    let Some(mut position) = world.get_mut::<ScrollPosition>(panel) else { return };
    let wanted = position.y - drag.delta.y / scale;
    if !wanted.is_finite() || room == 0.0 {
        return;
    }
    position.y = wanted.clamp(0.0, room);
    // What was touched to scroll is not pressed.
    let touched = drag.original_event_target();
    if world.get::<Pressed>(touched).is_some() {
        world.commands().entity(touched).try_remove::<Pressed>();
    }
}
