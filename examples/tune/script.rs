//! The scripted input: tunes the puck's spring, then the lift's, chooses a convention, copies the code, and inspects the other bodies.

use bevy::prelude::*;
use harness::script::{Script, click, drag};

const MIDDLE: Vec2 = Vec2::splat(0.5);
/// The vertical position of a slider's track, as a fraction of its node's height.
const TRACK: f32 = 0.75;

pub(crate) fn play() -> Script {
    let at = |x| Vec2::new(x, TRACK);
    Script::new(
        [
            drag("zeta", at(0.18), at(0.12), 0.5, 1.25),
            click("lift", MIDDLE, 2.25),
            drag("zeta", at(0.25), at(0.12), 2.75, 3.5),
            click("next convention", MIDDLE, 3.75),
            click("next convention", MIDDLE, 4.0),
            click("copy as code", MIDDLE, 4.25),
            click("Scale", MIDDLE, 4.5),
            click("follower", MIDDLE, 5.25),
            drag("omega", at(0.58), at(0.45), 5.5, 6.25),
            click("ball", MIDDLE, 7.0),
        ]
        .concat(),
    )
}
