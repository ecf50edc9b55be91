//! Where slots and docks are, on a screen of any size.

use bevy::prelude::*;
use harness::layout::ScreenSize;
use harness::style::MARGIN;

use super::cards::Seat;

/// How many cards there are in a row.
pub(crate) const COLUMNS: u8 = 4;
/// Of menu and panel. Unit: px.
pub(crate) const SIDE: f32 = 222.0;
/// Upper edges of the row of springs, and of the row of tweens. Unit: px.
pub(crate) const ROWS: [f32; 2] = [176.0, 426.0];
/// Upper edge of the panel. Unit: px.
const DOCK_TOP: f32 = 372.0;
/// Of a card, where there is room for it. Unit: px.
const WIDEST: f32 = 150.0;
const HEIGHT_PER_WIDTH: f32 = 1.3;

/// The screen's parts: menu and panel at the sides, cards between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    /// From one slot to the next.
    apart: f32,
    /// Size of a card.
    pub(crate) card: Vec2,
    /// Where an edge catches the panel: of its left upper corner.
    pub(crate) docks: [Vec2; 2],
}

impl Table {
    pub(crate) fn on(screen: &ScreenSize) -> Self {
        let right = screen.0.x - MARGIN - SIDE;
        let apart = (right - MARGIN - Self::left()) / f32::from(COLUMNS);
        let width = (apart - 0.5 * MARGIN).min(WIDEST);
        Self {
            apart,
            card: Vec2::new(width, HEIGHT_PER_WIDTH * width),
            docks: [MARGIN, right].map(|left| Vec2::new(left, DOCK_TOP)),
        }
    }

    /// Of the first slot.
    pub(crate) fn left() -> f32 {
        2.0 * MARGIN + SIDE
    }

    /// The left upper corner of a slot.
    pub(crate) fn slot(&self, seat: Seat) -> Vec2 {
        let column = f32::from(u8::try_from(seat.column).unwrap_or_default());
        Vec2::new(Self::left() + self.apart * column, ROWS[seat.row])
    }
}
