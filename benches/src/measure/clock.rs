//! Two clocks: elapsed time, and this thread's processor time.

use std::{
    ops::{AddAssign, DivAssign},
    sync::OnceLock,
    time::Instant,
};

use rustix::time::{ClockId, clock_gettime};

/// Which clock a figure is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// This thread's processor time, for work on one thread. Other work on the machine is not included.
    Thread,
    /// Elapsed time, for work on several threads.
    Wall,
}

/// A duration by both clocks. Unit: ns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    pub thread: f64,
    pub wall: f64,
}

impl Span {
    pub fn by(self, clock: Clock) -> f64 {
        match clock {
            Clock::Thread => self.thread,
            Clock::Wall => self.wall,
        }
    }
}

impl AddAssign for Span {
    fn add_assign(&mut self, other: Self) {
        self.thread += other.thread;
        self.wall += other.wall;
    }
}

impl DivAssign<f64> for Span {
    fn div_assign(&mut self, divisor: f64) {
        self.thread /= divisor;
        self.wall /= divisor;
    }
}

/// Measures laps. The cost of reading the clocks is subtracted from each lap.
pub struct Stopwatch {
    wall: Instant,
    /// This thread's processor time, in s and ns.
    thread: (i64, i64),
}

impl Stopwatch {
    pub fn start() -> Self {
        let wall = Instant::now();
        let thread = clock_gettime(ClockId::ThreadCPUTime);
        Self { wall, thread: (thread.tv_sec, thread.tv_nsec) }
    }

    /// The time since the start or the last lap.
    pub fn lap(&mut self) -> Span {
        let lap = self.raw_lap();
        let cost = cost();
        Span { thread: (lap.thread - cost.thread).max(0.0), wall: (lap.wall - cost.wall).max(0.0) }
    }

    fn raw_lap(&mut self) -> Span {
        let now = Self::start();
        let lap = Span {
            thread: (now.thread.0 - self.thread.0) as f64 * 1e9 + (now.thread.1 - self.thread.1) as f64,
            wall: now.wall.duration_since(self.wall).as_secs_f64() * 1e9,
        };
        *self = now;
        lap
    }
}

/// The cost of reading the clocks: the median of many empty laps.
fn cost() -> Span {
    static COST: OnceLock<Span> = OnceLock::new();
    *COST.get_or_init(|| {
        let mut stopwatch = Stopwatch::start();
        let laps: Vec<Span> = (0..1001).map(|_| stopwatch.raw_lap()).collect();
        let median = |of: fn(&Span) -> f64| super::Spread::of(laps.iter().map(of)).median;
        Span { thread: median(|lap| lap.thread), wall: median(|lap| lap.wall) }
    })
}
