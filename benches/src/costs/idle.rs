//! What a registered property costs a frame while no entity has it.

use bevy_exact_motion::prelude::*;

use crate::{
    contenders::{Contender, Ticking, app},
    measure::{Clock, Measure, Spread},
};

/// What the first plugin registers.
const PROPERTIES: f64 = 4.0;
const TICKS: u32 = 100;

/// What is measured of apps without entities. Unit: µs a frame.
pub struct Idle {
    /// A registered property.
    pub property: Spread,
    /// Both plugins.
    pub plugins: Spread,
}

impl Idle {
    /// A frame with plugins, less one without.
    pub fn measure(rounds: usize) -> Self {
        let mut without = Ticking::new(app(), false);
        let mut motion = app();
        motion.add_plugins(ExactMotionPlugin::default());
        let mut motion = Ticking::new(motion, false);
        let mut both = app();
        both.add_plugins((ExactMotionPlugin::default(), ExactCameraPlugin::default()));
        let mut both = Ticking::new(both, false);
        let frame = |ticking: &mut Ticking| ticking.turn(TICKS).read(Measure::Frame, Clock::Thread) / 1e3;
        let (property, plugins): (Vec<_>, Vec<_>) = (0..rounds)
            .map(|_| {
                let without = frame(&mut without);
                ((frame(&mut motion) - without) / PROPERTIES, frame(&mut both) - without)
            })
            .unzip();
        Self { property: Spread::of(property.into_iter()), plugins: Spread::of(plugins.into_iter()) }
    }
}
