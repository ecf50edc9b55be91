//! The scripted input: leads the heads around, presses the button, clicks the photo and the boards, and turns dials in flight.

use bevy::prelude::*;

use super::heads::STAGE;
use super::{boards, button, photo};
use harness::script::{Input, Script, ScriptEvent, at, click, drag};

pub(crate) fn play() -> Script {
    let place = Vec2::new;
    let middle = Vec2::splat(0.5);
    Script::new(
        [
            circle(0.25, 1.25),
            drag(button::NAME, middle, place(0.55, 0.55), 1.5, 2.0),
            click(photo::NAME, middle, 2.25),
            click(boards::NAME, middle, 2.75),
            // These drags make the spring softer and bouncier in flight.
            drag("bounce", place(0.60, 0.8), place(0.78, 0.8), 3.25, 3.625),
            drag("duration", place(0.14, 0.8), place(0.30, 0.8), 3.75, 4.125),
            drag(button::NAME, middle, place(0.55, 0.55), 4.25, 4.625),
            click(photo::NAME, middle, 4.875),
            click(boards::NAME, middle, 5.125),
            circle(5.375, 6.125),
            // These drags make the spring so stiff that Euler's method leaves the plot.
            drag("stiffness", place(0.05, 0.8), place(0.80, 0.8), 6.25, 6.625),
            drag("friction", place(0.35, 0.8), place(0.55, 0.8), 6.75, 7.0),
            drag(button::NAME, middle, place(0.55, 0.55), 7.125, 7.375),
        ]
        .concat(),
    )
}

/// Moves the pointer once around the free part of the stage, from `start` to `end` (s).
fn circle(start: f64, end: f64) -> Vec<ScriptEvent> {
    const STEPS: u8 = 48;
    (0..=STEPS)
        .map(|step| {
            let share = f32::from(step) / f32::from(STEPS);
            let from_middle = Vec2::from_angle(core::f32::consts::TAU * share) * Vec2::new(0.10, 0.26);
            let time = start + (end - start) * f64::from(share);
            at(time, Input::PointAt(STAGE, Vec2::new(0.42, 0.52) + from_middle))
        })
        .collect()
}
