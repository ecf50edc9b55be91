//! Camera shakes: springs along the camera's own axes that are set in motion by kicks.

use bevy::{ecs::world::DeferredWorld, math::DVec3, prelude::*};

use super::BY_CAMERAS;
use crate::{
    engine::Removed,
    follow::Target,
    law::Spring,
    math::{self, camera::Placement, capped_kick, rotation::Quaternion, sway::sway},
    motion::RestTolerance,
    property::{Property, Velocity, field::own_property},
    space::{Tangent, quat::vector_to_math},
    warning::Warnings,
};

/// Shakes the picture of a camera: turns and displaces it relative to the camera's [`Pose`](crate::camera::Pose), along the camera's own
/// axes.
///
/// Its two vectors are properties, [`ShakeTurn`] and [`ShakeOffset`]. A spring of 25 rad/s and damping ratio 0.25 pulls each of them to 0,
/// unless you insert another one. [`ShakeKick`] kicks them. To end all shakes in one step, for instance in a menu or at a cut, trigger
/// [`Complete`](crate::events::Complete) for both properties. The shake is added last, and only to the `Transform`: the camera's pose,
/// blend and aim do not contain it. Everything that reads the `Transform` is affected: your systems, the camera's children, and a
/// [`LookAt`](crate::camera::LookAt) whose target is a shaken camera or a child of one. If you remove this component, or the camera's
/// [`Orbit`](crate::camera::Orbit), [`LookAt`](crate::camera::LookAt) or [`ActiveShot`](crate::camera::ActiveShot), the shake is removed
/// from the `Transform` in one step.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{camera::{ShakeOffset, ShakeTurn}, prelude::*};
///
/// fn explode(camera: Single<Entity, With<Camera>>, mut commands: Commands) {
///     commands.trigger(ShakeKick::new(*camera, Vec3::new(0.02, 0.0, 0.03))); // nods by 0.02 rad, rolls by 0.03 rad
/// }
///
/// fn open_menu(camera: Single<Entity, With<Camera>>, mut commands: Commands) {
///     commands.trigger(Complete::<ShakeTurn>::of(*camera));
///     commands.trigger(Complete::<ShakeOffset>::of(*camera));
/// }
/// ```
#[doc(alias = "screen shake")]
#[doc(alias = "trauma")]
#[doc(alias = "impulse")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(
    Spring::<ShakeTurn> = SPRING.on(),
    Spring::<ShakeOffset> = SPRING.on(),
    Target::<ShakeTurn>,
    Target::<ShakeOffset>,
    RestTolerance::<ShakeTurn>::of(REST),
    RestTolerance::<ShakeOffset>::of(REST),
)]
pub struct Shake {
    /// The rotation vector along the camera's right, up and back. Its x, y and z components turn the camera up, turn it to the left, and
    /// roll it to the left. Unit: rad. Default: 0.
    pub turn: Vec3,
    /// The displacement along the camera's right, up and back. It has no effect on a camera that has neither an
    /// [`Orbit`](crate::camera::Orbit) nor an [`ActiveShot`](crate::camera::ActiveShot), because you place that camera yourself. Unit: m.
    /// Default: 0.
    pub offset: Vec3,
    /// The largest turn that kicks may add up to. A kick that would exceed it is reduced. Unit: rad. Range: ≥ 0; infinite: no cap. Default:
    /// 0.1.
    #[reflect(@0.0..=f32::INFINITY)]
    pub cap: f32,
    /// How far the camera turns to and fro by itself, as in a hand, at most; a third of it in the root mean square. In the axes of `turn`. It
    /// is a function of the game's time, so it is the same at every frame rate. Unit: rad. Default: 0.
    pub sway: Vec3,
    /// How far the camera moves to and fro by itself, at most, in the axes of `offset`. Unit: m. Default: 0.
    pub sway_offset: Vec3,
    /// The middle of the band of the sway's frequencies, which reaches from half of it to twice as much. Unit: 1/s. Range: ≥ 0. Default: 0.5.
    #[reflect(@0.0..=f32::MAX)]
    pub sway_frequency: f32,
}

const SPRING: Spring = Spring::new(25.0, 0.25);
/// Rest tolerance: about a hundredth of a pixel in a picture that is 1000 pixels wide, for an object 1 m away. Unit: rad and m.
const REST: f32 = 1e-5;

impl Default for Shake {
    fn default() -> Self {
        let (turn, sway) = (Vec3::ZERO, Vec3::ZERO);
        Self { turn, offset: Vec3::ZERO, cap: 0.1, sway, sway_offset: Vec3::ZERO, sway_frequency: 0.5 }
    }
}

own_property! {
    /// [`Shake::turn`] as a property, which `ExactCameraPlugin` registers. [`Shake`] has an example that kicks it.
    ShakeTurn: Shake.turn as Vec3 {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
    };
    /// [`Shake::offset`] as a property, which `ExactCameraPlugin` registers. The guide has an [example](crate::guide::shots) that kicks
    /// it.
    ShakeOffset: Shake.offset as Vec3 {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
    };
}

impl Shake {
    /// A camera in a steady hand: a slow sway of up to 0.6° and 2 cm.
    #[must_use]
    pub fn handheld() -> Self {
        Self { sway: Vec3::new(0.01, 0.01, 0.004), sway_offset: Vec3::new(0.02, 0.02, 0.01), ..Self::default() }
    }

    /// A camera in a running hand: a faster sway of up to 2° and 6 cm.
    #[must_use]
    pub fn running() -> Self {
        Self {
            sway: Vec3::new(0.035, 0.025, 0.02),
            sway_offset: Vec3::new(0.04, 0.06, 0.02),
            sway_frequency: 1.8,
            ..Self::default()
        }
    }

    /// A camera in the hands of a person at rest, with their breath: up to 0.2° and 1 cm.
    #[must_use]
    pub fn idle() -> Self {
        Self {
            sway: Vec3::new(0.004, 0.003, 0.0),
            sway_offset: Vec3::new(0.004, 0.01, 0.0),
            sway_frequency: 0.25,
            ..Self::default()
        }
    }

    fn has_valid_sway(&self) -> bool {
        self.sway.is_finite() && self.sway_offset.is_finite() && (0.0..f32::INFINITY).contains(&self.sway_frequency)
    }

    /// Returns the shaken placement at the time `now` (s). If nothing shakes or the shake is not finite, returns `placement`, bit for bit.
    pub(crate) fn of(&self, placement: &Placement, now: f64) -> Placement {
        let sways = self.has_valid_sway();
        let swayed = |most: Vec3, first: u32| {
            let sway = |axis| sway(now, self.sway_frequency.into(), first + axis);
            if most == Vec3::ZERO || !sways {
                return DVec3::ZERO;
            }
            most.as_dvec3() * DVec3::new(sway(1), sway(2), sway(3))
        };
        let turn = self.turn.as_dvec3() + swayed(self.sway, 0);
        let offset = self.offset.as_dvec3() + swayed(self.sway_offset, 3);
        if (turn == DVec3::ZERO && offset == DVec3::ZERO) || !turn.is_finite() || !offset.is_finite() {
            return *placement;
        }
        let orientation = placement.orientation;
        Placement {
            position: placement.position + orientation.rotate(vector_to_math(offset)),
            orientation: orientation * Quaternion::exp(vector_to_math(turn)),
            ..*placement
        }
    }
}

/// Trigger this to kick a camera's [`Shake`]. From rest, the shake peaks exactly at the values that you give, whatever its springs are, and
/// then returns to 0.
///
/// Kicks add up. A kick that would turn the camera farther than [`Shake::cap`], now or later, is reduced.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn explode(camera: Single<Entity, (With<Shake>, With<Camera>)>, mut commands: Commands) {
///     // The camera nods by at most 0.02 rad, rolls by at most 0.03 rad, and is pushed back by at most 0.1 m.
///     commands.trigger(ShakeKick::new(*camera, Vec3::new(0.02, 0.0, 0.03)).with_offset(0.1 * Vec3::Z));
/// }
/// ```
#[doc(alias = "impulse")]
#[doc(alias = "recoil")]
#[doc(alias = "rumble")]
#[doc(alias = "screen shake")]
#[derive(EntityEvent, Clone, Copy, Debug)]
#[must_use]
pub struct ShakeKick {
    /// The camera.
    pub entity: Entity,
    /// The peak of the turn. Unit: rad, as [`Shake::turn`]. Range: finite.
    pub turn: Vec3,
    /// The peak of the offset. Unit: m, as [`Shake::offset`]. Range: finite. Default: 0.
    pub offset: Vec3,
}

impl ShakeKick {
    /// A kick that turns a camera at rest by at most `turn` (rad).
    pub const fn new(entity: Entity, turn: Vec3) -> Self {
        Self { entity, turn, offset: Vec3::ZERO }
    }

    /// The same kick, which also moves the camera by at most `offset` (m), in the axes of [`Shake::offset`].
    pub const fn with_offset(self, offset: Vec3) -> Self {
        Self { offset, ..self }
    }
}

/// System: warns of a sway that is invalid and therefore not shown.
pub(crate) fn check_sways(shakes: Query<(NameOrEntity, &Shake), Changed<Shake>>, warnings: Res<Warnings>) {
    for (name, shake) in shakes.iter().filter(|(_, shake)| !shake.has_valid_sway()) {
        let Shake { sway, sway_offset, sway_frequency, .. } = shake;
        warnings.warn(name.entity, ("Shake::sway", ""), format_args!(
            "{name}: a Shake with sway {sway} rad, sway_offset {sway_offset} m, sway_frequency {sway_frequency} 1/s does not sway; \
             all of them should be finite, and the frequency at least 0"
        ));
    }
}

/// Observer: a `Shake` is removed. Sets its velocities to 0, so that the next one starts at rest.
pub(crate) fn shake_removed(removed: Removed<Shake>, mut world: DeferredWorld) {
    zero_velocities(&mut world, removed.entity);
}

/// Sets the velocities of a shake to 0.
fn zero_velocities(world: &mut DeferredWorld, entity: Entity) {
    if let Some(mut turning) = world.get_mut::<Velocity<ShakeTurn>>(entity) {
        turning.0 = Vec3::ZERO;
    }
    if let Some(mut moving) = world.get_mut::<Velocity<ShakeOffset>>(entity) {
        moving.0 = Vec3::ZERO;
    }
}

/// Query data: the state that a kick reads and changes.
type Kicked = (
    NameOrEntity,
    &'static Shake,
    &'static Spring<ShakeTurn>,
    &'static Spring<ShakeOffset>,
    &'static mut Velocity<ShakeTurn>,
    &'static mut Velocity<ShakeOffset>,
);

/// Observer: applies a kick to a shake.
pub(crate) fn kick(kick: On<ShakeKick>, mut shakes: Query<Kicked>, warnings: Res<Warnings>) {
    let ShakeKick { entity, turn, offset } = *kick.event();
    let Ok((name, shake, turns, offsets, mut turning, mut moving)) = shakes.get_mut(entity) else {
        let message = format_args!("{entity} has no Shake with its springs, so the kick has no effect");
        warnings.warn(entity, ("ShakeKick::entity", ""), message);
        return;
    };
    if !turn.is_finite() || !offset.is_finite() {
        let message = format_args!("{name}: a kick by {turn} rad and {offset} m is not finite, and has no effect");
        warnings.warn(entity, ("ShakeKick::turn", ""), message);
        return;
    }
    let start = (shake.turn.as_dvec3(), turning.0.as_dvec3());
    let wanted = turn.as_dvec3() * kick_for_peak(turns);
    let kick = capped_kick(start.0, start.1, wanted, turns.angular_frequency.into(), shake.cap.into(), DVec3::dot);
    let turned = Vec3::narrow(start.1 + kick);
    let moved = Vec3::narrow(moving.0.as_dvec3() + offset.as_dvec3() * kick_for_peak(offsets));
    if turned.is_finite() && turned != turning.0 {
        turning.0 = turned;
    }
    if moved.is_finite() && moved != moving.0 {
        moving.0 = moved;
    }
}

/// The velocity that makes a spring at rest peak at 1.
fn kick_for_peak<P: Property>(spring: &Spring<P>) -> f64 {
    let spring = math::Spring {
        angular_frequency: spring.angular_frequency.into(),
        damping_ratio: spring.damping_ratio.into(),
        start: 0.0,
        velocity: 0.0,
        target: 0.0,
    };
    spring.kick_for_peak(1.0)
}
