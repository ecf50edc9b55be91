//! The components of each role, and the script that changes them in each tick.

mod cameras;
mod contacts;
mod followers;
mod laws;
mod own;
mod saved;

use bevy::{ecs::component::Mutable, prelude::*};

use crate::{
    cast::{Cast, Dressing, Role, replace},
    random::Random,
    record::Record,
};

pub(crate) use followers::Wind;
pub(crate) use own::{Simulate, simulate};
pub(crate) use saved::SavedGames;

/// Gives an entity the components of its role.
pub(crate) fn dress(dressing: &mut Dressing, entity: &mut EntityWorldMut) {
    laws::dress(dressing, entity);
    followers::dress(dressing, entity);
    contacts::dress(dressing, entity);
    own::dress(dressing, entity);
    cameras::dress(dressing, entity);
    saved::dress(dressing, entity);
}

/// The script's access to one group in one tick.
pub(crate) struct Act<'w> {
    world: &'w mut World,
    tick: u64,
    group: u16,
    random: Random,
}

impl Act<'_> {
    fn mate(&self, role: Role) -> Entity {
        self.world.resource::<Cast>().get(self.group, role)
    }

    /// Whether an action is due in this tick. It is due every `every` ticks, from tick `after` on, and 11 ticks earlier in each further
    /// group.
    fn is_due(&self, every: u64, after: u64) -> bool {
        (self.tick + 11 * u64::from(self.group)) % every == after
    }

    fn edit<C: Component<Mutability = Mutable>>(&mut self, role: Role, change: impl FnOnce(&mut C)) {
        let entity = self.mate(role);
        if let Some(mut component) = self.world.get_mut::<C>(entity) {
            change(&mut component);
        }
    }

    fn insert(&mut self, role: Role, bundle: impl Bundle) {
        let entity = self.mate(role);
        self.world.entity_mut(entity).insert(bundle);
    }

    fn remove<B: Bundle>(&mut self, role: Role) {
        let entity = self.mate(role);
        self.world.entity_mut(entity).remove::<B>();
    }

    /// Despawns an entity and spawns a new one in its slot.
    fn replace(&mut self, role: Role) {
        replace(self.world, Cast::slot(self.group, role));
    }
}

/// Runs the script for one tick.
pub(crate) fn act(world: &mut World) {
    let tick = world.resource::<Record>().ticks;
    for group in Cast::groups() {
        let random = Random(tick * 100 + u64::from(group));
        let mut act = Act { world, tick, group, random };
        laws::act(&mut act);
        followers::act(&mut act);
        contacts::act(&mut act);
        own::act(&mut act);
        cameras::act(&mut act);
        saved::act(&mut act);
    }
}
