//! Evaluates a segment at an instant.

use alloc::vec::Vec;

use super::{
    response_cache::ResponseCache,
    ring_path::{RingChange, RingPlace},
    running_rate::RunningRate,
    segment::Segment,
};
use crate::{
    math::Increment,
    space::{Space, State, WideTangent, zero},
};

impl<'a, V: Space> Segment<'a, V> {
    /// The state at `instant` (s after the last tick). Before the segment's start it is the state at the start.
    pub(crate) fn eval(&self, instant: f64, cache: &mut ResponseCache) -> State<V> {
        self.in_force_at(instant, cache, &mut Vec::new()).eval_uneventful(instant, cache)
    }

    /// The acceleration in `state`, which is the state at `instant` (s after the last tick), or at the segment's start if that is later.
    /// There must be no event until then. Unit: property units/s², in the world's time.
    pub(crate) fn acceleration_at(&self, instant: f64, state: &State<V>) -> WideTangent<V> {
        let passed = (instant - self.start).max(0.0);
        let (mut target, mut rate) = (self.target, self.slope.map_or_else(zero, |slope| slope.e1));
        if let Some(slope) = self.slope.as_ref().filter(|_| passed > 0.0) {
            target = V::offset(target, slope.offset(passed));
            rate = slope.rate(passed);
        }
        let acceleration = self.acceleration(&self.in_world_time(*state), target, rate);
        let Some(contacts) = self.contacts.as_deref().filter(|_| self.time_scale > 0.0) else { return acceleration };
        let scale = self.time_scale * self.time_scale;
        self.acceleration_with(contacts, passed * self.time_scale, state, acceleration * (1.0 / scale)) * scale
    }

    /// Converts a state's velocity from the entity's own time to the world's.
    pub(crate) fn in_world_time(&self, state: State<V>) -> State<V> {
        State { velocity: state.velocity * self.time_scale, ..state }
    }

    /// The acceleration in a state, for a target at `target` that moves at `rate`. Everything is in the world's time.
    fn acceleration(&self, state: &State<V>, target: V::Wide, rate: WideTangent<V>) -> WideTangent<V> {
        let Self { law, time_scale, .. } = *self;
        let State { position, velocity } = *state;
        // The velocity and the target's rate are in the world's time; the law is in the entity's own.
        let damped = rate * law.g - velocity * law.c;
        let undamped = if law.k == 0.0 { law.a } else { law.a - V::difference(position, target) * law.k };
        let by_axes = self.axes.as_ref().map_or_else(zero, |axes| {
            let own_rate = |rate: WideTangent<V>| if time_scale == 0.0 { zero() } else { rate * (1.0 / time_scale) };
            axes.acceleration::<V>(V::difference(position, target), own_rate(velocity), own_rate(rate))
        });
        damped * time_scale + (undamped + by_axes) * (time_scale * time_scale)
    }

    /// The entity's place in a ring. Returns `None` without a spring, because the ring then does not affect the motion.
    pub(super) fn in_ring(&self) -> Option<&RingPlace<V>> {
        self.ring_place.as_deref().filter(|_| self.law.k > 0.0)
    }

    /// The state at `instant`, if there is no event until then.
    pub(crate) fn eval_uneventful(&self, instant: f64, cache: &mut ResponseCache) -> State<V> {
        let passed = instant - self.start;
        let t = passed * self.time_scale;
        if let Some(ring_place) = self.in_ring() {
            if t <= 0.0 {
                return self.state;
            }
            let change = ring_place.predicted(passed).or_else(|| cache.ring(ring_place, passed));
            return change.map_or(self.state, |RingChange { position, velocity, .. }| {
                let change = Increment { position, velocity: velocity * (1.0 / self.time_scale) };
                self.state.plus(change).presentable_or(self.state)
            });
        }
        match (&self.contacts, self.running_rate.as_deref().map(|running_rate| &**running_rate)) {
            (None, Some(RunningRate { path: Some(path), elapsed, .. })) => path.at(elapsed + t.max(0.0)),
            (Some(contacts), _) if t > 0.0 => self.eval_with(contacts, t, cache),
            _ => self.eval_free(t, cache),
        }
    }

    /// The state after `t` seconds of the entity's own time by the law alone, without bounds and dry friction.
    pub(super) fn eval_free(&self, t: f64, cache: &mut ResponseCache) -> State<V> {
        let Self { state, target, law, .. } = self;
        if t <= 0.0 {
            return *state;
        }
        let slope = self.own_slope();
        let next = match &self.axes {
            None => V::evolve(*state, *target, slope.as_ref(), law, cache.response(law.k, law.c, t, slope.is_some())),
            Some(axes) => axes.evolve(*state, *target, slope.as_ref(), law, t),
        };
        next.presentable_or(*state)
    }
}
