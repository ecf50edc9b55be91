//! What a registered property costs a frame while no entity has it.

use bevy_exact_motion::prelude::*;

use crate::{
    contenders::{Contender, Ticking, app},
    measure::{Clock, Measure, Spread},
};

/// What the plugin registers.
const PROPERTIES: f64 = 4.0;
const TICKS: u32 = 100;

/// Unit: µs. Its share of a frame with the plugin, less one without.
pub fn microseconds(rounds: usize) -> Spread {
    let mut without = Ticking::new(app(), false);
    let mut with = app();
    with.add_plugins(ExactMotionPlugin::default());
    let mut with = Ticking::new(with, false);
    let frame = |ticking: &mut Ticking| ticking.turn(TICKS).read(Measure::Frame, Clock::Thread);
    Spread::of((0..rounds).map(|_| {
        let (without, with) = (frame(&mut without), frame(&mut with));
        (with - without) / PROPERTIES / 1e3
    }))
}
