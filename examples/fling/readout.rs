//! The readout on screen and the summary at the end of a run: what was forecast, and what happened.

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
    pub(crate) throws: u32,
    /// The forecast duration of the last throw. Unit: s.
    pub(crate) duration: f64,
    /// The number of cards that came to rest after a forecast, the largest distance from the forecast place (px), and the
    /// largest delay of the report after the forecast instant (s).
    pub(crate) landed: u32,
    pub(crate) off: f32,
    pub(crate) late: f64,
    /// How far the list last went over an end: by its closed form, and as drawn for each of the two lists. Unit: px.
    pub(crate) solved: Option<f32>,
    pub(crate) ours: f32,
    pub(crate) usual: f32,
}

impl Record {
    /// Records that the list goes over an end, and how far by its closed form (px).
    pub(crate) fn go_over(&mut self, solved: f32) {
        (self.solved, self.ours, self.usual) = (Some(solved), 0.0, 0.0);
    }

    pub(crate) fn land(&mut self, off: f32, late: f64) {
        self.landed += 1;
        self.off = self.off.max(off);
        self.late = self.late.max(late);
    }
}

/// Runs once a frame, after all transforms have their values for the picture.
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

/// Runs once a frame.
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
            ("beyond its end", "solved   ours  usual".to_owned()),
            (
                "at most, px",
                format!("{} {} {}", over(record.solved.unwrap_or_default()), over(record.ours), over(record.usual)),
            ),
            ("cards thrown", format!("{}, the last for {:.2} s", record.throws, record.duration)),
            ("landed", format!("{}, {:.3} px off at most", record.landed, record.off)),
        ],
    });
}

/// Runs at the end of a windowless run.
pub(crate) fn summarize(record: Res<Record>, mut summary: ResMut<Summary>) {
    summary.0.push(format!(
        "{} throws; {} have come to rest, at most {} px from the forecast, reported at most {:.1} ms late",
        record.throws,
        record.landed,
        record.off,
        1e3 * record.late
    ));
    if let Some(solved) = record.solved {
        summary.0.push(format!(
            "the list went {:.2} px over its end as solved, {:.2} px as drawn; the usual list {:.2} px",
            solved, record.ours, record.usual
        ));
    }
}
