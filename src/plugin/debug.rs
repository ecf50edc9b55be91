//! What looking and tuning add to an app.

use bevy::{
    ecs::schedule::common_conditions::any_with_component,
    gizmos::{
        AppGizmoBuilder, GizmoPlugin,
        config::{GizmoConfig, GizmoConfigStore},
    },
    prelude::*,
    ui::UiSystems,
};

use crate::debug::{
    Convention, CopiedCode, Inspected, MotionGizmos, SpringPanel,
    draw::draw,
    inspected::{Inspection, chosen, dropped},
    panel::{drag, hands, show},
};

/// Draws the motion of every [`Inspected`] entity, and lets a [`SpringPanel`] tune the springs of the entity that got `Inspected` last.
///
/// Add it beside [`ExactMotionPlugin`](crate::ExactMotionPlugin), in builds for development; the feature `debug` brings it. Without an
/// entity to inspect it does nothing. [`MotionGizmos`] says what is drawn, and how. Lines need Bevy's `GizmoPlugin`, and a panel needs
/// `UiPlugin` and `UiWidgetsPlugins`, all of which are in `DefaultPlugins`; without them the lines or the panel are missing, and nothing
/// fails.
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
        app.init_resource::<Inspection>()
            .add_message::<CopiedCode>()
            .register_type::<Inspected>()
            .register_type::<SpringPanel>()
            .register_type::<Convention>()
            .add_observer(chosen)
            .add_observer(dropped)
            .add_observer(hands::focus)
            .add_observer(hands::turn)
            .add_observer(hands::activate)
            .add_observer(drag::grip)
            .add_observer(drag::pull)
            .add_observer(drag::let_go)
            .add_observer(drag::scroll)
            .add_systems(
                PostUpdate,
                (show::show, show::show_focus).run_if(any_with_component::<SpringPanel>).before(UiSystems::Prepare),
            );
        add_gizmos(app);
    }

    /// Where gizmos are added after this.
    fn finish(&self, app: &mut App) {
        add_gizmos(app);
    }
}

/// Draws lines, if the app draws lines at all: their systems stop an app that has no gizmos.
fn add_gizmos(app: &mut App) {
    let known = |store: &GizmoConfigStore| store.get_config::<MotionGizmos>().is_some();
    if !app.is_plugin_added::<GizmoPlugin>() || app.world().get_resource().is_some_and(known) {
        return;
    }
    // Before everything else: what is looked at is often inside something.
    let config = GizmoConfig { depth_bias: -1.0, ..GizmoConfig::default() };
    app.insert_gizmo_config(MotionGizmos::default(), config)
        .add_systems(PostUpdate, draw.after(TransformSystems::Propagate));
}
