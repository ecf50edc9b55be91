//! The impulse response over a short step, and its repeated integrals, by one power series.
#![expect(
    clippy::indexing_slicing,
    reason = "every lane index is below the length of all arrays; the constants are evaluated at compile time"
)]

/// `pv` and its repeated integrals over a step of `t` seconds, for `N` laws. `pv` is the response of the position to an impulse; `h2` to
/// `i4` are the responses of the position to a forcing `tⁿ/n!`, for `n` from 0 to 3. There is one array per integral, so that values stored
/// four at a time can be loaded one by one without a stall.
#[derive(Clone, Copy, Debug)]
pub struct Responses<const N: usize> {
    /// The response `pv`. Unit: s.
    pub(super) pv: [f64; N],
    /// First integral of `pv`. Unit: s².
    pub(super) h2: [f64; N],
    /// Second integral of `pv`. Unit: s³.
    pub(super) i2: [f64; N],
    /// Third integral of `pv`. Unit: s⁴.
    pub(super) i3: [f64; N],
    /// Fourth integral of `pv`. Unit: s⁵.
    pub(super) i4: [f64; N],
}

/// `1/(n − 1)!` and `1/n!` from `n = 6` to 34.
const INVERSES: [[f64; 2]; 29] = {
    let mut inverses = [[0.0; 2]; 29];
    let (mut factorial, mut index) = (120.0, 0);
    while index < inverses.len() {
        let next = factorial * (index + 6) as f64;
        inverses[index] = [1.0 / factorial, 1.0 / next];
        factorial = next;
        index += 1;
    }
    inverses
};

/// The series for `i3/t⁴` and `i4/t⁵`, summed up to `TERMS` terms after the constant term.
#[inline(always)]
fn sums<const TERMS: usize, const N: usize>(damping: [f64; N], stiffness: [f64; N]) -> [[f64; N]; 2] {
    let (mut before, mut term) = ([0.0; N], [1.0; N]);
    let (mut i3, mut i4) = ([1.0 / 24.0; N], [1.0 / 120.0; N]);
    for [over, under] in INVERSES.iter().take(TERMS) {
        for lane in 0..N {
            (before[lane], term[lane]) = (term[lane], damping[lane] * term[lane] + stiffness[lane] * before[lane]);
            i3[lane] += term[lane] * over;
            i4[lane] += term[lane] * under;
        }
    }
    [i3, i4]
}

impl<const N: usize> Responses<N> {
    /// The responses at `t = 0`.
    pub const ZERO: Self = Self { pv: [0.0; N], h2: [0.0; N], i2: [0.0; N], i3: [0.0; N], i4: [0.0; N] };

    /// The responses for stiffness `k` (1/s²), damping `c` (1/s) and `t` (s) with `|ct| + kt² < 4`, by one power series.
    ///
    /// # Accuracy
    ///
    /// For `k`, `c` and `t` ≥ 0: 8e-16 relative up to `ct + kt² = 1`, 3e-15 up to 4. The bits of a lane do not depend on the other lanes:
    /// terms that only other lanes need are too small to change the lane's sums.
    ///
    /// # Reference
    ///
    /// Derived here: `i4` is `Σ y_n tⁿ/n!` with `y_5 = 1` and `y_n = −(ct) y_{n−1} − (kt²) y_{n−2}`, `i3` is its derivative, and each lower
    /// integral follows from the equation of motion, `i_{n−2} = tⁿ/n! − c i_{n−1} − k i_n`, where the subtracted terms are small. `y_n` is
    /// the complete symmetric polynomial of both roots, so `|y_n| ≤ (n − 4) ρⁿ⁻⁵`.
    #[inline(always)]
    pub(super) fn of_short_step(k: [f64; N], c: [f64; N], t: f64) -> Self {
        let (damping, stiffness) = (c.map(|c| -(c * t)), k.map(|k| -(k * t * t)));
        let mut squared = 0.0_f64;
        for lane in 0..N {
            squared = squared.max(damping[lane] * damping[lane]).max(stiffness[lane].abs());
        }
        // The omitted terms are less than 2⁻⁵⁷ of each sum.
        let [i3, i4] = match squared {
            ..=0.0186 => sums::<9, N>(damping, stiffness),
            ..=0.0877 => sums::<11, N>(damping, stiffness),
            ..=0.275 => sums::<13, N>(damping, stiffness),
            ..=1.36 => sums::<17, N>(damping, stiffness),
            _ => sums::<29, N>(damping, stiffness),
        };
        let (square, cube) = (t * t, t * t * t);
        let mut found = Self::ZERO;
        for lane in 0..N {
            let (damping, stiffness, i3, i4) = (damping[lane], stiffness[lane], i3[lane], i4[lane]);
            let i2 = 1.0 / 6.0 + (damping * i3 + stiffness * i4);
            let h2 = 0.5 + (damping * i2 + stiffness * i3);
            let pv = 1.0 + (damping * h2 + stiffness * i2);
            found.pv[lane] = t * pv;
            found.h2[lane] = square * h2;
            found.i2[lane] = cube * i2;
            found.i3[lane] = square * square * i3;
            found.i4[lane] = cube * square * i4;
        }
        found
    }
}
