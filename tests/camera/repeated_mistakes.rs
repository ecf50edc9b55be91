//! A mistake on a camera is reported once, even if user code undoes it and makes it again.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::prelude::*;

use crate::{
    app::Bench,
    stage::cameras_at_rate,
    warnings::{capture_warnings, warnings_about},
};

/// Spawns a camera with this name. The entity is its target, its shot, its pivot or its leader.
type Spawn = fn(&mut Bench, Name, Entity) -> Entity;
/// Makes the mistake if the flag is `true`; otherwise undoes it, where it can be undone.
type Act = fn(&mut Bench, Entity, Entity, bool);

fn looking(bench: &mut Bench, name: Name, target: Entity) -> Entity {
    bench.spawn((name, Transform::from_xyz(0.0, 2.0, 9.0), LookAt::new(target)))
}

fn attached(bench: &mut Bench, name: Name, leader: Entity) -> Entity {
    bench.spawn((name, Transform::default(), Attach::new(leader)))
}

fn showing(bench: &mut Bench, name: Name, shot: Entity) -> Entity {
    bench.spawn((name, Transform::default(), ActiveShot::new(shot)))
}

fn orbiting(bench: &mut Bench, name: Name, pivot: Entity) -> Entity {
    bench.spawn((name, Orbit::new(0.3, 0.2, 6.0), ChildOf(pivot)))
}

fn switch_other(bench: &mut Bench, _: Entity, other: Entity, is_wrong: bool) {
    let mut other = bench.app.world_mut().entity_mut(other);
    if is_wrong {
        other.insert(Disabled)
    } else {
        other.remove::<Disabled>()
    };
}

fn value(is_wrong: bool) -> f32 {
    if is_wrong { f32::NAN } else { 0.1 }
}

const SITUATIONS: [(&str, Spawn, Act); 11] = [
    ("LookAt::screen_position", looking, |b, e, _, wrong| {
        b.edit::<LookAt>(e, |it| it.screen_position.x = value(wrong));
    }),
    ("LookAt::dead_zone", looking, |b, e, _, wrong| b.edit::<LookAt>(e, |it| it.dead_zone.left = value(wrong))),
    ("LookAt::target", looking, switch_other),
    ("Attach::leader", attached, switch_other),
    ("Attach::offset", attached, |b, e, _, wrong| b.edit::<Attach>(e, |it| it.offset.x = value(wrong))),
    ("Attach::blend", attached, |b, e, other, wrong| {
        let angular_frequency = value(wrong);
        let blend = Blend::Spring { angular_frequency, around: false };
        b.edit::<Attach>(e, |it| *it = Attach { offset: it.offset + Vec3::X, blend, ..Attach::new(other) });
    }),
    ("ActiveShot::shot", showing, switch_other),
    ("a pivot of scale 0", orbiting, |b, _, other, wrong| {
        b.edit::<Transform>(other, |it| it.scale.y = if wrong { 0.0 } else { 1.0 });
    }),
    ("motion on a camera's position", orbiting, |b, e, _, wrong| {
        if wrong {
            b.app.world_mut().entity_mut(e).insert(Velocity::new(Vec3::X));
        }
    }),
    ("writes to a camera's position", orbiting, |b, e, _, _| {
        b.edit::<Transform>(e, |it| it.translation.x += 1.0);
    }),
    ("kicks that are not finite", orbiting, |b, e, _, wrong| {
        if b.app.world().get::<Shake>(e).is_none() {
            b.app.world_mut().entity_mut(e).insert(Shake::default());
        }
        b.app.world_mut().trigger(ShakeKick::new(e, Vec3::splat(value(wrong))));
    }),
];

#[test]
fn a_mistake_that_is_made_repeatedly_on_a_camera_is_reported_once() {
    capture_warnings();
    for (situation, spawn, act) in SITUATIONS {
        let mut bench = cameras_at_rate(64.0);
        let other = bench.spawn(Transform::from_xyz(0.0, 1.0, 0.0));
        let name = format!("camera with {situation}");
        let camera = spawn(&mut bench, Name::new(name.clone()), other);
        bench.frame(Duration::from_millis(17));
        for frame in 0..40 {
            act(&mut bench, camera, other, frame % 2 == 0);
            for _ in 0..3 {
                bench.frame(Duration::from_millis(17));
            }
            assert!(bench.get::<Transform>(camera).is_finite(), "{situation}");
        }
        let found = warnings_about(&name);
        assert_eq!(found.len(), 1, "{situation}: {found:#?}");
    }
}
