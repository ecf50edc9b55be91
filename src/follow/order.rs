//! The order in which leaders and followers are evaluated.

use alloc::vec::Vec;
use core::marker::PhantomData;

use bevy::{
    ecs::entity::{EntityHashMap, EntityHashSet},
    platform::collections::HashSet,
    prelude::*,
};

use super::{
    Follow, Target,
    depth::{self, Depth},
    follower::{Follower, Sampled},
    frame_lookup::FrameLookup,
    leader_path::LeaderPaths,
    ring::Ring,
};
use crate::{
    law::{AxisSprings, DryFriction, Fling, Limits},
    motion::{Grabbed, Motion, target_path::Source},
    property::{Property, TangentOf},
    space::Space,
};

/// The evaluation order of all followers and other entities with moving targets or bounds: leaders come before their followers.
#[derive(Resource)]
pub(crate) struct FollowOrder<P: Property> {
    pub(crate) order: Vec<(Entity, Source)>,
    /// The rings of entities that follow each other and are solved together.
    pub(crate) rings: Vec<Ring>,
    /// Every leader that this plugin moves. Each comes before the leaders that follow it.
    pub(crate) solved_leaders: Vec<Entity>,
    /// The paths of `solved_leaders`, at the same indices. [`Follower::path`] is such an index.
    pub(crate) paths: LeaderPaths<P::Value>,
    /// Every leader that is sampled for followers that lead no other entity. [`Sampled::Leader`] holds an index into this list.
    pub(crate) foreign_leaders: Vec<Entity>,
    /// Whether any follower has a [`Sampled`] target: one of `foreign_leaders`, or its own tracked target.
    pub(crate) any_sampled: bool,
    /// All entities whose path is a guess until the end of the tick and whose target is not [`Sampled`], leaders before followers.
    pub(crate) guessed: Vec<(Entity, Source)>,
    /// The entities with moving bounds.
    pub(crate) bounded: EntityHashSet,
    /// All entities that a `Follow` names as its leader, including despawned ones.
    leaders: EntityHashSet,
    /// The parents that followers share with their leaders, for followers with an offset along the world's axes. The value is whether the
    /// axes of the parent's children are those of the world.
    shared_parents: EntityHashMap<bool>,
    /// Whether the order is out of date, because an entity has started or stopped following or moving.
    pub(crate) stale: bool,
    /// Whether `restart_followers` has to run, because a motion was restarted, a snap was requested, or a target could not be sampled yet.
    pub(crate) needs_restart: bool,
    /// Entities moved by this crate that user code has teleported.
    teleported: EntityHashSet,
    /// Whether a component that holds the velocity of sampled leaders is registered.
    pub(crate) reads_velocity: bool,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Default for FollowOrder<P> {
    fn default() -> Self {
        Self {
            order: Vec::new(),
            rings: Vec::new(),
            solved_leaders: Vec::new(),
            paths: LeaderPaths::default(),
            foreign_leaders: Vec::new(),
            any_sampled: false,
            guessed: Vec::new(),
            bounded: EntityHashSet::default(),
            leaders: EntityHashSet::default(),
            shared_parents: EntityHashMap::default(),
            stale: true,
            needs_restart: true,
            teleported: EntityHashSet::default(),
            reads_velocity: false,
            property: PhantomData,
        }
    }
}

impl<P: Property> FollowOrder<P> {
    /// Records that an entity moved by this crate was teleported. The targets of followers that sample it then jump.
    pub(crate) fn note_teleport(&mut self, entity: Entity) {
        if !self.order.is_empty() {
            self.needs_restart = true;
            self.teleported.insert(entity);
        }
    }

    /// Records that an entity has started or stopped moving. The order is then out of date if the entity is a follower or a leader.
    pub(crate) fn note_change(&mut self, entity: Entity, is_follower: bool) {
        self.stale |= is_follower || self.leaders.contains(&entity);
    }

    /// All followers of leaders that this crate moves, each with its leader. Leaders come before their followers.
    pub(crate) fn followers_of_solved_leaders(&self) -> impl Iterator<Item = (Entity, Entity)> {
        self.order.iter().filter_map(|&(entity, source)| match source {
            Source::Predicted(leader) => Some((entity, leader)),
            _ => None,
        })
    }

    /// The leaders that are sampled.
    pub(crate) fn sampled_leaders(&self) -> impl Iterator<Item = Entity> {
        let guessed = self.guessed.iter().filter_map(|&(_, source)| match source {
            Source::Foreign(leader) | Source::OtherFrame(leader) => Some(leader),
            _ => None,
        });
        self.foreign_leaders.iter().copied().chain(guessed)
    }

    pub(crate) fn take_teleported(&mut self) -> EntityHashSet {
        core::mem::take(&mut self.teleported)
    }
}

/// Query data: for each component that prevents a ring from being solved, whether the entity has it.
type Unsolvable<P> = (Has<AxisSprings<P>>, Has<Limits<P>>, Has<DryFriction<P>>, Has<Fling<P>>);

/// System: updates an outdated order. Sorts leaders before followers, and finds the rings.
pub(crate) fn order<P: Property>(
    mut followers: ResMut<FollowOrder<P>>,
    mut entities: Query<(
        Entity,
        &mut Follower<P>,
        Option<&Follow<P>>,
        Option<&Target<P>>,
        Unsolvable<P>,
        Option<&Motion<P>>,
    )>,
    ours: Query<(), (With<Motion<P>>, With<P::Component>, Without<Grabbed<P>>)>,
    frames: FrameLookup,
) {
    let turns = |(&parent, &has_world_axes)| frames.has_world_axes(parent) != has_world_axes;
    if !followers.stale && !followers.shared_parents.iter().any(turns) {
        return;
    }
    followers.stale = false;
    followers.needs_restart = true;
    let mut shared_parents = EntityHashMap::default();
    let mut is_other_frame = |entity: Entity, follow: &Follow<P>| {
        let parent = frames.parent_of(entity);
        if follow.leader_axes || parent != frames.parent_of(follow.leader) {
            return true;
        }
        // Values are in the parent's frame, but the offset is along the world's axes. The difference matters only if there is an offset.
        parent
            .filter(|_| follow.offset != TangentOf::<P>::default())
            .is_some_and(|parent| !*shared_parents.entry(parent).or_insert_with(|| frames.has_world_axes(parent)))
    };
    let mut source = |entity: Entity, follow: &Follow<P>| {
        let leader = follow.leader;
        if P::IN_PARENT && is_other_frame(entity, follow) {
            Source::OtherFrame(leader)
        } else if ours.contains(leader) {
            Source::Predicted(leader)
        } else {
            Source::Foreign(leader)
        }
    };
    let mut all = Vec::new();
    let mut bounded = EntityHashSet::default();
    for (entity, _, follow, target, (by_axis, limited, dry, thrown), motion) in &entities {
        // Read from the adopted bounds, because the component `Limits` may be invalid.
        let has_moving_bounds = motion.is_some_and(|motion| motion.0.has_moving_bounds());
        let source = match (follow, target) {
            (Some(follow), _) => source(entity, follow),
            (None, Some(target)) if target.is_tracked() => Source::Tracked,
            (None, Some(target)) if target.steady().is_some() => Source::Steady,
            (None, _) if has_moving_bounds => Source::Bounded,
            (None, _) => Source::Fixed,
        };
        if has_moving_bounds {
            bounded.insert(entity);
        }
        all.push(Link {
            entity,
            source,
            solvable: P::Value::LINEAR && !(by_axis || limited || dry || thrown),
            ahead: None,
        });
    }
    let followers = &mut *followers;
    followers.shared_parents = shared_parents;
    followers.paths.clear();
    followers.bounded = bounded;
    arrange(all, &mut followers.order, &mut followers.rings, &mut followers.leaders);
    for (entity, path, sampled) in index_leaders(followers) {
        if let Ok((_, mut follower, ..)) = entities.get_mut(entity) {
            (follower.path, follower.sampled) = (path, sampled);
        }
    }
}

/// Fills the lists of leaders. Returns the values of [`Follower::path`] and [`Follower::sampled`] for every entity in the order.
fn index_leaders<P: Property>(followers: &mut FollowOrder<P>) -> Vec<(Entity, Option<u32>, Option<Sampled>)> {
    let FollowOrder { order, leaders, solved_leaders, foreign_leaders, guessed, bounded, any_sampled, .. } = followers;
    solved_leaders.clear();
    foreign_leaders.clear();
    guessed.clear();
    *any_sampled = false;
    let mut are_guessed = EntityHashSet::default();
    let index = |&(entity, source): &(Entity, Source)| {
        let (mut path, mut sampled) = (None, None);
        match source {
            Source::Predicted(leader) => path = leader_index(solved_leaders, leader),
            _ if leaders.contains(&entity) => {}
            Source::Foreign(leader) => sampled = leader_index(foreign_leaders, leader).map(Sampled::Leader),
            Source::Tracked => sampled = Some(Sampled::Target),
            _ => {}
        }
        *any_sampled |= sampled.is_some();
        let leader_is_guessed = matches!(source, Source::Predicted(leader) if are_guessed.contains(&leader));
        if leader_is_guessed || source.is_sampled() || bounded.contains(&entity) {
            are_guessed.insert(entity);
            if sampled.is_none() {
                guessed.push((entity, source));
            }
        }
        (entity, path, sampled)
    };
    order.iter().map(index).collect()
}

/// Returns the leader's index, and adds the leader if it is new. Compares it with the last entry only, because followers of one leader are
/// adjacent in the order.
fn leader_index(leaders: &mut Vec<Entity>, leader: Entity) -> Option<u32> {
    if leaders.last() != Some(&leader) {
        leaders.push(leader);
    }
    u32::try_from(leaders.len() - 1).ok()
}

/// Computes the order, the rings and the leaders. Not generic over the property, so that it is compiled only once.
fn arrange(mut all: Vec<Link>, order: &mut Vec<(Entity, Source)>, rings: &mut Vec<Ring>, leaders: &mut EntityHashSet) {
    all.sort_unstable_by_key(|link| link.entity);
    let index = |entity: Entity| all.binary_search_by_key(&entity, |link| link.entity).ok();
    let ahead: Vec<_> = all.iter().map(|link| link.source.leader().and_then(index)).collect();
    for (link, ahead) in all.iter_mut().zip(ahead) {
        link.ahead = ahead;
    }
    let depths = find_depths(&mut all);
    *leaders = all.iter().filter_map(|link| link.source.leader()).collect();
    let mut ordered: Vec<(u32, Option<Entity>, Entity, Source)> = all
        .iter()
        .zip(&depths)
        .map(|(link, depth)| {
            let depth = if let Depth::Behind(leaders) = depth { *leaders } else { 0 };
            (depth, link.source.leader(), link.entity, link.source)
        })
        .collect();
    // Entities of one depth are sorted by leader and entity, so that each leader is listed once and the order does not depend on Bevy's
    // tables.
    ordered.sort_unstable_by_key(|&(depth, leader, entity, _)| (depth, leader, entity));
    order.clear();
    order.extend(ordered.into_iter().map(|(.., entity, source)| (entity, source)));
    // A ring that existed before keeps its state.
    let known = core::mem::take(rings);
    let mut known: EntityHashMap<Ring> =
        known.into_iter().filter_map(|ring| Some((*ring.members.first()?, ring))).collect();
    *rings = rings_of(&all, &depths)
        .map(|ring| match ring.members.first().and_then(|first| known.remove(first)) {
            Some(known) if known.members == ring.members => known,
            _ => ring,
        })
        .collect();
}

/// An entity in the order, and its leader.
struct Link {
    entity: Entity,
    source: Source,
    /// Whether the entity can be solved as a member of a ring.
    solvable: bool,
    /// The index of the leader's own link, if it has one.
    ahead: Option<usize>,
}

/// Finds each entity's depth. Also sets the source of each member of a ring: [`Source::Ring`] if the ring can be solved, otherwise
/// [`Source::Cyclic`], for which the leader is sampled.
fn find_depths(all: &mut [Link]) -> Vec<Depth> {
    let depths = depth::depths(all.len(), |index| all[index].ahead);
    let mut is_cut = false;
    for (link, depth) in all.iter_mut().zip(&depths) {
        // A sampled leader need not be evaluated before its follower, so the ring is cut between them.
        if matches!(depth, Depth::InRing(_)) && link.source.is_sampled() {
            link.ahead = None;
            is_cut = true;
        }
    }
    let depths = if is_cut { depth::depths(all.len(), |index| all[index].ahead) } else { depths };
    let unsolvable: HashSet<usize> =
        all.iter().zip(&depths).filter(|(link, _)| !link.solvable).filter_map(|(_, depth)| depth.ring()).collect();
    for (link, depth) in all.iter_mut().zip(&depths) {
        if let (Some(ring), Source::Predicted(leader)) = (depth.ring(), link.source) {
            link.source = if unsolvable.contains(&ring) { Source::Cyclic(leader) } else { Source::Ring(leader) };
        }
    }
    depths
}

/// The rings that can be solved.
fn rings_of(all: &[Link], depths: &[Depth]) -> impl Iterator<Item = Ring> {
    let mut seen = HashSet::new();
    let first = move |(first, depth): (usize, &Depth)| {
        let found = matches!(all[first].source, Source::Ring(_)) && seen.insert(depth.ring()?);
        found.then(|| {
            let next = |&index: &usize| all[index].ahead.filter(|&ahead| ahead != first);
            Ring::of(core::iter::successors(Some(first), next).map(|index| all[index].entity).collect())
        })
    };
    depths.iter().enumerate().filter_map(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::Translation;

    #[test]
    fn only_a_change_of_a_leader_or_a_follower_invalidates_the_order() {
        let mut world = World::new();
        let [leader, other] = [world.spawn_empty().id(), world.spawn_empty().id()];
        let is_stale_after = |entity, is_follower| {
            let leaders = EntityHashSet::from_iter([leader]);
            let mut followers = FollowOrder::<Translation> { leaders, stale: false, ..default() };
            followers.note_change(entity, is_follower);
            followers.stale
        };
        assert!(is_stale_after(leader, false));
        assert!(is_stale_after(other, true));
        assert!(!is_stale_after(other, false), "an unrelated moving entity should not matter");
    }
}
