//! The one writer of poses, and of the transforms of those who have one.

use alloc::{string::ToString, vec::Vec};

use bevy::{
    ecs::{
        change_detection::{DetectChanges, DetectChangesMut},
        entity::Entity,
        name::NameOrEntity,
        query::{Has, Or, QueryFilter, With},
        system::{Commands, ParamSet, Query, Res},
    },
    math::{Quat, Vec3},
    transform::components::Transform,
};

use super::{Composed, LookAt, Orbit, Pose, Shake, Shows, frame::Frames};
use crate::{
    math::camera::Placement,
    property::{Rotation, Velocity, disabling::WithDisabled},
    space::{Tangent, quat},
    warning::Warnings,
};

/// Where an entity is put.
pub(crate) struct Placing {
    entity: Entity,
    placement: Placement,
    /// In its parents' frame; none where they leave it no room.
    local: Option<(Vec3, Quat)>,
    /// Others may move it, and turn it.
    is_free: [bool; 2],
}

impl Placing {
    pub(crate) const fn entity(&self) -> Entity {
        self.entity
    }

    pub(crate) fn of(entity: Entity, placement: Placement, shake: Option<&Shake>, frames: &Frames) -> Self {
        let frame = frames.parent(entity);
        let local = frame.has_room().then(|| {
            let back = frame.placement.orientation.conjugate();
            let drawn = shake.map_or(placement, |shake| shake.of(&placement));
            let rotation = quat::from_math((back * drawn.orientation).normalized()).as_quat();
            (Vec3::narrow(frame.local(drawn.position)), rotation)
        });
        Self { entity, placement, local, is_free: [false; 2] }
    }
}

/// What a camera is placed by.
type Composing = (Entity, &'static Composed, Option<&'static Shake>, Option<&'static Shows>, Has<Orbit>, Has<LookAt>);

/// What is written of an entity.
pub(crate) type Placed = (NameOrEntity, &'static mut Composed, &'static mut Pose, &'static mut Transform);

/// What is placed by what was composed.
type Cameras<F> = (Or<(With<Orbit>, With<LookAt>, With<Shows>)>, F);

/// Writes what was composed, of the cameras of `F`: first of those without [`Shows`], because what is shown, or shows, may be their child.
pub(crate) fn place<F: QueryFilter + 'static>(
    mut world: ParamSet<((Query<Composing, Cameras<F>>, Frames), Query<Placed>)>,
    warnings: Res<Warnings>,
) {
    let (composed, frames) = world.p0();
    let placings: Vec<_> = composed
        .iter()
        .filter_map(|(entity, composed, shake, shows, has_orbit, looks)| {
            let placing = Placing::of(entity, composed.placement?, shake, &frames);
            let is_its_own = !has_orbit && shows.is_some_and(|shows| shows.shot == entity);
            Some(Placing { is_free: [is_its_own, is_its_own && !looks], ..placing })
        })
        .collect();
    write(
        placings,
        &mut world.p1(),
        &warnings,
        "this camera",
        "its Transform is composed from its Orbit, its LookAt and its shot",
    );
}

/// Writes where these are, and tells where something else moves them: `what` it moves, and `why` it has no effect.
pub(crate) fn write(
    placings: Vec<Placing>,
    entities: &mut Query<Placed>,
    warnings: &Warnings,
    what: &'static str,
    why: &str,
) {
    for Placing { entity, placement, local, is_free: [moves, turns] } in placings {
        let Ok((name, mut composed, mut pose, mut transform)) = entities.get_mut(entity) else { continue };
        let composed = composed.bypass_change_detection();
        let local =
            local.map(|(place, turn)| if composed.is_placed { (place, turn) } else { (transform.translation, turn) });
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
        composed.written = Some(local);
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
