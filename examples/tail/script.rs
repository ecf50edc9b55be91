//! The scripted input: the same gesture again and again, in fewer and fewer frames a second.

use bevy::prelude::*;

use super::pointer::STAGE;
use super::rate::DIAL;
use harness::script::{Script, drag};

/// The duration of a gesture. Unit: s.
pub(crate) const PERIOD: f64 = 4.0;
/// The place of the dial in each round of gestures, as a share of its width: 60, 30 and 15 frames a second.
const RATES: [f32; 3] = [0.98, 0.456, 0.2];
const ROUNDS: usize = 90;

pub(crate) fn play() -> Script {
    let point = Vec2::new;
    Script::new((0..ROUNDS).flat_map(|round| {
        let start = round as f64 * PERIOD;
        let place = point(RATES[round % RATES.len()], 0.78);
        let dial = drag(DIAL, place, place, start, start + 0.1);
        let gesture = [
            (0.3, 0.8, point(0.5, 0.5), point(0.1, 0.35)),
            (1.3, 1.55, point(0.1, 0.35), point(0.9, 0.35)),
            (2.3, 2.5, point(0.9, 0.35), point(0.5, 0.5)),
        ];
        let moves = gesture
            .into_iter()
            .flat_map(move |(from, until, place, end)| drag(STAGE, place, end, start + from, start + until));
        dial.into_iter().chain(moves).collect::<Vec<_>>()
    }))
}
