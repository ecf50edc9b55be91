//! Three common methods to follow a target, each a few lines long. Their results depend on the tick rate.

use bevy::math::FloatExt;

use super::rows::Aim;

/// A position and its velocity.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct State {
    pub(crate) position: f32,
    pub(crate) velocity: f32,
}

/// The spring by semi-implicit Euler: velocity first.
pub(crate) fn euler(state: &mut State, aim: &Aim, delta: f32) {
    let (omega, zeta) = (aim.spring.angular_frequency, aim.spring.damping_ratio);
    let acceleration = omega * omega * (aim.target - state.position) - 2.0 * zeta * omega * state.velocity;
    state.velocity += delta * acceleration;
    state.position += delta * state.velocity;
}

/// Covers a share of the remaining distance in each tick: half of it in the time in which a critical spring covers half.
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
    // It stops at its target instead of overshooting.
    if (aim.target - before > 0.0) == (state.position > aim.target) {
        *state = State { position: aim.target, velocity: 0.0 };
    }
}
