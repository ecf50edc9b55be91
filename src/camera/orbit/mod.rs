//! A camera on a boom that turns about its pivot, and what turns it.

mod ends;
pub(crate) mod hands;
pub(crate) mod range;
pub(crate) mod walls;

use bevy::{
    ecs::{lifecycle::HookContext, world::DeferredWorld},
    prelude::*,
};

use super::{BY_CAMERAS, Pose, Reach, Shake};
use crate::{
    follow::Target,
    law::Spring,
    math::{camera::Polar, rotation::Vector3},
    motion::RestTolerance,
    property::{Property, Velocity, field::own_property, newcomer::newcomer},
    space::{Angle, Space},
};

/// A camera at the end of a boom that turns about its pivot: the parent, or the world's origin without one.
///
/// Its three numbers are properties, [`OrbitYaw`], [`OrbitPitch`] and [`OrbitLength`], each on a critical spring of 12 rad/s unless you
/// insert another one. [`OrbitInput`] moves their targets, within [`OrbitRange`]. The [`Pose`] and the `Transform` are composed from them
/// at each tick and each drawn instant; the camera looks at the pivot, without roll relative to the pivot's own up direction.
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
/// - The length is in metres of the world, whatever the scale of the parents. Under a parent with mirrored axes or a scale of 0, the last
///   pose stays, and one warning is given. Under parents that are scaled by another factor along each axis, which no rotation undoes, the
///   camera's `GlobalTransform` is written after Bevy has propagated it, so that the picture is not distorted.
/// - Nothing else can move the camera's `Translation` or `Rotation`: other writes have no effect, and one warning is given; with Bevy's
///   `track_location` it names the writer. To put the camera at a new view, write or insert an orbit, for instance
///   [`Orbit::looking_from`], and then trigger [`Cut`](crate::Cut); if you only write it, the springs pull the camera back to their targets.
/// - If this crate moves the parents, their velocity is part of the pose's velocity; other parents count as standing still.
/// - A [`Follow`](crate::Follow) of the camera takes its path over a tick as a cubic, which is off by at most `h⁴/384` of its fourth
///   derivative, if the follower has no parent and its offset is along the world's axes. While the picture shakes by an offset, while
///   something else moves a parent, or if the camera also [shows](crate::Shows) shots, it takes the path as a line.
///
/// # Accuracy
///
/// Far from the origin, positions are as coarse as f32: 0.008 m at 1e5 m.
#[doc(alias = "spring arm")]
#[doc(alias = "boom")]
#[doc(alias = "orbit camera")]
#[doc(alias = "pan orbit")]
#[doc(alias = "third person camera")]
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
#[must_use]
pub struct Orbit {
    /// The direction in which the camera looks: 0 is along −z, and it grows to the left. Unit: rad. Range: finite; it takes the short way
    /// round. Default: 0.
    pub yaw: f32,
    /// The pitch at which the camera looks: 0 is along the horizon, and it grows downwards. Unit: rad. Range: ±1.55. Default: 0.
    #[reflect(@-1.55..=1.55_f32)]
    pub pitch: f32,
    /// The distance from the pivot to the camera. Unit: m. Range: ≥ 0. Default: 8.
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
    /// An orbit with this yaw and pitch (rad) and this length (m).
    pub const fn new(yaw: f32, pitch: f32, length: f32) -> Self {
        Self { yaw, pitch, length }
    }

    /// The orbit that looks at `pivot` from `eye` (both in m, in the axes of the pivot). From straight above or below, the yaw is 0.
    pub fn looking_from(pivot: Vec3, eye: Vec3) -> Self {
        let (eye, pivot) = (eye.as_dvec3(), pivot.as_dvec3());
        let arm = eye - pivot;
        let Polar { yaw, pitch, length } = Polar::of_place(Vector3::new(arm.x, arm.y, arm.z));
        Self::new(f32::narrow(yaw), f32::narrow(pitch), f32::narrow(length))
    }
}

/// Hook: without targets of their own, the hands begin where it is.
fn aim_at_itself(mut world: DeferredWorld, context: HookContext) {
    newcomer::<OrbitYaw, Orbit>(world.reborrow(), context);
    let Some(&Orbit { yaw, pitch, length }) = world.get::<Orbit>(context.entity) else { return };
    // From a target that is not a number the input could not turn it.
    let default = Orbit::default();
    let number = |value: f32, default: f32| if value.is_finite() { value } else { default };
    let (yaw, pitch) = (number(yaw, default.yaw), number(pitch, default.pitch));
    let length = number(length, default.length);
    let targets =
        (Target::<OrbitYaw>::of(Angle(yaw)), Target::<OrbitPitch>::of(pitch), Target::<OrbitLength>::of(length));
    world.commands().entity(context.entity).try_insert_if_new(targets);
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

/// The input that turns and zooms an [`Orbit`].
///
/// A *jump*, `turn` or `zoom`, is applied once and set back to 0: add per-frame input to it in `Update`, and none is missed or counted
/// twice. A *rate*, `turn_rate` or `zoom_rate`, holds until you write it again. It is known exactly between writes, so a stick moves the
/// camera along the same path at every tick rate. Without this component, the orbit takes no input; if you remove it, its rates end.
///
/// # Examples
///
/// ```
/// use bevy::{input::mouse::AccumulatedMouseMotion, prelude::*};
/// use bevy_exact_motion::prelude::*;
///
/// fn look(mouse: Res<AccumulatedMouseMotion>, gamepad: Option<Single<&Gamepad>>, mut input: Single<&mut OrbitInput>) {
///     // A mouse tells how far it has moved, a stick how fast to turn.
///     input.turn += 0.004 * Vec2::new(-mouse.delta.x, mouse.delta.y);
///     let stick = gamepad.map_or(Vec2::ZERO, |gamepad| gamepad.right_stick());
///     input.turn_rate = 3.0 * Vec2::new(-stick.x, -stick.y);
/// }
/// ```
#[doc(alias = "mouse look")]
#[doc(alias = "zoom")]
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct OrbitInput {
    /// Is added to yaw (x, to the left) and pitch (y, down). Unit: rad. Range: finite. Default: 0.
    pub turn: Vec2,
    /// The natural logarithm of the factor by which the length is multiplied. No factor leads to a length of 0, or away from it: if
    /// [`OrbitRange::length`] begins at 0, a length below 1 m, or below a twentieth of the range's end if that is less, changes by `zoom`
    /// times that length instead. Unit: 1. Range: finite. Default: 0.
    pub zoom: f32,
    /// How fast yaw (x) and pitch (y) grow. Unit: rad/s. Range: finite. Default: 0.
    pub turn_rate: Vec2,
    /// How fast the natural logarithm of the length grows; short lengths grow as by [`zoom`](Self::zoom). Unit: 1/s. Range: finite.
    /// Default: 0.
    pub zoom_rate: f32,
}

/// How far the input may turn and stretch an [`Orbit`].
///
/// The targets stay within this range. If something else takes a value past an end, for instance a kick, a spring pulls it back. Without
/// this component, the input turns the orbit up and down to ±1.55 rad, and stretches it to any length ≥ 0.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Orbit::new(0.5, 0.5, 6.0), OrbitRange { length: [2.0, 12.0], ..default() }));
/// }
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct OrbitRange {
    /// The least and the greatest pitch; an end beyond ±1.55, just short of the poles, counts as ±1.55. Unit: rad. Range: ±1.55. Default:
    /// −0.17 to 1.3.
    #[reflect(@-1.55..=1.55_f32)]
    pub pitch: [f32; 2],
    /// The least and the greatest length. Unit: m. Range: ≥ 0. Default: 1 to 20.
    #[reflect(@0.0..=f32::MAX)]
    pub length: [f32; 2],
    /// The angular frequency of the spring beyond an end; infinite: the end is a hard stop. Unit: rad/s. Range: > 0. Default: 20.
    #[reflect(@f32::MIN_POSITIVE..=f32::INFINITY)]
    pub end: f32,
}

impl OrbitRange {
    /// The range of an orbit without this component.
    pub(crate) const OPEN: Self = Self { pitch: [-1.55, 1.55], length: [0.0, f32::MAX], end: f32::INFINITY };
}

impl Default for OrbitRange {
    fn default() -> Self {
        Self { pitch: [-0.17, 1.3], length: [1.0, 20.0], end: 20.0 }
    }
}

own_property! {
    /// [`Orbit::yaw`] as a property, which `ExactCameraPlugin` registers. The guide has an [example](crate::guide::coming_from) of a spring on
    /// it.
    OrbitYaw: Orbit.yaw as Angle {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
        const TARGET_IS_COMPUTED: bool = true;
    };
    /// [`Orbit::pitch`] as a property, which `ExactCameraPlugin` registers. The guide has an [example](crate::guide::coming_from) of a spring
    /// on it.
    OrbitPitch: Orbit.pitch as f32 {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
        const TARGET_IS_COMPUTED: bool = true;
    };
    /// [`Orbit::length`] as a property, which `ExactCameraPlugin` registers. You put springs on it as on [`OrbitYaw`], of which the guide has
    /// an [example](crate::guide::coming_from).
    OrbitLength: Orbit.length as f32 {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
        const TARGET_IS_COMPUTED: bool = true;
    };
}

/// An orbit in motion.
pub(crate) type Moving =
    (&'static Orbit, &'static Velocity<OrbitYaw>, &'static Velocity<OrbitPitch>, &'static Velocity<OrbitLength>);
