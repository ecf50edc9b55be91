//! How a motion is stepped to the end of a tick, and evaluated at an instant within it.

use alloc::boxed::Box;

use super::{
    answer::Answer,
    body::Body,
    guessed_step::{GuessedStep, Start},
    progress::push_history,
};
use crate::{
    math::Propagator,
    path::response_cache::ResponseCache,
    property::Property,
    space::{Response, Space, State},
};

/// What a motion needs to get from a tick's start to an instant within the tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Its law's answer: nothing else moves it, and it meets no bound.
    Free,
    /// Its law's answer, by axis where it differs by axis, to its target's path, if that moves.
    Led,
    /// Its whole path, with everything that happens on it.
    Path,
}

impl<V: Space> Body<V> {
    /// What the motion needs for `t` (s) from the tick's start on.
    #[inline]
    pub(crate) fn step_over(&self, t: f64) -> Step {
        match self.cold() {
            None => Step::Free,
            Some(cold) if cold.is_led() => Step::Led,
            Some(_) if self.is_clear(t) => Step::Free,
            Some(_) => Step::Path,
        }
    }

    /// Advances to the end of a tick of length `h`, where a new segment starts. Returns false if the motion starts after that.
    #[inline]
    pub(crate) fn step<P: Property<Value = V>>(
        &mut self,
        step: Step,
        h: f64,
        answer: &Answer<P>,
        cache: &mut ResponseCache,
    ) -> bool {
        if h <= self.start() {
            put_off(self, h);
            return false;
        }
        let before = self.state;
        match step {
            Step::Free => self.state = self.answered(h, answer.propagator(self.k, self.c)).presentable_or(before),
            Step::Led if pass_led(self, h, answer).is_some() => {}
            Step::Led | Step::Path => {
                know_answer(self, h, answer, cache);
                pass_path(self, h, cache);
            }
        }
        self.moved |= self.state != before;
        true
    }

    /// The state so long after the last tick as `response` takes, which is the answer by the [`drawn_law`](Self::drawn_law).
    #[inline]
    pub(crate) fn at(&self, step: Step, response: &Response, cache: &mut ResponseCache) -> State<V> {
        let t = response.t;
        match step {
            Step::Free => self.answered(t, Propagator::new(self.k, self.c, t)).presentable_or(self.state),
            Step::Led if t <= 0.0 => self.state,
            Step::Led => {
                let (before, target, law) = (self.state, self.target(), self.law());
                let slope = self.target_path().map(|target_path| &target_path.slope);
                let next = match self.axes() {
                    None => V::evolve(before, target, slope, &law, response),
                    Some(axes) => axes.evolve(before, target, slope, &law, t),
                };
                next.presentable_or(before)
            }
            Step::Path => self.segment().eval(t, cache),
        }
    }
}

/// Steps over a tick of length `h`, and passes the target's path. `None`, with nothing done, if the answer to that path is not at hand.
#[inline]
fn pass_led<P: Property>(body: &mut Body<P::Value>, h: f64, answer: &Answer<P>) -> Option<()> {
    let (before, law, target) = (body.state, body.law(), body.target());
    let cold = body.cold_mut().filter(|cold| !cold.stale && cold.history.is_none())?;
    let target_path = cold.target_path.as_deref_mut();
    let slope = target_path.as_ref().map(|target_path| target_path.slope);
    let next = match &cold.axes {
        Some(axes) => axes.evolve(before, target, slope.as_ref(), &law, h),
        None => {
            let integrals = target_path.as_ref()?.integrals(&law, h)?;
            let response = Response { t: h, propagator: answer.propagator(law.k, law.c), integrals };
            P::Value::evolve(before, target, slope.as_ref(), &law, &response)
        }
    };
    if let (Some(target_path), Some(slope)) = (target_path, slope) {
        target_path.guessed_step = if target_path.is_guessed() {
            GuessedStep::Led(Start { state: before, target, slope })
        } else {
            GuessedStep::None
        };
        let target = target_path.pass(target, h);
        target_path.forget_prediction();
        body.set_target(target);
    }
    body.state = next.presentable_or(before);
    Some(())
}

/// Puts the law's answer over a tick of length `h` into the cache, if it is up to date and the segment covers the whole tick.
fn know_answer<P: Property>(body: &Body<P::Value>, h: f64, answer: &Answer<P>, cache: &mut ResponseCache) {
    let Some(cold) = body.cold().filter(|cold| cold.start == 0.0 && cold.pace == 1.0 && !cold.stale) else {
        return;
    };
    let law = body.law();
    let integrals = cold.target_path.as_ref().and_then(|target_path| target_path.integrals(&law, h));
    cache.know(law.k, law.c, h, answer.propagator(law.k, law.c), integrals);
}

/// Follows the whole path to the end of a tick of length `h`.
fn pass_path<V: Space>(body: &mut Body<V>, h: f64, cache: &mut ResponseCache) {
    push_history(body);
    if let Some(history) = body.history_mut() {
        history.pass(h);
    }
    let guessed_step =
        if body.is_guessed() { GuessedStep::Whole(Box::new(body.segment().into_owned())) } else { GuessedStep::None };
    if let Some(cold) = body.cold_mut() {
        cold.certain = cold.reached.len();
    }
    body.go_on(h, cache);
    if let Some(target_path) = body.target_path_mut() {
        target_path.guessed_step = guessed_step;
        target_path.forget_prediction();
    }
    body.set_start(0.0);
    if let Some(contacts) = body.contacts_mut() {
        contacts.count = 0;
    }
}

/// Passes a tick of length `h` that ends before the motion starts: the tick became shorter after the motion was adopted.
fn put_off<V: Space>(body: &mut Body<V>, h: f64) {
    let start = body.start();
    body.set_start(start - h);
    body.written_at -= h;
    for ending in body.endings_mut() {
        ending.instant -= h;
    }
    if let Some(contacts) = body.contacts_mut() {
        // Bounds that move are on their way from their last sample on.
        contacts.sampled_at -= h;
    }
    if let Some(target_path) = body.target_path_mut() {
        target_path.guessed_step = GuessedStep::None;
        target_path.forget_prediction();
    }
    if let Some(history) = body.history_mut() {
        history.pass(h);
    }
}
