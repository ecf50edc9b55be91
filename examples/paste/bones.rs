//! A chain that swings behind a body: a click moves the body.

use bevy::prelude::*;
use bevy_exact_motion::{SpringBones, prelude::*};

const BONE: Vec2 = Vec2::new(14.0, 44.0);

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, ExactMotionPlugin::default()))
        .add_systems(Startup, spawn)
        .add_systems(Update, chase)
        .run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    let body = Sprite::from_color(Color::srgb(0.95, 0.4, 0.3), Vec2::splat(60.0));
    let mut above = commands.spawn((body, Spring::critical(10.0), Target::new(200.0 * Vec3::Y))).id();
    for index in 0..8 {
        // The first bone begins in the body's middle, each other one at the end of the one above.
        let at = if index == 0 { Vec3::NEG_Z } else { BONE.y * Vec3::NEG_Y };
        let bone = commands.spawn((Transform::from_translation(at), Visibility::default(), ChildOf(above))).id();
        let sprite = Sprite::from_color(Color::hsl(20.0 * index as f32, 0.7, 0.6), BONE);
        commands.spawn((sprite, Transform::from_xyz(0.0, -0.5 * BONE.y, 0.0), ChildOf(bone)));
        if index == 0 {
            commands.entity(bone).insert(SpringBones::new(14.0, 0.7));
        }
        above = bone;
    }
}

fn chase(mouse: Res<ButtonInput<MouseButton>>, window: Single<&Window>, mut body: Single<&mut Target>) {
    if let Some(cursor) = window.cursor_position().filter(|_| mouse.just_pressed(MouseButton::Left)) {
        body.value = ((cursor - 0.5 * window.size()) * Vec2::new(1.0, -1.0)).extend(0.0);
    }
}
