//! A skeleton whose clip changes, and changes again before the first change is over.

pub(crate) mod bevys;
pub(crate) mod ours;

use bevy::{
    animation::{AnimatedBy, AnimationPlugin, AnimationTargetId, animated_field, graph::AnimationNodeIndex},
    prelude::*,
};

use crate::bench::{app, largest_change};

/// The largest change of a bone's velocity in a frame, for two changes of the clip in a row. Unit: 1/s.
fn interrupted(set_up: fn(Entity, &mut Commands), play: fn(AnimationNodeIndex, Entity, &mut World)) -> f32 {
    let mut app = app(|app| _ = app.add_plugins((AssetPlugin::default(), AnimationPlugin)));
    let target = AnimationTargetId::from_name(&Name::new("bone"));
    let clips = [(0.0, 2.0), (5.0, 1.0), (-3.0, 3.0)].map(|(from, to)| {
        let mut clip = AnimationClip::default();
        let curve = AnimatableKeyframeCurve::new([(0.0, from * Vec3::X), (8.0, to * Vec3::X)]).unwrap();
        clip.add_curve_to_target(target, AnimatableCurve::new(animated_field!(Transform::translation), curve));
        app.world_mut().resource_mut::<Assets<AnimationClip>>().add(clip)
    });
    let (graph, clips) = AnimationGraph::from_clips(clips);
    let graph = app.world_mut().resource_mut::<Assets<AnimationGraph>>().add(graph);
    let player = app.world_mut().spawn((AnimationPlayer::default(), AnimationGraphHandle(graph))).id();
    set_up(player, &mut app.world_mut().commands());
    let bone = app.world_mut().spawn((Transform::default(), target, AnimatedBy(player), ChildOf(player))).id();
    app.world_mut().flush();
    let start = |clip: usize| {
        let clip = clips[clip];
        move |world: &mut World| play(clip, player, world)
    };
    let (first, second, third) = (start(0), start(1), start(2));
    play(clips[0], player, app.world_mut());
    for _ in 0..40 {
        app.update();
    }
    let actions: [(usize, &dyn Fn(&mut World)); 4] = [(8, &second), (17, &third), (23, &first), (60, &second)];
    largest_change(&mut app, 120, &actions, |app| app.world().get::<Transform>(bone).unwrap().translation.x)
}

pub(crate) fn measured() -> [f32; 2] {
    [interrupted(ours::set_up, ours::play), interrupted(bevys::set_up, bevys::play)]
}
