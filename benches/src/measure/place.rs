//! The process and the threads in which a world is measured.

use super::Clock;

/// Where a world runs, and on how many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In this process, on one thread.
    Here,
    /// In a process of its own, on one thread, for comparison with [`AllThreads`](Self::AllThreads).
    OneThread,
    /// In a process of its own, on all threads.
    AllThreads,
}

impl Place {
    /// The clock from which times are read.
    pub const fn clock(self) -> Clock {
        match self {
            Self::Here => Clock::Thread,
            Self::OneThread | Self::AllThreads => Clock::Wall,
        }
    }
}
