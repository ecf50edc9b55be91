//! The length of a tick and the time at its end.

use core::time::Duration;

use bevy::{
    ecs::system::SystemParam,
    platform::sync::atomic::{AtomicBool, Ordering},
    prelude::*,
    utils::prelude::ShortName,
};
use log::warn;

use crate::{
    motion::{Stepping, clock::Clock},
    property::Property,
};

/// Whether a warning about a missing clock has been logged.
#[derive(Resource, Default)]
pub(crate) struct MissingClock(AtomicBool);

impl MissingClock {
    /// Returns `time`. Warns once if it is missing, because then nothing moves.
    fn warn_if_missing<'a, T: Resource>(&self, time: Option<&'a T>) -> Option<&'a T> {
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

/// The elapsed time of the clock that steps a property.
pub(crate) fn now<P: Property>(clock: &Clock<P>, time: &Time, real: Option<&Time<Real>>) -> Duration {
    match (clock.options.stepping, real) {
        (Stepping::FrameReal, Some(real)) => real.elapsed(),
        _ => time.elapsed(),
    }
}

/// Which tick is measured.
#[derive(Clone, Copy)]
pub(crate) enum Measured {
    /// The running tick.
    Tick,
    /// The running frame, in real time.
    RealFrame,
    /// The next fixed tick, whose length is the current timestep.
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
    /// The length of the measured tick. Unit: s. 0 without a clock.
    pub(super) fn length(&self, measured: Measured) -> f64 {
        let Self { time, real, fixed, missing } = self;
        let length = match measured {
            Measured::Tick => missing.warn_if_missing(time.as_deref()).map(Time::delta_secs_f64),
            Measured::RealFrame => missing.warn_if_missing(real.as_deref()).map(Time::delta_secs_f64),
            Measured::NextTick => missing.warn_if_missing(fixed.as_deref()).map(|time| time.timestep().as_secs_f64()),
        };
        length.unwrap_or(0.0)
    }
}
