//! Skeletons whose animation changes its clip.

use std::time::Duration;

use bevy::{
    animation::{AnimatedBy, AnimationPlugin, AnimationTargetId, animated_field, graph::AnimationNodeIndex},
    prelude::*,
};
use bevy_exact_motion::{InertializeClips, prelude::*};

use crate::{app::in_one_thread, written::decayed};

const FRAME: f64 = 1.0 / 128.0;
const W: f64 = 12.0;

struct Puppet {
    app: App,
    player: Entity,
    bone: Entity,
    clips: Vec<AnimationNodeIndex>,
}

/// A bone and three clips of 8 s, in which it moves along x from the first number to the second and turns about y by them.
fn puppet(settings: Option<InertializeClips>) -> Puppet {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, AssetPlugin::default(), AnimationPlugin))
        .add_plugins(ExactMotionPlugin::default());
    app.finish();
    in_one_thread(&mut app);
    let target = AnimationTargetId::from_name(&Name::new("bone"));
    let clips = [(0.0, 8.0), (5.0, 1.0), (-3.0, 3.0)].map(|(from, to)| {
        let mut clip = AnimationClip::default();
        let places = [(0.0, from * Vec3::X), (8.0, to * Vec3::X)];
        let turns = [(0.0, Quat::from_rotation_y(0.1 * from)), (8.0, Quat::from_rotation_y(0.1 * to))];
        let place = AnimatableKeyframeCurve::new(places).expect("it has two keys");
        let turn = AnimatableKeyframeCurve::new(turns).expect("it has two keys");
        clip.add_curve_to_target(target, AnimatableCurve::new(animated_field!(Transform::translation), place));
        clip.add_curve_to_target(target, AnimatableCurve::new(animated_field!(Transform::rotation), turn));
        app.world_mut().resource_mut::<Assets<AnimationClip>>().add(clip)
    });
    let (graph, clips) = AnimationGraph::from_clips(clips);
    let graph = app.world_mut().resource_mut::<Assets<AnimationGraph>>().add(graph);
    let player = app.world_mut().spawn((AnimationPlayer::default(), AnimationGraphHandle(graph))).id();
    if let Some(settings) = settings {
        app.world_mut().entity_mut(player).insert(settings);
    }
    let bone = app.world_mut().spawn((Transform::default(), target, AnimatedBy(player), ChildOf(player))).id();
    app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(FRAME)));
    Puppet { app, player, bone, clips }
}

impl Puppet {
    fn play(&mut self, clip: usize) {
        let mut player = self.app.world_mut().get_mut::<AnimationPlayer>(self.player).unwrap();
        player.stop_all();
        player.play(self.clips[clip]);
    }

    /// Runs frames, and returns what is shown after each.
    fn run(&mut self, frames: usize) -> Vec<f64> {
        (0..frames)
            .map(|_| {
                self.app.update();
                self.app.world().get::<Transform>(self.bone).unwrap().translation.x.into()
            })
            .collect()
    }
}

#[test]
fn a_change_of_clips_begins_an_offset_at_every_bone() {
    let mut puppet = puppet(Some(InertializeClips::default()));
    puppet.play(0);
    let before = puppet.run(100);
    puppet.play(1);
    let after = puppet.run(100);
    let (last, speed) = (before[99], (before[99] - before[98]) / FRAME);
    // The first frame of the clip shows its time after one frame.
    let clip = |frames: f64| 5.0 - 0.5 * frames * FRAME;
    let first = last + speed * FRAME;
    for (frame, shown) in after.iter().enumerate() {
        let (offset, _) = decayed(first - clip(1.0), speed + 0.5, W, frame as f64 * FRAME);
        let expected = clip(frame as f64 + 1.0) + offset;
        assert!((shown - expected).abs() < 2e-4, "frame {frame}: {shown}, {expected}");
    }
    let turned = puppet.app.world().get::<Inertialization<Rotation>>(puppet.bone);
    assert!(turned.is_some());
}

#[test]
fn a_transition_that_is_interrupted_twice_has_no_kink_where_a_cut_has() {
    let greatest_change = |settings: Option<InertializeClips>| {
        let mut puppet = puppet(settings);
        puppet.play(0);
        let mut shown = puppet.run(60);
        for clip in [1, 2, 0] {
            puppet.play(clip);
            shown.extend(puppet.run(6));
        }
        shown.extend(puppet.run(200));
        let speeds: Vec<f64> = shown.windows(2).skip(8).map(|two| (two[1] - two[0]) / FRAME).collect();
        speeds.windows(2).map(|two| (two[1] - two[0]).abs()).fold(0.0, f64::max)
    };
    let (smooth, cut) = (greatest_change(Some(InertializeClips::default())), greatest_change(None));
    println!("largest change of a bone's velocity in a frame: {smooth:.2} units/s, {cut:.0} units/s without");
    assert!(smooth < (W * W * 9.0 + 2.0 * W * 5.0) * FRAME && cut > 500.0, "{smooth}, {cut}");
}

#[test]
fn bones_keep_an_inertialization_of_their_own() {
    let mut puppet = puppet(Some(InertializeClips::default()));
    puppet.app.world_mut().entity_mut(puppet.bone).insert(Inertialization::new(30.0));
    puppet.play(0);
    puppet.run(3);
    let world = puppet.app.world();
    assert_eq!(world.get::<Inertialization>(puppet.bone).unwrap().angular_frequency, 30.0);
    assert_eq!(world.get::<Inertialization<Scale>>(puppet.bone).unwrap().angular_frequency, 12.0);
}
