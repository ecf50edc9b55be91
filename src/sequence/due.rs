//! What is due at an instant.

use core::cmp::Ordering;

use bevy::prelude::Entity;

/// Until which instant steps begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Until {
    /// Until the end of the tick.
    Tick,
    /// Until the instant of the frame. Calls, and the ends of sequences, wait for the tick.
    Frame,
}

/// What is due.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum What {
    /// Something happens to the motion, and is reported.
    Event,
    /// The next step of the sequence begins.
    Step,
}

/// Something that is due at an instant.
#[derive(Clone, Copy)]
pub(super) struct Due {
    pub(super) entity: Entity,
    /// Unit: s after the last tick.
    pub(super) instant: f64,
    pub(super) what: What,
}

impl Due {
    pub(super) fn order(one: &Self, other: &Self) -> Ordering {
        let by_instant = one.instant.total_cmp(&other.instant);
        by_instant.then(one.entity.cmp(&other.entity)).then(one.what.cmp(&other.what))
    }
}
