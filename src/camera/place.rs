//! The only writer of poses, and of the transforms of entities with a pose.

use alloc::{string::ToString, vec::Vec};

use bevy::prelude::*;

use super::{ActiveShot, Composed, LookAt, Orbit, Pose, Shake, frame::WorldFrame, frames::Frames, nodes::Cameras};
use crate::{
    math::camera::Placement,
    property::{Rotation, Velocity, disabling::WithDisabled},
    space::{Tangent, quat::from_math},
    warning::Warnings,
};

/// The new placement of an entity.
pub(crate) struct Placing {
    pub(crate) entity: Entity,
    placement: Placement,
    /// Translation and rotation in the parent frame, with the shake. `None` if the parent frame is invalid.
    local: Option<(Vec3, Quat)>,
    /// The same without the shake. `None` if the entity is not shaken.
    without_shake: Option<(Vec3, Quat)>,
    /// Whether the entity is sheared by its parents.
    is_sheared: bool,
    /// For a camera whose parents distort its axes: the rotation in the world with which it is drawn.
    undistorted: Option<Quat>,
    /// Whether other systems may move the entity, and whether they may turn it.
    is_free: [bool; 2],
}

impl Placing {
    /// Creates the placing of an attached entity.
    pub(crate) fn of(entity: Entity, placement: Placement, frames: &Frames) -> Self {
        let frame = frames.parent(entity);
        let local = local(&frame, &placement);
        let is_sheared = local.is_some_and(|(_, turn)| frame.shears(turn));
        Self { entity, placement, local, without_shake: None, is_sheared, undistorted: None, is_free: [false; 2] }
    }
}

/// The translation and rotation of `placement` relative to `frame`. Returns `None` if the frame is invalid.
fn local(frame: &WorldFrame, placement: &Placement) -> Option<(Vec3, Quat)> {
    frame.is_valid().then(|| (Vec3::narrow(frame.local_position(placement.position)), frame.local_rotation(placement)))
}

/// The components that determine how a camera is placed.
pub(super) type PlacedBy =
    (&'static Composed, Option<&'static Shake>, Option<&'static ActiveShot>, Has<Orbit>, Has<LookAt>);

/// The components that are written when an entity is placed.
pub(crate) type Placed = (NameOrEntity, &'static mut Composed, &'static mut Pose, &'static mut Transform);

/// Returns the placings of all cameras in `level` at the time `now` (s), from their composed placements.
pub(super) fn place(level: &[Entity], cameras: &Query<PlacedBy, Cameras>, frames: &Frames, now: f64) -> Vec<Placing> {
    let placing = |&entity: &Entity| {
        let (composed, shake, shows, has_orbit, looks) = cameras.get(entity).ok()?;
        let (frame, placement) = (frames.parent(entity), composed.placement?);
        let drawn = shake.map_or(placement, |shake| shake.of(&placement, now));
        let without_shake = if drawn == placement { None } else { local(&frame, &placement) };
        let is_its_own = !has_orbit && shows.is_some_and(|shows| shows.shot == entity);
        let is_free = [is_its_own, is_its_own && !looks];
        let undistorted = (frame.distorts() && !is_free[1]).then(|| from_math(drawn.orientation).as_quat());
        let local = local(&frame, &drawn);
        Some(Placing { entity, placement, local, without_shake, is_sheared: false, undistorted, is_free })
    };
    level.iter().filter_map(placing).collect()
}

/// Writes placings to poses and transforms. Warns if parents are invalid or shear an entity, and if other code moves an entity. In the
/// messages, `what` stands for the entity, and `why` says why moving it has no effect.
pub(crate) fn write(
    placings: Vec<Placing>,
    entities: &mut Query<Placed>,
    warnings: &Warnings,
    what: &'static str,
    why: &str,
) {
    for Placing { entity, placement, local, without_shake, is_sheared, undistorted, is_free: [moves, turns] } in
        placings
    {
        let Ok((name, mut composed, mut pose, mut transform)) = entities.get_mut(entity) else { continue };
        let composed = composed.bypass_change_detection();
        let (is_placed, found_place) = (composed.is_placed, transform.translation);
        let own = |(place, turn)| if is_placed { (place, turn) } else { (found_place, turn) };
        let (local, without_shake) = (local.map(own), without_shake.map(own));
        let shown = Pose::of(&placement);
        let local = local.filter(|(place, turn)| place.is_finite() && turn.is_finite() && shown.is_finite());
        let Some(local) = local else {
            if !core::mem::replace(&mut composed.warned_frame, true) {
                let message = format_args!(
                    "{name}: its parents mirror it or have a scale of 0, or its position or velocity is not finite in f32; \
                     its last pose is kept"
                );
                warnings.warn(entity, ("invalid parent frame", what), message);
            }
            continue;
        };
        composed.warned_frame = false;
        if is_sheared {
            let message = format_args!(
                "{name}: its parents are scaled by different factors along their axes, which shears {what}, and no rotation \
                 can undo that: put the scale on a child of that parent, for instance on the mesh, instead of above {what}"
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
            && !core::mem::replace(&mut composed.warned_writer, true)
        {
            let by = transform.changed_by().into_option();
            let by = by.map_or_else(|| "Bevy's feature track_location names the code".to_string(), |by| by.to_string());
            let message = format_args!("{name}: something else moves {what} ({by}), which has no effect: {why}");
            warnings.warn(entity, ("moved by something else", what), message);
        }
        (composed.written, composed.without_shake) =
            (Some(local), without_shake.map(|without_shake| [local, without_shake]));
        composed.undistorted = undistorted;
        if found != local {
            (transform.translation, transform.rotation) = local;
        }
    }
}

/// System: removes motion from cameras whose `Transform` is composed. A camera with an `Orbit` cannot have motion on its translation, and a
/// camera with an `Orbit` or a `LookAt` cannot have motion on its rotation.
///
/// An observer of added motion would be too early, because a throw or a rollback may remove the `Orbit` or the `LookAt` right after it adds
/// the motion.
pub(crate) fn remove_overridden_motion(
    cameras: WithDisabled<Moved, MovedTwice>,
    warnings: Res<Warnings>,
    mut commands: Commands,
) {
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
