//! The scripted input: filters, sorting and open tiles, most of them in mid-flight.

use bevy::prelude::*;

use harness::script::{Script, click};

/// The duration of a round. Unit: s.
pub(crate) const PERIOD: f64 = 7.5;
const ROUNDS: u32 = 100;
/// The clicks of a round: the time since its start (s), and the name of what is clicked.
const CLICKS: [(f64, &str); 13] = [
    (0.6, "emerald"),
    (1.1, "sort"),
    (1.35, "gems"),
    (1.75, "all"),
    (2.0, "sort"),
    (2.6, "flasks"),
    (2.85, "all"),
    (3.3, "sapphire"),
    (3.6, "sort"),
    (4.2, "coins"),
    (4.7, "blades"),
    (5.1, "all"),
    (6.2, "sapphire"),
];

pub(crate) fn play() -> Script {
    let rounds = (0..ROUNDS).map(|round| f64::from(round) * PERIOD);
    Script::new(rounds.flat_map(|start| {
        CLICKS.into_iter().flat_map(move |(time, name)| click(name, Vec2::new(0.5, 0.5), start + time))
    }))
}
