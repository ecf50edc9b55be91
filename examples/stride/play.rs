//! Plays the chosen clip: on the puppet whose bones are inertialized by playing it, on the other one by a cross-fade.

use core::time::Duration;

use bevy::animation::graph::AnimationNodeIndex;
use bevy::prelude::*;
use bevy_exact_motion::InertializeClips;

/// What a puppet can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clip {
    Stand,
    Walk,
    Run,
    Hop,
    Wave,
}

impl Clip {
    pub(crate) const ALL: [Self; 5] = [Self::Stand, Self::Walk, Self::Run, Self::Hop, Self::Wave];
}

/// The clip that both puppets play.
#[derive(Resource, Clone, Copy, PartialEq)]
pub(crate) struct Chosen(pub(crate) Clip);

/// The node of each clip in the animation graph, in the order of [`Clip::ALL`].
#[derive(Resource)]
pub(crate) struct Nodes(pub(crate) Vec<AnimationNodeIndex>);

/// The duration of a cross-fade.
const FADE: Duration = Duration::from_millis(300);

/// Runs when another clip is chosen.
pub(crate) fn play(
    chosen: Res<Chosen>,
    nodes: Res<Nodes>,
    mut inertialized: Single<&mut AnimationPlayer, With<InertializeClips>>,
    faded: Single<(&mut AnimationPlayer, &mut AnimationTransitions), Without<InertializeClips>>,
) {
    let Some(clip) = Clip::ALL.iter().zip(&nodes.0).find_map(|(clip, node)| (*clip == chosen.0).then_some(*node))
    else {
        return;
    };
    inertialized.stop_all().play(clip).repeat();
    let (mut player, mut transitions) = faded.into_inner();
    transitions.play(&mut player, clip, FADE).repeat();
}
