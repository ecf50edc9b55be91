//! Writes that another system repeats in every frame or tick, and that make motion wrong, are reported once, with the line of code that
//! fixes it. Occasional writes are not reported.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::TranslationX};

use crate::{
    app::{Bench, Random, in_one_thread},
    warnings::{assert_warned, capture_warnings, warnings_about},
};

fn bench() -> Bench {
    capture_warnings();
    Bench::at_rate(64.0)
}

/// Runs frames of uneven length, about 100 per second.
fn frames(bench: &mut Bench, count: usize) {
    let mut random = Random(7);
    for _ in 0..count {
        bench.frame(Duration::from_secs_f64(random.between(0.007, 0.013)));
    }
}

/// Returns a system that moves the targets of the entities with this name.
fn retarget(name: &'static str) -> impl FnMut(Query<(&Name, &mut Target)>) {
    move |mut targets: Query<(&Name, &mut Target)>| {
        for (_, mut target) in targets.iter_mut().filter(|(own, _)| own.as_str() == name) {
            target.value.x += 0.01;
        }
    }
}

#[test]
fn a_target_that_is_written_in_every_frame_or_tick_is_reported_once() {
    let mut bench = bench();
    for name in ["pointed dot", "ticked dot", "clicked dot"] {
        bench.spawn((Name::new(name), Transform::default(), Spring::critical(9.0), Target::new(Vec3::ZERO)));
    }
    let tracked = Target::new(Vec3::ZERO).tracked();
    bench.spawn((Name::new("tracked dot"), Transform::default(), Spring::critical(9.0), tracked));
    bench.app.add_systems(FixedUpdate, (retarget("ticked dot"), retarget("tracked dot")));
    bench.app.add_systems(Update, retarget("pointed dot"));
    // A key that is held down repeats its writes.
    let mut count = 0;
    bench.app.add_systems(
        Update,
        retarget("clicked dot").run_if(move || {
            count += 1;
            count % 4 == 0
        }),
    );
    frames(&mut bench, 20);
    assert_eq!(warnings_about("pointed dot"), [""; 0], "20 writes should not be reported yet");
    frames(&mut bench, 200);
    assert_warned("pointed dot", "make the target `tracked()`, and write it in `FixedUpdate`", 1);
    assert_warned("pointed dot", "app.add_plugins(ExactMotionPlugin { options: MotionOptions::frame() })", 1);
    assert_warned("ticked dot", "make the target `tracked()`", 1);
    assert_eq!(warnings_about("tracked dot"), [""; 0]);
    assert_eq!(warnings_about("clicked dot"), [""; 0]);
}

#[test]
fn writing_the_target_of_a_property_stepped_in_frames_in_every_frame_is_reported() {
    let mut bench = stage(MotionOptions::frame_real());
    bench.spawn((Name::new("framed dot"), Transform::default(), Spring::critical(9.0), Target::new(Vec3::ZERO)));
    bench.app.add_systems(Update, retarget("framed dot"));
    frames(&mut bench, 100);
    assert_warned("framed dot", "make the target `tracked()`", 1);
    assert_warned("framed dot", "FixedUpdate", 0);
}

#[test]
fn a_value_that_a_spring_and_another_system_move_is_reported_once() {
    let mut bench = bench();
    bench.spawn((Name::new("rounded one"), Transform::default(), Spring::critical(3.0), Target::new(100.0 * Vec3::X)));
    bench.spawn((Name::new("at home"), Transform::default(), Spring::critical(3.0)));
    bench.spawn((Name::new("coasting"), Transform::default(), Velocity::new(Vec3::X)));
    bench.spawn((Name::new("left alone"), Transform::default(), Spring::critical(3.0), Target::new(100.0 * Vec3::X)));
    bench.app.add_systems(PostUpdate, |mut all: Query<(&Name, &mut Transform)>| {
        for (name, mut transform) in &mut all {
            match name.as_str() {
                "rounded one" => transform.translation = transform.translation.round(),
                "at home" | "coasting" => transform.translation.y += 0.1,
                _ => {}
            }
        }
    });
    frames(&mut bench, 200);
    assert_warned("rounded one", "another system writes its Translation over and over", 1);
    assert_warned("rounded one", "round a child of it", 1);
    assert_warned("at home", "its spring pulls it back to where it was when the spring was added", 1);
    assert_eq!(warnings_about("coasting"), [""; 0]);
    assert_eq!(warnings_about("left alone"), [""; 0]);
}

#[test]
fn a_value_that_is_written_occasionally_or_while_it_is_grabbed_is_not_reported() {
    let mut bench = bench();
    let spring = || (Transform::default(), Spring::critical(3.0), Target::new(Vec3::X));
    let often = bench.spawn((Name::new("written often"), spring()));
    let held = bench.spawn((Name::new("written while held"), spring(), Grabbed::default()));
    for frame in 0..200 {
        if frame % 25 != 0 {
            bench.app.world_mut().get_mut::<Transform>(often).expect("it should exist").translation.x += 0.01;
        }
        bench.app.world_mut().get_mut::<Transform>(held).expect("it should exist").translation.x += 0.01;
        frames(&mut bench, if frame % 25 == 0 { 5 } else { 1 });
    }
    assert_eq!(warnings_about("written often"), [""; 0]);
    assert_eq!(warnings_about("written while held"), [""; 0]);
}

/// Another system moves 1000 entities in every frame. After some frames, half of them are despawned.
#[test]
fn at_most_ten_entities_with_the_same_mistake_are_reported() {
    let mut bench = bench();
    let crowd: Vec<_> = (0..1000)
        .map(|_| bench.spawn((Name::new("crowded spring"), Transform::default(), Spring::critical(3.0))))
        .collect();
    bench.app.add_systems(Update, |mut all: Query<&mut Transform>| {
        for mut transform in &mut all {
            transform.translation.x += 0.1;
        }
    });
    frames(&mut bench, 30);
    for entity in &crowd[..500] {
        bench.app.world_mut().despawn(*entity);
    }
    frames(&mut bench, 200);
    let lines = warnings_about("crowded spring").len();
    assert!((1..=10).contains(&lines), "{lines} warnings");
}

/// An app with 64 ticks per second.
fn stage(options: MotionOptions) -> Bench {
    stage_of(App::new(), options)
}

fn stage_of(mut app: App, options: MotionOptions) -> Bench {
    capture_warnings();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin { options }));
    app.insert_resource(Time::<Fixed>::from_hz(64.0));
    app.finish();
    in_one_thread(&mut app);
    Bench { app }
}

#[derive(Component)]
struct Driven;

fn drive(time: Res<Time>, mut driven: Query<&mut Transform, With<Driven>>) {
    for mut driven in &mut driven {
        driven.translation.x += 6.0 * time.delta_secs();
    }
}

/// Spawns a leader that [`drive`] moves, with this name and these additional components, and a follower. Returns the follower.
fn follow(bench: &mut Bench, name: &'static str, leader: impl Bundle) -> Entity {
    let leader = bench.spawn((Name::new(name), Transform::default(), Driven, leader));
    bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)))
}

#[test]
fn a_leader_that_moves_once_a_frame_is_reported_only_if_its_followers_are_stepped_in_ticks() {
    let mut bench = stage(MotionOptions::fixed());
    follow(&mut bench, "cube in frames", ());
    bench.app.add_systems(Update, drive);
    frames(&mut bench, 200);
    let fix = "app.add_plugins(ExactMotionPlugin { options: MotionOptions::frame() })";
    assert_warned("cube in frames", "shakes at uneven frames", 1);
    assert_warned("cube in frames", fix, 1);
    // After the fix, nothing is reported.
    let mut bench = stage(MotionOptions::frame());
    follow(&mut bench, "cube beside frames", ());
    bench.app.add_systems(Update, drive);
    frames(&mut bench, 200);
    assert_eq!(warnings_about("cube beside frames"), [""; 0]);
}

#[test]
fn a_leader_that_moves_in_ticks_is_reported_only_if_it_is_visible_and_its_follower_is_not_ticked() {
    let seen = || (Visibility::default(), InheritedVisibility::default());
    let mut bench = stage(MotionOptions::fixed());
    follow(&mut bench, "hidden cube in ticks", ());
    follow(&mut bench, "drawn cube in ticks", seen());
    bench.app.add_systems(FixedUpdate, drive);
    frames(&mut bench, 200);
    assert_eq!(warnings_about("hidden cube in ticks"), [""; 0]);
    assert_warned("drawn cube in ticks", "move it by a `Velocity`", 1);
    // Nothing is reported if the followers are drawn at ticks, too.
    let mut bench = stage(MotionOptions::fixed().with_presentation(Presentation::Ticked));
    follow(&mut bench, "cube beside ticks", seen());
    bench.app.add_systems(FixedUpdate, drive);
    frames(&mut bench, 200);
    assert_eq!(warnings_about("cube beside ticks"), [""; 0]);
}

/// If every frame is as long as a tick, the follower does not shake.
#[test]
fn a_leader_that_moves_once_in_every_tick_is_not_reported() {
    let mut bench = stage(MotionOptions::fixed());
    let seen = (Visibility::default(), InheritedVisibility::default());
    follow(&mut bench, "cube in step", seen);
    bench.app.add_systems(Update, drive);
    for _ in 0..200 {
        bench.frame(Duration::from_secs(1) / 64);
    }
    assert_eq!(warnings_about("cube in step"), [""; 0]);
}

/// The order in which the two properties are registered does not matter.
#[test]
fn a_leader_whose_x_is_moved_by_this_crate_is_not_reported() {
    for is_first in [false, true] {
        let mut app = App::new();
        if is_first {
            app.register_motion::<TranslationX>();
        }
        let mut bench = stage_of(app, MotionOptions::fixed());
        if !is_first {
            bench.app.register_motion::<TranslationX>();
        }
        follow(&mut bench, "cube by its part", Velocity::<TranslationX>::of(6.0));
        frames(&mut bench, 200);
        assert_eq!(warnings_about("cube by its part"), [""; 0], "{is_first}");
    }
}

/// One leader is moved in some frames and in some ticks. Another leader is despawned soon after its spawn.
#[test]
fn a_leader_that_is_moved_occasionally_is_not_reported() {
    let mut bench = stage(MotionOptions::fixed());
    follow(&mut bench, "pushed cube", ());
    bench.app.add_systems(
        Update,
        drive.run_if(|mut count: Local<u32>| {
            *count += 1;
            *count % 40 < 10
        }),
    );
    bench.app.add_systems(
        FixedUpdate,
        drive.run_if(|mut count: Local<u32>| {
            *count += 1;
            count.is_multiple_of(20)
        }),
    );
    frames(&mut bench, 400);
    assert_eq!(warnings_about("pushed cube"), [""; 0]);
    let gone = follow(&mut bench, "short-lived cube", ());
    let leader = bench.app.world().get::<Follow>(gone).expect("it should have one").leader;
    bench.app.world_mut().despawn(leader);
    frames(&mut bench, 5);
    assert_eq!(warnings_about("short-lived cube moves"), [""; 0]);
}

#[test]
fn a_spring_of_the_translation_on_a_node_is_reported_with_the_nodes_properties() {
    let mut bench = bench();
    bench.spawn((Name::new("button"), Node::default(), Spring::snappy(), Target::new(Vec3::X)));
    frames(&mut bench, 3);
    assert_warned("button", "`.on::<NodeLeft>()`", 1);
    assert_warned("button", "insert `Transform`", 0);
}
