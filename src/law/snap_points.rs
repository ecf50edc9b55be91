//! Snap points: values on which a released entity lands.

use alloc::vec::Vec;
use core::fmt;

use bevy::prelude::*;

use super::{
    Fling,
    force::{Draft, Force},
    invalid::Invalid,
    throw::Throw,
};
use crate::{
    property::{
        Property, TangentOf, Translation, Velocity,
        component::{clone, default_on_translation},
        on_insert::on_insert,
    },
    space::{Space, Tangent, WideTangent, shifted},
};

/// The set of values on which [`SnapPoints`] let an entity land. The example of [`SnapPoints`] shows most kinds.
#[derive(Clone, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[non_exhaustive]
pub enum SnapTo<V: Space> {
    /// These points, in any order. Unit: property units. Range: finite, at least one.
    Points(#[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::list"))] Vec<V>),
    /// Multiples of a step in each coordinate, counted from an origin.
    Steps {
        /// The distance between neighbouring snap points. A coordinate whose step is 0 is not thrown. Unit: property units. Range: finite,
        /// ≥ 0, and > 0 in at least one coordinate.
        #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
        #[reflect(@0.0..=f32::MAX)]
        step: V::Tangent,
        /// One of the snap points. Unit: property units. Range: finite.
        #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
        origin: V,
    },
    /// Multiples of a page's size in each coordinate, counted from an origin. A throw ends at most `max_pages` pages from the page that was
    /// nearest when the entity was grabbed.
    Pages {
        /// The distance between neighbouring pages. A coordinate whose size is 0 is not thrown. Unit: property units. Range: finite, ≥ 0,
        /// and > 0 in at least one coordinate.
        #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
        #[reflect(@0.0..=f32::MAX)]
        size: V::Tangent,
        /// The snap point of one page. Unit: property units. Range: finite.
        #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
        origin: V,
        /// The maximum number of pages that one throw may turn. Unit: 1. Range: ≥ 0.
        max_pages: u32,
    },
    /// The value that a function returns, given the value at which the entity would stop by itself. A function cannot be saved in a scene.
    #[cfg_attr(feature = "serialize", serde(skip))]
    By(SnapBy<V>),
}

/// A function from the value at which the entity would stop by itself to the value on which it lands. Unit of both: property units.
///
/// Coordinates that the function leaves unchanged are not thrown and keep moving freely. [`SnapPoints::by`] creates one.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{SnapBy, SnapTo, prelude::*};
///
/// // Lands on whole numbers of x.
/// let whole = SnapBy::<Vec3>(|value| Vec3::new(value.x.round(), value.y, value.z));
/// let snap_points = <SnapPoints>::of(SnapTo::By(whole));
/// ```
#[derive(Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(opaque)]
#[reflect(Clone, Debug, PartialEq)]
pub struct SnapBy<V: Space>(pub fn(V) -> V);

impl<V: Space> Clone for SnapBy<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Space> Copy for SnapBy<V> {}

impl<V: Space> PartialEq for SnapBy<V> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl<V: Space> fmt::Debug for SnapBy<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SnapBy")
    }
}

/// Lets a released entity land on a snap point: when you remove [`Grabbed`](crate::Grabbed), a [`Fling`] to that point begins at that
/// instant, with the velocity of the release.
///
/// The snap point is chosen once. The choice depends on the value at which the entity would stop by itself under its
/// [`Friction`](crate::Friction) and [`DryFriction`](crate::DryFriction), by these rules:
///
/// - The snap point nearest to that value is chosen; of two equally near ones, the one further along the throw.
/// - At a speed of at least [`min_speed`](Self::min_speed), only snap points ahead are considered, if there are any.
/// - Only snap points within the entity's [`Limits`](crate::Limits) are considered. If the entity would stop beyond a limit, that limit is
///   a snap point, too. The entity overscrolls a soft limit and comes back to it; it lands on a hard limit without a bounce.
///
/// A snap point is chosen for each coordinate independently, except with [`SnapTo::Points`] of a vector. Then the nearest point within the
/// limits is chosen, and limits are not snap points.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     // A list whose rows are 160 high, and a pager that turns one page at a time.
///     commands.spawn((Transform::default(), Friction::new(2.0), SnapPoints::steps(160.0 * Vec3::Y)));
///     commands.spawn((Transform::default(), Friction::new(2.0), SnapPoints::pages(1280.0 * Vec3::X, 1)));
///     // Cards that land on whole numbers.
///     commands.spawn((Transform::default(), Friction::new(3.0), SnapPoints::by(|value: Vec3| value.round())));
/// }
/// ```
///
/// # Special cases
///
/// - An entity that is released at rest on its snap point stays there, and no event is triggered.
/// - If you change the snap points in flight, the throw continues if its end is still one of them; otherwise another one is chosen from the
///   entity's current state. A function is called only once. A change of [`Limits`](crate::Limits) does not cause another choice.
/// - If you insert your own [`Fling`] together with the release, or while the entity is in flight, yours is used.
/// - If a function returns a value beyond a limit, the entity lands on the limit. If the value is not finite, the entity glides on by
///   itself, and [`InvalidMotion`](crate::events::InvalidMotion) is triggered.
/// - Invalid input is ignored: an empty list of points; points, steps and origins that are not finite; steps below 0, or 0 in every
///   coordinate; values that wrap around, such as angles; and the components with which a [`Fling`] is invalid. If neither friction nor a
///   limit would ever stop the entity, no snap point is chosen, and [`InvalidMotion`](crate::events::InvalidMotion) is triggered.
#[doc(alias = "page")]
#[doc(alias = "carousel")]
#[doc(alias = "detent")]
#[doc(alias = "grid")]
#[derive(Component, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound = ""),
    reflect(Serialize, Deserialize)
)]
#[require(Velocity<P>)]
#[component(on_add = on_insert::<P, Self>, clone_behavior = Custom(clone::<Self>))]
#[must_use]
pub struct SnapPoints<P: Property = Translation> {
    /// The snap points. Default: multiples of 1 in each coordinate.
    pub to: SnapTo<P::Value>,
    /// Below this speed, snap points behind the entity are considered, too, and a spring takes the entity to its snap point.
    /// Unit: property units/s. Range: ≥ 0. Default: 0.
    #[reflect(@0.0..=f32::MAX)]
    pub min_speed: f32,
    /// The maximum time that a coordinate may take to land, like [`Fling::max_duration`]. Unit: s. Range: ≥ 0. Default: 3.
    #[reflect(@0.0..=f32::MAX)]
    pub max_duration: f32,
    /// The angular frequency of the spring that replaces a throw. Unit: rad/s. Range: > 0. Default: 12.
    #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
    pub angular_frequency: f32,
    /// Whether a coordinate that would stop beyond a limit keeps moving by the entity's law instead of being thrown to the limit. It may
    /// then bounce off a hard limit, and need not end on a snap point. Default: false.
    pub passes_limits: bool,
}

default_on_translation!(SnapPoints);

impl<P: Property> Clone for SnapPoints<P> {
    fn clone(&self) -> Self {
        Self { to: self.to.clone(), ..*self }
    }
}

impl<P: Property> PartialEq for SnapPoints<P> {
    fn eq(&self, other: &Self) -> bool {
        let options = |snap: &Self| (snap.min_speed, snap.max_duration, snap.angular_frequency, snap.passes_limits);
        self.to == other.to && options(self) == options(other)
    }
}

impl<P: Property> fmt::Debug for SnapPoints<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { to, min_speed, max_duration, angular_frequency, passes_limits } = self;
        f.debug_struct("SnapPoints")
            .field("to", to)
            .field("min_speed", min_speed)
            .field("max_duration", max_duration)
            .field("angular_frequency", angular_frequency)
            .field("passes_limits", passes_limits)
            .finish()
    }
}

impl<P: Property> Default for SnapPoints<P> {
    fn default() -> Self {
        let ones = (0..P::Value::COORDINATES)
            .fold(TangentOf::<P>::default().widen(), |ones, index| P::Value::with_part(ones, index, 1.0));
        Self::of(SnapTo::Steps { step: TangentOf::<P>::narrow(ones), origin: P::Value::default() })
    }
}

impl<P: Property> Force<P> for SnapPoints<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        self.validate().map_err(|(field, expected)| draft.invalid(field, self, expected))?;
        draft.check_other_forces().map_err(|expected| draft.invalid("SnapPoints", self, expected))
    }
}

impl<P: Property> SnapPoints<P> {
    /// These snap points for property `P`.
    pub const fn of(to: SnapTo<P::Value>) -> Self {
        Self { to, min_speed: 0.0, max_duration: 3.0, angular_frequency: 12.0, passes_limits: false }
    }

    /// The same snap points for another property, whose values have the same type.
    pub fn on<Q: Property<Value = P::Value>>(self) -> SnapPoints<Q> {
        let Self { to, min_speed, max_duration, angular_frequency, passes_limits } = self;
        SnapPoints { to, min_speed, max_duration, angular_frequency, passes_limits }
    }

    /// The same snap points, with this [`min_speed`](Self::min_speed) (property units/s, ≥ 0).
    pub const fn with_min_speed(mut self, speed: f32) -> Self {
        self.min_speed = speed;
        self
    }

    /// The same snap points, with [`passes_limits`](Self::passes_limits): a coordinate that would stop beyond a limit is not thrown to it.
    pub const fn passing_limits(mut self) -> Self {
        self.passes_limits = true;
        self
    }

    /// Creates the throw that takes the coordinates `thrown` to `end`.
    pub(crate) fn fling(&self, end: P::Value, thrown: [bool; 4]) -> Fling<P> {
        let Self { min_speed, max_duration, angular_frequency, .. } = *self;
        Fling { end, min_speed, max_duration, duration: None, angular_frequency, thrown }
    }

    /// Checks the fields. Returns the first invalid field and the valid values as an error.
    pub(crate) fn validate(&self) -> Result<(), (&'static str, &'static str)> {
        if P::Value::COORDINATES == 0 || P::Value::WRAPS {
            return Err((
                "SnapPoints",
                "no snap points, because the coordinates of this type wrap around or do not move independently",
            ));
        }
        self.to.validate()?;
        Throw::of(&self.fling(P::Value::default(), [true; 4])).validate().map_err(|(field, expected)| {
            let field = match field {
                "Fling::min_speed" => "SnapPoints::min_speed",
                "Fling::max_duration" => "SnapPoints::max_duration",
                "Fling::angular_frequency" => "SnapPoints::angular_frequency",
                _ => "SnapPoints",
            };
            (field, expected)
        })
    }

    /// The same snap points after the origin was shifted by `by`. The new points are rounded to the value's type.
    pub(crate) fn shifted(&self, by: WideTangent<P::Value>) -> Self {
        Self { to: self.to.shifted(by), ..*self }
    }
}

impl SnapPoints {
    /// These snap points for the translation (units).
    pub const fn new(to: SnapTo<Vec3>) -> Self {
        Self::of(to)
    }

    /// Snap points at these translations (units).
    pub fn points(points: impl IntoIterator<Item = Vec3>) -> Self {
        Self::of(SnapTo::Points(points.into_iter().collect()))
    }

    /// Snap points at the multiples of `step` (units, ≥ 0) along each axis. Along an axis with step 0 the entity is not thrown.
    pub const fn steps(step: Vec3) -> Self {
        Self::of(SnapTo::Steps { step, origin: Vec3::ZERO })
    }

    /// Snap points at the multiples of `size` (units, ≥ 0) along each axis, at most `max_pages` pages from where the entity was grabbed.
    pub const fn pages(size: Vec3, max_pages: u32) -> Self {
        Self::of(SnapTo::Pages { size, origin: Vec3::ZERO, max_pages })
    }

    /// Snap points from a function. It gets the translation (units) at which the entity would stop by itself, and returns the snap point.
    pub const fn by(snap: fn(Vec3) -> Vec3) -> Self {
        Self::of(SnapTo::By(SnapBy(snap)))
    }
}

impl<V: Space> SnapTo<V> {
    fn validate(&self) -> Result<(), (&'static str, &'static str)> {
        let steps = |field, step: V::Tangent, origin: V| {
            let mut parts = (0..V::COORDINATES).map(|index| V::part(step.widen(), index));
            let is_step = step.is_finite() && parts.clone().all(|part| part >= 0.0) && parts.any(|part| part > 0.0);
            if !is_step {
                Err((field, "finite and at least 0 in each coordinate, and above 0 in one"))
            } else if !origin.is_finite() {
                Err(("SnapPoints::origin", "finite"))
            } else {
                Ok(())
            }
        };
        match self {
            Self::Points(points) if points.is_empty() => Err(("SnapPoints::points", "at least one point")),
            Self::Points(points) if !points.iter().all(|point| point.is_finite()) => {
                Err(("SnapPoints::points", "finite"))
            }
            Self::Steps { step, origin } => steps("SnapPoints::step", *step, *origin),
            Self::Pages { size, origin, .. } => steps("SnapPoints::size", *size, *origin),
            Self::Points(_) | Self::By(_) => Ok(()),
        }
    }

    /// Whether a throw in flight to `end` may continue after the snap points were changed. It may if each coordinate in `thrown` ends on a
    /// snap point or on a limit; with [`Points`](Self::Points) of a vector, limits do not count. Always true for a function, because it is
    /// called only once.
    pub(crate) fn allows_end(&self, end: V, thrown: [bool; 4], is_limit: impl Fn(usize, f64) -> bool) -> bool {
        match *self {
            Self::Points(ref points) => {
                points.contains(&end) || (V::COORDINATES == 1 && is_limit(0, V::coordinate(end.widen(), 0)))
            }
            Self::Steps { step, origin } => is_on_steps(step, origin, end, thrown, is_limit),
            Self::Pages { size, origin, .. } => is_on_steps(size, origin, end, thrown, is_limit),
            Self::By(_) => true,
        }
    }

    /// The snap points to store with a motion in flight. `None` for a function, because it is called only once.
    pub(crate) fn to_store(&self) -> Option<Self> {
        if matches!(self, Self::By(_)) { None } else { Some(self.clone()) }
    }

    pub(crate) fn shifted(&self, by: WideTangent<V>) -> Self {
        let shifted = |value: V| shifted(value, by);
        match *self {
            Self::Points(ref points) => Self::Points(points.iter().copied().map(shifted).collect()),
            Self::Steps { step, origin } => Self::Steps { step, origin: shifted(origin) },
            Self::Pages { size, origin, max_pages } => Self::Pages { size, origin: shifted(origin), max_pages },
            Self::By(by) => Self::By(by),
        }
    }
}

/// Whether each thrown coordinate of `end` is on a limit or, rounded to the value's type, a whole number of steps from the origin.
fn is_on_steps<V: Space>(
    step: V::Tangent,
    origin: V,
    end: V,
    thrown: [bool; 4],
    is_limit: impl Fn(usize, f64) -> bool,
) -> bool {
    let (steps, origin, wide_end) = (step.widen(), origin.widen(), end.widen());
    let nearest = (0..V::COORDINATES).fold(wide_end, |nearest, index| {
        let (step, origin) = (V::part(steps, index), V::coordinate(origin, index));
        let coordinate = V::coordinate(wide_end, index);
        let is_on_step = thrown[index.min(3)] && step > 0.0 && !is_limit(index, coordinate);
        let count = libm::round((coordinate - origin) / step);
        if is_on_step { V::with_coordinate(nearest, index, origin + count * step) } else { nearest }
    });
    V::narrow(nearest) == end
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;

    #[test]
    fn a_throw_may_continue_only_to_a_snap_point_or_a_limit() {
        let none = |_, _| false;
        let steps = SnapTo::<f32>::Steps { step: 0.1, origin: 0.3 };
        for count in -40..40 {
            let end = <f32 as Space>::narrow(f64::from(0.3_f32) + f64::from(count) * f64::from(0.1_f32));
            assert!(steps.allows_end(end, [true; 4], none), "{count}");
            assert!(!steps.allows_end(end + 0.01, [true; 4], none), "{count}");
        }
        let pages = SnapTo::<Vec2>::Pages { size: Vec2::new(10.0, 0.0), origin: Vec2::ZERO, max_pages: 1 };
        assert!(pages.allows_end(Vec2::new(20.0, 3.3), [true, false, false, false], none));
        assert!(!pages.allows_end(Vec2::new(21.0, 3.3), [true, false, false, false], none));
        assert!(SnapTo::Points([1.0, 4.0].into()).allows_end(4.0, [true; 4], none));
        assert!(!SnapTo::Points([1.0, 4.0].into()).allows_end(2.0, [true; 4], none));
        assert!(SnapTo::Points([1.0, 4.0].into()).allows_end(2.0, [true; 4], |_, coordinate| coordinate == 2.0));
        assert!(steps.allows_end(0.77, [true; 4], |_, coordinate| coordinate == f64::from(0.77_f32)));
    }
}
