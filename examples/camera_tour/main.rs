//! A tour of the camera components: this crate's camera is on the left, and the usual code for the same task is on the right.
//!
//! **What you see.** Eight stations, each with the same world twice. *Orbit*: quarter turns; a `lerp` of the position cuts
//! the corner and comes near the runner. *Walls*: a boom sweeps past walls and columns; the usual boom pops. *Look at*: the
//! camera keeps the runner in a zone of the picture; the usual `slerp` loses the runner. *Group*: members join and leave
//! without a jolt of the camera. *Blend*: the camera blends from shot to shot, and back before it has arrived;
//! a blend from a snapshot starts from rest. *Shake*: kicks have a known peak; the usual shake is noise that depends
//! on the frame rate. *Cut*: a figure is teleported; a cut shows it in the same frame, and a `lerp` flies there.
//! *Attach*: a lantern changes hands, and returns before it has arrived; a child that is eased into its place stops dead
//! first. The readouts show the largest change of velocity from one frame to the next (of a spring its acceleration, of the
//! usual code its jumps), and further measurements at some stations.
//!
//! **Controls.** Keys 1 to 8, the arrows, the buttons, or a gamepad's shoulders choose the station. `,` and `.` choose the
//! frame rate of the usual code.
//!
//! **What it teaches.** How each part is spawned (`shots.rs`, `lantern.rs`), and how it is driven (`act.rs`).
//!
//! **Source.** The documentation of `math::camera` has the formulas. The usual code (`usual.rs`) is the code about which users of camera
//! libraries file issues.
//!
//! **Read next.** `shots.rs`, then `act.rs`; then the example `third_person_camera`.

pub(crate) mod act;
pub(crate) mod gauge;
pub(crate) mod lantern;
pub(crate) mod place;
pub(crate) mod scenery;
pub(crate) mod screen;
pub(crate) mod script;
pub(crate) mod shots;
pub(crate) mod station;
pub(crate) mod usual;

use bevy::prelude::*;
use bevy_exact_motion::{CameraSystems, camera::Pose, prelude::*};

use harness::layout::UPRIGHT_DESIGN_SIZE;
use harness::trace::{Sample, TraceSystems, trace};
use harness::{Harness, Summarize};
use shots::Ours;
use station::Tour;
use usual::Usual;

const ABOUT: &str = "Eight things that ExactCameraPlugin does, each next to the usual code for it.";

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("camera_tour", ABOUT, script::walk()).with_interface();
    let harness = harness.designed_for(UPRIGHT_DESIGN_SIZE);
    let app = build(&harness);
    harness.run(app)
}

/// Builds the app of the scene.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default(), ExactCameraPlugin::default()))
        .init_resource::<Tour>()
        .init_resource::<gauge::Gauges>()
        .add_systems(
            Startup,
            (screen::spawn, place::spawn, lantern::spawn, shots::spawn, usual::spawn, scenery::spawn).chain(),
        )
        .add_systems(PreUpdate, station::listen.after(bevy::input::InputSystems))
        .add_systems(FixedUpdate, (place::run, (act::act, act::sense)).chain())
        .add_systems(Update, (shots::keep_aspect, station::enter, lantern::ease, usual::step, screen::show).chain())
        .add_systems(PostUpdate, screen::split.before(bevy::camera::CameraUpdateSystems))
        .add_systems(Last, (gauge::measure, gauge::show).chain())
        .add_systems(Summarize, gauge::summarize);
    trace(&mut app, sample);
    app.configure_sets(FixedLast, TraceSystems.after(CameraSystems::Blend));
    app
}

/// The samples that `--trace` writes.
fn sample(ours: Single<&Pose, With<Ours>>, usual: Single<&Transform, With<Usual>>) -> [Sample; 2] {
    [
        Sample { name: "ours", position: ours.position, velocity: ours.velocity },
        Sample { name: "usual", position: usual.translation, velocity: Vec3::ZERO },
    ]
}
