//! The properties that are fuzzed: some of the plugin's, and custom ones for other kinds of values and for a sparse set.

use bevy::{
    color::{ColorToComponents, LinearRgba},
    math::{Quat, Vec2, Vec3, Vec4},
    prelude::*,
    reflect::GetTypeRegistration,
};
pub(crate) use bevy_exact_motion::{
    interface::NodeGlide,
    property::{Progress, Rotation, Rotation2d, Scale, Translation, TranslationX},
};
use bevy_exact_motion::{prelude::*, property::Property, space::Space};

/// A value or velocity, as up to four numbers.
pub(crate) trait Parts: Copy {
    /// Normalizes values that have to be normalized, unless `raw` is set.
    fn from_parts(parts: [f32; 4], raw: bool) -> Self;
    fn parts(self) -> [f32; 4];
    /// Whether the value is normalized. Always `true` for values that need not be.
    fn is_unit(self, _tolerance: f32) -> bool {
        true
    }
}

macro_rules! parts {
    ($($of:ty: |$parts:ident| $from:expr, |$this:ident| $to:expr;)*) => { $(
        impl Parts for $of {
            fn from_parts($parts: [f32; 4], _: bool) -> Self {
                $from
            }
            fn parts(self) -> [f32; 4] {
                let $this = self;
                $to
            }
        }
    )* };
}

parts! {
    f32: |p| p[0], |x| [x, 0.0, 0.0, 0.0];
    Angle: |p| Angle(p[0]), |x| [x.0, 0.0, 0.0, 0.0];
    Vec2: |p| Vec2::new(p[0], p[1]), |v| [v.x, v.y, 0.0, 0.0];
    Vec3: |p| Vec3::new(p[0], p[1], p[2]), |v| [v.x, v.y, v.z, 0.0];
    Vec4: |p| Vec4::from_array(p), |v| v.to_array();
    LinearRgba: |p| LinearRgba::from_vec4(Vec4::from_array(p)), |c| c.to_vec4().to_array();
}

/// Divides a vector by its length, in f64. Returns it unchanged if its length is 0 or not finite.
fn normalized<const N: usize>(parts: [f32; N]) -> [f32; N] {
    let wide = parts.map(f64::from);
    let length = wide.iter().map(|part| part * part).sum::<f64>().sqrt();
    if length > 0.0 && length.is_finite() { wide.map(|part| (part / length) as f32) } else { parts }
}

fn is_unit<const N: usize>(parts: [f32; N], tolerance: f32) -> bool {
    let squared = parts.iter().map(|&part| f64::from(part) * f64::from(part)).sum::<f64>();
    (squared - 1.0).abs() <= f64::from(tolerance)
}

impl Parts for Quat {
    fn from_parts(parts: [f32; 4], raw: bool) -> Self {
        Self::from_array(if raw { parts } else { normalized(parts) })
    }
    fn parts(self) -> [f32; 4] {
        self.to_array()
    }
    fn is_unit(self, tolerance: f32) -> bool {
        is_unit(self.to_array(), tolerance)
    }
}

/// A property that can be fuzzed.
pub(crate) trait Fuzzed:
    Property<Component: Clone + GetTypeRegistration, Value: Parts + Space<Tangent: Parts>>
{
    const WHICH: Which;

    /// Returns a component that holds this value.
    fn component(value: Self::Value) -> Self::Component;
}

macro_rules! properties {
    ($d:tt shipped { $($shipped:ident as $hold:expr;)* } own { $($(#[$storage:meta])? $own:ident: $value:ty;)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum Which { $($shipped,)* $($own,)* }

        impl Which {
            pub(crate) const ALL: &[Self] = &[$(Self::$shipped,)* $(Self::$own,)*];
        }

        $(
            impl Fuzzed for $shipped {
                const WHICH: Which = Which::$shipped;
                fn component(value: Self::Value) -> Self::Component {
                    let hold: fn(Self::Value) -> Self::Component = $hold;
                    hold(value)
                }
            }
        )*

        $(
            #[derive(Component, Reflect, Clone, Copy, Debug, Default)]
            #[reflect(Component)]
            $(#[$storage])?
            pub(crate) struct $own(pub(crate) $value);

            impl Property for $own {
                type Component = Self;
                type Value = $value;
                fn get(component: &Self) -> $value {
                    component.0
                }
                fn set(component: &mut Self, value: $value) {
                    component.0 = value;
                }
            }

            impl Fuzzed for $own {
                const WHICH: Which = Which::$own;
                fn component(value: $value) -> Self {
                    Self(value)
                }
            }
        )*

        /// Evaluates an expression for the property that a [`Which`] names.
        macro_rules! with_property {
            ($d which:expr, $d p:ident => $d body:expr) => {
                match $d which {
                    $(
                        $crate::property::Which::$shipped => {
                            type $d p = $crate::property::$shipped;
                            $d body
                        }
                    )*
                    $(
                        $crate::property::Which::$own => {
                            type $d p = $crate::property::$own;
                            $d body
                        }
                    )*
                }
            };
        }
        pub(crate) use with_property;
    };
}

properties! {
    $ shipped {
        Translation as Transform::from_translation;
        Rotation as Transform::from_rotation;
        Scale as Transform::from_scale;
        Progress as Progress;
        TranslationX as |x| Transform::from_xyz(x, 0.0, 0.0);
        Rotation2d as |angle| {
            let mut transform = Transform::default();
            Rotation2d::set(&mut transform, angle);
            transform
        };
        NodeGlide as |glide| LayoutGlide { offset: glide.xy(), growth: glide.zw() };
    }
    own {
        Bearing: Angle;
        Place: Vec2;
        Tint: LinearRgba;
        #[component(storage = "SparseSet")]
        Loose: f32;
    }
}

impl Which {
    /// Whether the value of the property is stored in [`Transform`].
    pub(crate) fn is_in_transform(self) -> bool {
        matches!(self, Self::Translation | Self::Rotation | Self::Scale | Self::TranslationX | Self::Rotation2d)
    }
}
