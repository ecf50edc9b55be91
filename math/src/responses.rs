//! Responses of several laws over the same step.
#![expect(clippy::indexing_slicing, reason = "every lane index is below the length of all arrays")]

use super::{Integrals, Propagator, short_step::Responses};

impl<const N: usize> Responses<N> {
    /// The responses for stiffness `k` (1/s², finite, ≥ 0) and damping `c` (1/s) after `t` (s), bit-identical to [`Propagator::new`] and
    /// [`Integrals::new`]. `i2` to `i4` are valid only in lanes whose target `moves`.
    #[inline]
    pub fn of(k: [f64; N], c: [f64; N], t: f64, moves: [bool; N]) -> Self {
        let is_short = |lane: usize| (c[lane] * t).abs() + k[lane] * t * t < 1.0;
        if t > 0.0 && (0..N).all(is_short) {
            return Self::of_short_step(k, c, t);
        }
        let mut found = Self::ZERO;
        for lane in 0..N {
            let propagator = Propagator::new(k[lane], c[lane], t);
            let Integrals { i2, i3, i4 } =
                if moves[lane] { Integrals::new(k[lane], c[lane], t, &propagator) } else { Integrals::default() };
            found
                .set_lanes(lane, &Responses { pv: [propagator.pv], h2: [propagator.h2], i2: [i2], i3: [i3], i4: [i4] });
        }
        found
    }

    /// Copies the responses of `some` to `M` lanes, starting at `lane`.
    #[inline(always)]
    pub fn set_lanes<const M: usize>(&mut self, lane: usize, some: &Responses<M>) {
        self.pv[lane..lane + M].copy_from_slice(&some.pv);
        self.h2[lane..lane + M].copy_from_slice(&some.h2);
        self.i2[lane..lane + M].copy_from_slice(&some.i2);
        self.i3[lane..lane + M].copy_from_slice(&some.i3);
        self.i4[lane..lane + M].copy_from_slice(&some.i4);
    }

    /// The coefficients that a step uses, for this lane. `k` and `c` are the stiffness and damping of the lane's law.
    #[inline(always)]
    pub const fn propagator(&self, lane: usize, k: f64, c: f64) -> Propagator {
        Propagator::from_integrals(k, c, self.pv[lane], self.h2[lane])
    }

    /// The integrals that a step with a moving target uses, for this lane.
    #[inline(always)]
    pub const fn integrals(&self, lane: usize) -> Integrals {
        Integrals { i2: self.i2[lane], i3: self.i3[lane], i4: self.i4[lane] }
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn the_bits_of_a_lane_do_not_depend_on_the_other_lanes() {
        for t in [0.0, 1e-9, 1e-4, 0.004, 1.0 / 64.0, 0.11, 3.0] {
            let laws: Vec<(f64, f64)> = (0..60_i32)
                .flat_map(|i| (-10..40_i32).map(move |j| (i, j)))
                .map(|(i, j)| {
                    let k = if i == 0 { 0.0 } else { libm::exp(f64::from(i) * 0.45 - 12.0) };
                    let c = f64::from(j.signum()) * libm::exp(f64::from(j.abs()) * 0.3 - 6.0);
                    (k, c)
                })
                .collect();
            let step = laws.len() / 7 + 1;
            for (index, &(k, c)) in laws.iter().enumerate() {
                let lanes: [_; 4] = core::array::from_fn(|lane| laws[(index + lane * step) % laws.len()]);
                let propagator = Propagator::new(k, c, t);
                let expected = (propagator.pv, propagator.h2, Integrals::new(k, c, t, &propagator));
                let mixed = Responses::of(lanes.map(|law| law.0), lanes.map(|law| law.1), t, [true; 4]);
                let equal = Responses::of([k; 4], [c; 4], t, [true; 4]);
                let alone = Responses::of([k], [c], t, [true]);
                let found =
                    |pv: f64, h2: f64, integrals: Integrals| assert_eq!((pv, h2, integrals), expected, "{k} {c} {t}");
                found(mixed.pv[0], mixed.h2[0], mixed.integrals(0));
                found(equal.pv[3], equal.h2[3], equal.integrals(3));
                found(alone.pv[0], alone.h2[0], alone.integrals(0));
            }
        }
    }
}
