//! The panel on the left: the colours of the tick rates, and the two dials of the spring.

use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

use super::plots::{COLORS, format_difference};
use super::record::Record;
use super::rows::{Aim, RATES};
use harness::dial::Dial;
use harness::hud::{Help, Readout};
use harness::layout::{LeftColumn, width};
use harness::pages::{ContainsPages, Page};
use harness::style::{BODY, FAINT, HEADING, panel, part, remark, text};

pub(crate) const INK: Color = Color::srgb(0.085, 0.10, 0.14);
pub(crate) const HELP: Help = Help(&[("click", "sets the target"), ("dials", "set the spring")]);

/// The spring parameter that a dial sets.
#[derive(Component, Clone, Copy)]
pub(crate) enum SpringDial {
    Frequency,
    Ratio,
}

pub(crate) fn spawn(aim: Res<Aim>, column: Single<Entity, With<LeftColumn>>, mut commands: Commands) {
    commands.spawn((ContainsPages, panel(width(29.0, 290.0)), ChildOf(*column))).with_children(|panel| {
        panel.spawn((Page { tab: "rates", order: 0 }, part())).with_children(|part| {
            part.spawn(text("Tick rates", HEADING));
            for ((_, name), color) in RATES.into_iter().zip(COLORS) {
                part.spawn(text(name, color));
            }
        });
        panel.spawn((Page { tab: "spring", order: 1 }, part())).with_children(|part| {
            part.spawn(text("The spring", HEADING));
            let frequency = Dial { label: "omega", unit: "rad/s", decimals: 1, range: (2.0, 25.0) };
            let ratio = Dial { label: "zeta", unit: "", decimals: 2, range: (0.0, 1.5) };
            part.spawn((SpringDial::Frequency, frequency.at(aim.spring.angular_frequency))).observe(set_parameter);
            part.spawn((SpringDial::Ratio, ratio.at(aim.spring.damping_ratio))).observe(set_parameter);
            part.spawn(remark("Applied at the next half second, when every row has a tick.", FAINT));
            part.spawn(remark("SmoothDamp and lerp ignore zeta.", BODY));
        });
    });
}

fn set_parameter(
    change: On<ValueChange<f32>>,
    dials: Query<&SpringDial>,
    mut aim: ResMut<Aim>,
    mut record: ResMut<Record>,
) {
    match dials.get(change.source) {
        Ok(SpringDial::Frequency) => aim.spring.angular_frequency = change.value,
        Ok(SpringDial::Ratio) => aim.spring.damping_ratio = change.value,
        Err(_) => return,
    }
    // Differences that were measured with the previous spring are discarded.
    record.largest = default();
    record.compared = 0;
}

/// Updates the readout. Runs once a frame.
pub(crate) fn show(record: Res<Record>, mut readout: ResMut<Readout>) {
    readout.set_if_neq(Readout {
        heading: "Frame rate independence".to_owned(),
        lines: vec![
            ("rows", RATES.len().to_string()),
            ("compared at", format!("{} instants", record.compared)),
            ("this crate", format!("{} apart", format_difference(record.largest[0]))),
        ],
    });
}
