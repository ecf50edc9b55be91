//! Springs, friction, gravity and exponential rates for Bevy, solved in closed form: the same path at every frame rate.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "plugin")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod math;

#[cfg(feature = "camera")]
mod camera;
#[cfg(feature = "plugin")]
mod curve;
#[cfg(feature = "plugin")]
mod diagnosis;
#[cfg(feature = "picking")]
mod drag;
#[cfg(feature = "plugin")]
mod events;
#[cfg(feature = "plugin")]
mod follow;
#[cfg(feature = "plugin")]
mod law;
#[cfg(feature = "plugin")]
mod motion;
#[cfg(feature = "plugin")]
mod plugin;
#[cfg(feature = "plugin")]
mod property;
#[cfg(feature = "plugin")]
mod space;
#[cfg(feature = "plugin")]
mod tick;

#[cfg(feature = "camera")]
pub use camera::{
    Blend, BlendPath, Blending, Frame, FrameBy, GroupMiddle, GroupWeight, InGroup, Shake, ShakeKick, ShakeOffset,
    ShakeTurn, Shows,
};
#[cfg(feature = "picking")]
pub use drag::{DragSurface, Draggable};
#[cfg(feature = "bevy_sprite")]
pub use property::SpriteColor;
#[cfg(feature = "bevy_light")]
pub use property::{DirectionalLightIlluminance, PointLightIntensity, SpotLightIntensity};
#[cfg(feature = "bevy_camera")]
pub use property::{FieldOfView, OrthographicScale};
#[cfg(feature = "bevy_ui")]
pub use property::{
    NodeBottom, NodeHeight, NodeLeft, NodeRight, NodeRotation, NodeScale, NodeTop, NodeTranslation, NodeWidth,
};
#[cfg(feature = "bevy_audio")]
pub use property::{SinkVolume, SpatialSinkVolume};
#[cfg(feature = "camera")]
pub use {
    camera::{
        Aim, AimPitch, AimYaw, Composed, Cut, FreeLength, LookAt, Obstruction, OnJump, Orbit, OrbitInput, OrbitLength,
        OrbitPitch, OrbitRange, OrbitYaw, Pose, Reach, Sides, Sight, StartOnTarget,
    },
    plugin::{CameraSystems, ExactCameraPlugin},
};
#[cfg(feature = "plugin")]
pub use {
    curve::SpringCurve,
    events::{Finished, InvalidMotion, LimitReached, OriginShift, Settled, Snap, Teleported},
    follow::{Follow, FollowTemplate, Target},
    law::{
        AtEnd, AxisFrame, AxisSprings, Bound, Bounds, DryFriction, ExponentialRate, Fling, Friction, Gravity, Limits,
        Pace, SnapBy, SnapPoints, SnapTo, Spring, Way,
    },
    motion::{
        FrameClock, Held, Motion, MotionOptions, PresentAs, Presentation, ReducedMotion, RestTolerance, Resting,
        Stepping, WillReach, WillRest,
    },
    plugin::{ExactMotionPlugin, MotionSystems, RegisterMotion},
    property::{
        Field, Frames, OffsetFrame, Progress, Property, Rotation, Rotation2d, Scale, Translation, TranslationX,
        TranslationY, TranslationZ, Velocity,
    },
    space::{Angle, DRot2, Law, Response, Space, State, Tangent, WideTangent},
    tick::foresee::ForecastError,
};

#[cfg(feature = "plugin")]
#[doc(hidden)]
pub use property::property_macro;

/// What an app that moves things imports. Beside avian or Rapier: [`beside_physics`].
#[cfg(feature = "plugin")]
pub mod prelude {
    pub use crate::beside_physics::*;
    pub use crate::{Friction, Gravity, Rotation, Velocity};
}

/// The [`prelude`] without the names that avian's and Rapier's preludes have, too. They are here with `Exact` before them:
/// [`ExactFriction`](beside_physics::ExactFriction), [`ExactGravity`](beside_physics::ExactGravity),
/// [`ExactRotation`](beside_physics::ExactRotation), [`ExactVelocity`](beside_physics::ExactVelocity).
///
/// Rust allows two preludes with the same name, and refuses the name where it is used. So with these two lines `Friction`,
/// `Gravity` and `Rotation` are avian's, and Rapier's `Friction` and `Velocity` are its own:
///
/// ```
/// # mod avian3d { pub mod prelude { pub struct Friction(pub f32); pub struct LinearVelocity(pub [f32; 3]); } }
/// use avian3d::prelude::*;
/// use bevy_exact_motion::beside_physics::*;
///
/// let theirs = Friction(0.4);
/// let ours = ExactFriction::new(2.0);
/// assert_eq!(theirs.0 * 5.0, ours.rate);
/// ```
///
/// With two whole preludes the name is ambiguous:
///
/// ```compile_fail,E0659
/// # mod avian3d { pub mod prelude { pub struct Friction(pub f32); pub struct LinearVelocity(pub [f32; 3]); } }
/// use avian3d::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// let whose: Option<Friction> = None;
/// ```
#[cfg(feature = "plugin")]
pub mod beside_physics {
    // Not imports under other names: the compiler would tell of all of them by those.
    /// [`Friction`](crate::Friction).
    pub type ExactFriction<P = crate::Translation> = crate::Friction<P>;
    /// [`Gravity`](crate::Gravity).
    pub type ExactGravity<P = crate::Translation> = crate::Gravity<P>;
    /// [`Rotation`](crate::Rotation).
    pub type ExactRotation = crate::Rotation;
    /// [`Velocity`](crate::Velocity).
    pub type ExactVelocity<P = crate::Translation> = crate::Velocity<P>;

    #[cfg(feature = "bevy_sprite")]
    pub use crate::SpriteColor;
    #[cfg(feature = "camera")]
    pub use crate::{
        Aim, AimPitch, AimYaw, CameraSystems, Cut, ExactCameraPlugin, FreeLength, LookAt, Obstruction, OnJump, Orbit,
        OrbitInput, OrbitLength, OrbitPitch, OrbitRange, OrbitYaw, Pose, Sides, StartOnTarget,
    };
    pub use crate::{
        Angle, AtEnd, AxisFrame, AxisSprings, Bound, DryFriction, ExactMotionPlugin, ExponentialRate, Finished, Fling,
        Follow, Held, InvalidMotion, LimitReached, Limits, Motion, MotionOptions, MotionSystems, OffsetFrame,
        OriginShift, Pace, PresentAs, Presentation, Progress, Property, ReducedMotion, RegisterMotion, RestTolerance,
        Resting, Rotation2d, Scale, Settled, Snap, SnapPoints, Spring, SpringCurve, Target, Teleported, Translation,
        TranslationX, TranslationY, TranslationZ, Way,
    };
    #[cfg(feature = "camera")]
    pub use crate::{
        Blend, BlendPath, Frame, FrameBy, GroupWeight, InGroup, Shake, ShakeKick, ShakeOffset, ShakeTurn, Shows,
    };
    #[cfg(feature = "bevy_light")]
    pub use crate::{DirectionalLightIlluminance, PointLightIntensity, SpotLightIntensity};
    #[cfg(feature = "picking")]
    pub use crate::{DragSurface, Draggable};
    #[cfg(feature = "bevy_camera")]
    pub use crate::{FieldOfView, OrthographicScale};
    #[cfg(feature = "bevy_ui")]
    pub use crate::{
        NodeBottom, NodeHeight, NodeLeft, NodeRight, NodeRotation, NodeScale, NodeTop, NodeTranslation, NodeWidth,
    };
    #[cfg(feature = "bevy_audio")]
    pub use crate::{SinkVolume, SpatialSinkVolume};
}
