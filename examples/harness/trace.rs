//! Traces: positions and velocities, once a tick.

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
    /// The position, or another value with up to three components.
    pub position: Vec3,
    /// The change of [`position`](Self::position) per second.
    pub velocity: Vec3,
}

/// One line of the trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The number of the tick; 0 is the start, before the first tick.
    pub tick: u64,
    /// Unit: s.
    pub time: f64,
    /// The sample.
    pub sample: Sample,
}

/// Collects rows. They are dropped until [`write_to`](Self::write_to) or [`keep`](Self::keep) is called.
#[derive(Resource, Default)]
pub struct Trace {
    tick: u64,
    /// Later rows are left out: at some frame rates the last frame runs one tick too many. Unit: s.
    end: Option<f64>,
    kept: Option<Vec<Row>>,
    file: Option<TraceFile>,
}

impl Trace {
    /// Writes the header to a file, and from now on a line for each row.
    pub fn write_to(&mut self, path: &Path) -> io::Result<()> {
        let mut file = platform::create(path)?;
        writeln!(file, "tick,time,name,x,y,z,vx,vy,vz")?;
        self.file = Some(file);
        Ok(())
    }

    /// Keeps rows from now on, for [`Self::take`].
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

    /// Flushes the file.
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

/// The systems that sample what is traced, at the end of a tick. Systems that compute the traced values run before this set.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct TraceSystems;

/// Traces the samples that `sampler` returns: once at the start, then at the end of each tick, after [`MotionSystems::Rest`].
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
