//! A cart on a curve that stays nearest to the pointer.

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, rail::*};

#[derive(Component)]
struct Pointer;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, ExactMotionPlugin::default(), ExactCameraPlugin::default()))
        .add_systems(Startup, spawn)
        .add_systems(Update, (point, draw))
        .run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    let points = [(-500.0, -200.0), (-250.0, 150.0), (0.0, -100.0), (250.0, 150.0), (500.0, -200.0)];
    let points = points.map(|(x, y)| Vec3::new(x, y, 0.0));
    let Ok(curve) = CubicCardinalSpline::new_catmull_rom(points).to_curve() else { return };
    let pointer = commands.spawn((Pointer, Transform::default())).id();
    let rail = commands.spawn(Rail::new(&curve)).id();
    // A cart that turned with the rail would be seen from behind.
    let on_rail = (Attach::new(rail), OnRail { turns: false, ..OnRail::nearest(pointer) });
    let cart = Sprite::from_color(Color::srgb(0.95, 0.4, 0.3), Vec2::splat(50.0));
    commands.spawn((cart, on_rail, Spring::new(6.0, 0.6).on::<RailDistance>()));
}

fn point(mut pointer: Single<&mut Transform, With<Pointer>>, window: Single<&Window>) {
    if let Some(cursor) = window.cursor_position() {
        pointer.translation = ((cursor - 0.5 * window.size()) * Vec2::new(1.0, -1.0)).extend(0.0);
    }
}

fn draw(rail: Single<&Rail>, mut gizmos: Gizmos) {
    let places = (0..=100_u8).map(|part| rail.at(rail.length() * f32::from(part) / 100.0).translation);
    gizmos.linestrip(places, Color::WHITE);
}
