//! Where values live: how far apart two are, what a velocity is, and their wide (f64) form.

mod angle;
mod color;
mod linear;
mod numbers;
#[cfg(feature = "serialize")]
pub(crate) mod parts;
pub(crate) mod quat;
mod rot2;
mod state;

use core::fmt::Debug;

use bevy::{
    math::{DQuat, NormedVectorSpace, VectorSpace},
    reflect::{FromReflect, GetTypeRegistration, TypePath, Typed},
};

pub use angle::Angle;
pub use rot2::DRot2;
pub use state::{Law, Response, State};

use crate::math::{Slope, Vector};

/// Where the squares of magnitude and speed together are below this, an f32 holds both.
pub(crate) const FAR: f64 = 1e76;

/// The wide (f64) form of a value's velocity.
pub type WideTangent<V> = <<V as Space>::Tangent as Tangent>::Wide;

/// A value that can be moved: it has differences, offsets and a wide (f64) form in which motion is computed.
///
/// Its own type and its forms are made of numbers, in structs, tuples and arrays that reflect: so its motion is saved (feature
/// `serialize`) without anything of serde.
///
/// Implemented for `f32`, `Vec2`, `Vec3` and `Vec4`, for [`Angle`], `Rot2` and `Quat`, which take the short way round, and
/// for the colours `LinearRgba`, `Oklaba`, `Laba` and `Xyza`. Not for `Srgba`, `Hsla` and their like: a straight line
/// between two of these is no sensible way; convert in [`Property::get`](crate::Property::get) and `set`.
///
/// # Examples
///
/// A space of one's own: a zoom, of which doubling and halving are equally far.
///
/// ```
/// use bevy::{prelude::*, reflect::TypePath};
/// use bevy_exact_motion::{Space, WideTangent, prelude::*};
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
    /// The velocity of such a value, per second.
    type Tangent: Tangent;
    /// The same value in f64.
    type Wide: Copy + PartialEq + Debug + Default + Send + Sync + FromReflect + Typed + TypePath + GetTypeRegistration;

    /// At rest within this distance, unless told otherwise. Unit: that of the value.
    const REST_TOLERANCE: f64;

    /// A share of the value's [`magnitude`](Self::magnitude) that is too small to be seen: a motion rests where it is nearer than that.
    /// Default: the spacing of f32. Of f64 and its vectors 2⁻⁴², because steps are not taken that are less than an f64's spacing: a
    /// spring of 1 rad/s at 1000 ticks per second gets no nearer than a thousand of these.
    const SPACING: f64 = f32::EPSILON as f64;

    /// Whether tangent vectors mean the same everywhere, so that differences of differences add up. Followers that follow
    /// each other are then solved together; elsewhere they are sampled once a tick.
    const LINEAR: bool = true;

    /// The value in f64, exactly: [`narrow`](Self::narrow) gives it back bit for bit.
    fn widen(self) -> Self::Wide;

    /// The nearest value in f32.
    fn narrow(wide: Self::Wide) -> Self;

    /// The way to go from `from` to `to`: the shortest, where there are several; exactly zero from a value to itself.
    fn difference(to: Self::Wide, from: Self::Wide) -> WideTangent<Self>;

    /// Where one arrives going `by` from `from`; `from` itself, bit for bit, where `by` is zero.
    fn offset(from: Self::Wide, by: WideTangent<Self>) -> Self::Wide;

    /// Neither NaN nor infinite in any part, and a value at all: what is not is refused.
    fn is_finite(self) -> bool;

    /// Whether they are the same value: what is found where the other was written is then nobody's write.
    #[inline]
    fn same(self, other: Self) -> bool {
        self == other
    }

    /// Whether an f32 can hold a state.
    #[doc(hidden)]
    #[inline]
    fn is_presentable(state: &State<Self>) -> bool {
        state.value().is_finite() && state.tangent().is_finite()
    }

    /// No less than the squares of its [`magnitude`](Self::magnitude) and speed together; beyond [`FAR`] or NaN where an f32
    /// cannot hold it.
    #[doc(hidden)]
    #[inline]
    fn squares(state: &State<Self>) -> f64 {
        if !Self::is_presentable(state) {
            return f64::INFINITY;
        }
        let magnitude = Self::magnitude(state.position);
        magnitude * magnitude + state.velocity.norm_squared()
    }

    /// The largest magnitude in the value, which its f32 spacing depends on.
    fn magnitude(wide: Self::Wide) -> f64;

    /// The state after a step of `law` with this `response`, with the target at `target` and on `slope` from there, or
    /// held.
    ///
    /// As it stands for every space whose tangent vectors mean the same everywhere, angles included. Orientations have
    /// their own.
    #[inline(always)]
    fn evolve(
        state: State<Self>,
        target: Self::Wide,
        slope: Option<&Slope<WideTangent<Self>>>,
        law: &Law<Self>,
        response: &Response,
    ) -> State<Self> {
        let State { position, velocity } = state;
        let displacement = Self::difference(position, target);
        let Response { propagator, integrals, .. } = response;
        let step = match slope {
            None => propagator.held(displacement, velocity, law.a),
            Some(slope) => propagator.cubic(integrals, law.k, law.g, displacement, velocity, law.a, slope),
        };
        State { position: Self::offset(position, step.position), velocity: velocity + step.velocity }
    }

    /// The parts of a tangent vector along the axes, 0 beyond the last; none where there are no axes.
    #[inline]
    fn axes_of(tangent: WideTangent<Self>) -> Option<[f64; 3]> {
        let _ = tangent;
        None
    }

    /// How many axes [`along_axes`](Self::along_axes) knows.
    const AXES: usize = 0;

    /// A tangent vector with its parts along the axes of `frame` multiplied by these; none where there are no axes.
    #[inline]
    fn along_axes(factors: [f64; 3], frame: DQuat, tangent: WideTangent<Self>) -> Option<WideTangent<Self>> {
        let _ = (factors, frame, tangent);
        None
    }

    /// How many numbers it is made of that can have [`Limits`](crate::Limits) of their own; 0 where none can.
    const NUMBERS: usize = 0;

    /// One of its numbers.
    #[inline]
    fn number(position: Self::Wide, index: usize) -> f64 {
        let _ = (position, index);
        f64::NAN
    }

    /// The same place with another number there.
    #[inline]
    fn with_number(position: Self::Wide, index: usize, number: f64) -> Self::Wide {
        let _ = (index, number);
        position
    }

    /// How a tangent vector changes one of its numbers.
    #[inline]
    fn part(tangent: WideTangent<Self>, index: usize) -> f64 {
        let _ = (tangent, index);
        f64::NAN
    }

    /// The same tangent vector with another part there.
    #[inline]
    fn with_part(tangent: WideTangent<Self>, index: usize, part: f64) -> WideTangent<Self> {
        let _ = (index, part);
        tangent
    }

    /// What lies between two numbers in whole turns, where numbers go round.
    #[inline]
    fn turns(from: f64, to: f64) -> f64 {
        let _ = (from, to);
        0.0
    }

    /// Whether numbers go round in turns, so that only a range with two ends has a meaning.
    const GOES_ROUND: bool = false;

    /// The same motion, offset: where one is, and how fast, who keeps this offset from a state.
    #[inline]
    fn displaced(state: State<Self>, by: WideTangent<Self>) -> State<Self> {
        State { position: Self::offset(state.position, by), ..state }
    }

    /// The path between two states `length` seconds apart: the cubic through both.
    fn path(from: &State<Self>, to: &State<Self>, length: f64) -> Slope<WideTangent<Self>> {
        Slope::hermite(Self::difference(to.position, from.position), from.velocity, to.velocity, length)
    }
}

/// A velocity as users write it (f32, or f64), with the wide form in which it is kept.
pub trait Tangent:
    Copy + PartialEq + Debug + Default + Send + Sync + Unpin + FromReflect + Typed + TypePath + GetTypeRegistration
{
    /// The same velocity in f64.
    type Wide: Vector
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

    /// The nearest velocity in f32.
    fn narrow(wide: Self::Wide) -> Self;

    /// Neither NaN nor infinite, in any part.
    fn is_finite(self) -> bool;
}

/// f64 to f32, to nearest.
#[expect(clippy::cast_possible_truncation, reason = "a component holds f32; motion is computed in f64")]
fn nearest(wide: f64) -> f32 {
    wide as f32
}

/// The distance covered by a wide tangent vector.
#[inline]
pub(crate) fn length<T: NormedVectorSpace<Scalar = f64>>(vector: T) -> f64 {
    libm::sqrt(vector.norm_squared())
}

/// The zero of a wide tangent space.
#[inline]
pub(crate) fn zero<T: VectorSpace>() -> T {
    T::ZERO
}
