//! Everything that is placed, and what each of it is placed after.

use alloc::vec::Vec;

use bevy::{ecs::query::QueryData, prelude::*};

use super::{Attach, Blending, LookAt, Orbit, Shows, frames::Frames, order::Follower};
use crate::property::disabling::WithDisabled;

/// Cameras.
pub(super) type Cameras = Or<(With<Orbit>, With<LookAt>, With<Shows>)>;

/// The cameras, disabled or not.
pub(crate) type IsCamera<'w, 's> = WithDisabled<'w, 's, (), Cameras>;

type Node =
    (Entity, Option<&'static Attach>, Option<&'static Shows>, Option<&'static Blending>, (Has<Orbit>, Has<LookAt>));

/// Everything that is placed.
pub(crate) type Nodes<'w, 's> = Query<'w, 's, Node, Or<(With<Attach>, With<Orbit>, With<LookAt>, With<Shows>)>>;

/// What each of these is placed after.
pub(super) fn nodes(all: &Nodes, frames: &Frames, cameras: &IsCamera) -> Vec<Follower> {
    all.iter().map(|node| follower(node, all, frames, cameras)).collect()
}

fn follower(
    (entity, attach, shows, blending, _): <Node as QueryData>::Item<'_, '_>,
    all: &Nodes,
    frames: &Frames,
    cameras: &IsCamera,
) -> Follower {
    let is_camera = cameras.contains(entity);
    let mut on_camera = is_camera;
    // The nearest entity that is placed, of one and its parents: that one is placed after its own parents.
    let mut nearest = |first: Option<Entity>, above: Entity| {
        let mut line = first.into_iter().chain(frames.above(above));
        line.find(|&entity| {
            on_camera |= cameras.contains(entity);
            all.contains(entity)
        })
    };
    let mut leaders: Vec<Entity> = nearest(None, entity).into_iter().collect();
    let wanted = if is_camera { shows.map(|shows| shows.shot) } else { attach.map(|attach| attach.leader) };
    let former = blending.and_then(Blending::live_shot).filter(|&shot| Some(shot) != wanted);
    let mut after = |leader: Option<Entity>| {
        let leader = leader.filter(|&leader| !(is_camera && leader == entity))?;
        // A camera's own view depends on its parents alone.
        let has_own_view = all.get(leader).is_ok_and(|(.., (orbits, looks))| orbits || looks);
        nearest(Some(leader).filter(|_| !(is_camera && has_own_view)), leader)
    };
    leaders.extend(after(wanted));
    let former = after(former).into_iter().collect();
    Follower { entity, leaders, former, on_camera }
}
