//! The camera, which keeps all bodies in the part of the screen that the panel does not cover.

use bevy::camera::ClearColorConfig;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;
use harness::layout::Screen;

/// Marks the camera that draws the bodies.
#[derive(Component)]
pub(crate) struct Eye;

/// The middle of the area that the camera shows. All bodies stay in this area. Unit: m.
const MIDDLE: Vec3 = Vec3::new(0.5, 1.9, 0.3);
/// Half the width and half the height of the area that the camera shows. Unit: m.
const HALF: Vec2 = Vec2::new(6.4, 3.3);
/// The tangent of half the vertical field of view.
const SLOPE: f32 = 0.35;
/// The camera's pitch, downwards. Unit: rad.
const PITCH: f32 = 0.45;
/// The render layer of the UI's camera, on which nothing else is drawn.
const INTERFACE: usize = 30;

pub(crate) fn spawn(mut commands: Commands) {
    let over = Camera { order: 2, clear_color: ClearColorConfig::None, ..default() };
    commands.spawn((Camera2d, over, IsDefaultUiCamera, RenderLayers::layer(INTERFACE)));
    let projection = PerspectiveProjection { fov: 2.0 * SLOPE.atan(), ..default() };
    commands.spawn((Eye, Camera3d::default(), Projection::from(projection), Transform::default()));
}

/// Places the camera so that the bodies fit into the part of the screen that the panel does not cover, and are centred in it.
pub(crate) fn frame(
    screen: Res<Screen>,
    panel: Single<&ComputedNode, With<SpringPanel>>,
    mut eye: Single<&mut Transform, With<Eye>>,
) {
    let size = screen.size;
    let covered = panel.size() * panel.inverse_scale_factor() / size;
    let aspect = size.x / size.y;
    // On a portrait screen the panel is at the bottom, otherwise on the right.
    let (free, shift) = if aspect < 1.0 {
        (Vec2::new(1.0, 1.0 - covered.y), Vec2::new(0.0, covered.y))
    } else {
        (Vec2::new(1.0 - covered.x, 1.0), Vec2::new(-covered.x, 0.0))
    };
    let distance = HALF.x / (SLOPE * aspect * free.x).max(1e-3);
    let distance = distance.max(HALF.y / (SLOPE * free.y).max(1e-3));
    let turn = Quat::from_rotation_x(-PITCH);
    let across = -shift * distance * SLOPE * Vec2::new(aspect, 1.0);
    eye.set_if_neq(Transform {
        translation: MIDDLE + turn * across.extend(distance),
        rotation: turn,
        scale: Vec3::ONE,
    });
}
