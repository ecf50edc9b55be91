//! Leaders are placed before what is attached to them.

use alloc::vec::Vec;

use bevy::ecs::entity::{Entity, EntityHashMap, EntityHashSet};

/// An entity that is placed after others.
#[derive(Clone, Debug)]
pub(super) struct Follower {
    pub(super) entity: Entity,
    /// What it is placed after: its leader, their parents and its own, as far as these are attached.
    pub(super) leaders: Vec<Entity>,
    /// The same of the leader that it leaves.
    pub(super) former: Vec<Entity>,
}

/// Who is placed when.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Order {
    /// Each after those that it is attached to.
    pub(super) levels: Vec<Vec<Entity>>,
    /// Attached to themselves in the end.
    pub(super) ring: EntityHashSet,
    /// Placed before the leader that they leave, because that one is attached to them now.
    pub(super) swapped: EntityHashSet,
}

/// Puts these in order.
pub(super) fn order(mut waiting: Vec<Follower>) -> Order {
    let mut order = Order::default();
    while !waiting.is_empty() {
        let open: EntityHashSet = waiting.iter().map(|follower| follower.entity).collect();
        let is_open = |entities: &[Entity]| entities.iter().any(|entity| open.contains(entity));
        let is_ready = |follower: &Follower| !is_open(&follower.leaders) && !is_open(&follower.former);
        let (mut ready, mut rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_ready);
        if ready.is_empty() {
            let looped = looped(&rest);
            let leaves = |follower: &Follower| looped.contains(&follower.entity) && is_open(&follower.former);
            if rest.iter().any(leaves) {
                for follower in rest.iter_mut().filter(|follower| leaves(follower)) {
                    order.swapped.insert(follower.entity);
                    follower.former.clear();
                }
            } else {
                (ready, rest) = rest.into_iter().partition(|follower| looped.contains(&follower.entity));
                order.ring.extend(ready.iter().map(|follower| follower.entity));
            }
        }
        if !ready.is_empty() {
            order.levels.push(ready.into_iter().map(|follower| follower.entity).collect());
        }
        waiting = rest;
    }
    order
}

/// Who of these is placed after itself.
fn looped(followers: &[Follower]) -> EntityHashSet {
    let after: EntityHashMap<_> = followers.iter().map(|follower| (follower.entity, follower)).collect();
    let is_looped = |start: Entity| {
        let (mut seen, mut next) = (EntityHashSet::default(), Vec::from([start]));
        while let Some(follower) = next.pop().and_then(|entity| after.get(&entity)) {
            for &leader in follower.leaders.iter().chain(&follower.former) {
                if leader == start {
                    return true;
                }
                // Only those that wait are gone on from.
                if after.contains_key(&leader) && seen.insert(leader) {
                    next.push(leader);
                }
            }
        }
        false
    };
    after.keys().copied().filter(|&entity| is_looped(entity)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entities<const N: usize>() -> [Entity; N] {
        let mut indices = 1..;
        core::array::from_fn(|_| Entity::from_raw_u32(indices.next().unwrap()).unwrap())
    }

    fn follower(entity: Entity, leaders: &[Entity], former: &[Entity]) -> Follower {
        Follower { entity, leaders: leaders.to_vec(), former: former.to_vec() }
    }

    #[test]
    fn leaders_come_first() {
        let [a, b, c, free] = entities();
        let order = order(Vec::from([follower(a, &[b], &[]), follower(b, &[c], &[free]), follower(c, &[free], &[])]));
        assert_eq!(order, Order { levels: Vec::from([[c], [b], [a]].map(Vec::from)), ..Order::default() });
    }

    #[test]
    fn who_is_behind_a_ring_is_not_in_it() {
        let [a, b, own, behind, ahead] = entities();
        let followers = [
            follower(behind, &[a], &[]),
            follower(a, &[b, ahead], &[]),
            follower(b, &[a], &[]),
            follower(own, &[own], &[]),
            follower(ahead, &[], &[]),
        ];
        let order = order(followers.to_vec());
        assert_eq!(order.ring, [a, b, own].into_iter().collect());
        assert_eq!(
            (order.levels.first(), order.levels.last()),
            (Some(&Vec::from([ahead])), Some(&Vec::from([behind])))
        );
        assert_eq!(order.levels.iter().map(Vec::len).sum::<usize>(), 5);
        assert!(order.swapped.is_empty());
    }

    #[test]
    fn who_leaves_what_is_attached_to_it_now_goes_first() {
        let [horse, rider, wagon, bird] = entities();
        let followers = [
            follower(horse, &[rider], &[]),
            follower(rider, &[wagon], &[horse]),
            follower(bird, &[wagon], &[horse]),
            follower(wagon, &[], &[]),
        ];
        let order = order(followers.to_vec());
        assert_eq!(order.levels, [[wagon], [rider], [horse], [bird]].map(Vec::from));
        assert_eq!((order.ring, order.swapped), (EntityHashSet::default(), [rider].into_iter().collect()));
    }
}
