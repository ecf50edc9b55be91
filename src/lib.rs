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
    Blend, BlendPath, FieldOfView, Frame, FrameBy, GroupWeight, InGroup, Shake, ShakeKick, ShakeOffset, ShakeTurn,
    Shows,
};
#[cfg(feature = "picking")]
pub use drag::{DragSurface, Draggable};
#[cfg(feature = "camera")]
pub use {
    camera::{
        Aim, AimPitch, AimYaw, Cut, FreeLength, LookAt, Obstruction, OnJump, Orbit, OrbitInput, OrbitLength,
        OrbitPitch, OrbitRange, OrbitYaw, Pose, Sides, StartOnTarget,
    },
    plugin::CameraSystems,
};
#[cfg(feature = "plugin")]
pub use {
    curve::SpringCurve,
    events::{Finished, InvalidMotion, LimitReached, OriginShift, Settled, Snap, Teleported},
    follow::{Follow, Target},
    law::{
        AtEnd, AxisFrame, AxisSprings, Bound, Bounds, DryFriction, ExponentialRate, Fling, Friction, Gravity, Limits,
        Pace, SnapBy, SnapPoints, SnapTo, Spring, Way,
    },
    motion::{
        FrameClock, Held, Motion, MotionOptions, PresentAs, Presentation, RestTolerance, Resting, Stepping, WillReach,
        WillRest,
    },
    plugin::{ExactMotionPlugin, MotionSystems, RegisterMotion},
    property::{
        Frames, OffsetFrame, Progress, Property, Rotation, Rotation2d, Scale, Translation, TranslationX, TranslationY,
        TranslationZ, Velocity,
    },
    space::{Angle, DRot2, Law, Response, Space, State, Tangent, WideTangent},
    tick::foresee::ForecastError,
};

/// What an app that moves things imports.
#[cfg(feature = "plugin")]
pub mod prelude {
    #[cfg(feature = "camera")]
    pub use crate::{
        Aim, AimPitch, AimYaw, CameraSystems, Cut, FreeLength, LookAt, Obstruction, OnJump, Orbit, OrbitInput,
        OrbitLength, OrbitPitch, OrbitRange, OrbitYaw, Pose, Sides, StartOnTarget,
    };
    pub use crate::{
        Angle, AtEnd, AxisFrame, AxisSprings, Bound, DryFriction, ExactMotionPlugin, ExponentialRate, Finished, Fling,
        Follow, Friction, Gravity, Held, InvalidMotion, LimitReached, Limits, Motion, MotionOptions, MotionSystems,
        OffsetFrame, OriginShift, Pace, PresentAs, Presentation, Progress, Property, RegisterMotion, RestTolerance,
        Resting, Rotation, Rotation2d, Scale, Settled, Snap, SnapPoints, Spring, SpringCurve, Target, Teleported,
        Translation, TranslationX, TranslationY, TranslationZ, Velocity, Way,
    };
    #[cfg(feature = "camera")]
    pub use crate::{
        Blend, BlendPath, FieldOfView, Frame, FrameBy, GroupWeight, InGroup, Shake, ShakeKick, ShakeOffset, ShakeTurn,
        Shows,
    };
    #[cfg(feature = "picking")]
    pub use crate::{DragSurface, Draggable};
}
