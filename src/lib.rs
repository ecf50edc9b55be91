//! Springs, friction, gravity and exponential rates for [Bevy](https://bevyengine.org), solved in closed form: the same path at every
//! frame rate.
//!
//! You put components on an entity. They make a camera follow, a menu slide, sparks fly, a list glide under a finger. The motion is the
//! same at 30, 60 and 144 frames per second, because each position is computed from the equation's solution instead of in small steps.
//!
//! # A first program
//!
//! A square chases your clicks. Click again before it arrives: it keeps its velocity and turns.
//!
//! ```
//! # #[cfg(feature = "bevy_sprite")]
//! # mod program {
//! use bevy::prelude::*;
//! use bevy_exact_motion::prelude::*;
//!
//! fn main() {
//!     App::new()
//!         .add_plugins((DefaultPlugins, ExactMotionPlugin::default()))
//!         .add_systems(Startup, spawn)
//!         .add_systems(Update, chase)
//!         .run();
//! }
//!
//! fn spawn(mut commands: Commands) {
//!     commands.spawn(Camera2d);
//!     let square = Sprite::from_color(Color::srgb(0.95, 0.4, 0.3), Vec2::splat(80.0));
//!     commands.spawn((square, Spring::new(8.0, 0.4), Target::new(Vec3::ZERO)));
//! }
//!
//! fn chase(mouse: Res<ButtonInput<MouseButton>>, window: Single<&Window>, mut target: Single<&mut Target>) {
//!     if mouse.just_pressed(MouseButton::Left)
//!         && let Some(cursor) = window.cursor_position()
//!     {
//!         let from_center = cursor - window.size() / 2.0;
//!         target.value = Vec3::new(from_center.x, -from_center.y, 0.0);
//!     }
//! }
//! # }
//! ```
//!
//! For a camera that follows a player, put `Follow` instead of `Target` on the camera:
//! `(Camera2d, Spring::critical(6.0), Follow::new(player))`.
//!
//! # A tour
//!
//! | put this on an entity | and the entity |
//! | --- | --- |
//! | [`Velocity`] | coasts; you may read and write the velocity at any time, for instance `velocity.0 += kick` |
//! | [`Spring`] with a [`Target`] or a [`Follow`] | springs to a target, or follows another entity |
//! | [`AxisSprings`] | does the same, with a spring for each axis |
//! | [`Friction`], [`DryFriction`], [`Gravity`] | slows down, stops, falls |
//! | [`ExponentialRate`] | covers a distance in a given time: starts fast, ends slow |
//! | [`Limits`] | stops, bounces or springs back at a bound, at the exact instant |
//! | [`Grabbed`], [`Fling`], [`SnapPoints`] | is dragged, is thrown to a value, lands on a snap point |
//! | [`TimeScale`] | moves slower, faster, or pauses |
//!
//! - [`Settled`](events::Settled), [`Finished`](events::Finished), [`LimitReached`](events::LimitReached) and
//!   [`InvalidMotion`](events::InvalidMotion) report what has happened, to observers and as messages.
//! - The plugin inserts [`Motion`], which forecasts where the entity will rest, turn, or reach a bound, and [`Resting`] when the entity has
//!   come to rest.
//! - [`ExactMotionPlugin`] moves `Transform` and [`Progress`](property::Progress). To move any other number, vector, colour or orientation,
//!   declare it with [`property!`] and register it with [`register_motion`](RegisterMotion::register_motion).
#![cfg_attr(
    feature = "camera",
    doc = "- [`ExactCameraPlugin`] adds cameras: [`Orbit`](camera::Orbit), [`LookAt`](camera::LookAt), [`Obstruction`](camera::Obstruction), [`GroupFraming`](camera::GroupFraming), [`ActiveShot`](camera::ActiveShot), [`Shake`](camera::Shake); and [`Attach`](camera::Attach)."
)]
#![cfg_attr(
    feature = "dev_tools",
    doc = "- [`ExactDebugPlugin`] draws what [`Inspected`](dev_tools::Inspected) entities will do, and tunes their springs on a [`SpringPanel`](dev_tools::SpringPanel)."
)]
#![cfg_attr(feature = "bevy_picking", doc = "- [`Draggable`] lets the mouse or a finger drag a value.")]
#![cfg_attr(
    all(feature = "bevy_picking", feature = "bevy_ui"),
    doc = "- [`StateTargets`](interface::StateTargets) names a target for each state of a widget, [`Leaving`](interface::Leaving) lets it go before it is despawned, and [`LayoutGlide`](interface::LayoutGlide) lets it glide to where the layout moves it."
)]
//! - [`Sequence`] plays steps one after the other, each at its exact instant.
//! - [`Inertialization`] hides the jumps of what other code moves: animations, and corrections of a network.
//! - [`math`] is the crate `exact_motion`: the closed forms without Bevy, in f64 and `no_std`.
//!
//! # The guide
//!
//! [Getting started](guide::getting_started) · [mistakes](guide::mistakes) · [the law](guide::law) ·
//! [choosing parameters](guide::parameters) · [following](guide::following) · [orbiting](guide::orbiting) ·
//! [groups, shots and shakes](guide::shots) · [particles](guide::particles) · [user interfaces](guide::interfaces) ·
//! [sequences](guide::sequences) · [what other code moves](guide::inertialization) · [bones that swing](guide::bones) · [rails](guide::rails) ·
//! [your own property](guide::properties) · [schedules and the frame's timeline](guide::time) ·
//! [determinism and rollback](guide::rollback) · [alongside physics and tweens](guide::beside) · [tuning](guide::tuning) ·
//! [coming from …](guide::coming_from)
//!
//! # Features
//!
//! | feature | default | what it adds |
//! | --- | --- | --- |
//! | `std` | yes | Bevy's threads, clocks and logging |
//! | `camera` | yes | `ExactCameraPlugin`, and Bevy's cameras, without a renderer |
//! | `bevy_picking` | no | `Draggable`: values dragged by pointers; with `bevy_ui`, the module `interface` |
//! | `bevy_animation` | no | `InertializeClips`: animations whose clips change |
//! | `dev_tools` | no | `ExactDebugPlugin`: motion drawn as lines, and a panel that tunes springs while they run; it enables `bevy_ui` and `bevy_picking` |
//! | `serialize` | no | serde for the public components except `Pose`, `Resting`, `Inspected` and `SpringPanel`, and for motion in flight |
//! | `bevy_camera` | yes, through `camera` | properties of Bevy's lenses |
//! | `bevy_ui`, `bevy_sprite`, `bevy_text`, `bevy_light`, `bevy_audio` | no | properties of Bevy's own components; `bevy_ui` enables `bevy_text` |
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub use exact_motion as math;

// The guide's pages, and their code blocks as tests. Compiled for documentation only.
#[cfg(doc)]
pub mod guide;

#[cfg(feature = "camera")]
mod bones;
#[cfg(feature = "camera")]
pub mod camera;
#[cfg(feature = "dev_tools")]
pub mod dev_tools;
pub mod events;
#[cfg(all(feature = "bevy_picking", feature = "bevy_ui"))]
pub mod interface;
pub mod property;
#[cfg(feature = "camera")]
pub mod rail;
pub mod space;

mod curve;
mod diagnosis;
#[cfg(feature = "bevy_picking")]
mod drag;
mod engine;
mod follow;
mod hierarchy;
mod inertialization;
mod law;
mod motion;
mod path;
mod plugin;
#[cfg(feature = "serialize")]
mod saved;
mod sequence;
mod tick;
mod warning;

#[cfg(feature = "camera")]
pub use bones::{BoneCollider, SpringBones};
#[cfg(feature = "bevy_picking")]
pub use drag::{DragSurface, Draggable};
#[cfg(feature = "bevy_animation")]
pub use inertialization::InertializeClips;
#[cfg(feature = "camera")]
pub use plugin::ExactCameraPlugin;
#[cfg(feature = "dev_tools")]
pub use plugin::ExactDebugPlugin;
pub use {
    curve::SpringCurve,
    follow::{Follow, StartOnTarget, Target, TargetMotion},
    inertialization::Inertialization,
    law::{
        AxisSprings, Bound, Displacement, DryFriction, ExponentialRate, Fling, Friction, Gravity, Limits, SnapPoints,
        SnapTo, SoftBounds, Spring, TimeScale,
    },
    motion::{
        ContactForecast, Grabbed, Motion, MotionOptions, Presentation, ReducedMotion, RestTolerance, Resting, Stepping,
    },
    plugin::{ExactMotionPlugin, MotionSystems, RegisterMotion},
    property::velocity::Velocity,
    sequence::{Action, Sequence, SequenceStep},
    tick::forecast::ForecastError,
};
#[doc(hidden)]
pub use {follow::FollowTemplate, law::SnapBy};

/// The names that an app imports. Alongside avian or Rapier, import [`beside_physics`] instead.
pub mod prelude {
    pub use crate::{Friction, Gravity, Velocity, names::*, property::Rotation};
}

/// The [`prelude`] without the names that avian's or Rapier's prelude also has: `Friction`, `Gravity`, `Rotation` and `Velocity`. Write
/// these with their path, as `exact::Friction` below; `Rotation` is in [`property`](mod@property).
///
/// You may import two preludes that have a name in common; Rust reports an error only where you use that name. With these two lines,
/// `Friction`, `Gravity` and `Rotation` mean avian's; with Rapier's prelude, `Friction` and `Velocity` mean Rapier's:
///
/// ```
/// # mod avian3d { pub mod prelude { pub struct Friction(pub f32); pub struct LinearVelocity(pub [f32; 3]); } }
/// use avian3d::prelude::*;
/// use bevy_exact_motion::{self as exact, beside_physics::*};
///
/// let theirs = Friction(0.4);
/// let ours: exact::Friction = exact::Friction::new(2.0);
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
pub mod beside_physics {
    pub use crate::names::*;
}

/// The names in both preludes.
mod names {
    #[cfg(all(feature = "bevy_picking", feature = "bevy_ui"))]
    pub use crate::interface::{LayoutGlide, Leaving, StateTargets};
    pub use crate::{
        AxisSprings, DryFriction, ExactMotionPlugin, ExponentialRate, Fling, Follow, Grabbed, Inertialization, Limits,
        Motion, MotionOptions, Presentation, RegisterMotion, Resting, Sequence, SnapPoints, Spring, StartOnTarget,
        Target, TimeScale,
        events::{Complete, Cut, Finished, LimitReached, Settled, Stop, Teleported},
        property,
        property::{Progress, Scale, Translation},
        space::Angle,
    };
    #[cfg(feature = "bevy_picking")]
    pub use crate::{DragSurface, Draggable};
    #[cfg(feature = "camera")]
    pub use crate::{
        ExactCameraPlugin,
        camera::{
            ActiveShot, Attach, Blend, BoomHit, FramingMode, GroupFraming, GroupMember, InGroup, LookAt, Obstruction,
            Orbit, OrbitInput, OrbitRange, Shake, ShakeKick,
        },
    };
    #[cfg(feature = "dev_tools")]
    pub use crate::{
        ExactDebugPlugin,
        dev_tools::{Inspected, SpringPanel},
    };
}
