//! Inspects and tunes springs: lines show how bodies will move, and a panel changes the bodies' springs while they move.
//!
//! **What you see.** A lift that goes up and down, turns and grows; a puck that is struck and bounces off the edges of its
//! table; a body that follows another one, which bounces to and fro; and a ball without a spring. For the inspected body, lines
//! show the path of the next two seconds with a corner at each bounce, the target, the lag as a number, the velocity and the
//! bounds. The panel shows the body's spring: the curve of its response, the overshoot, the settling time, and the parameters in
//! every convention.
//!
//! **Controls.** Click or touch a body. Drag the sliders, or press one and use the arrow keys; Tab moves to the next slider.
//! F3 switches the lines on and off. "copy as code" writes the spring to the log and to Bevy's clipboard.
//!
//! **What it teaches.** [`ExactDebugPlugin`], [`Inspected`], [`SpringPanel`],
//! [`MotionGizmos`](bevy_exact_motion::dev_tools::MotionGizmos): `look.rs` has all the code that a game needs for them.
//!
//! **Read next.** `look.rs`, then `bodies.rs`; then the example `spring_lab`.

pub(crate) mod bodies;
pub(crate) mod look;
pub(crate) mod measure;
pub(crate) mod scenery;
pub(crate) mod script;
pub(crate) mod view;

use bevy::input_focus::tab_navigation::TabNavigationPlugin;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy_exact_motion::prelude::*;

use harness::layout::Screen;
use harness::trace::{Sample, trace};
use harness::{Harness, Summarize};

const ABOUT: &str =
    "Lines that show how bodies on springs will move, and a panel that tunes the springs while they run.";
/// The smallest screen on which the whole panel fits: a phone in portrait. Unit: px.
pub(crate) const SMALLEST: Vec2 = Vec2::new(360.0, 640.0);
/// The smallest screen on which the UI has its full size. On a screen that is shorter than [`SMALLEST`], the panel scrolls. Unit: px.
pub(crate) const LOWEST: Vec2 = Vec2::new(360.0, 360.0);

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("tune", ABOUT, script::play()).with_interface();
    let harness = harness.designed_for(SMALLEST).in_full_size_on(LOWEST);
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default(), ExactDebugPlugin, TabNavigationPlugin))
        .init_resource::<measure::Record>()
        .add_systems(Startup, (view::spawn, bodies::spawn, look::spawn, scenery::spawn).chain())
        .add_systems(FixedUpdate, bodies::go)
        .add_systems(Update, (look::listen, look::fit_lines, look::fold.run_if(resource_changed::<Screen>)))
        .add_systems(
            PostUpdate,
            (view::frame.before(TransformSystems::Propagate), look::place_labels.before(UiSystems::Prepare)).chain(),
        )
        .add_systems(Last, measure::measure)
        .add_systems(Summarize, measure::summarize)
        .add_observer(look::select);
    trace(&mut app, sample);
    app
}

/// Returns the samples for the trace: the bodies with springs.
fn sample(
    lift: Single<(&Transform, &Velocity), With<bodies::Lift>>,
    puck: Single<(&Transform, &Velocity), With<bodies::Puck>>,
    follower: Single<(&Transform, &Velocity), With<bodies::Follower>>,
) -> [Sample; 3] {
    [("lift", *lift), ("puck", *puck), ("follower", *follower)].map(|(name, (transform, velocity))| Sample {
        name,
        position: transform.translation,
        velocity: velocity.0,
    })
}
