//! The order in which cameras and attached entities are placed: each after the entities that its place depends on.

use alloc::{vec, vec::Vec};

use bevy::ecs::entity::{Entity, EntityHashMap, EntityHashSet};

/// An entity that is placed after others.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    pub(super) entity: Entity,
    /// What it is placed after, among all that is placed: the nearest of its leader or shot and the parents of that, and the nearest of its
    /// own parents.
    pub(super) leaders: Vec<Entity>,
    /// The same of the leader or shot that it leaves.
    pub(super) former: Vec<Entity>,
    /// It is a camera, or its place depends directly on a camera's.
    pub(super) on_camera: bool,
}

/// What is placed when.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Order {
    /// Each entity is in a later level than those that its place depends on.
    pub(super) levels: Vec<Vec<Entity>>,
    /// The entities whose place depends on itself.
    pub(super) ring: EntityHashSet,
    /// The entities that are placed before the leader or shot that they leave, because the place of that depends on theirs now.
    pub(super) swapped: EntityHashSet,
}

impl Order {
    /// The cameras, and what is on a camera in the end.
    pub(super) fn behind_cameras(&self, followers: &[Follower]) -> EntityHashSet {
        let of: EntityHashMap<&Follower> = followers.iter().map(|follower| (follower.entity, follower)).collect();
        let mut behind = EntityHashSet::default();
        for entity in self.levels.iter().flatten() {
            let is_behind = of.get(entity).is_some_and(|follower| {
                follower.on_camera
                    || follower.leaders.iter().chain(&follower.former).any(|leader| behind.contains(leader))
            });
            if is_behind {
                behind.insert(*entity);
            }
        }
        behind
    }
}

/// Puts these in order, in linear time; rings take longer.
pub(crate) fn order(followers: &[Follower]) -> Order {
    let mut waiting = Waiting::of(followers);
    let mut order = Order::default();
    let mut level: Vec<usize> = (0..followers.len()).filter(|&index| waiting.is_free(index)).collect();
    let mut left = followers.len();
    while left > 0 {
        if level.is_empty() {
            let rest: Vec<usize> = waiting.rest().collect();
            let looped = waiting.looped(&rest);
            level = looped.iter().copied().filter(|&index| waiting.leaves(index)).collect();
            if level.is_empty() {
                order.ring.extend(looped.iter().map(|&index| followers[index].entity));
                level = looped;
            } else {
                order.swapped.extend(level.iter().map(|&index| followers[index].entity));
                level.retain(|&index| waiting.forget_former(index));
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
    /// The entities that are placed after each, and whether only because they leave it.
    behind: Vec<Vec<(usize, bool)>>,
    /// How many of those that each is placed after are not placed yet; `None` once it is placed itself.
    ahead: Vec<Option<usize>>,
    forgets_former: Vec<bool>,
}

impl<'a> Waiting<'a> {
    fn of(followers: &'a [Follower]) -> Self {
        let index_of: EntityHashMap<_> =
            followers.iter().enumerate().map(|(index, follower)| (follower.entity, index)).collect();
        let (mut behind, mut ahead) = (vec![Vec::new(); followers.len()], Vec::with_capacity(followers.len()));
        for (index, follower) in followers.iter().enumerate() {
            let leaders = follower.leaders.iter().map(|leader| (leader, false));
            let all = leaders.chain(follower.former.iter().map(|leader| (leader, true)));
            let mut count = 0;
            for (leader, is_former) in all {
                if let Some(&leader) = index_of.get(leader) {
                    behind[leader].push((index, is_former));
                    count += 1;
                }
            }
            ahead.push(Some(count));
        }
        Self { followers, index_of, behind, ahead, forgets_former: vec![false; followers.len()] }
    }

    /// Whether it can be placed next.
    fn is_free(&self, index: usize) -> bool {
        self.ahead[index] == Some(0)
    }

    fn rest(&self) -> impl Iterator<Item = usize> {
        (0..self.followers.len()).filter(|&index| self.ahead[index].is_some())
    }

    /// Places these, and returns those that can be placed next.
    fn place(&mut self, level: &[usize]) -> Vec<usize> {
        for &index in level {
            self.ahead[index] = None;
        }
        let mut next = Vec::new();
        for &index in level {
            for &(behind, is_former) in &self.behind[index] {
                if !(is_former && self.forgets_former[behind])
                    && let Some(ahead) = &mut self.ahead[behind]
                {
                    *ahead -= 1;
                    if *ahead == 0 {
                        next.push(behind);
                    }
                }
            }
        }
        next
    }

    /// The waiting entities that this one is placed after, and whether only because it leaves them.
    fn ahead_of(&self, index: usize) -> impl Iterator<Item = (usize, bool)> {
        let follower = &self.followers[index];
        let former = follower.former.iter().filter(move |_| !self.forgets_former[index]);
        let all = follower.leaders.iter().map(|leader| (leader, false)).chain(former.map(|leader| (leader, true)));
        all.filter_map(|(leader, is_former)| Some((*self.index_of.get(leader)?, is_former)))
            .filter(|&(leader, _)| self.ahead[leader].is_some())
    }

    /// Whether it waits for a leader that it leaves.
    fn leaves(&self, index: usize) -> bool {
        self.ahead_of(index).any(|(_, is_former)| is_former)
    }

    /// Stops waiting for the leader that it leaves. Returns whether it can be placed next.
    fn forget_former(&mut self, index: usize) -> bool {
        self.forgets_former[index] = true;
        let count = self.ahead_of(index).count();
        self.ahead[index] = Some(count);
        count == 0
    }

    /// Those of the rest that are placed after themselves.
    fn looped(&self, rest: &[usize]) -> Vec<usize> {
        let is_looped = |start: usize| {
            let mut is_seen = vec![false; self.followers.len()];
            let mut next = Vec::from([start]);
            while let Some(index) = next.pop() {
                for (leader, _) in self.ahead_of(index) {
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
        rest.iter().copied().filter(|&index| is_looped(index)).collect()
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
    fn leaders_come_first() {
        let [a, b, c, free] = entities();
        let order = order(&[follower(a, &[b], &[]), follower(b, &[c], &[free]), follower(c, &[free], &[])]);
        assert_eq!(order, Order { levels: Vec::from([[c], [b], [a]].map(Vec::from)), ..Order::default() });
    }

    #[test]
    fn an_entity_attached_behind_a_camera_is_behind_it() {
        let [torch, spark, leaf, stone] = entities();
        let on_camera = Follower { on_camera: true, ..follower(torch, &[], &[]) };
        let followers =
            [follower(spark, &[torch], &[]), on_camera, follower(leaf, &[stone], &[spark]), follower(stone, &[], &[])];
        assert_eq!(order(&followers).behind_cameras(&followers), [torch, spark, leaf].into_iter().collect());
    }

    #[test]
    fn an_entity_behind_a_ring_is_not_in_it() {
        let [a, b, own, behind, ahead] = entities();
        let followers = [
            follower(behind, &[a], &[]),
            follower(a, &[b, ahead], &[]),
            follower(b, &[a], &[]),
            follower(own, &[own], &[]),
            follower(ahead, &[], &[]),
        ];
        let order = order(&followers);
        assert_eq!(order.ring, [a, b, own].into_iter().collect());
        assert_eq!(
            (order.levels.first(), order.levels.last()),
            (Some(&Vec::from([ahead])), Some(&Vec::from([behind])))
        );
        assert_eq!(order.levels.iter().map(Vec::len).sum::<usize>(), 5);
        assert!(order.swapped.is_empty());
    }

    #[test]
    fn an_entity_that_leaves_what_is_attached_to_it_now_goes_first() {
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
    fn two_that_leave_each_other_are_no_ring() {
        let [a, b, c] = entities();
        // Two leave each other, and a leader counts twice.
        let followers = [follower(a, &[c, c], &[b]), follower(b, &[c], &[a]), follower(c, &[], &[])];
        let found = order(&followers);
        assert_eq!(found.levels, [Vec::from([c]), Vec::from([a, b])]);
        assert_eq!((found.ring, found.swapped), (EntityHashSet::default(), [a, b].into_iter().collect()));
        // Two that are on themselves leave each other: both stay.
        let followers = [follower(a, &[a], &[b]), follower(b, &[b], &[a])];
        let found = order(&followers);
        assert_eq!((found.ring, found.swapped.len()), ([a, b].into_iter().collect(), 2));
        assert_eq!(found.levels, [[a, b]]);
    }
}
