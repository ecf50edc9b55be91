//! A ball that bounces off a floor: its contacts, and when it comes to rest.

use super::crossing::{Crossing, Motion};
use super::{Law, Rest};

/// Maximum number of contacts that [`Bounce::rest`] computes one by one. A formula sums up all later ones.
const MAX_CONTACTS: u32 = 4096;

/// A ball that a constant acceleration pulls towards a floor, off which it bounces.
///
/// ```text
/// x″ = a − c x′          at the floor x′ becomes −e x′
/// ```
///
/// For `a < 0` the ball moves above the floor, for `a > 0` below it.
///
/// # Examples
///
/// An event loop computes one contact after another:
///
/// ```
/// use exact_motion::{Bounce, Rest};
///
/// let ball = Bounce { acceleration: -8.0, friction: 0.0, floor: 0.0, restitution: 0.5 };
/// let contact = ball.next_contact(4.0, 0.0).expect("it falls");
/// assert_eq!((contact.time, contact.velocity), (1.0, -8.0));
/// let outgoing = ball.velocity_after(contact.velocity);
/// assert_eq!(outgoing, 4.0);
/// assert!(!ball.rests(outgoing, 1e-3));
/// // Or in one call: infinitely many contacts end after 3 s.
/// assert_eq!(ball.rest(4.0, 0.0), Rest::Stops { time: 3.0, position: 0.0 });
/// ```
///
/// # Special cases
///
/// Without an acceleration there are no contacts. NaN in gives NaN, `None` or `false` out.
///
/// # Accuracy
///
/// Time and velocity of the `n`-th contact: 3 n ε. Time of rest: 4 ε.
///
/// # Reference
///
/// Derived here. Times of contacts as in [`Motion::first_crossing`]. Without friction, a hop that starts with the speed `u` takes `2u/|a|`,
/// and each contact multiplies `u` by `e`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounce {
    /// `a`, towards the floor. Unit: length/s². Range: other than 0.
    pub acceleration: f64,
    /// `c`, viscous friction. Unit: 1/s. Range: ≥ 0.
    pub friction: f64,
    /// Where the floor is. Unit: length.
    pub floor: f64,
    /// `e`, the ratio of the speed after a contact to the speed before it. Unit: 1. Range: 0 ≤ e ≤ 1.
    pub restitution: f64,
}

impl Bounce {
    /// The next contact of a ball at `position` (length) with `velocity` (length/s): its time, and the velocity into the floor.
    ///
    /// A ball on the floor that moves into it has a contact at time 0. Returns `None` for a ball that rests on the floor or is beyond it.
    #[must_use]
    pub fn next_contact(&self, position: f64, velocity: f64) -> Option<Crossing> {
        let up = self.up();
        let (gap, rising) = (up * (position - self.floor), up * velocity);
        if gap == 0.0 && rising < 0.0 {
            return Some(Crossing { time: 0.0, velocity });
        }
        if !(gap > 0.0 || (gap == 0.0 && rising > 0.0)) {
            return None;
        }
        let pressing = self.acceleration.abs();
        if self.friction == 0.0 {
            let speed = libm::sqrt(rising * rising + 2.0 * pressing * gap);
            // The form without cancellation.
            let time = if rising < 0.0 { 2.0 * gap / (speed - rising) } else { (rising + speed) / pressing };
            return (time.is_finite() && speed.is_finite()).then_some(Crossing { time, velocity: -up * speed });
        }
        // The position is relative to the floor, so that short hops keep their digits.
        let law = Law { c: self.friction, a: -pressing, ..Law::default() };
        let fall = Motion { law, target: 0.0, start: gap, velocity: rising }.first_crossing(0.0, f64::INFINITY)?;
        Some(Crossing { time: fall.time, velocity: up * fall.velocity })
    }

    /// The velocity (length/s) after a contact with `incoming` (length/s).
    #[must_use]
    pub const fn velocity_after(&self, incoming: f64) -> f64 {
        -self.restitution * incoming
    }

    /// Whether a ball that leaves the floor with the velocity `outgoing` (length/s) counts as resting, because it would rise by at most
    /// `tolerance` (length, ≥ 0).
    #[must_use]
    pub fn rests(&self, outgoing: f64, tolerance: f64) -> bool {
        let limit = 2.0 * self.acceleration.abs() * tolerance;
        self.acceleration != 0.0 && outgoing * outgoing <= limit
    }

    /// The time (s) from a contact until the ball rests, for a ball that leaves this contact with the velocity `outgoing` (length/s):
    /// `2u/(|a| (1 − e))` with `u = |outgoing|`; ∞ for `e = 1`.
    ///
    /// With friction this is the limit for small hops, with a relative error of `u c/|a|`.
    #[must_use]
    pub fn time_left(&self, outgoing: f64) -> f64 {
        let u = outgoing.abs();
        if u == 0.0 && self.acceleration != 0.0 {
            return 0.0;
        }
        2.0 * u / (self.acceleration.abs() * (1.0 - self.restitution))
    }

    /// When and where a ball at `position` (length) with `velocity` (length/s) comes to rest.
    ///
    /// This is the limit of infinitely many contacts. A loop that stops at [`Self::rests`] ends earlier, by [`Self::time_left`]. At most
    /// 4096 contacts are computed one by one; without friction, only the first.
    ///
    /// # Accuracy
    ///
    /// 4 ε; 1e-7 with friction and `e > 0.99`, where more than 4096 contacts matter.
    ///
    /// # Reference
    ///
    /// Derived here: with speeds in units of the terminal velocity and times in units of `1/c`, a hop takes `2z` and changes the speed from
    /// `z` to `e (z − ⅔ z²)`. All hops together take `3 log1p(⅔ z/(1 − e))`, with a relative error of `z²/(1 − e)`.
    #[must_use]
    pub fn rest(&self, position: f64, velocity: f64) -> Rest {
        if position == self.floor && velocity == 0.0 && self.acceleration != 0.0 {
            return Rest::Stops { time: 0.0, position };
        }
        let (mut time, mut position, mut velocity) = (0.0, position, velocity);
        for _ in 0..MAX_CONTACTS {
            let Some(contact) = self.next_contact(position, velocity) else { return Rest::Never { limit: f64::NAN } };
            time += contact.time;
            (position, velocity) = (self.floor, self.velocity_after(contact.velocity));
            let z = self.friction * velocity.abs() / self.acceleration.abs();
            if z * z <= 0.5 * f64::EPSILON * (1.0 - self.restitution) {
                break;
            }
        }
        let slowed = 2.0 / 3.0 * self.friction * velocity.abs() / (self.acceleration.abs() * (1.0 - self.restitution));
        let correction = if slowed > 0.0 { libm::log1p(slowed) / slowed } else { 1.0 };
        time += self.time_left(velocity) * correction;
        if time.is_finite() { Rest::Stops { time, position } } else { Rest::Never { limit: f64::NAN } }
    }

    /// The sign of the direction away from the floor; NaN without an acceleration.
    fn up(&self) -> f64 {
        if self.acceleration == 0.0 { f64::NAN } else { -self.acceleration.signum() }
    }
}

#[cfg(test)]
mod tests;
