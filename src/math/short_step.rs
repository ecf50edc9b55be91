//! The response to a short step, and its repeated integrals, by one power series.

/// Integrals of `pv` over a step of `t` seconds: each answers a forcing `tⁿ/n!` of the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortStep {
    /// Unit: s.
    pub(super) pv: f64,
    /// Unit: s².
    pub(super) h2: f64,
    /// Unit: s³.
    pub(super) i2: f64,
    /// Unit: s⁴.
    pub(super) i3: f64,
    /// Unit: s⁵.
    pub(super) i4: f64,
}

/// `1/(n − 1)!` and `1/n!` from `n = 6` to 34.
#[cfg_attr(not(test), expect(clippy::indexing_slicing, reason = "the compiler evaluates it"))]
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

#[inline(always)]
fn sums<const TERMS: usize>(damping: f64, stiffness: f64) -> [f64; 2] {
    let (mut before, mut term) = (0.0, 1.0);
    let (mut i3, mut i4) = (1.0 / 24.0, 1.0 / 120.0);
    for [over, under] in INVERSES.iter().take(TERMS) {
        (before, term) = (term, damping * term + stiffness * before);
        i3 += term * over;
        i4 += term * under;
    }
    [i3, i4]
}

impl ShortStep {
    /// For stiffness `k` (1/s²), damping `c` (1/s) and `t` (s) with `|ct| + kt² < 4`.
    ///
    /// # Accuracy
    ///
    /// For `k`, `c` and `t` ≥ 0: 8e-16 relative up to `ct + kt² = 1`, 3e-15 up to 4.
    ///
    /// # Reference
    ///
    /// Ours: `i4` is `Σ y_n tⁿ/n!` with `y_5 = 1` and `y_n = −(ct) y_{n−1} − (kt²) y_{n−2}`, `i3` is its derivative, and each integral
    /// below follows from the equation of motion, `i_{n−2} = tⁿ/n! − c i_{n−1} − k i_n`, where what is taken off is small. `y_n` is the
    /// complete symmetric polynomial of both roots, so `|y_n| ≤ (n − 4) ρⁿ⁻⁵`.
    #[inline]
    pub(super) fn new(k: f64, c: f64, t: f64) -> Self {
        let (damping, stiffness) = (-(c * t), -(k * t * t));
        let squared = (damping * damping).max(stiffness.abs());
        // Leaves less than 2⁻⁵⁷ of both sums.
        let [i3, i4] = match squared {
            ..=0.0186 => sums::<9>(damping, stiffness),
            ..=0.0877 => sums::<11>(damping, stiffness),
            ..=0.275 => sums::<13>(damping, stiffness),
            ..=1.36 => sums::<17>(damping, stiffness),
            _ => sums::<29>(damping, stiffness),
        };
        let i2 = 1.0 / 6.0 + (damping * i3 + stiffness * i4);
        let h2 = 0.5 + (damping * i2 + stiffness * i3);
        let pv = 1.0 + (damping * h2 + stiffness * i2);
        let (square, cube) = (t * t, t * t * t);
        Self { pv: t * pv, h2: square * h2, i2: cube * i2, i3: square * square * i3, i4: cube * square * i4 }
    }
}
