//! Where values live: how far apart two are, what a velocity is, and their wide (f64) form.

mod angle;
mod linear;
mod state;
mod storable;

use core::fmt::Debug;

use bevy::{
    math::{NormedVectorSpace, VectorSpace},
    reflect::{FromReflect, GetTypeRegistration, TypePath, Typed},
};

pub use angle::Angle;
pub use state::{Law, Response, State};
pub use storable::Storable;

use crate::math::{Slope, Vector};

/// The wide (f64) form of a value's velocity.
pub type WideTangent<V> = <<V as Space>::Tangent as Tangent>::Wide;

/// A value that can be moved: it has differences, offsets and a wide (f64) form in which motion is computed.
///
/// Implemented for `f32`, `Vec2`, `Vec3`, `Vec4` and [`Angle`].
pub trait Space:
    Copy + PartialEq + Debug + Default + Send + Sync + FromReflect + Typed + TypePath + GetTypeRegistration + Storable
{
    /// The velocity of such a value, per second.
    type Tangent: Tangent;
    /// The same value in f64.
    type Wide: Copy
        + PartialEq
        + Debug
        + Default
        + Send
        + Sync
        + FromReflect
        + Typed
        + TypePath
        + GetTypeRegistration
        + Storable;

    /// At rest within this distance, unless told otherwise. Unit: that of the value.
    const REST_TOLERANCE: f64;

    /// The value in f64, exactly.
    fn widen(self) -> Self::Wide;

    /// The nearest value in f32.
    fn narrow(wide: Self::Wide) -> Self;

    /// The way to go from `from` to `to`: the shortest, where there are several.
    fn difference(to: Self::Wide, from: Self::Wide) -> WideTangent<Self>;

    /// Where one arrives going `by` from `from`.
    fn offset(from: Self::Wide, by: WideTangent<Self>) -> Self::Wide;

    /// Neither NaN nor infinite, in any part.
    fn is_finite(self) -> bool;

    /// The largest magnitude in the value, which its f32 spacing depends on.
    fn magnitude(wide: Self::Wide) -> f64;

    /// The state after a step of `law` with this `response`, with the target at `target` and on `slope` from there, or
    /// held.
    ///
    /// As it stands for every space whose tangent vectors mean the same everywhere, angles included. Orientations have
    /// their own.
    #[inline]
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

    /// The path between two states `length` seconds apart: the cubic through both.
    fn path(from: &State<Self>, to: &State<Self>, length: f64) -> Slope<WideTangent<Self>> {
        Slope::hermite(Self::difference(to.position, from.position), from.velocity, to.velocity, length)
    }
}

/// A velocity as users write it (f32), with the wide form in which it is kept.
pub trait Tangent:
    Copy + PartialEq + Debug + Default + Send + Sync + FromReflect + Typed + TypePath + GetTypeRegistration + Storable
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
        + GetTypeRegistration
        + Storable;

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
