//! Pictures of the things, made of nodes.

use bevy::prelude::*;
use core::f32::consts::FRAC_PI_4;

use super::bag::{Kind, Thing};
use super::screen::Cells;

/// The size of a picture, as a share of a cell.
const SHARE: f32 = 0.62;

/// Marks the frame of a picture.
#[derive(Component)]
pub(crate) struct Picture;

/// Fits all pictures to the cells. Runs when the cells have changed.
pub(crate) fn fit(cells: Res<Cells>, mut pictures: Query<&mut Node, With<Picture>>) {
    for mut frame in &mut pictures {
        (frame.width, frame.height) = (px(SHARE * cells.side), px(SHARE * cells.side));
    }
}

/// Spawns the picture of a thing in a cell.
pub(crate) fn picture(thing: &Thing, cells: &Cells, parent: &mut ChildSpawnerCommands, more: impl Bundle) {
    let side = px(SHARE * cells.side);
    let frame = Node { width: side, height: side, flex_shrink: 0.0, ..default() };
    parent.spawn((Picture, frame, Pickable::IGNORE, more)).with_children(|frame| match thing.kind {
        Kind::Gem => {
            frame.spawn(turned(part([22.0, 22.0, 56.0, 56.0], 8.0, thing.color)));
            frame.spawn(turned(part([33.0, 33.0, 24.0, 24.0], 5.0, thing.color.mix(&Color::WHITE, 0.55))));
        }
        Kind::Coin => {
            frame.spawn(part([10.0, 10.0, 80.0, 80.0], 50.0, thing.color));
            frame.spawn(part([22.0, 22.0, 56.0, 56.0], 50.0, thing.color.mix(&Color::BLACK, 0.28)));
            frame.spawn(part([45.0, 33.0, 10.0, 34.0], 4.0, thing.color.mix(&Color::WHITE, 0.4)));
        }
        Kind::Flask => {
            let glass = Color::srgb(0.86, 0.90, 0.95);
            frame.spawn(part([36.0, 2.0, 28.0, 12.0], 4.0, Color::srgb(0.62, 0.44, 0.30)));
            frame.spawn(part([41.0, 12.0, 18.0, 30.0], 2.0, glass));
            frame.spawn(part([16.0, 32.0, 68.0, 66.0], 50.0, glass));
            frame.spawn(part([23.0, 39.0, 54.0, 52.0], 50.0, thing.color));
            frame.spawn(part([34.0, 50.0, 12.0, 12.0], 50.0, thing.color.mix(&Color::WHITE, 0.6)));
        }
        Kind::Blade => {
            let hilt = Color::srgb(0.55, 0.40, 0.28);
            let whole =
                Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() };
            frame.spawn(turned((whole, BackgroundColor(Color::NONE), Pickable::IGNORE))).with_children(|blade| {
                blade.spawn(part([43.0, -8.0, 14.0, 76.0], 6.0, thing.color));
                blade.spawn(part([43.0, -8.0, 6.0, 76.0], 3.0, thing.color.mix(&Color::WHITE, 0.5)));
                blade.spawn(part([29.0, 66.0, 42.0, 10.0], 4.0, hilt.mix(&Color::WHITE, 0.3)));
                blade.spawn(part([44.0, 74.0, 12.0, 30.0], 4.0, hilt));
            });
        }
    });
}

/// A part of a picture: left, top, width and height in percent of the picture, the radius of its corners (px or, from 50 on, round).
fn part([left, top, width, height]: [f32; 4], radius: f32, color: Color) -> (Node, BackgroundColor, Pickable) {
    let node = Node {
        position_type: PositionType::Absolute,
        left: percent(left),
        top: percent(top),
        width: percent(width),
        height: percent(height),
        border_radius: BorderRadius::all(if radius < 50.0 { px(radius) } else { percent(50) }),
        ..default()
    };
    (node, BackgroundColor(color), Pickable::IGNORE)
}

/// The same part, turned by an eighth of a turn.
fn turned(part: (Node, BackgroundColor, Pickable)) -> impl Bundle {
    (part, UiTransform::from_rotation(Rot2::radians(FRAC_PI_4)))
}
