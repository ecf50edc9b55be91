//! The cost per frame of a registered property that no entity has.

use bevy_exact_motion::prelude::*;

use crate::{
    contenders::{Contender, Ticking, app},
    measure::{Clock, Measure, Spread},
};

/// The number of properties that `ExactMotionPlugin` registers.
const PROPERTIES: f64 = 4.0;
const TICKS: u32 = 100;

/// The costs of apps without entities. Unit: µs per frame.
pub struct Idle {
    /// One registered property.
    pub property: Spread,
    /// Both plugins.
    pub plugins: Spread,
}

impl Idle {
    /// Measures frames with plugins, and subtracts those without.
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
