//! The game behind the UI: a planet with moons on undamped springs, which stop while the game is paused.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

/// The initial distance of the innermost moon from the planet. Unit: px.
const ORBIT: f32 = 120.0;
/// The number of moons.
const MOONS: u8 = 7;
/// The planet's position, relative to the screen's middle. Unit: px.
const PLANET: Vec3 = Vec3::new(140.0, -10.0, 0.0);
const MOON: Color = Color::srgb(0.38, 0.40, 0.62);
const EARTH: Color = Color::srgb(0.27, 0.31, 0.52);

/// Marks a moon.
#[derive(Component)]
pub(crate) struct Moon;

pub(crate) fn spawn(
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    let planet = (Mesh2d(meshes.add(Circle::new(54.0))), MeshMaterial2d(materials.add(EARTH)));
    commands.spawn((planet, Transform::from_translation(PLANET)));
    let mesh = meshes.add(Circle::new(9.0));
    let material = materials.add(MOON);
    for number in 0..MOONS {
        let number = f32::from(number);
        let (radius, angle) = (ORBIT + 26.0 * number, 2.4 * number);
        let omega = 2.4 - 0.2 * number;
        let out = Vec2::from_angle(angle).extend(0.0);
        // On an undamped spring, a body moves along an ellipse around its target.
        commands.spawn((
            Moon,
            (Mesh2d(mesh.clone()), MeshMaterial2d(material.clone())),
            Transform::from_translation(PLANET + radius * out),
            (Spring::new(omega, 0.0), Target::new(PLANET), Velocity::new(0.8 * omega * radius * Vec3::Z.cross(out))),
        ));
    }
}
