//! Bounds that a value may not pass.

use bevy::math::Vec3;

use super::{
    AxisFrame,
    barriers::{Barriers, Range, SoftLaw},
    force::{Draft, Force},
    invalid::Invalid,
};
use crate::{
    property::{
        Property, TangentOf, Velocity,
        component::{component, default_on_translation},
    },
    space::{Space, Tangent, WideTangent, length},
};

/// A bound for each of a value's first four numbers, for instance x, y and z. Unit: property units. Range: finite; none: no bound. You
/// seldom write these: [`Limits`] has constructors.
pub type Bounds = [Option<f32>; 4];

/// One of the bounds of [`Limits`]. [`LimitReached`](crate::LimitReached) and [`WillReach`](crate::WillReach) name it.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn pop(reached: On<LimitReached>, mut commands: Commands) {
///     if reached.bound == Bound::Upper {
///         commands.entity(reached.entity).despawn(); // a bubble at the surface
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq, Hash)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub enum Bound {
    /// [`Limits::lower`].
    Lower,
    /// [`Limits::soft_lower`].
    SoftLower,
    /// [`Limits::soft_upper`].
    SoftUpper,
    /// [`Limits::upper`].
    Upper,
    /// [`Limits::at_target`].
    Target,
}

impl Bound {
    /// Whether a spring acts beyond it.
    pub(crate) const fn is_soft(self) -> bool {
        matches!(self, Self::SoftLower | Self::SoftUpper)
    }
}

component! {
    /// Keeps a value between bounds: it stops there, bounces, or is pulled back by a spring.
    ///
    /// The crate finds the instant of each contact on the exact path, inside a tick too. So the path after a contact does not depend on
    /// the tick rate, and no entity is moved through a hard bound, however fast it is.
    /// [`LimitReached`](crate::LimitReached) reports each contact.
    ///
    /// An entity does not pass a *hard* bound. Its velocity against the bound becomes `−restitution` times what it was. An entity that would
    /// bounce off by less than the [`RestTolerance`](crate::RestTolerance) stays on the bound, until something takes it off. Beyond a *soft*
    /// bound the entity's own springs do not act, and a spring to the bound acts instead, until the entity is back. If the laws on both sides
    /// press the entity onto a soft bound, and it is too slow to leave the bound visibly, it stays there. A value may have both kinds of
    /// bounds, with the hard bound further out.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// fn spawn(mut commands: Commands) {
    ///     // A ball that falls onto a floor and keeps 0.8 of its speed.
    ///     commands.spawn((Transform::from_xyz(0.0, 4.0, 0.0), Gravity::EARTH, Limits::floor(0.0).bouncing(0.8)));
    ///     // A list that glides, and springs back beyond its ends.
    ///     commands.spawn((
    ///         Transform::default(),
    ///         Velocity::new(900.0 * Vec3::Y),
    ///         Friction::new(2.0),
    ///         Limits::between(Vec3::ZERO, 300.0 * Vec3::Y).soft(18.0),
    ///     ));
    /// }
    /// ```
    ///
    /// # Special cases
    ///
    /// - An angle needs both bounds, at most a turn apart. An angle outside them counts as beyond the nearer one.
    /// - If an entity is beyond a hard bound, because you moved the entity or the bound, the plugin puts it on the bound, and
    ///   [`LimitReached`](crate::LimitReached) reports that; if [`returns`](Self::returns) is true, the entity goes on until it is back
    ///   instead. If it is beyond a soft bound, the bound's spring pulls it back.
    /// - You may change bounds at any time. Writing the same bounds again changes nothing.
    /// - After 1000 contacts in one tick, an entity loses the rest of its velocity against the bound.
    /// - Invalid input is ignored: a bound that is not finite, a lower bound above the upper one, a restitution outside 0 to 1, bounds of
    ///   orientations ([`Rotation`](crate::Rotation); [`Rotation2d`](crate::Rotation2d) may have bounds, as it is one number), and bounds
    ///   across the springs of [`AxisSprings`](crate::AxisSprings), because a number at a bound then has no law of its own.
    ///
    /// # Limitations
    ///
    /// Bounds are f32, also where the value is f64 or a vector of f64. So beyond 2^24, about 1.7e7, [`of`](Self::of) rounds a bound to the
    /// nearest f32, which are 2 and more apart there, and a bound beyond 3.4e38 becomes infinite, which is invalid. The path to the bound and
    /// the instant of the contact are exact in f64.
    #[doc(alias = "clamp")]
    #[doc(alias = "bounce")]
    #[doc(alias = "bounds")]
    #[doc(alias = "collision")]
    #[doc(alias = "rubber band")]
    #[require(Velocity<P>)]
    pub struct Limits of tangents {
        /// Hard lower bounds. Default: none.
        pub lower: Bounds = [None; 4],
        /// Hard upper bounds. Default: none.
        pub upper: Bounds = [None; 4],
        /// Soft lower bounds: below these a spring pulls back. Default: none.
        pub soft_lower: Bounds = [None; 4],
        /// Soft upper bounds: above these a spring pulls back. Default: none.
        pub soft_upper: Bounds = [None; 4],
        /// Whether the target is a hard bound, too: the entity stops there, from whichever side it comes. Default: false.
        pub at_target: bool = false,
        /// A direction, of any length: the first bounds are then measured along it instead of along the axes.
        /// Unit: 1. Range: finite and not 0. Default: none.
        pub normal: Option<TangentOf<P>> = None,
        /// The share of its speed that the entity keeps when it bounces off a hard bound. Unit: 1. Range: 0 (it stops) to 1. Default: 0.
        #[reflect(@0.0..=1.0_f32)]
        pub restitution: f32 = 0.0,
        /// The angular frequency of the spring beyond a soft bound. Unit: rad/s. Range: ≥ 0. Default: 12.
        #[reflect(@0.0..=f32::MAX)]
        pub angular_frequency: f32 = 12.0,
        /// The damping ratio of the spring beyond a soft bound. Unit: 1. Range: ≥ 0; 1 is critical. Default: 1.
        #[reflect(@0.0..=f32::MAX)]
        pub damping_ratio: f32 = 1.0,
        /// The share of a moving soft bound's velocity that the damper of its spring moves with. Unit: 1. Range: 0 to 1. Default: 0.
        #[reflect(@0.0..=1.0_f32)]
        pub feed_forward: f32 = 0.0,
        /// Whether the damper of a soft bound's spring also acts between the soft bounds, on the velocity relative to the world: an entity that
        /// is back between them glides to a stop. Default: false.
        #[cfg_attr(feature = "serialize", serde(default))]
        pub damped: bool = false,
        /// Whether an entity beyond a hard bound moves on until it is back, instead of being put onto the bound at once. Default: false.
        pub returns: bool = false,
        /// Whether written bounds move along a line over the tick instead of jumping. An entity that is pushed by moving bounds takes on their
        /// velocity. Write such bounds in `FixedUpdate`, every tick; if you insert the component anew, they jump. Default: false.
        pub tracked: bool = false,
    }
}

default_on_translation!(Limits);

impl<P: Property> Force<P> for Limits<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        let frame = draft.axis_frame;
        let judged = self.bar(draft.barriers()).and_then(|()| self.judge_beside(frame));
        judged.map_err(|(field, expected)| draft.invalid(field, *self, expected))?;
        if self.damped {
            let soft = draft.barriers().soft;
            draft.compiled.law.c += soft.c;
        }
        Ok(())
    }
}

impl<P: Property> Limits<P> {
    /// Hard bounds that keep property `P` between these values, in each of their numbers; `None` leaves a side open.
    pub fn of(lower: impl Into<Option<P::Value>>, upper: impl Into<Option<P::Value>>) -> Self {
        let all = |value: Option<P::Value>| value.map_or([None; 4], bounds);
        Self { lower: all(lower.into()), upper: all(upper.into()), ..Default::default() }
    }

    /// The same bounds, where the target is a bound, too: the spring does not overshoot.
    pub const fn stopping_at_target(mut self) -> Self {
        self.at_target = true;
        self
    }

    /// The same bounds, where the entity keeps this share (0 to 1) of its speed when it bounces.
    pub const fn bouncing(mut self, restitution: f32) -> Self {
        self.restitution = restitution;
        self
    }

    /// The same bounds, which move along a line when they are written.
    pub const fn tracked(mut self) -> Self {
        self.tracked = true;
        self
    }

    /// The same bounds, but soft: beyond them a critical spring of this angular frequency (rad/s) pulls back.
    pub const fn soft(mut self, angular_frequency: f32) -> Self {
        self.soft_lower = self.lower;
        self.soft_upper = self.upper;
        self.lower = [None; 4];
        self.upper = [None; 4];
        self.angular_frequency = angular_frequency;
        self
    }
}

impl<P: Property> Limits<P> {
    /// The same bounds where everything is put elsewhere, as a component holds them.
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    pub(crate) fn shifted(&self, by: WideTangent<P::Value>) -> Self {
        let part = |index: usize| {
            if index >= P::Value::NUMBERS {
                return 0.0;
            }
            self.normal.map_or_else(
                || P::Value::part(by, index),
                |normal| {
                    let normal = normal.widen();
                    let sum: f64 = (0..P::Value::NUMBERS)
                        .map(|index| P::Value::part(normal, index) * P::Value::part(by, index))
                        .sum();
                    sum / length(normal)
                },
            )
        };
        let shifted = |bounds: Bounds| {
            [0, 1, 2, 3].map(|index| bounds[index].map(|bound| (f64::from(bound) + part(index)) as f32))
        };
        Self {
            lower: shifted(self.lower),
            upper: shifted(self.upper),
            soft_lower: shifted(self.soft_lower),
            soft_upper: shifted(self.soft_upper),
            ..*self
        }
    }

    /// Adds the bounds to what stops a motion. Error: the field that is invalid, and which values would be valid.
    pub(crate) fn bar(&self, barriers: &mut Barriers<P::Value>) -> Result<(), (&'static str, &'static str)> {
        let Self { restitution, angular_frequency, damping_ratio, feed_forward, .. } = *self;
        let in_range = |field, value: f32, range: core::ops::RangeInclusive<f32>, expected| {
            if range.contains(&value) { Ok(f64::from(value)) } else { Err((field, expected)) }
        };
        let at_least_zero = "finite and at least 0";
        let omega = in_range("Limits::angular_frequency", angular_frequency, 0.0..=f32::MAX, at_least_zero)?;
        let zeta = in_range("Limits::damping_ratio", damping_ratio, 0.0..=f32::MAX, at_least_zero)?;
        let share = in_range("Limits::feed_forward", feed_forward, 0.0..=1.0, "0 to 1")?;
        let damping = 2.0 * zeta * omega;
        barriers.soft = SoftLaw { k: omega * omega, c: damping, g: share * damping };
        barriers.restitution = in_range("Limits::restitution", restitution, 0.0..=1.0, "0 to 1")?;
        barriers.returns = self.returns;
        barriers.at_target = self.at_target;
        barriers.tracked = self.tracked;
        if let Some(normal) = self.normal {
            let wide = normal.widen();
            let size = length(wide);
            if !(normal.is_finite() && size > 0.0 && size.is_finite()) {
                return Err(("Limits::normal", "finite and not 0"));
            }
            barriers.normal = Some(wide * (1.0 / size));
        }
        let usable = if self.normal.is_some() { P::Value::NUMBERS.min(1) } else { P::Value::NUMBERS };
        for index in 0..4 {
            let range = self.range(index)?;
            let is_bound = range.has_bounds();
            if is_bound && index >= usable {
                let expected = if P::Value::NUMBERS == 0 {
                    "no bounds, where no number obeys a law of its own"
                } else {
                    "bounds for numbers that the value has; along a normal, the first alone"
                };
                return Err(("Limits", expected));
            }
            range.judge::<P::Value>()?;
            if index < usable && (is_bound || self.at_target) {
                barriers.ranges.push(range);
            }
        }
        if self.at_target && usable == 0 {
            return Err(("Limits::at_target", "not where no number obeys a law of its own"));
        }
        Ok(())
    }

    /// The bounds of one number, which have to be finite.
    fn range(&self, index: usize) -> Result<Range, (&'static str, &'static str)> {
        let bound = |field, bounds: &Bounds| match bounds[index] {
            Some(bound) if !bound.is_finite() => Err((field, "finite")),
            bound => Ok(bound.map(f64::from)),
        };
        Ok(Range {
            index,
            lower: bound("Limits::lower", &self.lower)?,
            soft_lower: bound("Limits::soft_lower", &self.soft_lower)?,
            soft_upper: bound("Limits::soft_upper", &self.soft_upper)?,
            upper: bound("Limits::upper", &self.upper)?,
        })
    }

    /// Whether the bounds are along the axes of the springs by axis beside them, which lie in this frame. Error: the field that is invalid,
    /// and which values would be valid.
    pub(crate) fn judge_beside(&self, axes: Option<AxisFrame>) -> Result<(), (&'static str, &'static str)> {
        let crosses = axes.is_some_and(|frame| self.normal.is_some() || frame != AxisFrame::Parent);
        if crosses { Err(("Limits", "bounds along the axes of the springs by axis")) } else { Ok(()) }
    }

    /// Whether all bounds are finite.
    pub(crate) fn is_finite(&self) -> bool {
        let Self { lower, upper, soft_lower, soft_upper, .. } = self;
        [lower, upper, soft_lower, soft_upper].into_iter().flatten().flatten().all(|bound| bound.is_finite())
    }
}

impl Limits {
    /// Hard bounds that keep the translation between these (units), along each axis; `None` leaves a side open.
    pub fn new(lower: impl Into<Option<Vec3>>, upper: impl Into<Option<Vec3>>) -> Self {
        Self::of(lower, upper)
    }

    /// Keeps the translation at or above this height: y ≥ `height` (units).
    pub fn floor(height: f32) -> Self {
        Self { lower: [None, Some(height), None, None], ..Self::default() }
    }

    /// Keeps the translation from going below this, along any axis (units).
    pub fn at_least(lower: Vec3) -> Self {
        Self::of(lower, None)
    }

    /// Keeps the translation from going above this, along any axis (units).
    pub fn at_most(upper: Vec3) -> Self {
        Self::of(None, upper)
    }

    /// Keeps the translation in the box between these corners (units).
    pub fn between(lower: Vec3, upper: Vec3) -> Self {
        Self::of(lower, upper)
    }

    /// Keeps the translation on the side of a plane that `normal` points to; the plane is `distance` (units) from the origin in that
    /// direction.
    pub fn plane(normal: Vec3, distance: f32) -> Self {
        Self { normal: Some(normal), lower: [Some(distance), None, None, None], ..Self::default() }
    }
}

/// A value's numbers.
#[expect(clippy::cast_possible_truncation, reason = "they come from f32, or are rounded to what a component holds")]
fn bounds<V: Space>(value: V) -> Bounds {
    let wide = value.widen();
    [0, 1, 2, 3].map(|index| (index < V::NUMBERS).then(|| V::number(wide, index) as f32))
}
