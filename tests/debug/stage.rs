//! An app with gizmos and widgets, and without a window: lines are read from the gizmos' buffers, and input is sent as events.

use std::{any::TypeId, time::Duration};

use bevy::{
    app::Plugins,
    asset::AssetPlugin,
    gizmos::{GizmoAsset, GizmoHandles, GizmoPlugin},
    input_focus::{InputDispatchPlugin, InputFocusPlugin},
    prelude::*,
    time::TimeUpdateStrategy,
    ui_widgets::{Activate, ButtonPlugin, SliderPlugin, ValueChange},
};
use bevy_exact_motion::{dev_tools::MotionGizmos, prelude::*, property::Property};

use crate::fingers;

/// The number of ticks, and of frames, in one second.
pub(crate) const RATE: u32 = 64;

pub(crate) struct Stage {
    pub(crate) app: App,
}

impl Stage {
    pub(crate) fn new() -> Self {
        Self::with(ExactDebugPlugin)
    }

    pub(crate) fn with<M>(more: impl Plugins<M>) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, AssetPlugin::default(), bevy::input::InputPlugin))
            .add_plugins((
                bevy::mesh::MeshPlugin,
                GizmoPlugin,
                InputFocusPlugin,
                InputDispatchPlugin,
                SliderPlugin,
                ButtonPlugin,
                fingers::plugin,
            ))
            .init_asset::<Image>()
            .init_resource::<bevy::ui::UiScale>()
            .add_plugins((ExactMotionPlugin::default(), more))
            .insert_resource(Time::<Fixed>::from_hz(RATE.into()))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / RATE));
        app.finish();
        app.cleanup();
        let mut stage = Self { app };
        stage.frames(1);
        stage
    }

    pub(crate) fn frames(&mut self, count: u32) {
        for _ in 0..count {
            self.app.update();
        }
    }

    pub(crate) fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    pub(crate) fn spawn(&mut self, bundle: impl Bundle) -> Entity {
        self.world().spawn(bundle).id()
    }

    /// Spawns a panel, and an inspected entity with this bundle.
    pub(crate) fn inspect(&mut self, bundle: impl Bundle) -> (Entity, Entity) {
        let panel = self.spawn(SpringPanel::default());
        let entity = self.spawn((Transform::default(), bundle, Inspected));
        self.frames(2);
        (panel, entity)
    }

    /// The node with this name in a panel.
    pub(crate) fn node(&mut self, panel: Entity, name: &str) -> Entity {
        let named = |node: &Entity| self.app.world().get::<Name>(*node).is_some_and(|own| own.as_str() == name);
        self.below(panel).into_iter().find(named).unwrap_or_else(|| panic!("the panel has no node {name}"))
    }

    /// All texts of a panel, separated by line breaks.
    pub(crate) fn text(&self, panel: Entity) -> String {
        let texts = self.below(panel).into_iter().filter_map(|node| self.app.world().get::<Text>(node));
        texts.map(|text| text.0.clone()).collect::<Vec<_>>().join("\n")
    }

    /// All nodes of a panel, the panel included.
    pub(crate) fn below(&self, panel: Entity) -> Vec<Entity> {
        let mut open = vec![panel];
        let mut found = Vec::new();
        while let Some(node) = open.pop() {
            found.push(node);
            open.extend(self.app.world().get::<Children>(node).into_iter().flat_map(|children| children.iter()));
        }
        found
    }

    /// Sets a slider to a value. The slider of ω holds the decimal logarithm of ω.
    pub(crate) fn set_slider(&mut self, panel: Entity, name: &str, value: f32) {
        let source = self.node(panel, name);
        self.world().trigger(ValueChange { source, value, is_final: false });
        self.frames(1);
    }

    pub(crate) fn press(&mut self, panel: Entity, name: &str) {
        let entity = self.node(panel, name);
        self.world().trigger(Activate { entity });
        self.frames(1);
    }

    pub(crate) fn spring<P: Property>(&self, entity: Entity) -> (f32, f32) {
        let spring = self.app.world().get::<Spring<P>>(entity).expect("the entity should have a spring");
        (spring.angular_frequency, spring.damping_ratio)
    }

    /// The lines of the last frame: polylines, and single lines with their ends and colour.
    pub(crate) fn drawn(&self) -> (Vec<Vec<Vec3>>, Vec<(Vec3, Vec3, LinearRgba)>) {
        let world = self.app.world();
        let handles = world.resource::<GizmoHandles>().handles();
        let Some(Some(handle)) = handles.get(&TypeId::of::<MotionGizmos>()) else { return default() };
        let asset = world.resource::<Assets<GizmoAsset>>().get(handle).expect("the asset should exist");
        let buffer = asset.buffer();
        let strips = buffer.strip_positions.split(|point| point.is_nan()).map(<[Vec3]>::to_vec);
        let lines = buffer.list_positions.chunks(2).zip(buffer.list_colors.chunks(2));
        let lines = lines.map(|(ends, colors)| (ends[0], ends[1], colors[0])).collect();
        (strips.filter(|strip| !strip.is_empty()).collect(), lines)
    }

    /// The path ahead, which is the first polyline.
    pub(crate) fn path(&self) -> Vec<Vec3> {
        self.drawn().0.into_iter().next().expect("a path should be drawn")
    }
}
