use std::time::Duration;

use bevy::{animation::graph::AnimationNodeIndex, prelude::*};

pub(crate) fn set_up(player: Entity, commands: &mut Commands) {
    commands.entity(player).insert(AnimationTransitions::new());
}

pub(crate) fn play(clip: AnimationNodeIndex, player: Entity, world: &mut World) {
    let mut players = world.query::<(&mut AnimationPlayer, &mut AnimationTransitions)>();
    if let Ok((mut player, mut transitions)) = players.get_mut(world, player) {
        transitions.play(&mut player, clip, Duration::from_millis(300));
    }
}
