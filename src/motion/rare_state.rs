//! Data that few motions need, boxed.

use alloc::{boxed::Box, vec::Vec};

use super::{grab_track::GrabTrack, history::History, target_path::TargetPath, written::Written};
use crate::{
    law::{axes::Axes, rate::Rate},
    path::{
        contact::{Contacts, Reached, SnapChoice},
        ending::Ending,
        running_rate::RunningRate,
    },
    space::Space,
};

/// The boxed data of a motion, for instance a start inside a tick, a moving target or bounds. The fields that every step of a follower
/// needs come first, together.
#[derive(Clone, Debug, Default)]
#[repr(C)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct RareState<V: Space> {
    /// The target's path, if it moves or may move.
    pub(crate) target_path: Option<Box<TargetPath<V>>>,
    /// When the segment starts. Unit: s after the last tick.
    pub(crate) start: f64,
    /// The entity's time scale. Unit: 1. Range: ≥ 0.
    pub(crate) time_scale: f64,
    /// The part of the damping that acts relative to the target. Unit: 1/s.
    pub(crate) g: f64,
    /// The target at the segment's start, if an f32 does not hold it exactly.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional"))]
    pub(crate) target: Option<V::Wide>,
    /// The last values written to the components.
    pub(crate) written: Written<V>,
    /// Whether the law has changed since the last refresh, because an exponential rate ended.
    pub(crate) stale: bool,
    /// Whether an exponential rate was inserted and is not adopted yet.
    pub(crate) rate_pending: bool,
    /// Unreported ends of exponential rates, and of throws that were replaced or removed after they had landed.
    pub(crate) finished: Vec<Ending<V>>,
    /// The exponential rate in progress.
    pub(crate) running_rate: Option<Box<RunningRate<V>>>,
    /// The part of the law that differs by axis.
    pub(crate) axes: Option<Box<Axes>>,
    /// Whether a throw was inserted and has not begun yet.
    pub(crate) throw_pending: bool,
    /// How the end of the throw in flight was chosen.
    pub(crate) snap_choice: Option<Box<SnapChoice<V>>>,
    /// Bounds, dry friction and throws.
    pub(crate) contacts: Option<Box<Contacts<V>>>,
    /// The velocities of the bounds from their next sample on, if known, in the order of `Range::bounds`. Unit: property units/s.
    pub(crate) bound_rates: Option<Box<[f64; 4]>>,
    /// Contacts that are not reported yet.
    pub(crate) reached: Vec<Reached<V>>,
    /// How many contacts at the start of [`reached`](Self::reached) were found before the last step. No correction undoes them.
    pub(crate) confirmed: usize,
    /// The past segments of an entity that is drawn one tick late.
    pub(crate) history: Option<Box<History<V>>>,
    /// The recent positions of a grabbed entity, kept until its release is adopted.
    pub(crate) grab_track: Option<Box<GrabTrack<V>>>,
    /// The instant from which the next adopted write acts, if it is not that of the clock. Unit: s after the last tick.
    pub(crate) acts_at: Option<f64>,
    /// The exponential rate as last adopted.
    pub(crate) rate: Option<Rate<V>>,
}

impl<V: Space> RareState<V> {
    /// Data that holds only the last written values.
    pub(crate) fn new(written: Written<V>) -> Self {
        Self { written, time_scale: 1.0, ..Self::default() }
    }

    /// Whether a saved motion can continue with this data.
    #[cfg(feature = "serialize")]
    pub(super) fn is_usable(&self) -> bool {
        let Self { start, g, time_scale, confirmed, .. } = *self;
        time_scale >= 0.0 && [start, g, time_scale].into_iter().all(f64::is_finite) && confirmed <= self.reached.len()
    }

    /// Whether none of this data is in use, apart from the last written values.
    pub(crate) fn is_idle(&self) -> bool {
        let Self { start, g, time_scale, stale, rate_pending, .. } = *self;
        let lasting = self.rate.is_some() || self.running_rate.is_some() || self.axes.is_some();
        let moving = self.target.is_some() || self.target_path.is_some();
        let is_tracked = self.history.is_some() || self.grab_track.is_some();
        let lasting = lasting || self.contacts.is_some() || self.bound_rates.is_some() || self.throw_pending;
        let is_due = stale || rate_pending || !(self.finished.is_empty() && self.reached.is_empty());
        start == 0.0 && g == 0.0 && time_scale == 1.0 && !(is_due || lasting || moving || is_tracked)
    }

    /// Whether the target has a path, because it moves or may move.
    pub(super) const fn has_path(&self) -> bool {
        self.target_path.is_some()
    }

    /// Whether, from the tick's start on, only the law and the target's path move the entity. The path must be a single cubic. Without a
    /// path, the law must differ by axis.
    #[inline]
    pub(crate) fn is_led(&self) -> bool {
        let Self { start, time_scale, running_rate, axes, target_path, contacts, .. } = self;
        let is_one_path = match target_path {
            Some(target_path) => target_path.ring_place.is_none() && target_path.turns.is_empty(),
            None => axes.is_some(),
        };
        *start == 0.0 && *time_scale == 1.0 && is_one_path && running_rate.is_none() && contacts.is_none()
    }
}
