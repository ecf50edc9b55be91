//! How long the tick is.

use bevy::{
    ecs::{
        resource::Resource,
        system::{Res, ResMut},
    },
    platform::sync::atomic::{AtomicBool, Ordering},
    time::{Fixed, Real, Time},
    utils::prelude::ShortName,
};
use log::warn;

use crate::{motion::clock::Clock, property::Property};

/// Whether it has been told that there is no clock.
#[derive(Resource, Default)]
pub(crate) struct MissingClock(AtomicBool);

impl MissingClock {
    /// A clock, or, once, a word about why nothing moves.
    fn tell<'w, T: Resource>(&self, time: Option<Res<'w, T>>) -> Option<Res<'w, T>> {
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

/// The tick that runs now; without a clock it takes no time.
pub(crate) fn measure_tick<P: Property>(
    mut clock: ResMut<Clock<P>>,
    time: Option<Res<Time>>,
    missing: Res<MissingClock>,
) {
    clock.h = missing.tell(time).map_or(0.0, |time| time.delta_secs_f64());
}

/// The frame that runs now, by the wall's clock.
pub(crate) fn measure_real<P: Property>(
    mut clock: ResMut<Clock<P>>,
    time: Option<Res<Time<Real>>>,
    missing: Res<MissingClock>,
) {
    clock.h = missing.tell(time).map_or(0.0, |time| time.delta_secs_f64());
}

/// The tick that comes, as far as is known.
pub(crate) fn expect_tick<P: Property>(
    mut clock: ResMut<Clock<P>>,
    time: Option<Res<Time<Fixed>>>,
    missing: Res<MissingClock>,
) {
    clock.h = missing.tell(time).map_or(0.0, |time| time.timestep().as_secs_f64());
}
