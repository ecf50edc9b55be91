//! The motion to a landing place: a throw if one ends there in time, otherwise a spring.

use super::{Fling, FlingError, Landing};

/// What takes a motion to its landing place. [`Landing::approach`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Approach {
    /// The motion is there, and at rest.
    Rest,
    /// A throw that keeps its velocity and ends there.
    Throw(Fling),
    /// A spring takes the motion there, because no throw leads there or would take too long.
    Spring(Unthrown),
}

/// Why a spring, not a throw, should take a motion to its landing place. [`Landing::approach`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unthrown {
    /// The motion is at rest, but not there.
    NoVelocity,
    /// The place is behind the motion, or where the motion is now: the motion has to turn round.
    Behind,
    /// The motion is slower than the least speed of a throw.
    Slow,
    /// Even a throw without friction, 2 displacement/velocity, would take longer than wanted; or, with a given duration, the motion has
    /// more deceleration than the throw takes. A critically damped spring of an angular frequency above 2 velocity/displacement speeds it
    /// up first.
    TooLong,
    /// The least deceleration, the dry friction that it has anyway, stops it short of the place.
    StopsShort,
    /// The duration is shorter than that of a uniform deceleration, 2 displacement/velocity.
    TooShort,
}

impl Landing {
    /// What takes the motion to `end` (length): a [`Fling`] under viscous friction of the rate `friction` (1/s, ≥ 0), and at least its dry
    /// friction.
    ///
    /// Where that friction would stop the motion short of the end, or take it there only in the limit, the fling has less friction and
    /// takes 4.75 displacement/velocity, see [`Fling::with_friction_at_most`]; `longest` (s, 1 is usual; ∞ is allowed) is the most that it
    /// may take.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy_exact_motion::math::{Approach, Landing, Unthrown};
    ///
    /// # fn main() -> Result<(), bevy_exact_motion::math::FlingError> {
    /// let landing = Landing::new(0.0, 100.0, 50.0);
    /// assert!(matches!(landing.approach(40.0, 2.0, 1.0)?, Approach::Throw(_)));
    /// assert!(matches!(landing.approach(48.0, 2.0, 1.0)?, Approach::Throw(fling) if fling.duration() == 1.0));
    /// assert_eq!(landing.approach(80.0, 2.0, 1.0)?, Approach::Spring(Unthrown::TooLong));
    /// assert_eq!(landing.approach(-20.0, 2.0, 1.0)?, Approach::Spring(Unthrown::Behind));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`FlingError`] for input that is not finite, and for a negative friction.
    pub fn approach(&self, end: f64, friction: f64, longest: f64) -> Result<Approach, FlingError> {
        let Self { position, velocity, least_speed, dry, .. } = *self;
        for (name, value) in [("longest", longest), ("least speed", least_speed)] {
            if value.is_nan() {
                return Err(FlingError::NotFinite { name, value });
            }
        }
        let slow = velocity.abs() < least_speed;
        let spring = |why| Ok(Approach::Spring(why));
        match Fling::with_dry_at_least(position, end, velocity, friction, dry) {
            Ok(_) if position == end => Ok(Approach::Rest),
            Ok(_) if slow => spring(Unthrown::Slow),
            // In less time there is less friction and more deceleration, so still at least the dry friction that it has.
            Ok(fling) if fling.duration() > longest => {
                let in_time = Fling::over_duration(position, end, velocity, longest).ok().filter(|_| longest > 0.0);
                Ok(in_time.map_or(Approach::Spring(Unthrown::TooLong), Approach::Throw))
            }
            Ok(fling) => Ok(Approach::Throw(fling)),
            Err(FlingError::DryStopsShort { .. }) => spring(if slow { Unthrown::Slow } else { Unthrown::StopsShort }),
            Err(FlingError::StartsAtRest { .. }) => spring(Unthrown::NoVelocity),
            Err(FlingError::NoDistance { .. } | FlingError::WrongDirection { .. }) => spring(Unthrown::Behind),
            // What is given is finite, but the time is not.
            Err(FlingError::NotFinite { value, .. }) if value.is_finite() => {
                spring(if slow { Unthrown::Slow } else { Unthrown::TooLong })
            }
            Err(error) => Err(error),
        }
    }

    /// The motion to `end` (length) in `duration` (s, ≥ 0): a [`Fling`], whose friction is solved, see [`Fling::over_duration`]. In a
    /// duration of 0 it is a throw that has landed, whatever the velocity.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy_exact_motion::math::{Approach, Landing, Unthrown};
    ///
    /// # fn main() -> Result<(), bevy_exact_motion::math::FlingError> {
    /// let landing = Landing::new(0.0, 1000.0, 500.0);
    /// assert!(matches!(landing.approach_in(400.0, 1.0)?, Approach::Throw(_)));
    /// assert_eq!(landing.approach_in(400.0, 0.7)?, Approach::Spring(Unthrown::TooShort));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`FlingError`] for input that is not finite.
    pub fn approach_in(&self, end: f64, duration: f64) -> Result<Approach, FlingError> {
        let Self { position, velocity, least_speed, dry, .. } = *self;
        for (name, value) in [("least deceleration", dry), ("least speed", least_speed)] {
            if value.is_nan() {
                return Err(FlingError::NotFinite { name, value });
            }
        }
        let slow = velocity.abs() < least_speed;
        let spring = |why| Ok(Approach::Spring(why));
        match Fling::over_duration(position, end, velocity, duration) {
            Ok(fling) if duration == 0.0 && !(position == end && velocity == 0.0) => Ok(Approach::Throw(fling)),
            Ok(_) | Err(FlingError::TooShort { .. }) if position == end => Ok(Approach::Rest),
            Ok(_) | Err(FlingError::TooShort { .. }) if slow => spring(Unthrown::Slow),
            // With as much deceleration as it has anyway it is there, or stops, at another time.
            Ok(fling) if fling.dry() < dry => spring(Unthrown::TooLong),
            Ok(fling) => Ok(Approach::Throw(fling)),
            Err(FlingError::TooShort { .. }) => spring(Unthrown::TooShort),
            Err(FlingError::StartsAtRest { .. }) => spring(Unthrown::NoVelocity),
            Err(FlingError::NoDistance { .. } | FlingError::WrongDirection { .. }) => spring(Unthrown::Behind),
            // What is given is finite, but the friction is not.
            Err(FlingError::NotFinite { value, .. }) if value.is_finite() => {
                spring(if slow { Unthrown::Slow } else { Unthrown::TooLong })
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests;
