//! The scripted input: two kinds of slow motion, poured drops, a pause, and another restitution.

use bevy::prelude::*;

use super::input::{BOUNCE, PAUSE, STAGE, TIME_SCALES};
use harness::script::{Script, click, drag, hold, tap};

pub(crate) fn play() -> Script {
    let at = Vec2::new;
    let middle = Vec2::splat(0.5);
    Script::new(
        [
            tap(KeyCode::Digit2, 2.5).to_vec(),
            click(TIME_SCALES[2].2, middle, 3.5),
            click(TIME_SCALES[0].2, middle, 4.5),
            drag(STAGE, at(0.45, 0.2), at(0.62, 0.3), 4.75, 6.0),
            click(PAUSE, middle, 6.25),
            click(PAUSE, middle, 6.5),
            drag(BOUNCE, at(0.66, 0.8), at(0.9, 0.8), 6.75, 7.0),
            hold(KeyCode::Space, 7.25, 7.75).to_vec(),
        ]
        .concat(),
    )
}
