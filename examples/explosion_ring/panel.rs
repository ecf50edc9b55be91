//! The panel that sets the design and shows why a design is infeasible.

use bevy::prelude::*;
use bevy::ui_widgets::{SliderValue, ValueChange};

use super::design::{Design, SolveResult};
use super::naive::ShowNaive;
use super::plots::{self, OfRadii, OfRates, Scrub, ScrubDial};
use harness::button::buttons;
use harness::dial::Dial;
use harness::layout::RightColumn;
use harness::pages::{ContainsPages, Height, InColumnsOnly, Page};
use harness::plot::Plot;
use harness::style::{self, FAINT, HEADING, WARNING, part, remark, text, wrapped_node};
use harness::switch::switch;

/// The width of the panel. Unit: px.
const WIDTH: f32 = 400.0;
/// The height of the text with the result. Unit: px.
const RESULT_HEIGHT: f32 = 50.0;
const RADII_HEIGHT: Height = Height { in_columns: 210.0, on_page: 140.0 };
const RATES_HEIGHT: Height = Height { in_columns: 130.0, on_page: 80.0 };

/// The parameter of the design that a dial sets.
#[derive(Component, Clone, Copy)]
pub(crate) enum Parameter {
    EndRate,
    Duration,
    Reach,
}

/// Marks the text that shows the result of solving the design.
#[derive(Component)]
pub(crate) struct ResultText;

pub(crate) fn spawn(design: Res<Design>, column: Single<Entity, With<RightColumn>>, mut commands: Commands) {
    let node = Node { width: px(WIDTH), ..default() };
    commands.spawn((ContainsPages, style::panel(node), ChildOf(*column))).with_children(|panel| {
        panel.spawn((Page { tab: "end", order: 0 }, part())).with_children(|panel| {
            panel.spawn((InColumnsOnly, text("How the ring ends", HEADING)));
            for (parameter, value, dial) in [
                (
                    Parameter::EndRate,
                    design.end_rate,
                    Dial { label: "end rate", unit: "px/s", decimals: 0, range: (-120.0, 240.0) },
                ),
                (
                    Parameter::Duration,
                    design.duration,
                    Dial { label: "duration", unit: "s", decimals: 2, range: (0.0, 3.0) },
                ),
                (Parameter::Reach, design.reach, Dial { label: "reach", unit: "px", decimals: 0, range: (0.0, 320.0) }),
            ] {
                panel.spawn((parameter, dial.at(value))).observe(set_design);
            }
            panel.spawn(Node { column_gap: px(24), ..buttons() }).with_children(|row| {
                row.spawn(switch("contract at the end")).observe(
                    |change: On<ValueChange<bool>>, mut design: ResMut<Design>| design.may_contract = change.value,
                );
                row.spawn(switch("Euler's ring too"))
                    .observe(|change: On<ValueChange<bool>>, mut shows: ResMut<ShowNaive>| shows.0 = change.value);
            });
            let result = Node { min_height: px(RESULT_HEIGHT), ..default() };
            panel.spawn(result).with_child((ResultText, remark("", FAINT), wrapped_node()));
        });
        panel.spawn((Page { tab: "curves", order: 1 }, part())).with_children(|panel| {
            let plot = || Node { width: percent(100), ..default() };
            panel
                .spawn((OfRadii, RADII_HEIGHT, Plot::titled("radii", plot())))
                .observe(plots::grab_tangent)
                .observe(plots::drag_tangent);
            panel.spawn((OfRates, RATES_HEIGHT, Plot::titled("rates", plot())));
            let time = Dial { label: "scrub time", unit: "durations", decimals: 2, range: plots::TIMES };
            panel.spawn((ScrubDial, time.at(0.0))).observe(|change: On<ValueChange<f32>>, mut scrub: ResMut<Scrub>| {
                *scrub = Scrub { share: change.value, by_user: true };
            });
        });
    });
}

fn set_design(change: On<ValueChange<f32>>, dials: Query<&Parameter>, mut design: ResMut<Design>) {
    let wanted = match dials.get(change.source) {
        Ok(Parameter::EndRate) => &mut design.end_rate,
        Ok(Parameter::Duration) => &mut design.duration,
        Ok(Parameter::Reach) => &mut design.reach,
        Err(_) => return,
    };
    *wanted = change.value;
}

/// Updates the dials and the text. Runs once a frame, because the tangent can change the design, too.
pub(crate) fn show(
    design: Res<Design>,
    result: Res<SolveResult>,
    dials: Query<(Entity, &Parameter, &SliderValue)>,
    result_text: Single<(&mut Text, &mut TextColor), With<ResultText>>,
    mut commands: Commands,
) {
    for (entity, parameter, value) in &dials {
        let wanted = match parameter {
            Parameter::EndRate => design.end_rate,
            Parameter::Duration => design.duration,
            Parameter::Reach => design.reach,
        };
        if value.0 != wanted {
            commands.entity(entity).insert(SliderValue(wanted));
        }
    }
    let (mut text, mut color) = result_text.into_inner();
    let (words, hue) = match (&result.error, &result.solved) {
        (Some(error), _) => (format!("rejected: {}", style::in_ascii(error)), WARNING),
        (None, Some(solved)) => {
            let (outer, inner) = (solved.outer.rate(0.0), solved.inner.rate(0.0));
            (format!("solved: the outer radius starts at {outer:.0} px/s, the inner one at {inner:.0} px/s"), FAINT)
        }
        (None, None) => (String::new(), FAINT),
    };
    text.set_if_neq(Text(words));
    color.set_if_neq(TextColor(hue));
}
