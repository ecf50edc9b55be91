//! A fox with ears, hair and a tail, moved by the pointer: with `SpringBones`, and with the Verlet step of VRM and Godot.
//!
//! **What you see.** Two foxes hang on equal springs, so both move alike. The ears, the hair and the tail are chains of bones that swing, with
//! numbers that make both sides swing as far at 60 frames a second. A dial sets how many frames a second are shown: on the left the tail
//! swings as before, on the right it becomes soft in fewer frames.
//!
//! **Controls.** Move the pointer, or a finger. The dial sets the frames a second.
//!
//! **What it teaches.** One [`SpringBones`](bevy_exact_motion::SpringBones) on the first bone of a chain lets the chain swing
//! (`creature.rs`).
//!
//! **Source.** The step on the right is that of the specification `VRMC_springBone 1.0` (`verlet.rs`).
//!
//! **Read next.** `creature.rs`, then `verlet.rs`; then the example `stride`.

pub(crate) mod creature;
pub(crate) mod halves;
pub(crate) mod pointer;
pub(crate) mod rate;
pub(crate) mod readout;
pub(crate) mod script;
pub(crate) mod verlet;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use creature::{Fox, Tip};
use harness::Harness;
use harness::drawn::Drawn;
use harness::layout::Screen;
use harness::trace::{Sample, trace};
use rate::Picture;

const ABOUT: &str = "A fox whose ears, hair and tail swing: the same at every frame rate, and with a Verlet step.";
/// The smallest screen on which everything has its full size. Unit: pixels.
pub(crate) const SMALLEST: Vec2 = Vec2::new(360.0, 360.0);
const NIGHT: Color = Color::srgb(0.06, 0.06, 0.12);

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("tail", ABOUT, script::play()).with_interface().designed_for(SMALLEST);
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default()))
        .insert_resource(ClearColor(NIGHT))
        .init_resource::<Picture>()
        .add_systems(Startup, (spawn_camera, pointer::spawn, creature::spawn, (rate::spawn, readout::spawn)).chain())
        .add_systems(Update, (halves::lay_out.run_if(resource_changed::<Screen>), verlet::swing, readout::show))
        .add_systems(Last, rate::hold);
    trace(&mut app, sample);
    app
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((Camera2d, IsDefaultUiCamera));
}

/// Returns the samples for the trace: the tip of each tail, as it was drawn last.
fn sample(tips: Query<(&Tip, &Drawn)>) -> [Sample; 2] {
    [("bones", Fox::Bones), ("verlet", Fox::Verlet)].map(|(name, fox)| {
        let found = tips.iter().find(|(tip, _)| tip.0 == fox);
        let (position, velocity) = found.map_or_else(default, |(_, drawn)| (drawn.place, drawn.velocity));
        Sample { name, position, velocity }
    })
}
