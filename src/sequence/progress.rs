//! How far a sequence is.

use bevy::prelude::*;

use crate::space::{Space, Tangent};

/// How far a sequence is. Times are the entity's own, unless they say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
pub struct Progress<V: Space> {
    /// The index of the running step, in the order of this round. `None` before the first one.
    pub(super) step: Option<usize>,
    /// The number of rounds before this one.
    pub(super) round: u32,
    /// The entity's value when the sequence began.
    pub(super) start: V,
    /// The entity's velocity when the sequence began.
    pub(super) start_velocity: V::Tangent,
    /// The time since the running step began. Unit: s.
    pub(super) elapsed: f64,
    /// The duration of the running step; ∞ if it is not known. Unit: s.
    pub(super) duration: f64,
    /// The world's instant to which `elapsed` belongs. Unit: s after the last tick.
    pub(super) at: f64,
    /// The entity's time scale since then. Unit: 1.
    pub(super) time_scale: f64,
    /// The revision of the motion for which the duration was forecast.
    pub(super) revision: Option<u16>,
    /// The instant at which the sequence ended, if its end is not reported yet. Unit: s after the last tick.
    pub(super) ended_at: Option<f64>,
}

impl<V: Space> Progress<V> {
    /// Whether a sequence can go on from here. A saved one may not.
    pub(super) fn is_usable(&self) -> bool {
        let Self { elapsed, at, time_scale, duration, ended_at, start, start_velocity, .. } = *self;
        let is_finite = [elapsed, at, time_scale, ended_at.unwrap_or_default()].into_iter().all(f64::is_finite);
        is_finite && time_scale >= 0.0 && duration >= 0.0 && start.is_finite() && start_velocity.is_finite()
    }

    /// A sequence that begins at an instant (s after the last tick).
    pub(super) const fn new(start: V, start_velocity: V::Tangent, at: f64, time_scale: f64) -> Self {
        Self {
            step: None,
            round: 0,
            start,
            start_velocity,
            elapsed: 0.0,
            duration: 0.0,
            at,
            time_scale,
            revision: None,
            ended_at: None,
        }
    }

    /// The instant (s after the last tick) at which `share` of the running step is over. ∞ if that is not known, or if the entity's time
    /// stands still.
    pub(super) fn due(&self, share: f64) -> f64 {
        let left = share * self.duration - self.elapsed;
        if self.duration == f64::INFINITY {
            f64::INFINITY
        } else if left <= 0.0 {
            self.at
        } else {
            self.at + left / self.time_scale
        }
    }

    /// Lets time pass until an instant (s after the last tick). An earlier instant has no effect.
    pub(super) fn pass_to(&mut self, instant: f64) {
        if instant > self.at {
            self.elapsed += (instant - self.at) * self.time_scale;
            self.at = instant;
        }
    }

    /// Makes instants count from the end of a tick of length `h` (s).
    pub(super) fn pass_tick(&mut self, h: f64) {
        self.pass_to(h);
        self.at -= h;
        self.ended_at = self.ended_at.map(|instant| instant - h);
    }
}
