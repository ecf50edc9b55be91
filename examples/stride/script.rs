//! The scripted input: changes of the clip, some of them in pairs, so that the first transition is interrupted.

use bevy::prelude::*;

use harness::script::{Script, click};

/// The duration of a round. Unit: s.
pub(crate) const PERIOD: f64 = 9.0;
const ROUNDS: u32 = 100;
/// The clicks of a round: the time since its start (s), and the button.
pub(crate) const CLICKS: [(f64, &str); 11] = [
    (0.8, "walk"),
    (2.2, "run"),
    (2.38, "wave"),
    (2.52, "run"),
    (4.0, "hop"),
    (5.2, "wave"),
    (5.3, "walk"),
    (6.4, "hop"),
    (6.55, "run"),
    (7.7, "wave"),
    (8.6, "stand"),
];

pub(crate) fn play() -> Script {
    let rounds = (0..ROUNDS).map(|round| f64::from(round) * PERIOD);
    Script::new(rounds.flat_map(|start| {
        CLICKS.into_iter().flat_map(move |(time, name)| click(name, Vec2::new(0.5, 0.5), start + time))
    }))
}
