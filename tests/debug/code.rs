//! The copied code creates the same spring, bit for bit.

use bevy_exact_motion::{dev_tools::Convention, prelude::*};

/// The spring that a line of code creates. Parses the line, and calls the constructor that it names.
fn run(code: &str) -> Spring {
    let (constructor, rest) = code
        .strip_prefix("Spring::")
        .and_then(|code| code.split_once('('))
        .expect("the code should be a constructor call");
    let arguments = rest.strip_suffix(')').expect("the call should end with a parenthesis");
    let arguments: Vec<&str> = arguments.split(", ").collect();
    // Constructors that take the component's own fields take f32; all others take f64.
    let single = |index: usize| arguments[index].parse::<f32>().expect("the argument should be an f32");
    let double = |index: usize| {
        assert!(arguments[index].contains(['.', 'e']), "{code}: argument {index} should be a float literal");
        arguments[index].parse::<f64>().expect("the argument should be an f64")
    };
    match (constructor, arguments.len()) {
        ("new", 2) => Spring::new(single(0), single(1)),
        ("critical", 1) => Spring::critical(single(0)),
        ("from_mass_stiffness_damping", 3) => Spring::from_mass_stiffness_damping(double(0), double(1), double(2)),
        ("from_tension_friction", 2) => Spring::from_tension_friction(double(0), double(1)),
        ("from_origami", 2) => Spring::from_origami(double(0), double(1)),
        ("from_duration_bounce", 2) => Spring::from_duration_bounce(double(0), double(1)),
        ("from_visual_duration_bounce", 2) => Spring::from_visual_duration_bounce(double(0), double(1)),
        ("from_envelope_duration_bounce", 3) => Spring::from_envelope_duration_bounce(double(0), double(1), double(2)),
        ("from_response", 2) => Spring::from_response(double(0), double(1)),
        ("from_settling_time", 3) => Spring::from_settling_time(double(0), double(1), double(2)),
        ("from_half_life", 1) => Spring::from_half_life(double(0)),
        ("from_smooth_time", 1) => Spring::from_smooth_time(double(0)),
        _ => panic!("{code} calls no known constructor"),
    }
}

#[test]
fn the_code_of_every_convention_creates_the_same_spring_bit_for_bit() {
    let mut counts = [0; Convention::ALL.len()];
    let mut springs = 0;
    for omega in [0.1, 0.5, 1.0, 3.3, 8.0, 10.0, 12.57, core::f32::consts::PI, 47.3, 100.0, 1234.5] {
        for zeta in [0.0, 0.05, 0.1, 0.33, 0.5, 0.7, core::f32::consts::FRAC_1_SQRT_2, 0.999, 1.0, 1.2, 2.0, 3.586] {
            springs += 1;
            let spring = Spring::new(omega, zeta);
            for (index, convention) in Convention::ALL.into_iter().enumerate() {
                let Some(code) = convention.code(&spring) else { continue };
                let created = run(&code);
                assert_eq!(created.angular_frequency.to_bits(), omega.to_bits(), "{code} for {omega}, {zeta}");
                assert_eq!(created.damping_ratio.to_bits(), zeta.to_bits(), "{code} for {omega}, {zeta}");
                counts[index] += 1;
            }
        }
    }
    // Of the 12 damping ratios, 11 are above 0, 8 are from 0.05 to 1, and one is exactly 1. Six conventions express every spring.
    let count = |convention: Convention| counts[Convention::ALL.iter().position(|other| *other == convention).unwrap()];
    for always in [
        Convention::AngularFrequency,
        Convention::MassStiffnessDamping,
        Convention::TensionFriction,
        Convention::Origami,
        Convention::DurationBounce,
        Convention::Response,
    ] {
        assert_eq!(count(always), springs, "{always:?}");
    }
    assert_eq!(count(Convention::SettlingTime), springs / 12 * 11);
    assert_eq!(count(Convention::VisualDurationBounce), springs / 12 * 8);
    assert_eq!(count(Convention::EnvelopeDurationBounce), springs / 12 * 8);
    assert_eq!(count(Convention::HalfLife), springs / 12);
    assert_eq!(count(Convention::SmoothTime), springs / 12);
}

#[test]
fn code_has_no_more_digits_than_it_needs() {
    let spring = Spring::from_tension_friction(170.0, 26.0);
    assert_eq!(Convention::TensionFriction.code(&spring).unwrap(), "Spring::from_tension_friction(170.0, 26.0)");
    let spring = Spring::from_duration_bounce(0.5, 0.2);
    assert_eq!(Convention::DurationBounce.code(&spring).unwrap(), "Spring::from_duration_bounce(0.5, 0.2)");
    let spring = Spring::from_settling_time(0.4, 0.7, 0.01);
    assert_eq!(Convention::SettlingTime.code(&spring).unwrap(), "Spring::from_settling_time(0.4, 0.7, 0.01)");
    let spring = Spring::from_envelope_duration_bounce(0.8, 0.25, 0.0);
    let code = Convention::EnvelopeDurationBounce.code(&spring).unwrap();
    assert_eq!(code, "Spring::from_envelope_duration_bounce(0.8, 0.25, 0.0)");
    let spring = Spring::from_origami(40.0, 7.0);
    assert_eq!(Convention::Origami.code(&spring).unwrap(), "Spring::from_origami(40.0, 7.0)");
    assert_eq!(Convention::AngularFrequency.code(&Spring::critical(8.0)).unwrap(), "Spring::critical(8.0)");
}

#[test]
fn the_code_names_properties_other_than_translation() {
    let spring = Spring::critical(8.0).on::<Scale>();
    assert_eq!(Convention::AngularFrequency.code(&spring).unwrap(), "Spring::critical(8.0).on::<Scale>()");
    assert_eq!(
        Convention::HalfLife.code(&spring).unwrap(),
        format!("{}.on::<Scale>()", { Convention::HalfLife.code(&Spring::critical(8.0)).unwrap() })
    );
}

#[test]
fn an_invalid_spring_has_no_code() {
    for convention in Convention::ALL {
        for bad in [f32::NAN, f32::NEG_INFINITY, -1.0] {
            assert_eq!(convention.code(&Spring::new(bad, 0.5)), None, "{convention:?}");
            assert_eq!(convention.code(&Spring::new(8.0, bad)), None, "{convention:?}");
        }
        assert_eq!(convention.code(&Spring::new(8.0, f32::INFINITY)), None, "{convention:?}");
        let rigid = convention.code(&Spring::new(f32::INFINITY, 0.5));
        assert!(rigid.is_none_or(|code| !code.contains("inf")), "{convention:?}");
    }
    let rigid = Spring::critical(f32::INFINITY);
    assert_eq!(Convention::AngularFrequency.code(&rigid).unwrap(), "Spring::critical(f32::INFINITY)");
    // A spring of frequency 0 has no duration, but its frequency and damping ratio can still be written.
    let unsprung = Spring::new(0.0, 0.0);
    assert_eq!(Convention::AngularFrequency.code(&unsprung).unwrap(), "Spring::new(0.0, 0.0)");
    assert_eq!(Convention::DurationBounce.code(&unsprung), None);
}
