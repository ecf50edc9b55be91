//! A throw as the engine flies it.

use crate::space::Space;

/// What a fling says, to notice a change.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Throw<V: Space> {
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) end: V,
    pub(crate) least_speed: f32,
    pub(crate) longest: f32,
    pub(crate) duration: Option<f32>,
    pub(crate) angular_frequency: f32,
    pub(crate) thrown: [bool; 4],
}

impl<V: Space> Throw<V> {
    /// The field that has no meaning, and what would have one.
    pub(crate) fn judge(&self) -> Result<(), (&'static str, &'static str)> {
        let Self { end, least_speed, longest, duration, angular_frequency, thrown } = self;
        let is_positive = *angular_frequency > 0.0 && angular_frequency.is_finite();
        if V::NUMBERS == 0 {
            Err(("Fling", "no fling, where no number has a motion of its own"))
        } else if !end.is_finite() {
            Err(("Fling::end", "finite"))
        } else if !(least_speed.is_finite() && *least_speed >= 0.0) {
            Err(("Fling::least_speed", "finite and at least 0"))
        } else if longest.is_nan() || *longest < 0.0 {
            Err(("Fling::longest", "at least 0"))
        } else if duration.is_some_and(|duration| !(duration >= 0.0 && duration.is_finite())) {
            Err(("Fling::duration", "finite and at least 0"))
        } else if !is_positive {
            Err(("Fling::angular_frequency", "finite and above 0"))
        } else if !thrown.iter().take(V::NUMBERS).any(|&thrown| thrown) {
            Err(("Fling::thrown", "true for a number that the value has"))
        } else {
            Ok(())
        }
    }
}
