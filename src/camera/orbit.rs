//! A camera on a boom that turns about its pivot, and what turns it.

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use bevy::{
    ecs::{
        component::Component, entity::Entity, lifecycle::HookContext, reflect::ReflectComponent, world::DeferredWorld,
    },
    math::{Vec2, Vec3},
    reflect::{Reflect, TypePath, std_traits::ReflectDefault},
    transform::components::Transform,
};

use super::{Pose, Reach, Shake};
use crate::{
    follow::Target,
    law::Spring,
    math::{camera::Polar, rotation::Vector3},
    motion::RestTolerance,
    property::{Property, Velocity, newcomer::newcomer_of_many},
    space::{Angle, Space},
};

/// A camera at the end of a boom that turns about its pivot: the parent, or the world's origin without one.
///
/// Its three numbers are properties, [`OrbitYaw`], [`OrbitPitch`] and [`OrbitLength`], each on a critical spring of 12 rad/s
/// unless another one is given. [`OrbitInput`] moves their targets, within [`OrbitRange`]. The [`Pose`] and the `Transform` are
/// composed from them at each tick and each drawn instant; the camera looks at the pivot, level with the pivot's own up.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     let player = commands.spawn((Transform::default(), Velocity::new(2.0 * Vec3::X))).id();
///     let pivot = (Transform::default(), Visibility::default(), Follow::new(player).with_offset(2.0 * Vec3::Y));
///     commands.spawn((pivot, Spring::critical(8.0), StartOnTarget, children![Orbit::new(0.0, 0.3, 8.0)]));
/// }
///
/// fn look(mut hands: Single<&mut OrbitInput>) {
///     hands.turn += Vec2::new(0.01, 0.0); // rad, to the left
/// }
/// ```
///
/// # Special cases
///
/// - The length is in metres of the world, whatever the scale of the parents. Behind one whose axes are mirrored, or which has no
///   volume, the last pose stands, and one warning is given.
/// - Nothing else moves the camera's `Translation` or `Rotation`: what tries to has no effect, and one warning names it. To put the
///   camera elsewhere, write [`Orbit::looking_from`].
/// - Parents that this crate moves give the pose their velocity; all others count as standing still.
///
/// # Accuracy
///
/// Far from the origin, places are as coarse as f32: 0.008 m at 1e5 m.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(
    OrbitInput,
    OrbitRange,
    Pose,
    Shake,
    Transform,
    Spring::<OrbitYaw> = SPRING.on(),
    Spring::<OrbitPitch> = SPRING.on(),
    Spring::<OrbitLength> = SPRING.on(),
    RestTolerance::<OrbitYaw>::of(REST_ANGLE),
    RestTolerance::<OrbitPitch>::of(REST_ANGLE),
    RestTolerance::<OrbitLength>::of(REST_LENGTH),
)]
#[component(on_add = aim_at_itself, on_remove = forget_targets)]
pub struct Orbit {
    /// Where the camera looks: 0 along −z, growing to the left. Unit: rad. Range: finite; it takes the short way round. Default: 0.
    pub yaw: f32,
    /// 0 looks along the horizon, growing downwards. Unit: rad. Range: ±1.55. Default: 0.
    #[reflect(@-1.55..=1.55_f32)]
    pub pitch: f32,
    /// From the pivot to the camera. Unit: m. Range: ≥ 0. Default: 8.
    #[reflect(@0.0..=f32::MAX)]
    pub length: f32,
}

const SPRING: Spring = Spring::critical(12.0);
/// At the end of a boom of 10 m, a hundredth of a millimetre. Unit: rad.
const REST_ANGLE: f32 = 1e-6;
/// Unit: m.
const REST_LENGTH: f32 = 1e-5;

impl Default for Orbit {
    fn default() -> Self {
        Self::new(0.0, 0.0, 8.0)
    }
}

impl Orbit {
    /// Yaw and pitch (rad) and length (m).
    #[must_use]
    pub const fn new(yaw: f32, pitch: f32, length: f32) -> Self {
        Self { yaw, pitch, length }
    }

    /// The one that looks at `pivot` from `eye` (m, in the axes of the pivot). From straight above or below, the yaw is 0.
    #[must_use]
    pub fn looking_from(pivot: Vec3, eye: Vec3) -> Self {
        let (eye, pivot) = (eye.as_dvec3(), pivot.as_dvec3());
        let arm = eye - pivot;
        let Polar { yaw, pitch, length } = Polar::of_place(Vector3::new(arm.x, arm.y, arm.z));
        Self::new(f32::narrow(yaw), f32::narrow(pitch), f32::narrow(length))
    }
}

/// Hook: without targets of their own, the hands begin where it is.
fn aim_at_itself(mut world: DeferredWorld, context: HookContext) {
    newcomer_of_many::<OrbitYaw, Orbit>(world.reborrow(), context);
    let Some(&Orbit { yaw, pitch, length }) = world.get::<Orbit>(context.entity) else { return };
    let targets =
        (Target::<OrbitYaw>::of(Angle(yaw)), Target::<OrbitPitch>::of(pitch), Target::<OrbitLength>::of(length));
    world.commands().entity(context.entity).insert_if_new(targets);
}

/// Hook: the next one begins where that is put, at rest.
fn forget_targets(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut reach) = world.get_mut::<Reach>(context.entity) {
        reach.forget();
    }
    rest::<OrbitYaw>(&mut world, context.entity);
    rest::<OrbitPitch>(&mut world, context.entity);
    rest::<OrbitLength>(&mut world, context.entity);
    let mut commands = world.commands();
    commands.entity(context.entity).try_remove::<(Target<OrbitYaw>, Target<OrbitPitch>, Target<OrbitLength>)>();
}

fn rest<P: Property<Value: Space<Tangent = f32>>>(world: &mut DeferredWorld, entity: Entity) {
    if let Some(mut velocity) = world.get_mut::<Velocity<P>>(entity) {
        velocity.0 = 0.0;
    }
}

/// What hands do to an [`Orbit`].
///
/// What *jumps* is taken once and set back to 0, so per-frame input is added to it in `Update`, where none is missed or doubled.
/// What is a *rate* is held until it is written again; it is known exactly between writes, so that a stick moves the camera along the
/// same path at every tick rate.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct OrbitInput {
    /// Adds to yaw and pitch, to the left and down. Unit: rad. Range: finite. Default: 0.
    pub turn: Vec2,
    /// The natural logarithm of a factor on the length. Unit: 1. Range: finite. Default: 0.
    pub zoom: f32,
    /// How fast yaw and pitch go. Unit: rad/s. Range: finite. Default: 0.
    pub turn_rate: Vec2,
    /// How fast the logarithm of the length grows. Unit: 1/s. Range: finite. Default: 0.
    pub zoom_rate: f32,
}

/// How far hands may turn and stretch an [`Orbit`].
///
/// Their targets stay within; what passes an end otherwise, a kick for instance, is pulled back by a spring.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct OrbitRange {
    /// The least and the greatest pitch; beyond ±1.55, just short of the poles, they are that. Unit: rad. Range: ±1.55. Default: −0.17 to 1.3.
    pub pitch: [f32; 2],
    /// The least and the greatest length. Unit: m. Range: ≥ 0. Default: 1 to 20.
    pub length: [f32; 2],
    /// How fast the spring beyond an end is; infinite, the end is a stop. Unit: rad/s. Range: > 0. Default: 20.
    #[reflect(@f32::MIN_POSITIVE..=f32::INFINITY)]
    pub end: f32,
}

impl Default for OrbitRange {
    fn default() -> Self {
        Self { pitch: [-0.17, 1.3], length: [1.0, 20.0], end: 20.0 }
    }
}

macro_rules! field {
    ($($(#[$doc:meta])* $name:ident: $field:ident as $value:ty, $from:expr, $to:expr;)*) => { $(
        $(#[$doc])*
        #[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
        #[type_path = "bevy_exact_motion"]
        pub enum $name {}

        impl Property for $name {
            type Component = Orbit;
            type Value = $value;
            const REGISTERED_BY: Option<&'static str> = Some("app.add_plugins(ExactCameraPlugin::default())");
            const STORES_EXACTLY: bool = true;

            #[inline]
            fn get(orbit: &Orbit) -> $value {
                $from(orbit.$field)
            }

            #[inline]
            fn set(orbit: &mut Orbit, value: $value) {
                orbit.$field = $to(value);
            }
        }
    )* };
}

field! {
    /// [`Orbit::yaw`]. Registered by the plugin.
    OrbitYaw: yaw as Angle, Angle, |Angle(yaw)| yaw;
    /// [`Orbit::pitch`]. Registered by the plugin.
    OrbitPitch: pitch as f32, |pitch| pitch, |pitch| pitch;
    /// [`Orbit::length`]. Registered by the plugin.
    OrbitLength: length as f32, |length| length, |length| length;
}

/// An orbit in motion.
pub(crate) type Moving =
    (&'static Orbit, &'static Velocity<OrbitYaw>, &'static Velocity<OrbitPitch>, &'static Velocity<OrbitLength>);
