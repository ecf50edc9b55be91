//! Stepping methods, for comparison: the Runge-Kutta method, as in the article on Rebound (see `main.rs`), and Euler's method.

use bevy_exact_motion::math;

/// The number of steps per second, as in the article. Unit: 1/s.
pub(crate) const RATE: f64 = 30.0;

/// A stepping method: returns the state one step later.
pub(crate) type Method = fn(&math::Spring, State) -> State;

/// Position and velocity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) position: f64,
    pub(crate) velocity: f64,
}

impl State {
    /// Returns the state after `time` (s) at constant `rates`.
    fn after(self, time: f64, rates: Self) -> Self {
        Self { position: self.position + time * rates.position, velocity: self.velocity + time * rates.velocity }
    }
}

/// Returns the time derivative of a state: velocity and acceleration.
fn rates(spring: &math::Spring, state: State) -> State {
    let acceleration = spring.stiffness() * (spring.target - state.position) - spring.damping() * state.velocity;
    State { position: state.velocity, velocity: acceleration }
}

/// Makes one step of the classical fourth-order Runge-Kutta method.
pub(crate) fn runge_kutta(spring: &math::Spring, state: State) -> State {
    let h = 1.0 / RATE;
    let first = rates(spring, state);
    let second = rates(spring, state.after(0.5 * h, first));
    let third = rates(spring, state.after(0.5 * h, second));
    let fourth = rates(spring, state.after(h, third));
    let mean = |of: fn(State) -> f64| (of(first) + 2.0 * of(second) + 2.0 * of(third) + of(fourth)) / 6.0;
    state.after(h, State { position: mean(|state| state.position), velocity: mean(|state| state.velocity) })
}

/// Makes one step of semi-implicit Euler, which most games use: first the velocity, then the position by the new velocity.
pub(crate) fn euler(spring: &math::Spring, state: State) -> State {
    let h = 1.0 / RATE;
    let velocity = state.velocity + h * rates(spring, state).velocity;
    State { position: state.position + h * velocity, velocity }
}

/// Returns the time (s) and the position of each step in the first `seconds` of the spring's motion.
pub(crate) fn steps(spring: &math::Spring, method: Method, seconds: f64) -> Vec<(f64, f64)> {
    let start = State { position: spring.start, velocity: spring.velocity };
    let states = core::iter::successors(Some((0.0, start)), |(time, state)| {
        let next = time + 1.0 / RATE;
        (next <= seconds).then(|| (next, method(spring, *state)))
    });
    states.map(|(time, state)| (time, state.position)).collect()
}

/// Returns the largest error of all steps, as a fraction of the distance from start to target.
pub(crate) fn largest_error(spring: &math::Spring, steps: &[(f64, f64)]) -> f64 {
    steps.iter().map(|(time, position)| (position - spring.value(*time)).abs()).fold(0.0, f64::max)
}
