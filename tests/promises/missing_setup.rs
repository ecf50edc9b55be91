//! Promise 9: a component without effect is reported. The warning names the entity, what is missing, and the line of code that fixes it.

use bevy::{ecs::entity_disabling::Disabled, prelude::*, reflect::TypePath, time::TimePlugin};
use bevy_exact_motion::{RestTolerance, prelude::*, property::Property};

use crate::{
    app::{Bench, value_components},
    warnings::{capture_warnings, warnings_about},
};

#[track_caller]
fn assert_warned_once(about: &str, parts: &[&str]) {
    let lines = warnings_about(about);
    let [line] = &lines[..] else { panic!("one warning about {about} was expected, not {lines:?}") };
    for part in parts {
        assert!(line.contains(part), "{part} is missing in: {line}");
    }
}

fn bench() -> Bench {
    capture_warnings();
    Bench::at_rate(50.0)
}

fn frames(bench: &mut Bench, count: usize) {
    for _ in 0..count {
        bench.frame(core::time::Duration::from_millis(20));
    }
}

value_components! {
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
fn an_unregistered_property_is_reported_with_the_line_that_registers_it() {
    let mut bench = bench();
    for name in ["forgotten one", "forgotten two"] {
        bench.spawn((Name::new(name), Forgotten(0.0), Spring::critical(3.0).on::<Forgotten>()));
    }
    bench.spawn((Name::new("forgotten three"), Forgotten(0.0), Target::<Forgotten>::of(1.0)));
    frames(&mut bench, 3);
    assert_warned_once("Forgotten", &["forgotten one", "Spring<Forgotten>", "app.register_motion::<Forgotten>()"]);
    // A property that is registered after the entity was spawned is not reported.
    bench.spawn((Name::new("late"), Late(0.0), Spring::critical(3.0).on::<Late>()));
    bench.app.register_motion::<Late>();
    frames(&mut bench, 3);
    assert_eq!(warnings_about("Late"), [""; 0]);
}

#[test]
fn an_unregistered_property_is_reported_for_an_entity_that_still_exists() {
    let mut bench = bench();
    let [gone, there] = ["fleeting one", "fleeting two"]
        .map(|name| bench.spawn((Name::new(name), Fleeting(0.0), Spring::critical(3.0).on::<Fleeting>())));
    bench.app.world_mut().despawn(gone);
    frames(&mut bench, 2);
    assert_warned_once("Fleeting", &["fleeting two", &there.to_string(), "app.register_motion::<Fleeting>()"]);
}

/// A property whose component is inserted later because of another component, as an audio sink is for a sound.
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
fn a_component_that_another_plugin_inserts_later_is_not_reported_as_missing() {
    let mut bench = bench();
    bench.app.register_motion::<Sink>();
    let fade = || (Spring::critical(9.0).on::<Sink>(), Target::<Sink>::of(1.0));
    let sound = bench.spawn((Name::new("loading sound"), Sound, fade()));
    bench.spawn((Name::new("soundless"), fade()));
    frames(&mut bench, 3);
    assert_eq!(warnings_about("loading sound"), [""; 0]);
    assert_warned_once("soundless", &["`Spring<Sink>`, but no `Sink` that it could move: insert a `Sound`"]);
    bench.app.world_mut().entity_mut(sound).insert(Sink(0.0));
    frames(&mut bench, 9);
    let volume = bench.app.world().get::<Sink>(sound).expect("it should have been inserted").0;
    assert!(volume > 0.1, "the spring should move it: {volume}");
}

#[test]
fn a_missing_plugin_is_reported() {
    capture_warnings();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin));
    app.world_mut().spawn((Name::new("unplugged"), Transform::default(), Spring::critical(3.0)));
    app.world_mut().spawn((Name::new("unplugged too"), Transform::default(), Spring::critical(3.0)));
    app.update();
    assert_warned_once("unplugged", &["Spring<Translation>", "app.add_plugins(ExactMotionPlugin::default())"]);
    // A world without an app, for instance that of a scene being loaded, never moves anything, so nothing is reported.
    World::new().spawn((Name::new("in a scene"), Spring::critical(3.0)));
    assert_eq!(warnings_about("in a scene"), [""; 0]);
}

#[test]
fn a_camera_without_its_plugin_is_reported() {
    let mut bench = bench();
    bench.spawn((Name::new("plugless camera"), Orbit::default()));
    bench.spawn((Name::new("plugless camera too"), Orbit::default()));
    frames(&mut bench, 2);
    // The warning names the component that user code inserted, not those that it requires.
    assert_warned_once("plugless camera", &["`Orbit`", "app.add_plugins(ExactCameraPlugin::default())"]);
    assert_eq!(warnings_about("plugless camera").iter().filter(|line| line.contains("Shake")).count(), 0);
}

#[test]
fn an_attachment_without_its_plugin_is_reported() {
    let mut bench = bench();
    bench.spawn((Name::new("plugless sword"), Attach::new(Entity::PLACEHOLDER)));
    frames(&mut bench, 2);
    assert_warned_once("plugless sword", &["`Attach`", "app.add_plugins(ExactCameraPlugin::default())"]);
}

#[test]
fn an_unregistered_property_on_a_camera_is_reported() {
    let mut bench = Bench::with(core::time::Duration::from_millis(20), ExactCameraPlugin::default());
    capture_warnings();
    bench.spawn((Name::new("dialled camera"), Orbit::default(), Dialled(0.0), Spring::critical(3.0).on::<Dialled>()));
    frames(&mut bench, 2);
    assert_warned_once("dialled camera", &["Spring<Dialled>", "app.register_motion::<Dialled>()"]);
}

#[test]
fn a_registered_property_moves_without_the_plugin_and_is_not_reported() {
    capture_warnings();
    let mut app = App::new();
    app.add_plugins(MinimalPlugins).register_motion::<Alone>();
    let mut bench = Bench { app };
    frames(&mut bench, 1);
    let body = bench.spawn((Alone(0.0), Velocity::<Alone>::of(1.0)));
    frames(&mut bench, 10);
    assert!((bench.get::<Alone>(body).0 - 0.2).abs() < 1e-6);
    assert_eq!(warnings_about("Alone"), [""; 0]);
}

#[test]
fn a_spring_without_the_component_that_it_moves_is_reported() {
    let mut bench = bench();
    bench.spawn((Name::new("nothing to move"), Spring::critical(3.0)));
    frames(&mut bench, 3);
    assert_warned_once("nothing to move", &["Spring<Translation>", "`Transform`", "insert"]);
    // If another command inserts the missing component in the same frame, nothing is reported.
    let body = bench.spawn((Name::new("moved soon"), Gravity::EARTH));
    bench.app.world_mut().commands().entity(body).insert(Transform::default());
    frames(&mut bench, 3);
    assert_eq!(warnings_about("moved soon"), [""; 0]);
}

#[test]
fn a_target_that_nothing_moves_to_is_reported_with_a_line_that_repairs_it() {
    let mut bench = bench();
    let spring = Spring::critical(3.0).on::<Scale>();
    let leader = bench.spawn(Transform::default());
    bench.spawn((Name::new("wrong target"), Transform::default(), spring, Target::new(Vec3::ONE)));
    bench.spawn((Name::new("wrong follow"), Transform::default(), spring, Follow::new(leader)));
    bench.spawn((Name::new("no spring"), Transform::default(), Follow::new(leader)));
    bench.spawn((Name::new("no turn"), Transform::default(), Target::<Rotation>::default()));
    bench.spawn((Name::new("no motion"), Transform::default(), TimeScale::new(2.0)));
    frames(&mut bench, 3);
    assert_warned_once("wrong target", &["Target<Translation>", "Target::<Scale>::of("]);
    assert_warned_once("wrong follow", &["Follow<Translation>", "Follow::<Scale>::of("]);
    assert_warned_once("no spring", &["Follow<Translation>", "Spring::critical(10.0)"]);
    assert_warned_once("no turn", &["Target<Rotation>", "Spring::critical(10.0).on::<Rotation>()"]);
    assert_warned_once("no motion", &["TimeScale<Translation>", "Velocity::<Translation>::default()"]);
}

#[test]
fn registering_a_property_again_with_other_options_is_reported_with_both_options() {
    capture_warnings();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
    app.register_motion_with::<Scale>(MotionOptions::frame());
    assert_warned_once("Scale is registered", &["Frame", "Fixed", "before", "ExactMotionPlugin"]);
    app.register_motion_with::<Twice>(MotionOptions::frame_real());
    app.register_motion::<Twice>();
    assert_warned_once("Twice", &["Real", "Fixed", "register_motion"]);
    // Registering twice with the same options is not reported.
    app.register_motion::<Agreed>().register_motion::<Agreed>();
    assert_eq!(warnings_about("Agreed"), [""; 0]);
}

#[test]
fn a_missing_time_plugin_is_reported_and_nothing_panics() {
    capture_warnings();
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), ExactMotionPlugin::default()))
        .register_motion_with::<Absent>(MotionOptions::frame_real());
    let body = (Transform::default(), Velocity::new(Vec3::X), Absent(0.0), Velocity::<Absent>::of(1.0));
    let body = app.world_mut().spawn(body).id();
    for _ in 0..3 {
        app.update();
    }
    assert_eq!(app.world().get::<Transform>(body), Some(&Transform::default()));
    assert_warned_once("TimePlugin", &["app.add_plugins(TimePlugin)", "MinimalPlugins"]);
    // `TimePlugin` may be added later.
    app.add_plugins(TimePlugin);
    app.update();
}

#[test]
fn the_same_mistake_of_many_entities_is_reported_for_only_ten_of_them() {
    let mut bench = bench();
    for _ in 0..1000 {
        bench.spawn((Name::new("one of a crowd"), Spring::critical(3.0)));
        frames(&mut bench, usize::from(warnings_about("one of a crowd").len() < 20));
    }
    let lines = warnings_about("one of a crowd");
    assert_eq!(lines.len(), 10);
    assert!(lines[9].contains("no more entities with this mistake"), "{}", lines[9]);
}

#[test]
fn entities_without_a_mistake_are_not_reported() {
    let mut bench = bench();
    let leader = bench.spawn((Name::new("healthy leader"), Transform::default()));
    let follow = (Spring::critical(3.0), Follow::new(leader), RestTolerance::new(1e-3), TimeScale::new(2.0));
    let follower = bench.spawn((Name::new("healthy follower"), Transform::default(), follow));
    let grabbed = (Grabbed::new(), Presentation::Delayed, Velocity::ZERO);
    bench.spawn((Name::new("healthy grabbed"), Transform::default(), grabbed));
    // Inserts a target, and in the same frame its spring.
    let body = bench.spawn((Name::new("healthy late"), Transform::default(), Target::<Scale>::of(Vec3::ONE)));
    bench.app.world_mut().entity_mut(body).insert(Spring::critical(3.0).on::<Scale>());
    let gone = bench.spawn((Name::new("healthy gone"), Target::new(Vec3::ONE)));
    bench.app.world_mut().despawn(gone);
    frames(&mut bench, 3);
    bench.app.world_mut().entity_mut(follower).remove::<Follow>();
    frames(&mut bench, 3);
    assert_eq!(warnings_about("healthy"), [""; 0]);
}

#[test]
fn a_missing_leader_is_reported_once_even_if_it_is_looked_up_differently_later() {
    let mut bench = bench();
    let [parent, leader] = [(); 2].map(|()| bench.spawn(Transform::default()));
    bench.app.world_mut().entity_mut(leader).insert(ChildOf(parent));
    bench.spawn((Name::new("left behind"), Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    frames(&mut bench, 3);
    bench.app.world_mut().entity_mut(leader).remove::<Transform>();
    frames(&mut bench, 3);
    assert_warned_once("left behind", &["the followed entity is gone or has no Translation"]);
    // Without a parent, another code path looks for the leader.
    bench.app.world_mut().entity_mut(leader).remove::<ChildOf>();
    frames(&mut bench, 3);
    assert_warned_once("left behind", &["the followed entity is gone or has no Translation"]);
}

#[test]
fn a_missing_leader_of_a_grabbed_entity_is_reported_at_once() {
    let mut bench = bench();
    let [leader, gone] = [bench.spawn(Transform::default()), bench.spawn(())];
    let follow = (Name::new("dragged"), Transform::default(), Spring::critical(8.0), Follow::new(leader));
    let follower = bench.spawn(follow);
    frames(&mut bench, 3);
    bench.app.world_mut().entity_mut(follower).insert(Grabbed::new());
    frames(&mut bench, 3);
    bench.app.world_mut().entity_mut(follower).insert(Follow::new(gone));
    frames(&mut bench, 2);
    assert_warned_once("dragged", &["the followed entity is gone or has no Translation"]);
}

#[test]
fn entities_spawned_before_their_property_is_registered_move_like_later_ones() {
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
    assert_eq!(warnings_about("Early"), [""; 0]);
}
