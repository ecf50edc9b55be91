//! A motion behind a target that moves, a level that moves, and what is found of both.

use crate::math::{Law, Slope};

/// A motion under a law whose target moves on a cubic, from a state at `t = 0`.
///
/// # Examples
///
/// A ball falls onto a floor that comes up at 2 units/s:
///
/// ```
/// use bevy_exact_motion::math::crossing::{Level, Side, Start, Tracking};
/// use bevy_exact_motion::math::{Law, Slope};
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
/// A limit keeps a motion on one side of it. To let nothing through and to report nothing twice, for each tick and again after each contact:
///
/// 1. If the position is on the limit or beyond it and [`Self::heading`] says beyond, the contact is now: resolve it. (A state that has been
///    rounded since the last search may lie beyond a limit that the search found not yet reached. Searched freely, it would go on.) If it
///    says beyond even with no velocity against the limit, the motion rests there until [`Self::lift_off`].
/// 2. Search with [`Start::On`] if the position is on the limit or beyond it by rounding alone, as after a contact; otherwise with
///    [`Start::Free`].
/// 3. A contact that is found comes from the side where the motion has been: resolve it if that is the inside, and go on with what is left
///    of the tick, from [`Self::after`] and [`Level::after`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tracking {
    /// The law; `c ≥ 0`.
    pub law: Law,
    /// The target's position at `t = 0`; without a spring (`k = 0`) it has no meaning. Unit: length.
    pub target: f64,
    /// The target's path from there.
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
    /// Where it is at `t = 0`. Unit: length.
    pub position: f64,
    /// Its path from there.
    pub slope: Slope<f64>,
}

/// A side of a level. [`Tracking`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// Where positions are greater than the level's.
    Above,
    /// Where positions are less.
    Below,
}

/// Where a search begins. [`Tracking`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// Where the position says. Beyond a level, nothing is found until the motion comes back; exactly on it, the motion has to leave first.
    #[default]
    Free,
    /// On the level, whatever rounding has made of the position: the motion has to leave first.
    On,
}

/// A motion that reaches a level. [`Tracking`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// When. Unit: s. Range: > 0.
    pub time: f64,
    /// The motion's velocity. Unit: length/s.
    pub velocity: f64,
    /// The motion's velocity seen from the level: towards the level, or 0 where the motion only touches. Unit: length/s.
    pub relative_velocity: f64,
    /// The side from which the level is reached.
    pub from: Side,
}

impl Tracking {
    /// The same motion from its state after `t` (s, ≥ 0) on.
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

    /// The same level from where it is after `t` (s) on.
    pub fn after(&self, t: f64) -> Self {
        Self { position: self.position + self.slope.offset(t), slope: self.slope.after(t) }
    }
}
