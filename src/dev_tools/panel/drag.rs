//! Drags on a panel: pointers drag the handles on the curve, and a finger scrolls the panel.

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
    PanelState, Part, SpringPanel,
    build::{FREQUENCY_RANGE, panel_of},
    curve::Extent,
    input::{rounded, tuned_spring, write},
};
use crate::{
    dev_tools::{
        convention::math_spring,
        tunable::{Knob, SpringParameters},
    },
    engine::{HasPointer, PointerDrag, PointerDragEnd, PointerDragStart},
};

/// The distance that a finger has to move before it scrolls; less is a tap. Unit: logical pixels.
const TOUCH_SLOP: f32 = 8.0;

/// The state at the start of a drag. A handle has this component while a pointer drags the handle.
#[derive(Component, Clone, Copy)]
pub(crate) struct Grip {
    pointer: PointerId,
    before: SpringParameters,
    /// The picture keeps this extent during the drag; otherwise the handle would move away from the pointer.
    pub(super) extent: Extent,
}

/// Returns the state of this handle's drag, or `None` if no pointer drags the handle.
pub(super) fn active_grip(world: &World, handle: Entity) -> Option<Grip> {
    let grip = *world.get::<Grip>(handle)?;
    let state = world.get_resource::<PointerState>()?.get(grip.pointer, PointerButton::Primary)?;
    // A cancelled pointer leaves its `Grip` on the handle, so check that the pointer still drags it.
    state.dragging.contains_key(&handle).then_some(grip)
}

/// Whether a pointer drags a slider or a handle of this panel.
pub(super) fn is_dragged(world: &World, panel: Entity) -> bool {
    let Some(pointers) = world.get_resource::<PointerState>() else { return false };
    let dragged = pointers.pointer_buttons.values().flat_map(|state| state.dragging.keys());
    dragged.copied().any(|node| changes_spring(world, node) && panel_of(world, node) == Some(panel))
}

/// Whether dragging this node changes a spring.
fn changes_spring(world: &World, node: Entity) -> bool {
    matches!(world.get::<Part>(node), Some(Part::Slider(_) | Part::Thumb(_) | Part::Handle(_)))
}

/// Observer: a pointer begins to drag a handle, unless another pointer already drags it.
pub(crate) fn grab_handle(mut start: On<PointerDragStart>, mut world: DeferredWorld) {
    let handle = start.entity;
    let Some(Part::Handle(_)) = world.get::<Part>(handle) else { return };
    start.propagate(false);
    if start.button != PointerButton::Primary || active_grip(&world, handle).is_some() {
        return;
    }
    let Some((entity, tunable)) = tuned_spring(&world, handle) else { return };
    let before = world.get_entity(entity).ok().and_then(|entity| tunable.read(entity));
    let extent = panel_of(&world, handle).and_then(|panel| world.get::<PanelState>(panel)?.shown.extent);
    if let (Some(before), Some(extent)) = (before, extent) {
        world.commands().entity(handle).try_insert(Grip { pointer: start.event().pointer_id(), before, extent });
    }
}

/// Observer: changes the spring so that the dragged handle stays at the pointer.
pub(crate) fn drag_handle(mut drag: On<PointerDrag>, mut world: DeferredWorld) {
    let Some(&Part::Handle(handle)) = world.get::<Part>(drag.entity) else { return };
    drag.propagate(false);
    let grip = world.get::<Grip>(drag.entity).copied();
    let is_same_drag = |grip: &Grip| grip.pointer == drag.event().pointer_id() && drag.button == PointerButton::Primary;
    let Some(Grip { before, extent, .. }) = grip.filter(is_same_drag) else { return };
    let displacement = displacement(&world, drag.entity, drag.distance, extent);
    let (Some(spring), Some(displacement)) = (math_spring(before), displacement) else { return };
    // A handle that is back at its old time or height restores the old parameter exactly, without rounding.
    let frequency = if displacement.x == 0.0 {
        Some(before.angular_frequency)
    } else {
        let (low, high) = FREQUENCY_RANGE;
        let omega = handle.frequency(&spring, displacement.x);
        omega.and_then(|omega| {
            rounded(Knob::AngularFrequency, omega.clamp(libm::pow(10.0, low.into()), libm::pow(10.0, high.into())))
        })
    };
    let ratio = handle.ratio(&spring, displacement.y);
    let ratio = ratio.and_then(|zeta| match displacement.y {
        0.0 => Some(before.damping_ratio),
        _ => rounded(Knob::DampingRatio, zeta),
    });
    for (knob, value) in [(Knob::AngularFrequency, frequency), (Knob::DampingRatio, ratio)] {
        if let Some(value) = value {
            write(&mut world, drag.entity, knob, value);
        }
    }
}

/// The displacement of a dragged handle. x is the time (s). y is the value, upwards, as a fraction of the distance to the target at the
/// release.
fn displacement(world: &World, handle: Entity, distance: Vec2, extent: Extent) -> Option<DVec2> {
    let picture = world.get::<ChildOf>(handle)?.parent();
    let node = world.get::<ComputedNode>(picture)?;
    let scale = node.inverse_scale_factor() * world.get_resource::<UiScale>()?.0;
    let to_picture = world.get::<UiGlobalTransform>(picture)?.try_inverse()?;
    let share = to_picture.transform_vector2(distance / scale) / node.size();
    let displacement = share.as_dvec2() * DVec2::new(extent.seconds, -extent.top);
    displacement.is_finite().then_some(displacement)
}

/// Observer: a pointer releases a handle. The picture then shows the extent of the new spring.
pub(crate) fn release_handle(mut end: On<PointerDragEnd>, mut world: DeferredWorld) {
    let Some(Part::Handle(_)) = world.get::<Part>(end.entity) else { return };
    end.propagate(false);
    let is_same_drag = |grip: &Grip| grip.pointer == end.event().pointer_id() && end.button == PointerButton::Primary;
    if world.get::<Grip>(end.entity).is_some_and(is_same_drag) {
        world.commands().entity(end.entity).try_remove::<Grip>();
    }
}

/// Observer: a finger scrolls the panel, unless it drags something else. Bevy's `ScrollArea` supports only the wheel.
pub(crate) fn scroll(mut drag: On<PointerDrag>, mut world: DeferredWorld) {
    let panel = drag.entity;
    if !drag.event().pointer_id().is_touch()
        || world.get::<SpringPanel>(panel).is_none()
        || drag.distance.y.abs() < TOUCH_SLOP
    {
        return;
    }
    drag.propagate(false);
    let Some(scale) = world.get_resource::<UiScale>().map(|scale| scale.0) else { return };
    // Only the first finger scrolls; otherwise two fingers would scroll twice as far.
    let scroller = world.get::<PanelState>(panel).and_then(|state| state.scroller);
    let is_down = |finger: &PointerId| {
        let state = world.get_resource::<PointerState>().and_then(|all| all.get(*finger, PointerButton::Primary));
        state.is_some_and(|state| !state.dragging.is_empty())
    };
    if scroller.filter(is_down).is_some_and(|finger| finger != drag.event().pointer_id()) {
        return;
    }
    if let Some(mut state) = world.get_mut::<PanelState>(panel) {
        state.scroller = Some(drag.event().pointer_id());
    }
    let Some(node) = world.get::<ComputedNode>(panel) else { return };
    let max_scroll = ((node.content_size() - node.size()) * node.inverse_scale_factor()).y.max(0.0);
    let Some(mut position) = world.get_mut::<ScrollPosition>(panel) else { return };
    let wanted = position.y - drag.delta.y / scale;
    if !wanted.is_finite() || max_scroll == 0.0 {
        return;
    }
    position.y = wanted.clamp(0.0, max_scroll);
    // If the finger began to scroll on a button, that button is not activated.
    let touched = drag.original_event_target();
    if world.get::<Pressed>(touched).is_some() {
        world.commands().entity(touched).try_remove::<Pressed>();
    }
}
