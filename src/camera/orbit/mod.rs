//! Orbits: cameras at the end of a boom that turns about a pivot, and the input that moves them.

pub(crate) mod controls;
mod ends;
pub(crate) mod input;
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
    property::{Property, Velocity, field::own_property, on_insert::on_insert},
    space::{Angle, Space},
};
pub use controls::OrbitControls;

/// Places a camera at the end of a boom that turns about a pivot: the camera's parent, or the world's origin if the camera has no parent.
///
/// The three fields are properties: [`OrbitYaw`], [`OrbitPitch`] and [`OrbitDistance`]. Each is moved by a critical spring of 12 rad/s,
/// unless you insert another spring. [`OrbitInput`] moves the targets of the properties, within [`OrbitRange`]. The [`Pose`] and the
/// `Transform` are composed from the fields at each tick and at each drawn instant. The camera looks at the pivot, without roll relative to
/// the pivot's own up direction.
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
/// fn look(mut input: Single<&mut OrbitInput>) {
///     input.turn += Vec2::new(0.01, 0.0); // rad, to the left
/// }
/// ```
///
/// # Special cases
///
/// - The distance is in metres of the world, whatever the scale of the parents. Under a parent with mirrored axes or a scale of 0, the last
///   pose is kept, with one warning. If the parents scale the axes by different factors, no rotation can undo the distortion. The camera's
///   `GlobalTransform` is then overwritten after Bevy's propagation, so that the picture is not distorted.
/// - Nothing else can move the camera's `Translation` or `Rotation`: other writes have no effect, with one warning, which names the writer
///   if Bevy's `track_location` is on. To move the camera to a new view in one step, write or insert an orbit, for instance
///   [`Orbit::looking_from`], and then trigger [`Cut`](crate::events::Cut). Without the `Cut`, the springs pull the camera back to their
///   targets.
/// - A camera that is spawned in `Update` or later is drawn once where its `Transform` is, because this frame has already been computed. Spawn
///   it earlier in the frame, for instance in `PreUpdate`, `OnEnter` or a tick.
/// - The velocity of parents that this crate moves is part of the pose's velocity. All other parents count as being at rest.
/// - For a [`Follow`](crate::Follow) whose leader is the camera, the camera's path over a tick of `h` seconds is approximated by a cubic if
///   the follower has no parent and its offset is along the world's axes. The error is at most `h⁴/384` times the fourth derivative of the
///   path. Otherwise the path is approximated by a line. A line is also used while the camera is shaken by an offset, while other code
///   moves one of the camera's parents, and if the camera also [shows](crate::camera::ActiveShot) shots.
///
/// # Accuracy
///
/// Far from the origin, positions have the resolution of an f32: 0.008 m at 1e5 m.
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
    Spring::<OrbitDistance> = SPRING.on(),
    RestTolerance::<OrbitYaw>::of(REST_ANGLE),
    RestTolerance::<OrbitPitch>::of(REST_ANGLE),
    RestTolerance::<OrbitDistance>::of(REST_LENGTH),
)]
#[component(on_add = insert_targets, on_remove = remove_targets)]
#[must_use]
pub struct Orbit {
    /// The yaw of the camera's view: 0 is along −z, and positive is to the left. The spring takes the short way round. Unit: rad. Range:
    /// finite. Default: 0.
    pub yaw: f32,
    /// The pitch of the camera's view: 0 is horizontal, and positive is down. Unit: rad. Range: ±1.55. Default: 0.
    #[reflect(@-1.55..=1.55_f32)]
    pub pitch: f32,
    /// The distance from the pivot to the camera. Unit: m. Range: ≥ 0. Default: 8.
    #[reflect(@0.0..=f32::MAX)]
    pub distance: f32,
}

const SPRING: Spring = Spring::critical(12.0);
/// Rest tolerance of both angles: a hundredth of a millimetre at the end of a boom of 10 m. Unit: rad.
const REST_ANGLE: f32 = 1e-6;
/// Rest tolerance of the distance. Unit: m.
const REST_LENGTH: f32 = 1e-5;

impl Default for Orbit {
    fn default() -> Self {
        Self::new(0.0, 0.0, 8.0)
    }
}

impl Orbit {
    /// An orbit with this yaw and pitch (rad) and this distance (m).
    pub const fn new(yaw: f32, pitch: f32, distance: f32) -> Self {
        Self { yaw, pitch, distance }
    }

    /// The orbit that looks at `pivot` from `eye` (both in m, in the axes of the pivot). If `eye` is straight above or below the pivot, the
    /// yaw is 0.
    pub fn looking_from(pivot: Vec3, eye: Vec3) -> Self {
        let (eye, pivot) = (eye.as_dvec3(), pivot.as_dvec3());
        let arm = eye - pivot;
        let Polar { yaw, pitch, length } = Polar::of_place(Vector3::new(arm.x, arm.y, arm.z));
        Self::new(f32::narrow(yaw), f32::narrow(pitch), f32::narrow(length))
    }
}

/// Hook: an orbit without targets gets its own values as targets, so that the input starts from those values.
fn insert_targets(mut world: DeferredWorld, context: HookContext) {
    on_insert::<OrbitYaw, Orbit>(world.reborrow(), context);
    let Some(&Orbit { yaw, pitch, distance }) = world.get::<Orbit>(context.entity) else { return };
    // NaN would stay NaN whatever the input adds to it.
    let default = Orbit::default();
    let finite_or = |value: f32, default: f32| if value.is_finite() { value } else { default };
    let (yaw, pitch) = (finite_or(yaw, default.yaw), finite_or(pitch, default.pitch));
    let distance = finite_or(distance, default.distance);
    let targets =
        (Target::<OrbitYaw>::of(Angle(yaw)), Target::<OrbitPitch>::of(pitch), Target::<OrbitDistance>::of(distance));
    world.commands().entity(context.entity).try_insert_if_new(targets);
}

/// Hook: resets the state of an orbit that is removed. An orbit that is inserted later starts at rest, at its own values.
fn remove_targets(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut reach) = world.get_mut::<Reach>(context.entity) {
        reach.forget();
    }
    zero_velocity::<OrbitYaw>(&mut world, context.entity);
    zero_velocity::<OrbitPitch>(&mut world, context.entity);
    zero_velocity::<OrbitDistance>(&mut world, context.entity);
    let mut commands = world.commands();
    commands.entity(context.entity).try_remove::<(Target<OrbitYaw>, Target<OrbitPitch>, Target<OrbitDistance>)>();
}

fn zero_velocity<P: Property<Value: Space<Tangent = f32>>>(world: &mut DeferredWorld, entity: Entity) {
    if let Some(mut velocity) = world.get_mut::<Velocity<P>>(entity) {
        velocity.0 = 0.0;
    }
}

/// The input that turns and zooms an [`Orbit`].
///
/// `turn` and `zoom` are *jumps*: they are applied once and set back to 0. Add per-frame input to them in `Update`; no input is missed or
/// counted twice. `turn_rate` and `zoom_rate` are *rates*: they hold until you write them again, and they are known exactly between writes,
/// so a stick moves the camera along the same path at every tick rate. Without this component, the orbit takes no input. Removing this
/// component ends the rates.
///
/// # Examples
///
/// ```
/// use bevy::{input::mouse::AccumulatedMouseMotion, prelude::*};
/// use bevy_exact_motion::prelude::*;
///
/// fn look(mouse: Res<AccumulatedMouseMotion>, gamepad: Option<Single<&Gamepad>>, mut input: Single<&mut OrbitInput>) {
///     // A mouse reports how far it has moved, a stick how fast to turn.
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
    /// Added to yaw (x, to the left) and pitch (y, down). Unit: rad. Range: finite. Default: 0.
    pub turn: Vec2,
    /// The natural logarithm of the factor by which the distance is multiplied. Multiplication can neither reach a distance of 0 nor leave
    /// it. So if [`OrbitRange::distance`] begins at 0, distances below a limit are not multiplied: `zoom` times that limit is added to
    /// them. The limit is 1 m, or a twentieth of the range's upper end if that is less. Unit: 1. Range: finite. Default: 0.
    pub zoom: f32,
    /// The rates at which yaw (x) and pitch (y) grow. Unit: rad/s. Range: finite. Default: 0.
    pub turn_rate: Vec2,
    /// The rate at which the natural logarithm of the distance grows. Distances below the limit that [`zoom`](Self::zoom) describes grow
    /// linearly instead. Unit: 1/s. Range: finite. Default: 0.
    pub zoom_rate: f32,
}

/// Limits the pitch and the distance of an [`Orbit`].
///
/// The input moves the targets only within this range. If something else, for instance a kick, moves a value to an end of the range, the
/// value meets a soft or hard stop, see [`limit_angular_frequency`](Self::limit_angular_frequency). Without this component, the input can
/// turn the orbit up and down to ±1.55 rad, and move it to any distance ≥ 0.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Orbit::new(0.5, 0.5, 6.0), OrbitRange { distance: [2.0, 12.0], ..default() }));
/// }
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct OrbitRange {
    /// The least and the greatest pitch. An end beyond ±1.55, just short of the poles, counts as ±1.55. Unit: rad. Range: ±1.55. Default:
    /// −0.17 to 1.3.
    #[reflect(@-1.55..=1.55_f32)]
    pub pitch: [f32; 2],
    /// The least and the greatest distance. Unit: m. Range: ≥ 0. Default: 1 to 20.
    #[reflect(@0.0..=f32::MAX)]
    pub distance: [f32; 2],
    /// The stiffness of the soft stop at both ends of the range, as an angular frequency. `INFINITY` makes it a hard stop. Unit: rad/s.
    /// Range: > 0. Default: 20.
    #[reflect(@f32::MIN_POSITIVE..=f32::INFINITY)]
    pub limit_angular_frequency: f32,
}

impl OrbitRange {
    /// The range that applies to an orbit without this component.
    pub(crate) const OPEN: Self =
        Self { pitch: [-1.55, 1.55], distance: [0.0, f32::MAX], limit_angular_frequency: f32::INFINITY };
}

impl Default for OrbitRange {
    fn default() -> Self {
        Self { pitch: [-0.17, 1.3], distance: [1.0, 20.0], limit_angular_frequency: 20.0 }
    }
}

own_property! {
    /// [`Orbit::yaw`] as a property, which `ExactCameraPlugin` registers. The guide has an [example](crate::guide::coming_from) that
    /// inserts a spring for this property.
    OrbitYaw: Orbit.yaw as Angle {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
        const TARGET_IS_COMPUTED: bool = true;
    };
    /// [`Orbit::pitch`] as a property, which `ExactCameraPlugin` registers. The guide has an [example](crate::guide::coming_from) that
    /// inserts a spring for this property.
    OrbitPitch: Orbit.pitch as f32 {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
        const TARGET_IS_COMPUTED: bool = true;
    };
    /// [`Orbit::distance`] as a property, which `ExactCameraPlugin` registers. The guide has an [example](crate::guide::coming_from) that
    /// inserts a spring for [`OrbitYaw`]; insert one for this property in the same way.
    OrbitDistance: Orbit.distance as f32 {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
        const TARGET_IS_COMPUTED: bool = true;
    };
}

/// Query data: an orbit and the velocities of its three properties.
pub(crate) type OrbitMotion =
    (&'static Orbit, &'static Velocity<OrbitYaw>, &'static Velocity<OrbitPitch>, &'static Velocity<OrbitDistance>);
