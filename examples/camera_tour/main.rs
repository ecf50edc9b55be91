//! A tour of the camera components. The left picture is drawn by this crate's camera, the right one by the usual code for the same task.
//!
//! **What you see.** Ten stations. At each, two cameras show the same scene.
//!
//! - *Orbit*: the camera makes quarter turns around a runner. A `lerp` of the position cuts the corner and comes near the runner.
//! - *Walls*: a boom sweeps past walls and columns. The usual boom jumps to its new length.
//! - *Look at*: the camera keeps the runner in a zone of the picture. The usual `slerp` loses the runner.
//! - *Group*: members join and leave. A bounding box jolts the usual camera.
//! - *Blend*: the camera blends from shot to shot, and back before it has arrived. A blend from a snapshot starts at rest each time.
//! - *Shake*: kicks have a known peak. The usual shake is noise that depends on the frame rate.
//! - *Cut*: a figure is teleported. A cut shows it in the same frame; a `lerp` flies there.
//! - *Attach*: one figure hands a lantern to another, and the lantern goes back before it has arrived. The usual lantern, reparented and
//!   eased, stops dead first.
//! - *Rail*: a dolly keeps to the point of a hairpin that is nearest to the runner. The nearest of all points jumps from side to side.
//! - *Confine*: the picture stays inside the edges of a level while it zooms. A clamped position shows what is beyond them.
//!
//! The readouts show the largest change of velocity from one frame to the next, and further measurements at some stations. On a spring,
//! the velocity changes only by acceleration; with the usual code, it jumps.
//!
//! **Controls.** Keys 1 to 9 and 0, the left and right arrow keys, the buttons, or a gamepad's shoulder buttons choose the station. `,` and `.`
//! change the frame rate of the usual code.
//!
//! **What it teaches.** How to spawn each camera component (`shots.rs`, `lantern.rs`), and how to drive it (`act.rs`).
//!
//! **Source.** The documentation of `math::camera` has the formulas. The usual code (`usual.rs`) is what users of camera libraries report
//! issues about.
//!
//! **Read next.** `shots.rs`, then `act.rs`; then the example `third_person_camera`.

pub(crate) mod act;
pub(crate) mod field;
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
use bevy_exact_motion::{MotionSystems, camera::Pose, prelude::*};

use harness::layout::UPRIGHT_DESIGN_SIZE;
use harness::trace::{Sample, TraceSystems, trace};
use harness::{Harness, Summarize};
use shots::Ours;
use station::Tour;
use usual::Usual;

const ABOUT: &str = "Ten features of ExactCameraPlugin, each next to the usual code for the same task.";

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
            (screen::spawn, place::spawn, lantern::spawn, field::spawn, shots::spawn, usual::spawn, scenery::spawn)
                .chain(),
        )
        .add_systems(PreUpdate, station::listen.after(bevy::input::InputSystems))
        .add_systems(FixedUpdate, (place::run, (act::act, act::avoid_walls)).chain())
        .add_systems(
            Update,
            (shots::keep_aspect, station::enter, field::show, lantern::ease, usual::step, screen::show).chain(),
        )
        .add_systems(PostUpdate, screen::split.before(bevy::camera::CameraUpdateSystems))
        .add_systems(Last, (gauge::measure, gauge::show).chain())
        .add_systems(Summarize, gauge::summarize);
    trace(&mut app, sample);
    app.configure_sets(FixedLast, TraceSystems.after(MotionSystems::BlendCameras));
    app
}

/// Returns the samples for the trace.
fn sample(ours: Single<&Pose, With<Ours>>, usual: Single<&Transform, With<Usual>>) -> [Sample; 2] {
    [
        Sample { name: "ours", position: ours.position, velocity: ours.velocity },
        Sample { name: "usual", position: usual.translation, velocity: Vec3::ZERO },
    ]
}
