//! How long a sequence takes, known ahead.

use super::{component::Sequence, running::MAX_DURATION, seek::MAX_SOUGHT, step::Action};
use crate::{
    motion::{Motion, target},
    property::Property,
};

/// # Durations
impl<P: Property> Sequence<P> {
    /// The duration of all rounds (s), if the durations of all steps are given: a spring's target with a duration, waits, rates, calls, and
    /// throws with a duration. `None` if a duration is not given, or the sequence repeats without end.
    pub fn total_duration(&self) -> Option<f64> {
        let valid = self.steps.iter().filter(|step| step.is_valid());
        let round: Option<f64> = valid.map(|step| Some(step.given_duration()? * step.valid_share())).sum();
        Some(round? * (f64::from(self.repeats?) + 1.0))
    }

    /// The duration of all rounds (s) if the sequence begins on this motion now. A target without a duration lasts until the entity is at
    /// rest, to within `tolerance` (property units), as defined at [`Motion::will_rest`]. Use [`Motion::of`] for an entity that was just
    /// spawned or written to.
    ///
    /// Where a wait follows a target, the first tick puts the entity onto its rest point, which is within `tolerance`. When that will be is not
    /// known here, so the spring after it may take up to `tolerance / (ζ ω A)` seconds longer or shorter, for a distance of `A`.
    ///
    /// Returns `None` if the end of a step is not known ahead: it waits for another entity, it is a throw without a duration, or it is a
    /// target without a duration, and it comes after a rate or a throw, the entity follows another one, or it does not come to rest within an
    /// hour. Also if the sequence repeats without end, or has more than 10 000 steps in all rounds.
    pub fn duration_from(&self, motion: &Motion<P>, tolerance: f64) -> Option<f64> {
        if let Some(duration) = self.total_duration() {
            return Some(duration);
        }
        let mut motion = motion.clone();
        motion.0.set_start(0.0);
        let start = motion.0.state.value();
        // A follower ignores its target.
        let mut ahead = Some(motion).filter(|motion| target::follow_fields(&motion.0).is_none());
        let places = (0..=self.repeats?).flat_map(|round| (0..self.steps.len()).map(move |place| (place, round)));
        let mut total = 0.0;
        for (count, (place, round)) in places.enumerate() {
            let (index, step) = (self.index(place, round)?, self.step(place, round)?);
            if count >= MAX_SOUGHT as usize {
                return None;
            }
            if !step.is_valid() {
                continue;
            }
            if let Some(ahead) = &mut ahead
                && let Action::Target { value, .. } = self.action(index, round, start)
            {
                ahead.aim_at(value);
            }
            let duration = match (step.given_duration(), step.action) {
                (Some(given), _) => given,
                (None, Action::Target { .. }) => ahead.as_ref()?.rests_after(tolerance, MAX_DURATION)?,
                (None, _) => return None,
            };
            let passed = duration * step.valid_share();
            total += passed;
            ahead = ahead.filter(|_| !matches!(step.action, Action::Rate(_) | Action::Throw(_)));
            if let Some(ahead) = &mut ahead {
                ahead.pass(passed);
            }
        }
        Some(total)
    }
}
