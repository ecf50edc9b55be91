//! Adds the harness to the program in `main.rs`: a mode without a display, scripted input, help, and a trace.

use bevy::prelude::*;
use bevy_exact_motion::{MotionSystems, camera::Pose, prelude::*};

use harness::Harness;
use harness::hud::Help;
use harness::program;
use harness::script::{Input, Script, at, hold};
use harness::trace::{Sample, TraceSystems, trace};

const ABOUT: &str = "A player in a yard, and a camera that orbits, avoids the walls and looks at the player.";
const HELP: Help = Help(&[("W A S D", "walk"), ("mouse", "look")]);

/// Replaces Bevy's `DefaultPlugins`.
pub(crate) struct DefaultPlugins;

impl Plugin for DefaultPlugins {
    fn build(&self, app: &mut App) {
        program::begin(app, || Harness::from_command_line("minimal", ABOUT, script()).with_interface());
        app.insert_resource(HELP);
        trace(app, sample);
        app.configure_sets(FixedLast, TraceSystems.after(MotionSystems::BlendCameras));
    }
}

/// Scripted input: walks forward, turns the camera while walking, and walks to the left.
fn script() -> Script {
    let sweep = (0..64).map(|step| at(1.0 + f64::from(step) / 64.0, Input::MoveMouse(Vec2::new(-12.0, 0.0))));
    let mut events = [hold(KeyCode::KeyW, 0.25, 1.5), hold(KeyCode::KeyA, 2.0, 3.0)].concat();
    events.extend(sweep);
    Script::new(events)
}

/// Returns the samples for the trace.
fn sample(player: Single<(&Transform, &Velocity), With<Limits>>, camera: Single<&Pose>) -> [Sample; 2] {
    let (transform, velocity) = *player;
    [
        Sample { name: "player", position: transform.translation, velocity: velocity.0 },
        Sample { name: "camera", position: camera.position, velocity: camera.velocity },
    ]
}

/// Builds the app of the scene.
#[cfg(test)]
pub(crate) fn build(harness: &Harness) -> App {
    harness.app_of(super::main).expect("the program should run its app")
}

/// Runs the scene in a web page.
#[cfg(target_arch = "wasm32")]
pub(crate) fn run() {
    super::main();
}
