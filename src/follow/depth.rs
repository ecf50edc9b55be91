//! Computes the depth of each entity in its chain of leaders, and finds rings of leaders. Entities are given by their indices.

use alloc::{vec, vec::Vec};

/// An entity's depth in its chain of leaders, or the ring that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// The entity is behind this number of leaders. A ring ahead of it counts as one leader.
    Behind(u32),
    /// The entity follows itself, directly or through other entities. Holds the index of its ring.
    InRing(usize),
}

impl Depth {
    /// The index of the entity's ring, if any.
    pub(crate) const fn ring(self) -> Option<usize> {
        match self {
            Self::Behind(_) => None,
            Self::InRing(ring) => Some(ring),
        }
    }
}

/// Computes the depths of `count` entities. `leader` returns the index of an entity's leader; it is called once for each entity. Rings are
/// numbered in the order in which they are found.
pub(crate) fn depths(count: usize, mut leader: impl FnMut(usize) -> Option<usize>) -> Vec<Depth> {
    let mut depths: Vec<Option<Depth>> = vec![None; count];
    // The position of each entity in `chain`; `usize::MAX` if it was never added.
    let mut positions = vec![usize::MAX; count];
    let mut chain = Vec::new();
    let mut rings = 0;
    for first in 0..count {
        let mut current = first;
        let above = loop {
            match depths[current] {
                Some(Depth::Behind(depth)) => break depth + 1,
                // Members of a ring count as depth 0, because their paths are solved together.
                Some(Depth::InRing(_)) => break 1,
                None => {}
            }
            if let Some(ring) = chain.get(positions[current]..) {
                for &member in ring {
                    depths[member] = Some(Depth::InRing(rings));
                }
                rings += 1;
                chain.truncate(positions[current]);
                break 1;
            }
            positions[current] = chain.len();
            chain.push(current);
            match leader(current) {
                Some(ahead) => current = ahead,
                None => break 0,
            }
        };
        for (level, link) in (above..).zip(chain.drain(..).rev()) {
            depths[link] = Some(Depth::Behind(level));
        }
    }
    depths.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::{Depth::*, *};

    #[test]
    fn depth_is_counted_from_the_first_leader_or_from_a_ring() {
        // 1 follows 0, and 2 follows 1. 3, 4 and 5 form a ring, 6 follows 4, and 7 follows 6. 8 follows itself.
        let leaders = [None, Some(0), Some(1), Some(4), Some(5), Some(3), Some(4), Some(6), Some(8)];
        let expected =
            [Behind(0), Behind(1), Behind(2), InRing(0), InRing(0), InRing(0), Behind(1), Behind(2), InRing(1)];
        assert_eq!(depths(leaders.len(), |index| leaders[index]), expected);
        assert_eq!(depths(0, |_| None), []);
    }

    #[test]
    fn each_leader_is_looked_up_once_in_chains_of_any_length() {
        for count in [10, 1000, 100_000] {
            let backwards = |index: usize| index.checked_sub(1);
            let forwards = |index: usize| Some(index + 1).filter(|&ahead| ahead < count);
            let round = |index: usize| Some((index + 1) % count);
            let walks: [&dyn Fn(usize) -> Option<usize>; 3] = [&backwards, &forwards, &round];
            for walk in walks {
                let mut lookups = 0;
                let found = depths(count, |index| {
                    lookups += 1;
                    walk(index)
                });
                assert_eq!(found.len(), count);
                assert_eq!(lookups, count, "each of {count} leaders should be looked up once");
            }
        }
    }
}
