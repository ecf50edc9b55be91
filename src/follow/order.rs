//! Which entity follows which, and the order in which they are evaluated.

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
    property::{OffsetFrame, Property, TangentOf},
    space::Space,
};

/// All followers and entities with moving targets or bounds, leaders before followers.
#[derive(Resource)]
pub(crate) struct FollowOrder<P: Property> {
    pub(crate) order: Vec<(Entity, Source)>,
    /// The rings of entities that follow each other and are solved together.
    pub(crate) rings: Vec<Ring>,
    /// Every leader that this plugin moves, leaders before followers.
    pub(crate) solved_leaders: Vec<Entity>,
    /// The paths of these leaders, at the same indices, which [`Follower::path`] refers to.
    pub(crate) paths: LeaderPaths<P::Value>,
    /// Every leader that is sampled for followers that lead no other entities, at the indices that [`Follower::sampled`] refers to.
    pub(crate) foreign_leaders: Vec<Entity>,
    /// Whether any follower has a [`Sampled`] target: one of these leaders, or its own tracked target.
    pub(crate) any_sampled: bool,
    /// All other entities whose path is a guess until the end of the tick, leaders before followers.
    pub(crate) guessed: Vec<(Entity, Source)>,
    /// The entities with moving bounds.
    pub(crate) bounded: EntityHashSet,
    /// All entities that a `Follow` names as its leader, including despawned ones.
    leaders: EntityHashSet,
    /// The parents of followers that share their parent with their leader and have an offset along the world's axes. The value says whether
    /// the children's axes are parallel to the world's.
    shared_parents: EntityHashMap<bool>,
    /// Whether the order is out of date, because an entity began or ceased to follow, or to move.
    pub(crate) stale: bool,
    /// Whether `restart_followers` has to run: a motion was restarted or requested a snap, or a target could not be sampled yet.
    pub(crate) needs_restart: bool,
    /// Entities moved by this crate that user code has teleported.
    teleported: EntityHashSet,
    /// Whether a component is registered from which the velocity of sampled leaders is read.
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

    /// Records that an entity began or ceased to move. `led`: whether it is a follower.
    pub(crate) fn note_change(&mut self, entity: Entity, led: bool) {
        self.stale |= led || self.leaders.contains(&entity);
    }

    /// Pairs of follower and leader, for all leaders that this crate moves. Leaders come before their followers.
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

/// Whether the entity has components with which it cannot be solved as a member of a ring.
type Unsolvable<P> = (Has<AxisSprings<P>>, Has<Limits<P>>, Has<DryFriction<P>>, Has<Fling<P>>);

/// Sorts leaders before followers, and finds the rings.
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
    let mut is_seen = |entity: Entity, follow: &Follow<P>| {
        let parent = frames.parent_of(entity);
        if follow.frame == OffsetFrame::Leader || parent != frames.parent_of(follow.leader) {
            return true;
        }
        // Values are measured in the parent's frame, offsets in the world's.
        parent
            .filter(|_| follow.offset != TangentOf::<P>::default())
            .is_some_and(|parent| !*shared_parents.entry(parent).or_insert_with(|| frames.has_world_axes(parent)))
    };
    let mut source = |entity: Entity, follow: &Follow<P>| {
        let leader = follow.leader;
        if P::IN_PARENT && is_seen(entity, follow) {
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
        // From the adopted bounds, because `Limits` may be invalid.
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

/// Adds the leader unless it is already there, and returns its index: the last one, because followers of one leader are adjacent in the
/// order.
fn leader_index(leaders: &mut Vec<Entity>, leader: Entity) -> Option<u32> {
    if leaders.last() != Some(&leader) {
        leaders.push(leader);
    }
    u32::try_from(leaders.len() - 1).ok()
}

/// Computes the order, the rings and the leaders. Not generic over the property; otherwise it would be compiled for each of a user's
/// properties.
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
    // Entities of one depth are sorted by leader and entity, so that each leader is listed once and the order does not depend on the
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
    /// Whether it can be solved as a member of a ring.
    solvable: bool,
    /// The index of the leader's own link, if it has one.
    ahead: Option<usize>,
}

/// Finds each entity's depth. The sources in a cycle that cannot be solved become sampled ones.
fn find_depths(all: &mut [Link]) -> Vec<Depth> {
    let depths = depth::depths(all.len(), |index| all[index].ahead);
    let mut is_cut = false;
    for (link, depth) in all.iter_mut().zip(&depths) {
        // The path of a sampled leader is not needed beforehand, so the cycle is cut there.
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

/// The rings that are solved together.
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
    use bevy::{MinimalPlugins, app::App, ecs::hierarchy::ChildOf, transform::components::Transform};

    use super::*;
    use crate::{
        law::Spring,
        plugin::RegisterMotion,
        property::{Translation, Velocity},
    };

    #[test]
    fn an_entity_that_neither_follows_nor_leads_does_not_invalidate_the_order() {
        let mut app = App::new();
        // Registers one property only: the whole plugin would take half a minute longer to compile here.
        app.add_plugins(MinimalPlugins).register_motion::<Translation>();
        let leader = app.world_mut().spawn_empty().id();
        let is_stale = |app: &mut App| {
            let stale = app.world().resource::<FollowOrder<Translation>>().stale;
            app.update();
            stale
        };
        app.world_mut().spawn((Transform::default(), Spring::critical(5.0), Follow::new(leader)));
        assert!(is_stale(&mut app), "a follower was spawned");
        let other = app.world_mut().spawn((Transform::default(), Velocity::<Translation>::default())).id();
        assert!(!is_stale(&mut app), "an unrelated moving entity should not matter");
        app.world_mut().entity_mut(leader).insert(ChildOf(other));
        assert!(is_stale(&mut app), "the leader was given another parent");
        app.world_mut().entity_mut(leader).insert((Transform::default(), Velocity::<Translation>::default()));
        assert!(is_stale(&mut app), "the leader began to move");
        app.world_mut().entity_mut(other).despawn();
        assert!(is_stale(&mut app), "the leader was despawned");
    }
}
