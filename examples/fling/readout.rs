//! The readout on screen and the summary at the end of a run: forecasts and measurements.

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::Property};

use super::list::{Rows, lowest, row_at};
use super::property::Scroll;
use super::room::Room;
use super::usual::Usual;
use harness::Summary;
use harness::hud::Readout;
use harness::layout::Screen;

pub(crate) const DUSK: Color = Color::srgb(0.12, 0.13, 0.19);

/// Counts and measurements over the run.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Record {
    /// The number of thrown cards.
    pub(crate) throws: u32,
    /// The forecast duration of the last throw. Unit: s.
    pub(crate) duration: f64,
    /// The number of forecasts that were compared with a card at rest.
    pub(crate) landed: u32,
    /// The largest distance of a card at rest from its forecast position. Unit: px.
    pub(crate) off: f32,
    /// The largest delay of a rest event after its forecast instant. Unit: s.
    pub(crate) late: f64,
    /// The forecast of the last overshoot past an end. Unit: px.
    pub(crate) solved: Option<f32>,
    /// The last overshoot of this crate's list, as drawn. Unit: px.
    pub(crate) ours: f32,
    /// The last overshoot of the usual list, as drawn. Unit: px.
    pub(crate) usual: f32,
}

impl Record {
    /// Starts to measure an overshoot. `solved` is its forecast (px).
    pub(crate) fn start_overshoot(&mut self, solved: f32) {
        (self.solved, self.ours, self.usual) = (Some(solved), 0.0, 0.0);
    }

    /// Records that a card came to rest `off` (px) from its forecast position and `late` (s) after its forecast instant.
    pub(crate) fn land(&mut self, off: f32, late: f64) {
        self.landed += 1;
        self.off = self.off.max(off);
        self.late = self.late.max(late);
    }
}

/// Measures the overshoots as drawn. Runs at the end of each frame, when all transforms have their final values.
pub(crate) fn measure(
    screen: Res<Screen>,
    ours: Single<(&UiTransform, Has<Grabbed<Scroll>>), With<Rows>>,
    usual: Single<&UiTransform, (With<Usual>, Without<Rows>)>,
    mut record: ResMut<Record>,
) {
    let (ours, is_held) = *ours;
    let lowest = lowest(Room::on(&screen).lists[0].height());
    let over = |transform: &UiTransform| {
        let place = Scroll::get(transform);
        (place - place.clamp(lowest, 0.0)).abs()
    };
    if !is_held && record.solved.is_some() {
        let (ours, usual) = (record.ours.max(over(ours)), record.usual.max(over(&usual)));
        if (ours, usual) != (record.ours, record.usual) {
            (record.ours, record.usual) = (ours, usual);
        }
    }
}

/// Updates the readout. Runs once a frame.
pub(crate) fn show(
    list: Single<
        (&UiTransform, &Velocity<Scroll>, Has<Grabbed<Scroll>>, Has<Resting<Scroll>>, Option<&Fling<Scroll>>),
        With<Rows>,
    >,
    record: Res<Record>,
    mut readout: ResMut<Readout>,
) {
    let (transform, velocity, is_held, rests, fling) = *list;
    let row = row_at(Scroll::get(transform));
    let says = match fling {
        _ if is_held => format!("dragged, {:5.0} px/s", velocity.0.abs()),
        Some(fling) => format!("will land on row {}", row_at(fling.end)),
        None if rests => format!("at rest on row {row}"),
        None => format!("{:5.0} px/s", velocity.0.abs()),
    };
    let over = |far: f32| if record.solved.is_some() { format!("{far:6.1}") } else { "     -".to_owned() };
    readout.set_if_neq(Readout {
        heading: "Fling".to_owned(),
        lines: vec![
            ("list", says),
            ("past its end", "solved   ours  usual".to_owned()),
            (
                "at most, px",
                format!("{} {} {}", over(record.solved.unwrap_or_default()), over(record.ours), over(record.usual)),
            ),
            ("cards thrown", format!("{}, the last for {:.2} s", record.throws, record.duration)),
            ("landed", format!("{}, {:.3} px off at most", record.landed, record.off)),
        ],
    });
}

/// Adds the scene's lines to the summary, at the end of a windowless run.
pub(crate) fn summarize(record: Res<Record>, mut summary: ResMut<Summary>) {
    summary.0.push(format!(
        "{} throws; {} came to rest, at most {} px from the forecast, reported at most {:.1} ms late",
        record.throws,
        record.landed,
        record.off,
        1e3 * record.late
    ));
    if let Some(solved) = record.solved {
        summary.0.push(format!(
            "the list overshot its end by {:.2} px as solved, by {:.2} px as drawn; the usual list by {:.2} px",
            solved, record.ours, record.usual
        ));
    }
}
