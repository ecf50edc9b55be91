//! A wait and two moves, started again in the middle of a move.

pub(crate) mod by_hand;
pub(crate) mod ours;
pub(crate) mod tweening;

use bevy::prelude::*;

use crate::bench::{app, largest_change, spawn};

/// The largest change of the velocity in a frame, for a sequence that is started again. Unit: px/s.
fn interrupted(plugin: fn(&mut App), entity: fn(&mut Commands) -> Entity, play: fn(Entity, &mut Commands, f32)) -> f32 {
    let mut app = app(plugin);
    let entity = spawn(&mut app, entity);
    let start = |world: &mut World| {
        let now = world.get::<Transform>(entity).unwrap().translation.x;
        play(entity, &mut world.commands(), now);
        world.flush();
    };
    let actions: [(usize, &dyn Fn(&mut World)); 3] = [(8, &start), (34, &start), (70, &start)];
    largest_change(&mut app, 240, &actions, |app| app.world().get::<Transform>(entity).unwrap().translation.x)
}

pub(crate) fn measured() -> [f32; 3] {
    [
        interrupted(ours::plugin, ours::entity, ours::play),
        interrupted(tweening::plugin, tweening::entity, tweening::play),
        interrupted(by_hand::plugin, by_hand::entity, by_hand::play),
    ]
}
