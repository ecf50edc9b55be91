//! A player walks through hills. One camera follows the player on a boom; another one stands on a watchtower.
//!
//! **What you see.** The amber marker floats on a spring above the player's head. The line from the head to the marker is the
//! lag; the strip chart at the top shows the lag over the last seconds. At a steady walking speed, the lag approaches 2 ζ/ω
//! times that speed. After a teleport (T), the camera flies to the player: neither its position nor its velocity jumps. They do
//! not jump if you change ω and ζ in mid-flight, either. A wall of the ruin behind the camera shortens the boom. The slab
//! carries the player. L shows the usual `lerp` camera for comparison, at a frame rate of your choice.
//!
//! **Keys.** W A S D or the arrows walk, Shift sprints, Space jumps, the mouse turns the camera, the wheel zooms, T
//! teleports, C changes the camera, `[` `]` change ω, `-` `=` change ζ, R resets both, L shows the `lerp` camera, `,` `.`
//! change its frame rate. Gamepads work with `--features gamepad`.
//!
//! **What it teaches.** How to build a camera rig that does not depend on the frame rate. The player is an entity with
//! [`Velocity`]; a pivot follows it with [`Spring`] and [`Follow`]; input turns the boom, an [`Orbit`] on the pivot, and walls
//! shorten it; a [`LookAt`] turns the second camera on its tripod. `rig.rs` composes the drawn camera from these two.
//!
//! **Source.** "Damped Springs" (2012) describes both cameras and states three requirements: the motion has no discontinuity,
//! the player can never outrun the camera, and the motion is the same at any frame rate.
//!
//! **Read next.** `rig.rs`, then `player.rs`; then the example `spring_lab`.

pub(crate) mod figure;
pub(crate) mod lens;
pub(crate) mod platform;
pub(crate) mod player;
pub(crate) mod readout;
pub(crate) mod rig;
pub(crate) mod scenery;
pub(crate) mod script;
pub(crate) mod terrain;
pub(crate) mod usual;
pub(crate) mod walls;

use bevy::camera::CameraUpdateSystems;
use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy::window::{CursorGrabMode, CursorOptions};
use bevy_exact_motion::{MotionSystems, prelude::*};

use harness::hud::History;
use harness::trace::{Sample, trace};
use harness::{Harness, Summarize};
use player::{Intent, MouseLook, Player};
use rig::View;

const ABOUT: &str = "A third-person camera on springs, in hills, and a second camera that turns on a watchtower.";

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("third_person_camera", ABOUT, script::walk());
    let app = build(&harness);
    harness.run(app)
}

/// Builds the app of the scene.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default(), ExactCameraPlugin::default()))
        .register_motion::<figure::FacingYaw>();

    app.init_resource::<Intent>()
        .insert_resource(MouseLook(true))
        .insert_resource(readout::HELP)
        .insert_resource(History::new("lag, the last 2.5 s (top: 4 m)", 4.0))
        .add_systems(Startup, spawn)
        .add_systems(PreUpdate, player::listen.after(InputSystems))
        .add_systems(FixedUpdate, figure::turn.after(player::walk))
        .add_systems(FixedLast, readout::record.after(MotionSystems::Rest))
        .add_systems(Summarize, readout::summarize);
    rig::add_systems(&mut app);
    readout::add_tuning(&mut app);
    trace(&mut app, sample);
    if harness.draws() {
        app.add_systems(Startup, scenery::spawn.after(spawn))
            .init_resource::<usual::Usual>()
            .add_systems(Update, (readout::show, capture_mouse, usual::listen))
            .add_systems(
                PostUpdate,
                (figure::show, scenery::show_spring, (usual::step, usual::show).chain(), lens::shift.after(rig::fly))
                    .before(TransformSystems::Propagate)
                    .before(CameraUpdateSystems),
            );
    }
    app
}

/// Spawns the player, both cameras and the slab.
fn spawn(mut commands: Commands) {
    let (player, feet) = player::spawn(&mut commands);
    rig::spawn(&mut commands, player, feet);
    platform::spawn(&mut commands);
}

/// Returns the samples for the trace.
fn sample(player: Single<(&Transform, &Velocity), With<Player>>, camera: Single<(&Transform, &View)>) -> [Sample; 2] {
    let ((player, velocity), (camera, view)) = (*player, *camera);
    [
        Sample { name: "player", position: player.translation, velocity: velocity.0 },
        Sample { name: "camera", position: camera.translation, velocity: view.velocity },
    ]
}

/// Captures the mouse on a click and releases it on Escape.
fn capture_mouse(
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    mut mouse_look: ResMut<MouseLook>,
    mut cursors: Query<&mut CursorOptions>,
) {
    let captures = buttons.just_pressed(MouseButton::Left);
    if !captures && !keys.just_pressed(KeyCode::Escape) {
        return;
    }
    mouse_look.0 = captures;
    for mut cursor in &mut cursors {
        cursor.visible = !captures;
        cursor.grab_mode = if captures { CursorGrabMode::Locked } else { CursorGrabMode::None };
    }
}
