//! The error of an infeasible throw, and the checks that all throws have in common.

use super::nearest::Short;

/// Why no throw lands on the given end. [`Fling`](super::Fling) has an example.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FlingError {
    /// An input, or a value computed from it, is NaN or infinite.
    #[error("{name} is {}; it and all values computed from it must be finite", Short(*value))]
    NotFinite {
        /// The name of the input.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// The friction is negative, so it would accelerate.
    #[error("friction is {} 1/s; it must be ≥ 0, and 0 is the nearest that works", Short(*friction))]
    Friction {
        /// The friction. Unit: 1/s.
        friction: f64,
    },
    /// The minimum deceleration is negative, so it would accelerate.
    #[error("the minimum deceleration is {}; it must be ≥ 0, and 0 is the nearest that works", Short(*dry))]
    Dry {
        /// The minimum deceleration. Unit: length/s².
        dry: f64,
    },
    /// The start velocity is not 0, but the displacement is: the throw would have to come back.
    #[error("a throw of velocity {} cannot end where it starts; a spring comes back", Short(*velocity))]
    NoDistance {
        /// The velocity at the start. Unit: length/s.
        velocity: f64,
    },
    /// The displacement is not 0, but the start velocity is.
    #[error("friction cannot move anything by {} from rest; a spring can", Short(*displacement))]
    StartsAtRest {
        /// The distance to cover. Unit: length.
        displacement: f64,
    },
    /// The start velocity points away from the end.
    #[error(
        "the velocity {} points against the displacement {}; {} works, or a spring",
        Short(*velocity), Short(*displacement), Short(-*velocity)
    )]
    WrongDirection {
        /// The velocity at the start. Unit: length/s.
        velocity: f64,
        /// The distance to cover. Unit: length.
        displacement: f64,
    },
    /// The friction alone stops the throw before its end, or lets it approach the end without reaching it.
    #[error(
        "a friction of {} 1/s stops the throw short of its end; it must be below velocity/displacement, and {} works",
        Short(*friction), Short(*nearest)
    )]
    StopsShort {
        /// The friction. Unit: 1/s.
        friction: f64,
        /// A friction just below the largest feasible one, to four digits. Unit: 1/s.
        nearest: f64,
    },
    /// The minimum deceleration alone stops the throw before its end.
    #[error(
        "a deceleration of {} stops the throw short of its end; it must be at most velocity²/(2 displacement), and {} works",
        Short(*dry), Short(*nearest)
    )]
    DryStopsShort {
        /// The minimum deceleration. Unit: length/s².
        dry: f64,
        /// The largest deceleration that works. Unit: length/s².
        nearest: f64,
    },
    /// The duration is shorter than that of a uniform deceleration, 2 displacement/velocity, so no friction ≥ 0 is feasible.
    #[error(
        "no throw with a friction of at least 0 ends in {} s; it takes at least 2 displacement/velocity, and {} s works",
        Short(*duration), Short(*nearest)
    )]
    TooShort {
        /// The duration. Unit: s.
        duration: f64,
        /// The nearest duration that works, to four digits. Unit: s.
        nearest: f64,
    },
}

/// Validates the input that all throws have in common. Returns the displacement, which is 0 only for a throw with neither distance nor
/// velocity.
pub(super) fn checked_displacement(start: f64, end: f64, velocity: f64, friction: f64) -> Result<f64, FlingError> {
    let displacement = end - start;
    for (name, value) in
        [("start", start), ("end", end), ("velocity", velocity), ("friction", friction), ("displacement", displacement)]
    {
        finite(name, value)?;
    }
    if friction < 0.0 {
        Err(FlingError::Friction { friction })
    } else if displacement == 0.0 && velocity != 0.0 {
        Err(FlingError::NoDistance { velocity })
    } else if velocity == 0.0 && displacement != 0.0 {
        Err(FlingError::StartsAtRest { displacement })
    } else if (velocity > 0.0) != (displacement > 0.0) {
        Err(FlingError::WrongDirection { velocity, displacement })
    } else {
        Ok(displacement)
    }
}

pub(super) fn finite(name: &'static str, value: f64) -> Result<(), FlingError> {
    if value.is_finite() { Ok(()) } else { Err(FlingError::NotFinite { name, value }) }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;
    use crate::Fling;

    #[test]
    fn infeasible_throws_are_errors_that_name_a_value_that_works() {
        use FlingError as Error;
        for bad in [f64::NAN, f64::INFINITY] {
            for (start, end, velocity, friction) in
                [(bad, 1.0, 1.0, 0.1), (0.0, bad, 1.0, 0.1), (0.0, 1.0, bad, 0.1), (0.0, 1.0, 1.0, bad)]
            {
                assert!(matches!(Fling::between(start, end, velocity, friction), Err(Error::NotFinite { .. })));
            }
            assert!(matches!(Fling::over_duration(0.0, 1.0, 1.0, bad), Err(Error::NotFinite { .. })));
        }
        assert!(matches!(Fling::between(0.0, 1.0, 1.0, -0.1), Err(Error::Friction { .. })));
        assert!(matches!(Fling::between(2.0, 2.0, 1.0, 0.1), Err(Error::NoDistance { .. })));
        assert!(matches!(Fling::between(0.0, 1.0, 0.0, 0.1), Err(Error::StartsAtRest { .. })));
        assert!(matches!(Fling::between(0.0, 1e308, 1e-300, 0.0), Err(Error::NotFinite { .. })));
        let done = Fling::between(2.0, 2.0, 0.0, 0.1).unwrap();
        assert_eq!((done.duration(), done.value(0.0), done.rate(0.0)), (0.0, 2.0, 0.0));
        let Err(Error::StopsShort { nearest, .. }) = Fling::between(0.0, 3.0, 6.0, 2.5) else {
            panic!("it stops short")
        };
        assert!(Fling::between(0.0, 3.0, 6.0, nearest).is_ok() && nearest == 1.999);
        let Err(Error::TooShort { nearest, .. }) = Fling::over_duration(0.0, 3.0, 7.0, 0.5) else {
            panic!("too short")
        };
        assert!(Fling::over_duration(0.0, 3.0, 7.0, nearest).is_ok() && (nearest - 0.8572).abs() < 1e-9);
        let under = |dry| Fling::with_dry_at_least(0.0, 3.0, 6.0, 1.0, dry);
        assert!(
            matches!(under(-0.1), Err(Error::Dry { .. })) && matches!(under(f64::NAN), Err(Error::NotFinite { .. }))
        );
        assert_eq!(under(6.1), Err(Error::DryStopsShort { dry: 6.1, nearest: 6.0 }));
        let message = Fling::between(0.0, 3.0, -6.0, 1.0).unwrap_err().to_string();
        assert_eq!(message, "the velocity -6 points against the displacement 3; 6 works, or a spring");
    }
}
