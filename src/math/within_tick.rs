//! The response within a tick, by polynomials: for what is drawn, of four laws at a time.
#![cfg_attr(not(test), expect(clippy::indexing_slicing, reason = "a lane is below the length that all arrays have"))]

use super::Propagator;

/// Reciprocals of `offset!`, `(offset + step)!`, …, in pairs.
const fn reciprocals<const D: usize>(offset: usize, step: usize) -> [[f64; 2]; D] {
    let mut found = [[0.0; 2]; D];
    let (mut factorial, mut factor, mut index) = (1.0, 0, 0);
    while index < 2 * D {
        let until = offset + step * index;
        while factor < until {
            factor += 1;
            factorial *= factor as f64;
        }
        found[index / 2][index % 2] = 1.0 / factorial;
        index += 1;
    }
    found
}

/// How far a law gets within a time, which says how many terms it takes. By the law alone, so that neighbours have no effect
/// on each other's bits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// With a spring, `|b t| ≤ 1/2` and `|b² − k| t² ≤ 1/4`.
    Sprung,
    /// Without a spring, `|c t| ≤ 1/2`.
    Free,
    /// By the closed form.
    Beyond,
}

impl Reach {
    #[inline]
    fn of(k: f64, c: f64, is_pulled: bool, t: f64) -> Self {
        let (bt, u) = (0.5 * c * t, (0.25 * c * c - k) * t * t);
        let (damping, swing) = (bt.abs(), u.abs());
        if k == 0.0 {
            return if damping <= 0.25 { Self::Free } else { Self::Beyond };
        }
        // h2 = (1 − pp)/k would lose its digits where k is small; nothing asks for it without a constant acceleration.
        if is_pulled {
            Self::Beyond
        } else if damping <= 0.5 && swing <= 0.25 {
            Self::Sprung
        } else {
            Self::Beyond
        }
    }
}

/// `Σ coefficients[n][0] x²ⁿ + coefficients[n][1] x²ⁿ⁺¹`, lane by lane: neither of the two sums waits for the other.
#[inline(always)]
fn polynomial<const D: usize, const N: usize>(coefficients: &[[f64; 2]; D], x: [f64; N]) -> [f64; N] {
    let squared = x.map(|x| x * x);
    let (mut even, mut odd) = ([0.0; N], [0.0; N]);
    for [for_even, for_odd] in coefficients.iter().rev() {
        for lane in 0..N {
            even[lane] = even[lane] * squared[lane] + for_even;
            odd[lane] = odd[lane] * squared[lane] + for_odd;
        }
    }
    let mut sum = [0.0; N];
    for lane in 0..N {
        sum[lane] = even[lane] + x[lane] * odd[lane];
    }
    sum
}

/// Responses coefficient by coefficient: what is stored four at a time is then loaded one by one without delay.
pub(crate) struct Propagators<const N: usize> {
    pp_minus_1: [f64; N],
    pv: [f64; N],
    vp: [f64; N],
    vv_minus_1: [f64; N],
    h2: [f64; N],
}

impl<const N: usize> Propagators<N> {
    /// Nothing happens.
    pub(crate) const IDENTITY: Self =
        Self { pp_minus_1: [0.0; N], pv: [0.0; N], vp: [0.0; N], vv_minus_1: [0.0; N], h2: [0.0; N] };

    /// All that a step takes of one of them; `pp` and `vv`, which no step takes, are those of no time.
    #[inline(always)]
    pub(crate) const fn get(&self, lane: usize) -> Propagator {
        Propagator {
            pp_minus_1: self.pp_minus_1[lane],
            pv: self.pv[lane],
            vp: self.vp[lane],
            vv_minus_1: self.vv_minus_1[lane],
            h2: self.h2[lane],
            ..Propagator::IDENTITY
        }
    }

    fn set(&mut self, lane: usize, propagator: &Propagator) {
        self.pp_minus_1[lane] = propagator.pp_minus_1;
        self.pv[lane] = propagator.pv;
        self.vp[lane] = propagator.vp;
        self.vv_minus_1[lane] = propagator.vv_minus_1;
        self.h2[lane] = propagator.h2;
    }

    /// Puts some of them in the place from `lane` on.
    #[inline(always)]
    pub(crate) fn put<const M: usize>(&mut self, lane: usize, some: &Propagators<M>) {
        self.pp_minus_1[lane..lane + M].copy_from_slice(&some.pp_minus_1);
        self.pv[lane..lane + M].copy_from_slice(&some.pv);
        self.vp[lane..lane + M].copy_from_slice(&some.vp);
        self.vv_minus_1[lane..lane + M].copy_from_slice(&some.vv_minus_1);
        self.h2[lane..lane + M].copy_from_slice(&some.h2);
    }
}

/// Springs: with `u = (b² − k) t²`, `pv = t e^(−bt) S(u)` and `pp = e^(−bt) (C(u) + bt S(u))`, where `S` and `C` are the
/// hyperbolic sine and cosine of `√u` (the circular ones below 0), as power series.
#[inline(always)]
fn sprung<const N: usize>(k: [f64; N], c: [f64; N], t: f64) -> Propagators<N> {
    let bt = c.map(|c| 0.5 * c * t);
    let mut u = [0.0; N];
    for lane in 0..N {
        u[lane] = (0.25 * c[lane] * c[lane] - k[lane]) * t * t;
    }
    let decay = polynomial(&const { reciprocals::<8>(0, 1) }, bt.map(|bt| -bt));
    let sine = polynomial(&const { reciprocals::<4>(1, 2) }, u);
    let cosine = polynomial(&const { reciprocals::<4>(0, 2) }, u);
    let mut found = Propagators::IDENTITY;
    for lane in 0..N {
        let damped = bt[lane] * sine[lane];
        found.pp_minus_1[lane] = decay[lane] * (cosine[lane] + damped) - 1.0;
        found.vv_minus_1[lane] = decay[lane] * (cosine[lane] - damped) - 1.0;
        found.pv[lane] = t * decay[lane] * sine[lane];
        found.vp[lane] = -k[lane] * found.pv[lane];
    }
    found
}

/// Friction alone: with `z = −ct`, `h2 = t² φ₂(z)` and `pv = t (1 + z φ₂(z))`.
#[inline(always)]
fn free<const N: usize>(c: [f64; N], t: f64) -> Propagators<N> {
    let z = c.map(|c| -c * t);
    let phi2 = polynomial(&const { reciprocals::<7>(2, 1) }, z);
    let mut found = Propagators::IDENTITY;
    for lane in 0..N {
        let phi1 = 1.0 + z[lane] * phi2[lane];
        found.pv[lane] = t * phi1;
        found.vv_minus_1[lane] = z[lane] * phi1;
        found.h2[lane] = t * t * phi2[lane];
    }
    found
}

/// The responses to `N` laws of equal reach.
#[inline(always)]
fn alike<const N: usize>(reach: Reach, k: [f64; N], c: [f64; N], t: f64) -> Propagators<N> {
    match reach {
        Reach::Sprung => sprung(k, c, t),
        Reach::Free => free(c, t),
        Reach::Beyond => {
            let mut found = Propagators::IDENTITY;
            for lane in 0..N {
                found.set(lane, &Propagator::new(k[lane], c[lane], t));
            }
            found
        }
    }
}

impl Propagator {
    /// The response to stiffness `k` (1/s², ≥ 0) and damping `c` (1/s) after `t` (s), for what is shown and not gone on from:
    /// short steps do not keep the digits of `pp − 1` and `vv − 1`, where not `is_pulled` by a constant acceleration a
    /// spring's `h2` may be 0, and `pp` and `vv`, which no step takes, are those of no time.
    ///
    /// # Accuracy
    ///
    /// 1e-15 of a unit state.
    #[inline]
    pub(crate) fn within_tick(k: f64, c: f64, is_pulled: bool, t: f64) -> Self {
        alike(Reach::of(k, c, is_pulled, t), [k], [c], t).get(0)
    }

    /// [`within_tick`](Self::within_tick) of four laws, to the same bits.
    #[inline]
    pub(crate) fn four_within_tick(k: [f64; 4], c: [f64; 4], is_pulled: [bool; 4], t: f64) -> Propagators<4> {
        let reach: [Reach; 4] = core::array::from_fn(|lane| Reach::of(k[lane], c[lane], is_pulled[lane], t));
        if reach == [reach[0]; 4] {
            return alike(reach[0], k, c, t);
        }
        let mut found = Propagators::IDENTITY;
        for lane in 0..4 {
            found.set(lane, &Self::within_tick(k[lane], c[lane], is_pulled[lane], t));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn each(mut judge: impl FnMut(f64, f64, f64)) {
        for t in [1e-9, 1e-4, 0.004, 1.0 / 64.0, 0.11] {
            for i in 0..60_i32 {
                let k = if i == 0 { 0.0 } else { libm::exp(f64::from(i) * 0.45 - 12.0) };
                for j in -10..40_i32 {
                    let c =
                        if j == 0 { 0.0 } else { f64::from(j).signum() * libm::exp(f64::from(j.abs()) * 0.3 - 6.0) };
                    judge(k, c, t);
                }
            }
        }
    }

    #[test]
    fn polynomials_are_the_closed_form() {
        let mut judged = [0; 2];
        each(|k, c, t| {
            for is_pulled in [false, true] {
                let reach = Reach::of(k, c, is_pulled, t);
                let found = Propagator::within_tick(k, c, is_pulled, t);
                let exact = Propagator::new(k, c, t);
                let index = match reach {
                    Reach::Sprung => 0,
                    Reach::Free => 1,
                    Reach::Beyond => {
                        let coefficients = |p: &Propagator| [p.pp_minus_1, p.vv_minus_1, p.pv, p.vp, p.h2];
                        assert_eq!(coefficients(&found), coefficients(&exact));
                        continue;
                    }
                };
                judged[index] += 1;
                // Of a unit state: a displacement of 1, or a velocity that covers 1 in that time.
                let scaled = |p: &Propagator| [p.pp_minus_1, p.vv_minus_1, p.pv / t, p.vp * t];
                for (found, exact) in scaled(&found).into_iter().zip(scaled(&exact)) {
                    assert!((found - exact).abs() < 1e-15, "{k} {c} {t}: {found} {exact}");
                }
                if k == 0.0 {
                    assert!((found.h2 / exact.h2 - 1.0).abs() < 1e-15, "{c} {t}: {} {}", found.h2, exact.h2);
                }
            }
        });
        assert!(judged.iter().all(|&count| count > 100), "{judged:?}");
    }

    #[test]
    fn neighbours_have_no_effect_on_bits() {
        let mut laws = Vec::new();
        each(|k, c, t| laws.push((k, c, k > 1.0 && c < 0.5, t)));
        let step = laws.len() / 7 + 1;
        for (index, &(k, c, is_pulled, t)) in laws.iter().enumerate() {
            let lanes: [_; 4] = core::array::from_fn(|lane| laws[(index + lane * step) % laws.len()]);
            let (ks, cs) = (lanes.map(|lane| lane.0), lanes.map(|lane| lane.1));
            assert_eq!((ks[0], cs[0]), (k, c));
            let mixed = Propagator::four_within_tick(ks, cs, lanes.map(|lane| lane.2), t);
            let equal = Propagator::four_within_tick([k; 4], [c; 4], [is_pulled; 4], t);
            let alone = Propagator::within_tick(k, c, is_pulled, t);
            assert_eq!([mixed.get(0), equal.get(0), equal.get(3)], [alone; 3], "{k} {c} {t}");
        }
    }
}
