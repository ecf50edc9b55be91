//! The bag on tweens: the usual code. Each tile has a tween for its place and its size, and one for its scale; a change starts them anew.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::Pressed;
use bevy::ui_widgets::Button;

use super::bag::{Bag, THINGS};
use super::screen::{Cells, Table};
use super::tiles::{TILE, Tile, contents, open};

/// The duration of a tween. Unit: s.
const DURATION: f32 = 0.45;

/// Marks a tile that tweens move.
#[derive(Component)]
pub(crate) struct Tweened;

/// A tween from one value to another.
#[derive(Clone, Copy)]
struct Tween {
    from: Vec4,
    to: Vec4,
    /// The time since the start. Unit: s.
    elapsed: f32,
}

impl Tween {
    const fn resting_at(value: Vec4) -> Self {
        Self { from: value, to: value, elapsed: DURATION }
    }

    /// Starts the tween anew, from its current value, unless it already goes there.
    fn go_to(&mut self, to: Vec4) {
        if self.to != to {
            *self = Self { from: self.value(), to, elapsed: 0.0 };
        }
    }

    fn value(&self) -> Vec4 {
        let share = EaseFunction::CubicInOut.sample_clamped(self.elapsed / DURATION);
        self.from.lerp(self.to, share)
    }
}

/// The tweens of a tile: of its left, top, width and height (pixels), and of its scale.
#[derive(Component)]
pub(crate) struct Tweens {
    place: Tween,
    scale: Tween,
}

pub(crate) fn spawn(table: Single<Entity, With<Table>>, cells: Res<Cells>, mut commands: Commands) {
    commands.entity(*table).with_children(|table| {
        for index in 0..THINGS.len() {
            let node = Node {
                position_type: PositionType::Absolute,
                flex_direction: FlexDirection::Column,
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                row_gap: px(4),
                border_radius: BorderRadius::all(px(12)),
                overflow: Overflow::clip(),
                ..default()
            };
            let tweens = Tweens { place: Tween::resting_at(Vec4::ZERO), scale: Tween::resting_at(Vec4::ZERO) };
            table
                .spawn((
                    (Tile(index), Tweened, tweens, Button, TabIndex(0), Hovered::default()),
                    (node, UiTransform::default(), BackgroundColor(TILE)),
                ))
                .observe(open)
                .with_children(|tile| contents(index, &cells, tile, ()));
        }
    });
}

/// Starts the tweens to the new places. Runs when the bag or the cells have changed.
pub(crate) fn arrange(bag: Res<Bag>, cells: Res<Cells>, mut tiles: Query<(&Tile, &mut Tweens)>) {
    let places = pack(&bag, &cells);
    for (tile, mut tweens) in &mut tiles {
        let Some((_, place)) = places.iter().find(|(index, _)| *index == tile.0) else { continue };
        if tweens.place.to == Vec4::ZERO {
            // It has had no place yet.
            tweens.place = Tween::resting_at(*place);
        } else {
            tweens.place.go_to(*place);
        }
    }
}

/// The places of all things that are shown, packed as Bevy's grid packs them: each in the first gap that is large enough.
fn pack(bag: &Bag, cells: &Cells) -> Vec<(usize, Vec4)> {
    let columns = usize::from(cells.columns);
    let mut taken: Vec<bool> = Vec::new();
    let mut places = Vec::new();
    for index in bag.shown() {
        let span = usize::from(bag.span(index));
        let is_free = |taken: &[bool], at: usize| {
            let (row, column) = (at / columns, at % columns);
            let cell = |down: usize, right: usize| (row + down) * columns + column + right;
            column + span <= columns
                && (0..span)
                    .all(|down| (0..span).all(|right| !taken.get(cell(down, right)).copied().unwrap_or_default()))
        };
        let Some(at) = (0..).find(|at| is_free(&taken, *at)) else { continue };
        let (row, column) = (at / columns, at % columns);
        taken.resize(taken.len().max((row + span) * columns), false);
        for down in 0..span {
            for right in 0..span {
                taken[(row + down) * columns + column + right] = true;
            }
        }
        let along = |cell: usize| f32::from(u16::try_from(cell).unwrap_or(u16::MAX)) * (cells.side + cells.gap);
        let size = cells.length(bag.span(index));
        places.push((index, Vec4::new(along(column), along(row), size, size)));
    }
    places
}

/// Plays all tweens.
pub(crate) fn play(
    time: Res<Time<Real>>,
    bag: Res<Bag>,
    mut tiles: Query<(&Tile, &mut Tweens, &mut Node, &mut UiTransform, &Hovered, Has<Pressed>)>,
) {
    for (tile, mut tweens, mut node, mut transform, hovered, is_pressed) in &mut tiles {
        let scale = match (bag.shows(tile.0), is_pressed, hovered.get()) {
            (false, ..) => 0.0,
            (true, true, _) => 0.90,
            (true, false, true) => 1.06,
            (true, false, false) => 1.0,
        };
        tweens.scale.go_to(Vec4::splat(scale));
        tweens.place.elapsed += time.delta_secs();
        tweens.scale.elapsed += time.delta_secs();
        let place = tweens.place.value();
        (node.left, node.top, node.width, node.height) = (px(place.x), px(place.y), px(place.z), px(place.w));
        transform.scale = tweens.scale.value().xy();
    }
}
