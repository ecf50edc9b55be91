//! Cheap test that a motion reaches no bound within a time.

use super::{body::Body, rare_state::RareState};
use crate::{
    law::{Bound, barriers::Barriers},
    math::Slope,
    path::contact::{Contacts, Regime},
    space::{Space, State},
};

/// The interval between the bounds of the only bounded coordinate, if they are fixed and nothing else stops the motion.
struct FreeInterval {
    index: usize,
    below: f64,
    above: f64,
}

/// The margin for rounding, as a fraction of the magnitudes. Unit: 1.
const MARGIN: f64 = 4096.0 * f64::EPSILON;

impl FreeInterval {
    /// The interval of a motion with these contacts. Returns `None` if the cheap test does not apply, so that contacts have to be searched
    /// for.
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
    /// The motion's [`FreeInterval`], if it has one and no other boxed data affects the motion.
    #[inline]
    fn free_interval(&self) -> Option<FreeInterval> {
        let Self { start, time_scale, stale, target, running_rate, axes, history, .. } = self;
        let plain = target.is_none() && !self.has_path() && running_rate.is_none() && axes.is_none();
        let alone = *start == 0.0 && *time_scale == 1.0 && !stale && plain && history.is_none();
        self.contacts.as_deref().filter(|_| alone).and_then(FreeInterval::of)
    }
}

impl<V: Space> Body<V> {
    /// Cheap test: whether the motion has bounds, and certainly reaches none of them within `t` seconds. Compares the distance to the
    /// bounds with the largest possible displacement; `Gap::may_close` has the proof.
    #[inline]
    pub(crate) fn is_clear(&self, t: f64) -> bool {
        let Some(FreeInterval { index, below, above }) = self.rare().and_then(RareState::free_interval) else {
            return false;
        };
        let State { position, velocity } = self.state;
        let (coordinate, k, c) = (V::coordinate(position, index), self.k, self.c);
        let pull = if k == 0.0 { 0.0 } else { k * V::part(V::difference(position, self.target()), index) };
        let push = pull.abs() + V::part(self.law().a, index).abs();
        let reach = (V::part(velocity, index).abs() + 0.5 * push * t) * t;
        let needed = reach + MARGIN * (2.0 * coordinate.abs() + reach);
        let share = 1.0 - MARGIN;
        // NaN fails these comparisons, so the result is `false`.
        c >= 0.0 && (coordinate - below) * share > needed && (above - coordinate) * share > needed
    }
}
