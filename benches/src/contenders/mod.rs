//! The contenders that are compared. Each moves a given number of entities in its own world.

mod bones;
mod bookkeeping;
mod copy;
mod euler;
mod field;
mod flat;
mod flat_following;
mod nudge;
mod ours;
mod queried;
mod spring_damper;
mod springs;
mod stages;
mod ticking;

pub use copy::bytes_touched;
pub use ticking::{Ticking, app};

use crate::measure::{Measure, Times};

/// A world that can be stepped and timed.
pub trait Contender {
    /// Runs one tick, and one frame if the contender has frames. Returns how long each part took.
    fn step(&mut self) -> Times;

    /// Runs several ticks, and returns their mean times. An untimed tick before them fills the caches. If `ticks` is 1, there is no
    /// untimed tick: the tick finds the caches as other worlds left them, as in a game, where other systems run between two ticks.
    fn turn(&mut self, ticks: u32) -> Times {
        if ticks > 1 {
            self.step();
        }
        let mut times = Times::default();
        for _ in 0..ticks {
            times.add_all(&self.step());
        }
        times.divide(ticks);
        times
    }

    /// Panics unless all moving entities move and all resting entities rest.
    fn check(&mut self);
}

/// How a contender is built, and which of its times are measured.
pub struct Definition {
    pub name: &'static str,
    /// The table that lists the contender.
    pub kind: Kind,
    pub measures: &'static [Measure],
    /// Whether the contender is also measured on all threads.
    pub threads: bool,
    /// The approximate size of an entity, which limits how many large worlds exist at once. Unit: bytes.
    pub bytes: usize,
    build: fn(usize) -> Box<dyn Contender>,
}

/// The table that lists a contender: other methods, or this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Other,
    Ours,
}

impl Definition {
    /// Builds the contender with `size` entities, warms it up and checks it.
    pub fn build(&self, size: usize) -> Box<dyn Contender> {
        let mut contender = (self.build)(size);
        for _ in 0..2 {
            contender.step();
        }
        contender.check();
        contender
    }

    const fn other(name: &'static str, build: fn(usize) -> Box<dyn Contender>) -> Self {
        Self { name, kind: Kind::Other, measures: &[Measure::Advance], threads: false, bytes: 300, build }
    }

    const fn ours(name: &'static str, build: fn(usize) -> Box<dyn Contender>) -> Self {
        const MEASURES: &[Measure] = &[
            Measure::Adopt,
            Measure::Refresh,
            Measure::Advance,
            Measure::Correct,
            Measure::Rest,
            Measure::Present,
            Measure::Tick,
            Measure::TickAndFrame,
        ];
        Self { name, kind: Kind::Ours, measures: MEASURES, threads: false, bytes: 1300, build }
    }

    const fn whole_frame(mut self) -> Self {
        self.measures = &[Measure::Frame];
        self
    }

    const fn with_all_threads(mut self) -> Self {
        self.threads = true;
        self
    }
}

/// The baseline of all comparisons.
pub const BARE_EULER: Definition = Definition::other("Euler, bare", euler::bare);

pub const EQUAL: &str = "springs, equal laws";
pub const DISTINCT: &str = "springs, distinct laws";
pub const ROTATION: &str = "rotation, distinct laws";
pub const FOLLOWERS: &str = "behind leaders of this crate";
pub const FOREIGN: &str = "behind foreign leaders";
pub const RESTING: &str = "resting";
pub const FALLING: &str = "friction and gravity";
pub const ABOVE_A_FLOOR: &str = "friction and gravity above a floor";

pub const CRITICAL: &str = "springs, critical, in no order";
pub const ONCE_A_FRAME: &str = "springs, critical, in no order, stepped once a frame";
pub const TRACKED: &str = "tracked targets";
pub const BY_AXIS: &str = "AxisSprings";
pub const CHANGING: &str = "springs, all laws changed each tick";
pub const EULER_TURNING: &str = "Euler of orientations, bare";

const DEFINITIONS: &[Definition] = &[
    BARE_EULER,
    Definition::other("Euler, bare, by slices", euler::by_slices),
    Definition::other("Euler behind leaders, bare", euler::following),
    Definition::other(EULER_TURNING, euler::turning),
    Definition::other("Euler, same bookkeeping, by query", bookkeeping::by_query),
    Definition::other("Euler, same bookkeeping, by slices", bookkeeping::by_slices),
    Definition::other("copy of the bytes that Advance touches", copy::copy),
    Definition::other("our closed form in flat arrays, no ECS", flat::flat),
    Definition::other("our closed form behind leaders in flat arrays, no ECS", flat_following::following),
    Definition::other("springs 0.1.2", springs::springs),
    Definition::other("spring_damper 0.1.1, its plugin", spring_damper::plugin),
    Definition::other("smooth_nudge", nudge::nudge),
    Definition::other("whole frame: Euler and propagation", euler::whole_frame).whole_frame(),
    Definition::other("whole frame: spring_damper and propagation", spring_damper::whole_frame).whole_frame(),
    Definition::ours("whole frame: springs of this crate and propagation", ours::whole_frame).whole_frame(),
    Definition::ours(
        "whole frame: springs of this crate with all properties of both plugins, and propagation",
        ours::whole_frame_of_plugins,
    )
    .whole_frame(),
    Definition::other("whole frame: chains of 20 bones, turned by other code", bones::turned).whole_frame(),
    Definition::other("whole frame: chains of 20 bones, Verlet step", bones::verlet).whole_frame(),
    Definition::ours("whole frame: chains of 20 bones, SpringBones", bones::ours).whole_frame(),
    Definition::ours(EQUAL, ours::equal),
    Definition::ours(DISTINCT, ours::distinct).with_all_threads(),
    Definition::ours(CRITICAL, ours::critical),
    Definition::ours(ONCE_A_FRAME, ours::stepped_once_a_frame),
    Definition::ours(CHANGING, ours::changing),
    Definition::ours(FALLING, ours::falling),
    Definition::ours(ABOVE_A_FLOOR, ours::falling_above_a_floor),
    Definition::ours(ROTATION, ours::rotation).with_all_threads(),
    Definition::ours(TRACKED, ours::tracked),
    Definition::ours(FOLLOWERS, ours::following).with_all_threads(),
    Definition::ours(FOREIGN, ours::following_foreign).with_all_threads(),
    Definition::ours("Delayed", ours::delayed),
    Definition::ours(BY_AXIS, ours::by_axis),
    Definition::ours(RESTING, ours::resting).with_all_threads(),
];

/// The definitions whose names contain `wanted`.
pub fn matching(wanted: &str) -> Vec<&'static Definition> {
    DEFINITIONS.iter().filter(|definition| definition.name.contains(wanted)).collect()
}

pub fn named(name: &str) -> Option<&'static Definition> {
    DEFINITIONS.iter().find(|definition| definition.name == name)
}
