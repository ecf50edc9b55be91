//! A square that chases your clicks: the README's first program.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, ExactMotionPlugin::default()))
        .add_systems(Startup, spawn)
        .add_systems(Update, chase)
        .run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    let square = Sprite::from_color(Color::srgb(0.95, 0.4, 0.3), Vec2::splat(80.0));
    commands.spawn((square, Spring::new(8.0, 0.4), Target::new(Vec3::ZERO)));
}

fn chase(mouse: Res<ButtonInput<MouseButton>>, window: Single<&Window>, mut target: Single<&mut Target>) {
    if mouse.just_pressed(MouseButton::Left)
        && let Some(cursor) = window.cursor_position()
    {
        let from_center = cursor - window.size() / 2.0;
        target.value = Vec3::new(from_center.x, -from_center.y, 0.0);
    }
}
