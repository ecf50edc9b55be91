//! Finds the entities to place, and for each of them the entities that are placed before it.

use alloc::vec::Vec;

use bevy::{ecs::query::QueryData, prelude::*};

use super::{ActiveShot, Attach, Blending, LookAt, Orbit, frames::Frames, order::Follower};
use crate::property::disabling::WithDisabled;

/// Filter: cameras of this crate.
pub(super) type Cameras = Or<(With<Orbit>, With<LookAt>, With<ActiveShot>)>;

/// All cameras, disabled ones included.
pub(crate) type IsCamera<'w, 's> = WithDisabled<'w, 's, (), Cameras>;

type Node = (
    Entity,
    Option<&'static Attach>,
    Option<&'static ActiveShot>,
    Option<&'static Blending>,
    (Has<Orbit>, Has<LookAt>),
);

/// All cameras and attached entities that are enabled.
pub(crate) type Nodes<'w, 's> = Query<'w, 's, Node, Or<(With<Attach>, With<Orbit>, With<LookAt>, With<ActiveShot>)>>;

/// Returns all cameras and attached entities, each with the entities that are placed before it.
pub(super) fn nodes(all: &Nodes, frames: &Frames, cameras: &IsCamera) -> Vec<Follower> {
    all.iter().map(|node| follower(node, all, frames, cameras)).collect()
}

fn follower(
    (entity, attach, active_shot, blending, _): <Node as QueryData>::Item<'_, '_>,
    all: &Nodes,
    frames: &Frames,
    cameras: &IsCamera,
) -> Follower {
    let is_camera = cameras.contains(entity);
    let mut on_camera = is_camera;
    // Returns the first entity that is in `all`: tries `first`, and then the ancestors of `above`. The ancestors of the returned entity are
    // not needed, because that entity is placed after them.
    let mut nearest = |first: Option<Entity>, above: Entity| {
        let mut candidates = first.into_iter().chain(frames.above(above));
        candidates.find(|&entity| {
            on_camera |= cameras.contains(entity);
            all.contains(entity)
        })
    };
    let mut leaders: Vec<Entity> = nearest(None, entity).into_iter().collect();
    let wanted =
        if is_camera { active_shot.map(|active_shot| active_shot.shot) } else { attach.map(|attach| attach.leader) };
    let former = blending.and_then(Blending::live_shot).filter(|&shot| Some(shot) != wanted);
    let mut after = |leader: Option<Entity>| {
        let leader = leader.filter(|&leader| !(is_camera && leader == entity))?;
        // If a shot has a view of its own, the camera shows that view, which depends only on the ancestors of the shot.
        let has_own_view = all.get(leader).is_ok_and(|(.., (orbits, looks))| orbits || looks);
        nearest(Some(leader).filter(|_| !(is_camera && has_own_view)), leader)
    };
    leaders.extend(after(wanted));
    let former = after(former).into_iter().collect();
    Follower { entity, leaders, former, on_camera }
}
