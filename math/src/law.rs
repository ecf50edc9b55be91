//! One step of the law, with a target that is held, or that moves on a line or on a cubic.

use super::{Integrals, Propagator, Slope, Vector};

/// The change of position and velocity over a step. [`Propagator::held`] returns it, and [`Law::step_held`] shows how to use it.
///
/// Add the change to the state as the last operation: this keeps the digits of a small motion far from the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Increment<V> {
    /// Change of position. Unit: length.
    pub position: V,
    /// Change of velocity. Unit: length/s.
    pub velocity: V,
}

impl Propagator {
    /// The step with the target held: `displacement` is `x − e₀` (length), `velocity` is `v` (length/s), `acceleration` is `a` (length/s²).
    ///
    /// Without a spring (`k = 0`) any finite `displacement` has no effect.
    #[must_use]
    #[inline(always)]
    pub fn held<V: Vector>(&self, displacement: V, velocity: V, acceleration: V) -> Increment<V> {
        Increment {
            position: displacement * self.pp_minus_1 + velocity * self.pv + acceleration * self.h2,
            velocity: displacement * self.vp + velocity * self.vv_minus_1 + acceleration * self.pv,
        }
    }

    /// The step with the target on a line with the velocity `u` (length/s); `c_minus_g` is `c − g` (1/s), `t` is the propagator's time (s).
    /// The other arguments are as in [`Self::held`].
    ///
    /// Relative to the target the law has the constant acceleration `A = a − (c − g) u`. Without a spring (`k = 0`) the target has no
    /// effect: use [`Self::held`].
    #[must_use]
    pub fn line<V: Vector>(
        &self,
        c_minus_g: f64,
        t: f64,
        displacement: V,
        velocity: V,
        acceleration: V,
        u: V,
    ) -> Increment<V> {
        let relative = velocity - u;
        let constant = acceleration - u * c_minus_g;
        Increment {
            position: u * t + displacement * self.pp_minus_1 + relative * self.pv + constant * self.h2,
            velocity: displacement * self.vp + relative * self.vv_minus_1 + constant * self.pv,
        }
    }

    /// The step with the target on the cubic `slope`, for `k > 0` (1/s²) and `0 ≤ g ≤ c` (1/s); `integrals` are those of this propagator.
    /// The other arguments are as in [`Self::held`].
    ///
    /// Without a spring (`k = 0`) the target has no effect: use [`Self::held`].
    #[must_use]
    #[inline(always)]
    pub fn cubic<V: Vector>(
        &self,
        integrals: &Integrals,
        k: f64,
        g: f64,
        displacement: V,
        velocity: V,
        acceleration: V,
        slope: &Slope<V>,
    ) -> Increment<V> {
        let own = self.held(displacement, velocity, acceleration);
        let forced = self.cubic_correction(integrals, k, g, slope);
        Increment { position: own.position + forced.position, velocity: own.velocity + forced.velocity }
    }

    /// The correction to a step by [`Self::cubic`] if the target's true path is the assumed path plus `difference`: the response to
    /// `difference` alone.
    #[must_use]
    #[inline(always)]
    pub fn cubic_correction<V: Vector>(
        &self,
        integrals: &Integrals,
        k: f64,
        g: f64,
        difference: &Slope<V>,
    ) -> Increment<V> {
        let Slope { e1, e2, e3 } = *difference;
        let Integrals { i2, i3, i4 } = *integrals;
        // The response to the forcing k e + g e′, one entry per power of t.
        let (double, sixfold) = ([2.0 * k, 2.0 * g], [6.0 * k, 6.0 * g]);
        let by = |[k, g]: [f64; 2], [led, damped]: [f64; 2]| k * led + g * damped;
        let position = [by([k, g], [i2, self.h2]), by(double, [i3, i2]), by(sixfold, [i4, i3])];
        let velocity = [by([k, g], [self.h2, self.pv]), by(double, [i2, self.h2]), by(sixfold, [i3, i2])];
        let along = |[a1, a2, a3]: [f64; 3]| e1 * a1 + e2 * a2 + e3 * a3;
        Increment { position: along(position), velocity: along(velocity) }
    }
}

/// The constants of the law `x″ = a − c x′ − k (x − e) + g e′`, for one coordinate.
///
/// # Examples
///
/// A follower with `ω = 10`, `ζ = 1` behind a target of velocity `u = 10`: its lag settles at `c u/k = 2`.
///
/// ```
/// use exact_motion::Law;
///
/// let law = Law { k: 100.0, c: 20.0, g: 0.0, a: 0.0 };
/// let (x, v) = law.step_line(0.0, 0.0, 0.0, 10.0, 5.0);
/// assert!((50.0 - x - 2.0).abs() < 1e-13);
/// assert!((v - 10.0).abs() < 1e-13);
/// ```
///
/// # Special cases
///
/// With `k = 0` the target has no effect, not even if it is NaN. With `k = ∞` and `t > 0`, position and velocity are the target's, and all
/// other forces have no effect. `t = 0` returns the start state. Otherwise, NaN in gives NaN out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Law {
    /// Stiffness divided by mass, `ω²`. Unit: 1/s². Range: ≥ 0.
    pub k: f64,
    /// Sum of all damping rates. Unit: 1/s. Range: ≥ 0; negative values give growth.
    pub c: f64,
    /// The part of the damping that acts on the velocity relative to the target. Unit: 1/s. Range: 0 ≤ g ≤ c.
    pub g: f64,
    /// Constant acceleration. Unit: length/s².
    pub a: f64,
}

impl Law {
    /// Position and velocity after `t` (s) from `(x0, v0)`, with the target held at `e`.
    #[must_use]
    pub fn step_held(&self, x0: f64, v0: f64, e: f64, t: f64) -> (f64, f64) {
        if self.is_rigid(t) {
            return self.on_target(x0, v0, e, &Slope::default(), t);
        }
        let y = self.displacement(x0, e);
        let step = Propagator::new(self.k, self.c, t).held(y, v0, self.a);
        (x0 + step.position, v0 + step.velocity)
    }

    /// Position and velocity after `t` (s) from `(x0, v0)`, with the target on the line `e0 + u t`.
    #[must_use]
    pub fn step_line(&self, x0: f64, v0: f64, e0: f64, u: f64, t: f64) -> (f64, f64) {
        if self.k == 0.0 {
            return self.step_held(x0, v0, e0, t);
        }
        if self.is_rigid(t) {
            return self.on_target(x0, v0, e0, &Slope::line(u), t);
        }
        let step =
            Propagator::new(self.k, self.c, t).line(self.c - self.g, t, self.displacement(x0, e0), v0, self.a, u);
        (x0 + step.position, v0 + step.velocity)
    }

    /// Position and velocity after `t` (s, ≥ 0) from `(x0, v0)`, with the target on the cubic that starts at `e0` with `slope`.
    #[must_use]
    pub fn step_cubic(&self, x0: f64, v0: f64, e0: f64, slope: &Slope<f64>, t: f64) -> (f64, f64) {
        if self.k == 0.0 {
            return self.step_held(x0, v0, e0, t);
        }
        if self.is_rigid(t) {
            return self.on_target(x0, v0, e0, slope, t);
        }
        let propagator = Propagator::new(self.k, self.c, t);
        let step = propagator.cubic(
            &Integrals::new(self.k, self.c, t, &propagator),
            self.k,
            self.g,
            self.displacement(x0, e0),
            v0,
            self.a,
            slope,
        );
        (x0 + step.position, v0 + step.velocity)
    }

    /// Whether the spring is infinitely stiff and `t` is not negative.
    fn is_rigid(&self, t: f64) -> bool {
        self.k == f64::INFINITY && t >= 0.0
    }

    /// The target's state after `t`, or the start state for `t = 0`. NaN if any input is NaN.
    fn on_target(&self, x0: f64, v0: f64, e0: f64, slope: &Slope<f64>, t: f64) -> (f64, f64) {
        let nan = [x0, v0, self.c, self.g, self.a].into_iter().any(f64::is_nan);
        if nan {
            (f64::NAN, f64::NAN)
        } else if t == 0.0 {
            (x0, v0)
        } else {
            (e0 + slope.offset(t), slope.rate(t))
        }
    }

    fn displacement(&self, x0: f64, e: f64) -> f64 {
        if self.k == 0.0 { 0.0 } else { x0 - e }
    }
}

#[cfg(test)]
mod tests;
