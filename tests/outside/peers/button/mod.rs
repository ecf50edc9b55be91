//! A button that grows under the pointer, which leaves before it has grown and comes back before it has shrunk.

pub(crate) mod by_hand;
pub(crate) mod ours;
pub(crate) mod tweening;

use bevy::prelude::*;

use crate::bench::{app, largest_change, spawn};

/// The largest change of the scale's velocity in a frame, for a button that is interrupted. Unit: 1/s.
fn interrupted(plugin: fn(&mut App), button: fn(&mut Commands) -> Entity) -> f32 {
    let mut app = app(plugin);
    let button = spawn(&mut app, button);
    let state = |state: Interaction| move |world: &mut World| _ = world.entity_mut(button).insert(state);
    let (hovered, none) = (state(Interaction::Hovered), state(Interaction::None));
    let actions: [(usize, &dyn Fn(&mut World)); 4] = [(8, &hovered), (15, &none), (21, &hovered), (28, &none)];
    largest_change(&mut app, 160, &actions, |app| app.world().get::<UiTransform>(button).unwrap().scale.x)
}

pub(crate) fn measured() -> [f32; 3] {
    [
        interrupted(ours::plugin, ours::button),
        interrupted(tweening::plugin, tweening::button),
        interrupted(by_hand::plugin, by_hand::button),
    ]
}
