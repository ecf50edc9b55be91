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
    hash: 0xbc76_dea9_ced5_ddb5,
    of_any_frames: 0x39c2_1d4a_7187_ebaa,
    drawn: 0x8330_75d5_cb83_d775,
};

/// All of it: minutes without optimization.
pub const WHOLE: Committed = Committed {
    ticks: 100_000,
    hash: 0xf92e_9046_0e1e_d650,
    of_any_frames: 0x700d_97d3_3596_2d78,
    drawn: 0x70f6_0d49_15a8_f7ca,
};
