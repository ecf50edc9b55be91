//! How far a motion may go before it reaches a bound. Most reach none in a tick.

use super::{body::Body, rare_state::RareState};
use crate::{
    law::{Bound, barriers::Barriers},
    math::Slope,
    path::contact::{Contacts, Regime},
    space::{Space, State},
};

/// The interval between the bounds of the only bounded coordinate, if they are fixed and nothing else stops the motion.
struct Room {
    index: usize,
    below: f64,
    above: f64,
}

/// Share of the magnitudes that is left as a margin for rounding.
const MARGIN: f64 = 4096.0 * f64::EPSILON;

impl Room {
    /// Returns `None` if only the full search can find the contacts.
    fn of<V: Space>(contacts: &Contacts<V>) -> Option<Self> {
        let Barriers { normal, stops_at_target, tracked, dry, .. } = &*contacts.barriers;
        let [coordinate] = contacts.coordinates.as_slice() else { return None };
        let is_free = coordinate.regime == Regime::Within && coordinate.kept.is_none() && coordinate.outside.is_none();
        let still = coordinate.levels.iter().flatten().all(|level| level.slope == Slope::default());
        let alone = normal.is_none() && !stops_at_target && !tracked && *dry == 0.0 && coordinate.flight.is_none();
        let level = |bound| coordinate.bound(bound).map(|level| level.position);
        (is_free && still && alone).then(|| Self {
            index: coordinate.index,
            below: [Bound::Lower, Bound::SoftLower].into_iter().filter_map(level).fold(f64::NEG_INFINITY, f64::max),
            above: [Bound::Upper, Bound::SoftUpper].into_iter().filter_map(level).fold(f64::INFINITY, f64::min),
        })
    }
}

impl<V: Space> RareState<V> {
    /// The motion's [`Room`]. Returns `None` if it has no bounds, or if any other boxed data affects the motion.
    #[inline]
    fn room(&self) -> Option<Room> {
        let Self { start, pace, stale, target, running_rate, axes, history, .. } = self;
        let plain = target.is_none() && !self.has_path() && running_rate.is_none() && axes.is_none();
        let alone = *start == 0.0 && *pace == 1.0 && !stale && plain && history.is_none();
        self.contacts.as_deref().filter(|_| alone).and_then(Room::of)
    }
}

impl<V: Space> Body<V> {
    /// Whether the motion has bounds and reaches none within `t` seconds, by an upper limit on its displacement. The proof is at
    /// `Gap::may_close`.
    #[inline]
    pub(crate) fn is_clear(&self, t: f64) -> bool {
        let Some(Room { index, below, above }) = self.rare().and_then(RareState::room) else { return false };
        let State { position, velocity } = self.state;
        let (coordinate, k, c) = (V::coordinate(position, index), self.k, self.c);
        let pull = if k == 0.0 { 0.0 } else { k * V::part(V::difference(position, self.target()), index) };
        let push = pull.abs() + V::part(self.law().a, index).abs();
        let reach = (V::part(velocity, index).abs() + 0.5 * push * t) * t;
        let needed = reach + MARGIN * (2.0 * coordinate.abs() + reach);
        let share = 1.0 - MARGIN;
        // NaN fails these comparisons, so it is not clear.
        c >= 0.0 && (coordinate - below) * share > needed && (above - coordinate) * share > needed
    }
}
