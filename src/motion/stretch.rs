//! A stretch of motion: one law from one instant on, evaluated at any other.

use alloc::boxed::Box;

use super::{
    evolve::{evolve, presentable},
    memo::Memo,
    ring_path::{RingChange, Seat},
    run::Run,
};
use crate::{
    law::{AtEnd, axes::Axes},
    math::Slope,
    space::{Law, Space, State, WideTangent, zero},
};

/// All that a position at an instant depends on, borrowed.
#[derive(Clone, Copy)]
pub(crate) struct Stretch<'a, V: Space> {
    /// When it starts. Unit: s after the last tick.
    pub(crate) start: f64,
    pub(crate) state: State<V>,
    /// The target at its start.
    pub(crate) target: V::Wide,
    /// The target's path from there, if it moves.
    pub(crate) slope: Option<&'a Slope<WideTangent<V>>>,
    pub(crate) law: &'a Law<V>,
    pub(crate) axes: Option<&'a Axes>,
    pub(crate) run: Option<&'a Run<V>>,
    /// How fast the entity's own time goes.
    pub(crate) pace: f64,
    /// Its place among those who follow each other, if it is one of them.
    pub(crate) seat: Option<&'a Seat<V>>,
}

impl<V: Space> Stretch<'_, V> {
    /// The state at `instant` (s after the last tick); that of the start before it.
    pub(crate) fn at(&self, instant: f64, memo: &mut Memo) -> State<V> {
        // Without a spring it goes its own way.
        if let Some(seat) = self.seat.filter(|_| self.law.k > 0.0) {
            return self.in_ring(seat, instant - self.start, memo);
        }
        let t = (instant - self.start) * self.pace;
        match self.run {
            Some(run) if t >= run.left => self.after_run(run, t, memo),
            Some(run) => match &run.profile {
                Some(profile) => profile.at(run.elapsed + t.max(0.0)),
                None => self.on_law(t, memo),
            },
            None => self.on_law(t, memo),
        }
    }

    /// The state at `instant`, its velocity in the world's time rather than the entity's own.
    pub(crate) fn at_in_world_time(&self, instant: f64, memo: &mut Memo) -> State<V> {
        let state = self.at(instant, memo);
        State { velocity: state.velocity * self.pace, ..state }
    }

    /// The acceleration in the world's time, where the state at `instant` is this one.
    pub(crate) fn acceleration(&self, state: &State<V>, instant: f64) -> WideTangent<V> {
        let passed = (instant - self.start).max(0.0);
        let law = match self.run {
            Some(run) if passed * self.pace >= run.left => &run.after,
            _ => self.law,
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
    fn on_law(&self, t: f64, memo: &mut Memo) -> State<V> {
        if t <= 0.0 {
            return self.state;
        }
        self.step(self.state, self.target, self.own_slope(), self.law, t, memo)
    }

    fn step(
        &self,
        state: State<V>,
        target: V::Wide,
        slope: Option<Slope<WideTangent<V>>>,
        law: &Law<V>,
        t: f64,
        memo: &mut Memo,
    ) -> State<V> {
        match self.axes {
            None => evolve(state, target, slope.as_ref(), law, memo.response(law, t, slope.is_some())),
            Some(axes) => presentable(axes.evolve(state, target, slope.as_ref(), law, t), state),
        }
    }

    /// The state when the exponential rate has been over for a while.
    fn after_run(&self, run: &Run<V>, t: f64, memo: &mut Memo) -> State<V> {
        let end = match &run.profile {
            Some(profile) => profile.end(),
            None => self.on_law(run.left, memo),
        };
        if run.is_alone() && run.at_end == AtEnd::Hold {
            return State { velocity: zero(), ..end };
        }
        let slope = self.own_slope();
        let passed = run.left.max(0.0);
        let target = slope.map_or(self.target, |slope| V::offset(self.target, slope.offset(passed)));
        let slope = slope.map(|slope| slope.shifted(passed));
        self.step(end, target, slope, &run.after, t - passed, memo)
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

impl<V: Space> Stretch<'_, V> {
    /// The state of a member of a ring, so long after the start.
    pub(crate) fn in_ring(&self, seat: &Seat<V>, passed: f64, memo: &mut Memo) -> State<V> {
        let change = if passed > 0.0 && self.pace > 0.0 {
            seat.planned(passed).or_else(|| memo.ring(seat, passed))
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

/// A stretch that is over, kept.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Piece<V: Space> {
    pub(crate) start: f64,
    pub(crate) state: State<V>,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) target: V::Wide,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional_slope"))]
    pub(crate) slope: Option<Slope<WideTangent<V>>>,
    pub(crate) law: Law<V>,
    pub(crate) axes: Option<Box<Axes>>,
    pub(crate) run: Option<Box<Run<V>>>,
    pub(crate) pace: f64,
    pub(crate) seat: Option<Seat<V>>,
}

impl<V: Space> Piece<V> {
    pub(crate) fn stretch(&self) -> Stretch<'_, V> {
        Stretch {
            start: self.start,
            state: self.state,
            target: self.target,
            slope: self.slope.as_ref(),
            law: &self.law,
            axes: self.axes.as_deref(),
            run: self.run.as_deref(),
            pace: self.pace,
            seat: self.seat.as_ref(),
        }
    }
}

impl<V: Space> From<Stretch<'_, V>> for Piece<V> {
    fn from(stretch: Stretch<'_, V>) -> Self {
        Self {
            start: stretch.start,
            state: stretch.state,
            target: stretch.target,
            slope: stretch.slope.copied(),
            law: *stretch.law,
            axes: stretch.axes.map(|axes| Box::new(axes.clone())),
            run: stretch.run.map(|run| Box::new(run.clone())),
            pace: stretch.pace,
            seat: stretch.seat.cloned(),
        }
    }
}
