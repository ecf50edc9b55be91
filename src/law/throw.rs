//! A `Fling`'s parameters, without its property.

use crate::space::Space;

/// The fields of a [`Fling`](crate::Fling). A motion keeps them to execute the throw and to detect a change.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Throw<V: Space> {
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) end: V,
    pub(crate) min_speed: f32,
    pub(crate) max_duration: f32,
    pub(crate) duration: Option<f32>,
    pub(crate) angular_frequency: f32,
    pub(crate) thrown: [bool; 4],
}

impl<V: Space> Throw<V> {
    /// Checks the fields. Returns the first invalid field and the valid values as an error.
    pub(crate) fn validate(&self) -> Result<(), (&'static str, &'static str)> {
        let Self { end, min_speed, max_duration, duration, angular_frequency, thrown } = self;
        let is_positive = *angular_frequency > 0.0 && angular_frequency.is_finite();
        if V::COORDINATES == 0 {
            Err(("Fling", "no fling, because the coordinates of this type do not move independently"))
        } else if !end.is_finite() {
            Err(("Fling::end", "finite"))
        } else if !(min_speed.is_finite() && *min_speed >= 0.0) {
            Err(("Fling::min_speed", "finite and at least 0"))
        } else if max_duration.is_nan() || *max_duration < 0.0 {
            Err(("Fling::max_duration", "at least 0"))
        } else if duration.is_some_and(|duration| !(duration >= 0.0 && duration.is_finite())) {
            Err(("Fling::duration", "finite and at least 0"))
        } else if !is_positive {
            Err(("Fling::angular_frequency", "finite and above 0"))
        } else if !thrown.iter().take(V::COORDINATES).any(|&thrown| thrown) {
            Err(("Fling::thrown", "true for a coordinate that the value has"))
        } else {
            Ok(())
        }
    }
}
