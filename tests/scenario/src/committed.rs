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
    hash: 0x41e1_e23e_53d9_92f4,
    of_any_frames: 0x39c2_1d4a_7187_ebaa,
    drawn: 0xca54_2e98_1b8f_2f14,
};

/// All of it: minutes without optimization.
pub const WHOLE: Committed = Committed {
    ticks: 100_000,
    hash: 0xbd45_08d5_bb16_0eba,
    of_any_frames: 0x8447_cf38_334c_9cae,
    drawn: 0xdb18_8c71_e52c_6238,
};
