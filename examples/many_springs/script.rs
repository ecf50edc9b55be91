//! The scripted input: ploughs four furrows through the field.

use bevy::prelude::*;

use super::plough;
use harness::script::{Script, drag};

pub(crate) fn play() -> Script {
    let at = Vec2::new;
    let furrow = |from: Vec2, to: Vec2, start: f64| drag(plough::NAME, from, to, start, start + 0.5);
    Script::new(
        [
            furrow(at(0.30, 0.72), at(0.78, 0.42), 0.5),
            furrow(at(0.80, 0.75), at(0.42, 0.30), 1.25),
            furrow(at(0.35, 0.30), at(0.75, 0.80), 2.5),
            furrow(at(0.85, 0.50), at(0.30, 0.52), 3.25),
        ]
        .concat(),
    )
}
