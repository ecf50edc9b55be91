//! Promise 9: a mistake that comes and goes is reported once. A mistake of many entities is reported for ten of them.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{events::OriginShift, prelude::*, property::TranslationX};

use crate::{
    app::Bench,
    warnings::{capture_warnings, warnings_about},
};

/// Spawns an entity with this name.
type Spawn = fn(&mut Bench, String) -> Entity;
/// Makes the mistake if the last argument is true, and corrects it otherwise.
type Act = fn(&mut Bench, Entity, bool);

fn body(bench: &mut Bench, name: String) -> Entity {
    let spring = (Spring::critical(8.0), Target::new(Vec3::X), Friction::new(0.1));
    bench.spawn((Name::new(name), Transform::default(), spring, Velocity::new(Vec3::X)))
}

fn bounded(bench: &mut Bench, name: String) -> Entity {
    let body = body(bench, name);
    bench.app.world_mut().entity_mut(body).insert(Limits::between(Vec3::splat(-9.0), Vec3::splat(9.0)));
    body
}

fn follower(bench: &mut Bench, name: String) -> Entity {
    let leader = bench.spawn(Transform::default());
    bench.spawn((Name::new(name), Transform::default(), Spring::critical(8.0), Follow::new(leader)))
}

/// Spawns a follower with a parent, whose scale some of the mistakes change.
fn child_follower(bench: &mut Bench, name: String) -> Entity {
    let parent = bench.spawn(Transform::default());
    let follower = follower(bench, name);
    bench.app.world_mut().entity_mut(follower).insert(ChildOf(parent));
    follower
}

fn leader_of(bench: &Bench, follower: Entity) -> Entity {
    bench.get::<Follow>(follower).leader
}

fn number(is_wrong: bool) -> f32 {
    if is_wrong { f32::NAN } else { 1.0 }
}

/// Each mistake that can come and go on one entity: its name, a function that spawns the entity, and one that makes or corrects the
/// mistake.
const SITUATIONS: [(&str, Spawn, Act); 14] = [
    ("value", body, |b, e, wrong| b.edit::<Transform>(e, |it| it.translation.x = number(wrong))),
    ("velocity", body, |b, e, wrong| b.edit::<Velocity>(e, |it| it.0.x = number(wrong))),
    ("target", body, |b, e, wrong| b.edit::<Target>(e, |it| it.value.x = number(wrong))),
    ("spring", body, |b, e, wrong| b.edit::<Spring>(e, |it| it.angular_frequency = number(wrong))),
    ("friction", body, |b, e, wrong| b.edit::<Friction>(e, |it| it.rate = number(wrong))),
    ("limits", bounded, |b, e, wrong| b.edit::<Limits>(e, |it| it.restitution = number(wrong))),
    ("offset", follower, |b, e, wrong| b.edit::<Follow>(e, |it| it.offset.x = number(wrong))),
    ("feed-forward", follower, |b, e, wrong| b.edit::<Follow>(e, |it| it.feed_forward = number(wrong))),
    ("a leader's value", follower, |b, e, wrong| {
        let leader = leader_of(b, e);
        b.edit::<Transform>(leader, |it| it.translation.x = number(wrong));
    }),
    ("a leader without a value", follower, |b, e, wrong| {
        let leader = leader_of(b, e);
        let mut leader = b.app.world_mut().entity_mut(leader);
        if wrong {
            leader.remove::<Transform>()
        } else {
            leader.insert(Transform::default())
        };
    }),
    ("a parent with a scale of zero", child_follower, |b, e, wrong| {
        let parent = b.get::<ChildOf>(e).parent();
        b.edit::<Transform>(parent, |it| it.scale.y = if wrong { 0.0 } else { 1.0 });
    }),
    ("a leader at the edge of f32, seen from another parent", child_follower, |b, e, wrong| {
        let (leader, parent) = (leader_of(b, e), b.get::<ChildOf>(e).parent());
        b.edit::<Transform>(parent, |it| it.scale.x = 0.7);
        b.edit::<Transform>(leader, |it| it.translation.x = if wrong { f32::MAX } else { 0.6 * f32::MAX });
    }),
    ("two properties of one field", body, |b, e, wrong| {
        let mut entity = b.app.world_mut().entity_mut(e);
        if wrong {
            entity.insert(Velocity::<TranslationX>::of(1.0))
        } else {
            entity.remove::<Velocity<TranslationX>>()
        };
    }),
    ("a shift of the origin", body, |b, e, wrong| {
        b.edit::<Transform>(e, |it| it.translation.x = f32::MAX);
        let by = if wrong { Vec3::splat(f32::MAX) } else { Vec3::NAN };
        b.app.world_mut().trigger(OriginShift::new(by));
    }),
];

fn play(spawn: Spawn, act: Act, name: &str, entities: usize, frames: usize) -> Vec<String> {
    capture_warnings();
    let mut bench = Bench::with(Duration::from_secs_f64(1.0 / 64.0), |app: &mut App| {
        app.register_motion::<TranslationX>();
    });
    let entities: Vec<_> = (0..entities).map(|index| spawn(&mut bench, format!("{name}, {index};"))).collect();
    for frame in 0..frames {
        for &entity in &entities {
            act(&mut bench, entity, frame % 2 == 0);
        }
        for _ in 0..3 {
            bench.frame(Duration::from_millis(17));
        }
    }
    for &entity in &entities {
        let Transform { translation, rotation, scale } = *bench.get::<Transform>(entity);
        assert!(rotation.is_finite() && scale.is_finite(), "{name}: {translation}");
    }
    warnings_about(name)
}

#[test]
fn a_mistake_that_comes_and_goes_is_reported_once() {
    for (situation, spawn, act) in SITUATIONS {
        let name = format!("again and again {situation}");
        let mut found = play(spawn, act, &name, 1, 40);
        // This warning is about another mistake: the leader is moved once a frame, but its follower is stepped once a tick.
        found.retain(|warning| !warning.contains("moves in frames"));
        assert_eq!(found.len(), 1, "{situation}: {found:#?}");
    }
}

#[test]
fn a_mistake_that_many_entities_make_is_reported_for_ten_of_them() {
    for (situation, spawn, act) in SITUATIONS {
        let name = format!("all of them {situation}");
        let found = play(spawn, act, &name, 30, 4);
        assert_eq!(found.len(), 10, "{situation}: {found:#?}");
        assert!(found[9].ends_with("(no more entities with this mistake are reported)"), "{}", found[9]);
    }
}

#[test]
fn a_leader_that_oscillates_beyond_f32_is_reported_once() {
    capture_warnings();
    let mut bench = Bench::at_rate(64.0);
    // The leader oscillates. Relative to the follower's parent, the upper half of the leader's path is beyond the range of f32.
    let start = Transform::from_xyz(3.0e38, 0.0, 0.0);
    let swings = (Spring::new(2.0, 0.0), Target::new(Vec3::new(2.4e38, 0.0, 0.0)));
    let leader = bench.spawn((start, swings));
    let parent = bench.spawn(Transform::from_scale(Vec3::splat(0.7)));
    let name = Name::new("at the edge of f32 and quiet");
    bench.spawn((name, Transform::default(), Spring::critical(3.0), Follow::new(leader), ChildOf(parent)));
    for _ in 0..4000 {
        bench.frame(Duration::from_millis(17));
    }
    let found = warnings_about("at the edge of f32 and quiet");
    assert_eq!(found.len(), 1, "{found:#?}");
}
