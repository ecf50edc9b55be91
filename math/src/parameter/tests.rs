extern crate std;
use std::string::ToString;

use super::*;
use crate::{Friction, RubberBand, Spring, TwoBoards};

/// The names that a constructor's errors use for its parameters, and the constructor.
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
        let boards = TwoBoards { mass, fixed_stiffness, fixed_damping, moving_stiffness, moving_damping, travel: 1.0 };
        boards.spring().map(drop)
    }),
];

/// The ends of the parameters' ranges, ordinary numbers, and the smallest and largest `f64`.
const SPECIAL: [f64; 10] = [0.0, -0.0, 5e-324, 0.3, 1.0, -1.0, -7.0, 1e300, f64::MAX, f64::MIN];

/// All combinations of [`SPECIAL`] numbers for this number of parameters.
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
fn suggested_values_are_valid_and_have_few_digits_even_for_special_input() {
    let mut suggestions = 0;
    for (names, build) in CONSTRUCTORS {
        // At most three parameters are varied. All others are 1.
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
            let result = with(nearest);
            let about_another = match result {
                Ok(()) => false,
                Err(ParameterError::OutOfRange { name: other, .. }) => other != name,
                Err(_) => !SPECIAL.iter().any(|&candidate| with(candidate).is_ok()),
            };
            assert!(result.is_ok() || about_another, "{names:?} {parameters:?}: {name} {nearest:e}: {result:?}");
            let printed = Short(nearest).to_string();
            assert!(printed.len() <= 18, "{names:?} {parameters:?}: {name} {value} → {printed}");
            suggestions += 1;
        }
    }
    assert!(suggestions > 1000, "{suggestions} suggestions were checked");
}

#[test]
fn the_message_names_the_condition_and_a_value_that_works() {
    let error = non_negative("damping ratio", -1.0).unwrap_err();
    assert_eq!(error.to_string(), "damping ratio is -1; it must be ≥ 0, and the nearest that works is 0");
    let error = positive("duration", f64::NAN, |_| true).unwrap_err();
    assert_eq!(error.to_string(), "duration is NaN; it and all values computed from it must be finite");
}

#[test]
fn non_negative_includes_0_and_positive_excludes_it() {
    assert_eq!(non_negative("", 0.0), Ok(0.0));
    assert!(positive("", 0.0, |_| true).is_err());
    assert_eq!(positive("", f64::MIN_POSITIVE, |_| true), Ok(f64::MIN_POSITIVE));
}
