//! A coordinate in flight to the end of a throw.

use crate::{
    law::throw::Throw,
    math::{self, Approach, Landing, Law, Slope, crossing::Tracking},
    space::{Space, WideTangent, length},
};

/// How a coordinate gets to its end.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Flight {
    /// A throw, and how long it has been in flight at the segment's start. Unit: s of the entity's own time.
    Throw { fling: math::Fling, elapsed: f64 },
    /// A spring, because no throw leads to the end.
    Spring { k: f64, c: f64, target: f64 },
    /// The coordinate is beyond a soft bound, or will glide past it: its throw begins when it comes back.
    Waiting,
}

/// How the throws of all coordinates have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Ended {
    /// All of them have landed, which is to be reported.
    Landed,
    /// At least one of them was broken off, was replaced by a spring, or had to wait.
    Broken,
}

impl Flight {
    /// Begins the flight of a coordinate with this position and velocity, under friction and dry friction. Returns `None` if the coordinate
    /// is at rest at its end. If `passes` is set, a coordinate that would glide past its end by itself waits until it comes back.
    pub(super) fn begin<V: Space>(
        throw: &Throw<V>,
        [friction, dry]: [f64; 2],
        end: f64,
        [position, velocity]: [f64; 2],
        passes: bool,
    ) -> Option<Self> {
        let landing = Landing::new(position, velocity, end).with_min_speed(throw.min_speed.into()).with_dry(dry);
        let approach = match throw.duration {
            Some(duration) => landing.approach_in(end, duration.into()),
            None => landing.approach(end, friction, throw.max_duration.into()),
        };
        match approach {
            Ok(Approach::Rest) => None,
            // A throw with the entity's full friction needs additional deceleration to stop at its end, so the coordinate would glide past
            // its end by itself.
            Ok(Approach::Throw(fling)) if passes && fling.friction() == friction => Some(Self::Waiting),
            Ok(Approach::Throw(fling)) => Some(Self::Throw { fling, elapsed: 0.0 }),
            Ok(Approach::Spring(_)) | Err(_) => {
                // A frequency at which a coordinate that moves towards its end does not overshoot it.
                let towards = velocity / (end - position);
                let omega = f64::from(throw.angular_frequency).max(if towards.is_finite() { towards } else { 0.0 });
                Some(Self::Spring { k: omega * omega, c: 2.0 * omega, target: end })
            }
        }
    }

    /// The flight's law and target, if it has a law of its own.
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

    /// Shifts the flight with the world's origin.
    pub(super) fn shift(&mut self, by: f64) {
        match self {
            Self::Throw { fling, .. } => *fling = fling.with_end(fling.final_value() + by),
            Self::Spring { target, .. } => *target += by,
            Self::Waiting => {}
        }
    }
}

/// The part of dry friction that acts along an axis, where `rate` is the part of the velocity along that axis.
pub(super) fn dry_share<V: Space>(dry: f64, rate: f64, velocity: WideTangent<V>) -> f64 {
    if dry == 0.0 || rate == 0.0 { 0.0 } else { dry * (rate.abs() / length(velocity)) }
}
