//! What cameras tell a motion of its target and bounds, which they compute, and what they ask of them.

use alloc::boxed::Box;

use super::{body::Body, bounds::carried_by, led};
use crate::{
    math::Slope,
    path::contact::Contacts,
    space::{Space, zero},
};

/// Lets the upper bounds of a motion of one number, soft and hard, and its tracked target move at these rates (property units/s) over
/// the tick that begins: what sampled them knows better than the last tick how they go on.
pub(crate) fn lead_bounds<V: Space>(body: &mut Body<V>, [soft, hard]: [f64; 2], target: Option<f64>) {
    if body.start() != 0.0 {
        return;
    }
    let Some(contacts) = body.contacts_mut() else { return };
    for coordinate in &mut contacts.coordinates {
        let [.., soft_upper, upper] = &mut coordinate.levels;
        for (level, rate) in [(soft_upper, soft), (upper, hard)] {
            if let Some(level) = level {
                level.slope = Slope::line(rate);
            }
        }
    }
    let kept = body.contacts().into_iter().flat_map(Contacts::kept);
    body.state = carried_by(body, kept);
    if let Some(target) = target {
        led::lead_sampled(body, Slope::line(V::with_part(zero(), 0, target)));
    }
}

/// Marks the target and the bounds as teleported: they move in one step when they are next adopted.
pub(crate) fn forget_samples<V: Space>(body: &mut Body<V>) {
    if let Some(contacts) = body.contacts_mut() {
        contacts.sampled.clear();
    }
    led::lose_sample(body);
}

/// Forgets samples, of bounds that move at these rates from the next sample on (property units/s, in the order of `Range::bounds`).
pub(crate) fn forget_samples_at<V: Space>(body: &mut Body<V>, rates: [f64; 4]) {
    forget_samples(body);
    body.make_cold().bound_rates = Some(Box::new(rates));
}
