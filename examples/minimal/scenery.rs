//! What there is to see: light, a ground with stones to pass by, the cube's mesh.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::BEHIND;
use harness::hud::Readout;

const SKY: Color = Color::srgb(0.80, 0.87, 0.92);
const GROUND: Color = Color::srgb(0.46, 0.62, 0.44);
const STONE: Color = Color::srgb(0.88, 0.86, 0.80);
const CORAL: Color = Color::srgb(0.95, 0.36, 0.26);
/// One every two metres on both sides of the cube's way.
const STONES: i16 = 40;

pub(crate) fn spawn(
    cube: Single<Entity, (With<Velocity>, Without<Follow>)>,
    camera: Single<Entity, With<Follow>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut commands: Commands,
) {
    let mut matt = |color: Color| {
        materials.add(StandardMaterial { base_color: color, perceptual_roughness: 0.95, reflectance: 0.2, ..default() })
    };
    let (coral, ground, stone) = (matt(CORAL), matt(GROUND), matt(STONE));
    commands.insert_resource(ClearColor(SKY));
    commands.insert_resource(GlobalAmbientLight { brightness: 350.0, ..default() });
    commands.spawn((
        DirectionalLight { illuminance: 9_000.0, shadow_maps_enabled: true, ..default() },
        Transform::from_xyz(-3.0, 7.0, 4.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));
    commands.spawn((
        Mesh3d(meshes.add(Plane3d::default().mesh().size(400.0, 400.0))),
        MeshMaterial3d(ground),
        Transform::from_xyz(0.0, -0.5, 0.0),
    ));
    let mesh = meshes.add(Cuboid::new(0.3, 0.3, 0.3));
    for number in -STONES..=STONES {
        for side in [-2.5, 2.5] {
            let place = Transform::from_xyz(2.0 * f32::from(number), -0.35, side);
            commands.spawn((Mesh3d(mesh.clone()), MeshMaterial3d(stone.clone()), place));
        }
    }
    commands.entity(*cube).insert((Mesh3d(meshes.add(Cuboid::default())), MeshMaterial3d(coral)));
    commands.entity(*camera).insert(Camera3d::default());
}

/// The lag in numbers, once a frame.
pub(crate) fn show(
    cube: Single<(&Transform, &Velocity), Without<Follow>>,
    camera: Single<(&Transform, &Spring), With<Follow>>,
    mut readout: ResMut<Readout>,
) {
    let ((cube, velocity), (camera, spring)) = (*cube, *camera);
    let lag = (cube.translation + BEHIND).distance(camera.translation);
    let steady = 2.0 * spring.damping_ratio / spring.angular_frequency * velocity.0.length();
    readout.set_if_neq(Readout {
        heading: "A camera on a spring".to_owned(),
        lines: vec![
            ("lag", format!("{lag:5.2} m")),
            ("steady lag", format!("{steady:5.2} m = 2 zeta u/omega")),
            ("cube's speed u", format!("{:5.2} m/s", velocity.0.length())),
        ],
    });
}
