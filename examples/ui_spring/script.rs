//! The scripted input: throws a card and catches it in flight, throws a grey card, pauses, throws more cards, uses the menu, changes the
//! spring, and throws the panel.

use bevy::prelude::*;

use super::menu::TOGGLE;
use super::panel;
use harness::script::{Script, click, drag, tap};

pub(crate) fn play() -> Script {
    let (middle, right) = (Vec2::splat(0.5), Vec2::new(0.62, 0.52));
    Script::new(
        [
            // The points of a drag are relative to the card. The card moves with the pointer, so each move adds to the previous ones.
            drag("sun", middle, right, 0.5, 0.9),
            drag("sun", middle, Vec2::new(0.40, 0.50), 1.1, 1.4),
            drag("grey sun", middle, right, 0.5 + 1.2, 2.1),
            click(TOGGLE, middle, 2.5),
            click("pause", middle, 3.25),
            drag("leaf", middle, Vec2::new(0.38, 0.44), 3.75, 4.15),
            drag("rose", middle, Vec2::new(0.56, 0.56), 4.5, 4.9),
            click(TOGGLE, middle, 5.25),
            tap(KeyCode::KeyM, 5.5).to_vec(),
            tap(KeyCode::KeyP, 6.0).to_vec(),
            tap(KeyCode::KeyM, 6.5).to_vec(),
            drag("zeta", Vec2::new(0.37, 0.8), Vec2::new(0.30, 0.8), 6.75, 7.0),
            drag(panel::NAME, Vec2::new(0.7, 0.08), Vec2::new(1.1, 0.2), 7.1, 7.35),
        ]
        .concat(),
    )
}
