//! The readout on screen and the summary at the end of a run: the number of moving dots, and the time that moving them takes.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::field::Dot;
use super::stopwatch::{Laps, Work};
use harness::Summary;
use harness::hud::{Help, Readout};

pub(crate) const HELP: Help = Help(&[("pointer, finger", "plough through the field")]);

/// The time between two updates of the readout, long enough to read it. Unit: s.
const PAUSE: f32 = 0.25;

/// Updates the readout.
pub(crate) fn show(
    time: Res<Time<Real>>,
    mut due: Local<f32>,
    laps: Res<Laps>,
    all: Query<(), With<Dot>>,
    moving: Query<(), (With<Dot>, Without<Resting>)>,
    mut readout: ResMut<Readout>,
) {
    if time.elapsed_secs() < *due {
        return;
    }
    *due = time.elapsed_secs() + PAUSE;
    let took = |work| format!("{:6.2} ms", laps.mean(work));
    let mut lines = vec![
        ("springs", all.iter().len().to_string()),
        ("moving", moving.iter().len().to_string()),
        ("this crate", format!("{} a tick", took(Work::Tick))),
        ("", format!("{} a frame", took(Work::Frame))),
        ("plain Euler", format!("{} a tick", took(Work::Euler))),
    ];
    if cfg!(debug_assertions) {
        // Without optimisation, this crate and Euler's method take several times as long as in a release build.
        lines.push(("build", "debug: use --release".to_owned()));
    }
    readout.set_if_neq(Readout { heading: "Many springs".to_owned(), lines });
}

/// Adds the scene's lines to the summary, at the end of a windowless run.
pub(crate) fn summarize(
    all: Query<(), With<Dot>>,
    moving: Query<(), (With<Dot>, Without<Resting>)>,
    laps: Res<Laps>,
    mut summary: ResMut<Summary>,
) {
    let [tick, frame, euler] = [Work::Tick, Work::Frame, Work::Euler].map(|work| laps.mean(work));
    summary.0.extend([
        format!("{} springs, {} of them moving", all.iter().len(), moving.iter().len()),
        format!("this crate takes {tick:.2} ms a tick and {frame:.2} ms a frame, plain Euler {euler:.2} ms a tick"),
    ]);
}
