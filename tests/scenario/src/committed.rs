//! The hashes that are the same on every platform. If one changes, users' motion has changed, at least in its last bits, and the commit
//! says why.

/// A number of ticks, and the hashes after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The number of ticks.
    pub ticks: u64,
    /// [`Scenario::hash`](crate::Scenario::hash) after them, in uneven frames.
    pub hash: u64,
    /// [`Scenario::hash_of_any_frames`](crate::Scenario::hash_of_any_frames) after them.
    pub of_any_frames: u64,
    /// [`Scenario::drawn_hash`](crate::Scenario::drawn_hash) after them, in uneven frames.
    pub drawn: u64,
}

impl Committed {
    /// All three hashes.
    #[must_use]
    pub fn hashes(&self) -> [u64; 3] {
        [self.hash, self.of_any_frames, self.drawn]
    }
}

/// The first ticks, which take a few seconds without optimization.
pub const PREFIX: Committed = Committed {
    ticks: 500,
    hash: 0x9dd9_6833_6290_0f09,
    of_any_frames: 0x5ae0_3ab8_cbd7_73d0,
    drawn: 0xd662_e980_62d3_5b9c,
};

/// The whole scenario, which takes minutes without optimization.
pub const WHOLE: Committed = Committed {
    ticks: 100_000,
    hash: 0x0815_4cea_a1f6_18e3,
    of_any_frames: 0xa4b5_6e2b_672c_2f2e,
    drawn: 0xd05f_8385_4125_485c,
};
