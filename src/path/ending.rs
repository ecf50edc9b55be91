//! The end of a timed move, kept until it is reported.

use crate::{
    events::TimedMove,
    space::{Space, State},
};

/// The end of a timed move.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Ending<V: Space> {
    pub(crate) of: TimedMove,
    /// The instant of the end. Unit: s after the last tick.
    pub(crate) instant: f64,
    /// The state right after the end.
    pub(crate) state: State<V>,
}
