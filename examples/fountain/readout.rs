//! The readout on screen and the summary at the end of a run: how the two fountains differ.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::drops::{Body, Drop, Pool};
use super::euler::Stepped;
use super::law::BOUNCES;
use super::marked::{Marked, Tops};
use harness::Summary;
use harness::hud::Readout;

/// The time between two updates of the readout, long enough to read it. Unit: s.
const PAUSE: f32 = 0.125;

/// Counts and measurements over the run.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Record {
    /// The number of frames.
    pub(crate) frames: u64,
    /// The number of this crate's drops below the floor, summed over all frames.
    pub(crate) ours_below: usize,
    /// The number of Euler's drops below the floor in the last frame.
    pub(crate) twins_below: usize,
    /// The largest depth of this crate's drops below the floor. Unit: m.
    pub(crate) deepest: f32,
    /// The largest depth of Euler's drops below the floor since the restitution last changed. Unit: m.
    pub(crate) deepest_twin: f32,
    /// The number of reported contacts of this crate's drops.
    pub(crate) contacts: u64,
}

/// Measures the drops as drawn. Runs at the end of each frame, when all transforms have their final values.
pub(crate) fn measure(
    ours: Query<(&Transform, &Body), With<Drop>>,
    twins: Query<(&Transform, &Body), With<Stepped>>,
    mut record: ResMut<Record>,
) {
    let depth = |(transform, body): (&Transform, &Body)| body.radius - transform.translation.y;
    let (ours, twins) = (ours.iter().map(depth), twins.iter().map(depth));
    let (ours_below, deepest) = deepest(ours);
    let (twins_below, deepest_twin) = self::deepest(twins);
    *record = Record {
        frames: record.frames + 1,
        ours_below: record.ours_below + ours_below,
        twins_below,
        deepest: record.deepest.max(deepest),
        deepest_twin: record.deepest_twin.max(deepest_twin),
        ..*record
    };
}

/// Returns the number of drops below the floor, and the depth of the deepest one.
fn deepest(depths: impl Iterator<Item = f32>) -> (usize, f32) {
    depths.filter(|depth| *depth > 0.0).fold((0, 0.0), |(count, most), depth| (count + 1, depth.max(most)))
}

/// Updates the readout.
pub(crate) fn show(
    real: Res<Time<Real>>,
    mut due: Local<f32>,
    game: Res<Time<Virtual>>,
    record: Res<Record>,
    tops: Res<Tops>,
    moving: Query<(), (With<Drop>, Without<Resting>, Without<Marked>)>,
    pool: Res<Pool>,
    mut readout: ResMut<Readout>,
) {
    if real.elapsed_secs() < *due {
        return;
    }
    *due = real.elapsed_secs() + PAUSE;
    let time = if game.is_paused() { "paused".to_owned() } else { format!("1/{:.0}", 1.0 / game.relative_speed()) };
    let mut lines = vec![
        ("time scale", time),
        ("drops in flight", format!("{} of {} thrown", moving.iter().len(), pool.thrown)),
        ("contacts", record.contacts.to_string()),
        ("below the floor", format!("ours {:4}  Euler's {:4}", record.ours_below, record.twins_below)),
        ("deepest, mm", format!("ours {:4.0}  Euler's {:4.0}", 1e3 * record.deepest, 1e3 * record.deepest_twin)),
        ("marked drops, cm", " solved   ours  Euler".to_owned()),
    ];
    for (number, label) in LABELS.into_iter().enumerate() {
        let height = |top: Option<f32>| top.map_or("     -".to_owned(), |top| format!("{:6.1}", 100.0 * top));
        let solved = 100.0 * tops.closed_form[number];
        let row = format!(" {solved:6.1} {} {}", height(tops.ours[number]), height(tops.euler[number]));
        lines.push((label, row));
    }
    readout.set_if_neq(Readout { heading: "Fountain".to_owned(), lines });
}

const LABELS: [&str; BOUNCES] = ["after 1 bounce", "after 2 bounces", "after 3 bounces"];

/// Adds the scene's lines to the summary, at the end of a windowless run.
pub(crate) fn summarize(record: Res<Record>, tops: Res<Tops>, pool: Res<Pool>, mut summary: ResMut<Summary>) {
    let centimetres = |top: Option<f32>| top.map_or("not yet".to_owned(), |top| format!("{:.2} cm", 100.0 * top));
    summary.0.extend([
        format!("{} drops were thrown, {} contacts were reported", pool.thrown, record.contacts),
        format!("this crate: {} drops were drawn below the floor, in {} frames", record.ours_below, record.frames),
        format!(
            "Euler: {} drops are below the floor now; the largest depth was {:.0} mm",
            record.twins_below,
            1e3 * record.deepest_twin
        ),
    ]);
    for (number, label) in LABELS.into_iter().enumerate() {
        let solved = 100.0 * tops.closed_form[number];
        let [ours, euler] = [tops.ours[number], tops.euler[number]].map(centimetres);
        summary.0.push(format!("{label}: {solved:.2} cm solved, ours {ours}, Euler's {euler}"));
    }
}
