//! Cards that you drag and throw with the mouse or a finger; the edges of the table stop them softly. Needs the feature `bevy_picking`.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

fn main() {
    App::new().add_plugins((DefaultPlugins, ExactMotionPlugin::default())).add_systems(Startup, spawn).run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    for index in 0..3 {
        let color = Color::hsv(120.0 * index as f32 + 10.0, 0.6, 0.9);
        let at = Transform::from_xyz(200.0 * (index as f32 - 1.0), 0.0, index as f32);
        // Past the edges, the card resists like a rubber band, and a spring brings it back.
        let table = Limits::new(Vec3::new(-500.0, -250.0, 0.0), Vec3::new(500.0, 250.0, 10.0)).softened(14.0);
        let card = (Sprite::from_color(color, Vec2::new(120.0, 170.0)), at, Pickable::default());
        commands.spawn((card, Draggable::default(), Friction::new(3.0), table));
    }
}
