//! `Follow`: another entity as the target.

use bevy::{ecs::template::EntityTemplate, prelude::*};

use super::follower::Follower;
use crate::property::{
    OffsetFrame, Property, TangentOf, Translation,
    component::{clone, impl_by_field},
    on_insert::on_insert,
};

/// Makes the value of another entity, the leader, the spring's target. A [`Target`](crate::Target) on the same entity then has no effect.
///
/// Step a follower in the schedule in which its leader moves. If user code moves the leader in `Update`, register the property with
/// [`MotionOptions::frame`](crate::MotionOptions::frame); otherwise the follower shakes at uneven frame rates. If user code moves the
/// leader in `FixedUpdate`, interpolate the leader, so that it is drawn smoothly. The plugin warns once about a leader that moves in
/// another schedule than its follower.
///
/// The path of a leader that this plugin moves is known: the follower uses a cubic between the leader's exact states at a tick's start and
/// end, with an error of fourth order in the tick. Any other leader is sampled once a tick. Its path is a line between samples, or a cubic
/// if its velocity is known ([`register_leader_velocity`](crate::RegisterMotion::register_leader_velocity); cameras on a boom). Behind a
/// leader with a steady velocity `u` the follower lags by `2 ζ u / ω`, at every tick rate; `feed_forward` 1 removes that lag.
///
/// If the leader is despawned, is disabled or loses its value, its last value stays the target, with one warning. A leader is disabled by
/// `Disabled` and by each component that you register as a disabling component before the first frame. If its value becomes NaN or
/// infinite, its last valid value stays the target, and [`InvalidMotion`](crate::events::InvalidMotion) is triggered. When the leader has a valid
/// value again, the target jumps there.
///
/// `Follow` only sets the target of a spring. To stay exactly on a leader, use `Attach` (feature `camera`), which can also change leaders
/// without a jump.
///
/// # Rings
///
/// Entities that follow each other in a ring, and an entity that follows itself, are solved together, exactly and at every tick rate, if
/// this plugin moves all of them, they have the same parent, which neither turns nor scales them, and their offsets are along the world's
/// axes.
///
/// The equations of some rings grow without bound: those of three or more equal springs without feed-forward below the damping ratio
/// `cos(π/n)/√2` (0.354 for three, 0.5 for four, 0.707 for many), and others with feed-forward 1 or look-ahead. Such a ring does grow, and
/// one warning names an entity of it (in rings of up to 64); see [`grows`](crate::math::ring::grows).
///
/// Rings of orientations, rings with [`AxisSprings`](crate::AxisSprings), and rings through different parents or a leader's own frame
/// are sampled once a tick instead. The motion of two critical springs with feed-forward 0, 0.5 and 1 is then bounded while `ω h` is below
/// 1.6, 0.6 and 0.2, where `h` is the tick: ω up to 100, 38 and 12 rad/s at 64 Hz.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     let player = commands.spawn((Transform::default(), Velocity::new(Vec3::X))).id();
///     commands.spawn((
///         Transform::from_xyz(0.0, 4.0, 9.0),
///         Spring::critical(6.0),
///         Follow::new(player).with_offset(Vec3::new(0.0, 4.0, 9.0)),
///     ));
/// }
/// ```
#[doc(alias = "lag")]
#[doc(alias = "parallax")]
#[doc(alias = "attach")]
#[doc(alias = "camera")]
#[doc(alias = "chase")]
#[doc(alias = "trail")]
#[derive(Component, FromTemplate, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(serialize = "TangentOf<P>: serde::Serialize", deserialize = "TangentOf<P>: serde::Deserialize<'de>"))
)]
#[require(Follower<P>)]
#[component(on_add = on_insert::<P, Self>, clone_behavior = Custom(clone::<Self>))]
#[must_use]
pub struct Follow<P: Property = Translation> {
    /// The entity to follow. You may change it at any time.
    #[entities]
    pub leader: Entity,
    /// Added to the leader's value, along the axes of [`frame`](Self::frame).
    /// Unit: property units. Range: finite. Default: 0.
    pub offset: TangentOf<P>,
    /// The axes that the offset is measured along. Default: the world's.
    pub frame: OffsetFrame,
    /// How far ahead of the leader the target is: where the leader would be after this time at its present velocity. A camera then shows
    /// what is ahead. Unit: s. Range: finite. Default: 0.
    pub look_ahead: f32,
    /// The share of the leader's velocity that the spring's damper moves with.
    /// Unit: 1. Range: 0 (damping relative to the world) to 1 (relative to the leader, without a steady lag). Default: 0.
    #[reflect(@0.0..=1.0_f32)]
    pub feed_forward: f32,
}

impl_by_field!(Follow { leader, offset, frame, look_ahead, feed_forward } tangents);

impl<P: Property> Follow<P> {
    /// Follows `leader`'s property `P`.
    pub fn of(leader: Entity) -> Self {
        Self {
            leader,
            offset: TangentOf::<P>::default(),
            frame: OffsetFrame::World,
            look_ahead: 0.0,
            feed_forward: 0.0,
        }
    }

    /// The same, with this offset (property units) from the leader's value, along the world's axes.
    pub const fn with_offset(mut self, offset: TangentOf<P>) -> Self {
        self.offset = offset;
        self
    }

    /// The same, with this offset (property units) from the leader's value, along the leader's own axes: a camera stays behind a car.
    pub const fn with_own_offset(mut self, offset: TangentOf<P>) -> Self {
        self.offset = offset;
        self.frame = OffsetFrame::Leader;
        self
    }

    /// The same, with the target where the leader would be after `seconds` (s) at its present velocity.
    pub const fn with_look_ahead(mut self, seconds: f32) -> Self {
        self.look_ahead = seconds;
        self
    }

    /// The same, with a damper that moves with this share (0 to 1) of the leader's velocity.
    pub const fn with_feed_forward(mut self, feed_forward: f32) -> Self {
        self.feed_forward = feed_forward;
        self
    }
}

impl Follow {
    /// Follows `leader`'s translation.
    pub const fn new(leader: Entity) -> Self {
        Self { leader, offset: Vec3::ZERO, frame: OffsetFrame::World, look_ahead: 0.0, feed_forward: 0.0 }
    }
}

/// [`Follow::of`] in a scene, where the leader may be named: `Follow::<Yaw>::of(#Player)`.
impl<P: Property> FollowTemplate<P> {
    /// Follows `leader`'s property `P`.
    #[must_use]
    pub fn of(leader: impl Into<EntityTemplate>) -> Self {
        Self { leader: leader.into(), ..Default::default() }
    }
}

/// [`Follow::new`] in a scene, where the leader may be named: `Follow::new(#Player)`.
impl FollowTemplate<Translation> {
    /// Follows `leader`'s translation.
    #[must_use]
    pub fn new(leader: impl Into<EntityTemplate>) -> Self {
        Self::of(leader)
    }
}
