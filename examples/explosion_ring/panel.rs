//! The panel that sets the end of the motion, and shows why an end is infeasible.

use bevy::prelude::*;
use bevy::ui_widgets::{SliderValue, ValueChange};

use super::design::{Design, Verdict};
use super::naive::ShowNaive;
use super::plots::{self, OfRadii, OfRates, Scrub, TimeByHand};
use harness::button::buttons;
use harness::dial::Dial;
use harness::layout::RightColumn;
use harness::pages::{Height, InColumnsOnly, OfPages, Page};
use harness::plot::Plot;
use harness::style::{self, FAINT, HEADING, WARNING, broken, part, remark, text};
use harness::switch::switch;

/// Sizes. Unit: px.
const WIDTH: f32 = 400.0;
const VERDICT_HEIGHT: f32 = 50.0;
const RADII_HEIGHT: Height = Height { in_columns: 210.0, on_page: 140.0 };
const RATES_HEIGHT: Height = Height { in_columns: 130.0, on_page: 80.0 };

/// The part of the design that a dial sets.
#[derive(Component, Clone, Copy)]
pub(crate) enum Asks {
    EndRate,
    Duration,
    Reach,
}

/// Marks the text that shows the verdict.
#[derive(Component)]
pub(crate) struct Says;

pub(crate) fn spawn(design: Res<Design>, column: Single<Entity, With<RightColumn>>, mut commands: Commands) {
    let node = Node { width: px(WIDTH), ..default() };
    commands.spawn((OfPages, style::panel(node), ChildOf(*column))).with_children(|panel| {
        panel.spawn((Page { tab: "end", order: 0 }, part())).with_children(|panel| {
            panel.spawn((InColumnsOnly, text("How the ring ends", HEADING)));
            for (asks, value, dial) in [
                (
                    Asks::EndRate,
                    design.end_rate,
                    Dial { label: "end rate", unit: "px/s", decimals: 0, range: (-120.0, 240.0) },
                ),
                (
                    Asks::Duration,
                    design.duration,
                    Dial { label: "duration", unit: "s", decimals: 2, range: (0.0, 3.0) },
                ),
                (Asks::Reach, design.reach, Dial { label: "reach", unit: "px", decimals: 0, range: (0.0, 320.0) }),
            ] {
                panel.spawn((asks, dial.at(value))).observe(turned);
            }
            panel.spawn(Node { column_gap: px(24), ..buttons() }).with_children(|row| {
                row.spawn(switch("contract at the end")).observe(
                    |change: On<ValueChange<bool>>, mut design: ResMut<Design>| design.may_contract = change.value,
                );
                row.spawn(switch("Euler's ring too"))
                    .observe(|change: On<ValueChange<bool>>, mut shows: ResMut<ShowNaive>| shows.0 = change.value);
            });
            let verdict = Node { min_height: px(VERDICT_HEIGHT), ..default() };
            panel.spawn(verdict).with_child((Says, remark("", FAINT), broken()));
        });
        panel.spawn((Page { tab: "curves", order: 1 }, part())).with_children(|panel| {
            let plot = || Node { width: percent(100), ..default() };
            panel
                .spawn((OfRadii, RADII_HEIGHT, Plot::titled("radii", plot())))
                .observe(plots::grab_tangent)
                .observe(plots::drag_tangent);
            panel.spawn((OfRates, RATES_HEIGHT, Plot::titled("rates", plot())));
            let time = Dial { label: "scrub time", unit: "durations", decimals: 2, range: plots::TIMES };
            panel.spawn((TimeByHand, time.at(0.0))).observe(
                |change: On<ValueChange<f32>>, mut scrub: ResMut<Scrub>| {
                    *scrub = Scrub { share: change.value, by_hand: true };
                },
            );
        });
    });
}

fn turned(change: On<ValueChange<f32>>, dials: Query<&Asks>, mut design: ResMut<Design>) {
    let asked = match dials.get(change.source) {
        Ok(Asks::EndRate) => &mut design.end_rate,
        Ok(Asks::Duration) => &mut design.duration,
        Ok(Asks::Reach) => &mut design.reach,
        Err(_) => return,
    };
    *asked = change.value;
}

/// Runs once a frame, because the tangent can change the design as well.
pub(crate) fn show(
    design: Res<Design>,
    verdict: Res<Verdict>,
    dials: Query<(Entity, &Asks, &SliderValue)>,
    said: Single<(&mut Text, &mut TextColor), With<Says>>,
    mut commands: Commands,
) {
    for (entity, asks, value) in &dials {
        let asked = match asks {
            Asks::EndRate => design.end_rate,
            Asks::Duration => design.duration,
            Asks::Reach => design.reach,
        };
        if value.0 != asked {
            commands.entity(entity).insert(SliderValue(asked));
        }
    }
    let (mut text, mut color) = said.into_inner();
    let (words, hue) = match (&verdict.refusal, &verdict.solved) {
        (Some(refusal), _) => (format!("rejected: {}", style::in_ascii(refusal)), WARNING),
        (None, Some(solved)) => {
            let (outer, inner) = (solved.outer.rate(0.0), solved.inner.rate(0.0));
            (format!("solved: the outer radius starts at {outer:.0} px/s, the inner one at {inner:.0} px/s"), FAINT)
        }
        (None, None) => (String::new(), FAINT),
    };
    text.set_if_neq(Text(words));
    color.set_if_neq(TextColor(hue));
}
