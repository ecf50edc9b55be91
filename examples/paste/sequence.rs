//! Squares that hop one after the other, again and again. Click to add a hop of all of them; their velocities survive.

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::TranslationY};

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, ExactMotionPlugin::default()))
        .register_motion::<TranslationY>()
        .register_sequences::<TranslationY>()
        .add_systems(Startup, spawn)
        .add_systems(Update, hop)
        .run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    for index in 0..9 {
        let color = Color::hsv(40.0 * index as f32, 0.6, 0.9);
        let at = Transform::from_xyz(110.0 * (index as f32 - 4.0), 0.0, 0.0);
        // Up for a fifth of a second, back down, and a pause. Each square begins 0.08 s after the one before it.
        let hops =
            Sequence::<TranslationY>::default().wait(0.08 * index as f32).then_for(160.0, 0.2).then_for(0.0, 1.2);
        let spring = Spring::new(14.0, 0.35).on::<TranslationY>();
        commands.spawn((Sprite::from_color(color, Vec2::splat(80.0)), at, spring, hops.repeated(None)));
    }
}

fn hop(mouse: Res<ButtonInput<MouseButton>>, mut velocities: Query<&mut Velocity<TranslationY>>) {
    if mouse.just_pressed(MouseButton::Left) {
        for mut velocity in &mut velocities {
            velocity.0 += 1500.0;
        }
    }
}
