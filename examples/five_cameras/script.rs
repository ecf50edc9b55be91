//! The scripted input: six seconds with each camera.

use bevy::prelude::*;

use harness::script::{Input, Script, at, click, hold, tap};

use super::choice::Chosen;

/// The time with each camera. Unit: s.
pub(crate) const STAY: f64 = 6.0;

pub(crate) fn play() -> Script {
    let turns = (0..40).map(|step| at(0.5 + 0.05 * f64::from(step), Input::MoveMouse(Vec2::new(6.0, 0.0))));
    let keys = [
        &hold(KeyCode::KeyW, 0.5, 3.0)[..],
        &click(Chosen::Platformer.name(), Vec2::splat(0.5), STAY),
        &hold(KeyCode::KeyA, STAY + 0.5, STAY + 3.2),
        &hold(KeyCode::Space, STAY + 1.0, STAY + 5.0),
        &hold(KeyCode::KeyD, STAY + 3.4, STAY + 5.5),
        &tap(KeyCode::Digit3, 2.0 * STAY),
        &[at(2.0 * STAY + 1.0, Input::TurnWheel(-3.0)), at(2.0 * STAY + 3.0, Input::TurnWheel(6.0))],
        &tap(KeyCode::Digit4, 3.0 * STAY),
        &hold(KeyCode::ArrowRight, 3.0 * STAY + 1.0, 3.0 * STAY + 4.0),
        &click(Chosen::ModelViewer.name(), Vec2::splat(0.5), 4.0 * STAY),
    ];
    Script::new(turns.chain(keys.concat()))
}
