//! Where a released entity lands.

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
        newcomer::newcomer,
    },
    space::{Space, Tangent, WideTangent, shifted},
};

/// The places of [`SnapPoints`], whose example shows most kinds.
#[derive(Clone, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub enum SnapTo<V: Space> {
    /// These points, in any order. Unit: property units. Range: finite, at least one.
    Points(#[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::list"))] Vec<V>),
    /// Multiples of a step in each number, from an origin.
    Steps {
        /// The distance between two places. A number whose step is 0 is not thrown. Unit: property units. Range: finite, ≥ 0, not 0 in
        /// every number.
        #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
        #[reflect(@0.0..=f32::MAX)]
        step: V::Tangent,
        /// One of the places. Unit: property units. Range: finite.
        #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
        origin: V,
    },
    /// Multiples of a page's size in each number, from an origin, and at most `most` pages from the page that was nearest when the entity
    /// was grabbed.
    Pages {
        /// The distance between two pages. A number whose size is 0 is not thrown. Unit: property units. Range: finite, ≥ 0, not 0 in
        /// every number.
        #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
        #[reflect(@0.0..=f32::MAX)]
        size: V::Tangent,
        /// The place of one page. Unit: property units. Range: finite.
        #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
        origin: V,
        /// How many pages one throw may turn. Unit: 1. Range: ≥ 0.
        most: u32,
    },
    /// The place that a function returns, for the place where the entity would stop by itself. A function cannot be saved in a scene.
    #[cfg_attr(feature = "serialize", serde(skip))]
    By(SnapBy<V>),
}

/// A function from the place where the entity would stop by itself to the place where it lands. Unit of both: property units.
///
/// A number that the function does not change is not thrown. [`SnapPoints::by`] makes one.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{SnapBy, prelude::*};
///
/// // On whole numbers of x.
/// let whole = SnapBy::<Vec3>(|place| Vec3::new(place.x.round(), place.y, place.z));
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

/// Lets a released entity land on a chosen place: when you remove [`Held`](crate::Held), a [`Fling`] to that place begins at that
/// instant, with the velocity of the release.
///
/// The place is chosen once. It depends on the point where the entity would stop by itself under its [`Friction`](crate::Friction) and
/// [`DryFriction`](crate::DryFriction), by these rules:
///
/// - The place nearest to that point is chosen; of two equally near places, the one further along the throw.
/// - With a speed of at least [`least_speed`](Self::least_speed), only places ahead count, if there is one.
/// - Only places within the entity's [`Limits`](crate::Limits) count. If the entity would stop beyond a limit, that limit is a place, too.
///   Past a soft limit it overscrolls, and comes back to it; it lands on a hard one without a bounce.
///
/// Each number has its own place, except with [`SnapTo::Points`] of a vector: then the nearest point within the limits is chosen, and a
/// limit is not a place.
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
///     commands.spawn((Transform::default(), Friction::new(3.0), SnapPoints::by(|rest: Vec3| rest.round())));
/// }
/// ```
///
/// # Special cases
///
/// - An entity that is released at rest on its place stays there, and no event is triggered.
/// - If you change the places in flight, the throw goes on if its end is still one of them; otherwise another place is chosen from where
///   the entity is then. A function is called only once, and a change of [`Limits`](crate::Limits) chooses no other place.
/// - If you insert a [`Fling`] of your own together with the release, or while the entity is in flight, yours is used.
/// - If a function returns a place beyond a limit, the entity lands on the limit. If the place is not finite, the entity glides on by
///   itself, and [`InvalidMotion`](crate::InvalidMotion) is triggered.
/// - Invalid input is ignored: no points; points, steps and origins that are not finite; steps below 0, or 0 in every number; values that
///   wrap round, such as angles; and the components beside which a [`Fling`] is invalid. If neither friction nor a limit would ever stop
///   the entity, no place is chosen, and [`InvalidMotion`](crate::InvalidMotion) is triggered.
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
#[component(on_add = newcomer::<P, Self>, clone_behavior = Custom(clone::<Self>))]
#[must_use]
pub struct SnapPoints<P: Property = Translation> {
    /// The places. Default: multiples of 1 in each number.
    pub to: SnapTo<P::Value>,
    /// If the speed is lower than this, places behind count, too, and a spring takes the entity there. Unit: property units/s. Range: ≥ 0.
    /// Default: 0.
    #[reflect(@0.0..=f32::MAX)]
    pub least_speed: f32,
    /// The longest that a number may take to land, as [`Fling::longest`]. Unit: s. Range: ≥ 0. Default: 3.
    #[reflect(@0.0..=f32::MAX)]
    pub longest: f32,
    /// The angular frequency of the spring that replaces a throw. Unit: rad/s. Range: > 0. Default: 12.
    #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
    pub angular_frequency: f32,
    /// Whether a number that would stop beyond a limit moves on by itself, and is stopped by the limit alone, instead of landing on it: it
    /// bounces off a hard limit, and need not end on a place. Default: false.
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
        let rest = |snap: &Self| (snap.least_speed, snap.longest, snap.angular_frequency, snap.passes_limits);
        self.to == other.to && rest(self) == rest(other)
    }
}

impl<P: Property> fmt::Debug for SnapPoints<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { to, least_speed, longest, angular_frequency, passes_limits } = self;
        f.debug_struct("SnapPoints")
            .field("to", to)
            .field("least_speed", least_speed)
            .field("longest", longest)
            .field("angular_frequency", angular_frequency)
            .field("passes_limits", passes_limits)
            .finish()
    }
}

impl<P: Property> Default for SnapPoints<P> {
    fn default() -> Self {
        let ones = (0..P::Value::NUMBERS)
            .fold(TangentOf::<P>::default().widen(), |ones, index| P::Value::with_part(ones, index, 1.0));
        Self::of(SnapTo::Steps { step: TangentOf::<P>::narrow(ones), origin: P::Value::default() })
    }
}

impl<P: Property> Force<P> for SnapPoints<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        self.judge().map_err(|(field, expected)| draft.invalid(field, self, expected))?;
        draft.judge_company().map_err(|expected| draft.invalid("SnapPoints", self, expected))
    }
}

impl<P: Property> SnapPoints<P> {
    /// Snap points at these places of property `P`.
    pub const fn of(to: SnapTo<P::Value>) -> Self {
        Self { to, least_speed: 0.0, longest: 3.0, angular_frequency: 12.0, passes_limits: false }
    }

    /// The same places on another property, whose values are of the same type.
    pub fn on<Q: Property<Value = P::Value>>(self) -> SnapPoints<Q> {
        let Self { to, least_speed, longest, angular_frequency, passes_limits } = self;
        SnapPoints { to, least_speed, longest, angular_frequency, passes_limits }
    }

    /// The same places, where a release at this speed (property units/s, ≥ 0) or more is a throw, which only goes ahead.
    pub const fn with_least_speed(mut self, speed: f32) -> Self {
        self.least_speed = speed;
        self
    }

    /// The same places, where a number that would stop beyond a limit is thrown past it.
    pub const fn passing_limits(mut self) -> Self {
        self.passes_limits = true;
        self
    }

    /// The throw to what was chosen.
    pub(crate) fn fling(&self, end: P::Value, thrown: [bool; 4]) -> Fling<P> {
        let Self { least_speed, longest, angular_frequency, .. } = *self;
        Fling { end, least_speed, longest, duration: None, angular_frequency, thrown }
    }

    /// The field that has no meaning, and what would have one.
    pub(crate) fn judge(&self) -> Result<(), (&'static str, &'static str)> {
        if P::Value::NUMBERS == 0 || P::Value::GOES_ROUND {
            return Err((
                "SnapPoints",
                "no snap points, where no number has a motion of its own or values go round in turns",
            ));
        }
        self.to.judge()?;
        Throw::of(&self.fling(P::Value::default(), [true; 4])).judge().map_err(|(field, expected)| {
            let field = match field {
                "Fling::least_speed" => "SnapPoints::least_speed",
                "Fling::longest" => "SnapPoints::longest",
                "Fling::angular_frequency" => "SnapPoints::angular_frequency",
                _ => "SnapPoints",
            };
            (field, expected)
        })
    }

    /// The same places where everything is put elsewhere, as a component holds them.
    pub(crate) fn shifted(&self, by: WideTangent<P::Value>) -> Self {
        Self { to: self.to.shifted(by), ..*self }
    }
}

impl SnapPoints {
    /// Snap points at these places of the translation (units).
    pub const fn new(to: SnapTo<Vec3>) -> Self {
        Self::of(to)
    }

    /// Snap points at these translations (units).
    pub fn points(points: impl IntoIterator<Item = Vec3>) -> Self {
        Self::of(SnapTo::Points(points.into_iter().collect()))
    }

    /// Snap points at the multiples of `step` (units, ≥ 0) along each axis; along an axis of step 0 the entity is not thrown.
    pub const fn steps(step: Vec3) -> Self {
        Self::of(SnapTo::Steps { step, origin: Vec3::ZERO })
    }

    /// Snap points at the multiples of `size` (units, ≥ 0) along each axis, at most `most` pages from where the entity was grabbed.
    pub const fn pages(size: Vec3, most: u32) -> Self {
        Self::of(SnapTo::Pages { size, origin: Vec3::ZERO, most })
    }

    /// The snap point that `snap` returns, for the translation (units) where the entity would stop by itself.
    pub const fn by(snap: fn(Vec3) -> Vec3) -> Self {
        Self::of(SnapTo::By(SnapBy(snap)))
    }
}

impl<V: Space> SnapTo<V> {
    fn judge(&self) -> Result<(), (&'static str, &'static str)> {
        let steps = |field, step: V::Tangent, origin: V| {
            let mut parts = (0..V::NUMBERS).map(|index| V::part(step.widen(), index));
            let is_step = step.is_finite() && parts.clone().all(|part| part >= 0.0) && parts.any(|part| part > 0.0);
            if !is_step {
                Err((field, "finite and at least 0 in each number, and above 0 in one"))
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

    /// Whether a throw that goes to `end` goes to one of these, or to a limit; a function's throw always does.
    pub(crate) fn offers(&self, end: V, thrown: [bool; 4], is_limit: impl Fn(usize, f64) -> bool) -> bool {
        match *self {
            Self::Points(ref points) => {
                points.contains(&end) || (V::NUMBERS == 1 && is_limit(0, V::number(end.widen(), 0)))
            }
            Self::Steps { step, origin } => on_steps(step, origin, end, thrown, is_limit),
            Self::Pages { size, origin, .. } => on_steps(size, origin, end, thrown, is_limit),
            Self::By(_) => true,
        }
    }

    /// The same ones, to be kept with a motion: a function is asked once, and not kept.
    pub(crate) fn kept(&self) -> Option<Self> {
        if matches!(self, Self::By(_)) { None } else { Some(self.clone()) }
    }

    pub(crate) fn shifted(&self, by: WideTangent<V>) -> Self {
        let shifted = |place: V| shifted(place, by);
        match *self {
            Self::Points(ref points) => Self::Points(points.iter().copied().map(shifted).collect()),
            Self::Steps { step, origin } => Self::Steps { step, origin: shifted(origin) },
            Self::Pages { size, origin, most } => Self::Pages { size, origin: shifted(origin), most },
            Self::By(by) => Self::By(by),
        }
    }
}

/// Whether each number that is thrown ends on a multiple of the step, as a component holds it, or on a limit.
fn on_steps<V: Space>(
    step: V::Tangent,
    origin: V,
    end: V,
    thrown: [bool; 4],
    is_limit: impl Fn(usize, f64) -> bool,
) -> bool {
    let (steps, origin, place) = (step.widen(), origin.widen(), end.widen());
    let nearest = (0..V::NUMBERS).fold(place, |nearest, index| {
        let (step, origin) = (V::part(steps, index), V::number(origin, index));
        let number = V::number(place, index);
        let is_on_step = thrown[index.min(3)] && step > 0.0 && !is_limit(index, number);
        let count = libm::round((number - origin) / step);
        if is_on_step { V::with_number(nearest, index, origin + count * step) } else { nearest }
    });
    V::narrow(nearest) == end
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;

    #[test]
    fn an_end_on_a_step_is_known_again_and_any_other_is_not() {
        let none = |_, _| false;
        let steps = SnapTo::<f32>::Steps { step: 0.1, origin: 0.3 };
        for count in -40..40 {
            let end = <f32 as Space>::narrow(f64::from(0.3_f32) + f64::from(count) * f64::from(0.1_f32));
            assert!(steps.offers(end, [true; 4], none), "{count}");
            assert!(!steps.offers(end + 0.01, [true; 4], none), "{count}");
        }
        let pages = SnapTo::<Vec2>::Pages { size: Vec2::new(10.0, 0.0), origin: Vec2::ZERO, most: 1 };
        assert!(pages.offers(Vec2::new(20.0, 3.3), [true, false, false, false], none));
        assert!(!pages.offers(Vec2::new(21.0, 3.3), [true, false, false, false], none));
        assert!(SnapTo::Points([1.0, 4.0].into()).offers(4.0, [true; 4], none));
        assert!(!SnapTo::Points([1.0, 4.0].into()).offers(2.0, [true; 4], none));
        assert!(SnapTo::Points([1.0, 4.0].into()).offers(2.0, [true; 4], |_, number| number == 2.0));
        assert!(steps.offers(0.77, [true; 4], |_, number| number == f64::from(0.77_f32)));
    }
}
