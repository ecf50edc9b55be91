//! A motion put where its target is.

use super::{body::Body, bounds::lie_where_put, led};
use crate::{
    path::target::Onto,
    space::{Law, Space, State, Tangent, zero},
};

/// Puts a follower where its target is, or where it would be after a long time behind it, with its leader's velocity.
pub(crate) fn snap_to<V: Space>(body: &mut Body<V>, leader: Option<State<V>>, onto: Onto) {
    let mut snapped = leader.unwrap_or_else(|| State { position: body.target(), velocity: led::velocity(body) });
    let pace = body.pace();
    if pace > 0.0 {
        snapped.velocity = snapped.velocity * (1.0 / pace);
    }
    if !snapped.tangent().is_finite() {
        // At next to no pace, no velocity of the follower's own comes near to the leader's.
        snapped.velocity = body.state.velocity;
    }
    if onto == Onto::Steady {
        // There x″ = 0: k (x − e) = a − (c − g) x′.
        let law @ Law { k, c, g, a } = body.law();
        let lag = match body.axes() {
            Some(axes) => axes.steady_lag(&law, snapped.velocity),
            None if k > 0.0 => (a - snapped.velocity * (c - g)) * (1.0 / k),
            None => zero(),
        };
        if V::Tangent::narrow(lag).is_finite() {
            snapped.position = V::offset(snapped.position, lag);
        }
    }
    if onto == Onto::Reduced
        && let Some(axes) = body.axes()
    {
        // Along an axis without a spring it goes its own way.
        let (State { position, velocity }, law) = (body.state, body.law());
        let way = axes.pulled(&law, V::difference(snapped.position, position));
        snapped.position = V::offset(position, way);
        snapped.velocity = velocity + axes.pulled(&law, snapped.velocity - velocity);
    }
    let snapped = snapped.presentable_or(body.state);
    body.moved |= snapped != body.state;
    body.make_cold();
    body.state = snapped;
    // As after a write, what was solved for the old place is over.
    body.leave_profile();
    body.end_throws(false);
    let told = body.cold().map_or(0, |cold| cold.reached.len());
    body.meet_bounds(pace);
    if onto == Onto::Reduced {
        lie_where_put(body, told);
    }
    if let Some(history) = body.history_mut() {
        history.clear();
    }
}
