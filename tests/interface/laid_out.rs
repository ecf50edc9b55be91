//! An app that lays out its UI, without a renderer.

use bevy::{
    app::{HierarchyPropagatePlugin, PropagateSet},
    camera::{ComputedCameraValues, RenderTargetInfo, Viewport},
    prelude::*,
    ui::{
        ComputedNode, ComputedUiRenderTargetInfo, ComputedUiTargetCamera, UiGlobalTransform, UiScale, UiSystems,
        ui_layout_system, ui_surface::UiSurface, update::propagate_ui_target_cameras,
    },
};

/// Physical pixels per logical pixel.
pub(crate) const SCALE: f32 = 2.0;

/// Adds Bevy's layout, and a camera with a picture of 1000 × 500 logical pixels.
pub(crate) fn lay_out(app: &mut App) {
    app.add_plugins((
        HierarchyPropagatePlugin::<ComputedUiTargetCamera>::new(PostUpdate),
        HierarchyPropagatePlugin::<ComputedUiRenderTargetInfo>::new(PostUpdate),
    ))
    .init_resource::<UiScale>()
    .init_resource::<UiSurface>()
    .init_resource::<bevy::text::FontCx>()
    .add_systems(PostUpdate, (propagate_ui_target_cameras, ui_layout_system.in_set(UiSystems::Layout)).chain())
    .configure_sets(PostUpdate, (UiSystems::Layout, UiSystems::PostLayout).chain())
    .configure_sets(
        PostUpdate,
        (PropagateSet::<ComputedUiTargetCamera>::default(), PropagateSet::<ComputedUiRenderTargetInfo>::default())
            .after(propagate_ui_target_cameras)
            .before(ui_layout_system),
    );
    #[cfg(bevy_0_20)]
    app.init_resource::<bevy::text::RemSize>();
    let physical_size = UVec2::new(2000, 1000);
    let computed = ComputedCameraValues {
        target_info: Some(RenderTargetInfo { physical_size, scale_factor: SCALE }),
        ..default()
    };
    let viewport = Some(Viewport { physical_size, ..default() });
    app.world_mut().spawn((Camera2d, Camera { computed, viewport, ..default() }));
}

/// The top left corner and the size as drawn, in logical pixels.
pub(crate) fn drawn(app: &App, entity: Entity) -> [Vec2; 2] {
    let size = app.world().get::<ComputedNode>(entity).expect("it should be a node").size();
    let middle = app.world().get::<UiGlobalTransform>(entity).expect("it should be a node").translation;
    [(middle - 0.5 * size) / SCALE, size / SCALE]
}
