//! Buttons that grow under the pointer or the focus (Tab) and sink when they are pressed. A click makes one leave; R adds a row. Needs the
//! features `bevy_ui` and `bevy_picking`.

use bevy::input_focus::tab_navigation::{TabGroup, TabIndex, TabNavigationPlugin};
use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::NodeScale};

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, TabNavigationPlugin, ExactMotionPlugin::default()))
        .register_motion_with::<NodeScale>(MotionOptions::frame_real())
        .add_systems(Startup, |mut commands: Commands| _ = commands.spawn(Camera2d))
        .add_systems(Update, refill)
        .run();
}

fn refill(keys: Res<ButtonInput<KeyCode>>, buttons: Query<(), With<Button>>, mut commands: Commands) {
    if !(buttons.is_empty() || keys.just_pressed(KeyCode::KeyR)) {
        return;
    }
    let row = Node { column_gap: px(24), margin: auto().all(), ..default() };
    commands.spawn((row, TabGroup::default())).with_children(|row| {
        for hue in [10.0, 130.0, 250.0] {
            let shape = Node { width: px(140), height: px(90), border_radius: BorderRadius::all(px(16)), ..default() };
            let targets = StateTargets::<NodeScale>::of(Vec2::ONE)
                .with_entering(Vec2::ZERO)
                .with_hovered(Vec2::splat(1.12))
                .with_focused(Vec2::splat(1.12))
                .with_pressed(Vec2::splat(0.9))
                .with_leaving(Vec2::ZERO);
            row.spawn((Button, TabIndex(0), shape, BackgroundColor(Color::hsv(hue, 0.6, 0.9))))
                .insert((Spring::bouncy().on::<NodeScale>(), targets))
                .observe(|click: On<Pointer<Click>>, mut commands: Commands| {
                    commands.entity(click.entity).insert(Leaving::default());
                });
        }
    });
}
