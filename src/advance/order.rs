//! Who follows whom, and in which order their paths are known.

use alloc::vec::Vec;
use core::marker::PhantomData;

use bevy::ecs::{
    component::Component,
    entity::{Entity, EntityHashMap, EntityHashSet},
    hierarchy::ChildOf,
    lifecycle::{HookContext, Insert, Remove},
    observer::On,
    query::{With, Without},
    resource::Resource,
    system::{Query, ResMut},
    world::DeferredWorld,
};

use super::{Motion, course::Source};
use crate::{
    components::{Follow, Held, OffsetFrame, Target},
    property::Property,
};

/// On an entity whose target moves.
#[derive(Component)]
#[component(on_add = motion_changed::<P>, on_remove = motion_changed::<P>)]
pub(crate) struct Led<P: Property>(PhantomData<fn() -> P>);

impl<P: Property> Default for Led<P> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// Everyone whose target moves, leaders before followers.
#[derive(Resource)]
pub(crate) struct Followers<P: Property> {
    pub(crate) order: Vec<(Entity, Source)>,
    /// Somebody began or ceased to follow, or to move.
    pub(crate) stale: bool,
    /// Entities of ours that were put elsewhere.
    jumped: EntityHashSet,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Default for Followers<P> {
    fn default() -> Self {
        Self { order: Vec::new(), stale: true, jumped: EntityHashSet::default(), property: PhantomData }
    }
}

impl<P: Property> Followers<P> {
    /// An entity of ours was put elsewhere: for those who sample it, that is a jump too.
    pub(crate) fn note_jump(&mut self, entity: Entity) {
        if !self.order.is_empty() {
            self.jumped.insert(entity);
        }
    }

    pub(crate) fn take_jumped(&mut self) -> EntityHashSet {
        core::mem::take(&mut self.jumped)
    }
}

/// Hook: somebody began or ceased to move or to follow.
pub(crate) fn motion_changed<P: Property>(mut world: DeferredWorld, _: HookContext) {
    if let Some(mut followers) = world.get_resource_mut::<Followers<P>>() {
        followers.stale = true;
    }
}

/// Observer: somebody has another parent; a leader may be seen otherwise now.
pub(crate) fn parent_inserted<P: Property>(_: On<Insert, ChildOf>, mut followers: ResMut<Followers<P>>) {
    followers.stale = true;
}

/// Observer: somebody has no parent any more.
pub(crate) fn parent_removed<P: Property>(_: On<Remove, ChildOf>, mut followers: ResMut<Followers<P>>) {
    followers.stale = true;
}

impl Source {
    /// Whether its leader is still moved by this crate, or still by something else: one that is disabled or has lost its
    /// component is neither advanced nor found.
    fn is_what_it_was<P: Property>(
        self,
        ours: &Query<(), (With<Motion<P>>, With<P::Component>, Without<Held<P>>)>,
    ) -> bool {
        match self {
            Self::Ours(leader) | Self::Cyclic(leader) => ours.contains(leader),
            Self::Foreign(leader) => !ours.contains(leader),
            Self::Seen(_) | Self::Tracked | Self::Held => true,
        }
    }
}

/// Puts leaders before followers. In a cycle every leader is sampled.
pub(crate) fn order<P: Property>(
    mut followers: ResMut<Followers<P>>,
    entities: Query<(Entity, Option<&Follow<P>>, Option<&Target<P>>), With<Led<P>>>,
    ours: Query<(), (With<Motion<P>>, With<P::Component>, Without<Held<P>>)>,
    parents: Query<&ChildOf>,
) {
    if !followers.stale && followers.order.iter().all(|&(_, source)| source.is_what_it_was(&ours)) {
        return;
    }
    followers.stale = false;
    let leaders: EntityHashMap<Entity> =
        entities.iter().filter_map(|(entity, follow, _)| Some((entity, follow?.leader))).collect();
    let mut depths = EntityHashMap::<Option<u32>>::default();
    let mut chain = Vec::new();
    for &entity in leaders.keys() {
        find_depth(entity, &leaders, &mut depths, &mut chain);
    }
    let parent = |entity: Entity| parents.get(entity).ok().map(ChildOf::parent);
    let source = |entity: Entity, follow: &Follow<P>, depth: Option<u32>| {
        let leader = follow.leader;
        if P::IN_PARENT && (follow.frame == OffsetFrame::Leader || parent(entity) != parent(leader)) {
            Source::Seen(leader)
        } else if !ours.contains(leader) {
            Source::Foreign(leader)
        } else if depth.is_none() {
            Source::Cyclic(leader)
        } else {
            Source::Ours(leader)
        }
    };
    let mut ordered: Vec<(u32, Option<Entity>, Entity, Source)> = entities
        .iter()
        .map(|(entity, follow, target)| {
            let depth = depths.get(&entity).copied().flatten();
            let source = match (follow, target) {
                (Some(follow), _) => source(entity, follow, depth),
                (None, Some(target)) if target.tracked => Source::Tracked,
                (None, _) => Source::Held,
            };
            (depth.unwrap_or(0), follow.map(|follow| follow.leader), entity, source)
        })
        .collect();
    // By leader and entity within a level, so that a leader's path is found once, and that the order does not depend on
    // the table they are found in.
    ordered.sort_unstable_by_key(|&(depth, leader, entity, _)| (depth, leader, entity));
    followers.order.clear();
    followers.order.extend(ordered.into_iter().map(|(.., entity, source)| (entity, source)));
}

/// The number of leaders above `entity`; `None` within a cycle.
fn find_depth(
    entity: Entity,
    leaders: &EntityHashMap<Entity>,
    depths: &mut EntityHashMap<Option<u32>>,
    chain: &mut Vec<Entity>,
) {
    chain.clear();
    let mut current = entity;
    let above = loop {
        if let Some(&known) = depths.get(&current) {
            // Behind a cycle: its members are sampled at the tick, so they count as the first level.
            break known.map_or(1, |depth| depth + 1);
        }
        if let Some(first) = chain.iter().position(|&link| link == current) {
            for member in chain.drain(first..) {
                depths.insert(member, None);
            }
            break 1;
        }
        let Some(&leader) = leaders.get(&current) else { break 0 };
        chain.push(current);
        current = leader;
    };
    for (level, &link) in (above..).zip(chain.iter().rev()) {
        depths.insert(link, Some(level));
    }
}
