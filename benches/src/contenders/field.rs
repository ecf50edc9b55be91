//! The entities that all contenders move: the same places, frequencies and damping.

use std::time::Duration;

use bevy::prelude::*;

/// What bare Euler, and all with it, steps by.
pub const TICK: Duration = Duration::from_micros(15_625);

/// Where all springs pull to. Not zero: what decays towards zero ends in subnormal numbers, which are slow.
pub const TARGET: Vec3 = Vec3::new(-3.0, 5.0, 7.0);

/// What all orientations turn to, as a rotation vector. Unit: rad.
pub const GOAL: Vec3 = Vec3::new(0.3, -0.4, 0.5);

/// Followers of each leader.
pub const FOLLOWERS: usize = 10;

/// What each entity is given.
#[derive(Clone, Copy)]
pub struct Given {
    pub place: Vec3,
    /// Unit: rad/s.
    pub angular_frequency: f32,
    /// So light that nothing comes to rest while it is measured, and not zero: laws without damping are easier.
    pub damping_ratio: f32,
    /// From 0 to 1, in no order.
    pub any: f32,
}

impl Given {
    /// k, the pull.
    pub fn stiffness(self) -> f32 {
        self.angular_frequency * self.angular_frequency
    }

    /// c, the drag.
    pub fn damping(self) -> f32 {
        2.0 * self.damping_ratio * self.angular_frequency
    }
}

/// All `size` of them, no two with the same law.
pub fn field(size: usize) -> impl Iterator<Item = Given> {
    (0..size).map(move |i| {
        let part = i as f32 / size as f32;
        Given {
            place: Vec3::new((i % 100) as f32, (i / 100 % 100) as f32, (i / 10_000) as f32) + 1.0,
            angular_frequency: 2.0 + 10.0 * part,
            damping_ratio: 0.002 + 0.004 * part,
            // Multiples of the golden ratio.
            any: (i as f64 * 0.618_033_988_749_894_9).fract() as f32,
        }
    })
}

/// Panics unless `step` moves everything in the world, or nothing if `moves` is false.
pub fn check(mut see: impl FnMut() -> Vec<Transform>, moves: bool) {
    let before = see();
    let after = see();
    let moved = before.iter().zip(&after).filter(|(before, after)| before != after).count();
    // At a turning point a step may be below what f32 tells.
    let right = if moves { moved * 100 >= before.len() * 99 } else { moved == 0 };
    assert!(right, "{moved} of {} moved", before.len());
}
