//! The two halves of the screen: side by side, or one above the other in portrait.

use bevy::camera::ScalingMode;
use bevy::prelude::*;

use super::creature::Fox;
use harness::layout::Screen;

/// The smallest part of the world that a half shows. Unit: m.
const LEAST: Vec2 = Vec2::new(4.2, 5.2);
/// How far the foxes are below the middle of their halves, because of the captions. Unit: m.
const DOWN: f32 = 0.15;

/// The parent of a fox.
#[derive(Component)]
pub(crate) struct Half(pub(crate) Fox);

/// The node with the captions of both halves.
#[derive(Component)]
pub(crate) struct Captions;

/// Arranges the halves. Runs when the screen has changed.
pub(crate) fn lay_out(
    screen: Res<Screen>,
    mut camera: Single<&mut Projection, With<IsDefaultUiCamera>>,
    mut halves: Query<(&Half, &mut Transform)>,
    mut captions: Single<&mut Node, With<Captions>>,
) {
    let is_upright = screen.size.x < screen.size.y;
    let (direction, first, count) = if is_upright {
        (FlexDirection::Column, Vec2::Y, Vec2::new(1.0, 2.0))
    } else {
        (FlexDirection::Row, Vec2::NEG_X, Vec2::new(2.0, 1.0))
    };
    let shown = LEAST * count;
    let pixels = screen.size;
    let size = pixels * (shown / pixels).max_element();
    if let Projection::Orthographic(lens) = &mut **camera {
        lens.scaling_mode = ScalingMode::FixedVertical { viewport_height: size.y };
    }
    for (half, mut transform) in &mut halves {
        let side = if half.0 == Fox::Bones { first } else { -first };
        transform.translation = (0.25 * side * if is_upright { size } else { shown } - DOWN * Vec2::Y).extend(0.0);
    }
    captions.flex_direction = direction;
}
