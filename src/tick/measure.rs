//! How long the tick is, and when it ends.

use core::time::Duration;

use bevy::{
    ecs::system::SystemParam,
    platform::sync::atomic::{AtomicBool, Ordering},
    prelude::*,
    utils::prelude::ShortName,
};
use log::warn;

use crate::{
    motion::{FrameClock, Stepping, clock::Clock},
    property::Property,
};

/// Whether a warning has said that there is no clock.
#[derive(Resource, Default)]
pub(crate) struct MissingClock(AtomicBool);

impl MissingClock {
    /// A clock, or, once, a word about why nothing moves.
    fn tell<'a, T: Resource>(&self, time: Option<&'a T>) -> Option<&'a T> {
        if time.is_none() && !self.0.swap(true, Ordering::Relaxed) {
            warn!(
                "nothing moves, because there is no `{}`: app.add_plugins(TimePlugin), which is in `MinimalPlugins` and \
                 `DefaultPlugins`",
                ShortName::of::<T>()
            );
        }
        time
    }
}

/// The time shown by the clock that steps a property.
pub(super) fn now<P: Property>(clock: &Clock<P>, time: &Time, real: Option<&Time<Real>>) -> Duration {
    match (clock.options.stepping, real) {
        (Stepping::Frame(FrameClock::Real), Some(real)) => real.elapsed(),
        _ => time.elapsed(),
    }
}

/// Which tick is measured.
#[derive(Clone, Copy)]
pub(crate) enum Measured {
    /// The tick that runs now.
    Tick,
    /// The frame that runs now, by the wall's clock.
    RealFrame,
    /// The tick that comes, as far as is known.
    NextTick,
}

#[derive(SystemParam)]
pub(crate) struct Clocks<'w> {
    time: Option<Res<'w, Time>>,
    real: Option<Res<'w, Time<Real>>>,
    fixed: Option<Res<'w, Time<Fixed>>>,
    missing: Res<'w, MissingClock>,
}

impl Clocks<'_> {
    /// The measured tick's length (s); 0 without a clock.
    pub(super) fn length(&self, measured: Measured) -> f64 {
        let Self { time, real, fixed, missing } = self;
        let length = match measured {
            Measured::Tick => missing.tell(time.as_deref()).map(Time::delta_secs_f64),
            Measured::RealFrame => missing.tell(real.as_deref()).map(Time::delta_secs_f64),
            Measured::NextTick => missing.tell(fixed.as_deref()).map(|time| time.timestep().as_secs_f64()),
        };
        length.unwrap_or(0.0)
    }
}
