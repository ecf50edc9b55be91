//! A follower of a moving target, a moving level, and their contact.

use crate::{Law, Slope};

/// A motion under a law whose target moves on a cubic, with its state at `t = 0`.
///
/// # Examples
///
/// A ball falls onto a floor that rises at 2 units/s:
///
/// ```
/// use exact_motion::crossing::{Level, Side, Start, Tracking};
/// use exact_motion::{Law, Slope};
///
/// let law = Law { a: -10.0, ..Law::default() };
/// let ball = Tracking { law, position: 5.0, velocity: -2.0, ..Tracking::default() };
/// let floor = Level { position: -4.0, slope: Slope::line(2.0) };
/// let contact = ball.first_contact(&floor, Start::Free, 2.0).unwrap();
/// assert_eq!((contact.time, contact.velocity, contact.relative_velocity), (1.0, -12.0, -14.0));
/// assert_eq!(contact.from, Side::Above);
///
/// // It leaves the floor with half the speed, and lands again.
/// let after = Tracking { velocity: 2.0 + 7.0, ..ball.after(contact.time) };
/// let again = after.first_contact(&floor.after(contact.time), Start::On, 2.0).unwrap();
/// assert!((again.time - 1.4).abs() < 1e-15);
/// ```
///
/// # A loop of contacts
///
/// A limit keeps a motion on one side of it. Do the following for each tick, and again after each contact, so that no motion passes the
/// limit and no contact is reported twice:
///
/// 1. If the position is on the limit or beyond it, and [`Self::heading`] leads further beyond, the contact is now: resolve it. (A state
///    that was rounded after the last search can be beyond a limit that the motion had not reached in that search. With [`Start::Free`],
///    the motion would then pass the limit.) If [`Self::heading`] leads beyond even without a velocity relative to the limit, the motion
///    rests on the limit until [`Self::lift_off`].
/// 2. Search with [`Start::On`] if the position is on the limit, or beyond it only by rounding, as after a contact; otherwise with
///    [`Start::Free`].
/// 3. [`Contact::from`] is the side from which the motion reaches the limit. If the motion is to stay on that side, resolve the contact and
///    continue with the rest of the tick, from [`Self::after`] and [`Level::after`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tracking {
    /// The law; `c ≥ 0`.
    pub law: Law,
    /// The target's position at `t = 0`; without a spring (`k = 0`) it has no effect. Unit: length.
    pub target: f64,
    /// The target's path, relative to `target`.
    pub target_slope: Slope<f64>,
    /// Position at `t = 0`. Unit: length.
    pub position: f64,
    /// Velocity at `t = 0`. Unit: length/s.
    pub velocity: f64,
}

/// A level that moves on a cubic. [`Tracking`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Level {
    /// The position at `t = 0`. Unit: length.
    pub position: f64,
    /// The level's path, relative to `position`.
    pub slope: Slope<f64>,
}

/// A side of a level. [`Tracking`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// Positions greater than the level's.
    Above,
    /// Positions less than the level's.
    Below,
}

/// Where a motion is relative to the level when a search begins. [`Tracking`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// At its position. A motion that has already passed the level has no contact until it comes back. A motion that is exactly on the
    /// level has to leave it first.
    #[default]
    Free,
    /// On the level, even if rounding has moved the position off it. The motion has to leave it first.
    On,
}

/// An instant at which a motion reaches a level. [`Tracking`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The time. Unit: s. Range: > 0.
    pub time: f64,
    /// The motion's velocity. Unit: length/s.
    pub velocity: f64,
    /// The motion's velocity relative to the level: towards the level, or 0 if the motion only touches it. Unit: length/s.
    pub relative_velocity: f64,
    /// The side from which the level is reached.
    pub from: Side,
}

impl Tracking {
    /// The same motion, with its state at `t` (s, ≥ 0) as the new start.
    #[must_use]
    pub fn after(&self, t: f64) -> Self {
        let (position, velocity) =
            self.law.step_cubic(self.position, self.velocity, self.target, &self.target_slope, t);
        Self {
            law: self.law,
            target: self.target + self.target_slope.offset(t),
            target_slope: self.target_slope.after(t),
            position,
            velocity,
        }
    }
}

impl Level {
    /// A level at rest.
    pub const fn at_rest(position: f64) -> Self {
        Self { position, slope: Slope { e1: 0.0, e2: 0.0, e3: 0.0 } }
    }

    /// The same level, with its position at `t` (s) as the new start.
    pub fn after(&self, t: f64) -> Self {
        Self { position: self.position + self.slope.offset(t), slope: self.slope.after(t) }
    }
}
