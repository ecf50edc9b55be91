//! Numbers and vectors.

use bevy::math::{DVec2, DVec3, DVec4, Vec2, Vec3, Vec4};

use super::{Space, Tangent, nearest};

macro_rules! linear_space {
    ($($value:ty: $wide:ty, $widen:expr, $narrow:expr, $finite:expr, $largest:expr;)*) => { $(
        impl Tangent for $value {
            type Wide = $wide;
            #[inline]
            fn widen(self) -> $wide { $widen(self) }
            #[inline]
            fn narrow(wide: $wide) -> Self { $narrow(wide) }
            #[inline]
            fn is_finite(self) -> bool { $finite(self) }
        }

        impl Space for $value {
            type Tangent = Self;
            type Wide = $wide;
            const REST_TOLERANCE: f64 = 1e-3;
            #[inline]
            fn widen(self) -> $wide { $widen(self) }
            #[inline]
            fn narrow(wide: $wide) -> Self { $narrow(wide) }
            #[inline]
            fn difference(to: $wide, from: $wide) -> $wide { to - from }
            #[inline]
            fn offset(from: $wide, by: $wide) -> $wide { from + by }
            #[inline]
            fn is_finite(self) -> bool { $finite(self) }
            #[inline]
            fn magnitude(wide: $wide) -> f64 { $largest(wide) }
        }
    )* };
}

linear_space! {
    f32: f64, f64::from, nearest, f32::is_finite, f64::abs;
    Vec2: DVec2, |v: Self| v.as_dvec2(), |w: DVec2| w.as_vec2(), |v: Self| v.is_finite(), |w: DVec2| w.abs().max_element();
    Vec3: DVec3, |v: Self| v.as_dvec3(), |w: DVec3| w.as_vec3(), |v: Self| v.is_finite(), |w: DVec3| w.abs().max_element();
    Vec4: DVec4, |v: Self| v.as_dvec4(), |w: DVec4| w.as_vec4(), |v: Self| v.is_finite(), |w: DVec4| w.abs().max_element();
}
