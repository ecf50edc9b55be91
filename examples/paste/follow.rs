//! A 2D camera that follows a player on a spring: W A S D move the player.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, ExactMotionPlugin::default()))
        .add_systems(Startup, spawn)
        .add_systems(Update, walk)
        .run();
}

fn spawn(mut commands: Commands) {
    for (i, j) in (-20..20).flat_map(|i| (-20..20).map(move |j| (i, j))) {
        let tile = Sprite::from_color(Color::hsv(200.0, 0.3, 0.2), Vec2::splat(90.0));
        commands.spawn((tile, Transform::from_xyz(100.0 * i as f32, 100.0 * j as f32, -1.0)));
    }
    let body = Sprite::from_color(Color::srgb(0.95, 0.4, 0.3), Vec2::splat(60.0));
    let player = commands.spawn((body, Velocity::new(Vec3::ZERO))).id();
    // The camera looks a quarter of a second ahead of the player.
    commands.spawn((Camera2d, Spring::critical(6.0), Follow::new(player).with_look_ahead(0.25)));
}

fn walk(keys: Res<ButtonInput<KeyCode>>, mut player: Single<&mut Velocity, With<Sprite>>) {
    let axis = |plus, minus| f32::from(keys.pressed(plus)) - f32::from(keys.pressed(minus));
    let way = Vec3::new(axis(KeyCode::KeyD, KeyCode::KeyA), axis(KeyCode::KeyW, KeyCode::KeyS), 0.0);
    player.0 = 500.0 * way.normalize_or_zero();
}
