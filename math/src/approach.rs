//! How a motion gets to its landing place: by a throw if one ends there in time, otherwise by a spring.

use super::{Fling, FlingError, Landing};

/// How a motion gets to its landing place. [`Landing::approach`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Approach {
    /// The motion is at its landing place, at rest.
    Rest,
    /// A throw that starts with the motion's velocity and ends at the landing place.
    Throw(Fling),
    /// A spring, because no throw ends at the landing place, or because a throw would take too long.
    Spring(SpringReason),
}

/// Why a spring is needed instead of a throw. [`Landing::approach`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpringReason {
    /// The motion is at rest, but not at its landing place.
    NoVelocity,
    /// The landing place is behind the motion or at its current position, so the motion has to reverse.
    Behind,
    /// The motion is slower than the minimum speed of a throw.
    Slow,
    /// In [`Landing::approach`]: even a throw without friction, which takes 2 displacement/velocity, exceeds the maximum duration. In
    /// [`Landing::approach_in`]: the motion's own dry friction exceeds the deceleration of the throw. A critically damped spring with an
    /// angular frequency above 2 velocity/displacement speeds the motion up first.
    TooLong,
    /// The motion's own dry friction stops it before its landing place.
    StopsShort,
    /// The duration is shorter than that of the shortest throw, a uniform deceleration: 2 displacement/velocity.
    TooShort,
}

impl Landing {
    /// How the motion gets to `end` (length): if possible, by a [`Fling`] with a viscous friction of at most `friction` (1/s, ≥ 0) and a
    /// deceleration of at least the motion's dry friction. The fling takes at most `max_duration` (s; 1 is typical, ∞ is allowed).
    ///
    /// The fling has less than `friction` in two cases. A friction above 0.95 velocity/displacement is reduced to that value, which gives a
    /// fling of 4.75 displacement/velocity (see [`Fling::with_friction_at_most`]). The friction is also reduced if the motion's dry
    /// friction or `max_duration` requires it.
    ///
    /// # Examples
    ///
    /// ```
    /// use exact_motion::{Approach, Landing, SpringReason};
    ///
    /// # fn main() -> Result<(), exact_motion::FlingError> {
    /// let landing = Landing::new(0.0, 100.0, 50.0);
    /// assert!(matches!(landing.approach(40.0, 2.0, 1.0)?, Approach::Throw(_)));
    /// assert!(matches!(landing.approach(48.0, 2.0, 1.0)?, Approach::Throw(fling) if fling.duration() == 1.0));
    /// assert_eq!(landing.approach(80.0, 2.0, 1.0)?, Approach::Spring(SpringReason::TooLong));
    /// assert_eq!(landing.approach(-20.0, 2.0, 1.0)?, Approach::Spring(SpringReason::Behind));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`FlingError`] for non-finite input (except an infinite `max_duration`) and for a negative friction.
    pub fn approach(&self, end: f64, friction: f64, max_duration: f64) -> Result<Approach, FlingError> {
        let Self { position, velocity, min_speed, dry, .. } = *self;
        for (name, value) in [("maximum duration", max_duration), ("minimum speed", min_speed)] {
            if value.is_nan() {
                return Err(FlingError::NotFinite { name, value });
            }
        }
        let slow = velocity.abs() < min_speed;
        let spring = |why| Ok(Approach::Spring(why));
        match Fling::with_dry_at_least(position, end, velocity, friction, dry) {
            Ok(_) if position == end => Ok(Approach::Rest),
            Ok(_) if slow => spring(SpringReason::Slow),
            // A shorter throw has less viscous friction and more deceleration, so its deceleration is still at least the motion's dry
            // friction.
            Ok(fling) if fling.duration() > max_duration => {
                let in_time =
                    Fling::over_duration(position, end, velocity, max_duration).ok().filter(|_| max_duration > 0.0);
                Ok(in_time.map_or(Approach::Spring(SpringReason::TooLong), Approach::Throw))
            }
            Ok(fling) => Ok(Approach::Throw(fling)),
            Err(FlingError::DryStopsShort { .. }) => {
                spring(if slow { SpringReason::Slow } else { SpringReason::StopsShort })
            }
            Err(FlingError::StartsAtRest { .. }) => spring(SpringReason::NoVelocity),
            Err(FlingError::NoDistance { .. } | FlingError::WrongDirection { .. }) => spring(SpringReason::Behind),
            // The input is finite, but the duration is not.
            Err(FlingError::NotFinite { value, .. }) if value.is_finite() => {
                spring(if slow { SpringReason::Slow } else { SpringReason::TooLong })
            }
            Err(error) => Err(error),
        }
    }

    /// How the motion gets to `end` (length) in `duration` (s, ≥ 0): if possible, by a [`Fling`] whose friction is solved for, see
    /// [`Fling::over_duration`]. A duration of 0 gives a throw that is already at its end, for any velocity.
    ///
    /// # Examples
    ///
    /// ```
    /// use exact_motion::{Approach, Landing, SpringReason};
    ///
    /// # fn main() -> Result<(), exact_motion::FlingError> {
    /// let landing = Landing::new(0.0, 1000.0, 500.0);
    /// assert!(matches!(landing.approach_in(400.0, 1.0)?, Approach::Throw(_)));
    /// assert_eq!(landing.approach_in(400.0, 0.7)?, Approach::Spring(SpringReason::TooShort));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`FlingError`] for non-finite input.
    pub fn approach_in(&self, end: f64, duration: f64) -> Result<Approach, FlingError> {
        let Self { position, velocity, min_speed, dry, .. } = *self;
        for (name, value) in [("minimum deceleration", dry), ("minimum speed", min_speed)] {
            if value.is_nan() {
                return Err(FlingError::NotFinite { name, value });
            }
        }
        let slow = velocity.abs() < min_speed;
        let spring = |why| Ok(Approach::Spring(why));
        match Fling::over_duration(position, end, velocity, duration) {
            Ok(fling) if duration == 0.0 && !(position == end && velocity == 0.0) => Ok(Approach::Throw(fling)),
            Ok(_) | Err(FlingError::TooShort { .. }) if position == end => Ok(Approach::Rest),
            Ok(_) | Err(FlingError::TooShort { .. }) if slow => spring(SpringReason::Slow),
            // The throw would need less deceleration than the motion's own dry friction.
            Ok(fling) if fling.dry() < dry => spring(SpringReason::TooLong),
            Ok(fling) => Ok(Approach::Throw(fling)),
            Err(FlingError::TooShort { .. }) => spring(SpringReason::TooShort),
            Err(FlingError::StartsAtRest { .. }) => spring(SpringReason::NoVelocity),
            Err(FlingError::NoDistance { .. } | FlingError::WrongDirection { .. }) => spring(SpringReason::Behind),
            // The input is finite, but the friction is not.
            Err(FlingError::NotFinite { value, .. }) if value.is_finite() => {
                spring(if slow { SpringReason::Slow } else { SpringReason::TooLong })
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests;
