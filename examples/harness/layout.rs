//! The layout of panels. They are in columns, so that no panel covers another. On a screen that is too small for columns, panels become
//! pages: a row of tabs opens one at a time, below the scene's picture or to the right of it.
//!
//! All sizes are in logical pixels, so the window's scale factor does not change the layout.

use bevy::prelude::*;
use bevy::ui::UiGlobalTransform;

use crate::style::MARGIN;

/// The smallest screen on which columns fit. On larger screens, panels are scaled up. Unit: pixels.
pub const DESIGN_SIZE: Vec2 = Vec2::new(960.0, 720.0);
/// The smallest screen on which columns fit in scenes without wide panels. Unit: pixels.
pub const UPRIGHT_DESIGN_SIZE: Vec2 = Vec2::new(480.0, 640.0);
/// The smallest screen on which pages have their full size: a phone in portrait, or half of a small window. Unit: pixels.
const SMALLEST: Vec2 = Vec2::new(360.0, 600.0);
/// The width of pages to the right of the scene's picture. Unit: pixels.
const PAGE_WIDTH: f32 = 340.0;
/// The margin around and between pages. Unit: pixels.
pub(super) const NARROW_MARGIN: f32 = 8.0;
/// The estimated height of the row of tabs, used until the layout has run. Unit: pixels.
const TABS: f32 = 60.0;

/// The smallest screens that a scene is designed for. Unit: pixels.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct Design {
    /// The smallest screen on which columns fit.
    pub(super) columns: Vec2,
    /// The smallest screen on which pages have their full size.
    pub(super) pages: Vec2,
}

impl Default for Design {
    fn default() -> Self {
        Self { columns: DESIGN_SIZE, pages: SMALLEST }
    }
}

/// How panels are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// All panels are visible, to the left and right of the scene's picture and partly over it.
    Columns,
    /// At most one panel is open, below the scene's picture.
    PagesBelow,
    /// At most one panel is open, to the right of the scene's picture.
    PagesBeside,
}

/// The screen's size, and the arrangement of panels on it. Unit: pixels at the design size, as in [`Val::Px`].
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    /// The screen's size. If panels are in columns, it is at least the scene's design size, [`DESIGN_SIZE`] by default.
    pub size: Vec2,
    /// The area that pages do not cover. If panels are in columns, the whole screen.
    pub free: Rect,
    /// How panels are arranged.
    pub arrangement: Arrangement,
}

impl Screen {
    /// Whether panels are pages instead of columns.
    pub fn has_pages(&self) -> bool {
        self.arrangement != Arrangement::Columns
    }

    /// Whether the free area is taller than it is wide.
    pub fn is_upright(&self) -> bool {
        self.free.width() < self.free.height()
    }
}

impl Design {
    /// Returns the arrangement of panels on a screen of this size, and the scale of the UI.
    fn fit(self, size: Vec2) -> (Arrangement, f32) {
        let scale = (size / self.columns).min_element();
        if scale >= 1.0 {
            (Arrangement::Columns, scale)
        } else {
            let arrangement = if size.x < size.y { Arrangement::PagesBelow } else { Arrangement::PagesBeside };
            (arrangement, (size / self.pages).min_element().min(1.0))
        }
    }

    /// Returns the [`Screen`] of a window or image of this size. Its free area is an estimate until the layout has run.
    pub(super) fn on(self, size: Vec2) -> Screen {
        let (arrangement, scale) = self.fit(size);
        let size = size / scale;
        let free = match arrangement {
            Arrangement::Columns => Rect::from_corners(Vec2::ZERO, size),
            _ => Rect::from_corners(Vec2::splat(NARROW_MARGIN), size - Vec2::new(NARROW_MARGIN, TABS)),
        };
        Screen { size, free, arrangement }
    }
}

/// Marks the column on the left. The readout is at its top. All columns exist from [`Startup`] on.
#[derive(Component)]
pub struct LeftColumn;
/// Marks the column between the other two, which takes the remaining width. If panels are pages, it is the free area.
#[derive(Component)]
pub struct MiddleColumn;
/// Marks the column on the right.
#[derive(Component)]
pub struct RightColumn;
/// Marks the node in the lower left corner of the screen, below the left column.
#[derive(Component)]
pub struct LeftCorner;

/// Marks the node that contains the columns.
#[derive(Component)]
pub(super) struct Columns;
/// Marks the two children of [`Columns`] that contain panels: the left side (column and corner), and the right column.
#[derive(Component)]
pub(super) struct Side;
/// Marks a node that, if panels are pages, is displayed only while it contains the open page.
#[derive(Component)]
pub(super) struct Holder;
/// Marks the row of tabs.
#[derive(Component)]
pub(super) struct Tabs;

/// Returns a node with a width of `share` percent of the screen, at most `most` pixels.
pub fn width(share: f32, most: f32) -> Node {
    Node { width: vw(share), max_width: px(most), ..default() }
}

fn column() -> Node {
    Node { flex_direction: FlexDirection::Column, row_gap: px(MARGIN), ..default() }
}

pub(super) fn spawn(mut commands: Commands) {
    let sides = Node { justify_content: JustifyContent::SpaceBetween, align_items: AlignItems::Start, ..column() };
    let between = Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), min_height: px(0), ..column() };
    // Columns are not pickable, so that the nodes and sprites behind them receive the pointer.
    commands.spawn((Columns, Node::default(), Pickable::IGNORE)).with_children(|screen| {
        screen.spawn((Side, Holder, sides, Pickable::IGNORE)).with_children(|side| {
            side.spawn((LeftColumn, Holder, column(), Pickable::IGNORE));
            side.spawn((LeftCorner, Holder, column(), Pickable::IGNORE));
        });
        screen.spawn((MiddleColumn, between, Pickable::IGNORE));
        screen.spawn((RightColumn, Side, Holder, column(), Pickable::IGNORE));
        let tabs = Node { column_gap: px(6), display: Display::None, ..default() };
        screen.spawn((Tabs, tabs, Pickable::IGNORE));
    });
}

/// Updates [`UiScale`] and [`Screen`] to the size of the window or image.
pub(super) fn fit_to_screen(
    cameras: Query<&Camera, With<IsDefaultUiCamera>>,
    windows: Query<&Window>,
    design: Res<Design>,
    mut ui_scale: ResMut<UiScale>,
    mut screen: ResMut<Screen>,
) {
    let of_window = windows.iter().next().map(Window::size);
    let of_picture = cameras.iter().next().and_then(Camera::logical_target_size);
    let Some(size) = of_window.or(of_picture).filter(|size| size.min_element() > 0.0) else { return };
    let (_, wanted) = design.fit(size);
    if ui_scale.0 != wanted {
        ui_scale.0 = wanted;
    }
    let new = design.on(size);
    if (new.size, new.arrangement) != (screen.size, screen.arrangement) {
        *screen = new;
    }
}

/// Arranges the columns, or the pages that replace them. Runs when the screen has changed.
pub(super) fn arrange(
    screen: Res<Screen>,
    mut columns: Single<&mut Node, With<Columns>>,
    mut middle: Single<&mut Node, (With<MiddleColumn>, Without<Columns>)>,
    mut sides: Query<(&mut Node, Has<Side>), (With<Holder>, Without<Columns>, Without<MiddleColumn>)>,
    mut tabs: Single<&mut Node, (With<Tabs>, Without<Holder>, Without<Columns>, Without<MiddleColumn>)>,
) {
    let whole = Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() };
    // A grid track that takes the remaining space, independent of its content.
    let rest = || GridTrack::minmax(MinTrackSizingFunction::Px(0.0), MaxTrackSizingFunction::Fraction(1.0));
    let margin = px(NARROW_MARGIN);
    let pages =
        Node { display: Display::Grid, padding: margin.all(), row_gap: margin, column_gap: margin, ..whole.clone() };
    let (node, side, row, width) = match screen.arrangement {
        Arrangement::Columns => {
            let node = Node { padding: px(MARGIN).all(), column_gap: px(MARGIN), ..whole };
            (node, (1, 1), (1, 1), auto())
        }
        Arrangement::PagesBelow => {
            let rows = vec![rest(), GridTrack::auto(), GridTrack::auto()];
            let node = Node { grid_template_columns: vec![rest()], grid_template_rows: rows, ..pages };
            (node, (1, 2), (1, 3), percent(100))
        }
        Arrangement::PagesBeside => {
            let columns = vec![rest(), GridTrack::auto()];
            let node =
                Node { grid_template_columns: columns, grid_template_rows: vec![rest(), GridTrack::auto()], ..pages };
            (node, (2, 1), (1, 2), px(PAGE_WIDTH))
        }
    };
    columns.set_if_neq(node);
    let place = |node: &mut Mut<Node>, (column, row): (i16, i16), span: u16| {
        let (column, row) = (GridPlacement::start_span(column, span), GridPlacement::start(row));
        if (node.grid_column, node.grid_row) != (column, row) {
            (node.grid_column, node.grid_row) = (column, row);
        }
    };
    place(&mut middle, (1, 1), 1);
    for (mut node, is_outermost) in &mut sides {
        if is_outermost {
            place(&mut node, side, 1);
        }
        let width = if is_outermost || !screen.has_pages() { width } else { percent(100) };
        if node.width != width {
            node.width = width;
        }
    }
    place(&mut tabs, row, if screen.arrangement == Arrangement::PagesBeside { 2 } else { 1 });
}

/// Updates the screen's free area. Runs after the layout.
pub(super) fn find_free(
    middle: Single<(&ComputedNode, &UiGlobalTransform), With<MiddleColumn>>,
    mut screen: ResMut<Screen>,
) {
    let (node, transform) = *middle;
    if screen.has_pages() && node.size.min_element() > 0.0 {
        let to_pixels = node.inverse_scale_factor();
        let free = Rect::from_center_size(transform.translation * to_pixels, node.size * to_pixels);
        let whole = Rect::from_corners(free.min.round(), free.max.round());
        screen.set_if_neq(Screen { free: whole, ..*screen });
    }
}

/// Makes a 2D camera show at least an area of this size around the world's origin, in the screen's free area. Unit: world units.
#[derive(Component, Clone, Copy, Debug)]
pub struct Framed(pub Vec2);

impl Framed {
    /// The number of world units per pixel of [`Screen`].
    fn scale(self, screen: &Screen) -> f32 {
        (self.0 / screen.free.size().max(Vec2::ONE)).max_element()
    }

    /// Converts a point of the screen (pixels, relative to the upper left corner, y down) to a position in the world (world units).
    pub fn place_at(self, point: Vec2, screen: &Screen) -> Vec2 {
        let from_middle = self.scale(screen) * (point - screen.free.center());
        Vec2::new(from_middle.x, -from_middle.y)
    }
}

/// Sets the projection and the position of cameras with [`Framed`]. Runs when the screen has changed.
pub(super) fn frame(screen: Res<Screen>, mut cameras: Query<(&Framed, &mut Projection, &mut Transform)>) {
    for (framed, mut projection, mut transform) in &mut cameras {
        let viewport_height = framed.scale(&screen) * screen.size.y;
        if let Projection::Orthographic(lens) = &mut *projection {
            lens.scaling_mode = bevy::camera::ScalingMode::FixedVertical { viewport_height };
        }
        let middle = framed.place_at(0.5 * screen.size, &screen);
        transform.translation = middle.extend(transform.translation.z);
    }
}
