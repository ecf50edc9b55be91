//! Five cameras that games use, one after the other: those of the guide's chapter *Cameras to copy*, verbatim.
//!
//! **What you see.**
//!
//! - *Third person*: the camera looks over the player's shoulder, and turns behind the player after two seconds without input.
//! - *Platformer*: jumps do not move the camera, landings do. It looks ahead of the player, and the picture stays in the level.
//! - *Top-down*: the picture pans at the edges of the window and stays in the field; the wheel zooms towards the pointer.
//! - *Lock-on*: the camera looks from behind the player at the enemy, and shows both.
//! - *Model viewer*: turn, pan and zoom the monument.
//!
//! **Controls.** Keys 1 to 5 and the buttons choose the camera. W A S D or the arrow keys walk, Space jumps. The mouse, the wheel and
//! fingers control the camera as [`OrbitControls`](bevy_exact_motion::camera::OrbitControls) describes.
//!
//! **What it teaches.** A camera for a game is a few components and, at most, one small system.
//!
//! **Read next.** `third_person.rs`, and the other files with the name of a camera; then the example `camera_tour`.

pub(crate) mod choice;
pub(crate) mod field;
pub(crate) mod lock_on;
pub(crate) mod model_viewer;
pub(crate) mod platformer;
pub(crate) mod screen;
pub(crate) mod script;
pub(crate) mod third_person;
pub(crate) mod top_down;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use choice::Chosen;
use field::Walker;
use harness::Harness;
use harness::layout::UPRIGHT_DESIGN_SIZE;
use harness::trace::{Sample, trace};

const ABOUT: &str = "Five cameras to copy: third person, platformer, top-down, lock-on and model viewer.";

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("five_cameras", ABOUT, script::play()).with_interface();
    let harness = harness.designed_for(UPRIGHT_DESIGN_SIZE);
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default(), ExactCameraPlugin::default()))
        .init_resource::<Chosen>()
        .add_systems(Startup, (screen::spawn, field::spawn, platformer::spawn, lock_on::spawn))
        // A camera that is spawned in `Update` would be drawn once before it is placed.
        .add_systems(
            PreUpdate,
            (choice::listen, choice::change.run_if(resource_changed::<Chosen>))
                .chain()
                .after(bevy::input::InputSystems),
        )
        .add_systems(FixedUpdate, (field::walk, lock_on::circle))
        .add_systems(Update, screen::show.run_if(resource_changed::<Chosen>));
    third_person::add(&mut app);
    platformer::add(&mut app);
    top_down::add(&mut app);
    lock_on::add(&mut app);
    if harness.draws() {
        app.add_systems(PostStartup, field::draw);
    }
    trace(&mut app, sample);
    app
}

/// Returns the samples for the trace: the camera as it was drawn last, and the player on the field.
fn sample(
    cameras: Query<&GlobalTransform, (With<Camera>, Without<IsDefaultUiCamera>)>,
    player: Single<(&Transform, &Velocity), With<Walker>>,
) -> [Sample; 2] {
    let (place, velocity) = *player;
    let drawn = cameras.iter().next().map_or(Vec3::ZERO, GlobalTransform::translation);
    [
        Sample { name: "camera", position: drawn, velocity: Vec3::ZERO },
        Sample { name: "player", position: place.translation, velocity: velocity.0 },
    ]
}
