//! Spaces of values: the difference between two values, their velocities, and their wide (f64) form.

mod angle;
mod color;
mod linear;
pub(crate) mod matrix;
mod numbers;
#[cfg(feature = "serialize")]
pub(crate) mod parts;
pub(crate) mod quat;
mod rot2;
mod state;

use alloc::vec::Vec;
use core::{f64::consts::TAU, fmt::Debug};

use bevy::{
    math::{NormedVectorSpace, VectorSpace},
    reflect::{FromReflect, GetTypeRegistration, TypePath, Typed},
};

pub use angle::Angle;
#[doc(hidden)]
pub use rot2::DRot2;
pub(crate) use state::HeldStep;
#[doc(hidden)]
pub use state::{Law, Response, State};

use numbers::Coordinates;
pub(crate) use numbers::median;

use crate::math::{LANES, Slope, Vector};

/// If the sum of the squares of magnitude and speed is below this, an f32 can hold both, so the state is presentable.
pub(crate) const PRESENTABLE_SQUARES: f64 = 1e76;

/// The wide (f64) form of a value's velocity.
#[doc(hidden)]
pub type WideTangent<V> = <<V as Space>::Tangent as Tangent>::Wide;

/// A value that can be moved: it has differences, offsets and a wide (f64) form in which motion is computed.
///
/// The feature `serialize` can save a value's motion if the value and its wide form consist of numbers, in structs, tuples and arrays that
/// implement reflection. They need no serde implementation.
///
/// The crate implements this trait for `f32`, `f64` and their vectors of two to four numbers; for [`Angle`], `Rot2` and `Quat`, which take
/// the short way round; and for the colours `LinearRgba`, `Oklaba`, `Laba` and `Xyza`. It does not implement the trait for `Srgba`, `Hsla`
/// and similar colours, because linear interpolation between two of these makes no sense; convert them in
/// [`Property::get`](crate::property::Property::get) and `set`.
///
/// # Examples
///
/// A space of your own: a zoom, for which doubling and halving are the same distance.
///
/// ```
/// use bevy::{prelude::*, reflect::TypePath};
/// use bevy_exact_motion::{prelude::*, space::Space};
///
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
/// struct Zoom(f32);
///
/// impl Space for Zoom {
///     type Tangent = f32; // e-folds per second
///     type Wide = f64;
///     const REST_TOLERANCE: f64 = 1e-3;
///     fn widen(self) -> f64 { self.0.into() }
///     fn narrow(wide: f64) -> Self { Self(wide as f32) }
///     fn difference(to: f64, from: f64) -> f64 { (to / from).ln() }
///     fn offset(from: f64, by: f64) -> f64 { if by == 0.0 { from } else { from * by.exp() } }
///     fn is_finite(self) -> bool { self.0.is_finite() && self.0 > 0.0 }
///     fn magnitude(_: f64) -> f64 { 1.0 }
/// }
///
/// assert_eq!(Zoom::difference(8.0, 4.0), Zoom::difference(2.0, 1.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value that can be moved",
    label = "not a `Space`",
    note = "real numbers, vectors, colours, `Quat`, `Rot2` and `Angle` can, and types of yours that implement `Space`"
)]
pub trait Space:
    Copy + PartialEq + Debug + Default + Send + Sync + FromReflect + Typed + TypePath + GetTypeRegistration
{
    /// The velocity of such a value, per second: `f32`, `f64`, or a vector of two to four of them.
    type Tangent: Tangent;
    /// The same value in f64.
    type Wide: Copy + PartialEq + Debug + Default + Send + Sync + FromReflect + Typed + TypePath + GetTypeRegistration;

    /// The distance within which a motion comes to rest, unless the entity has a [`RestTolerance`](crate::RestTolerance). Unit: that of the
    /// value.
    const REST_TOLERANCE: f64;

    /// A motion also comes to rest when its distance to the rest point is below this fraction of the value's
    /// [`magnitude`](Self::magnitude), because such a distance is too small to be seen. Unit: 1. Default: the spacing of f32. For f64 and
    /// its vectors it is 2⁻⁴², because steps below an f64's spacing are lost: a spring of 1 rad/s at 1000 ticks per second gets no closer
    /// than a thousand spacings.
    const SPACING: f64 = f32::EPSILON as f64;

    /// Whether a velocity means the same at every value, so that differences add up. If so, entities that follow each other in a ring are
    /// solved together; otherwise rings are sampled once a tick. Default: true.
    const LINEAR: bool = true;

    /// The value in f64, exactly: [`narrow`](Self::narrow) restores it bit for bit.
    fn widen(self) -> Self::Wide;

    /// The nearest value that a component can store, usually in f32.
    fn narrow(wide: Self::Wide) -> Self;

    /// The difference that leads from `from` to `to`: the shortest one if there are several, and exactly zero from a value to itself.
    fn difference(to: Self::Wide, from: Self::Wide) -> WideTangent<Self>;

    /// The value that differs from `from` by `by`. If `by` is zero, this is `from` itself, bit for bit.
    fn offset(from: Self::Wide, by: WideTangent<Self>) -> Self::Wide;

    /// Whether the value is valid: no part of it is NaN or infinite, and it has a meaning (a quaternion of length 0 has none). Other values
    /// are invalid input.
    fn is_finite(self) -> bool;

    /// Whether both are the same value. If a component still holds the value that the plugin wrote, the plugin assumes that no other code
    /// has written it.
    #[inline]
    fn same(self, other: Self) -> bool {
        self == other
    }

    /// Whether components can hold the state: it is finite once it is narrowed.
    #[doc(hidden)]
    #[inline]
    fn is_presentable(state: &State<Self>) -> bool {
        state.value().is_finite() && state.tangent().is_finite()
    }

    /// An upper bound on the sum of the squares of [`magnitude`](Self::magnitude) and speed. It is above `PRESENTABLE_SQUARES`, or NaN, if
    /// components cannot hold the state.
    #[doc(hidden)]
    #[inline]
    fn squares(state: &State<Self>) -> f64 {
        if !Self::is_presentable(state) {
            return f64::INFINITY;
        }
        let magnitude = Self::magnitude(state.position);
        magnitude * magnitude + state.velocity.norm_squared()
    }

    /// The largest magnitude of the value's coordinates, on which its f32 spacing depends.
    fn magnitude(wide: Self::Wide) -> f64;

    /// The state after a step of `law` with this `response`. The target starts at `target` and moves along `slope`; without a slope it is
    /// held.
    ///
    /// The default is valid for every space whose [`LINEAR`](Self::LINEAR) is true, including angles. Orientations override it.
    #[doc(hidden)]
    #[inline(always)]
    fn evolve(
        state: State<Self>,
        target: Self::Wide,
        slope: Option<&Slope<WideTangent<Self>>>,
        law: &Law<Self>,
        response: &Response,
    ) -> State<Self> {
        let displacement = Self::difference(state.position, target);
        let Response { propagator, integrals, .. } = response;
        state.plus(match slope {
            None => propagator.held(displacement, state.velocity, law.a),
            Some(slope) => propagator.cubic(integrals, law.k, law.g, displacement, state.velocity, law.a, slope),
        })
    }

    /// [`evolve`](Self::evolve) for several motions with held targets. The results are the same, bit for bit. Default: one after the other.
    #[doc(hidden)]
    #[inline(always)]
    fn evolve_several(steps: &[HeldStep<Self>; LANES], states: &mut Vec<State<Self>>) {
        states.extend(steps.iter().map(HeldStep::end));
    }

    /// The number of axes along which [`AxisSprings`](crate::AxisSprings) can act. A tangent vector's first parts belong to these axes.
    /// Range: 0 to 3. Default: 0.
    const AXES: usize = 0;

    /// The number of coordinates that can each have their own [`Limits`](crate::Limits); 0 if the value cannot have limits. Default: 0.
    const COORDINATES: usize = 0;

    /// One coordinate of the value.
    #[inline]
    fn coordinate(position: Self::Wide, index: usize) -> f64 {
        let _ = (position, index);
        f64::NAN
    }

    /// The same value with one coordinate replaced.
    #[inline]
    fn with_coordinate(position: Self::Wide, index: usize, number: f64) -> Self::Wide {
        let _ = (index, number);
        position
    }

    /// The part of a tangent vector that changes the coordinate `index`.
    #[inline(always)]
    fn part(tangent: WideTangent<Self>, index: usize) -> f64 {
        tangent.get(index)
    }

    /// The same tangent vector with one part replaced.
    #[inline(always)]
    fn with_part(tangent: WideTangent<Self>, index: usize, part: f64) -> WideTangent<Self> {
        tangent.with(index, part)
    }

    /// The whole turns between two coordinates, if coordinates wrap around; otherwise 0. Unit: rad.
    #[inline]
    fn turns(from: f64, to: f64) -> f64 {
        if Self::WRAPS { TAU * libm::rint((to - from) / TAU) } else { 0.0 }
    }

    /// Whether coordinates wrap around in whole turns, so that limits need both a lower and an upper bound. Default: false.
    const WRAPS: bool = false;

    /// The same coordinate within a turn of 0, if it wraps around and is too far out to count turns. Default: unchanged.
    #[doc(hidden)]
    #[inline]
    fn reduced(coordinate: f64) -> f64 {
        coordinate
    }

    /// The state of an entity that keeps the offset `by` from an entity in the state `state`.
    #[doc(hidden)]
    #[inline]
    fn displaced(state: State<Self>, by: WideTangent<Self>) -> State<Self> {
        State { position: Self::offset(state.position, by), ..state }
    }

    /// The offset of the state `shown` from the state `base`, and the rate of this offset.
    #[doc(hidden)]
    fn offset_between(shown: State<Self>, base: State<Self>) -> (WideTangent<Self>, WideTangent<Self>) {
        (Self::difference(shown.position, base.position), shown.velocity - base.velocity)
    }

    /// The state at an offset with this rate from the state `base`: the inverse of [`offset_between`](Self::offset_between).
    #[doc(hidden)]
    fn at_offset(base: State<Self>, offset: WideTangent<Self>, rate: WideTangent<Self>) -> State<Self> {
        State { position: Self::offset(base.position, offset), velocity: base.velocity + rate }
    }

    /// The path between two states `length` seconds apart: the cubic through both.
    #[doc(hidden)]
    fn path(from: &State<Self>, to: &State<Self>, length: f64) -> Slope<WideTangent<Self>> {
        Slope::hermite(Self::difference(to.position, from.position), from.velocity, to.velocity, length)
    }
}

/// A velocity as components store it (f32 or f64), with the wide form in which it is computed.
#[doc(hidden)]
pub trait Tangent:
    Copy + PartialEq + Debug + Default + Send + Sync + Unpin + FromReflect + Typed + TypePath + GetTypeRegistration
{
    /// The same velocity in f64: `f64`, `DVec2`, `DVec3` or `DVec4`.
    type Wide: Vector
        + Coordinates
        + NormedVectorSpace<Scalar = f64>
        + PartialEq
        + Send
        + Sync
        + FromReflect
        + Typed
        + TypePath
        + GetTypeRegistration;

    /// The velocity in f64, exactly.
    fn widen(self) -> Self::Wide;

    /// The nearest velocity that a component can store, usually in f32.
    fn narrow(wide: Self::Wide) -> Self;

    /// Whether no part is NaN or infinite.
    fn is_finite(self) -> bool;
}

/// Rounds to the nearest f32.
#[expect(clippy::cast_possible_truncation, reason = "a component holds f32; motion is computed in f64")]
pub(crate) fn nearest(wide: f64) -> f32 {
    wide as f32
}

/// The length of a wide tangent vector.
#[inline]
pub(crate) fn length<T: NormedVectorSpace<Scalar = f64>>(vector: T) -> f64 {
    libm::sqrt(vector.norm_squared())
}

/// The zero vector.
#[inline]
pub(crate) fn zero<T: VectorSpace>() -> T {
    T::ZERO
}

/// The value shifted by `by`, rounded to its type.
pub(crate) fn shifted<V: Space>(value: V, by: WideTangent<V>) -> V {
    V::narrow(V::offset(value.widen(), by))
}
