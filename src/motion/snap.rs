//! Snaps a motion to its target.

use super::{body::Body, bounds::keep_on_bounds, target};
use crate::{
    path::target::Onto,
    space::{Law, Space, State, Tangent, zero},
};

/// Moves a follower to the place that `onto` names, and gives it the target's velocity. `leader` is the target's state in the world's time,
/// computed from the leader. Without it, the stored target is used.
pub(crate) fn snap_to<V: Space>(body: &mut Body<V>, leader: Option<State<V>>, onto: Onto) {
    let mut snapped = leader.unwrap_or_else(|| State { position: body.target(), velocity: target::velocity(body) });
    let time_scale = body.time_scale();
    if time_scale > 0.0 {
        snapped.velocity = snapped.velocity * (1.0 / time_scale);
    }
    if !snapped.tangent().is_finite() {
        // At a time scale near 0 no finite velocity of the follower matches the leader's.
        snapped.velocity = body.state.velocity;
    }
    if onto == Onto::Steady {
        // In the steady state x″ = 0: k (x − e) = a − (c − g) x′.
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
        // Axes without a spring keep their position and velocity.
        let (State { position, velocity }, law) = (body.state, body.law());
        let displacement = axes.spring_part(&law, V::difference(snapped.position, position));
        snapped.position = V::offset(position, displacement);
        snapped.velocity = velocity + axes.spring_part(&law, snapped.velocity - velocity);
    }
    let snapped = snapped.presentable_or(body.state);
    body.moved |= snapped != body.state;
    body.make_rare();
    body.state = snapped;
    // The solved path of an exponential rate does not lead through the new position.
    body.discard_rate_path();
    body.end_throws(false);
    let earlier = body.rare().map_or(0, |rare| rare.reached.len());
    body.meet_bounds(time_scale);
    if onto == Onto::Reduced {
        keep_on_bounds(body, earlier);
    }
    if let Some(history) = body.history_mut() {
        history.clear();
    }
}
