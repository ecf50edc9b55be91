//! How far behind the first leader each entity stands, and which entities follow in a ring: of indices alone.

use alloc::{vec, vec::Vec};

/// Where an entity stands among entities that follow one leader each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Behind so many leaders, of which the first follows nothing, or is in a ring.
    Behind(u32),
    /// It follows itself, by others or directly: in the ring of this number.
    InRing(usize),
}

impl Standing {
    /// The ring that the entity is in.
    pub(crate) const fn ring(self) -> Option<usize> {
        match self {
            Self::Behind(_) => None,
            Self::InRing(ring) => Some(ring),
        }
    }
}

/// Where each of `count` entities stands; `leader` is asked once for each. Rings are numbered as they are found.
pub(crate) fn standings(count: usize, mut leader: impl FnMut(usize) -> Option<usize>) -> Vec<Standing> {
    let mut standings: Vec<Option<Standing>> = vec![None; count];
    // The places in `chain` of the indices that are on it now.
    let mut places = vec![usize::MAX; count];
    let mut chain = Vec::new();
    let mut rings = 0;
    for first in 0..count {
        let mut current = first;
        let above = loop {
            match standings[current] {
                Some(Standing::Behind(depth)) => break depth + 1,
                // The paths of a ring's members are found together, so they count as the first level.
                Some(Standing::InRing(_)) => break 1,
                None => {}
            }
            if let Some(ring) = chain.get(places[current]..) {
                for &member in ring {
                    standings[member] = Some(Standing::InRing(rings));
                }
                rings += 1;
                chain.truncate(places[current]);
                break 1;
            }
            places[current] = chain.len();
            chain.push(current);
            match leader(current) {
                Some(ahead) => current = ahead,
                None => break 0,
            }
        };
        for (level, link) in (above..).zip(chain.drain(..).rev()) {
            standings[link] = Some(Standing::Behind(level));
        }
    }
    standings.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::{Standing::*, *};

    #[test]
    fn chains_are_counted_from_the_first_leader_and_from_rings() {
        // 0 ← 1 ← 2, a ring of 3 → 4 → 5, 6 behind it and 7 behind that, 8 follows itself.
        let leaders = [None, Some(0), Some(1), Some(4), Some(5), Some(3), Some(4), Some(6), Some(8)];
        let expected =
            [Behind(0), Behind(1), Behind(2), InRing(0), InRing(0), InRing(0), Behind(1), Behind(2), InRing(1)];
        assert_eq!(standings(leaders.len(), |index| leaders[index]), expected);
        assert_eq!(standings(0, |_| None), []);
    }

    #[test]
    fn a_chain_of_any_length_is_walked_once() {
        for count in [10, 1000, 100_000] {
            let backwards = |index: usize| index.checked_sub(1);
            let forwards = |index: usize| Some(index + 1).filter(|&ahead| ahead < count);
            let round = |index: usize| Some((index + 1) % count);
            let walks: [&dyn Fn(usize) -> Option<usize>; 3] = [&backwards, &forwards, &round];
            for walk in walks {
                let mut asked = 0;
                let found = standings(count, |index| {
                    asked += 1;
                    walk(index)
                });
                assert_eq!(found.len(), count);
                assert_eq!(asked, count, "each of {count} should be asked once");
            }
        }
    }
}
