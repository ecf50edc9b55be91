//! A cube that moves, and a camera that follows it on a spring.
//!
//! **What you see.** The cube starts at once, the camera catches up: its distance settles where the spring's lag,
//! 2 ζ u/ω, says it should. Space or a click turns the cube round; the camera never jumps.
//!
//! **What it teaches.** The least there is: a plugin, something with a [`Velocity`], something else with a [`Spring`] that
//! [`Follow`]s it. These are the lines at the top of README.
//!
//! **Source.** The camera is the first one of "Damped Springs" (2012).
//!
//! **Read next.** The example `third_person_camera`, which makes a game's camera of this.

pub(crate) mod scenery;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use harness::Harness;
use harness::hud::Help;
use harness::script::{Script, tap};
use harness::trace::{Sample, trace};

const ABOUT: &str = "A cube that moves, and a camera that follows it on a spring.";
const HELP: Help = Help(&[("Space", "or a click: turn the cube round")]);
/// Where the camera hangs, from the cube. Unit: m.
const BEHIND: Vec3 = Vec3::new(0.0, 4.0, 9.0);

fn main() -> AppExit {
    let harness = Harness::from_command_line("minimal", ABOUT, Script::new(tap(KeyCode::Space, 4.0)));
    let app = build(&harness);
    harness.run(app)
}

/// The whole scene, for this run of it.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default()))
        .insert_resource(HELP)
        .add_systems(Startup, spawn)
        .add_systems(Update, turn_round);
    trace(&mut app, sample);
    if harness.draws() {
        app.add_systems(Startup, scenery::spawn.after(spawn)).add_systems(Update, scenery::show);
    }
    app
}

fn spawn(mut commands: Commands) {
    let cube = commands.spawn((Name::new("cube"), Transform::default(), Velocity::new(2.0 * Vec3::X))).id();
    commands.spawn((
        Name::new("camera"),
        Transform::from_translation(BEHIND).looking_at(1.6 * Vec3::Y, Vec3::Y),
        Spring::critical(6.0),
        Follow::new(cube).with_offset(BEHIND),
    ));
}

fn turn_round(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut cube: Single<&mut Velocity, Without<Follow>>,
) {
    if keys.just_pressed(KeyCode::Space) || buttons.just_pressed(MouseButton::Left) {
        cube.0 = -cube.0;
    }
}

/// What `--trace` writes.
fn sample(
    cube: Single<(&Transform, &Velocity), Without<Follow>>,
    camera: Single<(&Transform, &Velocity), With<Follow>>,
) -> [Sample; 2] {
    let row = |name, (transform, velocity): (&Transform, &Velocity)| Sample {
        name,
        position: transform.translation,
        velocity: velocity.0,
    };
    [row("cube", *cube), row("camera", *camera)]
}
