//! A hundred thousand springs, and a pointer that ploughs through them.
//!
//! **What you see.** A field of dots; a spring holds each dot where it was spawned. Move the pointer, or a finger, through
//! the field: it throws the dots aside, and they swing back. A dot at rest costs almost nothing. The readout shows how many
//! dots are moving, and the time that the plugin takes for all dots in a tick and in a frame. For comparison, it shows the time
//! that a plain Euler step takes for the same number of springs, which never rest.
//!
//! **What it teaches.** Many springs need the same code as one: each dot has a [`Spring`], and throwing it is a write to its
//! [`Velocity`]. Systems before and after [`MotionSystems`](bevy_exact_motion::MotionSystems), the plugin's system sets, measure the
//! plugin's time (`stopwatch.rs`).
//!
//! **Source.** "Damped Springs" (2012), which caches coefficients because many springs share them.
//!
//! **Read next.** `field.rs`; `docs/performance.md` has careful measurements.

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

/// Spawns a camera that shows the whole field in a window of any size.
fn spawn_camera(mut commands: Commands) {
    commands.spawn((Camera2d, field::FRAMED, IsDefaultUiCamera));
}

/// Returns the samples for the trace: a dot that the script's pointer passes over.
fn sample(probe: Single<(&Transform, &Velocity), With<Probe>>) -> [Sample; 1] {
    [Sample { name: "probe", position: probe.0.translation, velocity: probe.1.0 }]
}
