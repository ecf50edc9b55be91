//! Steps a motion to the end of a tick, and evaluates it at an instant within the tick.

use alloc::boxed::Box;

use super::{
    advance::push_history,
    body::Body,
    guessed_step::{GuessedStep, Start},
    tick_response::TickResponse,
};
use crate::{
    math::Propagator,
    path::response_cache::ResponseCache,
    property::Property,
    space::{Response, Space, State},
};

/// The cheapest method that takes a motion from a tick's start to an instant within the tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The law's response alone: nothing else moves the entity, and no bound is reached.
    Free,
    /// The law's response to the target's path, computed by axis if the law differs by axis.
    Led,
    /// The whole path, with all its events.
    Path,
}

impl<V: Space> Body<V> {
    /// The cheapest method for a step of `t` seconds from the tick's start.
    #[inline]
    pub(crate) fn step_over(&self, t: f64) -> Step {
        match self.rare() {
            None => Step::Free,
            Some(rare) if rare.is_led() => Step::Led,
            Some(_) if self.is_clear(t) => Step::Free,
            Some(_) => Step::Path,
        }
    }

    /// Advances to the end of a tick of length `h`, where a new segment starts. Returns `false` if the motion does not start before that
    /// instant.
    #[inline]
    pub(crate) fn step<P: Property<Value = V>>(
        &mut self,
        step: Step,
        h: f64,
        tick_response: &TickResponse<P>,
        cache: &mut ResponseCache,
    ) -> bool {
        if h <= self.start() {
            postpone(self, h);
            return false;
        }
        let before = self.state;
        match step {
            Step::Free => self.state = self.evolved(h, tick_response.propagator(self.k, self.c)).presentable_or(before),
            Step::Led if step_led(self, h, tick_response).is_some() => {}
            Step::Led | Step::Path => {
                seed_cache(self, h, tick_response, cache);
                step_path(self, h, cache);
            }
        }
        self.moved |= self.state != before;
        true
    }

    /// The state `response.t` seconds after the last tick. `response` is the response of the [`drawn_law`](Self::drawn_law).
    #[inline]
    pub(crate) fn at(&self, step: Step, response: &Response, cache: &mut ResponseCache) -> State<V> {
        let t = response.t;
        match step {
            Step::Free => self.evolved(t, Propagator::new(self.k, self.c, t)).presentable_or(self.state),
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

/// Takes a [`Step::Led`] over a tick of length `h`, and advances the target's path. Returns `None`, as a no-op, if the cached response is
/// stale or missing, or if the entity is drawn one tick late.
#[inline]
fn step_led<P: Property>(body: &mut Body<P::Value>, h: f64, tick_response: &TickResponse<P>) -> Option<()> {
    let (before, law, target) = (body.state, body.law(), body.target());
    let rare = body.rare_mut().filter(|rare| !rare.stale && rare.history.is_none())?;
    let target_path = rare.target_path.as_deref_mut();
    let slope = target_path.as_ref().map(|target_path| target_path.slope);
    let next = match &rare.axes {
        Some(axes) => axes.evolve(before, target, slope.as_ref(), &law, h),
        None => {
            let integrals = target_path.as_ref()?.integrals(&law, h)?;
            let response = Response { t: h, propagator: tick_response.propagator(law.k, law.c), integrals };
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

/// Copies `tick_response`, the law's response over a tick of length `h`, to the cache. Does nothing if the response is stale, if the
/// segment does not cover the whole tick, or if the time scale is not 1.
fn seed_cache<P: Property>(body: &Body<P::Value>, h: f64, tick_response: &TickResponse<P>, cache: &mut ResponseCache) {
    let Some(rare) = body.rare().filter(|rare| rare.start == 0.0 && rare.time_scale == 1.0 && !rare.stale) else {
        return;
    };
    let law = body.law();
    let integrals = rare.target_path.as_ref().and_then(|target_path| target_path.integrals(&law, h));
    cache.store(law.k, law.c, h, tick_response.propagator(law.k, law.c), integrals);
}

/// Advances along the whole path to the end of a tick of length `h`.
fn step_path<V: Space>(body: &mut Body<V>, h: f64, cache: &mut ResponseCache) {
    push_history(body);
    if let Some(history) = body.history_mut() {
        history.pass(h);
    }
    let guessed_step =
        if body.is_guessed() { GuessedStep::Whole(Box::new(body.segment().into_owned())) } else { GuessedStep::None };
    if let Some(rare) = body.rare_mut() {
        rare.confirmed = rare.reached.len();
    }
    body.advance_to(h, cache);
    if let Some(target_path) = body.target_path_mut() {
        target_path.guessed_step = guessed_step;
        target_path.forget_prediction();
    }
    body.set_start(0.0);
    if let Some(contacts) = body.contacts_mut() {
        contacts.count = 0;
    }
}

/// Handles a tick of length `h` that ends before the motion starts: makes the motion's instants count from the tick's end. This happens
/// when the tick becomes shorter after the motion was adopted.
fn postpone<V: Space>(body: &mut Body<V>, h: f64) {
    let start = body.start();
    body.set_start(start - h);
    body.written_at -= h;
    for ending in body.endings_mut() {
        ending.instant -= h;
    }
    if let Some(contacts) = body.contacts_mut() {
        // The instant of the bounds' last sample counts from the tick's end as well.
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
