//! A hundred thousand springs, and a pointer that ploughs through them.
//!
//! **What you see.** A field of dots; a spring holds each dot where it was spawned. Move the pointer, or a finger, through
//! the field: it throws the dots aside, and they swing back. A dot that is at rest again costs almost nothing. The readout
//! shows how many dots are moving, and how long a tick and a frame of all of them take. For comparison, it shows how long
//! bare Euler takes for a tick of the same number of springs, which never rest.
//!
//! **What it teaches.** Many springs need the same code as one: each dot has a [`Spring`], and a kick is a write to
//! [`Velocity`]. The plugin's sets, [`MotionSystems`], mark where its work starts and ends (`stopwatch.rs`).
//!
//! **Source.** "Damped Springs" (2012) caches its coefficients because many springs share them.
//!
//! **Read next.** `field.rs`; `docs/performance.md` measures what this scene only shows.

pub(crate) mod euler;
pub(crate) mod field;
pub(crate) mod plough;
pub(crate) mod readout;
pub(crate) mod script;
pub(crate) mod stopwatch;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use field::Probe;
use harness::trace::{Sample, trace};
use harness::{Harness, Summarize};

const ABOUT: &str = "A hundred thousand springs, and a pointer that ploughs through them.";

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("many_springs", ABOUT, script::play()).with_interface();
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default(), stopwatch::plugin))
        .insert_resource(ClearColor(field::GROUND))
        .insert_resource(readout::HELP)
        .init_resource::<plough::Strokes>()
        .add_systems(Startup, (spawn_camera, field::spawn, plough::spawn))
        .add_systems(Update, (plough::throw, readout::show))
        .add_systems(FixedUpdate, euler::step)
        .add_systems(Summarize, readout::summarize);
    trace(&mut app, sample);
    app
}

/// Shows the whole field in every window.
fn spawn_camera(mut commands: Commands) {
    commands.spawn((Camera2d, field::FRAMED, IsDefaultUiCamera));
}

/// What `--trace` writes: a dot in the path of the script.
fn sample(probe: Single<(&Transform, &Velocity), With<Probe>>) -> [Sample; 1] {
    [Sample { name: "probe", position: probe.0.translation, velocity: probe.1.0 }]
}
