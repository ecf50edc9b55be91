//! Code that is copied makes the same spring, bit for bit.

use bevy_exact_motion::{Convention, prelude::*};

/// The spring that a line of code makes: by the constructor that it names, and the numbers that it gives.
fn run(code: &str) -> Spring {
    let (constructor, rest) = code.strip_prefix("Spring::").and_then(|code| code.split_once('(')).expect("a call");
    let numbers = rest.strip_suffix(')').expect("it ends");
    let numbers: Vec<&str> = numbers.split(", ").collect();
    // Constructors of components' own numbers take f32, all others f64.
    let short = |index: usize| numbers[index].parse::<f32>().expect("a number");
    let long = |index: usize| {
        assert!(numbers[index].contains(['.', 'e']), "{code}: a literal of a float");
        numbers[index].parse::<f64>().expect("a number")
    };
    match (constructor, numbers.len()) {
        ("new", 2) => Spring::new(short(0), short(1)),
        ("critical", 1) => Spring::critical(short(0)),
        ("from_mass_stiffness_damping", 3) => Spring::from_mass_stiffness_damping(long(0), long(1), long(2)),
        ("from_tension_friction", 2) => Spring::from_tension_friction(long(0), long(1)),
        ("from_origami", 2) => Spring::from_origami(long(0), long(1)),
        ("from_duration_bounce", 2) => Spring::from_duration_bounce(long(0), long(1)),
        ("from_visual_duration_bounce", 2) => Spring::from_visual_duration_bounce(long(0), long(1)),
        ("from_envelope_duration_bounce", 3) => Spring::from_envelope_duration_bounce(long(0), long(1), long(2)),
        ("from_response", 2) => Spring::from_response(long(0), long(1)),
        ("from_settling_time", 3) => Spring::from_settling_time(long(0), long(1), long(2)),
        ("from_half_life", 1) => Spring::from_half_life(long(0)),
        ("from_smooth_time", 1) => Spring::from_smooth_time(long(0)),
        _ => panic!("{code} is of no constructor"),
    }
}

#[test]
fn the_code_of_every_convention_makes_the_same_spring_bit_for_bit() {
    let mut made = [0; Convention::ALL.len()];
    let mut asked = 0;
    for omega in [0.1, 0.5, 1.0, 3.3, 8.0, 10.0, 12.57, core::f32::consts::PI, 47.3, 100.0, 1234.5] {
        for zeta in [0.0, 0.05, 0.1, 0.33, 0.5, 0.7, core::f32::consts::FRAC_1_SQRT_2, 0.999, 1.0, 1.2, 2.0, 3.586] {
            asked += 1;
            let spring = Spring::new(omega, zeta);
            for (index, convention) in Convention::ALL.into_iter().enumerate() {
                let Some(code) = convention.code(&spring) else { continue };
                let again = run(&code);
                assert_eq!(again.angular_frequency.to_bits(), omega.to_bits(), "{code} of {omega}, {zeta}");
                assert_eq!(again.damping_ratio.to_bits(), zeta.to_bits(), "{code} of {omega}, {zeta}");
                made[index] += 1;
            }
        }
    }
    // Of 12 damping ratios one is critical, 9 are at most 1, 8 of them at least 0.05 … and all can be said in the first five ways.
    let of = |convention: Convention| made[Convention::ALL.iter().position(|other| *other == convention).unwrap()];
    for always in [
        Convention::AngularFrequency,
        Convention::MassStiffnessDamping,
        Convention::TensionFriction,
        Convention::Origami,
        Convention::DurationBounce,
        Convention::Response,
    ] {
        assert_eq!(of(always), asked, "{always:?}");
    }
    assert_eq!(of(Convention::SettlingTime), asked / 12 * 11);
    assert_eq!(of(Convention::VisualDurationBounce), asked / 12 * 8);
    assert_eq!(of(Convention::EnvelopeDurationBounce), asked / 12 * 8);
    assert_eq!(of(Convention::HalfLife), asked / 12);
    assert_eq!(of(Convention::SmoothTime), asked / 12);
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
fn another_property_is_named() {
    let spring = Spring::critical(8.0).on::<Scale>();
    assert_eq!(Convention::AngularFrequency.code(&spring).unwrap(), "Spring::critical(8.0).on::<Scale>()");
    assert_eq!(
        Convention::HalfLife.code(&spring).unwrap(),
        format!("{}.on::<Scale>()", { Convention::HalfLife.code(&Spring::critical(8.0)).unwrap() })
    );
}

#[test]
fn what_is_no_spring_has_no_code() {
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
    // Without a frequency there is no time, but a spring that can be written.
    let none = Spring::new(0.0, 0.0);
    assert_eq!(Convention::AngularFrequency.code(&none).unwrap(), "Spring::new(0.0, 0.0)");
    assert_eq!(Convention::DurationBounce.code(&none), None);
}
