//! A motion beside which nothing goes on, or nothing that it meets soon: the body holds its law and all that it shows.

use alloc::vec::Vec;

use super::{Motion, body::Body, calm::Calm, written::Written};
use crate::{
    math::{LANES, Propagator},
    property::Property,
    space::{HeldStep, Law, Response, Space, State, Tangent},
};

/// The law whose response draws a motion.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct DrawnLaw {
    pub(crate) k: f64,
    pub(crate) c: f64,
    /// Whether the target moves.
    pub(crate) is_led: bool,
}

impl DrawnLaw {
    /// Nothing acts.
    pub(crate) const NONE: Self = Self { k: 0.0, c: 0.0, is_led: false };
}

impl<V: Space> Body<V> {
    /// The law whose response draws the motion; [`DrawnLaw::NONE`] if drawing takes more than one response.
    #[inline(always)]
    pub(crate) fn drawn_law(&self) -> DrawnLaw {
        let plain = DrawnLaw { k: self.k, c: self.c, is_led: false };
        match self.cold() {
            Some(cold) if !self.calm.lasts() => {
                let is_led = cold.axes.is_none() && cold.is_led();
                if is_led { DrawnLaw { is_led, ..plain } } else { DrawnLaw::NONE }
            }
            _ => plain,
        }
    }

    /// The state after `t` (s), where `propagator` is the law's answer over that time, also where an f32 cannot hold it.
    #[inline(always)]
    pub(crate) fn answered(&self, t: f64, propagator: Propagator) -> State<V> {
        held_step(self, t, propagator).end()
    }

    /// What the components show, where that is the state at `written_at`.
    pub(super) fn shown(&self) -> Written<V> {
        let t = self.written_at;
        Written::of(&self.answered(t, Propagator::new(self.k, self.c, t)).presentable_or(self.state))
    }

    /// Whether the motion's law is all that moves it until the next tick ends, and what it writes is its state.
    #[inline(always)]
    pub(crate) const fn is_calm(&self) -> bool {
        self.is_plain() || self.calm.lasts()
    }

    /// A tick is over.
    #[inline(always)]
    pub(crate) const fn pass_calm_tick(&mut self) {
        self.calm = self.calm.passed();
    }

    /// Notes that what was written just now is the state.
    pub(crate) fn note_state_shown(&mut self) {
        if !self.is_plain() {
            self.calm = self.calm.shown();
        }
    }

    /// Finds in how many ticks of length `h` the motion meets nothing, at the end of a tick, where what was written is its state.
    pub(crate) fn look_ahead(&mut self, h: f64) {
        if self.is_plain() {
            return;
        }
        let (mut ticks, mut next) = (0, 1);
        while next <= Calm::MOST && self.is_clear(f64::from(next) * h) {
            ticks = next;
            next *= 2;
        }
        self.calm = Calm::of(ticks);
    }
}

/// The step that a motion's law alone makes in `t` (s), where `propagator` is the law's response over that time.
#[inline(always)]
fn held_step<V: Space>(body: &Body<V>, t: f64, propagator: Propagator) -> HeldStep<V> {
    let law = Law { k: body.k, c: body.c, g: 0.0, a: body.acceleration.widen() };
    let response = Response { t, propagator, integrals: Default::default() };
    HeldStep { start: body.state, target: body.target.widen(), law, response }
}

/// The states of a block's motions after `t` (s), [`LANES`] at a time, if their space is not linear.
/// `propagator` is the law's response for the motion at an index. Only the states of calm motions are meant to be read; the last few motions,
/// fewer than [`LANES`], get none.
#[inline]
pub(crate) fn answer_together<P: Property>(
    motions: &[Motion<P>],
    t: f64,
    propagator: impl Fn(usize, &Body<P::Value>) -> Propagator,
    states: &mut Vec<State<P::Value>>,
) {
    states.clear();
    if P::Value::LINEAR {
        return;
    }
    for (chunk, motions) in motions.as_chunks::<LANES>().0.iter().enumerate() {
        let step = |lane: usize| {
            let body = &motions[lane].0;
            held_step(body, t, propagator(chunk * LANES + lane, body))
        };
        if motions.iter().all(|motion| motion.0.is_calm()) {
            P::Value::evolve_several(&core::array::from_fn(step), states);
        } else {
            let alone =
                |(lane, Motion(body)): (usize, &Motion<P>)| if body.is_calm() { step(lane).end() } else { body.state };
            states.extend(motions.iter().enumerate().map(alone));
        }
    }
}
