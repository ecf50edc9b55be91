//! The scripted input: makes explosions by clicks and a swipe, sets an infeasible end, then a contraction, scrubs time, and drags the
//! tangent.

use bevy::prelude::*;

use super::stage;
use harness::script::{Script, click, drag};

pub(crate) fn play() -> Script {
    let at = Vec2::new;
    Script::new(
        [
            click("Euler's ring too", at(0.1, 0.5), 1.25),
            click(stage::NAME, at(0.42, 0.36), 1.5),
            drag(stage::NAME, at(0.14, 0.30), at(0.56, 0.66), 2.0, 2.75),
            // A negative end rate is infeasible until "contract at the end" is on.
            drag("end rate", at(0.37, 0.8), at(0.12, 0.8), 3.25, 3.75),
            click("contract at the end", at(0.1, 0.5), 4.25),
            click(stage::NAME, at(0.34, 0.5), 4.5),
            drag("scrub time", at(0.85, 0.8), at(0.15, 0.8), 5.75, 6.5),
            drag("scrub time", at(0.15, 0.8), at(0.6, 0.8), 6.5, 6.875),
            drag("radii", at(0.22, 0.30), at(0.42, 0.40), 7.0, 7.5),
        ]
        .concat(),
    )
}
