//! The scripted input: a repeated round of clicks, most of them in mid-flight.

use bevy::prelude::*;

use super::halves::NAME;
use harness::script::{Script, click};

/// The duration of a round. Unit: s.
pub(crate) const PERIOD: f64 = 6.0;
const ROUNDS: u32 = 100;
/// The clicks of a round: the time since the start of the round (s), and the position in the half, from `(0, 0)` to `(1, 1)`. Most pauses
/// between clicks are shorter than the tween.
pub(crate) const CLICKS: [(f64, Vec2); 14] = [
    // A circle.
    (0.615, Vec2::new(0.24, 0.31)),
    (0.975, Vec2::new(0.76, 0.29)),
    (1.335, Vec2::new(0.78, 0.76)),
    (1.695, Vec2::new(0.24, 0.78)),
    (2.055, Vec2::new(0.25, 0.35)),
    // A figure eight.
    (2.735, Vec2::new(0.75, 0.78)),
    (3.095, Vec2::new(0.78, 0.31)),
    (3.455, Vec2::new(0.24, 0.78)),
    (3.815, Vec2::new(0.24, 0.31)),
    // A circle in the other direction.
    (4.495, Vec2::new(0.45, 0.80)),
    (4.815, Vec2::new(0.78, 0.57)),
    (5.175, Vec2::new(0.55, 0.28)),
    (5.535, Vec2::new(0.22, 0.54)),
    (5.895, Vec2::new(0.50, 0.70)),
];

pub(crate) fn play() -> Script {
    let rounds = (0..ROUNDS).map(|round| f64::from(round) * PERIOD);
    Script::new(
        rounds.flat_map(|start| CLICKS.into_iter().flat_map(move |(time, place)| click(NAME, place, start + time))),
    )
}
