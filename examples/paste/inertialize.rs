//! A square that your code moves along a circle, and that jumps to the other side when you press Space. What is shown does not jump.

use bevy::prelude::*;
use bevy_exact_motion::{events::Jumped, prelude::*};

#[derive(Component, Default)]
struct Phase(f32);

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, ExactMotionPlugin::default()))
        .register_inertialization::<Translation>()
        .add_systems(Startup, spawn)
        .add_systems(Update, circle)
        .run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    // The pale square shows what is written.
    commands.spawn((Sprite::from_color(Color::srgba(1.0, 1.0, 1.0, 0.15), Vec2::splat(80.0)), Phase::default()));
    let body = Sprite::from_color(Color::srgb(0.95, 0.4, 0.3), Vec2::splat(80.0));
    commands.spawn((body, Phase::default(), Inertialization::new(8.0)));
}

fn circle(
    mut squares: Query<(Entity, &mut Phase, &mut Transform)>,
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    mut commands: Commands,
) {
    for (square, mut phase, mut transform) in &mut squares {
        if keys.just_pressed(KeyCode::Space) {
            phase.0 += core::f32::consts::PI;
            commands.trigger(Jumped { entity: square });
        }
        phase.0 += 1.5 * time.delta_secs();
        transform.translation = 260.0 * Vec3::new(phase.0.cos(), phase.0.sin(), 0.0);
    }
}
