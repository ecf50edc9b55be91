//! A panel that slides in and out: press Space at any time, even while it moves. Needs the feature `bevy_ui`.

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::NodeLeft};

const SHOWN: f32 = 20.0;
const HIDDEN: f32 = -260.0;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, ExactMotionPlugin::default()))
        .register_motion_with::<NodeLeft>(MotionOptions::frame_real())
        .add_systems(Startup, spawn)
        .add_systems(Update, toggle)
        .run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(HIDDEN),
        top: px(20),
        width: px(240),
        padding: px(20).all(),
        ..default()
    };
    let panel = (node, BackgroundColor(Color::srgb(0.2, 0.35, 0.6)), children![Text::new("Space hides it")]);
    commands.spawn((panel, Spring::wobbly().on::<NodeLeft>(), Target::<NodeLeft>::of(SHOWN)));
}

fn toggle(keys: Res<ButtonInput<KeyCode>>, mut target: Single<&mut Target<NodeLeft>>) {
    if keys.just_pressed(KeyCode::Space) {
        target.value = if target.value == SHOWN { HIDDEN } else { SHOWN };
    }
}
