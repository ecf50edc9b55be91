//! The panel: the spring's parameters in three conventions, its response, its regime, and the errors of the stepping methods.

use bevy::prelude::*;
use bevy::ui_widgets::{SliderValue, ValueChange};

use super::curves::{self, OfResponse, SECONDS};
use super::lab::{CONVENTIONS, Lab, Parameter, Regime};
use super::numeric;
use harness::layout::{RightColumn, width};
use harness::pages::{ContainsPages, Height, InColumnsOnly, Page};
use harness::plot::Plot;
use harness::style::{BODY, FAINT, HEADING, SMALL_TEXT_SIZE, WELL, panel, part, remark, text};

const PLOT_HEIGHT: Height = Height { in_columns: 232.0, on_page: 150.0 };

/// Marks the text with the largest error of a stepping method.
#[derive(Component, Clone, Copy)]
pub(crate) enum Error {
    RungeKutta,
    Euler,
}

pub(crate) fn spawn(lab: Res<Lab>, column: Single<Entity, With<RightColumn>>, mut commands: Commands) {
    commands.spawn((ContainsPages, panel(width(36.0, 430.0)), ChildOf(*column))).with_children(|panel| {
        panel.spawn((Page { tab: "dials", order: 0 }, part())).with_children(|part| {
            part.spawn((InColumnsOnly, text("One spring, three conventions", HEADING)));
            for (convention, parameters) in CONVENTIONS {
                part.spawn(remark(convention, BODY));
                part.spawn(Node { column_gap: px(20), ..default() }).with_children(|row| {
                    for parameter in parameters {
                        let half = Node { flex_grow: 1.0, flex_basis: px(0), ..default() };
                        row.spawn(half).with_children(|half| {
                            half.spawn((parameter, parameter.dial().at(parameter.of(&lab.0)))).observe(set_parameter);
                        });
                    }
                });
            }
        });
        panel.spawn((Page { tab: "curves", order: 1 }, part())).with_children(|part| {
            let node = Node { width: percent(100), ..default() };
            part.spawn((OfResponse, PLOT_HEIGHT, Plot::titled("value, velocity/omega", node)));
            part.spawn(Node { column_gap: px(8), ..default() }).with_children(|row| {
                for (regime, name) in Regime::ALL {
                    row.spawn(regime_label(regime, name));
                }
            });
            part.spawn((Error::RungeKutta, remark("", curves::RUNGE_KUTTA)));
            part.spawn((Error::Euler, remark("", curves::EULER)));
        });
    });
}

/// A label that lights up while the spring is in this regime.
fn regime_label(regime: Regime, name: &'static str) -> impl Bundle {
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        justify_content: JustifyContent::Center,
        padding: px(3).all(),
        border: px(1).all(),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    let text = (Text::new(name), TextFont::from_font_size(SMALL_TEXT_SIZE), TextColor(BODY));
    (regime, node, BackgroundColor(WELL), BorderColor::all(FAINT), children![text])
}

/// Sets the parameter whose dial was turned, and keeps the other parameter of its convention.
fn set_parameter(change: On<ValueChange<f32>>, dials: Query<&Parameter>, mut lab: ResMut<Lab>) {
    // A dial's range also contains invalid values. For these, the previous spring is kept.
    if let Ok(parameter) = dials.get(change.source)
        && let Ok(spring) = parameter.with_value(change.value, &lab.0)
    {
        lab.set_if_neq(Lab(spring));
    }
}

/// Updates the dials and the errors. Runs once a frame.
pub(crate) fn show(
    lab: Res<Lab>,
    dials: Query<(Entity, &Parameter, &SliderValue)>,
    mut errors: Query<(&Error, &mut Text)>,
    mut commands: Commands,
) {
    for (dial, parameter, shown) in &dials {
        let value = parameter.of(&lab.0);
        if shown.0 != value {
            commands.entity(dial).insert(SliderValue(value));
        }
    }
    if !lab.is_changed() {
        return;
    }
    for (error, mut text) in &mut errors {
        let (name, method): (_, numeric::Method) = match error {
            Error::RungeKutta => ("x  Runge-Kutta 4 at 30 Hz", numeric::runge_kutta),
            Error::Euler => ("-  Euler at 30 Hz", numeric::euler),
        };
        let largest = numeric::largest_error(&lab.0, &numeric::steps(&lab.0, method, SECONDS));
        text.0 = format!("{name}: largest error {largest:.1e}");
    }
}
