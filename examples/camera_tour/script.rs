//! The scripted input: six seconds at each station.

use bevy::prelude::*;

use harness::script::{Script, click, tap};

use super::station::Station;

/// The time that the script stays at each station. Unit: s.
pub(crate) const STAY: f64 = 6.0;

pub(crate) fn walk() -> Script {
    Script::new(
        [
            &tap(KeyCode::Digit2, STAY)[..],
            &tap(KeyCode::ArrowRight, 2.0 * STAY),
            &tap(KeyCode::Period, 2.5 * STAY),
            &click(Station::Group.name(), Vec2::splat(0.5), 3.0 * STAY),
            &tap(KeyCode::Comma, 3.5 * STAY),
            &click(Station::Blend.name(), Vec2::splat(0.5), 4.0 * STAY),
            &tap(KeyCode::Digit6, 5.0 * STAY),
            &tap(KeyCode::Digit7, 6.0 * STAY),
            &tap(KeyCode::Digit8, 7.0 * STAY),
            &tap(KeyCode::Digit9, 8.0 * STAY),
            &tap(KeyCode::Digit0, 9.0 * STAY),
            &tap(KeyCode::ArrowLeft, 10.0 * STAY),
        ]
        .concat(),
    )
}
