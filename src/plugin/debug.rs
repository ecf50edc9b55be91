//! The plugin for debugging: lines and tuning panels.

use bevy::{
    ecs::schedule::common_conditions::any_with_component,
    gizmos::{
        AppGizmoBuilder, GizmoPlugin,
        config::{GizmoConfig, GizmoConfigStore},
    },
    prelude::*,
    ui::UiSystems,
};

use crate::dev_tools::{
    Convention, Inspected, MotionGizmos, SpringPanel,
    draw::draw,
    inspected::{InspectedEntities, inspected_added, inspected_removed},
    panel::{drag, input, show},
};

/// Draws the motion of every [`Inspected`] entity, and lets a [`SpringPanel`] tune the springs of the entity that got `Inspected` last.
///
/// Add it in addition to [`ExactMotionPlugin`](crate::ExactMotionPlugin), in development builds. It requires the feature `dev_tools`.
/// Without an inspected entity it does nothing. [`MotionGizmos`] documents what is drawn, and how. Lines need Bevy's `GizmoPlugin`, and a
/// panel needs `UiPlugin` and `UiWidgetsPlugins`. `DefaultPlugins` contains all of these. Without them, the lines or the panel are missing,
/// without an error.
///
/// # Examples
///
/// ```no_run
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn(Camera2d);
///     commands.spawn((Transform::default(), Spring::new(8.0, 0.5), Target::new(200.0 * Vec3::X), Inspected));
///     commands.spawn(SpringPanel::default());
/// }
///
/// App::new()
///     .add_plugins((DefaultPlugins, ExactMotionPlugin::default(), ExactDebugPlugin))
///     .add_systems(Startup, spawn)
///     .run();
/// # #[derive(Component)] struct Camera2d;
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactDebugPlugin;

impl Plugin for ExactDebugPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<InspectedEntities>()
            .register_type::<Inspected>()
            .register_type::<SpringPanel>()
            .register_type::<Convention>()
            .add_observer(inspected_added)
            .add_observer(inspected_removed)
            .add_observer(input::focus)
            .add_observer(input::move_slider)
            .add_observer(input::activate)
            .add_observer(drag::grab_handle)
            .add_observer(drag::drag_handle)
            .add_observer(drag::release_handle)
            .add_observer(drag::scroll)
            .add_systems(
                PostUpdate,
                (show::show, show::show_focus).run_if(any_with_component::<SpringPanel>).before(UiSystems::Prepare),
            );
        add_gizmos(app);
    }

    /// Adds the drawing of lines if `GizmoPlugin` was added after this plugin.
    fn finish(&self, app: &mut App) {
        add_gizmos(app);
    }
}

/// Adds the drawing of lines, if the app has `GizmoPlugin`. Without that plugin, the system would panic.
fn add_gizmos(app: &mut App) {
    let known = |store: &GizmoConfigStore| store.get_config::<MotionGizmos>().is_some();
    if !app.is_plugin_added::<GizmoPlugin>() || app.world().get_resource().is_some_and(known) {
        return;
    }
    // Lines are drawn in front of everything, because inspected entities are often inside other objects.
    let config = GizmoConfig { depth_bias: -1.0, ..GizmoConfig::default() };
    app.insert_gizmo_config(MotionGizmos::default(), config)
        .add_systems(PostUpdate, draw.after(TransformSystems::Propagate));
}
