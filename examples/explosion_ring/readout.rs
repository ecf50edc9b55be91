//! The readout on screen, and the summary that is printed at the end of a run.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::burst::Particle;
use super::design::SolveResult;
use super::naive::{self, RATE};
use super::ring::{InnerRadius, Newest, OuterRadius, Plan, Ring};
use harness::Summary;
use harness::hud::{Help, Readout};

pub(crate) const HELP: Help = Help(&[
    ("click, drag, swipe", "make explosions"),
    ("dials", "end rate, duration, reach"),
    ("upper plot", "drag the tangent at the start"),
    ("lowest dial", "scrub time, backwards too"),
]);

/// Counts over the whole run.
#[derive(Resource, Default)]
pub(crate) struct Record {
    /// The number of rings that have ended.
    ended: u32,
    /// The number of rings whose radii were exactly equal at the end.
    closed: u32,
}

/// Counts the rings that end in this tick. Runs once a tick, after all motion.
pub(crate) fn record(
    mut finished: MessageReader<Finished<InnerRadius>>,
    rings: Query<&Ring>,
    mut record: ResMut<Record>,
) {
    for ring in finished.read().filter_map(|finished| rings.get(finished.entity).ok()) {
        record.ended += 1;
        record.closed += u32::from(ring.outer.to_bits() == ring.inner.to_bits());
    }
}

/// Updates the readout. Runs once a frame.
pub(crate) fn show(
    newest: Single<(&Ring, &Velocity<OuterRadius>, &Velocity<InnerRadius>), With<Newest>>,
    particles: Query<(), With<Particle>>,
    result: Res<SolveResult>,
    record: Res<Record>,
    mut readout: ResMut<Readout>,
) {
    let (ring, outer_rate, inner_rate) = *newest;
    let gap = result.solved.as_ref().map(naive::gap).unwrap_or_default().abs();
    readout.set_if_neq(Readout {
        heading: "Explosion ring".to_owned(),
        lines: vec![
            ("outer radius", format!("{:7.2} px  {:6.0} px/s", ring.outer, outer_rate.0)),
            ("inner radius", format!("{:7.2} px  {:6.0} px/s", ring.inner, inner_rate.0)),
            ("closed exactly", format!("{} of {} rings", record.closed, record.ended)),
            (EULER, format!("ends {gap:.1} px apart")),
            ("particles", particles.iter().count().to_string()),
        ],
    });
}

const EULER: &str = "Euler at 30 Hz";
const _: () = assert!(RATE == 30.0, "the label says so");

/// Adds the scene's lines to the summary, at the end of a windowless run.
pub(crate) fn summarize(
    newest: Single<(&Ring, &Plan), With<Newest>>,
    record: Res<Record>,
    mut summary: ResMut<Summary>,
) {
    let (ring, Plan(solved)) = *newest;
    summary.0.extend([
        format!("{} rings have ended, {} of them exactly closed", record.ended, record.closed),
        format!("the newest ring's outer radius is {} px, its inner radius {} px", ring.outer, ring.inner),
        format!("Euler's method at {RATE} Hz ends {:.2} px apart", naive::gap(solved).abs()),
    ]);
}
