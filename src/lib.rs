//! Springs, friction, gravity and exponential rates for Bevy, solved in closed form: the same path at every frame rate.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "plugin")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod math;

#[cfg(feature = "plugin")]
mod advance;
#[cfg(feature = "plugin")]
mod components;
#[cfg(feature = "plugin")]
mod curve;
#[cfg(feature = "plugin")]
mod diagnosis;
#[cfg(feature = "plugin")]
mod events;
#[cfg(feature = "plugin")]
mod plugin;
#[cfg(feature = "plugin")]
mod property;
#[cfg(feature = "plugin")]
mod space;
#[cfg(feature = "plugin")]
mod stepping;

#[cfg(feature = "plugin")]
pub use {
    advance::Motion,
    components::{
        AtEnd, AxisFrame, AxisSprings, ExponentialRate, Follow, Friction, Gravity, Held, OffsetFrame, Pace, PresentAs,
        Presentation, Progress, RestTolerance, Resting, Spring, Target, Velocity,
    },
    curve::SpringCurve,
    events::{Finished, InvalidMotion, OriginShift, Settled, Snap, Teleported},
    plugin::{ExactMotionPlugin, MotionSystems, RegisterMotion},
    property::{Frames, Property, Rotation, Rotation2d, Scale, Translation, TranslationX, TranslationY, TranslationZ},
    space::{Angle, DRot2, Law, Response, Space, State, Tangent, WideTangent},
    stepping::{FrameClock, MotionOptions, Stepping},
};

/// What an app that moves things imports.
#[cfg(feature = "plugin")]
pub mod prelude {
    pub use crate::{
        Angle, AtEnd, AxisFrame, AxisSprings, ExactMotionPlugin, ExponentialRate, Finished, Follow, Friction, Gravity,
        Held, InvalidMotion, Motion, MotionOptions, MotionSystems, OffsetFrame, OriginShift, Pace, PresentAs,
        Presentation, Progress, Property, RegisterMotion, RestTolerance, Resting, Rotation, Rotation2d, Scale, Settled,
        Snap, Spring, SpringCurve, Target, Teleported, Translation, TranslationX, TranslationY, TranslationZ, Velocity,
    };
}
