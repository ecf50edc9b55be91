//! A menu, cards and a panel on springs. You can grab, throw and interrupt them, even while the game is paused.
//!
//! **What you see.** Cards that you drag and throw: a released card keeps the pointer's velocity, and a spring pulls it to a
//! slot in the direction of the throw; the card in that slot swaps places with it. A menu that slides in and out, and a panel
//! that you throw from edge to edge. Behind them is a game: a planet with moons, which this crate moves on the game's clock.
//! While the game is paused, the UI keeps moving. The grey cards use tweens of a fixed duration instead: if you catch a grey
//! card in flight and release it, it starts with zero velocity.
//!
//! **Controls.** Drag a card or the panel. The dials take effect immediately. The button or M opens and closes the menu,
//! P pauses and resumes the game.
//!
//! **What it teaches.** The clock of a property is chosen where the property is registered: [`MotionOptions::frame_real`] is
//! for properties that keep moving while the game is paused. [`Grabbed`] lets you drag an entity; removing it throws the entity.
//!
//! **Source.** "Equations of motion" (2015), whose author builds user interfaces from springs.
//!
//! **Read next.** `throw.rs`, then `cards.rs`; then the example `spring_lab`.

pub(crate) mod cards;
pub(crate) mod game;
pub(crate) mod menu;
pub(crate) mod panel;
pub(crate) mod readout;
pub(crate) mod script;
pub(crate) mod table;
pub(crate) mod throw;
pub(crate) mod tween;

use bevy::prelude::*;
use bevy_exact_motion::{
    prelude::*,
    property::{NodeLeft, NodeTranslation, Property},
};

use harness::layout::{DESIGN_SIZE, Framed, Screen};
use harness::trace::{Sample, trace};
use harness::{Harness, Summarize};

const ABOUT: &str = "A menu, cards and a panel on springs that keep moving while the game is paused.";

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("ui_spring", ABOUT, script::play()).with_interface();
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default()))
        // The UI moves on the real clock, the game on the virtual one.
        .register_motion_with::<NodeTranslation>(MotionOptions::frame_real())
        .register_motion_with::<NodeLeft>(MotionOptions::frame_real());

    app.insert_resource(readout::HELP)
        .insert_resource(ClearColor(readout::DUSK))
        .init_resource::<readout::Record>()
        .init_resource::<panel::ThrowSpring>()
        .add_systems(Startup, (spawn_camera, game::spawn, cards::spawn, menu::spawn, panel::spawn).chain())
        .add_systems(Update, (menu::listen, panel::apply, tween::step, readout::show).chain())
        .add_systems(Update, (cards::lay_out, menu::lay_out, panel::lay_out).run_if(resource_changed::<Screen>))
        .add_systems(Summarize, readout::summarize);
    trace(&mut app, sample);
    app
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((Camera2d, Framed(DESIGN_SIZE), IsDefaultUiCamera));
}

/// Returns the samples for the trace. There are no rows while the game is paused, because a paused game has no ticks.
fn sample(
    card: Single<(&UiTransform, &Velocity<NodeTranslation>), With<cards::Top>>,
    menu: Single<(&Node, &Velocity<NodeLeft>)>,
) -> [Sample; 2] {
    let ((card, card_velocity), (menu, menu_velocity)) = (*card, *menu);
    [
        Sample {
            name: "card",
            position: NodeTranslation::get(card).extend(0.0),
            velocity: card_velocity.0.extend(0.0),
        },
        Sample { name: "menu", position: NodeLeft::get(menu) * Vec3::X, velocity: menu_velocity.0 * Vec3::X },
    ]
}
