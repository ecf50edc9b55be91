//! The properties that are hashed: those of the plugin, and custom ones for all other kinds of values and of stepping.

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{AimPitch, AimYaw, OrbitDistance, OrbitPitch, OrbitYaw, ShakeOffset, ShakeTurn},
    property::{
        FieldOfView, Progress, Property, Rotation, Rotation2d, Scale, Translation, TranslationX, TranslationY,
        TranslationZ,
    },
    space::{Angle, Space},
};

/// A value or velocity as up to four components.
pub(crate) trait Numbers: Copy {
    fn numbers(self) -> [f32; 4];
}

macro_rules! numbers {
    ($($of:ty: |$this:ident| $to:expr;)*) => { $(
        impl Numbers for $of {
            fn numbers(self) -> [f32; 4] {
                let $this = self;
                $to
            }
        }
    )* };
}

numbers! {
    f32: |x| [x, 0.0, 0.0, 0.0];
    Angle: |x| [x.0, 0.0, 0.0, 0.0];
    Vec2: |v| [v.x, v.y, 0.0, 0.0];
    Vec3: |v| [v.x, v.y, v.z, 0.0];
    Vec4: |v| v.to_array();
    Quat: |q| q.to_array();
    Rot2: |r| [r.cos, r.sin, 0.0, 0.0];
    Oklaba: |c| [c.lightness, c.a, c.b, c.alpha];
    LinearRgba: |c| [c.red, c.green, c.blue, c.alpha];
}

/// When a property is stepped, and therefore which hash it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stepped {
    /// In ticks. The values do not depend on how frames group the ticks.
    InTicks,
    /// In frames.
    InFrames,
}

/// A property that is hashed.
pub(crate) trait Watched: Property<Value: Numbers + Space<Tangent: Numbers>> {
    /// Identifies the property in the hash.
    const NUMBER: u64;
    const STEPPED: Stepped = Stepped::InTicks;
}

macro_rules! watched {
    ($($number:literal: $property:ty $(, $stepped:ident)?;)*) => { $(
        impl Watched for $property {
            const NUMBER: u64 = $number;
            $(const STEPPED: Stepped = Stepped::$stepped;)?
        }
    )* };
}

/// Defines components that hold a single value. Each component is also the property that moves its value.
macro_rules! value_components {
    ($($(#[$doc:meta])* $component:ident: $value:ty;)*) => { $(
        $(#[$doc])*
        #[derive(Component, Reflect, Clone, Copy, Debug, Default)]
        #[reflect(Component)]
        pub(crate) struct $component(pub(crate) $value);

        impl Property for $component {
            type Component = Self;
            type Value = $value;
            fn get(component: &Self) -> $value {
                component.0
            }
            fn set(component: &mut Self, value: $value) {
                component.0 = value;
            }
        }
    )* };
}

value_components! {
    /// An angle.
    Bearing: Angle;
    /// Two numbers.
    Place: Vec2;
    /// Four numbers.
    Weights: Vec4;
    /// A colour.
    Tint: Oklaba;
    /// A linear colour.
    Glow: LinearRgba;
    /// An orientation in the plane.
    Wheel: Rot2;
    /// A number that jumps to its target while motion is reduced.
    Gauge: f32;
    /// A number that is stepped in the scenario's own schedule.
    Lift: f32;
    /// An orientation that is stepped in the scenario's own schedule.
    Heading: Quat;
    /// A number that is drawn one tick late.
    Late: f32;
    /// Two numbers that are stepped once a frame.
    Menu: Vec2;
    /// A number that is stepped once a frame by the real clock.
    Clockwork: f32;
}

watched! {
    1: Translation;
    2: Rotation;
    3: Scale;
    4: Progress;
    5: TranslationX;
    6: TranslationY;
    7: TranslationZ;
    8: Rotation2d;
    9: Bearing;
    10: Place;
    11: Weights;
    12: Tint;
    13: Glow;
    14: Wheel;
    15: Gauge;
    16: Lift;
    17: Heading;
    18: Late;
    19: Menu, InFrames;
    20: Clockwork, InFrames;
    21: OrbitYaw;
    22: OrbitPitch;
    23: OrbitDistance;
    24: AimYaw;
    25: AimPitch;
    26: ShakeTurn;
    27: ShakeOffset;
    28: FieldOfView;
}

/// Calls a macro with every property that is hashed.
macro_rules! with_every_property {
    ($do:ident) => {
        $do!(
            Translation,
            Rotation,
            Scale,
            Progress,
            TranslationX,
            TranslationY,
            TranslationZ,
            Rotation2d,
            Bearing,
            Place,
            Weights,
            Tint,
            Glow,
            Wheel,
            Gauge,
            Lift,
            Heading,
            Late,
            Menu,
            Clockwork,
            OrbitYaw,
            OrbitPitch,
            OrbitDistance,
            AimYaw,
            AimPitch,
            ShakeTurn,
            ShakeOffset,
            FieldOfView
        )
    };
}
pub(crate) use with_every_property;
