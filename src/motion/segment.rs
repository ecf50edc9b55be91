//! The segment: position, velocity, target and law from one instant on; evaluated at any other, and cut there.

use alloc::{borrow::Cow, boxed::Box, vec::Vec};

use super::{
    contact::{Contacts, Reached},
    event::Event,
    evolve::{evolve, presentable},
    response_cache::ResponseCache,
    ring_path::{RingChange, RingPlace},
    running_rate::RunningRate,
    target_path::Turn,
};
use crate::{
    law::axes::Axes,
    math::Slope,
    space::{Law, Space, State, WideTangent, zero},
};

/// All that a position at an instant depends on. What few motions have is borrowed where it is only looked at.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Segment<'a, V: Space> {
    /// When it starts. Unit: s after the last tick.
    pub(crate) start: f64,
    pub(crate) state: State<V>,
    /// The target at its start.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) target: V::Wide,
    /// The target's path from there, if it moves.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional_slope"))]
    pub(crate) slope: Option<Slope<WideTangent<V>>>,
    pub(crate) law: Law<V>,
    pub(crate) axes: Option<Cow<'a, Box<Axes>>>,
    pub(crate) running_rate: Option<Cow<'a, Box<RunningRate<V>>>>,
    /// How fast the entity's own time goes.
    pub(crate) pace: f64,
    /// What stops the motion, apart from its law.
    pub(crate) contacts: Option<Cow<'a, Box<Contacts<V>>>>,
    /// Where the target's path changes, after its start.
    pub(crate) turns: Option<Cow<'a, [Turn<V>]>>,
    /// Its place in a ring, if the entity is a member of one.
    pub(crate) ring_place: Option<Cow<'a, RingPlace<V>>>,
}

impl<'a, V: Space> Segment<'a, V> {
    /// The state at `instant` (s after the last tick); that of the start before it.
    pub(crate) fn eval(&self, instant: f64, cache: &mut ResponseCache) -> State<V> {
        match self.event_until(instant) {
            Some(event) => self.after_all(event, instant, cache, &mut Vec::new()).eval_uneventful(instant, cache),
            None => self.eval_uneventful(instant, cache),
        }
    }

    /// The segment that starts with the last of all that happens until `instant`, of which `event` is the first.
    pub(crate) fn after_all(
        &self,
        event: Event,
        instant: f64,
        cache: &mut ResponseCache,
        reached: &mut Vec<Reached<V>>,
    ) -> Self {
        let mut rest = self.after(&event, cache, reached);
        while let Some(event) = rest.event_until(instant) {
            rest = rest.after(&event, cache, reached);
        }
        rest
    }

    /// The same segment, so many seconds later.
    pub(crate) fn put_off(&mut self, by: f64) {
        self.start += by;
        for turn in self.turns.iter_mut().flat_map(|turns| turns.to_mut()) {
            turn.instant += by;
        }
    }

    /// The rest of the segment, from `instant` (s after the last tick) on, `own` seconds of the entity's own time after its
    /// start, where it has come to `state`.
    pub(super) fn cut(&self, instant: f64, own: f64, state: State<V>) -> Self {
        let passed = instant - self.start;
        // A ring's path counts from the ring's start; from here on the target's path says the same, nearly.
        let mut rest = Self { start: instant, state, ring_place: None, ..self.clone() };
        if let Some(slope) = &mut rest.slope {
            rest.target = V::offset(rest.target, slope.offset(passed));
            *slope = slope.shifted(passed);
        }
        if let Some(running_rate) = &mut rest.running_rate {
            running_rate.to_mut().shift(passed * self.pace);
        }
        if let Some(contacts) = &mut rest.contacts {
            contacts.to_mut().pass(passed, own);
        }
        rest
    }

    /// The segment with all that it borrowed, to be kept.
    pub(crate) fn into_owned(self) -> Segment<'static, V> {
        let Self { start, state, target, slope, law, axes, running_rate, pace, contacts, turns, ring_place } = self;
        Segment {
            start,
            state,
            target,
            slope,
            law,
            axes: axes.map(owned),
            running_rate: running_rate.map(owned),
            pace,
            contacts: contacts.map(owned),
            turns: turns.map(|turns| Cow::Owned(turns.into_owned())),
            ring_place: ring_place.map(owned),
        }
    }

    /// The state at `instant` (s after the last tick), or at its start if that is later, and the acceleration there: both in
    /// the world's time rather than the entity's own.
    pub(crate) fn seen_at(&self, instant: f64, cache: &mut ResponseCache) -> (State<V>, WideTangent<V>) {
        if let Some(event) = self.event_until(instant) {
            let rest = self.after_all(event, instant, cache, &mut Vec::new());
            return rest.seen_uneventful(instant, cache);
        }
        self.seen_uneventful(instant, cache)
    }

    /// [`seen_at`](Self::seen_at), where nothing happens before.
    pub(crate) fn seen_uneventful(&self, instant: f64, cache: &mut ResponseCache) -> (State<V>, WideTangent<V>) {
        let passed = instant - self.start;
        let (mut state, mut target, mut rate) =
            (self.state, self.target, self.slope.map_or_else(zero, |slope| slope.e1));
        if passed > 0.0 {
            state = self.eval_uneventful(instant, cache);
            if let Some(slope) = &self.slope {
                target = V::offset(target, slope.offset(passed));
                rate = slope.rate(passed);
            }
        }
        let own = state;
        let state = State { velocity: state.velocity * self.pace, ..state };
        let acceleration = self.acceleration(&state, target, rate);
        let Some(contacts) = self.contacts.as_deref().filter(|_| self.pace > 0.0) else { return (state, acceleration) };
        let (scale, t) = (self.pace * self.pace, (passed * self.pace).max(0.0));
        (state, self.acceleration_with(contacts, t, &own, acceleration * (1.0 / scale)) * scale)
    }

    /// The acceleration in a state, with the target there and moving at `rate`: all in the world's time.
    fn acceleration(&self, state: &State<V>, target: V::Wide, rate: WideTangent<V>) -> WideTangent<V> {
        let Self { law, pace, .. } = *self;
        let State { position, velocity } = *state;
        // The velocity and the target's rate are in the world's time already; the law is in the entity's own.
        let damped = rate * law.g - velocity * law.c;
        let own = if law.k == 0.0 { law.a } else { law.a - V::difference(position, target) * law.k };
        let by_axes = self.axes.as_ref().map_or_else(zero, |axes| {
            let own_rate = |rate: WideTangent<V>| if pace == 0.0 { zero() } else { rate * (1.0 / pace) };
            axes.acceleration::<V>(V::difference(position, target), own_rate(velocity), own_rate(rate))
        });
        damped * pace + (own + by_axes) * (pace * pace)
    }

    /// The place in a ring that says where the motion goes: without a spring it does not depend on the ring.
    pub(super) fn in_ring(&self) -> Option<&RingPlace<V>> {
        self.ring_place.as_deref().filter(|_| self.law.k > 0.0)
    }

    /// The state at `instant` if nothing happens until then.
    pub(super) fn eval_uneventful(&self, instant: f64, cache: &mut ResponseCache) -> State<V> {
        if let Some(ring_place) = self.in_ring() {
            return self.eval_in_ring(ring_place, instant - self.start, cache);
        }
        let t = (instant - self.start) * self.pace;
        match self.running_rate.as_deref().and_then(|running_rate| running_rate.at(t)) {
            Some(state) if self.contacts.is_none() => state,
            _ => self.eval_law(t, cache),
        }
    }

    /// The state after `t` seconds of the entity's own time, as the law says.
    pub(super) fn eval_law(&self, t: f64, cache: &mut ResponseCache) -> State<V> {
        if t <= 0.0 {
            return self.state;
        }
        match &self.contacts {
            None => self.eval_free(t, cache),
            Some(contacts) => self.eval_with(contacts, t, cache),
        }
    }

    /// [`eval_law`](Self::eval_law), without bounds and dry friction.
    pub(super) fn eval_free(&self, t: f64, cache: &mut ResponseCache) -> State<V> {
        let Self { state, target, law, .. } = self;
        if t <= 0.0 {
            return *state;
        }
        let slope = self.own_slope();
        match &self.axes {
            None => evolve(*state, *target, slope.as_ref(), law, cache.response(law.k, law.c, t, slope.is_some())),
            Some(axes) => presentable(axes.evolve(*state, *target, slope.as_ref(), law, t), *state),
        }
    }

    /// The state of a member of a ring, so long after the start.
    fn eval_in_ring(&self, ring_place: &RingPlace<V>, passed: f64, cache: &mut ResponseCache) -> State<V> {
        let change = if passed > 0.0 && self.pace > 0.0 {
            ring_place.predicted(passed).or_else(|| cache.ring(ring_place, passed))
        } else {
            None
        };
        change.map_or(self.state, |RingChange { position, velocity, .. }| {
            let state = State {
                position: V::offset(self.state.position, position),
                velocity: self.state.velocity + velocity * (1.0 / self.pace),
            };
            presentable(state, self.state)
        })
    }

    /// The target's path in the entity's own time; where that stands, so does the target.
    pub(super) fn own_slope(&self) -> Option<Slope<WideTangent<V>>> {
        let Slope { e1, e2, e3 } = self.slope?;
        if self.pace == 1.0 {
            return Some(Slope { e1, e2, e3 });
        }
        if self.pace == 0.0 {
            return Some(Slope::default());
        }
        let slower = 1.0 / self.pace;
        Some(Slope { e1: e1 * slower, e2: e2 * (slower * slower), e3: e3 * (slower * slower * slower) })
    }
}

fn owned<T: Clone>(borrowed: Cow<T>) -> Cow<'static, T> {
    Cow::Owned(borrowed.into_owned())
}
