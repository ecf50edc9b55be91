//! A number on its way to where a throw lands.

use crate::{
    law::throw::Throw,
    math::{self, Approach, Landing, Law, Slope, crossing::Tracking},
    space::{Space, WideTangent, length},
};

/// What takes a number to where it lands.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Flight {
    /// A throw, and how long it is on its way at the segment's start. Unit: s of the entity's own time.
    Throw { fling: math::Fling, elapsed: f64 },
    /// A spring, where no throw leads there.
    Spring { k: f64, c: f64, target: f64 },
    /// The number is beyond a soft bound, or glides past it: its throw begins where it comes back.
    Waiting,
}

/// How throws have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Ended {
    /// All of them have landed, which is to be told.
    Landed,
    /// Something else has ended one of them.
    Broken,
}

impl Flight {
    /// Begins from a number and its rate, under its friction and dry friction; returns `None` if the number is at its end, and at rest. A
    /// number that `passes` its end glides past it, if it would do so by itself.
    pub(super) fn begin<V: Space>(
        throw: &Throw<V>,
        [friction, dry]: [f64; 2],
        end: f64,
        [number, rate]: [f64; 2],
        passes: bool,
    ) -> Option<Self> {
        let landing = Landing::new(number, rate, end).with_least_speed(throw.least_speed.into()).with_dry(dry);
        let approach = match throw.duration {
            Some(duration) => landing.approach_in(end, duration.into()),
            None => landing.approach(end, friction, throw.longest.into()),
        };
        match approach {
            Ok(Approach::Rest) => None,
            // A throw with all of the entity's friction would be stopped at its end by more than that.
            Ok(Approach::Throw(fling)) if passes && fling.friction() == friction => Some(Self::Waiting),
            Ok(Approach::Throw(fling)) => Some(Self::Throw { fling, elapsed: 0.0 }),
            Ok(Approach::Spring(_)) | Err(_) => {
                // Fast enough not to overshoot what it moves towards.
                let towards = rate / (end - number);
                let omega = f64::from(throw.angular_frequency).max(if towards.is_finite() { towards } else { 0.0 });
                Some(Self::Spring { k: omega * omega, c: 2.0 * omega, target: end })
            }
        }
    }

    /// The flight's law and target, where it has a law of its own.
    pub(super) fn tracking(&self, position: f64, velocity: f64) -> Option<Tracking> {
        let (law, target) = match *self {
            Self::Throw { fling, .. } => (fling.law(), 0.0),
            Self::Spring { k, c, target } => (Law { k, c, ..Law::default() }, target),
            Self::Waiting => return None,
        };
        Some(Tracking { law, target, target_slope: Slope::default(), position, velocity })
    }

    /// Where a throw lands, and when. Unit: s of the entity's own time after the segment's start.
    pub(super) fn landing(&self) -> Option<(f64, f64)> {
        match *self {
            Self::Throw { fling, elapsed } => Some((fling.final_value(), (fling.duration() - elapsed).max(0.0))),
            Self::Spring { .. } | Self::Waiting => None,
        }
    }

    /// Shifts the flight with the world.
    pub(super) fn shift(&mut self, by: f64) {
        match self {
            Self::Throw { fling, .. } => *fling = fling.with_end(fling.final_value() + by),
            Self::Spring { target, .. } => *target += by,
            Self::Waiting => {}
        }
    }
}

/// The part of dry friction that acts on a number with this rate.
pub(super) fn dry_share<V: Space>(dry: f64, rate: f64, velocity: WideTangent<V>) -> f64 {
    if dry == 0.0 || rate == 0.0 { 0.0 } else { dry * (rate.abs() / length(velocity)) }
}
