//! What is in the bag, which of it is shown, and in which order.

use bevy::prelude::*;

/// The kind of a thing, by which the bag is filtered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Blade,
    Flask,
    Gem,
    Coin,
}

/// A thing in the bag.
pub(crate) struct Thing {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) color: Color,
    pub(crate) about: &'static str,
}

const fn thing(name: &'static str, kind: Kind, [r, g, b]: [f32; 3], about: &'static str) -> Thing {
    Thing { name, kind, color: Color::srgb(r, g, b), about }
}

/// The things, in the order in which they were found.
pub(crate) const THINGS: [Thing; 12] = [
    thing("ruby", Kind::Gem, [0.95, 0.28, 0.38], "warm to the touch"),
    thing("dagger", Kind::Blade, [0.74, 0.80, 0.88], "quick and quiet"),
    thing("health", Kind::Flask, [0.93, 0.36, 0.48], "tastes of iron"),
    thing("crown", Kind::Coin, [1.00, 0.80, 0.30], "worth ten marks"),
    thing("emerald", Kind::Gem, [0.27, 0.82, 0.52], "hums at night"),
    thing("saber", Kind::Blade, [0.98, 0.66, 0.28], "a captain's own"),
    thing("frost", Kind::Flask, [0.45, 0.78, 0.98], "keep it closed"),
    thing("mark", Kind::Coin, [0.80, 0.52, 0.30], "one loaf of bread"),
    thing("sapphire", Kind::Gem, [0.30, 0.52, 0.98], "deep as a well"),
    thing("razor", Kind::Blade, [0.62, 0.52, 0.92], "never dull"),
    thing("venom", Kind::Flask, [0.62, 0.86, 0.32], "not for you"),
    thing("penny", Kind::Coin, [0.86, 0.88, 0.92], "finds the way back"),
];

/// How the bag is sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sorting {
    #[default]
    Found,
    ByKind,
    ByName,
}

/// What the bag shows.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(crate) struct Bag {
    /// The kind that is shown; all kinds without one.
    pub(crate) filter: Option<Kind>,
    pub(crate) sorting: Sorting,
    /// The thing whose tile is open, as an index of [`THINGS`].
    pub(crate) opened: Option<usize>,
}

impl Bag {
    /// Whether a thing is shown.
    pub(crate) fn shows(&self, index: usize) -> bool {
        self.filter.is_none_or(|kind| THINGS[index].kind == kind)
    }

    /// The things that are shown, in order, as indices of [`THINGS`].
    pub(crate) fn shown(&self) -> Vec<usize> {
        let mut shown: Vec<usize> = (0..THINGS.len()).filter(|index| self.shows(*index)).collect();
        match self.sorting {
            Sorting::Found => {}
            Sorting::ByKind => shown.sort_by_key(|index| THINGS[*index].kind as usize),
            Sorting::ByName => shown.sort_by_key(|index| THINGS[*index].name),
        }
        shown
    }

    /// Shows only this kind, or all.
    pub(crate) fn show(&mut self, filter: Option<Kind>) {
        self.filter = filter;
    }

    /// Sorts the bag in the next way.
    pub(crate) fn sort(&mut self) {
        self.sorting = match self.sorting {
            Sorting::Found => Sorting::ByKind,
            Sorting::ByKind => Sorting::ByName,
            Sorting::ByName => Sorting::Found,
        };
    }

    /// Opens the tile of a thing, or closes it.
    pub(crate) fn toggle(&mut self, index: usize) {
        self.opened = (self.opened != Some(index)).then_some(index);
    }

    /// The number of rows and columns that a tile covers.
    pub(crate) fn span(&self, index: usize) -> u16 {
        if self.opened == Some(index) { 2 } else { 1 }
    }
}
