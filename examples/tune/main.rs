//! See it, tune it: lines show what springs will do, and a panel changes the springs while they run.
//!
//! **What you see.** A lift that goes up and down, turns and grows; a puck that is struck, and bounces off the edges of its
//! table; a body that follows another through its bounces; a ball without a spring. For the inspected body, lines show its
//! path in the next two seconds, with the corners where it bounces, its target, its lag as a number, its velocity and its
//! bounds. The panel shows the body's spring: the curve of a release, overshoot, settling time, and its parameters in every
//! convention.
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

const ABOUT: &str = "What springs will do, drawn as lines, and a panel that tunes them while they run.";
/// A phone in portrait. Unit: px.
pub(crate) const SMALLEST: Vec2 = Vec2::new(360.0, 640.0);
/// On a lower screen the panel scrolls, down to this size. Unit: px.
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
        .add_observer(look::select)
        .add_observer(measure::keep);
    trace(&mut app, sample);
    app
}

/// What `--trace` writes: the bodies that have springs.
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
