//! The order in which cameras and attached entities are placed: each after the entities that its pose depends on.

use alloc::{vec, vec::Vec};

use bevy::ecs::entity::{Entity, EntityHashMap, EntityHashSet};

/// An entity to place, and the entities that are placed before it.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    pub(super) entity: Entity,
    /// The entities that are placed before this one: the nearest camera or attached entity among its ancestors, and its leader or shot. If
    /// the leader or shot itself need not be placed before this one, its nearest such ancestor is listed instead.
    pub(super) leaders: Vec<Entity>,
    /// The same for the leader or shot that this entity is about to leave. Empty without one.
    pub(super) former: Vec<Entity>,
    /// Whether the entity is a camera, or its pose depends directly on a camera.
    pub(super) on_camera: bool,
}

/// The order in which entities are placed.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Order {
    /// The entities by level. Each entity is in a later level than the entities that its pose depends on.
    pub(super) levels: Vec<Vec<Entity>>,
    /// The entities in rings: the pose of each depends on itself. They are in `levels`, too.
    pub(super) ring: EntityHashSet,
    /// The entities that are placed before their former leader or shot, because it now depends on them.
    pub(super) swapped: EntityHashSet,
}

impl Order {
    /// The cameras, and all entities whose pose depends on a camera, directly or indirectly.
    pub(super) fn depending_on_cameras(&self, followers: &[Follower]) -> EntityHashSet {
        let of: EntityHashMap<&Follower> = followers.iter().map(|follower| (follower.entity, follower)).collect();
        let mut found = EntityHashSet::default();
        for entity in self.levels.iter().flatten() {
            let depends = of.get(entity).is_some_and(|follower| {
                follower.on_camera
                    || follower.leaders.iter().chain(&follower.former).any(|leader| found.contains(leader))
            });
            if depends {
                found.insert(*entity);
            }
        }
        found
    }
}

/// Sorts the followers into levels. Takes time linear in their number, or longer if there are rings.
pub(crate) fn order(followers: &[Follower]) -> Order {
    let mut waiting = Waiting::of(followers);
    let mut order = Order::default();
    let mut level: Vec<usize> = (0..followers.len()).filter(|&index| waiting.is_ready(index)).collect();
    let mut left = followers.len();
    while left > 0 {
        if level.is_empty() {
            let unplaced: Vec<usize> = waiting.unplaced().collect();
            let in_rings = waiting.in_rings(&unplaced);
            level = in_rings.iter().copied().filter(|&index| waiting.waits_for_former(index)).collect();
            if level.is_empty() {
                order.ring.extend(in_rings.iter().map(|&index| followers[index].entity));
                level = in_rings;
            } else {
                order.swapped.extend(level.iter().map(|&index| followers[index].entity));
                level.retain(|&index| waiting.ignore_former(index));
                continue;
            }
        }
        left -= level.len();
        order.levels.push(level.iter().map(|&index| followers[index].entity).collect());
        level = waiting.place(&level);
    }
    order
}

/// The entities that are not placed yet.
struct Waiting<'a> {
    followers: &'a [Follower],
    index_of: EntityHashMap<usize>,
    /// For each entity, the entities that depend on it, and whether it is their former leader.
    dependents: Vec<Vec<(usize, bool)>>,
    /// For each entity, how many of its leaders are not placed yet. `None` once the entity itself is placed.
    waits_for: Vec<Option<usize>>,
    ignores_former: Vec<bool>,
}

impl<'a> Waiting<'a> {
    fn of(followers: &'a [Follower]) -> Self {
        let index_of: EntityHashMap<_> =
            followers.iter().enumerate().map(|(index, follower)| (follower.entity, index)).collect();
        let (mut dependents, mut waits_for) = (vec![Vec::new(); followers.len()], Vec::with_capacity(followers.len()));
        for (index, follower) in followers.iter().enumerate() {
            let leaders = follower.leaders.iter().map(|leader| (leader, false));
            let all = leaders.chain(follower.former.iter().map(|leader| (leader, true)));
            let mut count = 0;
            for (leader, is_former) in all {
                if let Some(&leader) = index_of.get(leader) {
                    dependents[leader].push((index, is_former));
                    count += 1;
                }
            }
            waits_for.push(Some(count));
        }
        Self { followers, index_of, dependents, waits_for, ignores_former: vec![false; followers.len()] }
    }

    /// Whether the entity at `index` can be placed next.
    fn is_ready(&self, index: usize) -> bool {
        self.waits_for[index] == Some(0)
    }

    fn unplaced(&self) -> impl Iterator<Item = usize> {
        (0..self.followers.len()).filter(|&index| self.waits_for[index].is_some())
    }

    /// Marks the entities in `level` as placed. Returns the entities that can be placed next.
    fn place(&mut self, level: &[usize]) -> Vec<usize> {
        for &index in level {
            self.waits_for[index] = None;
        }
        let mut next = Vec::new();
        for &index in level {
            for &(dependent, is_former) in &self.dependents[index] {
                if !(is_former && self.ignores_former[dependent])
                    && let Some(count) = &mut self.waits_for[dependent]
                {
                    *count -= 1;
                    if *count == 0 {
                        next.push(dependent);
                    }
                }
            }
        }
        next
    }

    /// The unplaced leaders of this entity, and whether each is a former one.
    fn unplaced_leaders(&self, index: usize) -> impl Iterator<Item = (usize, bool)> {
        let follower = &self.followers[index];
        let former = follower.former.iter().filter(move |_| !self.ignores_former[index]);
        let all = follower.leaders.iter().map(|leader| (leader, false)).chain(former.map(|leader| (leader, true)));
        all.filter_map(|(leader, is_former)| Some((*self.index_of.get(leader)?, is_former)))
            .filter(|&(leader, _)| self.waits_for[leader].is_some())
    }

    /// Whether the entity waits for a former leader.
    fn waits_for_former(&self, index: usize) -> bool {
        self.unplaced_leaders(index).any(|(_, is_former)| is_former)
    }

    /// Stops waiting for the former leader. Returns whether the entity can be placed next.
    fn ignore_former(&mut self, index: usize) -> bool {
        self.ignores_former[index] = true;
        let count = self.unplaced_leaders(index).count();
        self.waits_for[index] = Some(count);
        count == 0
    }

    /// The unplaced entities that depend on themselves.
    fn in_rings(&self, unplaced: &[usize]) -> Vec<usize> {
        let is_in_ring = |start: usize| {
            let mut is_seen = vec![false; self.followers.len()];
            let mut next = Vec::from([start]);
            while let Some(index) = next.pop() {
                for (leader, _) in self.unplaced_leaders(index) {
                    if leader == start {
                        return true;
                    }
                    if !core::mem::replace(&mut is_seen[leader], true) {
                        next.push(leader);
                    }
                }
            }
            false
        };
        unplaced.iter().copied().filter(|&index| is_in_ring(index)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entities<const N: usize>() -> [Entity; N] {
        let mut indices = 1..;
        core::array::from_fn(|_| Entity::from_raw_u32(indices.next().unwrap()).unwrap())
    }

    fn follower(entity: Entity, leaders: &[Entity], former: &[Entity]) -> Follower {
        Follower { entity, leaders: leaders.to_vec(), former: former.to_vec(), on_camera: false }
    }

    #[test]
    fn leaders_are_placed_before_their_followers() {
        let [a, b, c, free] = entities();
        let order = order(&[follower(a, &[b], &[]), follower(b, &[c], &[free]), follower(c, &[free], &[])]);
        assert_eq!(order, Order { levels: Vec::from([[c], [b], [a]].map(Vec::from)), ..Order::default() });
    }

    #[test]
    fn everything_attached_to_a_camera_depends_on_it() {
        let [torch, spark, leaf, stone] = entities();
        let on_camera = Follower { on_camera: true, ..follower(torch, &[], &[]) };
        let followers =
            [follower(spark, &[torch], &[]), on_camera, follower(leaf, &[stone], &[spark]), follower(stone, &[], &[])];
        assert_eq!(order(&followers).depending_on_cameras(&followers), [torch, spark, leaf].into_iter().collect());
    }

    #[test]
    fn an_entity_attached_to_a_ring_is_not_part_of_it() {
        let [a, b, own, last, first] = entities();
        let followers = [
            follower(last, &[a], &[]),
            follower(a, &[b, first], &[]),
            follower(b, &[a], &[]),
            follower(own, &[own], &[]),
            follower(first, &[], &[]),
        ];
        let order = order(&followers);
        assert_eq!(order.ring, [a, b, own].into_iter().collect());
        assert_eq!((order.levels.first(), order.levels.last()), (Some(&Vec::from([first])), Some(&Vec::from([last]))));
        assert_eq!(order.levels.iter().map(Vec::len).sum::<usize>(), 5);
        assert!(order.swapped.is_empty());
    }

    #[test]
    fn an_entity_is_placed_before_a_former_leader_that_is_attached_to_it() {
        let [horse, rider, wagon, bird] = entities();
        let followers = [
            follower(horse, &[rider], &[]),
            follower(rider, &[wagon], &[horse]),
            follower(bird, &[wagon], &[horse]),
            follower(wagon, &[], &[]),
        ];
        let order = order(&followers);
        assert_eq!(order.levels, [[wagon], [rider], [horse], [bird]].map(Vec::from));
        assert_eq!((order.ring, order.swapped), (EntityHashSet::default(), [rider].into_iter().collect()));
    }

    #[test]
    fn two_entities_that_leave_each_other_do_not_form_a_ring() {
        let [a, b, c] = entities();
        // Two entities leave each other, and one leader is listed twice.
        let followers = [follower(a, &[c, c], &[b]), follower(b, &[c], &[a]), follower(c, &[], &[])];
        let found = order(&followers);
        assert_eq!(found.levels, [Vec::from([c]), Vec::from([a, b])]);
        assert_eq!((found.ring, found.swapped), (EntityHashSet::default(), [a, b].into_iter().collect()));
        // Two entities that are attached to themselves leave each other: each is a ring of its own.
        let followers = [follower(a, &[a], &[b]), follower(b, &[b], &[a])];
        let found = order(&followers);
        assert_eq!((found.ring, found.swapped.len()), ([a, b].into_iter().collect(), 2));
        assert_eq!(found.levels, [[a, b]]);
    }
}
