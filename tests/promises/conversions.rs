//! Other libraries' parameters are converted in f64 and rounded once: the result is the f32 that is nearest to a 50-digit reference.

use bevy_exact_motion::prelude::*;

#[test]
fn a_literal_is_converted_without_rounding_it_to_f32_first() {
    // The references: mpmath 1.3.0 with 50 digits, for exactly the decimal numbers in the calls.
    let frictions = [
        (Friction::from_frame_factor(0.998, 1000.0), 2.002_002_670_673_077_4),
        (Friction::from_frame_factor(0.99, 60.0), 0.603_020_151_210_086_5),
        (Friction::from_retention(0.998), 0.002_002_002_670_673_077_4),
        (Friction::from_half_life(0.1), 6.931_471_805_599_453),
        (Friction::from_stopping_distance(0.3, 0.7), 0.428_571_428_571_428_6),
    ];
    for (friction, rate) in frictions {
        assert_eq!(friction.rate, rate as f32);
    }
    let springs = [
        (Spring::from_mass_stiffness_damping(0.1, 0.7, 0.3), 2.645_751_311_064_590_6, 0.566_946_709_513_840_9),
        (Spring::from_tension_friction(230.2, 22.1), 15.172_343_260_024_142, 0.728_298_840_240_081_5),
        (Spring::from_origami(40.1, 7.3), 15.184_268_174_660_246, 0.754_069_927_394_192_5),
        (Spring::from_duration_bounce(0.7, -0.9999), 8.975_979_010_256_552, 10_000.0),
        (Spring::from_envelope_duration_bounce(0.7, 0.3, 0.0), 14.056_637_983_010_791, 0.7),
        (Spring::from_envelope_duration_bounce(0.7, 0.3, 5.1), 12.201_256_647_123_48, 0.7),
        (Spring::from_envelope_duration_bounce(0.7, 0.3, -5.1), 14.870_395_020_933_073, 0.7),
        (Spring::from_envelope_duration_bounce(0.4, 0.0, 0.0), 23.083_533_691_128_964, 1.0),
        (Spring::from_envelope_duration_bounce(0.3, 0.0, 2.2), 30.529_783_206_818_524, 1.0),
        (Spring::from_envelope_duration_bounce(0.5, 0.95, 0.0), 156.530_982_821_488_2, 0.05),
        (Spring::from_visual_duration_bounce(0.7, 0.3), 7.479_982_508_547_127, 0.7),
        (Spring::from_response(0.3, 0.8), 20.943_951_023_931_955, 0.8),
        (Spring::from_half_life(0.1), 16.783_469_900_166_607, 1.0),
        (Spring::from_settling_time(0.4, 1.0, 0.001), 23.911_460_235_756_054, 1.0),
        (Spring::from_smooth_time(0.3), 6.666_666_666_666_667, 1.0),
    ];
    for (spring, omega, zeta) in springs {
        assert_eq!((spring.angular_frequency, spring.damping_ratio), (omega as f32, zeta as f32));
    }
}

#[test]
fn infeasible_parameters_give_nan() {
    for spring in [
        Spring::from_envelope_duration_bounce(0.7, 0.96, 0.0),
        Spring::from_envelope_duration_bounce(0.7, -0.1, 0.0),
        Spring::from_envelope_duration_bounce(0.7, 0.3, f64::NAN),
        Spring::from_visual_duration_bounce(-0.5, 0.3),
        Spring::from_visual_duration_bounce(0.5, 1.0),
    ] {
        assert!(spring.angular_frequency.is_nan() && spring.damping_ratio.is_nan(), "{spring:?}");
    }
}

#[test]
fn arguments_may_be_f32_or_f64() {
    let (half_life, frames): (f32, f64) = (0.5, 60.0);
    assert_eq!(Friction::from_half_life(half_life), Friction::from_half_life(0.5));
    assert_eq!(Friction::from_frame_factor(half_life, frames), Friction::from_frame_factor(0.5, 60.0));
    assert_eq!(Spring::from_smooth_time(2.0 * half_life), Spring::from_smooth_time(1.0));
}
