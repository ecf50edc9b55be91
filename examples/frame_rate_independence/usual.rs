//! Three common methods to follow a target, a few lines each. Their results depend on the tick rate.

use bevy::math::FloatExt;

use super::rows::Aim;

/// A position and its velocity.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct State {
    pub(crate) position: f32,
    pub(crate) velocity: f32,
}

/// Semi-implicit Euler: steps the velocity, then the position by the new velocity.
pub(crate) fn euler(state: &mut State, aim: &Aim, delta: f32) {
    let (omega, zeta) = (aim.spring.angular_frequency, aim.spring.damping_ratio);
    let acceleration = omega * omega * (aim.target - state.position) - 2.0 * zeta * omega * state.velocity;
    state.velocity += delta * acceleration;
    state.position += delta * state.velocity;
}

/// Covers a fraction of the remaining distance in each tick. At high tick rates, it covers half the distance in the same time as a critical
/// spring.
pub(crate) fn lerp(state: &mut State, aim: &Aim, delta: f32) {
    let rate = aim.spring.angular_frequency * core::f32::consts::LN_2 / 1.678_347;
    state.position = state.position.lerp(aim.target, (rate * delta).min(1.0));
}

/// Unity's `SmoothDamp`: a critical spring whose exponential is approximated by a rational function.
pub(crate) fn smooth_damp(state: &mut State, aim: &Aim, delta: f32) {
    if delta == 0.0 {
        return;
    }
    let omega = aim.spring.angular_frequency;
    let x = omega * delta;
    let decay = 1.0 / (1.0 + x + 0.48 * x * x + 0.235 * x * x * x);
    let change = state.position - aim.target;
    let momentum = (state.velocity + omega * change) * delta;
    let before = state.position;
    state.velocity = (state.velocity - omega * momentum) * decay;
    state.position = aim.target + (change + momentum) * decay;
    // `SmoothDamp` stops at its target instead of overshooting.
    if (aim.target - before > 0.0) == (state.position > aim.target) {
        *state = State { position: aim.target, velocity: 0.0 };
    }
}
