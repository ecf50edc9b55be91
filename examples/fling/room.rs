//! The layout of the lists and the table: one below the other on a portrait screen, otherwise side by side.

use bevy::prelude::*;
use harness::layout::Screen;
use harness::style::MARGIN;

/// The height of the readout. Unit: px.
const READOUT: f32 = 176.0;
/// The height of the panel with the buttons. Unit: px.
const BUTTONS: f32 = 84.0;
/// The height of the captions over the lists and the table. Unit: px.
pub(crate) const CAPTION: f32 = 22.0;
/// The width of the left column, if the table is to its right. Unit: px.
pub(crate) const COLUMN: f32 = 424.0;
/// The gap between the lists, the table and the buttons. Unit: px.
const GAP: f32 = 12.0;
/// The size of a card. Unit: px.
pub(crate) const CARD: Vec2 = Vec2::new(68.0, 92.0);

/// The areas of the lists and of the table. Unit: px, relative to the screen's top-left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Room {
    pub(crate) lists: [Rect; 2],
    pub(crate) table: Rect,
}

impl Room {
    pub(crate) fn on(screen: &Screen) -> Self {
        if screen.has_pages() {
            return Self::in_pages(screen.free);
        }
        let Vec2 { x: width, y: height } = screen.size;
        let top = MARGIN + READOUT + CAPTION;
        let bottom = height - MARGIN - BUTTONS - GAP;
        let is_upright = width < height;
        let (column, list_bottom, table) = if is_upright {
            let middle = (top + 0.42 * (bottom - top)).round();
            let table = Rect::new(MARGIN, middle + GAP + CAPTION, width - MARGIN, bottom);
            (width - 2.0 * MARGIN, middle, table)
        } else {
            let left = 2.0 * MARGIN + COLUMN;
            (COLUMN, bottom, Rect::new(left, MARGIN + CAPTION, width - MARGIN, height - MARGIN))
        };
        let list = 0.5 * (column - GAP);
        let lists = [MARGIN, MARGIN + list + GAP].map(|left| Rect::new(left, top, left + list, list_bottom));
        Self { lists, table }
    }

    /// Returns the layout in the area that pages do not cover.
    fn in_pages(free: Rect) -> Self {
        let top = free.min.y + CAPTION;
        let (column, list_bottom, table) = if free.width() < free.height() {
            let middle = (top + 0.42 * (free.max.y - top)).round();
            (free.width(), middle, Rect { min: Vec2::new(free.min.x, middle + GAP + CAPTION), ..free })
        } else {
            let column = (0.5 * (free.width() - GAP)).round();
            (column, free.max.y, Rect { min: Vec2::new(free.min.x + column + GAP, top), ..free })
        };
        let list = 0.5 * (column - GAP);
        let lists = [0.0, list + GAP].map(|left| {
            let left = free.min.x + left;
            Rect::new(left, top, left + list, list_bottom)
        });
        Self { lists, table }
    }

    /// Returns the largest position of a card's top-left corner on the table. The smallest is 0.
    pub(crate) fn corner_end(&self) -> Vec2 {
        self.table.size() - CARD
    }

    /// Returns the position to which the card with the number `card` is dealt. `of` is the number of all cards. They are dealt in a row at
    /// the table's lower edge.
    pub(crate) fn home(&self, card: u8, of: u8) -> Vec2 {
        let end = self.corner_end();
        let apart = (CARD.x + GAP).min((end.x - 2.0 * GAP) / f32::from(of - 1));
        let first = 0.5 * (end.x - apart * f32::from(of - 1));
        Vec2::new(first + apart * f32::from(card), end.y - GAP)
    }
}
