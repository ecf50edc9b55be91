//! Finds the rest point of a motion, and whether the motion is at rest there.

use bevy::math::NormedVectorSpace;

use super::body::Body;
use crate::{
    law::axes::Axes,
    path::contact::{Contacts, Remaining, Slide},
    space::{Law, Space, State, length, zero},
};

/// Cheap test by the speed alone: whether a state may be at rest under a law of stiffness `k` and damping `c`. Only a few moving entities
/// pass it and are examined further.
#[inline(always)]
pub(crate) fn is_slow<V: Space>(state: &State<V>, k: f64, c: f64, tolerance: f64) -> bool {
    // Twice the tolerance, to allow for the rounding of this test. The second term is the smallest visible distance at the position.
    let near = 2.0 * (tolerance + V::magnitude(state.position) * V::SPACING);
    let speed = state.velocity.norm_squared();
    if k > 0.0 { speed <= near * near * k } else { speed <= near * near * c * c }
}

/// Variant of [`is_slow`] that uses the state's [`squares`](Space::squares) instead of its magnitude. It is true for every state for which
/// [`is_slow`] is true, and for somewhat faster ones.
#[inline(always)]
pub(crate) fn may_be_slow<V: Space>(state: &State<V>, squares: f64, k: f64, c: f64, tolerance: f64) -> bool {
    // The square of a sum is at most twice the sum of the squares.
    let near_squared = 8.0 * (tolerance * tolerance + squares * V::SPACING * V::SPACING);
    let rate_squared = if k > 0.0 { k } else { c * c };
    state.velocity.norm_squared() <= near_squared * rate_squared
}

impl<V: Space> Body<V> {
    /// Cheap test: whether the motion may be at rest.
    pub(crate) fn may_rest(&self, tolerance: f64) -> bool {
        if !self.adopted || self.start() > 0.0 || self.running_rate().is_some() {
            return false;
        }
        let Law { k, c, .. } = self.law();
        is_slow(
            &self.state,
            k + self.axes().map_or(0.0, |axes| axes.stiffest()) + self.contacts().map_or(0.0, Contacts::stiffness),
            c,
            tolerance,
        )
    }
}

/// The rest point of a motion, if the motion is within tolerance of it for good.
pub(crate) fn rest_point<V: Space>(body: &Body<V>, tolerance: f64) -> Option<V::Wide> {
    match body.contacts() {
        None => near_rest_point::<V>(&body.state, body.target(), &body.law(), body.axes(), tolerance),
        Some(contacts) => bounded_rest_point(body, contacts, tolerance),
    }
}

/// [`rest_point`] of a motion with bounds or dry friction.
fn bounded_rest_point<V: Space>(body: &Body<V>, contacts: &Contacts<V>, tolerance: f64) -> Option<V::Wide> {
    let segment = body.segment();
    let dry = match segment.slide(contacts) {
        // Dry friction holds the entity exactly where it is.
        Slide::Stuck => return Some(body.state.position).filter(|_| segment.keeps_on_fixed_bounds(contacts)),
        // A well damped motion does not stop before the point where the pull equals dry friction, so it rests there.
        Slide::Along(direction) => direction * -contacts.barriers.dry,
        Slide::None | Slide::Turns => zero(),
    };
    let remaining = segment.remaining(contacts, tolerance, dry)?;
    let Remaining { state, target, law, .. } = &remaining;
    let point = near_rest_point::<V>(state, *target, law, body.axes(), tolerance)?;
    let point = remaining.with_ends(point);
    (segment.allows(contacts, point) && V::narrow(point).is_finite()).then_some(point)
}

/// The rest point of a motion that only obeys its law, if the motion is within tolerance of it for good.
fn near_rest_point<V: Space>(
    state: &State<V>,
    target: V::Wide,
    law: &Law<V>,
    axes: Option<&Axes>,
    tolerance: f64,
) -> Option<V::Wide> {
    let Law { k, c, a, .. } = *law;
    let (point, distance) = if let Some(axes) = axes {
        axes.rest_point(state, target, law)?
    } else if k > 0.0 {
        if c <= 0.0 {
            return None;
        }
        let point = V::offset(target, a * (1.0 / k));
        let displacement = length(V::difference(state.position, point));
        let speed = length(state.velocity);
        // The square of this distance is proportional to the energy, which never grows. A motion within tolerance therefore stays within
        // it.
        (point, libm::sqrt(displacement * displacement + speed * speed / k))
    } else if a != zero() {
        return None;
    } else if c > 0.0 {
        let displacement_left = state.velocity * (1.0 / c);
        (V::offset(state.position, displacement_left), length(displacement_left))
    } else if state.velocity == zero() {
        (state.position, 0.0)
    } else {
        return None;
    };
    let near = distance <= tolerance.max(spacing::<V>(point));
    (near && V::narrow(point).is_finite()).then_some(point)
}

/// The smallest visible distance at a point. Unit: property units.
fn spacing<V: Space>(point: V::Wide) -> f64 {
    V::magnitude(point) * V::SPACING
}
