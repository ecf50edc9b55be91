//! A motion put where its target is.

use super::{evolve::presentable, segment::Segment};
use crate::space::{Space, State, Tangent};

/// Puts a follower where its target is, with its leader's velocity.
pub(crate) fn snap_to<V: Space>(segment: &mut Segment<V>, leader: Option<State<V>>) {
    let velocity = segment.course.as_ref().map(|course| course.slope.e1).unwrap_or_default();
    let mut snapped = leader.unwrap_or(State { position: segment.target, velocity });
    if segment.pace > 0.0 {
        snapped.velocity = snapped.velocity * (1.0 / segment.pace);
    }
    if !snapped.tangent().is_finite() {
        // At next to no pace, no velocity of its own comes near to the leader's.
        snapped.velocity = segment.state.velocity;
    }
    let snapped = presentable(snapped, segment.state);
    segment.moved |= snapped != segment.state;
    segment.state = snapped;
    if let Some(trail) = &mut segment.trail {
        trail.clear();
    }
}
