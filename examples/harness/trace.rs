//! Traces: CSV tables of positions and velocities, with one row per tick and traced entity.

use std::io::{self, Write};
use std::path::Path;

use bevy::prelude::*;
use bevy_exact_motion::MotionSystems;

use crate::platform::{self, TraceFile};

/// The state of one traced entity at the end of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The entity's name in the trace.
    pub name: &'static str,
    /// The position, or any other value with up to three components.
    pub position: Vec3,
    /// The change of [`position`](Self::position) per second.
    pub velocity: Vec3,
}

/// A row of the trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The number of the tick, counted from 1. 0 is the state before the first tick.
    pub tick: u64,
    /// The time at the end of the tick. Unit: s.
    pub time: f64,
    /// The traced entity's state at the end of the tick.
    pub sample: Sample,
}

/// Collects the rows of a run. Rows are dropped until [`write_to`](Self::write_to) or [`keep`](Self::keep) is called.
#[derive(Resource, Default)]
pub struct Trace {
    /// The number of the current tick.
    tick: u64,
    /// The end of the run. Later rows are dropped, because at some frame rates the last frame runs an extra tick. Unit: s.
    end: Option<f64>,
    kept: Option<Vec<Row>>,
    file: Option<TraceFile>,
}

impl Trace {
    /// Creates the file and writes the header to it. From now on, each row is written to the file.
    pub fn write_to(&mut self, path: &Path) -> io::Result<()> {
        let mut file = platform::create(path)?;
        writeln!(file, "tick,time,name,x,y,z,vx,vy,vz")?;
        self.file = Some(file);
        Ok(())
    }

    /// Keeps all rows from now on. [`take`](Self::take) returns them.
    pub fn keep(&mut self) {
        self.kept.get_or_insert_default();
    }

    /// Returns the rows kept so far, and stops keeping them.
    pub fn take(&mut self) -> Vec<Row> {
        self.kept.take().unwrap_or_default()
    }

    fn push(&mut self, row: Row) {
        if let Some(kept) = &mut self.kept {
            kept.push(row);
        }
        let Some(file) = &mut self.file else { return };
        let Row { tick, time, sample: Sample { name, position: x, velocity: v } } = row;
        // `{}` writes the shortest decimal that parses to the same number.
        if let Err(error) = writeln!(file, "{tick},{time},{name},{},{},{},{},{},{}", x.x, x.y, x.z, v.x, v.y, v.z) {
            error!("the trace cannot be written, and ends at tick {tick}: {error}");
            self.file = None;
        }
    }

    /// Flushes the file, if there is one.
    pub fn finish(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

pub(super) fn add(app: &mut App, end: Option<f64>) {
    app.insert_resource(Trace { end, ..default() }).add_systems(FixedFirst, count_tick);
}

fn count_tick(mut trace: ResMut<Trace>) {
    trace.tick += 1;
}

/// The systems that record the trace's samples at the end of each tick. Systems that compute traced values must run before this set.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct TraceSystems;

/// Records the samples that `sampler` returns, once at the start and then at the end of each tick, after [`MotionSystems::Rest`].
pub fn trace<M: 'static, const N: usize>(
    app: &mut App,
    sampler: impl IntoSystem<(), [Sample; N], M> + Copy + Send + Sync + 'static,
) {
    app.add_systems(PostStartup, sampler.pipe(record_start).after(TransformSystems::Propagate))
        .add_systems(FixedLast, sampler.pipe(record_tick).in_set(TraceSystems).after(MotionSystems::Rest));
}

fn record_start<const N: usize>(In(samples): In<[Sample; N]>, mut trace: ResMut<Trace>) {
    for sample in samples {
        trace.push(Row { tick: 0, time: 0.0, sample });
    }
}

fn record_tick<const N: usize>(In(samples): In<[Sample; N]>, mut trace: ResMut<Trace>, time: Res<Time<Fixed>>) {
    let (tick, instant) = (trace.tick, time.elapsed_secs_f64());
    // A tolerance of half a tick: Bevy counts whole nanoseconds, so 480 ticks at 60 Hz are 8.00000016 s.
    if trace.end.is_some_and(|end| instant > end + 0.5 * time.timestep().as_secs_f64()) {
        return;
    }
    for sample in samples {
        trace.push(Row { tick, time: instant, sample });
    }
}
