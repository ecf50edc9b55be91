use bevy::{animation::graph::AnimationNodeIndex, prelude::*};
use bevy_exact_motion::InertializeClips;

pub(crate) fn set_up(player: Entity, commands: &mut Commands) {
    commands.entity(player).insert(InertializeClips::default());
}

pub(crate) fn play(clip: AnimationNodeIndex, player: Entity, world: &mut World) {
    if let Some(mut player) = world.get_mut::<AnimationPlayer>(player) {
        player.stop_all().play(clip);
    }
}
