//! What few motions have, kept apart from what all motions have.

use alloc::{boxed::Box, vec::Vec};

use super::{hand::Hand, history::History, target_path::TargetPath, written::Written};
use crate::{
    law::{axes::Axes, rate::Rate},
    path::{
        contact::{Contacts, Reached, Snapped},
        ending::Ending,
        running_rate::RunningRate,
    },
    space::Space,
};

/// What goes on beside a motion: a start inside a tick, what acts for a time or by axis, targets that move. What every step of
/// a follower needs comes first, together.
#[derive(Clone, Debug, Default)]
#[repr(C)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Cold<V: Space> {
    /// Where the target goes, if it moves.
    pub(crate) target_path: Option<Box<TargetPath<V>>>,
    /// When the segment starts. Unit: s after the last tick.
    pub(crate) start: f64,
    /// How fast the entity's own time goes. Unit: 1. Range: ≥ 0.
    pub(crate) pace: f64,
    /// The part of the damping that acts relative to the target. Unit: 1/s.
    pub(crate) g: f64,
    /// The target at the segment's start, where an f32 does not hold it.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional"))]
    pub(crate) target: Option<V::Wide>,
    /// What was last written to the world.
    pub(crate) written: Written<V>,
    /// Whether the law has changed since the last refresh: an exponential rate was over.
    pub(crate) stale: bool,
    /// Whether an exponential rate was inserted and has not begun yet.
    pub(crate) begins: bool,
    /// Exponential rates that are over, and throws that have landed and were replaced, which are not reported yet.
    pub(crate) finished: Vec<Ending<V>>,
    /// An exponential rate that acts.
    pub(crate) running_rate: Option<Box<RunningRate<V>>>,
    /// What differs by axis.
    pub(crate) axes: Option<Box<Axes>>,
    /// Whether a throw was inserted and has not begun yet.
    pub(crate) throws: bool,
    /// What is remembered of how a throw's end was chosen.
    pub(crate) snapped: Option<Box<Snapped<V>>>,
    /// What stops the motion, apart from its law.
    pub(crate) contacts: Option<Box<Contacts<V>>>,
    /// How fast the bounds that are sampled next move, if that is known. In the order of `Range::bounds`. Unit: property units/s.
    pub(crate) bound_rates: Option<Box<[f64; 4]>>,
    /// Contacts that are to be told.
    pub(crate) reached: Vec<Reached<V>>,
    /// So many of these are from before the last tick: no correction undoes them.
    pub(crate) certain: usize,
    /// Where the entity has been, if it is drawn one tick late.
    pub(crate) history: Option<Box<History<V>>>,
    /// Where the entity has been held lately; after it was let go, until that is adopted.
    pub(crate) hand: Option<Box<Hand<V>>>,
    /// The exponential rate as last seen.
    pub(crate) rate: Option<Rate<V>>,
}

impl<V: Space> Cold<V> {
    /// Where nothing goes on beside what is written.
    pub(crate) fn new(written: Written<V>) -> Self {
        Self { written, pace: 1.0, ..Self::default() }
    }

    /// Whether a motion that was saved can continue with this.
    #[cfg(feature = "serialize")]
    pub(super) fn is_usable(&self) -> bool {
        let Self { start, g, pace, certain, .. } = *self;
        pace >= 0.0 && [start, g, pace].into_iter().all(f64::is_finite) && certain <= self.reached.len()
    }

    /// Whether nothing goes on beside the motion.
    pub(crate) fn is_idle(&self) -> bool {
        let Self { start, g, pace, stale, begins, .. } = *self;
        let lasting = self.rate.is_some() || self.running_rate.is_some() || self.axes.is_some();
        let moving = self.target.is_some() || self.target_path.is_some();
        let beside = self.history.is_some() || self.hand.is_some();
        let lasting = lasting || self.contacts.is_some() || self.bound_rates.is_some() || self.throws;
        let is_due = stale || begins || !(self.finished.is_empty() && self.reached.is_empty());
        start == 0.0 && g == 0.0 && pace == 1.0 && !(is_due || lasting || moving || beside)
    }

    /// Whether the target has a path: it moves, or may move.
    pub(super) const fn has_path(&self) -> bool {
        self.target_path.is_some()
    }

    /// Whether the law, that of its axes and the target's path are all that moves the entity, from the tick's start on.
    #[inline]
    pub(crate) fn is_led(&self) -> bool {
        let Self { start, pace, running_rate, axes, target_path, contacts, .. } = self;
        let is_one_path = match target_path {
            Some(target_path) => target_path.ring_place.is_none() && target_path.turns.is_empty(),
            None => axes.is_some(),
        };
        *start == 0.0 && *pace == 1.0 && is_one_path && running_rate.is_none() && contacts.is_none()
    }
}
