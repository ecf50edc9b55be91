//! A motion behind a target whose path is known, with nothing else beside it: stepped where it is, without a segment of its own.

use super::{
    answer::Answer,
    body::Body,
    guessed_step::{GuessedStep, Start},
};
use crate::{
    path::{evolve::evolve_here, response_cache::ResponseCache},
    property::Property,
    space::{Response, Space, State},
};

impl<V: Space> Body<V> {
    /// Goes on to the end of a tick of length `h`, to the state returned; none, with nothing done, where more goes on than that.
    #[inline]
    pub(crate) fn pass_tick_led<P: Property<Value = V>>(&mut self, h: f64, answer: &Answer<P>) -> Option<State<V>> {
        let (before, law, target) = (self.state, self.law(), self.target());
        self.cold().filter(|cold| cold.is_led())?;
        let cold = self.cold_mut()?;
        let target_path = cold.target_path.as_deref_mut()?;
        if h <= 0.0 || cold.stale || cold.history.is_some() {
            return None;
        }
        let integrals = target_path.integrals(&law, h)?;
        let response = Response { t: h, propagator: answer.propagator(law.k, law.c), integrals };
        let state = evolve_here(before, target, Some(&target_path.slope), &law, &response);
        target_path.guessed_step = if target_path.is_guessed() {
            GuessedStep::Led(Start { state: before, target, slope: target_path.slope })
        } else {
            GuessedStep::None
        };
        let target = target_path.pass(target, h);
        target_path.forget_prediction();
        self.set_target(target);
        self.moved |= state != before;
        self.state = state;
        Some(state)
    }

    /// The state `t` seconds after the last tick; none where more goes on than that.
    #[inline]
    pub(crate) fn led_at(&self, t: f64, cache: &mut ResponseCache) -> Option<State<V>> {
        let target_path = self.cold().filter(|cold| cold.is_led())?.target_path.as_deref()?;
        if t <= 0.0 {
            return Some(self.state);
        }
        let law = self.law();
        let response = cache.response(law.k, law.c, t, true);
        Some(evolve_here(self.state, self.target(), Some(&target_path.slope), &law, response))
    }
}
