//! One step of the law, as far as an f32 can show it.

use crate::{
    math::Slope,
    space::{Law, Response, Space, State, WideTangent},
};

/// The state after a step. An f32 that cannot hold it cannot show it, so the motion stands still there.
#[inline(never)]
pub(crate) fn evolve<V: Space>(
    state: State<V>,
    target: V::Wide,
    slope: Option<&Slope<WideTangent<V>>>,
    law: &Law<V>,
    response: &Response,
) -> State<V> {
    evolve_here(state, target, slope, law, response)
}

/// [`evolve`], where many are stepped one after the other.
#[inline(always)]
pub(crate) fn evolve_here<V: Space>(
    state: State<V>,
    target: V::Wide,
    slope: Option<&Slope<WideTangent<V>>>,
    law: &Law<V>,
    response: &Response,
) -> State<V> {
    presentable(V::evolve(state, target, slope, law, response), state)
}

/// The next state, or the one before it where an f32 cannot hold the next.
#[inline(always)]
pub(crate) fn presentable<V: Space>(next: State<V>, before: State<V>) -> State<V> {
    if V::is_presentable(&next) { next } else { before }
}
