//! What other systems do over and over is reported, once, with the line that repairs it; what is done now and then is not.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::{
    app::{Bench, Random, in_one_thread},
    warnings::{assert_told, listen, told},
};

fn bench() -> Bench {
    listen();
    Bench::at_rate(64.0)
}

/// Frames of uneven length, 100 a second.
fn frames(bench: &mut Bench, count: usize) {
    let mut random = Random(7);
    for _ in 0..count {
        bench.frame(Duration::from_secs_f64(random.between(0.007, 0.013)));
    }
}

/// Moves the targets of the entities with this name.
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
    // A key that is held down.
    let mut count = 0;
    bench.app.add_systems(
        Update,
        retarget("clicked dot").run_if(move || {
            count += 1;
            count % 4 == 0
        }),
    );
    frames(&mut bench, 20);
    assert_eq!(told("pointed dot"), [""; 0], "20 writes are no habit yet");
    frames(&mut bench, 200);
    assert_told("pointed dot", "make the target `tracked()`, and write it in `FixedUpdate`", 1);
    assert_told("pointed dot", "app.add_plugins(ExactMotionPlugin { options: MotionOptions::frame() })", 1);
    assert_told("ticked dot", "make the target `tracked()`", 1);
    assert_eq!(told("tracked dot"), [""; 0]);
    assert_eq!(told("clicked dot"), [""; 0]);
}

#[test]
fn a_target_that_is_written_in_every_frame_of_a_property_that_is_stepped_so_is_reported() {
    let mut bench = stage(MotionOptions::frame_real());
    bench.spawn((Name::new("framed dot"), Transform::default(), Spring::critical(9.0), Target::new(Vec3::ZERO)));
    bench.app.add_systems(Update, retarget("framed dot"));
    frames(&mut bench, 100);
    assert_told("framed dot", "make the target `tracked()`", 1);
    assert_told("framed dot", "FixedUpdate", 0);
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
    assert_told("rounded one", "another system writes its Translation over and over", 1);
    assert_told("rounded one", "round a child of it", 1);
    assert_told("at home", "its spring pulls it back to where it was when the spring was added", 1);
    assert_eq!(told("coasting"), [""; 0]);
    assert_eq!(told("left alone"), [""; 0]);
}

#[test]
fn a_value_that_is_written_now_and_then_or_while_it_is_held_is_not_reported() {
    let mut bench = bench();
    let spring = || (Transform::default(), Spring::critical(3.0), Target::new(Vec3::X));
    let often = bench.spawn((Name::new("written often"), spring()));
    let held = bench.spawn((Name::new("written while held"), spring(), Held::default()));
    for frame in 0..200 {
        if frame % 25 != 0 {
            bench.app.world_mut().get_mut::<Transform>(often).expect("it is there").translation.x += 0.01;
        }
        bench.app.world_mut().get_mut::<Transform>(held).expect("it is there").translation.x += 0.01;
        frames(&mut bench, if frame % 25 == 0 { 5 } else { 1 });
    }
    assert_eq!(told("written often"), [""; 0]);
    assert_eq!(told("written while held"), [""; 0]);
}

/// A crowd that is written to: only the first ten are reported, and an entity that despawns in between harms nothing.
#[test]
fn a_crowd_with_the_same_habit_is_reported_ten_times() {
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
    let lines = told("crowded spring").len();
    assert!((1..=10).contains(&lines), "{lines} warnings");
}

/// An app of 64 ticks a second, without a window.
fn stage(options: MotionOptions) -> Bench {
    stage_of(App::new(), options)
}

fn stage_of(mut app: App, options: MotionOptions) -> Bench {
    listen();
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

fn follow(bench: &mut Bench, name: &'static str, leader: impl Bundle) -> Entity {
    let leader = bench.spawn((Name::new(name), Transform::default(), Driven, leader));
    bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)))
}

#[test]
fn a_leader_that_moves_in_frames_is_reported_behind_followers_in_ticks_only() {
    let mut bench = stage(MotionOptions::fixed());
    follow(&mut bench, "cube in frames", ());
    bench.app.add_systems(Update, drive);
    frames(&mut bench, 200);
    let cure = "app.add_plugins(ExactMotionPlugin { options: MotionOptions::frame() })";
    assert_told("cube in frames", "shakes at uneven frames", 1);
    assert_told("cube in frames", cure, 1);
    // With that line it is quiet.
    let mut bench = stage(MotionOptions::frame());
    follow(&mut bench, "cube beside frames", ());
    bench.app.add_systems(Update, drive);
    frames(&mut bench, 200);
    assert_eq!(told("cube beside frames"), [""; 0]);
}

#[test]
fn a_leader_that_moves_in_ticks_is_reported_only_if_it_is_drawn_so() {
    let seen = || (Visibility::default(), InheritedVisibility::default());
    let mut bench = stage(MotionOptions::fixed());
    follow(&mut bench, "hidden cube in ticks", ());
    follow(&mut bench, "drawn cube in ticks", seen());
    bench.app.add_systems(FixedUpdate, drive);
    frames(&mut bench, 200);
    assert_eq!(told("hidden cube in ticks"), [""; 0]);
    assert_told("drawn cube in ticks", "move it by a `Velocity`", 1);
    // Drawn tick by tick, too.
    let mut bench = stage(MotionOptions::fixed().presented(Presentation::Ticked));
    follow(&mut bench, "cube beside ticks", seen());
    bench.app.add_systems(FixedUpdate, drive);
    frames(&mut bench, 200);
    assert_eq!(told("cube beside ticks"), [""; 0]);
}

/// What moves between frames that are as long as ticks does not shake.
#[test]
fn a_leader_that_moves_once_in_every_tick_is_not_reported() {
    let mut bench = stage(MotionOptions::fixed());
    let seen = (Visibility::default(), InheritedVisibility::default());
    follow(&mut bench, "cube in step", seen);
    bench.app.add_systems(Update, drive);
    for _ in 0..200 {
        bench.frame(Duration::from_secs(1) / 64);
    }
    assert_eq!(told("cube in step"), [""; 0]);
}

/// Whichever of the two steps first in a tick.
#[test]
fn a_leader_whose_part_this_crate_moves_is_not_reported() {
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
        assert_eq!(told("cube by its part"), [""; 0], "{is_first}");
    }
}

/// One that is moved this way and then that way, or seldom, or despawned in between.
#[test]
fn a_leader_that_is_pushed_now_and_then_is_not_reported() {
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
    assert_eq!(told("pushed cube"), [""; 0]);
    let gone = follow(&mut bench, "short-lived cube", ());
    let leader = bench.app.world().get::<Follow>(gone).expect("it follows").leader;
    bench.app.world_mut().despawn(leader);
    frames(&mut bench, 5);
    assert_eq!(told("short-lived cube moves"), [""; 0]);
}

#[test]
fn a_spring_without_a_property_on_a_node_says_which_are_there() {
    let mut bench = bench();
    bench.spawn((Name::new("button"), Node::default(), Spring::snappy(), Target::new(Vec3::X)));
    frames(&mut bench, 3);
    assert_told("button", "`.on::<NodeLeft>()`", 1);
    assert_told("button", "insert `Transform`", 0);
}
