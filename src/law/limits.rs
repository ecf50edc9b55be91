//! Bounds that stop a value, bounce it, or pull it back.

use bevy::math::Vec3;

use super::{
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

/// Identifies one of the bounds of [`Limits`], in [`LimitReached`](crate::events::LimitReached) and
/// [`ContactForecast`](crate::ContactForecast).
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{Bound, prelude::*};
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
    /// The hard lower bound, [`Limits::lower`].
    Lower,
    /// The soft lower bound, [`SoftBounds::lower`].
    SoftLower,
    /// The soft upper bound, [`SoftBounds::upper`].
    SoftUpper,
    /// The hard upper bound, [`Limits::upper`].
    Upper,
    /// The target, if [`Limits::stops_at_target`] is true.
    Target,
}

impl Bound {
    /// Whether a spring acts beyond the bound.
    pub(crate) const fn is_soft(self) -> bool {
        matches!(self, Self::SoftLower | Self::SoftUpper)
    }
}

/// Bounds beyond which a spring pulls the entity back: the field [`soft`](Limits::soft) of [`Limits`].
///
/// [`Limits::softened`] turns hard bounds into soft ones with a critical spring. Use this struct directly if you want another spring, or
/// both soft and hard bounds.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{SoftBounds, prelude::*};
///
/// fn spawn(mut commands: Commands) {
///     // Above y = 300 a spring pulls the balloon back. It never gets above 400.
///     let soft = SoftBounds {
///         upper: [None, Some(300.0), None, None],
///         angular_frequency: 18.0,
///         damping_ratio: 0.7,
///         ..SoftBounds::default()
///     };
///     let limits = Limits { upper: [None, Some(400.0), None, None], soft: Some(soft), ..Limits::default() };
///     commands.spawn((Transform::default(), Gravity::new(9.0 * Vec3::Y), limits));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct SoftBounds {
    /// For each coordinate, the bound below which the spring pulls back. Unit: property units. Range: finite; `None`: no bound.
    /// Default: none.
    pub lower: [Option<f32>; 4],
    /// For each coordinate, the bound above which the spring pulls back. Unit: property units. Range: finite; `None`: no bound.
    /// Default: none.
    pub upper: [Option<f32>; 4],
    /// The angular frequency of the spring. Unit: rad/s. Range: ≥ 0. Default: 12.
    #[reflect(@0.0..=f32::MAX)]
    pub angular_frequency: f32,
    /// The damping ratio of the spring. Unit: 1. Range: ≥ 0; 1 is critical. Default: 1.
    #[reflect(@0.0..=f32::MAX)]
    pub damping_ratio: f32,
    /// The fraction of a moving bound's velocity at which the spring's damper moves.
    /// Unit: 1. Range: 0 to 1. Default: 0.
    #[reflect(@0.0..=1.0_f32)]
    pub feed_forward: f32,
    /// Whether the damping also acts inside the bounds, on the velocity relative to the world. An entity that is back inside then glides to
    /// a stop. Default: false.
    pub damps_inside: bool,
}

impl SoftBounds {
    const DEFAULT: Self = Self {
        lower: [None; 4],
        upper: [None; 4],
        angular_frequency: 12.0,
        damping_ratio: 1.0,
        feed_forward: 0.0,
        damps_inside: false,
    };

    /// Returns the law of the spring, or the first invalid field and the valid values as an error.
    fn law(&self) -> Result<SoftLaw, (&'static str, &'static str)> {
        let at_least_zero = "finite and at least 0";
        let omega = in_range("Limits::soft.angular_frequency", self.angular_frequency, 0.0..=f32::MAX, at_least_zero)?;
        let zeta = in_range("Limits::soft.damping_ratio", self.damping_ratio, 0.0..=f32::MAX, at_least_zero)?;
        let share = in_range("Limits::soft.feed_forward", self.feed_forward, 0.0..=1.0, "0 to 1")?;
        let damping = 2.0 * zeta * omega;
        Ok(SoftLaw { k: omega * omega, c: damping, g: share * damping })
    }
}

impl Default for SoftBounds {
    fn default() -> Self {
        Self::DEFAULT
    }
}

component! {
    /// Keeps a value between bounds. At a bound the value stops or bounces, or a spring pulls it back.
    ///
    /// The plugin finds the instant of each contact on the exact path, even inside a tick. So the path after a contact does not depend on
    /// the tick rate, and an entity never moves through a hard bound, however fast it is.
    /// [`LimitReached`](crate::events::LimitReached) reports each contact.
    ///
    /// At a *hard* bound the velocity against the bound is multiplied by `−restitution`. An entity that would bounce off by less than the
    /// [`RestTolerance`](crate::RestTolerance) stays on the bound until a force pulls it away. Beyond a *soft* bound, a spring that pulls
    /// back to the bound replaces the entity's own springs until the entity is back inside. If the laws on both sides press the entity onto
    /// a soft bound, and it is too slow to leave the bound visibly, it stays there. A value may have both kinds of bounds, with the hard
    /// bound further out.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// fn spawn(mut commands: Commands) {
    ///     // A ball that falls onto a floor and keeps 0.8 of its speed.
    ///     commands.spawn((Transform::from_xyz(0.0, 4.0, 0.0), Gravity::EARTH, Limits::floor(0.0).with_restitution(0.8)));
    ///     // A list that glides, and springs back beyond its ends.
    ///     commands.spawn((
    ///         Transform::default(),
    ///         Velocity::new(900.0 * Vec3::Y),
    ///         Friction::new(2.0),
    ///         Limits::between(Vec3::ZERO, 300.0 * Vec3::Y).softened(18.0),
    ///     ));
    /// }
    /// ```
    ///
    /// # Special cases
    ///
    /// - An angle needs both bounds, at most a turn apart. An angle outside them counts as beyond the nearer one.
    /// - If you move an entity or a hard bound so that the entity is beyond the bound, the plugin puts the entity on the bound and triggers
    ///   [`LimitReached`](crate::events::LimitReached). If [`allows_outside`](Self::allows_outside) is true, the entity keeps moving
    ///   instead. An entity beyond a soft bound is pulled back by the bound's spring.
    /// - You may change bounds at any time. Writing the same bounds again changes nothing.
    /// - After 1000 contacts within 1/64 s, or 20 000 in one tick, an entity loses the rest of its velocity against the bound.
    /// - Invalid input is ignored: a bound that is not finite, a lower bound above the upper one, a restitution outside 0 to 1, bounds of
    ///   orientations ([`Rotation`](crate::property::Rotation); [`Rotation2d`](crate::property::Rotation2d) may have bounds, because it has
    ///   one coordinate), and bounds that are not along the axes of the entity's [`AxisSprings`](crate::AxisSprings), because the
    ///   coordinates then do not move independently.
    ///
    /// # Limitations
    ///
    /// Bounds are f32, even if the value is f64 or a vector of f64. So [`of`](Self::of) rounds a bound to the nearest f32. Beyond 2^24,
    /// about 1.7e7, neighbouring f32 are at least 2 apart. A bound beyond 3.4e38 becomes infinite, which is invalid. The path to the bound
    /// and the instant of the contact are exact in f64.
    #[doc(alias = "clamp")]
    #[doc(alias = "bounce")]
    #[doc(alias = "bounds")]
    #[doc(alias = "collision")]
    #[doc(alias = "rubber band")]
    #[require(Velocity<P>)]
    pub struct Limits of tangents {
        /// The hard lower bound of each coordinate. Unit: property units. Range: finite; `None`: no bound. Default: none.
        pub lower: [Option<f32>; 4] = [None; 4],
        /// The hard upper bound of each coordinate. Unit: property units. Range: finite; `None`: no bound. Default: none.
        pub upper: [Option<f32>; 4] = [None; 4],
        /// Soft bounds, and the spring beyond them. Default: `None`.
        pub soft: Option<SoftBounds> = None,
        /// Whether the target is also a hard bound, at which the entity stops from either side. Default: false.
        pub stops_at_target: bool = false,
        /// If set, the first bound is measured along this direction (any non-zero length) instead of along x.
        /// Unit: 1. Range: finite and not 0. Default: `None`.
        pub normal: Option<TangentOf<P>> = None,
        /// The fraction of its speed that the entity keeps in a bounce off a hard bound. Unit: 1. Range: 0 (it stops) to 1. Default: 0.
        #[reflect(@0.0..=1.0_f32)]
        pub restitution: f32 = 0.0,
        /// Whether an entity that is found beyond a hard bound, by more than its rest tolerance, may stay there, instead of being put on the
        /// bound immediately. The bound has no effect on it until it is back inside. Default: false.
        pub allows_outside: bool = false,
        /// Whether a written bound moves to its new value linearly over the tick instead of jumping there. An entity that a moving bound
        /// pushes takes on the bound's velocity. Write such bounds every tick, in `FixedUpdate`. If you insert the component again, the
        /// bounds jump. Default: false.
        pub tracked: bool = false,
    }
}

default_on_translation!(Limits);

impl<P: Property> Force<P> for Limits<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        let frame = draft.own_axes;
        let checked = self.add_to_barriers(draft.barriers()).and_then(|()| self.check_axes(frame));
        checked.map_err(|(field, expected)| draft.invalid(field, *self, expected))?;
        if self.soft.is_some_and(|soft| soft.damps_inside) {
            let soft = draft.barriers().soft;
            draft.compiled.law.c += soft.c;
        }
        Ok(())
    }
}

impl<P: Property> Limits<P> {
    /// Hard bounds that keep each coordinate of property `P` between these values (property units); `None` leaves a side open.
    pub fn of(lower: impl Into<Option<P::Value>>, upper: impl Into<Option<P::Value>>) -> Self {
        let all = |value: Option<P::Value>| value.map_or([None; 4], coordinates);
        Self { lower: all(lower.into()), upper: all(upper.into()), ..Default::default() }
    }

    /// The same bounds, with the target as an additional hard bound: the spring does not overshoot.
    pub const fn with_stop_at_target(mut self) -> Self {
        self.stops_at_target = true;
        self
    }

    /// The same bounds, with this restitution: the fraction (0 to 1) of its speed that the entity keeps in a bounce.
    pub const fn with_restitution(mut self, restitution: f32) -> Self {
        self.restitution = restitution;
        self
    }

    /// The same bounds, tracked: a written bound moves to its new value linearly over the tick.
    pub const fn tracked(mut self) -> Self {
        self.tracked = true;
        self
    }

    /// The same bounds, but soft: beyond them a critical spring of this angular frequency (rad/s) pulls the entity back.
    pub const fn softened(mut self, angular_frequency: f32) -> Self {
        self.soft = Some(SoftBounds { lower: self.lower, upper: self.upper, angular_frequency, ..SoftBounds::DEFAULT });
        self.lower = [None; 4];
        self.upper = [None; 4];
        self
    }

    /// All bounds, in the order lower, soft lower, soft upper, upper.
    pub(crate) fn bounds(&self) -> [[Option<f32>; 4]; 4] {
        let [soft_lower, soft_upper] = self.soft.map_or([[None; 4]; 2], |soft| [soft.lower, soft.upper]);
        [self.lower, soft_lower, soft_upper, self.upper]
    }

    /// The same bounds after the origin was shifted by `by`. The new bounds are rounded to f32.
    #[expect(clippy::cast_possible_truncation, reason = "a component holds f32")]
    pub(crate) fn shifted(&self, by: WideTangent<P::Value>) -> Self {
        let part = |index: usize| {
            if index >= P::Value::COORDINATES {
                return 0.0;
            }
            self.normal.map_or_else(
                || P::Value::part(by, index),
                |normal| {
                    let normal = normal.widen();
                    let sum: f64 = (0..P::Value::COORDINATES)
                        .map(|index| P::Value::part(normal, index) * P::Value::part(by, index))
                        .sum();
                    sum / length(normal)
                },
            )
        };
        let shifted = |bounds: [Option<f32>; 4]| {
            [0, 1, 2, 3].map(|index| bounds[index].map(|bound| (f64::from(bound) + part(index)) as f32))
        };
        let soft = |soft: SoftBounds| SoftBounds { lower: shifted(soft.lower), upper: shifted(soft.upper), ..soft };
        Self { lower: shifted(self.lower), upper: shifted(self.upper), soft: self.soft.map(soft), ..*self }
    }

    /// Adds the bounds to `barriers`. Returns the first invalid field and the valid values as an error.
    pub(crate) fn add_to_barriers(
        &self,
        barriers: &mut Barriers<P::Value>,
    ) -> Result<(), (&'static str, &'static str)> {
        barriers.soft = self.soft.map_or_else(|| Ok(SoftLaw::default()), |soft| soft.law())?;
        barriers.restitution = in_range("Limits::restitution", self.restitution, 0.0..=1.0, "0 to 1")?;
        barriers.allows_outside = self.allows_outside;
        barriers.stops_at_target = self.stops_at_target;
        barriers.tracked = self.tracked;
        if let Some(normal) = self.normal {
            let wide = normal.widen();
            let size = length(wide);
            if !(normal.is_finite() && size > 0.0 && size.is_finite()) {
                return Err(("Limits::normal", "finite and not 0"));
            }
            barriers.normal = Some(wide * (1.0 / size));
        }
        let usable = if self.normal.is_some() { P::Value::COORDINATES.min(1) } else { P::Value::COORDINATES };
        for index in 0..4 {
            let range = self.range(index)?;
            let is_bound = range.has_bounds();
            if is_bound && index >= usable {
                let expected = if P::Value::COORDINATES == 0 {
                    "no bounds, because the coordinates of this type do not move independently"
                } else {
                    "bounds only for coordinates that the value has, and along a normal only the first bound"
                };
                return Err(("Limits", expected));
            }
            range.validate::<P::Value>()?;
            if index < usable && (is_bound || self.stops_at_target) {
                barriers.ranges.push(range.reduced::<P::Value>());
            }
        }
        if self.stops_at_target && usable == 0 {
            let expected = "false, because the coordinates of this type do not move independently";
            return Err(("Limits::stops_at_target", expected));
        }
        Ok(())
    }

    /// Returns the bounds of one coordinate. If a bound is not finite, returns its field and the valid values as an error.
    fn range(&self, index: usize) -> Result<Range, (&'static str, &'static str)> {
        let finite = |field, bound: Option<f32>| match bound {
            Some(bound) if !bound.is_finite() => Err((field, "finite")),
            bound => Ok(bound.map(f64::from)),
        };
        let [lower, soft_lower, soft_upper, upper] = self.bounds().map(|bounds| bounds[index]);
        Ok(Range {
            index,
            lower: finite("Limits::lower", lower)?,
            soft_lower: finite("Limits::soft.lower", soft_lower)?,
            soft_upper: finite("Limits::soft.upper", soft_upper)?,
            upper: finite("Limits::upper", upper)?,
        })
    }

    /// Checks that the bounds have the same axes as the entity's [`AxisSprings`](crate::AxisSprings). `own_axes` is that component's field
    /// of the same name, or `None` if the entity has no such component. Returns the invalid field and the valid values as an error.
    pub(crate) fn check_axes(&self, own_axes: Option<bool>) -> Result<(), (&'static str, &'static str)> {
        let differ = own_axes.is_some_and(|own_axes| own_axes || self.normal.is_some());
        if differ { Err(("Limits", "bounds along the axes of the springs by axis")) } else { Ok(()) }
    }

    /// Whether all bounds are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.bounds().into_iter().flatten().flatten().all(f32::is_finite)
    }
}

impl Limits {
    /// Hard bounds that keep the translation between these values (units) along each axis; `None` leaves a side open.
    pub fn new(lower: impl Into<Option<Vec3>>, upper: impl Into<Option<Vec3>>) -> Self {
        Self::of(lower, upper)
    }

    /// Keeps the translation at or above this height: y ≥ `height` (units).
    pub fn floor(height: f32) -> Self {
        Self { lower: [None, Some(height), None, None], ..Self::default() }
    }

    /// Keeps each coordinate of the translation at or above this value (units).
    pub fn at_least(lower: Vec3) -> Self {
        Self::of(lower, None)
    }

    /// Keeps each coordinate of the translation at or below this value (units).
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

/// Returns the value in f64, or the field and the valid values as an error if the value is out of range.
fn in_range(
    field: &'static str,
    value: f32,
    range: core::ops::RangeInclusive<f32>,
    expected: &'static str,
) -> Result<f64, (&'static str, &'static str)> {
    if range.contains(&value) { Ok(f64::from(value)) } else { Err((field, expected)) }
}

/// A value's coordinates, as bounds.
#[expect(clippy::cast_possible_truncation, reason = "they come from f32, or are rounded to what a component holds")]
fn coordinates<V: Space>(value: V) -> [Option<f32>; 4] {
    let wide = value.widen();
    [0, 1, 2, 3].map(|index| (index < V::COORDINATES).then(|| V::coordinate(wide, index) as f32))
}
