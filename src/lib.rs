//! Springs, friction, gravity and exponential rates for [Bevy](https://bevyengine.org), solved in closed form: the same path at every
//! frame rate.
//!
//! You put components on an entity. They make a camera follow, a menu slide, sparks fly, a list glide under a finger. The motion is the
//! same at 30, 60 and 144 frames per second, because each position is computed from the equation's solution and not by small steps.
//!
//! # A first program
//!
//! A player coasts, and a camera follows it on a spring. To see them, add a mesh and a light; the repository's README has a whole program,
//! with a camera that orbits and avoids walls.
//!
//! ```
//! # #[cfg(feature = "camera")]
//! # mod program {
//! use bevy::prelude::*;
//! use bevy_exact_motion::prelude::*;
//!
//! fn main() {
//!     App::new().add_plugins((DefaultPlugins, ExactMotionPlugin::default())).add_systems(Startup, spawn).run();
//! }
//!
//! fn spawn(mut commands: Commands) {
//!     let behind = Vec3::new(0.0, 3.0, 8.0);
//!     let player = commands.spawn((Transform::default(), Velocity::new(6.0 * Vec3::NEG_Z))).id(); // and your mesh
//!     commands.spawn((
//!         (Camera3d::default(), Transform::from_translation(behind).looking_at(Vec3::ZERO, Vec3::Y)),
//!         (Spring::critical(5.0), Follow::new(player).with_offset(behind)),
//!     ));
//! }
//! # }
//! ```
//!
//! # A tour
//!
//! | put this on an entity | and the entity |
//! | --- | --- |
//! | [`Velocity`] | coasts; you may read and write the velocity at any time, a kick is `velocity.0 += j` |
//! | [`Spring`] with a [`Target`] or a [`Follow`] | goes to a place, or follows another entity |
//! | [`AxisSprings`] | does the same, with a spring for each axis |
//! | [`Friction`], [`DryFriction`], [`Gravity`] | slows down, stops, falls |
//! | [`ExponentialRate`] | covers a distance in a given time: starts fast, ends slow |
//! | [`Limits`] | stops, bounces or springs back at a bound, at the exact instant |
//! | [`Held`], [`Fling`], [`SnapPoints`] | is dragged, thrown, and lands on a place |
//! | [`Pace`] | moves slower, faster, or pauses |
//!
//! - [`Settled`], [`Finished`], [`LimitReached`] and [`InvalidMotion`] say what has happened, to observers and as messages. The plugin puts
//!   [`Motion`] on the entity, which forecasts where it will rest, turn, or reach a bound, and [`Resting`] when the entity has come to rest.
//! - [`ExactMotionPlugin`] moves `Transform` and [`Progress`]. To move any other number, vector, colour or orientation, declare it by
//!   [`property!`] and register it by [`register_motion`](RegisterMotion::register_motion).
#![cfg_attr(
    feature = "camera",
    doc = "- [`ExactCameraPlugin`] adds cameras: [`Orbit`], [`LookAt`], [`Obstruction`], [`Frame`], [`Shows`], [`Shake`]; and [`Attach`]."
)]
#![cfg_attr(
    feature = "debug",
    doc = "- [`ExactDebugPlugin`] draws what [`Inspected`] entities will do, and tunes their springs on a [`SpringPanel`]."
)]
#![cfg_attr(feature = "picking", doc = "- [`Draggable`] lets the mouse or a finger drag a value.")]
//! - [`math`] has the closed forms without Bevy, in f64 and `no_std`.
//!
//! # The guide
//!
//! [The law](guide::law) · [choosing parameters](guide::parameters) · [cameras](guide::cameras) · [particles](guide::particles) ·
//! [user interfaces](guide::interfaces) · [your own property](guide::properties) · [schedules and the frame's timeline](guide::time) ·
//! [determinism and rollback](guide::rollback) · [beside physics and tweens](guide::beside) · [five mistakes](guide::mistakes) ·
//! [see it, tune it](guide::debugging) · [coming from …](guide::coming_from)
//!
//! # Features
//!
//! | feature | default | what it adds |
//! | --- | --- | --- |
//! | `plugin` | yes | the Bevy plugin; without it the crate is the module `math` |
//! | `std` | yes | Bevy's threads, clocks and logging |
//! | `camera` | yes | `ExactCameraPlugin`, and Bevy's cameras, without a renderer |
//! | `picking` | no | `Draggable`: values dragged by pointers |
//! | `debug` | no | `ExactDebugPlugin`: motion drawn as lines, and a panel that tunes springs while they run; it enables `bevy_ui` and `picking` |
//! | `serialize` | no | serde for the public components except `Pose`, `Resting`, `Inspected` and `SpringPanel`, and for motion in flight |
//! | `bevy_camera` | yes, by `camera` | properties of Bevy's lenses |
//! | `bevy_ui`, `bevy_sprite`, `bevy_text`, `bevy_light`, `bevy_audio` | no | properties of Bevy's own components; `bevy_ui` enables `bevy_text` |
#![cfg_attr(
    not(feature = "plugin"),
    allow(rustdoc::broken_intra_doc_links, reason = "the tour is of the plugin, which is not there")
)]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "plugin")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod math;

// Only documentation: its pages, and their blocks of code as tests.
#[cfg(all(doc, feature = "plugin"))]
pub mod guide;

#[cfg(feature = "camera")]
mod camera;
#[cfg(feature = "plugin")]
mod curve;
#[cfg(feature = "debug")]
mod debug;
#[cfg(feature = "plugin")]
mod diagnosis;
#[cfg(feature = "picking")]
mod drag;
#[cfg(feature = "plugin")]
mod engine;
#[cfg(feature = "plugin")]
mod events;
#[cfg(feature = "plugin")]
mod follow;
#[cfg(feature = "plugin")]
mod law;
#[cfg(feature = "plugin")]
mod motion;
#[cfg(feature = "plugin")]
mod path;
#[cfg(feature = "plugin")]
mod plugin;
#[cfg(feature = "plugin")]
mod property;
#[cfg(all(feature = "plugin", feature = "serialize"))]
mod saved;
#[cfg(feature = "plugin")]
mod space;
#[cfg(feature = "plugin")]
mod tick;
#[cfg(feature = "plugin")]
mod warning;

#[cfg(feature = "camera")]
pub use camera::{
    Attach, AttachTemplate, Blend, BlendPath, Blending, Fitted, Frame, FrameBy, FrameTemplate, GroupMiddle,
    GroupWeight, InGroup, InGroupTemplate, Shake, ShakeKick, ShakeOffset, ShakeStop, ShakeTurn, Shows, ShowsTemplate,
};
#[cfg(feature = "picking")]
pub use drag::{DragSurface, Draggable};
#[cfg(feature = "bevy_sprite")]
pub use property::SpriteColor;
#[cfg(feature = "bevy_light")]
pub use property::{DirectionalLightIlluminance, PointLightIntensity, RectLightIntensity, SpotLightIntensity};
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
        Aim, AimPitch, AimYaw, Composed, Cut, FreeLength, LookAt, LookAtTemplate, Obstruction, OnJump, Orbit,
        OrbitInput, OrbitLength, OrbitPitch, OrbitRange, OrbitYaw, Pose, Reach, Sides, Sight, StartOnTarget,
    },
    plugin::{CameraSystems, ExactCameraPlugin},
};
#[cfg(feature = "plugin")]
pub use {
    curve::SpringCurve,
    events::{
        Complete, Finished, InvalidMotion, LimitReached, OriginShift, Settled, Snap, Stop, Teleported, TimedMove,
    },
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
        Field, Frames, OffsetFrame, ParentFrame, Progress, Property, Rotation, Rotation2d, Scale, Translation,
        TranslationX, TranslationY, TranslationZ, Velocity,
    },
    space::{Angle, DRot2, Law, Response, Space, State, Tangent, WideTangent},
    tick::foresee::ForecastError,
};
#[cfg(feature = "debug")]
pub use {
    debug::{Convention, CopiedCode, Inspected, MotionGizmos, SpringPanel},
    plugin::ExactDebugPlugin,
};

#[cfg(feature = "plugin")]
#[doc(hidden)]
pub use property::property_macro;

/// The names that an app imports. Beside avian or Rapier, import [`beside_physics`] instead.
#[cfg(feature = "plugin")]
pub mod prelude {
    pub use crate::beside_physics::*;
    pub use crate::{Friction, Gravity, Rotation, Velocity};
}

/// The [`prelude`] without the names that avian's and Rapier's preludes have, too. Those names have the prefix `Exact` here:
/// [`ExactFriction`](beside_physics::ExactFriction), [`ExactGravity`](beside_physics::ExactGravity),
/// [`ExactRotation`](beside_physics::ExactRotation), [`ExactVelocity`](beside_physics::ExactVelocity).
///
/// You may import two preludes that have a name in common; Rust reports an error only where you use that name. With these two lines,
/// `Friction`, `Gravity` and `Rotation` mean avian's; with Rapier's prelude, `Friction` and `Velocity` mean Rapier's:
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
        Angle, AtEnd, AxisFrame, AxisSprings, Bound, Complete, DryFriction, ExactMotionPlugin, ExponentialRate,
        Finished, Fling, Follow, Held, InvalidMotion, LimitReached, Limits, Motion, MotionOptions, MotionSystems,
        OffsetFrame, OriginShift, Pace, PresentAs, Presentation, Progress, Property, ReducedMotion, RegisterMotion,
        RestTolerance, Resting, Rotation2d, Scale, Settled, Snap, SnapPoints, SnapTo, Spring, SpringCurve, Stop,
        Target, Teleported, TimedMove, Translation, TranslationX, TranslationY, TranslationZ, Way, property,
    };
    #[cfg(feature = "camera")]
    pub use crate::{
        Attach, Blend, BlendPath, Frame, FrameBy, GroupWeight, InGroup, Shake, ShakeKick, ShakeOffset, ShakeStop,
        ShakeTurn, Shows,
    };
    #[cfg(feature = "debug")]
    pub use crate::{CopiedCode, ExactDebugPlugin, Inspected, SpringPanel};
    #[cfg(feature = "bevy_light")]
    pub use crate::{DirectionalLightIlluminance, PointLightIntensity, RectLightIntensity, SpotLightIntensity};
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
