//! Which throws land on a given end, and the error where none does.

use super::nearest::Short;

/// Why no throw lands on the given end. [`Fling`](super::Fling) has an example.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FlingError {
    /// NaN or infinite, or so large that what follows from it is.
    #[error("{name} is {}; it must be finite, and so must what follows from it", Short(*value))]
    NotFinite {
        /// Which input.
        name: &'static str,
        /// What it was.
        value: f64,
    },
    /// A friction that would speed up.
    #[error("friction is {} 1/s; it must be ≥ 0, and 0 is the nearest that works", Short(*friction))]
    Friction {
        /// What it was. Unit: 1/s.
        friction: f64,
    },
    /// A deceleration that would speed up.
    #[error("the least deceleration is {}; it must be ≥ 0, and 0 is the nearest that works", Short(*dry))]
    Dry {
        /// What it was. Unit: length/s².
        dry: f64,
    },
    /// A velocity, yet no distance: the throw would have to come back.
    #[error("a throw of velocity {} cannot end where it starts; a spring comes back", Short(*velocity))]
    NoDistance {
        /// The velocity at the start. Unit: length/s.
        velocity: f64,
    },
    /// A distance, yet no velocity.
    #[error("friction moves nothing by {} from rest; a spring does", Short(*displacement))]
    StartsAtRest {
        /// The distance to cover. Unit: length.
        displacement: f64,
    },
    /// A velocity away from the end.
    #[error(
        "the velocity {} points against the displacement {}; {} would do, or a spring",
        Short(*velocity), Short(*displacement), Short(-*velocity)
    )]
    WrongDirection {
        /// The velocity at the start. Unit: length/s.
        velocity: f64,
        /// The distance to cover. Unit: length.
        displacement: f64,
    },
    /// The friction alone stops the throw before its end, or on it but never.
    #[error(
        "a friction of {} 1/s stops the throw short of its end; it must be below velocity/displacement, and {} works",
        Short(*friction), Short(*nearest)
    )]
    StopsShort {
        /// The friction. Unit: 1/s.
        friction: f64,
        /// A friction just below the edge, to four digits. Unit: 1/s.
        nearest: f64,
    },
    /// The least deceleration alone stops the throw before its end.
    #[error(
        "a deceleration of {} stops the throw short of its end; at most velocity²/(2 displacement), {}, would do",
        Short(*dry), Short(*nearest)
    )]
    DryStopsShort {
        /// The least deceleration. Unit: length/s².
        dry: f64,
        /// The greatest that does not. Unit: length/s².
        nearest: f64,
    },
    /// Less time than a uniform deceleration takes, 2 displacement/velocity: no friction ≥ 0 ends there in time.
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

/// The displacement of a throw that is not refused for a reason that all have in common; 0 where there is nothing to do.
pub(super) fn judged(start: f64, end: f64, velocity: f64, friction: f64) -> Result<f64, FlingError> {
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
    use crate::math::Fling;

    #[test]
    fn what_has_no_throw_is_refused_with_what_would_do() {
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
        assert_eq!(message, "the velocity -6 points against the displacement 3; 6 would do, or a spring");
    }
}
