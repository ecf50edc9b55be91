//! The segment: position, velocity, target and law from one instant on, evaluated at any other.

use alloc::boxed::Box;

use super::{
    evolve::{evolve, presentable},
    response_cache::ResponseCache,
    ring_path::{RingChange, RingPlace},
    running_rate::RunningRate,
};
use crate::{
    law::{AtEnd, axes::Axes},
    math::Slope,
    space::{Law, Space, State, WideTangent, zero},
};

/// All that a position at an instant depends on, borrowed.
#[derive(Clone, Copy)]
pub(crate) struct Segment<'a, V: Space> {
    /// When it starts. Unit: s after the last tick.
    pub(crate) start: f64,
    pub(crate) state: State<V>,
    /// The target at its start.
    pub(crate) target: V::Wide,
    /// The target's path from there, if it moves.
    pub(crate) slope: Option<&'a Slope<WideTangent<V>>>,
    pub(crate) law: Law<V>,
    pub(crate) axes: Option<&'a Axes>,
    pub(crate) running_rate: Option<&'a RunningRate<V>>,
    /// How fast the entity's own time goes.
    pub(crate) pace: f64,
    /// Its place among those who follow each other, if it is one of them.
    pub(crate) ring_place: Option<&'a RingPlace<V>>,
}

impl<V: Space> Segment<'_, V> {
    /// The state at `instant` (s after the last tick); that of the start before it.
    pub(crate) fn eval(&self, instant: f64, cache: &mut ResponseCache) -> State<V> {
        // Without a spring it goes its own way.
        if let Some(ring_place) = self.ring_place.filter(|_| self.law.k > 0.0) {
            return self.in_ring(ring_place, instant - self.start, cache);
        }
        let t = (instant - self.start) * self.pace;
        match self.running_rate {
            Some(running_rate) if t >= running_rate.left => self.after_run(running_rate, t, cache),
            Some(running_rate) => match &running_rate.profile {
                Some(profile) => profile.at(running_rate.elapsed + t.max(0.0)),
                None => self.on_law(t, cache),
            },
            None => self.on_law(t, cache),
        }
    }

    /// The state at `instant`, its velocity in the world's time rather than the entity's own.
    pub(crate) fn eval_in_world_time(&self, instant: f64, cache: &mut ResponseCache) -> State<V> {
        let state = self.eval(instant, cache);
        State { velocity: state.velocity * self.pace, ..state }
    }

    /// The acceleration in the world's time, where the state at `instant` is this one.
    pub(crate) fn acceleration(&self, state: &State<V>, instant: f64) -> WideTangent<V> {
        let passed = (instant - self.start).max(0.0);
        let law = match self.running_rate {
            Some(running_rate) if passed * self.pace >= running_rate.left => &running_rate.after,
            _ => &self.law,
        };
        let (target, rate) = match self.slope {
            Some(slope) => (V::offset(self.target, slope.offset(passed)), slope.rate(passed)),
            None => (self.target, zero()),
        };
        // The velocity and the target's rate are in the world's time already; the law is in the entity's own.
        let damped = rate * law.g - state.velocity * law.c;
        let own = if law.k == 0.0 { law.a } else { law.a - V::difference(state.position, target) * law.k };
        let by_axes = self.axes.map_or_else(zero, |axes| {
            let own_rate = |rate: WideTangent<V>| if self.pace == 0.0 { zero() } else { rate * (1.0 / self.pace) };
            axes.acceleration::<V>(V::difference(state.position, target), own_rate(state.velocity), own_rate(rate))
        });
        damped * self.pace + (own + by_axes) * (self.pace * self.pace)
    }

    /// The state after `t` seconds of the entity's own time, if nothing ends meanwhile.
    fn on_law(&self, t: f64, cache: &mut ResponseCache) -> State<V> {
        if t <= 0.0 {
            return self.state;
        }
        self.step(self.state, self.target, self.own_slope(), &self.law, t, cache)
    }

    fn step(
        &self,
        state: State<V>,
        target: V::Wide,
        slope: Option<Slope<WideTangent<V>>>,
        law: &Law<V>,
        t: f64,
        cache: &mut ResponseCache,
    ) -> State<V> {
        match self.axes {
            None => evolve(state, target, slope.as_ref(), law, cache.response(law.k, law.c, t, slope.is_some())),
            Some(axes) => presentable(axes.evolve(state, target, slope.as_ref(), law, t), state),
        }
    }

    /// The state when the exponential rate has been over for a while.
    fn after_run(&self, running_rate: &RunningRate<V>, t: f64, cache: &mut ResponseCache) -> State<V> {
        let end = match &running_rate.profile {
            Some(profile) => profile.end(),
            None => self.on_law(running_rate.left, cache),
        };
        if running_rate.is_alone() && running_rate.at_end == AtEnd::Hold {
            return State { velocity: zero(), ..end };
        }
        let slope = self.own_slope();
        let passed = running_rate.left.max(0.0);
        let target = slope.map_or(self.target, |slope| V::offset(self.target, slope.offset(passed)));
        let slope = slope.map(|slope| slope.shifted(passed));
        self.step(end, target, slope, &running_rate.after, t - passed, cache)
    }

    /// The target's path in the entity's own time.
    fn own_slope(&self) -> Option<Slope<WideTangent<V>>> {
        let Slope { e1, e2, e3 } = *self.slope?;
        let slower = 1.0 / self.pace;
        Some(if self.pace == 1.0 {
            Slope { e1, e2, e3 }
        } else {
            Slope { e1: e1 * slower, e2: e2 * (slower * slower), e3: e3 * (slower * slower * slower) }
        })
    }
}

impl<V: Space> Segment<'_, V> {
    /// The state of a member of a ring, so long after the start.
    pub(crate) fn in_ring(&self, ring_place: &RingPlace<V>, passed: f64, cache: &mut ResponseCache) -> State<V> {
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
}

/// A segment that is over, kept.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct PastSegment<V: Space> {
    pub(crate) start: f64,
    pub(crate) state: State<V>,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) target: V::Wide,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional_slope"))]
    pub(crate) slope: Option<Slope<WideTangent<V>>>,
    pub(crate) law: Law<V>,
    pub(crate) axes: Option<Box<Axes>>,
    pub(crate) running_rate: Option<Box<RunningRate<V>>>,
    pub(crate) pace: f64,
    pub(crate) ring_place: Option<RingPlace<V>>,
}

impl<V: Space> PastSegment<V> {
    pub(crate) fn segment(&self) -> Segment<'_, V> {
        Segment {
            start: self.start,
            state: self.state,
            target: self.target,
            slope: self.slope.as_ref(),
            law: self.law,
            axes: self.axes.as_deref(),
            running_rate: self.running_rate.as_deref(),
            pace: self.pace,
            ring_place: self.ring_place.as_ref(),
        }
    }
}

impl<V: Space> From<Segment<'_, V>> for PastSegment<V> {
    fn from(segment: Segment<'_, V>) -> Self {
        Self {
            start: segment.start,
            state: segment.state,
            target: segment.target,
            slope: segment.slope.copied(),
            law: segment.law,
            axes: segment.axes.map(|axes| Box::new(axes.clone())),
            running_rate: segment.running_rate.map(|running_rate| Box::new(running_rate.clone())),
            pace: segment.pace,
            ring_place: segment.ring_place.cloned(),
        }
    }
}
