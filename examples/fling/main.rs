//! A list and a table of cards to drag and throw. The end of each throw is known when the throw begins.
//!
//! **What you see.** A list that you drag, fling, and pull past its ends like a rubber band; it lands on a row. Next to it is
//! a list with the usual code, stepped once a tick: it notices its end up to one tick too late, so its overshoot
//! depends on the times of the ticks. Below or next to the lists are cards on a table with dry friction: when you release a card,
//! dots at equal time steps show its path, and an outline shows where and when it will come to rest, even if it bounces off
//! the table's edge.
//!
//! **Controls.** Drag with the mouse or a finger. The arrow keys throw the next card, W and S flick the list, R deals the
//! cards again. On a gamepad, South throws in the direction of the stick, the D-pad flicks, and North deals.
//!
//! **What it teaches.** Soft [`Limits`], [`DryFriction`] and [`Draggable`]; [`SnapPoints`] and [`Fling`], whose motion starts
//! with the release velocity and lands at a chosen position; and forecasts by [`Motion`] (`forecast.rs`).
//!
//! **Source.** The lists of iOS and Flutter; `tests/published` checks their laws.
//!
//! **Read next.** `list.rs`, then `cards.rs` and `forecast.rs`; then the example `ui_spring`.

pub(crate) mod cards;
pub(crate) mod forecast;
pub(crate) mod input;
pub(crate) mod list;
pub(crate) mod property;
pub(crate) mod readout;
pub(crate) mod room;
pub(crate) mod script;
pub(crate) mod usual;

use bevy::prelude::*;
use bevy_exact_motion::{
    prelude::*,
    property::{NodeTranslation, Property},
};

use harness::layout::{Screen, UPRIGHT_DESIGN_SIZE};
use harness::trace::{Sample, trace};
use harness::{Harness, Summarize};
use property::Scroll;

const ABOUT: &str = "A list to fling that lands on a row, and cards to throw over a table, each with its forecast.";

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("fling", ABOUT, script::play()).with_interface();
    let harness = harness.designed_for(UPRIGHT_DESIGN_SIZE);
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default()))
        .register_motion::<NodeTranslation>()
        .register_motion::<Scroll>();

    app.insert_resource(ClearColor(readout::DUSK))
        .init_resource::<cards::Next>()
        .init_resource::<input::Actions>()
        .init_resource::<readout::Record>()
        .add_systems(Startup, (spawn_camera, list::spawn, cards::spawn, forecast::spawn, input::spawn).chain())
        .add_systems(
            Update,
            (list::lay_out, cards::lay_out).run_if(resource_changed::<Screen>.or_else(resource_changed::<UiScale>)),
        )
        .add_systems(
            Update,
            (forecast::forecast, list::record_release, input::listen, input::perform, forecast::hide, readout::show)
                .chain(),
        )
        .add_systems(FixedUpdate, usual::step)
        .add_systems(Last, readout::measure)
        .add_systems(Summarize, readout::summarize)
        .add_observer(cards::lift)
        .add_observer(forecast::compare)
        .add_observer(forecast::forget)
        .add_observer(forecast::release);
    trace(&mut app, sample);
    app
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((Camera2d, IsDefaultUiCamera));
}

/// Returns the samples for the trace: the first card and the list.
fn sample(
    card: Single<(&UiTransform, &Velocity<NodeTranslation>), With<cards::First>>,
    list: Single<(&UiTransform, &Velocity<Scroll>), With<list::Rows>>,
) -> [Sample; 2] {
    let ((card, card_velocity), (list, list_velocity)) = (*card, *list);
    [
        Sample {
            name: "card",
            position: NodeTranslation::get(card).extend(0.0),
            velocity: card_velocity.0.extend(0.0),
        },
        Sample { name: "list", position: Scroll::get(list) * Vec3::Y, velocity: list_velocity.0 * Vec3::Y },
    ]
}
