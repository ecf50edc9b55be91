//! Named springs from other libraries.

use super::Spring;

/// # Presets
///
/// Springs that other libraries provide under the same names.
///
/// | preset | ω (rad/s) | ζ | from |
/// | --- | ---: | ---: | --- |
/// | [`gentle`](Self::gentle) | 10.95 | 0.639 | react-spring: tension 120, friction 14 |
/// | [`wobbly`](Self::wobbly) | 13.42 | 0.447 | react-spring: tension 180, friction 12 |
/// | [`stiff`](Self::stiff) | 14.49 | 0.690 | react-spring: tension 210, friction 20 |
/// | [`slow`](Self::slow) | 16.73 | 1.793 | react-spring: tension 280, friction 60 |
/// | [`molasses`](Self::molasses) | 16.73 | 3.586 | react-spring: tension 280, friction 120 |
/// | [`smooth`](Self::smooth) | 12.57 | 1 | `SwiftUI`: duration 0.5 s, bounce 0 |
/// | [`snappy`](Self::snappy) | 12.57 | 0.85 | `SwiftUI`: duration 0.5 s, bounce 0.15 |
/// | [`bouncy`](Self::bouncy) | 12.57 | 0.7 | `SwiftUI`: duration 0.5 s, bounce 0.3 |
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Transform::default(), Spring::wobbly(), Target::new(3.0 * Vec3::X)));
///     commands.spawn((Transform::default(), Spring::snappy().on::<Scale>(), Target::new(1.1 * Vec3::ONE).on::<Scale>()));
/// }
/// ```
///
/// # Reference
///
/// react-spring, `config` in `packages/core/src/constants.ts`; `SwiftUI`, `Spring.smooth`, `.snappy` and `.bouncy`.
impl Spring {
    /// Tension 120, friction 14: overshoots by 7 %.
    pub fn gentle() -> Self {
        Self::from_tension_friction(120.0, 14.0)
    }

    /// Tension 180, friction 12: overshoots by 21 %.
    pub fn wobbly() -> Self {
        Self::from_tension_friction(180.0, 12.0)
    }

    /// Tension 210, friction 20: overshoots by 5 %.
    pub fn stiff() -> Self {
        Self::from_tension_friction(210.0, 20.0)
    }

    /// Tension 280, friction 60: does not overshoot.
    pub fn slow() -> Self {
        Self::from_tension_friction(280.0, 60.0)
    }

    /// Tension 280, friction 120: does not overshoot, and takes about twice as long as [`slow`](Self::slow).
    pub fn molasses() -> Self {
        Self::from_tension_friction(280.0, 120.0)
    }

    /// A perceptual duration of 0.5 s, without bounce.
    pub fn smooth() -> Self {
        Self::from_duration_bounce(0.5, 0.0)
    }

    /// A perceptual duration of 0.5 s and a bounce of 0.15: overshoots by 0.6 %.
    pub fn snappy() -> Self {
        Self::from_duration_bounce(0.5, 0.15)
    }

    /// A perceptual duration of 0.5 s and a bounce of 0.3: overshoots by 5 %.
    pub fn bouncy() -> Self {
        Self::from_duration_bounce(0.5, 0.3)
    }
}
