//! The magnitudes of the terms that add up to a result. Errors are measured relative to them, because a result near zero has no relative
//! accuracy.

use bevy_exact_motion::math::{Integrals, Law, Propagator, Slope};

/// The magnitudes of the terms that cancel in the coefficients of an underdamped spring.
pub(crate) struct Envelope {
    /// The magnitude of the exponent: `ω|t|`, times the slower root in units of ω if the spring is overdamped (the faster one for negative
    /// times). A relative error of the exponent changes the exponential by that error times this magnitude.
    pub(crate) angle: f64,
    pub(crate) pp: f64,
    pub(crate) pv: f64,
    pub(crate) vp: f64,
    /// The error of `pv` from rounding `k = ω²` and `c = 2ζω`, in units of ε. Near critical damping, this is far larger than the rounding
    /// of the sine.
    pub(crate) rounded_pv: f64,
    /// The error of `pp` and `vv` from the same roundings, in units of ε.
    pub(crate) rounded_pp: f64,
}

impl Envelope {
    /// The envelope of a spring with `ω` and `ζ` after `t`.
    pub(crate) fn of_spring(omega: f64, zeta: f64, t: f64) -> Self {
        let (decay, rate, growth) = if zeta <= 1.0 {
            let rate = zeta * omega;
            (libm::exp(-rate * t), rate, 1.0)
        } else {
            let q = zeta + ((zeta - 1.0) * (zeta + 1.0)).sqrt();
            let growth = if t >= 0.0 { 1.0 / q } else { q };
            (libm::exp(-q * omega * t), omega / q, growth)
        };
        let p = Propagator::new(omega * omega, 2.0 * zeta * omega, t);
        let swing = if zeta < 1.0 { 1.0 } else { 0.0 };
        let (by_velocity, by_position) =
            if omega == 0.0 { (0.0, 0.0) } else { (swing * decay / omega, swing * decay * omega) };
        // ∂pv/∂k is the response convolved with itself: at most the decay times t³/6, and at most the decay times t/w², where w is
        // `frequency`. The roundings of k and c change k − c²/4 by at most 3/2 ε ω².
        let time = t.abs();
        let frequency = omega * ((1.0 - zeta) * (1.0 + zeta)).max(0.0).sqrt();
        let by_stiffness = decay * time * (time * time / 6.0).min(1.0 / (frequency * frequency));
        let change = swing * 1.5 * omega * omega;
        Self {
            angle: omega * time * growth,
            pp: decay + rate * p.pv.abs(),
            pv: by_velocity,
            vp: by_position,
            rounded_pv: change * by_stiffness,
            rounded_pp: change * (rate * by_stiffness + decay * time * (time / 2.0).min(1.0 / frequency)),
        }
    }

    /// The envelope of a law with `k` and `c` after `t`: all zero unless the law is underdamped.
    fn of_law(k: f64, c: f64, t: f64) -> Self {
        if c * c < 4.0 * k {
            let omega = k.sqrt();
            Self::of_spring(omega, c / (2.0 * omega), t)
        } else {
            Self { angle: 0.0, pp: 0.0, pv: 0.0, vp: 0.0, rounded_pv: 0.0, rounded_pp: 0.0 }
        }
    }
}

/// Returns the magnitudes of the terms of `x` and `v` after a step of `law` from `(x0, v0)`, towards a moving target that starts at `e0`.
pub(crate) fn of_step(law: &Law, x0: f64, v0: f64, e0: f64, slope: &Slope<f64>, t: f64) -> (f64, f64) {
    let Law { k, c, g, a } = *law;
    let p = Propagator::new(k, c, t);
    let envelope = Envelope::of_law(k, c, t);
    let own = |y: f64| {
        (
            (p.pp.abs() + envelope.pp) * y.abs() + (p.pv.abs() + envelope.pv) * v0.abs() + (a * p.h2).abs(),
            (p.vp.abs() + envelope.vp) * y.abs() + (p.vv.abs() + envelope.pp) * v0.abs() + (a * p.pv).abs(),
        )
    };
    if k == 0.0 {
        let (x, v) = own(0.0);
        return (x0.abs() + x, v0.abs() + v);
    }
    let Slope { e1, e2, e3 } = *slope;
    let Integrals { i2, i3, i4 } = Integrals::new(k, c, t, &p);
    let (x, v) = own(x0 - e0);
    // The polynomial coefficients of the forcing. `path` is the displacement of the target, which the motion follows.
    let forcing = [g * e1, k * e1 + 2.0 * g * e2, 2.0 * k * e2 + 6.0 * g * e3, 6.0 * k * e3];
    let response = |integrals: [f64; 4]| -> f64 { forcing.iter().zip(integrals).map(|(f, i)| (f * i).abs()).sum() };
    let path = (e1 * t).abs() + (e2 * t * t).abs() + (e3 * t * t * t).abs();
    let path_rate = e1.abs() + (2.0 * e2 * t).abs() + (3.0 * e3 * t * t).abs();
    (
        x0.abs() + e0.abs() + x + response([p.h2, i2, i3, i4]) + path,
        v0.abs() + v + response([p.pv, p.h2, i2, i3]) + path_rate,
    )
}

/// Returns `1 + |ct| + √k |t|`: the factor by which rounding the arguments of the exponential and the sine increases the error.
pub(crate) fn of_angles(k: f64, c: f64, t: f64) -> f64 {
    1.0 + (c * t).abs() + k.sqrt() * t.abs()
}
