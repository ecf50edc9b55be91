//! What a camera sees of its target, and where the limits of where it looks are then.

use bevy::{
    ecs::{entity::MapEntities, name::NameOrEntityItem, query::QueryData},
    prelude::*,
};

use super::{
    viewers::Viewers,
    zones::{View, Zone, lens_of, share},
};
use crate::{
    camera::{
        Aim, AimPitch, AimYaw, Blending, Composed, LookAt, Shows, Sides,
        compose::Stand,
        frame::Frame,
        frames::Frames,
        loops::{Loops, Members},
        remembered::remembered,
    },
    engine::Removed,
    events::Teleported,
    law::Limits,
    math::{
        camera::{Bearing, Lens, Placement, Polar, turned_near},
        rotation::Vector3,
    },
    motion::{Motion, camera::forget_samples_at, clock::Clock},
    property::{Property, Velocity, disabling::WithDisabled},
    space::{Space, quat},
    warning::Warnings,
};

/// A field of view that changes by more in a tick has been written. Unit: rad.
pub(crate) const WRITTEN: f64 = 0.05;
/// An aim that is off by less is not off. Unit: rad.
const ROUNDED: f64 = 1e-4;

remembered! {
    /// What a camera remembers of its target's path.
    ///
    /// The plugin inserts it with [`LookAt`]. Its fields are private, as those of [`Motion`](crate::Motion): for a rollback, keep a clone and
    /// put it back with everything else. With the feature `serialize` it is saved in scenes; if it is not saved, a camera that is loaded looks
    /// at its target at once.
    pub struct Sight {
        /// It is to look at its target at once.
        pub(crate) begins: bool,
        /// It began to look before its picture was known, in a square one.
        awaits_picture: bool,
        /// What it sees was teleported.
        jumps: bool,
        /// The bearings of what the soft and the hard zone keep.
        seen: Option<[Bearing; 2]>,
        #[entities]
        settings: Option<Settings>,
        /// Where the point was that is looked at.
        point: Option<Vector3>,
        /// How fast that went, where only its places are known. Unit: m/s.
        #[cfg_attr(feature = "serialize", serde(default))]
        found_velocity: Option<Vector3>,
        /// The last [`LookAt`] whose numbers were valid.
        #[entities]
        valid: Option<LookAt>,
    }
}

impl Default for Sight {
    fn default() -> Self {
        Self {
            begins: true,
            awaits_picture: false,
            jumps: true,
            seen: None,
            settings: None,
            point: None,
            found_velocity: None,
            valid: None,
        }
    }
}

impl Sight {
    /// Puts what is remembered elsewhere, with the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        self.point = self.point.map(|point| point + by);
    }

    /// How the camera looks: by `look`, or, if a number of it is invalid, by the last valid one.
    fn judged(&mut self, look: &LookAt, name: &NameOrEntityItem, warnings: &Warnings) -> Option<LookAt> {
        match look.fault() {
            None => self.valid = Some(*look),
            Some((field, fault)) => {
                let message = format_args!("{name}: LookAt::{field} {fault}; it looks as before");
                warnings.warn(name.entity, ("LookAt", field), message);
            }
        }
        self.valid
    }

    /// Where the point was last that `look` looks at, and how fast it went (m/s), where only its places are known.
    pub(crate) fn found(&self, look: &LookAt) -> Option<(Vector3, Vector3)> {
        // Another target may have been written since.
        self.point.zip(self.found_velocity).filter(|_| self.valid.as_ref() == Some(look))
    }

    /// What it sees from here is elsewhere all at once.
    pub(crate) fn jump(&mut self) {
        (self.jumps, self.found_velocity) = (true, None);
    }

    /// What was seen last is no news of how anything moves.
    pub(crate) fn forget(&mut self) {
        (self.jumps, self.point, self.found_velocity) = (true, None, None);
    }

    /// Nothing is seen. A cut has nothing to cut to, and is over; the first aim waits.
    fn lose(&mut self) {
        self.forget();
        self.begins &= self.seen.is_none();
    }
}

/// What moves the edges all at once where it changes.
#[derive(Clone, Copy, Debug, PartialEq, MapEntities)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
struct Settings {
    #[entities]
    target: Entity,
    at: Vec2,
    zones: [Sides; 2],
    lens: Option<Lens>,
}

impl Settings {
    const fn of(look: &LookAt, lens: Option<Lens>) -> Self {
        Self { target: look.target, at: look.at, zones: [look.dead, look.hard], lens }
    }

    fn jumps_to(&self, other: &Self) -> bool {
        let written = match (self.lens, other.lens) {
            (Some(before), Some(lens)) => {
                before.aspect != lens.aspect || (before.field_of_view - lens.field_of_view).abs() > WRITTEN
            }
            (before, lens) => before != lens,
        };
        written || Self { lens: None, ..*self } != Self { lens: None, ..*other }
    }
}

type Looking = (
    NameOrEntity,
    &'static LookAt,
    &'static mut Aim,
    (&'static mut Velocity<AimYaw>, &'static mut Velocity<AimPitch>),
    Stand,
    (Option<&'static Projection>, &'static Composed),
    (Edges<AimYaw>, Edges<AimPitch>),
    &'static mut Sight,
);

/// The edges of zones as limits of an angle, and its motion.
type Edges<P> = (&'static mut Limits<P>, &'static mut Motion<P>);

/// Teleports the edges, which then continue at known rates.
fn jump<P: Property<Value: Space>>((limits, motion): &mut (Mut<Limits<P>>, Mut<Motion<P>>), to: Zone<P>) {
    **limits = to.limits;
    forget_samples_at(&mut motion.bypass_change_detection().0, to.rates);
}

/// Sees what is looked at, from where the camera is now, `h` seconds after it was last seen.
fn see(
    look: &LookAt,
    aim: &Aim,
    eye: &Placement,
    frame: &Frame,
    target: &Frame,
    h: Option<f64>,
    told: Option<()>,
    sight: &mut Sight,
) -> Option<[Bearing; 2]> {
    let offset = look.offset.as_dvec3();
    let point = target.placement.carry(&Placement { position: quat::vector_to_math(offset), ..Placement::REST });
    let found = match (told, sight.point, h) {
        (None, Some(before), Some(h)) if h > 0.0 && !sight.jumps => Some((point.position - before) * (1.0 / h)),
        _ => None,
    };
    let velocity = found.unwrap_or(point.velocity);
    if h.is_some() {
        sight.point = Some(point.position).filter(|point| point.length().is_finite());
        sight.found_velocity = found.filter(|velocity| velocity.length().is_finite());
    }
    let ahead = velocity * f64::from(look.look_ahead);
    let last = sight.seen;
    let near = last.map_or(f64::from(aim.yaw), |[last, _]| last.yaw);
    let bearing = |place: Vector3, last: Option<Bearing>, near: f64| {
        let (offset, rate) = frame.placement.sight(place - eye.position, velocity - eye.velocity);
        let seen = Bearing::next(offset, rate, last)?;
        Some(Bearing { yaw: turned_near(seen.yaw, near), ..seen })
    };
    let soft = bearing(point.position + ahead, last.map(|[soft, _]| soft), near)?;
    // Both zones are on the same side of the seam of yaws.
    let hard = bearing(point.position, last.map(|[_, hard]| hard), soft.yaw)?;
    Some([soft, hard])
}

/// Whether the picture of a camera is known now that began to look before it was.
pub(crate) fn is_picture_new(sights: Query<(Entity, &Sight)>, viewers: Viewers) -> bool {
    sights.iter().any(|(entity, sight)| sight.awaits_picture && !viewers.awaits_picture(entity))
}

/// Turns cameras that begin to look at their targets at once.
pub(crate) fn begin_looking(
    mut cameras: Query<Looking>,
    targets: Query<Has<Velocity>>,
    viewers: Viewers,
    frames: Frames,
    warnings: Res<Warnings>,
) {
    for mut camera in &mut cameras {
        if begin(&mut camera, &targets, &viewers, &frames, &warnings).is_some() {
            let (.., sight) = &mut camera;
            sight.bypass_change_detection().begins = false;
        }
    }
}

/// Turns shots that begin to look, and are to be shown from now on, to what they look at: a blend needs to know where they look. They begin
/// to look where motion goes on.
pub(crate) fn begin_shown(
    showing: Query<(&Shows, &Blending)>,
    mut cameras: Query<Looking>,
    targets: Query<Has<Velocity>>,
    viewers: Viewers,
    frames: Frames,
    warnings: Res<Warnings>,
) {
    for (shows, blending) in &showing {
        if blending.shot != Some(shows.shot)
            && let Ok(mut camera) = cameras.get_mut(shows.shot)
        {
            begin(&mut camera, &targets, &viewers, &frames, &warnings);
        }
    }
}

/// Turns a camera that begins to look at once to what it looks at; none if it does not begin, or sees nothing.
fn begin(
    camera: &mut <Looking as QueryData>::Item<'_, '_>,
    targets: &Query<Has<Velocity>>,
    viewers: &Viewers,
    frames: &Frames,
    warnings: &Warnings,
) -> Option<()> {
    let (name, look, aim, (yaw_rate, pitch_rate), stand, projection, (yaws, pitches), sight) = camera;
    if !(sight.begins || sight.awaits_picture) {
        return None;
    }
    let awaits_picture = viewers.awaits_picture(name.entity);
    // Nothing of it has been drawn before its picture is known.
    if awaits_picture && !sight.begins {
        return None;
    }
    let (frame, eye) = stand.eye(name.entity, projection.1, frames)?;
    let sight = sight.bypass_change_detection();
    let look = &sight.judged(look, name, warnings)?;
    if !frames.contains(look.target) {
        return None;
    }
    let target = frames.own(look.target);
    if !target.is_somewhere() {
        return None;
    }
    sight.seen = None;
    sight.jump();
    let told = targets.get(look.target).is_ok_and(|ours| ours).then_some(());
    let seen = see(look, aim, &eye, &frame, &target, None, told, sight)?;
    sight.seen = Some(seen);
    let lens = lens_of(viewers.perspective(name.entity, *projection));
    let mut facing = Polar { yaw: seen[0].yaw, pitch: seen[0].pitch, length: 0.0 };
    let mut rate = Polar::default();
    // Each edge depends a little on the other angle.
    for _ in 0..16 {
        let yaw = View { lens, aim: &facing, seen: seen[0] }.yaw(share(look.at.x));
        facing.yaw = yaw.angle;
        let pitch = View { lens, aim: &facing, seen: seen[0] }.pitch(share(look.at.y));
        facing.pitch = pitch.angle;
        rate = Polar { yaw: yaw.rate, pitch: pitch.rate, length: 0.0 };
    }
    // As far behind as its spring is behind what has long moved so.
    let lag =
        (1.0 - f64::from(look.feed_forward)) * 2.0 * f64::from(look.damping_ratio) / f64::from(look.angular_frequency);
    let follows = look.dead == Sides::default() && lag.is_finite();
    let behind = if follows { facing - rate * lag } else { facing };
    // The edges are those of a camera that looks as it then does.
    let kept = |aim: Polar, _| look.kept(&View { lens, aim: &aim, seen: seen[1] }, behind);
    let behind = (0..16).fold(behind, kept);
    let [soft, hard] = seen.map(|seen| View { lens, aim: &behind, seen });
    jump(yaws, look.yaw_limits(&soft, &hard));
    jump(pitches, look.pitch_limits(&soft, &hard));
    sight.awaits_picture = awaits_picture;
    (sight.jumps, sight.settings) = (false, Some(Settings::of(look, lens)));
    let turned = Aim { yaw: f32::narrow(behind.yaw), pitch: f32::narrow(behind.pitch) };
    aim.set_if_neq(turned);
    yaw_rate.set_if_neq(Velocity::of(f32::narrow(rate.yaw)));
    pitch_rate.set_if_neq(Velocity::of(f32::narrow(rate.pitch)));
    Some(())
}

/// Finds the edges of everybody's zones, to be sampled in this tick unless they jump.
pub(crate) fn look(
    clock: Res<Clock<AimYaw>>,
    mut cameras: Query<Looking>,
    targets: Query<Has<Velocity>>,
    viewers: Viewers,
    frames: Frames,
    warnings: Res<Warnings>,
    loops: Loops,
) {
    let all = if cameras.is_empty() { Members::default() } else { loops.members() };
    for (name, look, aim, _, stand, projection, (mut yaws, mut pitches), mut sight) in &mut cameras {
        let sight = sight.bypass_change_detection();
        let Some((frame, eye)) = stand.eye(name.entity, projection.1, &frames) else {
            sight.lose();
            continue;
        };
        let Some(look) = &sight.judged(look, &name, &warnings) else { continue };
        if !frames.contains(look.target) {
            let message = format_args!(
                "{name}: the target of its LookAt is gone or has no Transform; it looks where that was last"
            );
            warnings.warn(name.entity, ("LookAt", "target"), message);
            sight.lose();
            continue;
        }
        let lens = lens_of(viewers.perspective(name.entity, projection));
        let settings = Settings::of(look, lens);
        if sight.settings.replace(settings).is_none_or(|before| before.jumps_to(&settings)) {
            sight.jumps = true;
        }
        let told = targets.get(look.target).is_ok_and(|ours| ours).then_some(());
        let target = frames.own(look.target);
        let seen = see(look, &aim, &eye, &frame, &target, Some(clock.h), told, sight);
        let Some(seen) = seen.filter(|_| target.is_somewhere()) else {
            sight.lose();
            continue;
        };
        if sight.seen.is_some_and(|[before, _]| before.is_steep() != seen[0].is_steep()) {
            sight.jumps = true;
        }
        sight.seen = Some(seen);
        let facing = Polar { yaw: aim.yaw.into(), pitch: aim.pitch.into(), length: 0.0 };
        let [soft, hard] = seen.map(|seen| View { lens, aim: &facing, seen });
        let mut to = (look.yaw_limits(&soft, &hard), look.pitch_limits(&soft, &hard));
        // What moves with the camera can be in its zone, but cannot be brought there. While the picture shakes, so does what moves with it.
        let is_outside = projection.1.calm.is_none()
            && (is_outside(&to.0.limits, facing.yaw) || is_outside(&to.1.limits, facing.pitch));
        if is_outside && loops.looks_at_itself(name.entity, look, &all) {
            warnings.warn(name.entity, ("LookAt::target", "itself"), format_args!(
                "{name}: the place of {}, which it looks at, depends on where it looks, so that it cannot be brought to its \
                 place in the picture; it looks as before: look at something that does not turn with the camera",
                look.target
            ));
            to = look.held(&facing);
        }
        let is_alike = yaws.0.tracked
            && yaws.0.upper[0].is_some() == to.0.limits.upper[0].is_some()
            && pitches.0.upper[0].is_some() == to.1.limits.upper[0].is_some();
        if core::mem::take(&mut sight.jumps) || !is_alike {
            jump(&mut yaws, to.0);
            jump(&mut pitches, to.1);
        } else {
            let (to_yaws, to_pitches) = (to.0.settled(&yaws.0), to.1.settled(&pitches.0));
            yaws.0.set_if_neq(to_yaws);
            pitches.0.set_if_neq(to_pitches);
        }
    }
}

/// Whether an aim is outside its dead zone, by more than numbers are rounded.
fn is_outside<P: Property>(limits: &Limits<P>, aim: f64) -> bool {
    let [lower, upper] = [limits.soft_lower[0].map(f64::from), limits.soft_upper[0].map(f64::from)];
    lower.is_some_and(|lower| aim < lower - ROUNDED) || upper.is_some_and(|upper| aim > upper + ROUNDED)
}

/// Observer: nothing is looked at any more. Where something is again, that begins anew.
pub(crate) fn stop_looking(removed: Removed<LookAt>, mut sights: WithDisabled<&mut Sight>) {
    if let Ok(mut sight) = sights.get_mut(removed.entity) {
        *sight = Sight::default();
    }
}

/// Observer: what is looked at, or the camera, was put elsewhere, or a parent of them.
pub(crate) fn target_teleported(
    teleported: On<Teleported>,
    mut cameras: Query<(Entity, &LookAt, &mut Sight), With<Aim>>,
    frames: Frames,
) {
    let goes =
        |entity: Entity| core::iter::once(entity).chain(frames.above(entity)).any(|entity| entity == teleported.entity);
    for (eye, look, mut sight) in &mut cameras {
        if goes(look.target) || goes(eye) {
            sight.bypass_change_detection().jump();
        }
    }
}
