//! The layout of the cards' slots, the menu, and the docks. The docks are the positions at the screen's edges where the panel comes to
//! rest.

use bevy::prelude::*;
use harness::layout::Screen;
use harness::style::MARGIN;

use super::cards::SlotId;

/// The number of cards in a row.
pub(crate) const COLUMNS: u8 = 4;
/// The width of the menu and of the panel. Unit: px.
pub(crate) const SIDE: f32 = 222.0;
/// The upper edges of the two rows of cards (moved by springs, and by tweens) if panels are in columns. Unit: px.
const ROWS: [f32; 2] = [176.0, 426.0];
/// The upper edge of the menu if panels are in columns. Unit: px.
const MENU_TOP: f32 = 200.0;
/// The upper edge of the panel at a dock if panels are in columns. Unit: px.
const DOCK_TOP: f32 = 372.0;
/// The height of the menu if panels are pages. Unit: px.
const MENU_HEIGHT: f32 = 96.0;
/// The height of the panel if panels are pages. Unit: px.
const PANEL_HEIGHT: f32 = 126.0;
/// The gap between cards, menu and panel if panels are pages. Unit: px.
const GAP: f32 = 8.0;
/// The smallest width of the free area at which the menu and the panel are at the sides of the cards if panels are pages. Unit: px.
const WITH_SIDES: f32 = 640.0;
/// The height of the captions over the rows. Unit: px.
pub(crate) const CAPTION: f32 = 28.0;
/// The largest width of a card. Unit: px.
const WIDEST: f32 = 150.0;
/// The height of a card as a multiple of its width.
const HEIGHT_PER_WIDTH: f32 = 1.3;

/// The layout of the cards, the menu and the panel. Unit: px.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    /// The left edge of the first slot.
    left: f32,
    /// The distance from one slot to the next.
    apart: f32,
    /// The upper edges of the two rows of cards: moved by springs, and by tweens.
    pub(crate) rows: [f32; 2],
    /// The size of a card.
    pub(crate) card: Vec2,
    /// The top-left corner of the panel at each dock.
    pub(crate) docks: [Vec2; 2],
    /// The upper edge of the menu.
    pub(crate) menu_top: f32,
}

impl Table {
    /// Returns the layout for a screen. If panels are in columns, the menu and the panel are at the sides and the cards between them.
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
        // If panels are pages, the menu and the panel are at the sides of the cards if the free area is wide enough, otherwise below the
        // cards.
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

    /// Returns the top-left corner of a slot.
    pub(crate) fn slot(&self, slot_id: SlotId) -> Vec2 {
        let column = f32::from(u8::try_from(slot_id.column).unwrap_or_default());
        Vec2::new(self.left + self.apart * column, self.rows[slot_id.row])
    }
}
