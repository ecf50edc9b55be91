//! The bag on springs: Bevy's grid, and a tile for each thing that is shown.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui::UiGlobalTransform;
use bevy::ui_widgets::{Activate, Button};
use bevy_exact_motion::{interface::NodeGlide, prelude::*, property::NodeScale};

use super::bag::{Bag, THINGS};
use super::icon::picture;
use super::screen::{Cells, Grid};
use super::tweens::Tweened;
use harness::style::{BODY, FAINT, SMALL_TEXT_SIZE, TEXT_SIZE};

pub(crate) const TILE: Color = Color::srgb(0.16, 0.15, 0.23);
pub(crate) const OPENED: Color = Color::srgb(0.24, 0.21, 0.34);

/// A tile: the index of its thing.
#[derive(Component, Clone, Copy)]
pub(crate) struct Tile(pub(crate) usize);

/// Marks the text of a tile, which is shown while the tile is open.
#[derive(Component)]
pub(crate) struct About;

/// How a tile looks in each state.
fn looks() -> impl Bundle {
    let scale = StateTargets::<NodeScale>::of(Vec2::ONE)
        .with_entering(Vec2::ZERO)
        .with_hovered(Vec2::splat(1.06))
        .with_focused(Vec2::splat(1.06))
        .with_pressed(Vec2::splat(0.90))
        .with_leaving(Vec2::ZERO);
    (
        scale,
        Spring::new(16.0, 0.62).on::<NodeScale>(),
        LayoutGlide::default(),
        Spring::new(12.0, 0.72).on::<NodeGlide>(),
    )
}

type InGrid =
    (Entity, &'static Tile, &'static mut Node, &'static ComputedNode, &'static UiGlobalTransform, Has<Leaving>);

/// Gives each thing that is shown a tile in the grid, and lets the others leave. Runs when the bag or the cells have changed.
pub(crate) fn arrange(
    bag: Res<Bag>,
    cells: Res<Cells>,
    grid: Single<(Entity, &ComputedNode, &UiGlobalTransform), With<Grid>>,
    mut tiles: Query<InGrid, Without<Tweened>>,
    mut commands: Commands,
) {
    let (grid, grid_node, grid_transform) = *grid;
    let mut known = [None; THINGS.len()];
    for (entity, tile, mut node, drawn, transform, is_leaving) in &mut tiles {
        known[tile.0] = Some(entity);
        if bag.shows(tile.0) {
            *node = in_grid(bag.span(tile.0));
            if is_leaving {
                commands.entity(entity).remove::<Leaving>();
            }
        } else if !is_leaving {
            // It leaves the grid at once, so that the others close the gap, and shrinks where it is.
            let to_pixels = drawn.inverse_scale_factor();
            let corner =
                transform.translation - 0.5 * drawn.size() - grid_transform.translation + 0.5 * grid_node.size();
            let (corner, size) = (corner * to_pixels, drawn.size() * to_pixels);
            node.position_type = PositionType::Absolute;
            (node.left, node.top, node.width, node.height) = (px(corner.x), px(corner.y), px(size.x), px(size.y));
            commands.entity(entity).insert(Leaving::default());
        }
    }
    let shown = bag.shown();
    let mut order: Vec<Entity> =
        shown.iter().map(|&index| known[index].unwrap_or_else(|| spawn(index, &bag, &cells, &mut commands))).collect();
    order.extend((0..THINGS.len()).filter(|index| !bag.shows(*index)).filter_map(|index| known[index]));
    commands.entity(grid).replace_children(&order);
}

/// The node of a tile that covers so many rows and columns.
fn in_grid(span: u16) -> Node {
    Node {
        grid_column: GridPlacement::span(span),
        grid_row: GridPlacement::span(span),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        row_gap: px(4),
        border_radius: BorderRadius::all(px(12)),
        overflow: Overflow::clip(),
        ..default()
    }
}

fn spawn(index: usize, bag: &Bag, cells: &Cells, commands: &mut Commands) -> Entity {
    let thing = &THINGS[index];
    let mut tile = commands.spawn((
        (Tile(index), Name::new(thing.name), Button, TabIndex(0)),
        (in_grid(bag.span(index)), BackgroundColor(TILE)),
        looks(),
    ));
    tile.observe(open).with_children(|tile| contents(index, cells, tile, LayoutGlide::default()));
    tile.id()
}

/// Spawns the picture and the text of a tile.
pub(crate) fn contents(index: usize, cells: &Cells, tile: &mut ChildSpawnerCommands, more: impl Bundle) {
    let thing = &THINGS[index];
    picture(thing, cells, tile, more);
    let hidden = || Node { display: Display::None, ..default() };
    let (size, small) = (TextFont::from_font_size(TEXT_SIZE), TextFont::from_font_size(SMALL_TEXT_SIZE));
    tile.spawn((About, Text::new(thing.name), size, TextColor(BODY), hidden(), Pickable::IGNORE));
    tile.spawn((About, Text::new(thing.about), small, TextColor(FAINT), hidden(), Pickable::IGNORE));
}

/// Opens or closes a tile when it is clicked, touched or chosen by a key.
pub(crate) fn open(activate: On<Activate>, tiles: Query<&Tile>, mut bag: ResMut<Bag>) {
    if let Ok(tile) = tiles.get(activate.entity) {
        bag.toggle(tile.0);
    }
}
