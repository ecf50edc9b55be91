//! Ancestors and descendants of entities. Bevy's own iterators never end in a loop of parents; these do.

use alloc::{vec, vec::Vec};

use bevy::prelude::*;

/// The ancestors of an entity, nearest first.
#[cfg(any(feature = "bevy_ui", feature = "camera"))]
pub(crate) fn above(entity: Entity, parents: &Query<&ChildOf>) -> impl Iterator<Item = Entity> {
    Parents::above(entity, |entity| parents.get(entity).ok().map(ChildOf::parent))
}

/// An entity and its descendants, each once, nearest first.
pub(crate) fn with_descendants(entity: Entity, children: &Query<&Children>) -> Vec<Entity> {
    let mut found = vec![entity];
    let mut next = 0;
    while let Some(&above) = found.get(next) {
        next += 1;
        // An entity has one parent, so only the first one can be found again.
        found.extend(children.get(above).into_iter().flatten().filter(|child| **child != entity));
    }
    found
}

/// Iterator over an entity's ancestors, nearest first, to any depth.
///
/// Bevy only rejects an entity that is its own parent, so longer loops of parents are possible. The iterator ends if it meets a loop. If it
/// starts inside the loop, it goes around at most three times.
///
/// # Reference
///
/// Brent 1980, cycle detection: the current entity is compared with a stored one, which is replaced after 2, 4, 8, … steps.
pub(crate) struct Parents<F> {
    parent: F,
    current: Entity,
    stored: Entity,
    steps: u64,
    replace_at: u64,
    /// Whether the iterator ended because of a loop of parents.
    pub(crate) is_looped: bool,
}

impl<F: Fn(Entity) -> Option<Entity>> Parents<F> {
    /// The ancestors of `entity`. `parent` returns the parent of an entity.
    pub(crate) const fn above(entity: Entity, parent: F) -> Self {
        Self { parent, current: entity, stored: entity, steps: 0, replace_at: 2, is_looped: false }
    }
}

impl<F: Fn(Entity) -> Option<Entity>> Iterator for Parents<F> {
    type Item = Entity;

    fn next(&mut self) -> Option<Entity> {
        if self.is_looped {
            return None;
        }
        self.current = (self.parent)(self.current)?;
        self.is_looped = self.current == self.stored;
        self.steps += 1;
        if self.steps == self.replace_at {
            (self.stored, self.replace_at) = (self.current, self.replace_at.saturating_mul(2));
        }
        (!self.is_looped).then_some(self.current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entity(index: u32) -> Entity {
        Entity::from_raw_u32(index).unwrap()
    }

    #[test]
    fn all_ancestors_are_found_at_any_depth() {
        for depth in [0, 1, 2, 1023, 1024, 1025, 100_000] {
            let parent = |entity: Entity| Entity::from_raw_u32(entity.index_u32().checked_sub(1)?);
            let mut parents = Parents::above(entity(depth), parent);
            let found: Vec<u32> = parents.by_ref().map(Entity::index_u32).collect();
            assert_eq!(found, (0..depth).rev().collect::<Vec<_>>());
            assert!(!parents.is_looped);
        }
    }

    #[test]
    fn a_loop_of_parents_is_detected_from_any_distance() {
        for before in [0, 1, 5, 100] {
            for round in [1, 2, 3, 7, 1000] {
                // The parent of an entity has the next lower index. The parent of 1 is `round`, which closes the loop.
                let parent = |entity: Entity| {
                    Some(self::entity(if entity.index_u32() == 1 { round } else { entity.index_u32() - 1 }))
                };
                let mut parents = Parents::above(entity(before + round), parent);
                let steps = parents.by_ref().count();
                assert!(parents.is_looped, "{before} before a loop of {round}");
                let most = 2 * before + 4 * round + 4;
                assert!(steps <= most as usize, "{before} before a loop of {round}: {steps}");
                assert_eq!(parents.next(), None);
            }
        }
    }
}
