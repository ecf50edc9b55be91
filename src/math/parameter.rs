//! The ranges of parameters, and the error for a parameter outside its range.

use super::nearest::{Short, least_positive, nearest_working};

/// A parameter that has no meaning where it was given. [`Spring::from_response`](super::Spring::from_response) has an example.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// NaN or infinite, or so large that what follows from it is.
    #[error("{name} is {}; it must be finite, and so must what follows from it", Short(*value))]
    NotFinite {
        /// Which parameter.
        name: &'static str,
        /// What it was.
        value: f64,
    },
    /// Outside the range in which the parameter has a meaning.
    #[error("{name} is {}; it must be {range}, and the nearest that works is {}", Short(*value), Short(*nearest))]
    OutOfRange {
        /// Which parameter.
        name: &'static str,
        /// What it was.
        value: f64,
        /// The condition that was violated.
        range: &'static str,
        /// The number nearest to `value` that would be accepted, to four digits; from below 0 the least above it to one.
        nearest: f64,
    },
    /// Damping without stiffness: no damping ratio describes it.
    #[error(
        "damping is {} with stiffness 0; a spring without stiffness must have damping 0, or use friction of the rate damping/mass",
        Short(*damping)
    )]
    DampingWithoutStiffness {
        /// The damping that was given. Unit: mass/s.
        damping: f64,
    },
    /// A distance that the given velocity never covers, because they point apart.
    #[error(
        "a motion of velocity {} never covers the distance {}; the distance {} would do",
        Short(*velocity), Short(*distance), Short(*nearest)
    )]
    WrongDirection {
        /// The velocity that was given. Unit: length/s.
        velocity: f64,
        /// The distance that was given. Unit: length.
        distance: f64,
        /// The nearest distance the other way. Unit: length.
        nearest: f64,
    },
}

/// `value` if it is finite.
pub(super) fn finite(name: &'static str, value: f64) -> Result<f64, ParameterError> {
    if value.is_finite() { Ok(value) } else { Err(ParameterError::NotFinite { name, value }) }
}

/// `value` if it is finite and at least 0; 0 is offered.
pub(super) fn non_negative(name: &'static str, value: f64) -> Result<f64, ParameterError> {
    within(name, value, value >= 0.0, "≥ 0", || 0.0)
}

/// `value` if it is finite and greater than 0; what is offered `works`, given the other parameters.
pub(super) fn positive(name: &'static str, value: f64, works: impl Fn(f64) -> bool) -> Result<f64, ParameterError> {
    // Where nothing works, another parameter is to blame, and is told once this one is in its range.
    within(name, value, value > 0.0, "> 0", || least_positive(works).unwrap_or(1.0))
}

/// A time that is finite and at least 0: a spring that is to take no time is infinitely stiff. What is offered is 0.
pub(super) fn time(name: &'static str, value: f64) -> Result<f64, ParameterError> {
    // −0 would make the frequency −∞.
    non_negative(name, value).map(f64::abs)
}

/// `value` if it is finite and `inside` the range with this edge; what is offered `works`, given the other parameters.
pub(super) fn inside(
    name: &'static str,
    value: f64,
    inside: impl Fn(f64) -> bool,
    range: &'static str,
    edge: f64,
    works: impl Fn(f64) -> bool,
) -> Result<f64, ParameterError> {
    let nearest = || {
        let working = nearest_working(edge, |value| inside(value) && works(value));
        working.or_else(|| nearest_working(edge, &inside)).unwrap_or(edge)
    };
    within(name, value, inside(value), range, nearest)
}

/// `value` if it is finite and `accepted`.
fn within(
    name: &'static str,
    value: f64,
    accepted: bool,
    range: &'static str,
    nearest: impl FnOnce() -> f64,
) -> Result<f64, ParameterError> {
    let value = finite(name, value)?;
    if accepted { Ok(value) } else { Err(ParameterError::OutOfRange { name, value, range, nearest: nearest() }) }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;
    use crate::math::{Friction, RubberBand, Spring, TwoBoards};

    /// A constructor: the names of its parameters, as its errors say them, and itself.
    type Constructor = (&'static [&'static str], fn(&[f64]) -> Result<(), ParameterError>);

    const CONSTRUCTORS: &[Constructor] = &[
        (&["angular frequency", "damping ratio"], |p| Spring::new(p[0], p[1]).map(drop)),
        (&["mass", "stiffness", "damping"], |p| Spring::from_mass_stiffness_damping(p[0], p[1], p[2]).map(drop)),
        (&["Origami tension", "Origami friction"], |p| Spring::from_origami(p[0], p[1]).map(drop)),
        (&["duration", "bounce"], |p| Spring::from_duration_bounce(p[0], p[1]).map(drop)),
        (&["duration", "bounce", "velocity"], |p| Spring::from_envelope_duration_bounce(p[0], p[1], p[2]).map(drop)),
        (&["visual duration", "bounce"], |p| Spring::from_visual_duration_bounce(p[0], p[1]).map(drop)),
        (&["response", "damping ratio"], |p| Spring::from_response(p[0], p[1]).map(drop)),
        (&["half-life", "damping ratio"], |p| Spring::from_half_life_and_damping_ratio(p[0], p[1]).map(drop)),
        (&["duration", "damping ratio", "tolerance"], |p| Spring::from_settling_time(p[0], p[1], p[2]).map(drop)),
        (&["smooth time"], |p| Spring::from_smooth_time(p[0]).map(drop)),
        (&["angular frequency", "overshoot"], |p| Spring::from_overshoot(p[0], p[1]).map(drop)),
        (&["friction rate"], |p| Friction::new(p[0]).map(drop)),
        (&["retention"], |p| Friction::from_retention(p[0]).map(drop)),
        (&["frame factor", "frames per second"], |p| Friction::from_frame_factor(p[0], p[1]).map(drop)),
        (&["half-life"], |p| Friction::from_half_life(p[0]).map(drop)),
        (&["velocity", "stopping distance"], |p| Friction::from_stopping_distance(p[0], p[1]).map(drop)),
        (&["rubber band's factor", "view's size"], |p| RubberBand::new(p[0], p[1]).map(drop)),
        (&["fixed stiffness", "moving stiffness", "fixed damping", "moving damping", "mass"], |p| {
            let [fixed_stiffness, moving_stiffness, fixed_damping, moving_damping, mass] = *p else { unreachable!() };
            let boards =
                TwoBoards { mass, fixed_stiffness, fixed_damping, moving_stiffness, moving_damping, travel: 1.0 };
            boards.spring().map(drop)
        }),
    ];

    /// Edges of every range, numbers as they come, and the edges of f64.
    const SPECIAL: [f64; 10] = [0.0, -0.0, 5e-324, 0.3, 1.0, -1.0, -7.0, 1e300, f64::MAX, f64::MIN];

    /// Every choice of so many special numbers.
    fn choices(parameters: usize) -> impl Iterator<Item = std::vec::Vec<f64>> {
        let count = SPECIAL.len().pow(u32::try_from(parameters).unwrap());
        (0..count).map(move |index| {
            let digits = (0..parameters).scan(index, |left, _| {
                let digit = *left % SPECIAL.len();
                *left /= SPECIAL.len();
                Some(SPECIAL[digit])
            });
            digits.collect()
        })
    }

    #[test]
    fn what_an_error_offers_works_at_special_values_too_and_is_short() {
        let mut offers = 0;
        for (names, build) in CONSTRUCTORS {
            // Of five parameters, those that decide: the boards' sums stand for the other two.
            let varied = names.len().min(3);
            for mut parameters in choices(varied) {
                parameters.resize(names.len(), 1.0);
                let Err(ParameterError::OutOfRange { name, value, nearest, .. }) = build(&parameters) else { continue };
                let index = names.iter().position(|known| *known == name).unwrap_or_else(|| panic!("{name}"));
                let with = |value: f64| {
                    let mut changed = parameters.clone();
                    changed[index] = value;
                    build(&changed)
                };
                let judged = with(nearest);
                let about_another = match judged {
                    Ok(()) => false,
                    Err(ParameterError::OutOfRange { name: other, .. }) => other != name,
                    Err(_) => !SPECIAL.iter().any(|&candidate| with(candidate).is_ok()),
                };
                assert!(judged.is_ok() || about_another, "{names:?} {parameters:?}: {name} {nearest:e}: {judged:?}");
                let printed = Short(nearest).to_string();
                assert!(printed.len() <= 18, "{names:?} {parameters:?}: {name} {value} → {printed}");
                offers += 1;
            }
        }
        assert!(offers > 1000, "{offers} offers were looked at");
    }

    #[test]
    fn the_message_names_the_condition_and_what_would_work() {
        let error = non_negative("damping ratio", -1.0).unwrap_err();
        assert_eq!(error.to_string(), "damping ratio is -1; it must be ≥ 0, and the nearest that works is 0");
        let error = positive("duration", f64::NAN, |_| true).unwrap_err();
        assert_eq!(error.to_string(), "duration is NaN; it must be finite, and so must what follows from it");
    }

    #[test]
    fn edges_belong_where_they_should() {
        assert_eq!(non_negative("", 0.0), Ok(0.0));
        assert!(positive("", 0.0, |_| true).is_err());
        assert_eq!(positive("", f64::MIN_POSITIVE, |_| true), Ok(f64::MIN_POSITIVE));
    }
}
