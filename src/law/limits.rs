//! Where a value may not go.

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use bevy::{
    ecs::{component::Component, reflect::ReflectComponent},
    math::Vec3,
    reflect::{Reflect, std_traits::ReflectDefault},
};

use crate::{
    property::{
        Property, TangentOf, Translation, Velocity,
        component::{clone, default_on_translation, plain},
        newcomer::newcomer,
    },
    space::{Space, Tangent, WideTangent, length},
};

/// A bound for each number of a value, of the first ones that it has. Unit: property units. Range: finite; none: no bound.
pub type Bounds = [Option<f32>; 4];

/// One of the bounds that [`Limits`] know.
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

/// Keeps a value between bounds: it stops there, bounces, or is pulled back by a spring.
///
/// The instant at which a bound is reached is found on the exact path, inside a tick too, so the way on does not depend on
/// the tick rate, nothing is ever beyond a hard bound, and nothing passes through it, however fast.
/// [`LimitReached`](crate::LimitReached) tells of each contact.
///
/// A *hard* bound is not passed. The velocity against it becomes `−restitution` times what it was; what would rise by
/// less than the [`RestTolerance`](crate::RestTolerance) then stays on it, until something takes it off. Beyond a *soft* bound
/// the entity's own springs end, and a spring to the bound acts instead, until it is back; where the laws of both sides press
/// onto it, what is too slow to be seen leaving it stays on it. Both may be there at once, the hard one further out.
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
/// - An angle needs both bounds, at most a turn apart; half way round, it is on the side that is nearer.
/// - Found beyond a hard bound, because it was put there or the bound was, it is put on the bound, and that is told; or, if
///   [`returns`](Self::returns), it goes on until it is back. Beyond a soft one it is pulled back.
/// - Bounds may be changed at any time. Writing them as they were changes nothing.
/// - After 1000 contacts in one tick, what is left of the velocity against a bound is lost.
/// - Refused as invalid: a bound that is not finite, a lower one above the upper, a restitution outside 0 to 1, bounds of
///   orientations ([`Rotation`](crate::Rotation); those of [`Rotation2d`](crate::Rotation2d) have one number), and bounds
///   across the springs of [`AxisSprings`](crate::AxisSprings), where what happens at a bound obeys no law of its own.
#[doc(alias = "clamp")]
#[doc(alias = "bounce")]
#[doc(alias = "bounds")]
#[doc(alias = "collision")]
#[doc(alias = "rubber band")]
#[derive(Component, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(serialize = "TangentOf<P>: serde::Serialize", deserialize = "TangentOf<P>: serde::Deserialize<'de>"))
)]
#[require(Velocity<P>)]
#[component(on_add = newcomer::<P, Self>, clone_behavior = Custom(clone::<Self>))]
pub struct Limits<P: Property = Translation> {
    /// The least values, which are not passed. Default: none.
    pub lower: Bounds,
    /// The greatest values, which are not passed. Default: none.
    pub upper: Bounds,
    /// Below these a spring pulls back. Default: none.
    pub soft_lower: Bounds,
    /// Above these a spring pulls back. Default: none.
    pub soft_upper: Bounds,
    /// Whether the target is not passed either: the entity stops there, coming from wherever it was when it began.
    /// Default: false.
    pub at_target: bool,
    /// A direction, of any length: the first bounds are then measured along it instead of along the axes.
    /// Unit: 1. Range: finite and not 0. Default: none.
    pub normal: Option<TangentOf<P>>,
    /// The share of speed that a hard bound gives back. Unit: 1. Range: 0 (it stops) to 1. Default: 0.
    #[reflect(@0.0..=1.0_f32)]
    pub restitution: f32,
    /// How fast the spring beyond a soft bound is. Unit: rad/s. Range: ≥ 0. Default: 12.
    #[reflect(@0.0..=f32::MAX)]
    pub angular_frequency: f32,
    /// How strongly it is damped. Unit: 1. Range: ≥ 0; 1 is critical. Default: 1.
    #[reflect(@0.0..=f32::MAX)]
    pub damping_ratio: f32,
    /// The share of a moving bound's velocity that its damper moves with. Unit: 1. Range: 0 to 1. Default: 0.
    #[reflect(@0.0..=1.0_f32)]
    pub feed_forward: f32,
    /// Whether the damper of that spring acts between the soft bounds, too, tied to the world there: what is back glides to a stop.
    /// Default: false.
    #[cfg_attr(feature = "serialize", serde(default))]
    pub damped: bool,
    /// Whether what is found beyond a hard bound goes on until it is back, instead of being put onto it. Default: false.
    pub returns: bool,
    /// Whether writes move the bounds along a line over the tick instead of making them jump; what they push takes their
    /// velocity on. Write them in `FixedUpdate` then, every tick; inserted anew, they jump. Default: false.
    pub tracked: bool,
}

plain!(Limits {
    lower,
    upper,
    soft_lower,
    soft_upper,
    at_target,
    normal,
    restitution,
    angular_frequency,
    damping_ratio,
    feed_forward,
    damped,
    returns,
    tracked
});

default_on_translation!(Limits);

impl<P: Property> Default for Limits<P> {
    fn default() -> Self {
        Self {
            lower: [None; 4],
            upper: [None; 4],
            soft_lower: [None; 4],
            soft_upper: [None; 4],
            at_target: false,
            normal: None,
            restitution: 0.0,
            angular_frequency: 12.0,
            damping_ratio: 1.0,
            feed_forward: 0.0,
            damped: false,
            returns: false,
            tracked: false,
        }
    }
}

impl<P: Property> Limits<P> {
    /// Property `P` between these values, in each of their numbers; `None` leaves a side open.
    #[must_use]
    pub fn of(lower: impl Into<Option<P::Value>>, upper: impl Into<Option<P::Value>>) -> Self {
        let all = |value: Option<P::Value>| value.map_or([None; 4], bounds);
        Self { lower: all(lower.into()), upper: all(upper.into()), ..Default::default() }
    }

    /// The same bounds of another property, whose velocities are of the same type: `Limits::floor(0.0).on::<Scale>()`.
    #[must_use]
    pub const fn on<Q: Property>(self) -> Limits<Q>
    where
        Q::Value: Space<Tangent = TangentOf<P>>,
    {
        let Self { lower, upper, soft_lower, soft_upper, at_target, normal, damped, .. } = self;
        let Self { restitution, angular_frequency, damping_ratio, feed_forward, returns, tracked, .. } = self;
        Limits {
            lower,
            upper,
            soft_lower,
            soft_upper,
            at_target,
            normal,
            restitution,
            angular_frequency,
            damping_ratio,
            feed_forward,
            returns,
            tracked,
            damped,
        }
    }

    /// The same, and not beyond the target: no overshoot.
    #[must_use]
    pub const fn stopping_at_target(mut self) -> Self {
        self.at_target = true;
        self
    }

    /// The same, giving back this share (0 to 1) of the speed.
    #[must_use]
    pub const fn bouncing(mut self, restitution: f32) -> Self {
        self.restitution = restitution;
        self
    }

    /// The same bounds, moving when they are written.
    #[must_use]
    pub const fn tracked(mut self) -> Self {
        self.tracked = true;
        self
    }

    /// The same bounds, but soft: beyond them a critical spring of this angular frequency (rad/s) pulls back.
    #[must_use]
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
    /// The same ones where everything is put elsewhere, as a component holds them.
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

    /// Whether all bounds are finite.
    pub(crate) fn is_finite(&self) -> bool {
        let Self { lower, upper, soft_lower, soft_upper, .. } = self;
        [lower, upper, soft_lower, soft_upper].into_iter().flatten().flatten().all(|bound| bound.is_finite())
    }
}

impl Limits {
    /// The translation between these (units), along each axis; `None` leaves a side open.
    #[must_use]
    pub fn new(lower: impl Into<Option<Vec3>>, upper: impl Into<Option<Vec3>>) -> Self {
        Self::of(lower, upper)
    }

    /// Not below this height: y ≥ `height` (units).
    #[must_use]
    pub fn floor(height: f32) -> Self {
        Self { lower: [None, Some(height), None, None], ..Self::default() }
    }

    /// Not below this translation, along any axis (units).
    #[must_use]
    pub fn at_least(lower: Vec3) -> Self {
        Self::of(lower, None)
    }

    /// Not above this translation, along any axis (units).
    #[must_use]
    pub fn at_most(upper: Vec3) -> Self {
        Self::of(None, upper)
    }

    /// In the box between these corners (units).
    #[must_use]
    pub fn between(lower: Vec3, upper: Vec3) -> Self {
        Self::of(lower, upper)
    }

    /// On the side of a plane that `normal` points to; the plane is `distance` (units) from the origin in that direction.
    #[must_use]
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
