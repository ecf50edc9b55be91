//! What has no effect as it stands is told: which entity, what is missing, and the line that repairs it.

use bevy::{ecs::entity_disabling::Disabled, prelude::*, reflect::TypePath, time::TimePlugin};
use bevy_exact_motion::prelude::*;

use crate::{
    app::{Bench, itself},
    warnings::{listen, told},
};

#[track_caller]
fn assert_told_once(about: &str, parts: &[&str]) {
    let lines = told(about);
    let [line] = &lines[..] else { panic!("one warning about {about} was expected, not {lines:?}") };
    for part in parts {
        assert!(line.contains(part), "{part} is missing in: {line}");
    }
}

fn bench() -> Bench {
    listen();
    Bench::at_rate(50.0)
}

fn frames(bench: &mut Bench, count: usize) {
    for _ in 0..count {
        bench.frame(core::time::Duration::from_millis(20));
    }
}

itself! {
    Forgotten: f32;
    Dialled: f32;
    Late: f32;
    Early: f32;
    Alone: f32;
    Twice: f32;
    Agreed: f32;
    Absent: f32;
    Fleeting: f32;
}

#[test]
fn a_property_that_is_not_registered_is_told_with_the_line_that_registers_it() {
    let mut bench = bench();
    for name in ["forgotten one", "forgotten two"] {
        bench.spawn((Name::new(name), Forgotten(0.0), Spring::critical(3.0).on::<Forgotten>()));
    }
    bench.spawn((Name::new("forgotten three"), Forgotten(0.0), Target::<Forgotten>::of(1.0)));
    frames(&mut bench, 3);
    assert_told_once("Forgotten", &["forgotten one", "Spring<Forgotten>", "app.register_motion::<Forgotten>()"]);
    // Registered after it was spawned, it is no trap.
    bench.spawn((Name::new("late"), Late(0.0), Spring::critical(3.0).on::<Late>()));
    bench.app.register_motion::<Late>();
    frames(&mut bench, 3);
    assert_eq!(told("Late"), [""; 0]);
}

#[test]
fn a_property_that_is_not_registered_is_told_of_the_first_entity_that_lives_on() {
    let mut bench = bench();
    let [gone, there] = ["fleeting one", "fleeting two"]
        .map(|name| bench.spawn((Name::new(name), Fleeting(0.0), Spring::critical(3.0).on::<Fleeting>())));
    bench.app.world_mut().despawn(gone);
    frames(&mut bench, 2);
    assert_told_once("Fleeting", &["fleeting two", &there.to_string(), "app.register_motion::<Fleeting>()"]);
}

/// A property whose component another one has inserted later, as a sound has its sink.
#[derive(Component, TypePath, Clone, Copy)]
struct Sink(f32);

#[derive(Component)]
struct Sound;

impl Property for Sink {
    type Component = Self;
    type Value = f32;
    const INSERTED_BY: Option<(&'static str, fn(EntityRef) -> bool)> =
        Some(("insert a `Sound`", |entity| entity.contains::<Sound>()));

    fn get(component: &Self) -> f32 {
        component.0
    }

    fn set(component: &mut Self, value: f32) {
        component.0 = value;
    }
}

#[test]
fn a_component_that_comes_by_itself_is_waited_for() {
    let mut bench = bench();
    bench.app.register_motion::<Sink>();
    let fade = || (Spring::critical(9.0).on::<Sink>(), Target::<Sink>::of(1.0));
    let sound = bench.spawn((Name::new("loading sound"), Sound, fade()));
    bench.spawn((Name::new("soundless"), fade()));
    frames(&mut bench, 3);
    assert_eq!(told("loading sound"), [""; 0]);
    assert_told_once("soundless", &["`Spring<Sink>`, but no `Sink` that it could move: insert a `Sound`"]);
    bench.app.world_mut().entity_mut(sound).insert(Sink(0.0));
    frames(&mut bench, 9);
    let volume = bench.app.world().get::<Sink>(sound).expect("it is inserted").0;
    assert!(volume > 0.1, "the spring should move it: {volume}");
}

#[test]
fn without_the_plugin_that_is_told() {
    listen();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin));
    app.world_mut().spawn((Name::new("unplugged"), Transform::default(), Spring::critical(3.0)));
    app.world_mut().spawn((Name::new("unplugged too"), Transform::default(), Spring::critical(3.0)));
    app.update();
    assert_told_once("unplugged", &["Spring<Translation>", "app.add_plugins(ExactMotionPlugin::default())"]);
    // A world that is no app's moves nothing anyway: a scene that is being read, for instance.
    World::new().spawn((Name::new("in a scene"), Spring::critical(3.0)));
    assert_eq!(told("in a scene"), [""; 0]);
}

#[test]
fn a_camera_without_the_plugin_is_told() {
    let mut bench = bench();
    bench.spawn((Name::new("plugless camera"), Orbit::default()));
    bench.spawn((Name::new("plugless camera too"), Orbit::default()));
    frames(&mut bench, 2);
    // What the user has written, and none of the properties that it requires.
    assert_told_once("plugless camera", &["`Orbit`", "app.add_plugins(ExactCameraPlugin::default())"]);
    assert_eq!(told("plugless camera").iter().filter(|line| line.contains("Shake")).count(), 0);
}

#[test]
fn an_attachment_without_the_plugin_is_told() {
    let mut bench = bench();
    bench.spawn((Name::new("plugless sword"), Attach::new(Entity::PLACEHOLDER)));
    frames(&mut bench, 2);
    assert_told_once("plugless sword", &["`Attach`", "app.add_plugins(ExactCameraPlugin::default())"]);
}

#[test]
fn a_camera_with_a_property_that_is_not_registered_is_told_of_that_property() {
    let mut bench = Bench::with(core::time::Duration::from_millis(20), ExactCameraPlugin::default());
    listen();
    bench.spawn((Name::new("dialled camera"), Orbit::default(), Dialled(0.0), Spring::critical(3.0).on::<Dialled>()));
    frames(&mut bench, 2);
    assert_told_once("dialled camera", &["Spring<Dialled>", "app.register_motion::<Dialled>()"]);
}

#[test]
fn a_registered_property_moves_without_the_plugin() {
    listen();
    let mut app = App::new();
    app.add_plugins(MinimalPlugins).register_motion::<Alone>();
    let mut bench = Bench { app };
    frames(&mut bench, 1);
    let body = bench.spawn((Alone(0.0), Velocity::<Alone>::of(1.0)));
    frames(&mut bench, 10);
    assert!((bench.get::<Alone>(body).0 - 0.2).abs() < 1e-6);
    assert_eq!(told("Alone"), [""; 0]);
}

#[test]
fn without_the_component_that_it_moves_that_is_told() {
    let mut bench = bench();
    bench.spawn((Name::new("nothing to move"), Spring::critical(3.0)));
    frames(&mut bench, 3);
    assert_told_once("nothing to move", &["Spring<Translation>", "`Transform`", "insert"]);
    // Inserted by another command of the same frame, it is there in time.
    let body = bench.spawn((Name::new("moved soon"), Gravity::EARTH));
    bench.app.world_mut().commands().entity(body).insert(Transform::default());
    frames(&mut bench, 3);
    assert_eq!(told("moved soon"), [""; 0]);
}

#[test]
fn a_target_of_what_nothing_moves_is_told_with_the_line_that_was_meant() {
    let mut bench = bench();
    let spring = Spring::critical(3.0).on::<Scale>();
    let leader = bench.spawn(Transform::default());
    bench.spawn((Name::new("wrong target"), Transform::default(), spring, Target::new(Vec3::ONE)));
    bench.spawn((Name::new("wrong follow"), Transform::default(), spring, Follow::new(leader)));
    bench.spawn((Name::new("no spring"), Transform::default(), Follow::new(leader)));
    bench.spawn((Name::new("no turn"), Transform::default(), Target::<Rotation>::default()));
    bench.spawn((Name::new("no pace"), Transform::default(), Pace::new(2.0)));
    frames(&mut bench, 3);
    assert_told_once("wrong target", &["Target<Translation>", "Target::<Scale>::of("]);
    assert_told_once("wrong follow", &["Follow<Translation>", "Follow::<Scale>::of("]);
    assert_told_once("no spring", &["Follow<Translation>", "Spring::critical(10.0)"]);
    assert_told_once("no turn", &["Target<Rotation>", "Spring::critical(10.0).on::<Rotation>()"]);
    assert_told_once("no pace", &["Pace<Translation>", "Velocity::<Translation>::default()"]);
}

#[test]
fn options_that_come_too_late_are_told_with_both() {
    listen();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
    app.register_motion_with::<Scale>(MotionOptions::frame());
    assert_told_once("Scale is registered", &["Frame", "Fixed", "before", "ExactMotionPlugin"]);
    app.register_motion_with::<Twice>(MotionOptions::frame_real());
    app.register_motion::<Twice>();
    assert_told_once("Twice", &["Real", "Fixed", "register_motion"]);
    // Two plugins that agree are no trap.
    app.register_motion::<Agreed>().register_motion::<Agreed>();
    assert_eq!(told("Agreed"), [""; 0]);
}

#[test]
fn without_time_that_is_told_and_nothing_panics() {
    listen();
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), ExactMotionPlugin::default()))
        .register_motion_with::<Absent>(MotionOptions::frame_real());
    let body = (Transform::default(), Velocity::new(Vec3::X), Absent(0.0), Velocity::<Absent>::of(1.0));
    let body = app.world_mut().spawn(body).id();
    for _ in 0..3 {
        app.update();
    }
    assert_eq!(app.world().get::<Transform>(body), Some(&Transform::default()));
    assert_told_once("TimePlugin", &["app.add_plugins(TimePlugin)", "MinimalPlugins"]);
    // It may come later.
    app.add_plugins(TimePlugin);
    app.update();
}

#[test]
fn a_crowd_with_the_same_mistake_is_told_of_a_few_times_only() {
    let mut bench = bench();
    for _ in 0..1000 {
        bench.spawn((Name::new("one of a crowd"), Spring::critical(3.0)));
        frames(&mut bench, usize::from(told("one of a crowd").len() < 20));
    }
    let lines = told("one of a crowd");
    assert_eq!(lines.len(), 10);
    assert!(lines[9].contains("no more entities with this mistake"), "{}", lines[9]);
}

#[test]
fn nothing_is_told_of_who_has_everything() {
    let mut bench = bench();
    let leader = bench.spawn((Name::new("healthy leader"), Transform::default()));
    let follow = (Spring::critical(3.0), Follow::new(leader), RestTolerance::new(1e-3), Pace::new(2.0));
    let follower = bench.spawn((Name::new("healthy follower"), Transform::default(), follow));
    let held = (Held::new(), PresentAs::new(Presentation::Delayed), Velocity::ZERO);
    bench.spawn((Name::new("healthy held"), Transform::default(), held));
    // First the target, then what springs to it, in one frame.
    let body = bench.spawn((Name::new("healthy late"), Transform::default(), Target::<Scale>::of(Vec3::ONE)));
    bench.app.world_mut().entity_mut(body).insert(Spring::critical(3.0).on::<Scale>());
    let gone = bench.spawn((Name::new("healthy gone"), Target::new(Vec3::ONE)));
    bench.app.world_mut().despawn(gone);
    frames(&mut bench, 3);
    bench.app.world_mut().entity_mut(follower).remove::<Follow>();
    frames(&mut bench, 3);
    assert_eq!(told("healthy"), [""; 0]);
}

#[test]
fn a_leader_that_is_gone_is_told_once_however_it_is_seen() {
    let mut bench = bench();
    let [parent, leader] = [(); 2].map(|()| bench.spawn(Transform::default()));
    bench.app.world_mut().entity_mut(leader).insert(ChildOf(parent));
    bench.spawn((Name::new("left behind"), Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    frames(&mut bench, 3);
    bench.app.world_mut().entity_mut(leader).remove::<Transform>();
    frames(&mut bench, 3);
    assert_told_once("left behind", &["the followed entity is gone or has no Translation"]);
    // Without the parent it is looked for in another way.
    bench.app.world_mut().entity_mut(leader).remove::<ChildOf>();
    frames(&mut bench, 3);
    assert_told_once("left behind", &["the followed entity is gone or has no Translation"]);
}

#[test]
fn a_leader_that_is_gone_is_told_at_once_of_who_is_in_the_hand() {
    let mut bench = bench();
    let [leader, gone] = [bench.spawn(Transform::default()), bench.spawn(())];
    let follow = (Name::new("dragged"), Transform::default(), Spring::critical(8.0), Follow::new(leader));
    let follower = bench.spawn(follow);
    frames(&mut bench, 3);
    bench.app.world_mut().entity_mut(follower).insert(Held::new());
    frames(&mut bench, 3);
    bench.app.world_mut().entity_mut(follower).insert(Follow::new(gone));
    frames(&mut bench, 2);
    assert_told_once("dragged", &["the followed entity is gone or has no Translation"]);
}

#[test]
fn whoever_was_there_before_the_property_was_registered_moves_as_those_who_come_later() {
    let mut bench = bench();
    let spring = || (Early(0.0), Spring::critical(20.0).on::<Early>(), Target::<Early>::of(1.0));
    let before = bench.spawn(spring());
    let sleeper = bench.spawn((spring(), Disabled));
    let behind = bench.spawn((Early(0.0), Spring::critical(20.0).on::<Early>(), Follow::<Early>::of(before)));
    bench.app.register_motion::<Early>();
    let after = bench.spawn(spring());
    let clone = bench.app.world_mut().entity_mut(before).clone_and_spawn();
    let later = bench.spawn(Early(0.0));
    bench.app.world_mut().entity_mut(later).insert(spring()).remove::<Velocity<Early>>().insert(spring());
    frames(&mut bench, 60);
    bench.app.world_mut().entity_mut(sleeper).remove::<Disabled>();
    frames(&mut bench, 100);
    for body in [before, sleeper, behind, after, clone, later] {
        assert_eq!(bench.get::<Early>(body).0, 1.0);
        assert!(bench.app.world().get::<Resting<Early>>(body).is_some());
    }
    assert_eq!(told("Early"), [""; 0]);
}
