//! The component [`Follow`], which makes another entity the target of a spring.

use bevy::{ecs::template::EntityTemplate, prelude::*};

use super::follower::Follower;
use crate::property::{
    Property, TangentOf, Translation,
    component::{clone, impl_by_field},
    on_insert::on_insert,
};

/// Makes the spring of an entity, the follower, pull to the value of another entity, the leader. A [`Target`](crate::Target) on the
/// follower then has no effect.
///
/// Step a follower in the schedule in which its leader moves. If user code moves the leader in `Update`, register the property with
/// [`MotionOptions::frame`](crate::MotionOptions::frame); otherwise the follower shakes at uneven frame rates. If user code moves the
/// leader in `FixedUpdate`, interpolate the leader, so that it is drawn smoothly. The plugin warns once about a leader that moves in a
/// different schedule from its follower.
///
/// If this plugin moves the leader, the follower uses a cubic between the leader's exact states at the start and the end of a tick, with an
/// error of fourth order in the tick length. Any other leader is sampled once a tick. Its path is a line between samples, or a cubic if its
/// velocity is known. The velocity of a camera with an `Orbit` is known; register other velocities with
/// [`register_leader_velocity`](crate::RegisterMotion::register_leader_velocity). Behind a leader with a constant velocity `u` the follower
/// lags by `2 ζ u / ω`, at every tick rate; a `feed_forward` of 1 removes that lag.
///
/// If the leader is despawned, is disabled or loses the component that holds its value, its last value stays the target, with one warning.
/// A leader is disabled by `Disabled` and by each component that you register as a disabling component before the first frame. If the
/// leader's value becomes NaN or infinite, its last valid value stays the target, and [`InvalidMotion`](crate::events::InvalidMotion) is
/// triggered. When the leader has a valid value again, the target jumps to it.
///
/// `Follow` only sets the target of a spring. To stay exactly on a leader, use `Attach` (feature `camera`), which can also change leaders
/// without a jump.
///
/// # Rings
///
/// Entities may follow each other in a ring, and an entity may follow itself. The paths of a ring are solved together, exactly and at every
/// tick rate, if this plugin moves all members, if they have the same parent, which is neither rotated nor scaled, and if their offsets are
/// along the world's axes.
///
/// Some rings grow without bound by their own equations: rings of `n ≥ 3` equal springs with no feed-forward and a damping ratio below
/// `cos(π/n)/√2` (0.354 for three, 0.5 for four, 0.707 for many), and some rings with a feed-forward of 1 or a look-ahead. The plugin does
/// not prevent this. In rings of up to 64 entities, one warning names an entity of the ring; see [`grows`](crate::math::ring::grows).
///
/// Instead of being solved, these rings are sampled once a tick: rings of orientations; rings with [`AxisSprings`](crate::AxisSprings),
/// [`Limits`](crate::Limits), [`DryFriction`](crate::DryFriction) or [`Fling`](crate::Fling); and rings whose members have different
/// parents, or have offsets along a leader's own axes. The motion of two critical springs with a feed-forward of 0, 0.5 or 1 is then
/// bounded while `ω h` is below 1.6, 0.6 or 0.2 respectively, where `h` is the tick: ω up to 100, 38 or 12 rad/s at 64 Hz.
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
    /// Added to the leader's value, along the world's axes or the leader's own: see [`leader_axes`](Self::leader_axes).
    /// Unit: property units. Range: finite. Default: 0.
    pub offset: TangentOf<P>,
    /// Whether the offset is along the leader's own axes, instead of the world's. If `true`, the offset turns with the leader, but does not
    /// scale with it, and the leader is sampled once a tick. Properties other than `Translation` and `Rotation` ignore this field: their
    /// offset is along the axes in which the value is measured. Default: false.
    pub leader_axes: bool,
    /// Moves the target to where the leader would be after this time at its present velocity. A camera then shows what is ahead. Unit: s.
    /// Range: finite. Default: 0.
    pub look_ahead: f32,
    /// The fraction of the leader's velocity at which the spring's damper moves. Unit: 1. Range: 0 (damping relative to the world) to 1
    /// (relative to the leader, without a steady lag). Default: 0.
    #[reflect(@0.0..=1.0_f32)]
    pub feed_forward: f32,
}

impl_by_field!(Follow { leader, offset, leader_axes, look_ahead, feed_forward } tangents);

impl<P: Property> Follow<P> {
    /// Follows `leader`'s property `P`.
    pub fn of(leader: Entity) -> Self {
        Self { leader, offset: TangentOf::<P>::default(), leader_axes: false, look_ahead: 0.0, feed_forward: 0.0 }
    }

    /// Sets the offset (property units) from the leader's value, along the world's axes.
    pub const fn with_offset(mut self, offset: TangentOf<P>) -> Self {
        self.offset = offset;
        self
    }

    /// Sets the offset (property units) from the leader's value, along the leader's own axes. For example, a camera then stays behind a car
    /// that turns.
    pub const fn with_own_offset(mut self, offset: TangentOf<P>) -> Self {
        self.offset = offset;
        self.leader_axes = true;
        self
    }

    /// Sets the look-ahead: the target is where the leader would be after `seconds` (s) at its present velocity.
    pub const fn with_look_ahead(mut self, seconds: f32) -> Self {
        self.look_ahead = seconds;
        self
    }

    /// Sets the fraction (0 to 1) of the leader's velocity at which the spring's damper moves.
    pub const fn with_feed_forward(mut self, feed_forward: f32) -> Self {
        self.feed_forward = feed_forward;
        self
    }
}

impl Follow {
    /// Follows `leader`'s translation.
    pub const fn new(leader: Entity) -> Self {
        Self { leader, offset: Vec3::ZERO, leader_axes: false, look_ahead: 0.0, feed_forward: 0.0 }
    }
}

/// [`Follow::of`] for a scene, in which the leader may be given by its name: `Follow::<Yaw>::of(#Player)`.
impl<P: Property> FollowTemplate<P> {
    /// Follows `leader`'s property `P`.
    #[must_use]
    pub fn of(leader: impl Into<EntityTemplate>) -> Self {
        Self { leader: leader.into(), ..Default::default() }
    }
}

/// [`Follow::new`] for a scene, in which the leader may be given by its name: `Follow::new(#Player)`.
impl FollowTemplate<Translation> {
    /// Follows `leader`'s translation.
    #[must_use]
    pub fn new(leader: impl Into<EntityTemplate>) -> Self {
        Self::of(leader)
    }
}
