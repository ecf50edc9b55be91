//! The hashes that every platform must give. If one changes, users' motion has changed, at least in its last bits, and the commit must say
//! why.

/// The hashes after a number of ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The number of ticks.
    pub ticks: u64,
    /// [`Scenario::hash`](crate::Scenario::hash) after these ticks, in uneven frames.
    pub hash: u64,
    /// [`Scenario::hash_of_any_frames`](crate::Scenario::hash_of_any_frames) after these ticks.
    pub of_any_frames: u64,
    /// [`Scenario::drawn_hash`](crate::Scenario::drawn_hash) after these ticks, in uneven frames.
    pub drawn: u64,
}

impl Committed {
    /// All three hashes.
    #[must_use]
    pub fn hashes(&self) -> [u64; 3] {
        [self.hash, self.of_any_frames, self.drawn]
    }
}

/// The first ticks, which tests play.
pub const PREFIX: Committed = Committed {
    ticks: 500,
    hash: 0x09fd_02c2_304f_88fa,
    of_any_frames: 0xb181_84b8_4003_bb9f,
    drawn: 0x9234_8bac_00e3_cd7c,
};

/// The whole scenario, which takes minutes even with optimization.
pub const WHOLE: Committed = Committed {
    ticks: 100_000,
    hash: 0x4908_0e1b_6da5_1634,
    of_any_frames: 0xe00e_f448_a4f3_a3f1,
    drawn: 0x6387_727e_a2ee_53bf,
};
