//! The readout on screen, and the summary that is printed at the end of a run.

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::NodeTranslation};

use super::cards::Top;
use harness::Summary;
use harness::hud::{Help, Readout};

pub(crate) const DUSK: Color = Color::srgb(0.15, 0.16, 0.25);

pub(crate) const HELP: Help = Help(&[("drag", "and throw cards or panel"), ("M", "menu"), ("P", "pause the game")]);

/// Measurements over the whole run.
#[derive(Resource, Default)]
pub(crate) struct Record {
    /// The number of thrown cards.
    pub(crate) throws: u32,
    /// The speed of the fastest throw. Unit: px/s.
    pub(crate) fastest_throw: f32,
}

/// Updates the readout. Runs once a frame.
pub(crate) fn show(
    game: Res<Time<Virtual>>,
    top: Single<(&Velocity<NodeTranslation>, Has<Resting<NodeTranslation>>), With<Top>>,
    record: Res<Record>,
    mut readout: ResMut<Readout>,
) {
    let (velocity, rests) = *top;
    readout.set_if_neq(Readout {
        heading: "Interface on springs".to_owned(),
        lines: vec![
            ("game", if game.is_paused() { "paused".to_owned() } else { format!("{:.1} s", game.elapsed_secs()) }),
            ("sun card", if rests { "at rest".to_owned() } else { format!("{:.0} px/s", velocity.0.length()) }),
            ("throws", format!("{}, up to {:.0} px/s", record.throws, record.fastest_throw)),
        ],
    });
}

/// Adds the scene's lines to the summary, at the end of a windowless run.
pub(crate) fn summarize(
    game: Res<Time<Virtual>>,
    real: Res<Time<Real>>,
    record: Res<Record>,
    cards: Query<Has<Resting<NodeTranslation>>, With<Spring<NodeTranslation>>>,
    mut summary: ResMut<Summary>,
) {
    summary.0.extend([
        format!("the game ran for {:.2} s of {:.2} s", game.elapsed_secs(), real.elapsed_secs()),
        format!("{} cards were thrown, at up to {:.0} px/s", record.throws, record.fastest_throw),
        format!(
            "{} of {} cards and panels on springs are at rest",
            cards.iter().filter(|rests| *rests).count(),
            cards.iter().len()
        ),
    ]);
}
