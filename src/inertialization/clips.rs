//! Skeletons whose animation changes its clip.

use alloc::vec::Vec;

use bevy::{
    animation::{AnimatedBy, graph::AnimationNodeIndex},
    prelude::*,
};

use super::Inertialization;
use crate::{
    events::Jumped,
    property::{Rotation, Scale},
};

/// Lets a skeleton go from one animation clip to the next without a cross-fade. Insert it into the entity with the `AnimationPlayer`; each
/// time another set of clips is played, all bones go on with their positions and velocities and approach the new clips, as
/// [`Inertialization`] does.
///
/// The clip itself changes at once, so only one is evaluated. A transition that is interrupted, even several times, has no kink.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::InertializeClips;
///
/// fn set_up(players: Query<Entity, Added<AnimationPlayer>>, mut commands: Commands) {
///     for player in &players {
///         commands.entity(player).insert(InertializeClips::default());
///     }
/// }
///
/// fn jump(mut player: Single<&mut AnimationPlayer>, clip: Res<JumpClip>) {
///     player.stop_all().play(clip.0);
/// }
///
/// #[derive(Resource)]
/// struct JumpClip(AnimationNodeIndex);
/// ```
///
/// # Special cases
///
/// - If you play the same clip again from its start, or seek in it, trigger [`Jumped`](crate::events::Jumped) for the player's entity.
/// - Bones that are spawned later join at the next change of clips.
#[doc(alias = "cross-fade")]
#[doc(alias = "transition")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(PlayedClips)]
pub struct InertializeClips {
    /// How fast the offset of each bone decays: [`Inertialization::angular_frequency`]. Bones that already have an `Inertialization` keep
    /// theirs. Unit: rad/s. Range: > 0 and finite. Default: 12.
    #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
    pub angular_frequency: f32,
}

impl Default for InertializeClips {
    fn default() -> Self {
        Self { angular_frequency: Inertialization::default().angular_frequency }
    }
}

/// The clips that a player played in the last frame, in order. Empty before its bones are known.
#[derive(Component, Clone, Default)]
pub(crate) struct PlayedClips(Vec<AnimationNodeIndex>);

/// Prepares the bones of new players, and announces a jump where other clips are played than in the last frame.
pub(crate) fn find_clip_changes(
    mut players: Query<(Entity, &AnimationPlayer, &InertializeClips, &mut PlayedClips)>,
    bones: Query<(Entity, &AnimatedBy)>,
    mut commands: Commands,
) {
    for (entity, player, settings, mut played) in &mut players {
        let mut clips: Vec<_> = player.playing_animations().map(|(&clip, _)| clip).collect();
        clips.sort_unstable();
        if clips == played.0 {
            continue;
        }
        played.0 = clips;
        for (bone, _) in bones.iter().filter(|(_, player)| player.0 == entity) {
            let settings = Inertialization::new(settings.angular_frequency);
            commands
                .entity(bone)
                .insert_if_new((settings, settings.on::<Rotation>(), settings.on::<Scale>()))
                .trigger(|entity| Jumped { entity });
        }
    }
}
