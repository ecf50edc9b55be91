//! Measures the time that the plugin takes, from the start of its system sets to their end. It is wall-clock time, so it includes
//! other work on the machine.

use bevy::app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy_exact_motion::MotionSystems;
use std::time::Duration;

/// The weight of a new measurement in the moving average.
const SHARE: f64 = 0.05;

/// The number of measurements that are ignored at the start, when all entities have just been spawned.
const FIRST: u32 = 8;

/// A kind of work that is timed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// The plugin's systems that run in each tick.
    Tick,
    /// The plugin's systems that run once a frame.
    Frame,
    /// A step of Euler's method, in each tick.
    Euler,
}

/// The time that each kind of work takes, as a moving average.
#[derive(Resource, Default)]
pub(crate) struct Laps {
    /// When the running measurement began.
    began: Option<Instant>,
    /// The time that the plugin took in `FixedFirst` in the current tick. A tick's time is the sum of `FixedFirst` and `FixedLast`.
    tick: Duration,
    /// The number of measurements of each kind.
    noted: [u32; 3],
    /// The moving average of each kind. Unit: ms.
    means: [Option<f64>; 3],
}

impl Laps {
    /// Returns the average time of this kind of work, or 0 if there are too few measurements. Unit: ms.
    pub(crate) fn mean(&self, work: Work) -> f64 {
        self.means[work as usize].unwrap_or_default()
    }

    /// Runs `run` and records its time as this kind of work.
    pub(crate) fn time(&mut self, work: Work, run: impl FnOnce()) {
        let began = Instant::now();
        run();
        self.note(work, began.elapsed());
    }

    /// Records a measurement.
    fn note(&mut self, work: Work, took: Duration) {
        let noted = &mut self.noted[work as usize];
        *noted += 1;
        if *noted <= FIRST {
            return;
        }
        let took = took.as_secs_f64() * 1e3;
        let mean = &mut self.means[work as usize];
        *mean = Some(mean.map_or(took, |mean| mean + SHARE * (took - mean)));
    }

    /// Ends the running measurement and returns its time.
    fn lap(&mut self) -> Duration {
        self.began.take().map(|began| began.elapsed()).unwrap_or_default()
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Laps>()
        .add_systems(FixedFirst, (start.before(MotionSystems::Adopt), stop_first_part.after(MotionSystems::Advance)))
        .add_systems(FixedLast, (start.before(MotionSystems::Correct), stop_tick.after(MotionSystems::Rest)))
        .add_systems(
            RunFixedMainLoop,
            (start.before(MotionSystems::Adopt), stop_frame.after(MotionSystems::Present))
                .in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
        );
}

fn start(mut laps: ResMut<Laps>) {
    laps.began = Some(Instant::now());
}

fn stop_first_part(mut laps: ResMut<Laps>) {
    laps.tick = laps.lap();
}

fn stop_tick(mut laps: ResMut<Laps>) {
    let took = laps.tick + laps.lap();
    laps.note(Work::Tick, took);
}

fn stop_frame(mut laps: ResMut<Laps>) {
    let took = laps.lap();
    laps.note(Work::Frame, took);
}
