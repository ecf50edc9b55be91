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
    hash: 0x5ad3_b553_b384_264e,
    of_any_frames: 0x4dc3_5f92_08d6_6e8e,
    drawn: 0xec39_2eba_cb17_1e91,
};

/// All of it: minutes without optimization.
pub const WHOLE: Committed = Committed {
    ticks: 100_000,
    hash: 0x5b87_2780_59df_e7cd,
    of_any_frames: 0xe295_c535_d272_ccec,
    drawn: 0xe44f_5652_b912_97da,
};
