//! The scripted input: flings the list, pulls it past its end and releases it, throws cards, and deals them again.

use bevy::prelude::*;

use super::cards::TABLE;
use super::input::DEAL;
use super::list::VIEW;
use harness::script::{Script, click, drag, tap};

pub(crate) fn play() -> Script {
    let at = Vec2::new;
    let middle = Vec2::splat(0.5);
    Script::new(
        [
            // These two drags start where the cards were dealt.
            drag(TABLE, at(0.27, 0.9), at(0.45, 0.62), 0.25, 0.45),
            drag(TABLE, at(0.39, 0.9), at(0.36, 0.6), 0.6, 0.8),
            drag(VIEW, at(0.5, 0.8), at(0.5, 0.15), 1.0, 1.2),
            tap(KeyCode::ArrowUp, 1.75).to_vec(),
            tap(KeyCode::ArrowRight, 2.5).to_vec(),
            drag(VIEW, at(0.5, 0.2), at(0.5, 0.9), 3.25, 3.4),
            tap(KeyCode::KeyW, 3.55).to_vec(),
            drag(TABLE, at(0.62, 0.9), at(0.3, 0.7), 4.0, 4.2),
            drag(VIEW, at(0.5, 0.2), at(0.5, 0.8), 5.0, 5.5),
            click(DEAL, middle, 6.25),
            tap(KeyCode::KeyS, 7.0).to_vec(),
        ]
        .concat(),
    )
}
