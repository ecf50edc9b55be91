//! An entity far from its bounds is not checked against them for many ticks. Any change that brings the bounds near in the meantime is
//! noticed.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{Presentation, events::OriginShift, prelude::*};

use crate::{app::Bench, record::listen};

const TICK: Duration = Duration::from_micros(15_625);

/// A body that falls from high above its floor. `walls` adds bounds along x that are too far away to be reached. An entity with bounds
/// along two axes is checked in every tick.
fn drop_above(floor: f32, walls: bool) -> impl Bundle {
    let wall = walls.then_some(1e6);
    let mut limits = Limits::floor(floor).with_restitution(0.5);
    limits.lower[0] = wall.map(|wall: f32| -wall);
    limits.upper[0] = wall;
    (
        Transform::from_xyz(0.0, 400.0, 0.0),
        Velocity::new(Vec3::new(0.5, 3.0, 0.0)),
        Gravity::new(-9.8 * Vec3::Y),
        Friction::new(0.2),
        limits,
    )
}

type Change = fn(&mut Bench, Entity);

fn shorter_ticks(bench: &mut Bench, length: Duration) {
    bench.app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(length);
}

#[test]
fn any_change_that_brings_a_far_bound_near_is_noticed() {
    let changes: [(&str, Change); 17] = [
        ("nothing", |_, _| {}),
        ("velocity", |bench, body| bench.edit::<Velocity>(body, |velocity| velocity.0.y = -3000.0)),
        ("value", |bench, body| bench.edit::<Transform>(body, |transform| transform.translation.y = 0.01)),
        ("below", |bench, body| bench.edit::<Transform>(body, |transform| transform.translation.y = -5.0)),
        ("gravity", |bench, body| bench.edit::<Gravity>(body, |gravity| gravity.acceleration.y = -1e5)),
        ("floor", |bench, body| bench.edit::<Limits>(body, |limits| limits.lower[1] = Some(399.0))),
        ("friction", |bench, body| bench.edit::<Friction>(body, |friction| *friction = Friction::new(-20.0))),
        ("spring", |bench, body| {
            bench.app.world_mut().entity_mut(body).insert((Spring::critical(200.0), Target::new(Vec3::NEG_Y)));
        }),
        ("timestep", |bench, _| shorter_ticks(bench, 64 * TICK)),
        ("shift", |bench, body| {
            bench.app.world_mut().trigger(OriginShift::<Translation>::of(-399.0 * Vec3::Y));
            bench.edit::<Limits>(body, |limits| limits.lower[1] = Some(0.0));
        }),
        ("delayed", |bench, body| {
            bench.app.world_mut().entity_mut(body).insert(Presentation::Delayed);
        }),
        ("pace", |bench, body| {
            bench.app.world_mut().entity_mut(body).insert(TimeScale::new(100.0));
        }),
        ("held", |bench, body| {
            bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
            bench.frame(TICK);
            bench.edit::<Transform>(body, |transform| transform.translation.y = 0.5);
            bench.frame(TICK);
            bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
        }),
        ("disabled", |bench, body| {
            bench.app.world_mut().entity_mut(body).insert(Disabled);
            shorter_ticks(bench, 64 * TICK);
            bench.frame(64 * TICK);
            bench.app.world_mut().entity_mut(body).remove::<Disabled>();
        }),
        ("restored", |bench, body| {
            let kept = bench.get::<Motion>(body).clone();
            shorter_ticks(bench, 64 * TICK);
            bench.frame(64 * TICK);
            bench.app.world_mut().entity_mut(body).insert(kept);
        }),
        ("taken and inserted again", |bench, body| {
            let taken = bench.app.world_mut().entity_mut(body).take::<Motion>();
            shorter_ticks(bench, 64 * TICK);
            bench.frame(64 * TICK);
            bench.app.world_mut().entity_mut(body).insert(taken.expect("it should have a motion"));
        }),
        ("limits inserted again", |bench, body| {
            let limits = *bench.get::<Limits>(body);
            bench.app.world_mut().entity_mut(body).remove::<Limits>();
            bench.frame(TICK);
            bench.app.world_mut().entity_mut(body).insert(Limits { lower: [None, Some(390.0), None, None], ..limits });
        }),
    ];
    for (what, change) in changes {
        // Each run has its own world, because some changes affect all entities. Frames of 5 ms sample each tick several times.
        let [(path, contacts), (checked_path, checked_contacts)] = [false, true].map(|walls| {
            let mut bench = Bench::new(TICK);
            listen(&mut bench);
            let body = bench.spawn(drop_above(0.0, walls));
            let mut path = Vec::new();
            for frame in 0..600 {
                if frame == 100 {
                    change(&mut bench, body);
                }
                bench.frame(Duration::from_millis(if frame < 200 { 5 } else { 50 }));
                let (at, velocity) = (bench.get::<Transform>(body).translation, bench.get::<Velocity>(body).0);
                if what != "shift" && frame != 100 {
                    assert!(at.y >= 0.0, "{what}: at {} in frame {frame}", at.y);
                }
                path.push((at, velocity));
            }
            let contacts: Vec<_> =
                bench.contacts().iter().map(|reached| (reached.time, reached.value, reached.velocity_before)).collect();
            (path, contacts)
        });
        assert!(!contacts.is_empty(), "{what}: it should reach its floor");
        let differs = path.iter().zip(&checked_path).position(|(one, other)| one != other);
        assert_eq!(differs, None, "{what}: the path should not depend on how often the bounds are checked");
        assert_eq!(contacts, checked_contacts, "{what}");
    }
}
