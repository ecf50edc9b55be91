//! Numbers, vectors, and other values that are added coordinate by coordinate.

use bevy::{
    math::{DVec2, DVec3, DVec4},
    prelude::*,
};

use super::{Tangent, nearest};

macro_rules! tangent {
    ($($tangent:ty: $wide:ty, $widen:expr, $narrow:expr;)*) => { $(
        impl Tangent for $tangent {
            type Wide = $wide;
            #[inline]
            fn widen(self) -> $wide { $widen(self) }
            #[inline]
            fn narrow(wide: $wide) -> Self { $narrow(wide) }
            #[inline]
            fn is_finite(self) -> bool { self.is_finite() }
        }
    )* };
}

tangent! {
    f32: f64, f64::from, nearest;
    f64: Self, |v: Self| v, |w: Self| w;
    DVec2: Self, |v: Self| v, |w: Self| w;
    DVec3: Self, |v: Self| v, |w: Self| w;
    DVec4: Self, |v: Self| v, |w: Self| w;
    Vec2: DVec2, |v: Self| v.as_dvec2(), |w: DVec2| w.as_vec2();
    Vec3: DVec3, |v: Self| v.as_dvec3(), |w: DVec3| w.as_vec3();
    Vec4: DVec4, |v: Self| v.as_dvec4(), |w: DVec4| w.as_vec4();
}

/// Implements `Space` for values that are vectors of the type `$tangent`, or that `$to` and `$from` convert to and from such vectors.
macro_rules! linear_space {
    ($($(#[$doc:meta])* $value:ty, $tangent:ty, $wide:ty: $to:expr, $from:expr, $largest:expr $(, axes: $axes:literal)?;)*) => { $(
        $(#[$doc])*
        impl $crate::space::Space for $value {
            type Tangent = $tangent;
            type Wide = $wide;
            const REST_TOLERANCE: f64 = 1e-3;
            // A tangent that has the size of its f64 form is itself in f64.
            const SPACING: f64 = if size_of::<$tangent>() == size_of::<$wide>() {
                1.0 / (1_u64 << 42) as f64
            } else {
                f32::EPSILON as f64
            };
            #[inline]
            fn widen(self) -> $wide { $crate::space::Tangent::widen($to(self)) }
            #[inline]
            fn narrow(wide: $wide) -> Self { $from($crate::space::Tangent::narrow(wide)) }
            #[inline]
            fn difference(to: $wide, from: $wide) -> $wide { to - from }
            #[inline]
            fn offset(from: $wide, by: $wide) -> $wide { from + by }
            #[inline]
            fn is_finite(self) -> bool { $crate::space::Tangent::is_finite($to(self)) }
            #[inline]
            fn magnitude(wide: $wide) -> f64 { $largest(wide) }
            #[inline(always)]
            fn is_presentable(state: &$crate::space::State<Self>) -> bool {
                // Fast path: below this bound, every coordinate fits into an f32. The comparison is false for NaN.
                Self::squares(state) < $crate::space::PRESENTABLE_SQUARES || (state.value().is_finite() && state.tangent().is_finite())
            }
            #[inline(always)]
            fn squares(state: &$crate::space::State<Self>) -> f64 {
                let [position, velocity] =
                    [state.position, state.velocity].map(bevy::math::NormedVectorSpace::norm_squared);
                position + velocity
            }
            const COORDINATES: usize = <$wide as $crate::space::numbers::Coordinates>::COUNT;
            #[inline]
            fn coordinate(position: $wide, index: usize) -> f64 { $crate::space::numbers::Coordinates::get(position, index) }
            #[inline]
            fn with_coordinate(position: $wide, index: usize, number: f64) -> $wide {
                $crate::space::numbers::Coordinates::with(position, index, number)
            }
            $(
                const AXES: usize = $axes;
            )?
        }
    )* };
}
pub(super) use linear_space;

linear_space! {
    f32, Self, f64: |v: Self| v, |v: Self| v, f64::abs;
    Vec2, Self, DVec2: |v: Self| v, |v: Self| v, |w: DVec2| w.abs().max_element(), axes: 2;
    Vec3, Self, DVec3: |v: Self| v, |v: Self| v, |w: DVec3| w.abs().max_element(), axes: 3;
    Vec4, Self, DVec4: |v: Self| v, |v: Self| v, |w: DVec4| w.abs().max_element();
    /// For your own components in large worlds. The bounds of [`Limits`](crate::Limits) are still f32.
    f64, Self, f64: |v: Self| v, |v: Self| v, f64::abs;
    /// Like `f64`.
    DVec2, Self, Self: |v: Self| v, |v: Self| v, |w: Self| w.abs().max_element(), axes: 2;
    /// Like `f64`.
    DVec3, Self, Self: |v: Self| v, |v: Self| v, |w: Self| w.abs().max_element(), axes: 3;
    /// Like `f64`.
    DVec4, Self, Self: |v: Self| v, |v: Self| v, |w: Self| w.abs().max_element();
}
