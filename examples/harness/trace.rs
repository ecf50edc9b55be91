//! Traces: where things were and how fast, once a tick.

use std::io::{self, Write};
use std::path::Path;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::platform::{self, TraceFile};

/// One thing at one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The name of the thing.
    pub name: &'static str,
    /// Where it is.
    pub position: Vec3,
    /// Unit: 1/s.
    pub velocity: Vec3,
}

/// One line of the trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// 0 is the start, before the first tick.
    pub tick: u64,
    /// Unit: s.
    pub time: f64,
    /// The sample of one thing.
    pub sample: Sample,
}

/// The target of the rows; nothing is kept until a caller asks for it.
#[derive(Resource, Default)]
pub struct Trace {
    tick: u64,
    /// Rows later than this are left out: at odd frame rates the last frame may run one tick too many. Unit: s.
    end: Option<f64>,
    kept: Option<Vec<Row>>,
    file: Option<TraceFile>,
}

impl Trace {
    /// Writes the header now, and a line for each later row.
    pub fn write_to(&mut self, path: &Path) -> io::Result<()> {
        let mut file = platform::create(path)?;
        writeln!(file, "tick,time,name,x,y,z,vx,vy,vz")?;
        self.file = Some(file);
        Ok(())
    }

    /// Keeps the later rows, for [`Self::take`].
    pub fn keep(&mut self) {
        self.kept.get_or_insert_default();
    }

    /// The rows kept so far.
    pub fn take(&mut self) -> Vec<Row> {
        self.kept.take().unwrap_or_default()
    }

    fn push(&mut self, row: Row) {
        if let Some(kept) = &mut self.kept {
            kept.push(row);
        }
        let Some(file) = &mut self.file else { return };
        let Row { tick, time, sample: Sample { name, position: x, velocity: v } } = row;
        // `{}` writes the shortest decimals that read back as the same number.
        if let Err(error) = writeln!(file, "{tick},{time},{name},{},{},{},{},{},{}", x.x, x.y, x.z, v.x, v.y, v.z) {
            error!("the trace ends here: {error}");
            self.file = None;
        }
    }

    /// Writes out what is still in memory.
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

/// The systems that read what is traced at the end of a tick: code that composes it runs before them.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct TraceSystems;

/// Traces what `sampler` returns: once at the start, then at the end of each tick, after all motion.
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
    // Half a tick of grace: 480 ticks at 60 Hz are 8.00000016 s, as Bevy counts whole nanoseconds.
    if trace.end.is_some_and(|end| instant > end + 0.5 * time.timestep().as_secs_f64()) {
        return;
    }
    for sample in samples {
        trace.push(Row { tick, time: instant, sample });
    }
}
