//! Lets bones swing, and restores their poses.

use alloc::{format, vec::Vec};

use bevy::{
    ecs::entity::{EntityHashMap, EntityHashSet},
    prelude::*,
};

use super::{
    BoneCollider, SpringBones,
    bone::{Bone, Parent, Surroundings},
    collider::Obstacle,
    sample::Sample,
    spring_bones::Rules,
};
use crate::{
    camera::frames::Frames,
    events::{OriginShift, Teleported},
    hierarchy,
    law::invalid::Invalid,
    property::{Property, Rotation, disabling::WithDisabled},
    tick::emit::report,
    warning::warn_later,
};

/// What is remembered of all bones.
#[derive(Resource, Default)]
pub(crate) struct Bones {
    bones: EntityHashMap<Bone>,
    /// The entities above the first bones that other code may move.
    above: EntityHashMap<Sample>,
    /// The entities that were teleported since bones last swung.
    teleported: EntityHashSet,
    /// Counts the frames in which bones swing.
    frame: u32,
}

/// Run condition: whether bones swing, or have until now.
pub(crate) fn is_used(bones: Res<Bones>, firsts: Query<(), With<SpringBones>>) -> bool {
    !bones.bones.is_empty() || !firsts.is_empty()
}

/// Restores the poses before other code reads them.
pub(crate) fn put_back(mut bones: ResMut<Bones>, mut transforms: WithDisabled<&'static mut Transform>) {
    for (&entity, bone) in &mut bones.bones {
        if let Ok(transform) = transforms.get_mut(entity) {
            bone.put_back(transform);
        }
    }
}

/// Observer: an entity was teleported. What hangs on it does not swing from that.
pub(crate) fn teleported<P: Property>(teleport: On<Teleported<P>>, mut bones: ResMut<Bones>) {
    bones.teleported.insert(teleport.entity);
}

/// Observer: the origin of the world was shifted, and everything with it.
pub(crate) fn shift(shift: On<OriginShift>, parents: Query<(), With<ChildOf>>, mut bones: ResMut<Bones>) {
    if !shift.by.is_finite() {
        return;
    }
    let Bones { bones, above, .. } = &mut *bones;
    for (&entity, bone) in bones {
        bone.shift(shift.by, !parents.contains(entity));
    }
    for (_, sample) in above.iter_mut().filter(|(entity, _)| !parents.contains(**entity)) {
        sample.shift(shift.by);
    }
}

type Swinging = (NameOrEntity, &'static mut Transform, Option<Ref<'static, SpringBones>>);

/// Lets all bones swing: from the first bone of each chain downwards, because each hangs on the one above it.
pub(crate) fn swing(
    firsts: Query<Entity, With<SpringBones>>,
    parents: Query<&ChildOf>,
    children: Query<&Children>,
    colliders: Query<(Entity, &BoneCollider)>,
    mut sets: ParamSet<(Frames, Query<Swinging>, WithDisabled<&'static mut Transform>)>,
    mut bones: ResMut<Bones>,
    time: Option<Res<Time>>,
    mut commands: Commands,
) {
    let time = time.map_or(0.0, |time| time.delta_secs_f64());
    let Bones { bones, above, teleported, frame } = &mut *bones;
    *frame = frame.wrapping_add(1);
    let frames = sets.p0();
    let obstacles: Vec<Obstacle> =
        colliders.iter().filter_map(|(entity, collider)| collider.obstacle(&frames.world_frame(entity))).collect();
    let is_first = |entity| !hierarchy::above(entity, &parents).any(|above| firsts.contains(above));
    let mut hanging: Vec<Hanging> = Vec::new();
    for entity in firsts.iter().filter(|entity| is_first(*entity)) {
        let parent = frames.parent_with(entity, |entity, transform| {
            let sample = above.entry(entity).or_insert_with(|| Sample::new(transform));
            if teleported.contains(&entity) {
                sample.jump(transform);
            }
            if core::mem::replace(&mut sample.frame, *frame) == *frame {
                sample.rates()
            } else {
                sample.pass(transform, time)
            }
        });
        let jumped = hierarchy::above(entity, &parents).any(|above| teleported.contains(&above));
        hanging.push(Hanging { entity, rules: None, parent: Parent { shown: parent, posed: parent }, jumped });
    }
    let mut swinging = sets.p1();
    while let Some(Hanging { entity, rules, parent, jumped }) = hanging.pop() {
        let below = children.get(entity).map(|children| &**children).unwrap_or_default();
        let place = |child: &Entity| swinging.get(*child).ok().map(|(_, transform, _)| transform.translation);
        let farthest = |one: &Vec3, other: &Vec3| one.length_squared().total_cmp(&other.length_squared());
        let end = below.iter().filter_map(place).filter(|place| *place != Vec3::ZERO).max_by(farthest);
        let Ok((name, mut transform, settings)) = swinging.get_mut(entity) else { continue };
        let bone = bones.entry(entity).or_insert_with(|| Bone::new(&transform));
        // In a loop of parents, a bone hangs on itself.
        if core::mem::replace(&mut bone.frame, *frame) == *frame {
            continue;
        }
        if let Some(settings) = &settings {
            let found = settings.rules();
            if let Err((field, value)) = &found
                && !bone.is_invalid
            {
                let invalid = Invalid::new(field, value, "finite, and in its range", settings.changed_by());
                report::<Rotation>(invalid, entity, &format!("{name}"), &mut commands);
            }
            bone.is_invalid = found.is_err();
            bone.rules = found.ok().or(bone.rules);
        }
        let Some(rules) = bone.rules.filter(|_| settings.is_some()).or(rules) else { continue };
        let teleported = teleported.contains(&entity);
        let jumped = jumped || teleported;
        let around = Surroundings { parent: &parent, obstacles: &obstacles, jumped, time };
        let end = end.unwrap_or(rules.end);
        if end == Vec3::ZERO && rules.influence > 0.0 && settings.is_some_and(|settings| settings.is_changed()) {
            let message = format!("{name} has `SpringBones`, but ends nowhere: spawn a child at its end, or set `end`");
            warn_later(&mut commands, entity, ("SpringBones", "no end"), message);
        }
        let parent = bone.swing(&rules, &around, &mut transform, end, teleported);
        hanging.extend(below.iter().map(|&entity| Hanging { entity, rules: Some(rules), parent, jumped }));
    }
    teleported.clear();
    let mut transforms = sets.p2();
    bones.retain(|&entity, bone| {
        let swings = bone.frame == *frame;
        if !swings && let Ok(mut transform) = transforms.get_mut(entity) {
            // The pose, which was put back, is to be drawn.
            transform.set_changed();
        }
        swings
    });
    above.retain(|_, sample| sample.frame == *frame);
}

/// A bone that is to swing after the one on which it hangs.
struct Hanging {
    entity: Entity,
    /// The settings of the bone above.
    rules: Option<Rules>,
    parent: Parent,
    /// Whether something above it was teleported.
    jumped: bool,
}
