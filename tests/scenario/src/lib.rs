//! One world with everything that the plugin moves, and the hash of its bits. `docs/determinism.md` says which hashes are equal, and where.
//!
//! ```
//! use bevy_exact_motion_scenario::{Options, Scenario};
//!
//! let mut scenario = Scenario::new(Options { ticks: 10, ..Options::default() });
//! while !scenario.is_over() {
//!     scenario.advance(1);
//! }
//! println!("{} ticks: {:#018x}", scenario.ticks(), scenario.hash());
//! ```
//!
//! The scenario reads no clock and no file, and needs no threads. It can be advanced by any number of frames at a time, for instance in a
//! browser's worker. Its input consists of integers and their quotients.

#![allow(clippy::cast_possible_truncation, reason = "places, seeds and counts are small numbers")]

mod cast;
mod committed;
mod events;
mod forecast;
mod frames;
mod property;
mod random;
mod record;
mod roles;
mod stage;
#[path = "../../common/system_order.rs"]
mod system_order;

use std::time::Duration;

use bevy::{app::App, prelude::*, time::TimeUpdateStrategy};

pub use committed::{Committed, PREFIX, WHOLE};
pub use frames::Frames;

use cast::{Cast, SLOTS, Slot};
use frames::Plan;
use random::Random;
use record::Record;

/// The order in which entities are spawned and get their components. With Bevy 0.20, [`Shuffled`](Self::Shuffled) also shuffles systems
/// that may run in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpawnOrder {
    /// In the order of their slots.
    #[default]
    Forwards,
    /// In the reverse order of their slots.
    Backwards,
    /// In a random order that depends on this seed.
    Shuffled(u64),
}

impl SpawnOrder {
    fn slots(self) -> Vec<u16> {
        let mut slots: Vec<u16> = (0..SLOTS).collect();
        match self {
            Self::Forwards => {}
            Self::Backwards => slots.reverse(),
            Self::Shuffled(seed) => {
                // The shuffle by Fisher and Yates (1938).
                let mut random = Random(seed);
                for last in (1..slots.len()).rev() {
                    slots.swap(last, random.below(last as u64 + 1) as usize);
                }
            }
        }
        slots
    }
}

/// The threads that run schedules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// The calling thread.
    #[default]
    One,
    /// Bevy's task pool, which the process has created.
    Pool,
}

/// How the scenario is played. [`Scenario::hash_of_any_frames`] is the same for all `frames`.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of ticks in the scenario.
    pub ticks: u64,
    /// The order in which entities are spawned.
    pub spawn_order: SpawnOrder,
    /// How frames group ticks.
    pub frames: Frames,
    /// The threads that run schedules.
    pub threads: Threads,
    /// The tick whose records [`Scenario::list`] returns.
    pub listed: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            ticks: WHOLE.ticks,
            spawn_order: SpawnOrder::default(),
            frames: Frames::default(),
            threads: Threads::default(),
            listed: None,
        }
    }
}

/// The world, its time, and its hash so far.
pub struct Scenario {
    app: App,
    frames: Frames,
    frame: u64,
}

impl Scenario {
    /// The scenario before its first tick.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let mut scenario = Self::empty(options);
        let world = scenario.app.world_mut();
        let mut cast = Cast::empty();
        let slots = options.spawn_order.slots();
        for &slot in &slots {
            cast::spawn(world, &mut cast, slot);
        }
        for &slot in &slots {
            cast::dress(world, &cast, Slot(slot));
        }
        world.insert_resource(cast);
        scenario
    }

    /// The scenario without entities.
    fn empty(options: Options) -> Self {
        let app = stage::build(options);
        Self { app, frames: options.frames, frame: 0 }
    }

    /// Plays this many frames.
    pub fn advance(&mut self, frames: u32) {
        for _ in 0..frames {
            let tick = self.app.world().resource::<Time<Fixed>>().timestep();
            let Plan { length, is_paused, speed } = self.frames.plan(self.frame, tick);
            let mut time = self.app.world_mut().resource_mut::<Time<Virtual>>();
            if is_paused {
                time.pause();
            } else {
                time.unpause();
            }
            time.set_relative_speed_f64(speed);
            self.frame(length);
            self.frame += 1;
        }
    }

    fn frame(&mut self, length: Duration) {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
        self.app.update();
    }

    /// Plays all remaining frames.
    pub fn finish(&mut self) {
        while !self.is_over() {
            self.advance(1);
        }
    }

    fn record(&self) -> &Record {
        self.app.world().resource::<Record>()
    }

    /// Whether all ticks have been played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.record().is_over()
    }

    /// The number of ticks that have been played.
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.record().ticks
    }

    /// The hash of everything at ticks: values, velocities, markers, forecasts and events.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.record().at_ticks.hash
    }

    /// Same as [`hash`](Self::hash), without the roles that depend on when frames are drawn. Equal for all [`Frames`].
    #[must_use]
    pub fn hash_of_any_frames(&self) -> u64 {
        self.record().of_any_frames.hash
    }

    /// The hash of everything that is drawn, and of properties that are stepped once a frame.
    #[must_use]
    pub fn drawn_hash(&self) -> u64 {
        self.record().drawn.hash
    }

    /// All three hashes.
    #[must_use]
    pub fn hashes(&self) -> [u64; 3] {
        [self.hash(), self.hash_of_any_frames(), self.drawn_hash()]
    }

    /// The records that were hashed in the tick [`Options::listed`], as sorted text. The lists of two runs show which entities differ,
    /// and in which bits.
    #[must_use]
    pub fn list(&self) -> Vec<String> {
        let mut list = self.record().list.clone();
        list.sort();
        list
    }

    /// How many states were recorded.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.record().states
    }

    /// How many events were recorded: settled, finished, limits reached, invalid motions.
    #[must_use]
    pub fn events(&self) -> [u64; 4] {
        self.record().events
    }
}
