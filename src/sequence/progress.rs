//! How far a sequence is.

/// How far a sequence is. Times are the entity's own, unless they say otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Progress<V, T> {
    /// The index of the running step, in the order of this round. `None` before the first one.
    pub(super) step: Option<usize>,
    /// The number of rounds before this one.
    pub(super) round: u32,
    /// The entity's value and velocity when the sequence began.
    pub(super) start: (V, T),
    /// The time since the running step began. Unit: s.
    pub(super) elapsed: f64,
    /// The duration of the running step; ∞ if it is not known. Unit: s.
    pub(super) duration: f64,
    /// The world's instant to which `elapsed` belongs. Unit: s after the last tick.
    pub(super) at: f64,
    /// The entity's time scale since then. Unit: 1.
    pub(super) time_scale: f64,
    /// The revision of the motion for which the duration was forecast.
    pub(super) revision: Option<u16>,
    /// The instant of a call that is not reported yet. Unit: s after the last tick.
    pub(super) called_at: Option<f64>,
    /// The instant at which the sequence ended, if its end is not reported yet. Unit: s after the last tick.
    pub(super) ended_at: Option<f64>,
}

/// Loads the progress of a sequence. An invalid one is replaced by none, so the sequence begins.
#[cfg(feature = "serialize")]
pub(super) fn load<'de, V, T, D>(deserializer: D) -> Result<Option<Progress<V, T>>, D::Error>
where
    V: serde::Serialize + serde::Deserialize<'de>,
    T: serde::Serialize + serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    let progress = <Option<Progress<V, T>> as serde::Deserialize>::deserialize(deserializer)?;
    Ok(crate::saved::valid_or_default(progress, |progress| progress.as_ref().is_none_or(Progress::is_usable)))
}

impl<V, T> Progress<V, T> {
    /// Whether a saved sequence can go on from here.
    #[cfg(feature = "serialize")]
    fn is_usable(&self) -> bool {
        let Self { elapsed, at, time_scale, duration, ended_at, .. } = *self;
        let is_finite = [elapsed, at, time_scale, ended_at.unwrap_or_default()].into_iter().all(f64::is_finite);
        is_finite && time_scale >= 0.0 && duration >= 0.0
    }

    /// A sequence that begins at an instant (s after the last tick).
    pub(super) const fn new(start: (V, T), at: f64, time_scale: f64) -> Self {
        Self {
            step: None,
            round: 0,
            start,
            elapsed: 0.0,
            duration: 0.0,
            at,
            time_scale,
            revision: None,
            called_at: None,
            ended_at: None,
        }
    }

    /// The instant (s after the last tick) at which `share` of the running step is over. ∞ if that is not known, or if the entity's time
    /// stands still.
    pub(super) fn due(&self, share: f64) -> f64 {
        let left = share * self.duration - self.elapsed;
        if self.duration == f64::INFINITY {
            f64::INFINITY
        } else if left <= 0.0 {
            self.at
        } else {
            self.at + left / self.time_scale
        }
    }

    /// Lets time pass until an instant (s after the last tick). An earlier instant has no effect.
    pub(super) fn pass_to(&mut self, instant: f64) {
        if instant > self.at {
            self.elapsed += (instant - self.at) * self.time_scale;
            self.at = instant;
        }
    }

    /// Makes instants count from the end of a tick of length `h` (s).
    pub(super) fn pass_tick(&mut self, h: f64) {
        self.pass_to(h);
        self.at -= h;
        self.called_at = self.called_at.map(|instant| instant - h);
        self.ended_at = self.ended_at.map(|instant| instant - h);
    }
}
