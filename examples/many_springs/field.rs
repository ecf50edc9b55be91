//! The field: a grid of dots, each on its own spring.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::euler::Stepped;
use harness::layout::Framed;

/// The area that the camera shows in a window of any size. In a window of this size, a world unit is one pixel. Unit: world units.
pub(crate) const FRAMED: Framed = Framed(Vec2::new(1280.0, 720.0));
/// The number of dots in a row. The field has 100 080 dots.
const COLUMNS: u16 = 417;
/// The number of dots in a column.
const ROWS: u16 = 240;
/// The distance between neighbouring dots. It is a whole number, because other distances show a moiré pattern. Unit: world units.
const SPACING: f32 = 3.0;
/// The size of a dot. Unit: world units.
const DOT: f32 = 2.0;

pub(crate) const SPRING: Spring = Spring::new(7.0, 0.22);
pub(crate) const GROUND: Color = Color::srgb(0.05, 0.06, 0.09);

/// Marks a dot.
#[derive(Component)]
pub(crate) struct Dot;

/// The column and the row of the traced dot. The script's pointer passes over it.
const PROBE: (u16, u16) = (208, 112);

/// Marks the dot that is traced.
#[derive(Component)]
pub(crate) struct Probe;

pub(crate) fn spawn(mut commands: Commands) {
    for (row, column) in (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))) {
        let mut spawned = commands.spawn(dot(column, row));
        if (column, row) == PROBE {
            spawned.insert(Probe);
        }
    }
}

fn dot(column: u16, row: u16) -> impl Bundle {
    let share = Vec2::new(f32::from(column) / f32::from(COLUMNS - 1), f32::from(row) / f32::from(ROWS - 1));
    let cells = Vec2::new(f32::from(COLUMNS - 1), f32::from(ROWS - 1));
    let place = ((share - 0.5) * cells * SPACING).extend(0.0);
    // Blue on the left, red on the right, and lighter towards the top.
    let color = Color::oklch(0.62 + 0.25 * share.y, 0.14, 250.0 + 130.0 * share.x);
    (Dot, Sprite::from_color(color, Vec2::splat(DOT)), Transform::from_translation(place), SPRING, Stepped::at(place))
}
