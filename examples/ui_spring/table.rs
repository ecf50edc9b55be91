//! The layout of slots and docks, on a screen of any size.

use bevy::prelude::*;
use harness::layout::Screen;
use harness::style::MARGIN;

use super::cards::Seat;

/// The number of cards in a row.
pub(crate) const COLUMNS: u8 = 4;
/// The width of the menu and of the panel. Unit: px.
pub(crate) const SIDE: f32 = 222.0;
/// In the layout with columns: upper edges of the row of springs, of the row of tweens, of the menu, and of the panel.
/// Unit: px.
const ROWS: [f32; 2] = [176.0, 426.0];
const MENU_TOP: f32 = 200.0;
const DOCK_TOP: f32 = 372.0;
/// Heights and gaps on a small screen, where menu and panel take no more than they need. Unit: px.
const MENU_HEIGHT: f32 = 96.0;
const PANEL_HEIGHT: f32 = 126.0;
const GAP: f32 = 8.0;
/// Menu and panel are at the sides if the free area is at least this wide. Unit: px.
const WITH_SIDES: f32 = 640.0;
/// The space over each row. Unit: px.
pub(crate) const CAPTION: f32 = 28.0;
/// The largest width of a card. Unit: px.
const WIDEST: f32 = 150.0;
const HEIGHT_PER_WIDTH: f32 = 1.3;

/// The screen's parts: menu and panel at the sides, cards between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    /// The left edge of the first slot.
    left: f32,
    /// The distance from one slot to the next.
    apart: f32,
    /// Upper edges of the row of springs, and of the row of tweens.
    pub(crate) rows: [f32; 2],
    /// Size of a card.
    pub(crate) card: Vec2,
    /// The top-left corner of the panel at each edge that can catch it.
    pub(crate) docks: [Vec2; 2],
    /// Upper edge of the menu.
    pub(crate) menu_top: f32,
}

impl Table {
    pub(crate) fn on(screen: &Screen) -> Self {
        let Rect { min, max } = screen.free;
        let columns = |left: f32, right: f32| (right - left) / f32::from(COLUMNS);
        if !screen.has_pages() {
            let (left, right) = (2.0 * MARGIN + SIDE, screen.size.x - MARGIN - SIDE);
            let apart = columns(left, right - MARGIN);
            let width = (apart - 0.5 * MARGIN).min(WIDEST);
            let card = Vec2::new(width, HEIGHT_PER_WIDTH * width);
            let docks = [MARGIN, right].map(|left| Vec2::new(left, DOCK_TOP));
            return Self { left, apart, rows: ROWS, card, docks, menu_top: MENU_TOP };
        }
        // Menu and panel are at the sides of the cards, or below them.
        let has_sides = screen.free.width() >= WITH_SIDES;
        let right = max.x - SIDE;
        let (left, apart) = if has_sides {
            (min.x + SIDE + GAP, columns(min.x + SIDE + GAP, right))
        } else {
            (min.x, columns(min.x, max.x + GAP))
        };
        let below = if has_sides { 0.0 } else { MENU_HEIGHT + PANEL_HEIGHT + 2.0 * GAP };
        let row = 0.5 * (screen.free.height() - below);
        let width = (apart - GAP).min((row - CAPTION - GAP) / HEIGHT_PER_WIDTH).min(WIDEST);
        let card = Vec2::new(width, HEIGHT_PER_WIDTH * width);
        let first = min.y + CAPTION;
        Self {
            left,
            apart,
            rows: [first, first + card.y + GAP + CAPTION],
            card,
            docks: [min.x, right].map(|left| Vec2::new(left, max.y - PANEL_HEIGHT)),
            menu_top: if has_sides { min.y + CAPTION } else { max.y - below + GAP },
        }
    }

    /// The top-left corner of a slot.
    pub(crate) fn slot(&self, seat: Seat) -> Vec2 {
        let column = f32::from(u8::try_from(seat.column).unwrap_or_default());
        Vec2::new(self.left + self.apart * column, self.rows[seat.row])
    }
}
