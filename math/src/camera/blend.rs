//! Decaying offsets, which blend one motion into another without a jump.

use crate::{Propagator, Vector};

/// The positive root `s` of `(1 + s) e^(−s) = 0.01`.
const CRITICAL_TO_ONE_PERCENT: f64 = 6.638_352_067_993_813;

/// The positive root `s` of `(1 + s + s²/2 + s³/6) e^(−s) = 0.01`.
const EASED_TO_ONE_PERCENT: f64 = 10.045_117_514_831_617;

/// How an offset decays. [`Decay`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum DecayKind {
    /// Like a critically damped spring. It decays quickly from the start, but the acceleration jumps there.
    #[default]
    Critical,
    /// Like a critically damped spring that follows another one. If the offset starts with a rate of 0, its acceleration starts at 0, too.
    Eased,
}

/// A decaying offset between two motions, from the instant at which one replaces the other.
///
/// ```text
/// critical   o″ = −2ω o′ − ω² o          eased   o = e^(−ωt) (o₀ + (o₀′ + ω o₀) t + ω² o₀ (t²/2 + ωt³/6))
/// ```
///
/// `o` is the offset; `o₀` and `o₀′` are its value and its rate at time 0.
///
/// The new motion plus this offset continues the old motion: position and velocity do not jump. The offset can be replaced at any time,
/// even while it decays.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::{Decay, DecayKind};
///
/// let kind = DecayKind::Eased;
/// let offset = Decay { kind, angular_frequency: kind.angular_frequency(2.0), offset: 10.0, rate: 0.0 };
/// let (left, _) = offset.at(2.0);
/// assert!((left - 0.1).abs() < 1e-14); // 1 % in 2 s
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct Decay<V> {
    /// How the offset decays.
    pub kind: DecayKind,
    /// `ω`. Unit: rad/s. Range: ≥ 0; with 0, the rate never changes.
    pub angular_frequency: f64,
    /// The offset at time 0. Unit: length.
    pub offset: V,
    /// The rate of the offset at time 0. Unit: length/s.
    pub rate: V,
}

impl DecayKind {
    /// The angular frequency (rad/s) at which an offset that starts with a rate of 0 decays to 1 % in `duration` (s).
    ///
    /// # Special cases
    ///
    /// ∞ for a duration of 0; NaN in gives NaN out.
    ///
    /// # Reference
    ///
    /// Derived here: the positive root of each kind's formula, found by Newton's method with 60 digits.
    #[must_use]
    pub const fn angular_frequency(self, duration: f64) -> f64 {
        match self {
            Self::Critical => CRITICAL_TO_ONE_PERCENT / duration,
            Self::Eased => EASED_TO_ONE_PERCENT / duration,
        }
    }
}

impl<V: Vector> Decay<V> {
    /// The offset (length) and its rate (length/s) at time `t` (s, ≥ 0).
    ///
    /// # Special cases
    ///
    /// At 0: [`Self::offset`] and [`Self::rate`], bit for bit. At ∞, and once `e^(−ωt)` underflows: 0.
    ///
    /// # Accuracy
    ///
    /// `8 ε (1 + ωt)` times the sum of the terms' magnitudes.
    #[must_use]
    pub fn at(&self, t: f64) -> (V, V) {
        let (o, u, w) = (self.offset, self.rate, self.angular_frequency);
        let s = w * t;
        if t == 0.0 {
            return (o, u);
        }
        let left = libm::exp(-s);
        if left == 0.0 {
            return (V::default(), V::default());
        }
        match self.kind {
            DecayKind::Critical => {
                let p = Propagator::new(w * w, 2.0 * w, t);
                (o * p.pp + u * p.pv, o * p.vp + u * p.vv)
            }
            DecayKind::Eased => {
                let offset = o * (1.0 + s + s * s * (0.5 + s / 6.0)) + u * t;
                let rate = u * (1.0 - s) - o * (w * s * s * s / 6.0);
                (offset * left, rate * left)
            }
        }
    }

    /// An upper bound on the time (s) after which the size of the offset, and the size of its rate divided by `ω`, never exceed `tolerance`
    /// (length, > 0). `size` returns the size of a value (length).
    ///
    /// # Special cases
    ///
    /// For `ω = 0`: ∞, or NaN if the rate is 0.
    #[must_use]
    pub fn duration(&self, tolerance: f64, size: impl Fn(V) -> f64) -> f64 {
        let w = self.angular_frequency;
        let start = size(self.offset) + size(self.rate) / w;
        if start <= tolerance {
            return 0.0;
        }
        // Both kinds of offset stay below `start` times (1 + s + s² + s³) e^(−s), which is below 13 e^(−s/2).
        2.0 * libm::log(13.0 * start / tolerance) / w
    }
}
