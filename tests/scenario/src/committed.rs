//! The hashes that are the same everywhere. A change of one says that users' motion has changed, in its last bits or in more; the commit
//! says why.

/// So many ticks, and their hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Committed {
    /// How many ticks.
    pub ticks: u64,
    /// [`Scenario::hash`](crate::Scenario::hash) after them, in uneven frames.
    pub hash: u64,
    /// [`Scenario::hash_of_any_frames`](crate::Scenario::hash_of_any_frames) after them.
    pub of_any_frames: u64,
    /// [`Scenario::drawn_hash`](crate::Scenario::drawn_hash) after them, in uneven frames.
    pub drawn: u64,
}

impl Committed {
    /// All three.
    #[must_use]
    pub fn hashes(&self) -> [u64; 3] {
        [self.hash, self.of_any_frames, self.drawn]
    }
}

/// What takes a few seconds without optimization.
pub const PREFIX: Committed = Committed {
    ticks: 500,
    hash: 0x3748_d34e_003b_eb84,
    of_any_frames: 0x95bf_f803_9a1a_80a1,
    drawn: 0x8171_7fa5_fa15_9387,
};

/// All of it: minutes without optimization.
pub const WHOLE: Committed = Committed {
    ticks: 100_000,
    hash: 0xda9a_29b0_0d3b_4b02,
    of_any_frames: 0x1ce2_2360_a983_2ff7,
    drawn: 0x4903_bbd2_c1e3_1ca2,
};
