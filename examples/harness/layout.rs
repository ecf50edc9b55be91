//! Where panels stand: in columns, one below the other, so that none covers another on a screen of any size.

use bevy::prelude::*;

use crate::style::MARGIN;

/// The smallest screen that everything fits on; on others all sizes scale with what fits. Unit: pixels.
pub const DESIGN_SIZE: Vec2 = Vec2::new(960.0, 720.0);
/// The same for scenes that are laid out for telephones too, held upright: their texts stay legible there.
pub const UPRIGHT_DESIGN_SIZE: Vec2 = Vec2::new(480.0, 640.0);

/// The size that this scene is designed for.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct Design(pub(super) Vec2);

/// How large the screen is, in the pixels that nodes are measured in: at least what the scene is designed for.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct ScreenSize(pub Vec2);

impl Design {
    /// By which everything is larger on a screen of this size.
    fn scale(self, size: Vec2) -> f32 {
        (size / self.0).min_element()
    }

    /// Of a window or picture of this size.
    pub(super) fn on(self, size: Vec2) -> ScreenSize {
        ScreenSize(size / self.scale(size))
    }
}

/// The column at the left, under the readout. There from [`Startup`] on, as the others are.
#[derive(Component)]
pub struct LeftColumn;
/// The column between the other two: as wide as they leave it.
#[derive(Component)]
pub struct MiddleColumn;
/// The column at the right.
#[derive(Component)]
pub struct RightColumn;
/// Under the left column, at the lower edge of the screen.
#[derive(Component)]
pub struct LeftCorner;

/// The width of a panel that gives way on a narrow screen: a percentage of the screen, and the most in pixels.
pub fn width(share: f32, most: f32) -> Node {
    Node { width: vw(share), max_width: px(most), ..default() }
}

pub(super) fn spawn(mut commands: Commands) {
    let screen = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        padding: px(MARGIN).all(),
        column_gap: px(MARGIN),
        ..default()
    };
    let column = Node { flex_direction: FlexDirection::Column, row_gap: px(MARGIN), ..default() };
    let sides =
        Node { justify_content: JustifyContent::SpaceBetween, align_items: AlignItems::Start, ..column.clone() };
    let between = Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), ..column.clone() };
    // What lies behind stays within reach of the pointer.
    commands.spawn((screen, Pickable::IGNORE)).with_children(|screen| {
        screen.spawn((sides, Pickable::IGNORE)).with_children(|side| {
            side.spawn((LeftColumn, column.clone(), Pickable::IGNORE));
            side.spawn((LeftCorner, column.clone(), Pickable::IGNORE));
        });
        screen.spawn((MiddleColumn, between, Pickable::IGNORE));
        screen.spawn((RightColumn, column, Pickable::IGNORE));
    });
}

/// Panels take the same part of a large screen as of a small one.
pub(super) fn fit_to_screen(
    cameras: Query<&Camera, With<IsDefaultUiCamera>>,
    windows: Query<&Window>,
    design: Res<Design>,
    mut ui_scale: ResMut<UiScale>,
    mut screen: ResMut<ScreenSize>,
) {
    let of_window = windows.iter().next().map(Window::size);
    let of_picture = cameras.iter().next().and_then(Camera::logical_target_size);
    let Some(size) = of_window.or(of_picture).filter(|size| size.min_element() > 0.0) else { return };
    let wanted = design.scale(size);
    if ui_scale.0 != wanted {
        ui_scale.0 = wanted;
    }
    screen.set_if_neq(design.on(size));
}
