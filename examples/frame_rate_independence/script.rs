//! The scripted input: sets the target twice, makes the spring stiffer, and sets the target again.

use bevy::prelude::*;

use harness::script::{Script, click, drag};

pub(crate) fn play() -> Script {
    let at = Vec2::new;
    Script::new(
        [
            click("exact", at(0.6, 0.30), 4.25),
            click("euler", at(0.6, 0.75), 5.25),
            drag("omega", at(0.30, 0.8), at(0.62, 0.8), 6.0, 6.375),
            click("exact", at(0.6, 0.30), 6.75),
        ]
        .concat(),
    )
}
