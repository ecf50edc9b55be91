//! The entities that all contenders move: the same positions, frequencies and damping.

use std::time::Duration;

use bevy::prelude::*;

/// The length of a tick, for all contenders.
pub const TICK: Duration = Duration::from_micros(15_625);

/// The target of all springs. Not zero, because a decay towards zero ends in subnormal numbers, which are slow.
pub const TARGET: Vec3 = Vec3::new(-3.0, 5.0, 7.0);

/// The target of all orientations, as a rotation vector. Unit: rad.
pub const GOAL: Vec3 = Vec3::new(0.3, -0.4, 0.5);

/// The number of followers of each leader.
pub const FOLLOWERS: usize = 10;

/// The initial position and the spring of one entity.
#[derive(Clone, Copy)]
pub struct Given {
    pub place: Vec3,
    /// Unit: rad/s.
    pub angular_frequency: f32,
    /// Small enough that no entity comes to rest during a measurement. Not zero, because undamped laws are cheaper.
    pub damping_ratio: f32,
    /// A number from 0 to 1, unrelated to the order of the entities.
    pub any: f32,
}

impl Given {
    /// The stiffness `k`.
    pub fn stiffness(self) -> f32 {
        self.angular_frequency * self.angular_frequency
    }

    /// The damping `c`.
    pub fn damping(self) -> f32 {
        2.0 * self.damping_ratio * self.angular_frequency
    }
}

/// All `size` entities, no two with the same law.
pub fn field(size: usize) -> impl Iterator<Item = Given> {
    (0..size).map(move |i| {
        let part = i as f32 / size as f32;
        Given {
            place: Vec3::new((i % 100) as f32, (i / 100 % 100) as f32, (i / 10_000) as f32) + 1.0,
            angular_frequency: 2.0 + 10.0 * part,
            damping_ratio: 0.002 + 0.004 * part,
            // The fractional parts of the multiples of the golden ratio.
            any: (i as f64 * 0.618_033_988_749_894_9).fract() as f32,
        }
    })
}

/// Calls `see` twice; each call steps the world and returns all transforms. If `moves`, panics unless nearly all transforms
/// change; otherwise panics if any transform changes.
pub fn check(mut see: impl FnMut() -> Vec<Transform>, moves: bool) {
    let before = see();
    let after = see();
    let moved = before.iter().zip(&after).filter(|(before, after)| before != after).count();
    // At a turning point, a step may be too small to change an f32.
    let right = if moves { moved * 100 >= before.len() * 99 } else { moved == 0 };
    assert!(right, "{moved} of {} moved", before.len());
}
