//! Presets of springs match their sources.

use bevy_exact_motion::{math, prelude::*};

/// The source is react-spring's `packages/core/src/constants.ts`: tension and friction for a mass of 1.
#[test]
fn presets_match_react_spring() {
    for (preset, tension, friction) in [
        (Spring::gentle(), 120.0, 14.0),
        (Spring::wobbly(), 180.0, 12.0),
        (Spring::stiff(), 210.0, 20.0),
        (Spring::slow(), 280.0, 60.0),
        (Spring::molasses(), 280.0, 120.0),
    ] {
        let omega = f64::sqrt(tension);
        assert_eq!(preset, Spring::new(omega as f32, (friction / (2.0 * omega)) as f32), "{tension}, {friction}");
    }
}

/// The source is Apple's documentation of `Spring`: a duration of 0.5 s, and base bounces of 0, 0.15 and 0.3. ω = 2π/duration, ζ = 1 −
/// bounce.
#[test]
fn presets_match_swift_ui() {
    for (preset, bounce) in [(Spring::smooth(), 0.0), (Spring::snappy(), 0.15), (Spring::bouncy(), 0.3)] {
        assert_eq!(preset, Spring::new((core::f64::consts::TAU / 0.5) as f32, (1.0 - bounce) as f32), "{bounce}");
    }
}

/// The response overshoots 1 by `e^(−πζ/√(1 − ζ²))`.
#[test]
fn presets_overshoot_as_documented() {
    for (preset, percent) in [
        (Spring::gentle(), 7.4),
        (Spring::wobbly(), 20.8),
        (Spring::stiff(), 5.0),
        (Spring::slow(), 0.0),
        (Spring::molasses(), 0.0),
        (Spring::smooth(), 0.0),
        (Spring::snappy(), 0.6),
        (Spring::bouncy(), 4.6),
    ] {
        let spring = math::Spring::new(preset.angular_frequency.into(), preset.damping_ratio.into()).unwrap();
        let highest = (0..40_000).map(|i| spring.value(f64::from(i) / 10_000.0)).fold(0.0, f64::max);
        assert!(((highest - 1.0).max(0.0) * 100.0 - percent).abs() < 0.05, "{preset:?}: {highest}");
    }
}
