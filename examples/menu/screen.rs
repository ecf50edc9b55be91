//! The two bags side by side, or one above the other, and the size of their cells.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use harness::layout::Screen;

/// The height of the row of buttons. Unit: pixels.
const CONTROLS: f32 = 76.0;
/// The height of a caption. Unit: pixels.
const CAPTION: f32 = 40.0;
const PADDING: f32 = 16.0;
/// Unit: pixels at the design size.
const CAPTION_SIZE: f32 = 24.0;
pub(crate) const WARM: Color = Color::srgb(1.0, 0.62, 0.30);
pub(crate) const GRAY: Color = Color::srgb(0.60, 0.62, 0.70);
const DIVIDER: Color = Color::srgb(0.20, 0.18, 0.27);

/// The cells of a bag. Unit: pixels.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cells {
    pub(crate) columns: u16,
    /// The width and height of a cell.
    pub(crate) side: f32,
    /// The distance between cells.
    pub(crate) gap: f32,
}

impl Default for Cells {
    fn default() -> Self {
        Self { columns: 4, side: 72.0, gap: 9.0 }
    }
}

impl Cells {
    fn on(screen: &Screen) -> Self {
        let is_upright = screen.size.x < screen.size.y;
        let halves = if is_upright { Vec2::new(1.0, 2.0) } else { Vec2::new(2.0, 1.0) };
        let half = (screen.size - Vec2::new(0.0, CONTROLS)) / halves;
        let room = half - Vec2::new(2.0 * PADDING, CAPTION + PADDING);
        let (columns, rows) = if is_upright { (6, 3) } else { (4, 4) };
        let gap = 0.12;
        let across = |room: f32, count: u16| room / (f32::from(count) + gap * f32::from(count - 1));
        let side = across(room.x, columns).min(across(room.y, rows)).floor();
        Self { columns, side, gap: (gap * side).round() }
    }

    /// The length of so many cells, and of the gaps between them.
    pub(crate) fn length(&self, count: u16) -> f32 {
        f32::from(count) * self.side + f32::from(count - 1) * self.gap
    }
}

/// Marks the node with both bags.
#[derive(Component)]
pub(crate) struct Bags;

/// Marks one of the two halves.
#[derive(Component)]
pub(crate) struct Half;

/// Marks the grid of the tiles on springs.
#[derive(Component)]
pub(crate) struct Grid;

/// Marks the node of the tiles on tweens.
#[derive(Component)]
pub(crate) struct Table;

pub(crate) fn spawn(mut commands: Commands) {
    let whole = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        padding: UiRect::bottom(px(CONTROLS)),
        ..default()
    };
    let half = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        padding: UiRect::horizontal(px(PADDING)),
        ..default()
    };
    let caption = |text: &'static str, color: Color| {
        let node = Node { height: px(CAPTION), padding: UiRect::top(px(8)), ..default() };
        (Text::new(text), TextFont::from_font_size(CAPTION_SIZE), TextColor(color), node, Pickable::IGNORE)
    };
    commands.spawn((Bags, whole, Pickable::IGNORE)).with_children(|bags| {
        let border = BorderColor::all(DIVIDER);
        bags.spawn((Half, half.clone(), border, Pickable::IGNORE)).with_children(|half| {
            half.spawn(caption("springs", WARM));
            half.spawn((Grid, TabGroup::new(1), Node { display: Display::Grid, ..default() }, Pickable::IGNORE));
        });
        bags.spawn((Half, half, border, Pickable::IGNORE)).with_children(|half| {
            half.spawn(caption("tweens", GRAY));
            half.spawn((Table, TabGroup::new(2), Node::default(), Pickable::IGNORE));
        });
    });
}

/// Fits the halves, the grid and the cells to the screen. Runs when the screen has changed.
pub(crate) fn lay_out(
    screen: Res<Screen>,
    mut cells: ResMut<Cells>,
    mut bags: Single<(&mut Node, &Children), With<Bags>>,
    mut halves: Query<&mut Node, (With<Half>, Without<Bags>)>,
    mut grid: Single<&mut Node, (With<Grid>, Without<Half>, Without<Bags>)>,
    mut table: Single<&mut Node, (With<Table>, Without<Grid>, Without<Half>, Without<Bags>)>,
) {
    let fitting = Cells::on(&screen);
    cells.set_if_neq(fitting);
    let is_upright = screen.size.x < screen.size.y;
    let (bags, halves_of_bags) = &mut *bags;
    bags.flex_direction = if is_upright { FlexDirection::Column } else { FlexDirection::Row };
    // The divider is the border of the first half.
    if let Ok(mut first) = halves.get_mut(halves_of_bags[0]) {
        first.border = if is_upright { px(1).bottom() } else { px(1).right() };
    }
    let Cells { columns, side, gap } = fitting;
    grid.grid_template_columns = RepeatedGridTrack::px(columns, side);
    grid.grid_auto_rows = vec![GridTrack::px(side)];
    grid.grid_auto_flow = GridAutoFlow::RowDense;
    (grid.column_gap, grid.row_gap) = (px(gap), px(gap));
    grid.width = px(fitting.length(columns));
    table.width = grid.width;
}
