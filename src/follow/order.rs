//! Which entity follows which, and in which order their paths are known.

use alloc::vec::Vec;
use core::marker::PhantomData;

use bevy::{
    ecs::entity::{EntityHashMap, EntityHashSet},
    platform::collections::HashSet,
    prelude::*,
};

use super::{
    Follow, Target,
    depth::{self, Standing},
    follower::{Follower, Sampled},
    frame_lookup::FrameLookup,
    leader_path::LeaderPaths,
    ring::Ring,
};
use crate::{
    law::{AxisSprings, DryFriction, Fling, Limits},
    motion::{Held, Motion, target_path::Source},
    property::{OffsetFrame, Property, TangentOf},
    space::Space,
};

/// All entities that are led, leaders before followers.
#[derive(Resource)]
pub(crate) struct FollowOrder<P: Property> {
    pub(crate) order: Vec<(Entity, Source)>,
    /// The entities that follow each other in rings.
    pub(crate) rings: Vec<Ring>,
    /// Every leader that this plugin moves, leaders before followers.
    pub(crate) leaders_of_ours: Vec<Entity>,
    /// Where these leaders go; a [`Follower`] knows the place of its leader.
    pub(crate) paths: LeaderPaths<P::Value>,
    /// Every leader that is sampled for followers that lead no others; a [`Follower`] knows the place of its leader.
    pub(crate) foreign_leaders: Vec<Entity>,
    /// Whether some follower is put right where it is stored: behind one of these leaders, or behind its own tracked target.
    pub(crate) samples: bool,
    /// All other entities whose path may turn out to have been another one, leaders before followers.
    pub(crate) guessed: Vec<(Entity, Source)>,
    /// The entities that meet bounds that move.
    pub(crate) bounded: EntityHashSet,
    /// All entities that are followed, whether they exist or not.
    leaders: EntityHashSet,
    /// The parents of followers that have the same parent as their leader and an offset along the world's axes, and whether the children's
    /// axes are the world's.
    shared_parents: EntityHashMap<bool>,
    /// An entity began or ceased to follow, or to move.
    pub(crate) stale: bool,
    /// A motion began anew, so that followers may have to; or a target is to be sampled that cannot be yet.
    pub(crate) unsettled: bool,
    /// Entities of ours that were put elsewhere.
    jumped: EntityHashSet,
    /// A component tells the velocity of sampled leaders.
    pub(crate) reads_velocity: bool,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Default for FollowOrder<P> {
    fn default() -> Self {
        Self {
            order: Vec::new(),
            rings: Vec::new(),
            leaders_of_ours: Vec::new(),
            paths: LeaderPaths::default(),
            foreign_leaders: Vec::new(),
            samples: false,
            guessed: Vec::new(),
            bounded: EntityHashSet::default(),
            leaders: EntityHashSet::default(),
            shared_parents: EntityHashMap::default(),
            stale: true,
            unsettled: true,
            jumped: EntityHashSet::default(),
            reads_velocity: false,
            property: PhantomData,
        }
    }
}

impl<P: Property> FollowOrder<P> {
    /// An entity of ours was put elsewhere: for followers that sample it, that is a jump too.
    pub(crate) fn note_jump(&mut self, entity: Entity) {
        if !self.order.is_empty() {
            self.unsettled = true;
            self.jumped.insert(entity);
        }
    }

    /// An entity begins or ceases to move; `led`: it is a follower.
    pub(crate) fn note_change(&mut self, entity: Entity, led: bool) {
        self.stale |= led || self.leaders.contains(&entity);
    }

    /// Pairs of follower and leader for the leaders that this crate moves, leaders before followers.
    pub(crate) fn behind_ours(&self) -> impl Iterator<Item = (Entity, Entity)> {
        self.order.iter().filter_map(|&(entity, source)| match source {
            Source::Ours(leader) => Some((entity, leader)),
            _ => None,
        })
    }

    /// The leaders that are sampled.
    pub(crate) fn sampled_leaders(&self) -> impl Iterator<Item = Entity> {
        let guessed = self.guessed.iter().filter_map(|&(_, source)| match source {
            Source::Foreign(leader) | Source::Seen(leader) => Some(leader),
            _ => None,
        });
        self.foreign_leaders.iter().copied().chain(guessed)
    }

    pub(crate) fn take_jumped(&mut self) -> EntityHashSet {
        core::mem::take(&mut self.jumped)
    }
}

/// Components with which a follower cannot be solved together with others.
type Unsolvable<P> = (Has<AxisSprings<P>>, Has<Limits<P>>, Has<DryFriction<P>>, Has<Fling<P>>);

/// Puts leaders before followers, and finds the rings.
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
    ours: Query<(), (With<Motion<P>>, With<P::Component>, Without<Held<P>>)>,
    frames: FrameLookup,
) {
    let turns = |(&parent, &has_axes_of_world)| frames.has_axes_of_world(parent) != has_axes_of_world;
    if !followers.stale && !followers.shared_parents.iter().any(turns) {
        return;
    }
    followers.stale = false;
    followers.unsettled = true;
    let mut shared_parents = EntityHashMap::default();
    let mut is_seen = |entity: Entity, follow: &Follow<P>| {
        let parent = frames.parent_of(entity);
        if follow.frame == OffsetFrame::Leader || parent != frames.parent_of(follow.leader) {
            return true;
        }
        // Values are measured in the parent, offsets in the world.
        parent
            .filter(|_| follow.offset != TangentOf::<P>::default())
            .is_some_and(|parent| !*shared_parents.entry(parent).or_insert_with(|| frames.has_axes_of_world(parent)))
    };
    let mut source = |entity: Entity, follow: &Follow<P>| {
        let leader = follow.leader;
        if P::IN_PARENT && is_seen(entity, follow) {
            Source::Seen(leader)
        } else if ours.contains(leader) {
            Source::Ours(leader)
        } else {
            Source::Foreign(leader)
        }
    };
    let mut all = Vec::new();
    let mut bounded = EntityHashSet::default();
    for (entity, _, follow, target, (by_axis, limited, dry, thrown), motion) in &entities {
        // The adopted bounds: what `Limits` say may be invalid.
        let has_moving_bounds = motion.is_some_and(|motion| motion.0.has_moving_bounds());
        let source = match (follow, target) {
            (Some(follow), _) => source(entity, follow),
            (None, Some(target)) if target.tracked => Source::Tracked,
            (None, Some(target)) if target.velocity != TangentOf::<P>::default() => Source::Steady,
            (None, _) if has_moving_bounds => Source::Bounded,
            (None, _) => Source::Held,
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
    for (entity, path, sampled) in seat(followers) {
        if let Ok((_, mut follower, ..)) = entities.get_mut(entity) {
            (follower.path, follower.sampled) = (path, sampled);
        }
    }
}

/// Every follower, with its leader's place among the leaders of ours, and what is sampled for it. Fills the lists of leaders.
fn seat<P: Property>(followers: &mut FollowOrder<P>) -> Vec<(Entity, Option<u32>, Option<Sampled>)> {
    let FollowOrder { order, leaders, leaders_of_ours, foreign_leaders, guessed, bounded, samples, .. } = followers;
    leaders_of_ours.clear();
    foreign_leaders.clear();
    guessed.clear();
    *samples = false;
    let mut are_guessed = EntityHashSet::default();
    let seat = |&(entity, source): &(Entity, Source)| {
        let (mut path, mut sampled) = (None, None);
        match source {
            Source::Ours(leader) => path = place(leaders_of_ours, leader),
            _ if leaders.contains(&entity) => {}
            Source::Foreign(leader) => sampled = place(foreign_leaders, leader).map(Sampled::Leader),
            Source::Tracked => sampled = Some(Sampled::Target),
            _ => {}
        }
        *samples |= sampled.is_some();
        let led_by_guess = matches!(source, Source::Ours(leader) if are_guessed.contains(&leader));
        if led_by_guess || source.is_sampled() || bounded.contains(&entity) {
            are_guessed.insert(entity);
            if sampled.is_none() {
                guessed.push((entity, source));
            }
        }
        (entity, path, sampled)
    };
    order.iter().map(seat).collect()
}

/// The leader's place, which is the last, because followers of one leader come one after the other.
fn place(leaders: &mut Vec<Entity>, leader: Entity) -> Option<u32> {
    if leaders.last() != Some(&leader) {
        leaders.push(leader);
    }
    u32::try_from(leaders.len() - 1).ok()
}

/// Finds the order, the rings and the leaders. Not generic over the property: it would be compiled anew for every user's property.
fn arrange(mut all: Vec<Link>, order: &mut Vec<(Entity, Source)>, rings: &mut Vec<Ring>, leaders: &mut EntityHashSet) {
    all.sort_unstable_by_key(|link| link.entity);
    let index = |entity: Entity| all.binary_search_by_key(&entity, |link| link.entity).ok();
    let ahead: Vec<_> = all.iter().map(|link| link.source.leader().and_then(index)).collect();
    for (link, ahead) in all.iter_mut().zip(ahead) {
        link.ahead = ahead;
    }
    let standings = stand(&mut all);
    *leaders = all.iter().filter_map(|link| link.source.leader()).collect();
    let mut ordered: Vec<(u32, Option<Entity>, Entity, Source)> = all
        .iter()
        .zip(&standings)
        .map(|(link, standing)| {
            let depth = if let Standing::Behind(depth) = standing { *depth } else { 0 };
            (depth, link.source.leader(), link.entity, link.source)
        })
        .collect();
    // By leader and entity within a level, so that a leader's path is found once, and that the order does not
    // depend on the entities' tables.
    ordered.sort_unstable_by_key(|&(depth, leader, entity, _)| (depth, leader, entity));
    order.clear();
    order.extend(ordered.into_iter().map(|(.., entity, source)| (entity, source)));
    // A ring that was there before keeps what is known of it.
    let known = core::mem::take(rings);
    let mut known: EntityHashMap<Ring> =
        known.into_iter().filter_map(|ring| Some((*ring.members.first()?, ring))).collect();
    *rings = rings_of(&all, &standings)
        .map(|ring| match ring.members.first().and_then(|first| known.remove(first)) {
            Some(known) if known.members == ring.members => known,
            _ => ring,
        })
        .collect();
}

/// One entity that is led.
struct Link {
    entity: Entity,
    source: Source,
    /// It can be solved together with others.
    solvable: bool,
    /// The leader's index, if the leader is led too.
    ahead: Option<usize>,
}

/// Where each entity stands. A source that cannot be solved within a cycle becomes sampled.
fn stand(all: &mut [Link]) -> Vec<Standing> {
    let standings = depth::standings(all.len(), |index| all[index].ahead);
    let mut is_cut = false;
    for (link, standing) in all.iter_mut().zip(&standings) {
        // A sampled leader's path is not needed beforehand: there the cycle is cut.
        if matches!(standing, Standing::InRing(_)) && link.source.is_sampled() {
            link.ahead = None;
            is_cut = true;
        }
    }
    let standings = if is_cut { depth::standings(all.len(), |index| all[index].ahead) } else { standings };
    let unsolvable: HashSet<usize> = all
        .iter()
        .zip(&standings)
        .filter(|(link, _)| !link.solvable)
        .filter_map(|(_, standing)| standing.ring())
        .collect();
    for (link, standing) in all.iter_mut().zip(&standings) {
        if let (Some(ring), Source::Ours(leader)) = (standing.ring(), link.source) {
            link.source = if unsolvable.contains(&ring) { Source::Cyclic(leader) } else { Source::Ring(leader) };
        }
    }
    standings
}

/// The rings that are solved together.
fn rings_of(all: &[Link], standings: &[Standing]) -> impl Iterator<Item = Ring> {
    let mut seen = HashSet::new();
    let first = move |(first, standing): (usize, &Standing)| {
        let found = matches!(all[first].source, Source::Ring(_)) && seen.insert(standing.ring()?);
        found.then(|| {
            let next = |&index: &usize| all[index].ahead.filter(|&ahead| ahead != first);
            Ring::of(core::iter::successors(Some(first), next).map(|index| all[index].entity).collect())
        })
    };
    standings.iter().enumerate().filter_map(first)
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
    fn who_neither_follows_nor_is_followed_changes_no_order() {
        let mut app = App::new();
        // One property alone: the plugin would take half a minute longer to compile here.
        app.add_plugins(MinimalPlugins).register_motion::<Translation>();
        let leader = app.world_mut().spawn_empty().id();
        let is_stale = |app: &mut App| {
            let stale = app.world().resource::<FollowOrder<Translation>>().stale;
            app.update();
            stale
        };
        app.world_mut().spawn((Transform::default(), Spring::critical(5.0), Follow::new(leader)));
        assert!(is_stale(&mut app), "somebody follows");
        let other = app.world_mut().spawn((Transform::default(), Velocity::<Translation>::default())).id();
        assert!(!is_stale(&mut app), "somebody moves");
        app.world_mut().entity_mut(leader).insert(ChildOf(other));
        assert!(is_stale(&mut app), "the leader has another parent");
        app.world_mut().entity_mut(leader).insert((Transform::default(), Velocity::<Translation>::default()));
        assert!(is_stale(&mut app), "the leader moves");
        app.world_mut().entity_mut(other).despawn();
        assert!(is_stale(&mut app), "the leader is gone");
    }
}
