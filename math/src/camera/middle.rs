//! The weighted middle of a group, whose weights may change.

use crate::Vector;
use crate::rotation::Vector3;

/// A member of a group. [`middle()`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Member<V = Vector3> {
    /// The position. Unit: length.
    pub position: V,
    /// The velocity. Unit: length/s.
    pub velocity: V,
    /// The member's weight. Unit: 1. Range: ≥ 0.
    pub weight: f64,
    /// The rate of the weight. Unit: 1/s.
    pub weight_rate: f64,
}

/// Position and velocity of a group's weighted middle. [`middle()`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Middle<V = Vector3> {
    /// The position. Unit: length.
    pub position: V,
    /// The velocity. Unit: length/s.
    pub velocity: V,
}

/// The weighted middle of a group: `M = Σ w p/Σ w`, `M′ = Σ (w p′ + w′ (p − M))/Σ w`.
///
/// # Special cases
///
/// Members with a weight of 0, a negative weight or NaN as their weight are ignored. Returns `None` if no other members are left, or if
/// their weights add up to ∞. The middle of a single member is the member's own position and velocity, bit for bit.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::{Member, middle};
///
/// // The weight of the second member grows, so the middle moves towards it.
/// let first = Member { position: 0.0, velocity: 0.0, weight: 1.0, weight_rate: 0.0 };
/// let second = Member { position: 4.0, velocity: 0.0, weight: 1.0, weight_rate: 0.5 };
/// let found = middle([first, second]).unwrap();
/// assert_eq!((found.position, found.velocity), (2.0, 0.5));
/// ```
///
/// # Accuracy
///
/// 4 ε of the members' distances from the first member, plus 1 ulp of the position, so no digits are lost far from the origin.
#[must_use]
pub fn middle<V, M>(members: M) -> Option<Middle<V>>
where
    V: Vector,
    M: IntoIterator<Item = Member<V>>,
    M::IntoIter: Clone,
{
    let counting = members.into_iter().filter(|member| member.weight > 0.0);
    let first = counting.clone().next()?;
    let total = counting.clone().fold(0.0, |sum, member| sum + member.weight);
    let sum =
        counting.clone().fold(V::default(), |sum, member| sum + (member.position - first.position) * member.weight);
    let from_first = sum * (1.0 / total);
    let drift = counting.fold(V::default(), |drift, member| {
        drift
            + (member.velocity - first.velocity) * member.weight
            + (member.position - first.position - from_first) * member.weight_rate
    });
    total
        .is_finite()
        .then_some(Middle { position: first.position + from_first, velocity: first.velocity + drift * (1.0 / total) })
}
