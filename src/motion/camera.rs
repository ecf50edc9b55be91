//! Changes of a motion's target and bounds, for targets and bounds that a camera computes.

use alloc::boxed::Box;

use super::{body::Body, bounds::carried_by, target};
use crate::{
    math::Slope,
    path::contact::Contacts,
    space::{Space, zero},
};

/// For the tick that begins, sets the velocities (property units/s) of a scalar motion's upper bounds and, if given, of its tracked target.
/// They are more accurate than an extrapolation from the last tick. No-op if the segment starts inside the tick.
pub(crate) fn set_bound_rates<V: Space>(body: &mut Body<V>, [soft, hard]: [f64; 2], target: Option<f64>) {
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
        target::set_sampled_slope(body, Slope::line(V::with_part(zero(), 0, target)));
    }
}

/// Marks the target and the bounds as teleported: they move in one step when they are next adopted.
pub(crate) fn forget_samples<V: Space>(body: &mut Body<V>) {
    if let Some(contacts) = body.contacts_mut() {
        contacts.sampled.clear();
    }
    target::discard_sample(body);
}

/// Calls [`forget_samples`], and sets the velocities of the bounds from the next sample on (property units/s, in the order of
/// `Range::bounds`).
pub(crate) fn forget_samples_with_rates<V: Space>(body: &mut Body<V>, rates: [f64; 4]) {
    forget_samples(body);
    body.make_rare().bound_rates = Some(Box::new(rates));
}
