//! A list whose rows are sorted, and sorted again before they have come to their places.

pub(crate) mod by_hand;
pub(crate) mod ours;
pub(crate) mod tweening;

use bevy::prelude::*;

use crate::{
    bench::{app, largest_change, spawn},
    laid_out::{drawn, lay_out},
};

/// The largest change of a row's velocity in a frame, for a list that is sorted twice. Unit: px/s.
fn interrupted(plugin: fn(&mut App), list: fn(&mut Commands) -> Entity) -> f32 {
    let mut app = app(|app| {
        lay_out(app);
        plugin(app);
    });
    let list = spawn(&mut app, list);
    let row = app.world().get::<Children>(list).unwrap()[0];
    let reverse = |world: &mut World| {
        let mut rows: Vec<Entity> = world.get::<Children>(list).unwrap().to_vec();
        rows.reverse();
        world.entity_mut(list).replace_children(&rows);
    };
    let actions: [(usize, &dyn Fn(&mut World)); 3] = [(8, &reverse), (18, &reverse), (26, &reverse)];
    largest_change(&mut app, 160, &actions, |app| drawn(app, row)[0].y)
}

pub(crate) fn measured() -> [f32; 3] {
    [
        interrupted(ours::plugin, ours::list),
        interrupted(tweening::plugin, tweening::list),
        interrupted(by_hand::plugin, by_hand::list),
    ]
}
