//! The network between server and client.

use bevy::prelude::*;

use super::server::Snapshot;

/// Delivers snapshots late, at uneven times, and loses some of them.
#[derive(Resource)]
pub(crate) struct Channel {
    /// Unit: s.
    pub(crate) delay: f32,
    /// The share of snapshots that are lost.
    pub(crate) loss: f32,
    /// Snapshots on their way, and when they arrive (s).
    in_flight: Vec<(f64, Snapshot)>,
    /// The state of the generator of random numbers.
    seed: u32,
}

/// By how much a delay differs from the usual one, at most. Unit: 1.
const JITTER: f32 = 0.3;

impl Default for Channel {
    fn default() -> Self {
        Self { delay: 0.15, loss: 0.1, in_flight: Vec::new(), seed: 7 }
    }
}

impl Channel {
    /// A random number from 0 to 1, the same in every run (Numerical Recipes' linear congruential generator).
    fn random(&mut self) -> f32 {
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from(u16::try_from(self.seed >> 16).unwrap_or_default()) / f32::from(u16::MAX)
    }

    pub(crate) fn send(&mut self, snapshot: Snapshot) {
        let (late, lot) = (self.random(), self.random());
        if lot >= self.loss {
            let delay = self.delay * (1.0 + JITTER * (2.0 * late - 1.0));
            self.in_flight.push((snapshot.time + f64::from(delay), snapshot));
        }
    }

    /// Returns the newest snapshot that has arrived since the last call.
    pub(crate) fn receive(&mut self, now: f64) -> Option<Snapshot> {
        let (arrived, in_flight) = self.in_flight.iter().partition::<Vec<_>, _>(|(arrival, _)| *arrival <= now);
        self.in_flight = in_flight;
        arrived.into_iter().map(|(_, snapshot)| snapshot).max_by(|one, other| one.time.total_cmp(&other.time))
    }
}
