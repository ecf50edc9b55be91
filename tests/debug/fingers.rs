//! Simulated pointers for Bevy's own picking. Each test sets the node under a pointer, so that no layout is needed.

use bevy::{
    camera::{ManualTextureViewHandle, NormalizedRenderTarget},
    picking::{
        InteractionPlugin, PickingPlugin, PickingSystems,
        backend::{HitData, PointerHits},
        pointer::{Location, PointerAction, PointerButton, PointerId, PointerInput},
    },
    platform::collections::HashMap,
    prelude::*,
    ui::ComputedNode,
};

use crate::stage::Stage;

pub(crate) const FINGER: PointerId = PointerId::Touch(1);
pub(crate) const OTHER: PointerId = PointerId::Touch(2);

/// The position of each pointer, and the node under it.
#[derive(Resource, Default)]
struct Fingers(HashMap<PointerId, (Vec2, Entity)>);

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((PickingPlugin, InteractionPlugin))
        .init_resource::<Fingers>()
        .add_systems(PreUpdate, hit.in_set(PickingSystems::Backend));
    for pointer in [PointerId::Mouse, FINGER, OTHER] {
        app.world_mut().spawn(pointer);
    }
}

fn hit(fingers: Res<Fingers>, mut hits: MessageWriter<PointerHits>) {
    for (pointer, (_, node)) in &fingers.0 {
        let hit = HitData::new(Entity::PLACEHOLDER, 0.0, None, None);
        hits.write(PointerHits::new(*pointer, vec![(*node, hit)], 0.0));
    }
}

impl Stage {
    fn send(&mut self, pointer: PointerId, action: PointerAction) {
        let position = self.app.world().resource::<Fingers>().0[&pointer].0;
        let target = NormalizedRenderTarget::TextureView(ManualTextureViewHandle(0));
        let input = PointerInput::new(pointer, Location { target, position }, action);
        self.world().write_message(input);
        self.frames(1);
    }

    /// Moves a pointer onto a node, and presses there.
    pub(crate) fn press_on(&mut self, pointer: PointerId, node: Entity) {
        let place = Vec2::splat(500.0);
        self.world().resource_mut::<Fingers>().0.insert(pointer, (place, node));
        self.send(pointer, PointerAction::Move { delta: Vec2::ONE });
        self.send(pointer, PointerAction::Press(PointerButton::Primary));
    }

    /// Moves a pressed pointer by `delta` logical pixels, to the right and down.
    pub(crate) fn drag_by(&mut self, pointer: PointerId, delta: Vec2) {
        self.world().resource_mut::<Fingers>().0.get_mut(&pointer).expect("the pointer should be down").0 += delta;
        self.send(pointer, PointerAction::Move { delta });
    }

    /// Begins to drag a node: presses it, and moves the pointer away and back.
    pub(crate) fn start_drag(&mut self, pointer: PointerId, node: Entity) {
        self.press_on(pointer, node);
        self.drag_by(pointer, Vec2::X);
        self.drag_by(pointer, Vec2::NEG_X);
    }

    pub(crate) fn release(&mut self, pointer: PointerId) {
        self.send(pointer, PointerAction::Release(PointerButton::Primary));
        self.frames(1);
    }

    /// Cancels a touch, as a phone's own gestures do. The pointer is moved off its node first, so that the node gets no event.
    pub(crate) fn cancel(&mut self, pointer: PointerId) {
        let nothing = self.spawn_empty();
        self.world().resource_mut::<Fingers>().0.get_mut(&pointer).expect("the pointer should be down").1 = nothing;
        self.frames(1);
        self.send(pointer, PointerAction::Cancel);
        self.frames(1);
    }

    fn spawn_empty(&mut self) -> Entity {
        self.world().spawn_empty().id()
    }

    /// Sets the size of a node and of its content, in pixels, because there is no layout.
    pub(crate) fn set_size(&mut self, node: Entity, size: Vec2, content: Vec2) {
        let mut node = self.world().get_mut::<ComputedNode>(node).expect("the entity should be a node");
        (node.size, node.content_size) = (size, content);
        self.frames(2);
    }
}
