//! Lets bones swing, and restores their poses.

use alloc::vec::Vec;

use bevy::{ecs::entity::EntityHashSet, prelude::*};

use super::{SpringBones, bone::Bone};
use crate::{
    camera::{frame::WorldFrame, frames::Frames},
    events::Teleported,
    property::{Property, disabling::WithDisabled},
};

/// Restores the poses before other code reads them.
pub(crate) fn put_back(mut bones: WithDisabled<(&'static mut Bone, &'static mut Transform)>) {
    for (mut bone, transform) in &mut *bones {
        bone.put_back(transform);
    }
}

/// The entities that were teleported since bones last swung.
#[derive(Resource, Default)]
pub(crate) struct TeleportedRoots(EntityHashSet);

/// Observer: an entity was teleported. What hangs on it does not swing from that.
pub(crate) fn teleported<P: Property>(teleport: On<Teleported<P>>, mut roots: ResMut<TeleportedRoots>) {
    roots.0.insert(teleport.entity);
}

/// Lets all bones swing: from the first bone of each chain downwards, because each hangs on the one above it.
pub(crate) fn swing(
    firsts: Query<(Entity, &SpringBones)>,
    parents: Query<&ChildOf>,
    children: Query<&Children>,
    mut sets: ParamSet<(Frames, Query<(&mut Transform, &mut Bone, Option<&SpringBones>)>, Query<&Transform>)>,
    mut teleported: ResMut<TeleportedRoots>,
    time: Option<Res<Time>>,
    mut commands: Commands,
) {
    let passed = time.map_or(0.0, |time| time.delta_secs_f64());
    let teleported = core::mem::take(&mut teleported.0);
    let frames = sets.p0();
    let is_first = |entity| !parents.iter_ancestors(entity).any(|above| firsts.contains(above));
    let mut hanging: Vec<_> = firsts
        .iter()
        .filter(|(entity, _)| is_first(*entity))
        .map(|(entity, &settings)| {
            let jumped = parents.iter_ancestors(entity).any(|above| teleported.contains(&above));
            Hanging { entity, settings, parent: frames.parent(entity), jumped }
        })
        .collect();
    while let Some(Hanging { entity, settings, parent, jumped }) = hanging.pop() {
        let below = children.get(entity).map(|children| children.to_vec()).unwrap_or_default();
        let ends = sets.p2();
        let is_bone = ends.contains(entity);
        let end = below.iter().filter_map(|&child| ends.get(child).ok()).map(|child| child.translation);
        let end = end.filter(|end| *end != Vec3::ZERO).next();
        let mut bones = sets.p1();
        let Ok((transform, mut bone, own)) = bones.get_mut(entity) else {
            if is_bone {
                commands.entity(entity).try_insert(Bone::default());
            }
            continue;
        };
        let settings = own.copied().unwrap_or(settings);
        let jumped = jumped || teleported.contains(&entity);
        let end = end.unwrap_or(settings.end).as_dvec3();
        let parent = bone.swing(&settings, &parent, transform, end, jumped, passed);
        hanging.extend(below.into_iter().map(|entity| Hanging { entity, settings, parent, jumped }));
    }
}

/// A bone that is to swing after the one on which it hangs.
struct Hanging {
    entity: Entity,
    settings: SpringBones,
    parent: WorldFrame,
    /// Whether something above it was teleported.
    jumped: bool,
}
