//! A shift of the world's origin does not change any motion.

use std::time::Duration;

use bevy::{
    ecs::{entity_disabling::Disabled, system::RunSystemOnce},
    prelude::*,
};
use bevy_exact_motion::{events::OriginShift, prelude::*};

use crate::app::{Bench, Random, ulp};

/// Spawns a leader that the test moves, and seven entities that the plugin moves.
fn spawn(bench: &mut Bench) -> [Entity; 8] {
    let at = |x: f32| Transform::from_xyz(x, 0.5, -2.0);
    let foreign = bench.spawn(at(3.0));
    let swinging = bench.spawn((at(1.0), Spring::new(9.0, 0.1), Target::new(Vec3::Y)));
    let rate = ExponentialRate::new(5.0 * Vec3::X, 0.1, 4.0).unwrap();
    [
        foreign,
        swinging,
        bench.spawn((at(0.0), Velocity::new(Vec3::ONE), Friction::new(0.7))),
        bench.spawn((at(2.0), rate)),
        bench.spawn((at(7.0), Spring::critical(8.0), Follow::new(swinging))),
        bench.spawn((at(-7.0), Spring::critical(8.0), Follow::new(foreign).with_look_ahead(0.1))),
        bench.spawn((at(1.0), Spring::critical(5.0), Target::new(Vec3::X), Presentation::Delayed)),
        bench.spawn((at(1.0), Spring::critical(50.0))),
    ]
}

/// The displacement by which the origin is shifted. Multiples of ½ add little rounding to positions.
const BY: Vec3 = Vec3::new(-64.0, 0.5, 16.0);

/// When the origin is shifted.
#[derive(Clone, Copy, Debug, PartialEq)]
enum When {
    /// Before the frame with this number.
    Frame(u32),
    /// In `FixedUpdate`, in the tick of the frame with this number.
    TickIn(u32),
}

/// Makes [`shift`] shift the origin in the next tick. Contains the leader that the test moves.
#[derive(Resource)]
struct ShiftInTick(Entity);

/// If [`ShiftInTick`] exists, shifts the origin, and moves the leader that the test moves.
fn shift(due: Option<Res<ShiftInTick>>, mut transforms: Query<&mut Transform>, mut commands: Commands) {
    let Some(due) = due else { return };
    transforms.get_mut(due.0).expect("it should exist").translation += BY;
    commands.trigger(OriginShift::new(BY));
    commands.remove_resource::<ShiftInTick>();
}

#[test]
fn an_origin_shift_changes_no_motion() {
    // Frames of 17 ms, ticks of 20 ms: frame 37 has a tick, frame 40 has none.
    for when in [When::Frame(37), When::Frame(40), When::TickIn(37)] {
        check(when);
    }
}

fn check(when: When) {
    let (When::Frame(due) | When::TickIn(due)) = when;
    let mut benches = [Bench::at_rate(50.0), Bench::at_rate(50.0)];
    let [still, shifted] = benches.each_mut().map(|bench| {
        bench.app.add_systems(FixedUpdate, shift);
        spawn(bench)
    });
    for frame in 0..200 {
        let world = benches[1].app.world_mut();
        if when == When::Frame(frame) {
            let mut foreign = world.get_mut::<Transform>(shifted[0]).unwrap();
            foreign.translation += BY;
            world.trigger(OriginShift::new(BY));
        } else if when == When::TickIn(frame) {
            world.insert_resource(ShiftInTick(shifted[0]));
        }
        let is_shifted = frame > due || when == When::Frame(frame);
        let place = Vec3::new(3.0 + 0.02 * frame as f32, 0.5, -2.0);
        benches[0].edit::<Transform>(still[0], |transform| transform.translation = place);
        let shifted_place = if is_shifted { place + BY } else { place };
        benches[1].edit::<Transform>(shifted[0], |transform| transform.translation = shifted_place);
        let moved = if frame >= due { BY } else { Vec3::ZERO };
        for bench in &mut benches {
            bench.frame(Duration::from_millis(17));
        }
        for index in 1..still.len() {
            let [a, b] = [(0, still), (1, shifted)].map(|(bench, all)| *benches[bench].get::<Transform>(all[index]));
            let [u, v] = [(0, still), (1, shifted)].map(|(bench, all)| benches[bench].get::<Velocity>(all[index]).0);
            let error = f64::from((a.translation + moved - b.translation).abs().max_element());
            // A written position is rounded both before and after the shift. The leader's position is rounded before it is sampled.
            assert!(error <= 2.0 * ulp(80.0), "{when:?}, frame {frame}, body {index}: {error:e}");
            assert!(
                f64::from((u - v).abs().max_element()) <= 200.0 * ulp(80.0),
                "{when:?}, frame {frame}, body {index}: {u} {v}"
            );
        }
    }
    let rests = |bench: usize, all: [Entity; 8]| all.map(|entity| benches[bench].rests(entity));
    assert_eq!(rests(0, still), rests(1, shifted));
    assert!(rests(1, shifted)[7]);
    assert_eq!(*benches[1].get::<Target>(shifted[1]), Target::new(Vec3::Y + BY), "targets are shifted, too");
}

#[test]
fn an_origin_shift_does_not_throw_a_grabbed_entity() {
    let [still, shifted] = [false, true].map(|shifts| {
        let mut bench = Bench::at_rate(50.0);
        let body = bench.spawn((Transform::default(), Velocity::default(), Grabbed::new()));
        for frame in 0..20 {
            bench.edit::<Transform>(body, |transform| transform.translation.x += 0.125);
            bench.frame(Duration::from_millis(20));
            if shifts && frame == 17 {
                bench.app.world_mut().trigger(OriginShift::new(BY));
            }
        }
        bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
        bench.frame(Duration::from_millis(20));
        bench.v(body)
    });
    assert!((6.2..6.3).contains(&still), "{still}");
    assert_eq!(still, shifted);
}

#[test]
fn an_origin_shift_does_not_wake_a_resting_entity() {
    #[derive(Resource, Default)]
    struct Count(u32);

    let mut bench = Bench::at_rate(50.0);
    bench.app.init_resource::<Count>().add_observer(|_: On<Settled>, mut count: ResMut<Count>| count.0 += 1);
    let body = bench.spawn((Transform::default(), Spring::critical(9.0), Target::new(0.1 * Vec3::ONE)));
    bench.run_to(3.0);
    assert!(bench.rests(body));
    // A shift by this distance rounds the position.
    bench.app.world_mut().trigger(OriginShift::new(Vec3::splat(100_000.3)));
    for _ in 0..10 {
        bench.frame(Duration::from_millis(15));
        assert!(bench.rests(body));
    }
    assert_eq!(bench.app.world().resource::<Count>().0, 1);
}

#[test]
fn an_origin_shift_in_an_observer_of_settled_wakes_no_other_resting_entity() {
    #[derive(Resource, Default)]
    struct SettledEntities(Vec<Entity>);

    let mut bench = Bench::at_rate(50.0);
    bench.app.init_resource::<SettledEntities>().add_observer(
        |settled: On<Settled<Rotation>>, mut entities: ResMut<SettledEntities>, mut commands: Commands| {
            if entities.0.is_empty() {
                // A shift by this rotation rounds the orientation.
                commands.trigger(OriginShift::<Rotation>::of(Vec3::new(0.3, -1.7, 0.4)));
            }
            entities.0.push(settled.entity);
        },
    );
    // All entities come to rest in the same tick.
    let mut random = Random(7);
    let bodies: Vec<Entity> = (0..500)
        .map(|_| {
            let [x, y, z] = [(); 3].map(|()| random.between(-3.0, 3.0) as f32);
            let goal = Quat::from_euler(EulerRot::XYZ, x, y, z);
            let start = Transform::from_rotation(Quat::from_rotation_x(0.1) * goal);
            bench.spawn((start, Spring::critical(9.0).on::<Rotation>(), Target::<Rotation>::of(goal)))
        })
        .collect();
    bench.run_to(4.0);
    assert_eq!(bench.app.world().resource::<SettledEntities>().0.len(), 500, "one for each entity");
    // A second shift reveals an entity whose f64 rest point differs from its target by less than an f32 can show.
    bench.app.world_mut().trigger(OriginShift::<Rotation>::of(Vec3::new(-0.9, 0.2, 1.1)));
    for body in bodies {
        assert!(bench.app.world().get::<Resting<Rotation>>(body).is_some());
        assert_eq!(bench.get::<Transform>(body).rotation, bench.get::<Target<Rotation>>(body).value);
    }
}

#[test]
fn a_resting_follower_of_a_leader_that_is_shifted_to_the_limit_of_f32_stays_finite() {
    let mut bench = Bench::at_rate(50.0);
    let leader = bench.spawn((Transform::default(), Velocity::ZERO));
    let follower = bench.spawn((Transform::from_xyz(3e38, 0.0, 0.0), Spring::new(0.0, 0.0), Follow::new(leader)));
    bench.run_to(0.1);
    assert!(bench.rests(leader) && bench.rests(follower));
    bench.app.world_mut().trigger(OriginShift::new(3.4e38 * Vec3::X));
    bench.run_to(0.2);
    assert_eq!((bench.x(leader), bench.x(follower)), (3.4e38, 3e38), "it would be beyond f32");
}

/// Shifts the origin. Also moves the `foreign` entities, which the plugin does not move, as user code has to.
fn shift_origin(bench: &mut Bench, by: Vec3, foreign: &[Entity]) {
    for &entity in foreign {
        bench.edit::<Transform>(entity, |transform| transform.translation += by);
    }
    bench.app.world_mut().trigger(OriginShift::new(by));
}

#[test]
fn an_origin_shift_loses_no_writes() {
    // The writes and the shift happen between the same two frames, or in the same tick.
    for in_tick in [false, true] {
        for target in [1000.0, 0.3] {
            for presentation in [Presentation::Live, Presentation::Delayed, Presentation::Ticked] {
                let what = format!("to {target} and back, in a tick: {in_tick}, {presentation:?}");
                check_writes(in_tick, target, presentation, &what);
            }
        }
    }
}

fn check_writes(in_tick: bool, target: f32, presentation: Presentation, what: &str) {
    let mut bench = Bench::at_rate(50.0);
    let origin = (Transform::default(), presentation);
    let spring = (Spring::critical(8.0), Target::new(Vec3::ZERO));
    let thrown = bench.spawn((origin, Velocity::ZERO));
    let sprung = bench.spawn((origin, spring));
    let retargeted = bench.spawn((origin, spring));
    let tracking = bench.spawn((origin, Spring::critical(8.0), Target::new(Vec3::ZERO).tracked()));
    let held = bench.spawn((origin, Velocity::ZERO, Grabbed::new()));
    bench.run_to(1.0);
    assert!(bench.rests(retargeted));
    let write = move |mut transforms: Query<&mut Transform>,
                      mut targets: Query<&mut Target>,
                      mut commands: Commands,
                      mut done: Local<bool>| {
        if core::mem::replace(&mut *done, true) {
            return;
        }
        for entity in [thrown, sprung, held] {
            transforms.get_mut(entity).expect("it should have one").translation.x = target;
        }
        for entity in [sprung, retargeted, tracking] {
            targets.get_mut(entity).expect("it should have one").value.x = target;
        }
        commands.trigger(OriginShift::new(Vec3::new(-target, 0.0, 0.0)));
    };
    // The plugin has not adopted this entity yet.
    let spawned = bench.spawn((Transform::from_xyz(target, 0.0, 0.0), Velocity::ZERO));
    if in_tick {
        bench.app.add_systems(FixedUpdate, write);
    } else {
        bench.app.world_mut().run_system_once(write).expect("it should run");
    }
    bench.run_to(6.0);
    let all = [thrown, sprung, retargeted, tracking, held, spawned];
    assert_eq!(all.map(|entity| bench.x(entity)), [0.0; 6], "{what}");
    for entity in [thrown, sprung, retargeted, tracking] {
        assert!(bench.rests(entity), "{what}");
    }
}

#[test]
fn a_disabled_entity_is_shifted() {
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::X)));
    bench.run_to(0.1);
    bench.app.world_mut().entity_mut(body).insert(Disabled);
    shift_origin(&mut bench, 16.0 * Vec3::X, &[]);
    bench.run_to(0.2);
    bench.app.world_mut().entity_mut(body).remove::<Disabled>();
    bench.run_to(5.0);
    assert_eq!(bench.x(body), 17.0);
}

#[test]
fn an_invalid_target_stays_rejected_after_an_origin_shift() {
    for tracked in [false, true] {
        let mut bench = Bench::at_rate(50.0);
        let target = Target::new(Vec3::X);
        let target = if tracked { target.tracked() } else { target };
        let body = bench.spawn((Transform::default(), Spring::critical(8.0), target));
        bench.run_to(0.2);
        if !tracked {
            bench.edit::<Target>(body, |target| target.value = Vec3::NAN);
        }
        bench.run_to(0.3);
        shift_origin(&mut bench, 2.0 * Vec3::X, &[]);
        bench.run_to(4.0);
        assert_eq!(bench.x(body), 3.0, "tracked {tracked}: it arrives at the last valid target");
        assert!(bench.rests(body), "and rests there");
    }
}

#[test]
fn after_many_shifts_a_resting_entity_wakes_where_it_is_drawn() {
    #[derive(Resource, Default)]
    struct Count(u32);

    let mut bench = Bench::at_rate(50.0);
    bench.app.init_resource::<Count>().add_observer(|_: On<Settled>, mut count: ResMut<Count>| count.0 += 1);
    let at = |x: f32| Transform::from_xyz(x, -0.3 * x, 0.7);
    let foreign = bench.spawn(at(5.1));
    let goal = Target::new(Vec3::new(0.1, 7.3, 1e-3));
    let leader = bench.spawn((at(1.0), Spring::critical(9.0), goal));
    let bodies = [
        leader,
        bench.spawn((at(1.1), Spring::critical(9.0), goal)),
        bench.spawn((at(1.2), Spring::critical(9.0), goal, Gravity::EARTH)),
        bench.spawn((at(1.3), Spring::critical(9.0), goal, Presentation::Delayed)),
        bench.spawn((at(1.4), AxisSprings::new(Vec3::new(9.0, 2.0, 4.0), Vec3::ONE), goal)),
        bench.spawn((at(1.5), Velocity::new(Vec3::ONE), Friction::new(3.0))),
        bench.spawn((at(1.6), Spring::critical(9.0), Velocity::new(Vec3::ONE))),
        bench.spawn((at(1.7), Spring::critical(9.0), Follow::new(leader).with_offset(Vec3::new(0.1, 0.2, 0.3)))),
        bench.spawn((at(1.8), Spring::critical(9.0), Follow::new(foreign))),
        bench.spawn((at(1.9), Spring::critical(9.0), Follow::new(foreign).with_offset(Vec3::new(0.1, 0.2, 0.3)))),
        bench.spawn((at(2.0), Spring::critical(9.0), goal.tracked())),
    ];
    bench.run_to(12.0);
    let settled = bodies.len() as u32;
    assert_eq!(bench.app.world().resource::<Count>().0, settled);
    for by in [1e5f32, -99_999.7, 3.3, 1e4, -12.345_678, -9_990.1, 0.1, 0.7] {
        shift_origin(&mut bench, by * Vec3::new(1.0, 0.3, -0.7), &[foreign]);
        for _ in 0..3 {
            bench.frame(Duration::from_millis(13));
            for (index, &body) in bodies.iter().enumerate() {
                assert!(bench.rests(body), "body {index} should rest after a shift by {by}");
            }
        }
    }
    assert_eq!(bench.app.world().resource::<Count>().0, settled, "a shift emits no event");
    let seen = bodies.map(|body| bench.get::<Transform>(body).translation);
    for body in bodies {
        // This kick wakes the entity, but is too small to be visible.
        bench.edit::<Velocity>(body, |velocity| velocity.0.x = 1e-30);
    }
    for frame in 0..30 {
        bench.frame(Duration::from_millis(13));
        for (index, &body) in bodies.iter().enumerate() {
            assert_eq!(bench.get::<Transform>(body).translation, seen[index], "body {index}, frame {frame}");
        }
    }
}

#[test]
fn rounding_in_an_origin_shift_does_not_throw_a_grabbed_entity() {
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((Transform::from_xyz(0.1, 0.2, 0.3), Velocity::ZERO, Grabbed::new()));
    for frame in 0..40 {
        if frame % 4 == 1 {
            shift_origin(&mut bench, Vec3::splat(if frame % 8 == 1 { 1e5 } else { -99_999.9 }), &[]);
        }
        bench.frame(Duration::from_millis(13));
        assert_eq!(bench.get::<Velocity>(body).0, Vec3::ZERO, "frame {frame}");
    }
}
