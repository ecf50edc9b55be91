//! The one writer of poses, and of the transforms of entities that have one.

use alloc::{string::ToString, vec::Vec};

use bevy::prelude::*;

use super::{Composed, LookAt, Orbit, Pose, Shake, Shows, frame::Frame, frames::Frames, nodes::Cameras};
use crate::{
    math::camera::Placement,
    property::{Rotation, Velocity, disabling::WithDisabled},
    space::{Tangent, quat::from_math},
    warning::Warnings,
};

/// Where an entity is put.
pub(crate) struct Placing {
    pub(crate) entity: Entity,
    placement: Placement,
    /// In its parents' frame, with the shake. `None` if they leave it no room.
    local: Option<(Vec3, Quat)>,
    /// The same without the shake, while it shakes.
    calm: Option<(Vec3, Quat)>,
    /// Its parents shear it.
    is_sheared: bool,
    /// The rotation in the world that a camera is drawn with, if its parents distort it.
    undistorted: Option<Quat>,
    /// Whether other systems may move it, and turn it.
    is_free: [bool; 2],
}

impl Placing {
    /// Where an attached entity is put.
    pub(crate) fn of(entity: Entity, placement: Placement, frames: &Frames) -> Self {
        let frame = frames.parent(entity);
        let local = local(&frame, &placement);
        let is_sheared = local.is_some_and(|(_, turn)| frame.shears(turn));
        Self { entity, placement, local, calm: None, is_sheared, undistorted: None, is_free: [false; 2] }
    }
}

/// The place and the rotation in a frame. Returns `None` if it leaves no room.
fn local(frame: &Frame, placement: &Placement) -> Option<(Vec3, Quat)> {
    frame.has_room().then(|| (Vec3::narrow(frame.local(placement.position)), frame.turned(placement)))
}

/// What a camera is placed by.
pub(super) type PlacedBy = (&'static Composed, Option<&'static Shake>, Option<&'static Shows>, Has<Orbit>, Has<LookAt>);

/// What is written of an entity.
pub(crate) type Placed = (NameOrEntity, &'static mut Composed, &'static mut Pose, &'static mut Transform);

/// Where the cameras among these are put, as they were composed.
pub(super) fn place(level: &[Entity], cameras: &Query<PlacedBy, Cameras>, frames: &Frames) -> Vec<Placing> {
    let placing = |&entity: &Entity| {
        let (composed, shake, shows, has_orbit, looks) = cameras.get(entity).ok()?;
        let (frame, placement) = (frames.parent(entity), composed.placement?);
        let drawn = shake.map_or(placement, |shake| shake.of(&placement));
        let calm = if drawn == placement { None } else { local(&frame, &placement) };
        let is_its_own = !has_orbit && shows.is_some_and(|shows| shows.shot == entity);
        let is_free = [is_its_own, is_its_own && !looks];
        let undistorted = (frame.distorts() && !is_free[1]).then(|| from_math(drawn.orientation).as_quat());
        let local = local(&frame, &drawn);
        Some(Placing { entity, placement, local, calm, is_sheared: false, undistorted, is_free })
    };
    level.iter().filter_map(placing).collect()
}

/// Writes where these are. Warns if something else moves them: `what` it moves, and `why` that has no effect.
pub(crate) fn write(
    placings: Vec<Placing>,
    entities: &mut Query<Placed>,
    warnings: &Warnings,
    what: &'static str,
    why: &str,
) {
    for Placing { entity, placement, local, calm, is_sheared, undistorted, is_free: [moves, turns] } in placings {
        let Ok((name, mut composed, mut pose, mut transform)) = entities.get_mut(entity) else { continue };
        let composed = composed.bypass_change_detection();
        let (is_placed, found_place) = (composed.is_placed, transform.translation);
        let own = |(place, turn)| if is_placed { (place, turn) } else { (found_place, turn) };
        let (local, calm) = (local.map(own), calm.map(own));
        let shown = Pose::of(&placement);
        let local = local.filter(|(place, turn)| place.is_finite() && turn.is_finite() && shown.is_finite());
        let Some(local) = local else {
            if !core::mem::replace(&mut composed.told_frame, true) {
                let message = format_args!(
                    "{name}: its parents leave it no room, or mirror it, or no f32 holds where it is and how it moves; \
                     its last pose stands"
                );
                warnings.warn(entity, ("parents without room", what), message);
            }
            continue;
        };
        composed.told_frame = false;
        if is_sheared {
            let message = format_args!(
                "{name}: its parents are scaled by another factor along each axis, which shears {what}: no rotation can undo \
                 that; put the scale on a child of that parent, for instance on the mesh, instead of above {what}"
            );
            warnings.warn(entity, ("sheared by parents", what), message);
        }
        pose.set_if_neq(shown);
        let found = (transform.translation, transform.rotation);
        let is_foreign =
            |(place, turn)| (composed.is_placed && !moves && place != found.0) || (!turns && turn != found.1);
        let was_shifted = core::mem::take(&mut composed.is_shifted);
        if composed.written.is_some_and(is_foreign)
            && !was_shifted
            && !core::mem::replace(&mut composed.told_writer, true)
        {
            let by = transform.changed_by().into_option();
            let by = by.map_or_else(|| "Bevy's feature track_location tells by whom".to_string(), |by| by.to_string());
            let message = format_args!("{name}: something else moves {what} ({by}), which has no effect: {why}");
            warnings.warn(entity, ("moved by something else", what), message);
        }
        (composed.written, composed.calm) = (Some(local), calm.map(|calm| [local, calm]));
        composed.undistorted = undistorted;
        if found != local {
            (transform.translation, transform.rotation) = local;
        }
    }
}

/// An orbit is all that moves its camera, and a look at something all that turns it; springs on what is composed give way. Not where they
/// are added: the orbit or the look may be taken off right after that, by a throw or a rollback.
pub(crate) fn give_way(cameras: WithDisabled<Moved, MovedTwice>, warnings: Res<Warnings>, mut commands: Commands) {
    for (name, is_placed, moves, turns) in &*cameras {
        if is_placed && moves {
            let message = format_args!(
                "{name}: its Orbit moves this camera; motion on its Translation has no effect, put it on the pivot"
            );
            warnings.warn(name.entity, ("moved by Orbit", "Translation"), message);
            commands.entity(name.entity).try_remove::<Velocity>();
        }
        if turns {
            let message = format_args!(
                "{name}: its Orbit or LookAt turns this camera; motion on its Rotation has no effect, put it on the pivot"
            );
            warnings.warn(name.entity, ("turned by Orbit or LookAt", "Rotation"), message);
            commands.entity(name.entity).try_remove::<Velocity<Rotation>>();
        }
    }
}

type Moved = (NameOrEntity, Has<Orbit>, Has<Velocity>, Has<Velocity<Rotation>>);

type MovedTwice = Or<((With<Orbit>, With<Velocity>), (Or<(With<Orbit>, With<LookAt>)>, With<Velocity<Rotation>>))>;
