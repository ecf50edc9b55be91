//! The readout on screen, and the summary that is printed at the end of a run.

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::NodeTranslation};

use super::boards::{Events, Mass};
use super::curves::SECONDS;
use super::heads::Last;
use super::lab::Lab;
use super::numeric;
use harness::Summary;
use harness::hud::{Help, Readout};

pub(crate) const SLATE: Color = Color::srgb(0.13, 0.16, 0.21);

pub(crate) const HELP: Help = Help(&[
    ("move", "the heads follow"),
    ("press", "the button, the boards"),
    ("click", "the photo"),
    ("dials", "set the spring"),
]);

/// Updates the readout. Runs once a frame.
pub(crate) fn show(
    lab: Res<Lab>,
    button: Single<(&Progress, &Velocity<Progress>)>,
    last: Single<(&Velocity<NodeTranslation>, Has<Resting<NodeTranslation>>), With<Last>>,
    mut readout: ResMut<Readout>,
) {
    let (progress, rate) = *button;
    let (velocity, rests) = *last;
    let spring = &lab.0;
    let heads = if rests { "at rest".to_owned() } else { format!("{:.0} px/s", velocity.0.length()) };
    readout.set_if_neq(Readout {
        heading: "Spring lab".to_owned(),
        lines: vec![
            ("omega", format!("{:6.2} rad/s", spring.angular_frequency)),
            ("zeta", format!("{:6.3}", spring.damping_ratio)),
            ("overshoot", format!("{:6.1} %", 100.0 * spring.overshoot())),
            ("settles in", format!("{:6.2} s (1 %)", spring.settling_time(0.01))),
            ("button", format!("{:6.3}  {:+6.2} /s", progress.0, rate.0)),
            ("last head", heads),
        ],
    });
}

/// Adds the scene's lines to the summary, at the end of a windowless run.
pub(crate) fn summarize(
    lab: Res<Lab>,
    events: Res<Events>,
    button: Single<(&Progress, Has<Resting<Progress>>)>,
    mass: Single<&Mass>,
    mut summary: ResMut<Summary>,
) {
    let spring = &lab.0;
    let (progress, rests) = *button;
    let error = |method| numeric::largest_error(spring, &numeric::steps(spring, method, SECONDS));
    summary.0.extend([
        format!("the spring: omega {:.3} rad/s, zeta {:.3}", spring.angular_frequency, spring.damping_ratio),
        format!("the button is at {}, {}", progress.0, if rests { "at rest" } else { "moving" }),
        match events.final_position {
            Some(after) => format!("the mass reached its final position, {}, after {after:.2} s", mass.position),
            None => "the mass has not reached its final position".to_owned(),
        },
        format!(
            "largest errors at {} Hz: Runge-Kutta {:.1e}, Euler {:.1e}",
            numeric::RATE,
            error(numeric::runge_kutta),
            error(numeric::euler)
        ),
    ]);
}
