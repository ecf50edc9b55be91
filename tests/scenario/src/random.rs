//! Random input from integers and their quotients. It uses no transcendental functions, because platforms round them differently.

use bevy::prelude::*;

/// The generator `SplitMix64` (Steele, Lea, Flood 2014): the same numbers in every run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// An integer below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// A number that is uniformly distributed between `low` and `high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f32 {
        (low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64) as f32
    }

    /// A position or displacement in a cube around the origin. `size` is half its edge.
    pub(crate) fn vector(&mut self, size: f64) -> Vec3 {
        Vec3::new(self.between(-size, size), self.between(-size, size), self.between(-size, size))
    }

    /// A spring of any kind: in most cases underdamped, otherwise critical or overdamped.
    pub(crate) fn spring(&mut self) -> bevy_exact_motion::Spring {
        let angular_frequency = self.between(2.0, 25.0);
        let damping_ratio = match self.below(8) {
            0 => 1.0,
            1 => self.between(1.0, 3.0),
            _ => self.between(0.1, 1.0),
        };
        bevy_exact_motion::Spring::new(angular_frequency, damping_ratio)
    }
}

/// The finalizer of `SplitMix64`: every bit of the result depends on every bit of the number.
pub(crate) fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// An orientation with rational components, because sines differ between platforms.
pub(crate) fn orientation(n: u64) -> Quat {
    [
        Quat::from_xyzw(0.6, 0.0, 0.0, 0.8),
        Quat::from_xyzw(0.0, 0.28, 0.0, 0.96),
        Quat::from_xyzw(0.48, 0.6, 0.0, 0.64),
        Quat::from_xyzw(0.5, -0.5, 0.5, 0.5),
        Quat::from_xyzw(0.0, 0.0, -0.352, 0.936),
        Quat::IDENTITY,
    ][(n % 6) as usize]
}
