//! The end of a timed move, kept until it is reported.

use crate::{
    events::TimedMove,
    space::{Space, State},
};

/// How a timed move has ended.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Ending<V: Space> {
    pub(crate) of: TimedMove,
    /// When. Unit: s after the last tick.
    pub(crate) instant: f64,
    /// The state from then on.
    pub(crate) state: State<V>,
}
