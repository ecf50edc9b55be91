//! Finds the direction in which a camera sees its target, and computes the limits of the camera's aim from that direction.

use bevy::{
    ecs::{entity::MapEntities, name::NameOrEntityItem, query::QueryData},
    prelude::*,
};

use super::{
    viewers::ShotCameras,
    zones::{View, Zone, clamp_share, lens_of},
};
use crate::{
    camera::{
        ActiveShot, Aim, AimPitch, AimYaw, Blending, Composed, LookAt, ZoneExtents, compose::EyeQuery,
        frame::WorldFrame, frames::Frames, loops::Loops, private_state::private_state,
    },
    engine::Removed,
    events::Teleported,
    law::Limits,
    math::{
        camera::{Bearing, Lens, Placement, Polar, turned_near},
        rotation::Vector3,
    },
    motion::{Motion, camera::forget_samples_with_rates, clock::Clock},
    property::{Property, Velocity, disabling::WithDisabled},
    space::{Space, quat},
    warning::Warnings,
};

/// The largest change of a field of view in a tick that counts as motion. A larger change counts as a write. Unit: rad.
pub(crate) const FOV_STEP: f64 = 0.05;
/// An aim that is outside its dead zone by at most this angle counts as inside, because of rounding. Unit: rad.
const AIM_TOLERANCE: f64 = 1e-4;

private_state! {
    /// The state of a camera with a [`LookAt`]: the direction in which it last saw its target.
    ///
    /// The plugin inserts it with [`LookAt`]. Its fields are private, like those of [`Motion`](crate::Motion). For a rollback, keep a clone
    /// and restore it with everything else. With the feature `serialize` it is saved in scenes. If it is not saved, a loaded camera looks
    /// at its target in one step.
    pub struct Sight {
        /// Whether the camera is about to turn to its target in one step.
        pub(crate) starts_on_target: bool,
        /// Whether the camera started before the size of its picture was known. It then started as if the picture were square.
        awaits_picture: bool,
        /// Whether the edges jump when they are next written, because the camera or its target was teleported, or the settings changed.
        edges_jump: bool,
        /// The last bearings of the points that are kept in the dead zone and in the hard zone.
        bearings: Option<[Bearing; 2]>,
        #[entities]
        settings: Option<Settings>,
        /// The point that the camera looked at last.
        target_point: Option<Vector3>,
        /// The velocity of `target_point`, if it is only known from samples. Unit: m/s.
        #[cfg_attr(feature = "serialize", serde(default))]
        sampled_velocity: Option<Vector3>,
        /// The last valid [`LookAt`].
        #[entities]
        last_valid: Option<LookAt>,
    }
}

impl Default for Sight {
    fn default() -> Self {
        Self {
            starts_on_target: true,
            awaits_picture: false,
            edges_jump: true,
            bearings: None,
            settings: None,
            target_point: None,
            sampled_velocity: None,
            last_valid: None,
        }
    }
}

impl Sight {
    /// Shifts the stored point with the origin of the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        self.target_point = self.target_point.map(|point| point + by);
    }

    /// Returns `look`, or, if one of its fields is invalid, the last valid settings, if any. Warns about the invalid field.
    fn validated(&mut self, look: &LookAt, name: &NameOrEntityItem, warnings: &Warnings) -> Option<LookAt> {
        match look.fault() {
            None => self.last_valid = Some(*look),
            Some((field, fault)) => {
                let message = format_args!("{name}: LookAt::{field} {fault}; the last valid settings stay in effect");
                warnings.warn(name.entity, ("LookAt", field), message);
            }
        }
        self.last_valid
    }

    /// The point that the camera looked at last, and the velocity of that point (m/s). Returns `None` if the velocity is not sampled, or if
    /// user code has changed `look` since.
    pub(crate) fn sampled_point(&self, look: &LookAt) -> Option<(Vector3, Vector3)> {
        self.target_point.zip(self.sampled_velocity).filter(|_| self.last_valid.as_ref() == Some(look))
    }

    /// Records that the camera or its target was teleported: the edges jump, and the change is not mistaken for a velocity.
    pub(crate) fn mark_teleported(&mut self) {
        (self.edges_jump, self.sampled_velocity) = (true, None);
    }

    /// Forgets the last point, so that it is not compared with the next one.
    pub(crate) fn forget(&mut self) {
        (self.edges_jump, self.target_point, self.sampled_velocity) = (true, None, None);
    }

    /// Handles the loss of the target. A pending cut is dropped, but a camera that has never seen a target still waits for one.
    fn lose_target(&mut self) {
        self.forget();
        self.starts_on_target &= self.bearings.is_none();
    }
}

/// The settings whose change makes the edges jump.
#[derive(Clone, Copy, Debug, PartialEq, MapEntities)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
struct Settings {
    #[entities]
    target: Entity,
    at: Vec2,
    zones: [ZoneExtents; 2],
    lens: Option<Lens>,
}

impl Settings {
    const fn of(look: &LookAt, lens: Option<Lens>) -> Self {
        Self { target: look.target, at: look.screen_position, zones: [look.dead_zone, look.hard_zone], lens }
    }

    fn jumps_to(&self, other: &Self) -> bool {
        let written = match (self.lens, other.lens) {
            (Some(before), Some(lens)) => {
                before.aspect != lens.aspect || (before.field_of_view - lens.field_of_view).abs() > FOV_STEP
            }
            (before, lens) => before != lens,
        };
        written || Self { lens: None, ..*self } != Self { lens: None, ..*other }
    }
}

type LookQuery = (
    NameOrEntity,
    &'static LookAt,
    &'static mut Aim,
    (&'static mut Velocity<AimYaw>, &'static mut Velocity<AimPitch>),
    EyeQuery,
    (Option<&'static Projection>, &'static Composed),
    (Edges<AimYaw>, Edges<AimPitch>),
    &'static mut Sight,
);

/// The edges of a zone as limits of an angle, and the motion of that angle.
type Edges<P> = (&'static mut Limits<P>, &'static mut Motion<P>);

/// Moves the edges in one step. They then continue at their known rates.
fn teleport_edges<P: Property<Value: Space>>((limits, motion): &mut (Mut<Limits<P>>, Mut<Motion<P>>), to: Zone<P>) {
    **limits = to.limits;
    forget_samples_with_rates(&mut motion.bypass_change_detection().0, to.rates);
}

/// The present bearings of the points that are kept in the dead zone and in the hard zone. `h` is the time since the last tick (s), or
/// `None` when the camera starts on its target. `velocity_is_known` is `Some` if this crate moves the target, so that the target's velocity
/// need not be sampled.
fn find_bearings(
    look: &LookAt,
    aim: &Aim,
    eye: &Placement,
    frame: &WorldFrame,
    target: &WorldFrame,
    h: Option<f64>,
    velocity_is_known: Option<()>,
    sight: &mut Sight,
) -> Option<[Bearing; 2]> {
    let offset = look.offset.as_dvec3();
    let point = target.placement.carry(&Placement { position: quat::vector_to_math(offset), ..Placement::REST });
    let found = match (velocity_is_known, sight.target_point, h) {
        (None, Some(before), Some(h)) if h > 0.0 && !sight.edges_jump => Some((point.position - before) * (1.0 / h)),
        _ => None,
    };
    let velocity = found.unwrap_or(point.velocity);
    if h.is_some() {
        sight.target_point = Some(point.position).filter(|point| point.length().is_finite());
        sight.sampled_velocity = found.filter(|velocity| velocity.length().is_finite());
    }
    let ahead = velocity * f64::from(look.look_ahead);
    let last = sight.bearings;
    let near = last.map_or(f64::from(aim.yaw), |[last, _]| last.yaw);
    let bearing = |place: Vector3, last: Option<Bearing>, near: f64| {
        let (offset, rate) = frame.placement.local_offset(place - eye.position, velocity - eye.velocity);
        let seen = Bearing::next(offset, rate, last)?;
        Some(Bearing { yaw: turned_near(seen.yaw, near), ..seen })
    };
    let soft = bearing(point.position + ahead, last.map(|[soft, _]| soft), near)?;
    // Yaws wrap around, so whole turns are added to the yaw for the hard zone, to bring it nearest to the yaw for the dead zone.
    let hard = bearing(point.position, last.map(|[_, hard]| hard), soft.yaw)?;
    Some([soft, hard])
}

/// Run condition: at least one camera started before the size of its picture was known, and the size is known now.
pub(crate) fn is_picture_new(sights: Query<(Entity, &Sight)>, shot_cameras: ShotCameras) -> bool {
    sights.iter().any(|(entity, sight)| sight.awaits_picture && !shot_cameras.awaits_picture(entity))
}

/// System: turns cameras to their targets in one step, as [`begin`] describes.
pub(crate) fn begin_looking(
    mut cameras: Query<LookQuery>,
    targets: Query<Has<Velocity>>,
    shot_cameras: ShotCameras,
    frames: Frames,
    warnings: Res<Warnings>,
) {
    for mut camera in &mut cameras {
        if begin(&mut camera, &targets, &shot_cameras, &frames, &warnings).is_some() {
            let (.., sight) = &mut camera;
            sight.bypass_change_detection().starts_on_target = false;
        }
    }
}

/// System: like [`begin_looking`], but for each shot that a camera is about to show, because a blend needs the shot's aim. The shot starts
/// once more in [`begin_looking`].
pub(crate) fn begin_new_shots(
    showing: Query<(&ActiveShot, &Blending)>,
    mut cameras: Query<LookQuery>,
    targets: Query<Has<Velocity>>,
    shot_cameras: ShotCameras,
    frames: Frames,
    warnings: Res<Warnings>,
) {
    for (shows, blending) in &showing {
        if blending.shot != Some(shows.shot)
            && let Ok(mut camera) = cameras.get_mut(shows.shot)
        {
            begin(&mut camera, &targets, &shot_cameras, &frames, &warnings);
        }
    }
}

/// Turns a camera to its target in one step, if its `LookAt` is new, or if the camera was cut or has waited for the size of its picture.
/// Returns `None` otherwise, or if the camera sees no target.
fn begin(
    camera: &mut <LookQuery as QueryData>::Item<'_, '_>,
    targets: &Query<Has<Velocity>>,
    shot_cameras: &ShotCameras,
    frames: &Frames,
    warnings: &Warnings,
) -> Option<()> {
    let (name, look, aim, (yaw_rate, pitch_rate), eye_query, projection, (yaws, pitches), sight) = camera;
    if !(sight.starts_on_target || sight.awaits_picture) {
        return None;
    }
    let awaits_picture = shot_cameras.awaits_picture(name.entity);
    // The camera has already started, and starts again once the size of its picture is known. It draws nothing until then.
    if awaits_picture && !sight.starts_on_target {
        return None;
    }
    let (frame, eye) = eye_query.eye(name.entity, projection.1, frames)?;
    let sight = sight.bypass_change_detection();
    let look = &sight.validated(look, name, warnings)?;
    if !frames.contains(look.target) {
        return None;
    }
    let target = frames.world_frame(look.target);
    if !target.is_finite() {
        return None;
    }
    sight.bearings = None;
    sight.mark_teleported();
    let velocity_is_known = targets.get(look.target).is_ok_and(|ours| ours).then_some(());
    let seen = find_bearings(look, aim, &eye, &frame, &target, None, velocity_is_known, sight)?;
    sight.bearings = Some(seen);
    let lens = lens_of(shot_cameras.perspective(name.entity, *projection));
    let ahead = Polar { yaw: seen[0].yaw, pitch: seen[0].pitch, length: 0.0 };
    let without_zone = LookAt { dead_zone: ZoneExtents::default(), ..*look };
    let facing = without_zone.settled(&View { lens, aim: &ahead, bearing: seen[0] });
    let view = View { lens, aim: &facing, bearing: seen[0] };
    let rate = Polar {
        yaw: view.yaw(clamp_share(look.screen_position.x)).rate,
        pitch: view.pitch(clamp_share(look.screen_position.y)).rate,
        length: 0.0,
    };
    // The steady lag of the spring behind a target that keeps moving at these rates.
    let lag =
        (1.0 - f64::from(look.feed_forward)) * 2.0 * f64::from(look.damping_ratio) / f64::from(look.angular_frequency);
    let follows = look.dead_zone == ZoneExtents::default() && lag.is_finite();
    let behind = if follows { facing - rate * lag } else { facing };
    // The edges depend on the aim that they limit, so the aim is found by iteration as well.
    let clamped = |aim: Polar, _| look.clamp_to_hard_zone(&View { lens, aim: &aim, bearing: seen[1] }, behind);
    let behind = (0..16).fold(behind, clamped);
    let [soft, hard] = seen.map(|bearing| View { lens, aim: &behind, bearing });
    let settled = look.settled(&soft);
    let soft = View { aim: &settled, ..soft };
    teleport_edges(yaws, look.yaw_limits(&soft, &hard));
    teleport_edges(pitches, look.pitch_limits(&soft, &hard));
    sight.awaits_picture = awaits_picture;
    (sight.edges_jump, sight.settings) = (false, Some(Settings::of(look, lens)));
    let turned = Aim { yaw: f32::narrow(behind.yaw), pitch: f32::narrow(behind.pitch) };
    aim.set_if_neq(turned);
    yaw_rate.set_if_neq(Velocity::of(f32::narrow(rate.yaw)));
    pitch_rate.set_if_neq(Velocity::of(f32::narrow(rate.pitch)));
    Some(())
}

/// System: computes the edges of all zones, and writes them as limits of the aim. The limits are then sampled in this tick, unless they
/// jump.
pub(crate) fn look(
    clock: Res<Clock<AimYaw>>,
    mut cameras: Query<LookQuery>,
    targets: Query<Has<Velocity>>,
    shot_cameras: ShotCameras,
    frames: Frames,
    warnings: Res<Warnings>,
    loops: Loops,
) {
    for (name, look, aim, _, eye_query, projection, (mut yaws, mut pitches), mut sight) in &mut cameras {
        let sight = sight.bypass_change_detection();
        let Some((frame, eye)) = eye_query.eye(name.entity, projection.1, &frames) else {
            sight.lose_target();
            continue;
        };
        let Some(look) = &sight.validated(look, &name, &warnings) else { continue };
        if !frames.contains(look.target) {
            let message = format_args!(
                "{name}: the target of its LookAt is despawned, disabled or has no Transform; the camera keeps its last bearing"
            );
            warnings.warn(name.entity, ("LookAt", "target"), message);
            sight.lose_target();
            continue;
        }
        let lens = lens_of(shot_cameras.perspective(name.entity, projection));
        let settings = Settings::of(look, lens);
        if sight.settings.replace(settings).is_none_or(|before| before.jumps_to(&settings)) {
            sight.edges_jump = true;
        }
        let velocity_is_known = targets.get(look.target).is_ok_and(|ours| ours).then_some(());
        let target = frames.world_frame(look.target);
        let seen = find_bearings(look, &aim, &eye, &frame, &target, Some(clock.h), velocity_is_known, sight);
        let Some(seen) = seen.filter(|_| target.is_finite()) else {
            sight.lose_target();
            continue;
        };
        if sight.bearings.is_some_and(|[before, _]| before.is_steep() != seen[0].is_steep()) {
            sight.edges_jump = true;
        }
        sight.bearings = Some(seen);
        let facing = Polar { yaw: aim.yaw.into(), pitch: aim.pitch.into(), length: 0.0 };
        let [soft, hard] = seen.map(|bearing| View { lens, aim: &facing, bearing });
        let settled = look.settled(&soft);
        let soft = View { aim: &settled, ..soft };
        let mut to = (look.yaw_limits(&soft, &hard), look.pitch_limits(&soft, &hard));
        // If the target turns with the camera, turning cannot bring it into the dead zone. This is not checked while the camera is shaken,
        // because the shake alone may put such a target outside.
        let is_outside = projection.1.without_shake.is_none()
            && (is_outside(&to.0.limits, facing.yaw) || is_outside(&to.1.limits, facing.pitch));
        if is_outside && loops.looks_at_itself(name.entity, look) {
            warnings.warn(name.entity, ("LookAt::target", "itself"), format_args!(
                "{name}: the position of {}, which it looks at, depends on where it looks, so it cannot bring that to its place \
                 in the picture and keeps its aim: look at an entity that does not turn with the camera",
                look.target
            ));
            to = look.fixed_zones(&facing);
        }
        let has_same_bounds = yaws.0.tracked
            && yaws.0.upper[0].is_some() == to.0.limits.upper[0].is_some()
            && pitches.0.upper[0].is_some() == to.1.limits.upper[0].is_some();
        if core::mem::take(&mut sight.edges_jump) || !has_same_bounds {
            teleport_edges(&mut yaws, to.0);
            teleport_edges(&mut pitches, to.1);
        } else {
            let (to_yaws, to_pitches) = (to.0.without_rounding(&yaws.0), to.1.without_rounding(&pitches.0));
            yaws.0.set_if_neq(to_yaws);
            pitches.0.set_if_neq(to_pitches);
        }
    }
}

/// Whether an aim is outside its dead zone by more than rounding.
fn is_outside<P: Property>(limits: &Limits<P>, aim: f64) -> bool {
    let [_, lower, upper, _] = limits.bounds().map(|[edge, ..]| edge.map(f64::from));
    lower.is_some_and(|lower| aim < lower - AIM_TOLERANCE) || upper.is_some_and(|upper| aim > upper + AIM_TOLERANCE)
}

/// Observer: resets the state of a `LookAt` that is removed, so that a later `LookAt` starts anew.
pub(crate) fn look_at_removed(removed: Removed<LookAt>, mut sights: WithDisabled<&mut Sight>) {
    if let Ok(mut sight) = sights.get_mut(removed.entity) {
        *sight = Sight::default();
    }
}

/// Observer: when a camera, its target, or an ancestor of either is teleported, the edges of the camera's zones jump.
pub(crate) fn target_teleported(
    teleported: On<Teleported>,
    mut cameras: Query<(Entity, &LookAt, &mut Sight), With<Aim>>,
    frames: Frames,
) {
    let is_teleported =
        |entity: Entity| core::iter::once(entity).chain(frames.above(entity)).any(|entity| entity == teleported.entity);
    for (eye, look, mut sight) in &mut cameras {
        if is_teleported(look.target) || is_teleported(eye) {
            sight.bypass_change_detection().mark_teleported();
        }
    }
}
