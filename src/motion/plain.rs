//! Fast path: motions that only obey their law, with no moving target and no bound in reach.

use alloc::vec::Vec;

use super::{Motion, body::Body, clear_ticks::ClearTicks, written::Written};
use crate::{
    math::{LANES, Propagator},
    property::Property,
    space::{HeldStep, Law, Response, Space, State, Tangent},
};

/// The coefficients of the response with which a motion is evaluated at a frame's instant.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct DrawnLaw {
    pub(crate) k: f64,
    pub(crate) c: f64,
    /// Whether the target moves, so that the response needs integrals as well.
    pub(crate) is_led: bool,
}

impl DrawnLaw {
    /// No force. Also used for motions for which one response is not enough.
    pub(crate) const NONE: Self = Self { k: 0.0, c: 0.0, is_led: false };
}

impl<V: Space> Body<V> {
    /// The coefficients of the response with which the motion is evaluated at a frame's instant; [`DrawnLaw::NONE`] if one response is not
    /// enough.
    #[inline(always)]
    pub(crate) fn drawn_law(&self) -> DrawnLaw {
        let plain = DrawnLaw { k: self.k, c: self.c, is_led: false };
        match self.rare() {
            Some(rare) if !self.clear_ticks.covers_next_tick() => {
                let is_led = rare.axes.is_none() && rare.is_led();
                if is_led { DrawnLaw { is_led, ..plain } } else { DrawnLaw::NONE }
            }
            _ => plain,
        }
    }

    /// The state after `t` (s), where `propagator` is the law's response over that time. The state may be too large for f32.
    #[inline(always)]
    pub(crate) fn evolved(&self, t: f64, propagator: Propagator) -> State<V> {
        held_step(self, t, propagator).end()
    }

    /// The state at `written_at`, rounded as components store it: the last written values, unless the boxed data holds other ones.
    pub(super) fn shown(&self) -> Written<V> {
        let t = self.written_at;
        Written::of(&self.evolved(t, Propagator::new(self.k, self.c, t)).presentable_or(self.state))
    }

    /// Whether only the law moves the entity until the next tick ends, and the components hold the state.
    #[inline(always)]
    pub(crate) const fn has_clear_tick(&self) -> bool {
        self.is_plain() || self.clear_ticks.covers_next_tick()
    }

    /// Counts the clear ticks down by one.
    #[inline(always)]
    pub(crate) const fn pass_clear_tick(&mut self) {
        self.clear_ticks = self.clear_ticks.passed();
    }

    /// Records that the state was just written.
    pub(crate) fn note_state_shown(&mut self) {
        if !self.is_plain() {
            self.clear_ticks = self.clear_ticks.with_state_shown();
        }
    }

    /// Finds for how many ticks of length `h` no bound is in reach. Call it at the end of a tick, when the components hold the state.
    pub(crate) fn find_clear_ticks(&mut self, h: f64) {
        if self.is_plain() {
            return;
        }
        let (mut ticks, mut next) = (0, 1);
        while next <= ClearTicks::MAX && self.is_clear(f64::from(next) * h) {
            ticks = next;
            next *= 2;
        }
        self.clear_ticks = ClearTicks::of(ticks);
    }
}

/// The step by the law alone over `t` (s), where `propagator` is the law's response over that time.
#[inline(always)]
fn held_step<V: Space>(body: &Body<V>, t: f64, propagator: Propagator) -> HeldStep<V> {
    let law = Law { k: body.k, c: body.c, g: 0.0, a: body.acceleration.widen() };
    let response = Response { t, propagator, integrals: Default::default() };
    HeldStep { start: body.state, target: body.target.widen(), law, response }
}

/// In a space that is not linear, computes the states of a block's motions after `t` (s), [`LANES`] at a time. `propagator` returns the
/// law's response for the motion at an index. A state is valid only if its motion has a clear tick. A remainder of fewer than [`LANES`]
/// motions has no states. In a linear space, `states` stays empty.
#[inline]
pub(crate) fn evolve_together<P: Property>(
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
        if motions.iter().all(|motion| motion.0.has_clear_tick()) {
            P::Value::evolve_several(&core::array::from_fn(step), states);
        } else {
            let alone = |(lane, Motion(body)): (usize, &Motion<P>)| {
                if body.has_clear_tick() { step(lane).end() } else { body.state }
            };
            states.extend(motions.iter().enumerate().map(alone));
        }
    }
}
