//! `Attach`: an attached entity is exactly on its leader, and does not jump when its leader changes.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, math::DVec3, prelude::*};
use bevy_exact_motion::{camera::Pose, prelude::*};

use crate::{
    app::{Bench, ulp},
    compare_poses::{angle_between, assert_same},
    stage::{cameras, cameras_at_rate},
    warnings::{assert_warned, capture_warnings, warnings_about},
};

pub(crate) const OFFSET: Vec3 = Vec3::new(0.5, 1.0, -0.25);

pub(crate) fn attached_rotation() -> Quat {
    Quat::from_euler(EulerRot::YXZ, 0.4, 1.1, -0.3)
}

/// A falling entity that turns at 2 rad/s about an axis that is not one of the world's axes.
pub(crate) fn tumbling(bench: &mut Bench, place: Vec3, velocity: Vec3) -> Entity {
    bench.spawn((
        Transform::from_translation(place),
        Velocity::new(velocity),
        Gravity::new(Vec3::new(0.0, -3.0, 0.5)),
        Velocity::<Rotation>::of(Vec3::new(1.2, -1.6, 0.0)),
    ))
}

fn blends() -> [Blend; 2] {
    [Blend::spring(0.8), Blend::eased(0.8)]
}

/// The expected position and rotation: those of a child of the leader with the offset and rotation of [`on`].
pub(crate) fn expected_at(bench: &Bench, leader: Entity) -> (DVec3, Quat) {
    let leader = *bench.get::<Transform>(leader);
    let place =
        leader.translation.as_dvec3() + leader.rotation.as_dquat() * (leader.scale.as_dvec3() * OFFSET.as_dvec3());
    (place, leader.rotation * attached_rotation())
}

#[track_caller]
pub(crate) fn assert_on(bench: &Bench, entity: Entity, leader: Entity, what: &str) {
    let (place, turn) = expected_at(bench, leader);
    let (pose, drawn) = (*bench.get::<Pose>(entity), *bench.get::<Transform>(entity));
    let error = (pose.position.as_dvec3() - place).abs().max_element();
    assert!(error <= 2.0 * ulp(place.abs().max_element() + 2.0), "{what}: {pose:?} should be at {place}");
    assert!(angle_between(pose.rotation, turn) <= 5e-7, "{what}: {pose:?} should be turned by {turn}");
    assert_eq!((drawn.translation, drawn.rotation), (pose.position, pose.rotation), "{what}");
}

/// An `Attach` to this leader with the tests' offset and rotation.
pub(crate) fn on(leader: Entity) -> Attach {
    Attach::new(leader).with_offset(OFFSET).with_rotation(attached_rotation())
}

#[test]
fn an_attached_entity_is_on_its_leader_in_every_frame() {
    for scale in [Vec3::ONE, Vec3::new(2.0, 0.5, 3.0)] {
        let mut bench = cameras_at_rate(30.0);
        let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
        bench.edit::<Transform>(leader, |transform| transform.scale = scale);
        let entity = bench.spawn((Transform::from_xyz(9.0, 9.0, 9.0), on(leader)));
        for frame in 0..120 {
            bench.frame(Duration::from_micros(if frame == 0 { 0 } else { 7300 }));
            assert_on(&bench, entity, leader, &format!("frame {frame}"));
        }
        // The velocities in `Pose` match the change of its position and rotation over 2 ms.
        for _ in 0..20 {
            let before = *bench.get::<Pose>(entity);
            bench.frame(Duration::from_millis(1));
            let now = *bench.get::<Pose>(entity);
            bench.frame(Duration::from_millis(1));
            let after = *bench.get::<Pose>(entity);
            let mean = (after.position.as_dvec3() - before.position.as_dvec3()) / 0.002;
            assert!((mean - now.velocity.as_dvec3()).length() < 5e-3, "{mean} {now:?}");
            let turn = (after.rotation.as_dquat() * before.rotation.as_dquat().conjugate()).normalize();
            assert!((turn.to_scaled_axis() / 0.002 - now.angular_velocity.as_dvec3()).length() < 5e-3, "{now:?}");
        }
    }
}

#[test]
fn changing_the_leader_does_not_jump_and_the_offset_follows_the_closed_form() {
    for (blend, eased) in blends().into_iter().zip([false, true]) {
        let mut bench = cameras_at_rate(64.0);
        let leaders = [
            tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0)),
            tumbling(&mut bench, Vec3::new(-2.0, 1.0, 4.0), Vec3::new(-1.0, 3.0, 1.0)),
        ];
        let entity = bench.spawn(on(leaders[0]).with_blend(blend));
        for (index, instant) in [(1, 0.3), (0, 0.5), (1, 0.7), (0, 0.9)] {
            while bench.elapsed() < instant {
                bench.frame(Duration::from_micros(7700));
            }
            let before = *bench.get::<Pose>(entity);
            bench.edit::<Attach>(entity, |attach| attach.leader = leaders[index]);
            bench.frame(Duration::ZERO);
            assert_same(&before, bench.get(entity), &format!("{blend:?}, {instant}"));
        }
        // The reference is attached to the same leader without a blend. The difference between the two poses is the remaining offset.
        let other = bench.spawn(on(leaders[0]).with_blend(Blend::Cut));
        bench.frame(Duration::ZERO);
        let (start, base) = (*bench.get::<Pose>(entity), *bench.get::<Pose>(other));
        let (o, u) = (
            start.position.as_dvec3() - base.position.as_dvec3(),
            start.velocity.as_dvec3() - base.velocity.as_dvec3(),
        );
        let (Blend::Spring { angular_frequency, .. } | Blend::Eased { angular_frequency, .. }) = blend else {
            unreachable!("no blend in this test is a cut")
        };
        let (w, mut t) = (f64::from(angular_frequency), 0.0);
        for _ in 0..100 {
            bench.frame(Duration::from_micros(9300));
            t += 0.0093;
            let s = w * t;
            let more = if eased { o * (w * w * t * t * (0.5 + s / 6.0)) } else { DVec3::ZERO };
            let left = (o + (u + o * w) * t + more) * (-s).exp();
            let found = bench.get::<Pose>(entity).position.as_dvec3() - bench.get::<Pose>(other).position.as_dvec3();
            assert!((found - left).length() <= 8.0 * ulp(16.0), "{blend:?} at {t}: {found} should be {left}");
        }
        bench.run_to(9.0);
        assert_eq!(bench.get::<Pose>(entity), bench.get::<Pose>(other));
    }
}

#[test]
fn an_attached_entity_takes_the_same_path_at_30_and_1000_hertz() {
    let run = |hz: u32| {
        let mut bench = cameras(Duration::from_nanos(1_000_000_000 / u64::from(hz)));
        let first = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
        let second = tumbling(&mut bench, Vec3::new(-2.0, 1.0, 4.0), Vec3::new(-1.0, 3.0, 1.0));
        let entity = bench.spawn(on(first).with_blend(Blend::eased(1.0)));
        let mut poses = Vec::new();
        for (tenths, leader) in [(2, second), (5, first), (8, second), (11, second)] {
            let end = Duration::from_millis(100 * tenths);
            let start = bench.app.world().resource::<Time<Fixed>>().elapsed();
            let count = ((end - start).as_secs_f64() * f64::from(hz)).round() as u32;
            for i in 1..=count {
                let now = bench.app.world().resource::<Time<Fixed>>().elapsed();
                bench.tick(start + (end - start) * i / count - now);
            }
            poses.push(*bench.get::<Pose>(entity));
            bench.edit::<Attach>(entity, |attach| attach.leader = leader);
        }
        poses
    };
    for (slow, fast) in run(30).into_iter().zip(run(1000)) {
        let jump = (slow.position - fast.position).as_dvec3().abs().max_element();
        assert!(jump <= 4.0 * ulp(8.0), "{slow:?} {fast:?}");
        assert!(angle_between(slow.rotation, fast.rotation) <= 2e-6, "{slow:?} {fast:?}");
    }
}

#[test]
fn changing_the_offset_does_not_jump() {
    let mut bench = cameras_at_rate(64.0);
    let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
    let entity = bench.spawn(Attach::new(leader).with_blend(Blend::spring(0.5)));
    bench.run_to(0.5);
    let before = *bench.get::<Pose>(entity);
    bench.edit::<Attach>(entity, |attach| *attach = on(leader).with_blend(attach.blend));
    bench.frame(Duration::ZERO);
    assert_same(&before, bench.get(entity), "another offset");
    bench.run_to(6.0);
    assert_on(&bench, entity, leader, "in the end");
}

#[test]
fn attaching_a_moving_entity_keeps_its_velocity_and_removes_its_other_motion() {
    let mut bench = cameras_at_rate(64.0);
    let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
    let entity = tumbling(&mut bench, Vec3::new(4.0, 0.0, 1.0), Vec3::new(-5.0, 2.0, 0.0));
    for _ in 0..60 {
        bench.frame(Duration::from_micros(7700));
    }
    let (place, velocity) = (*bench.get::<Transform>(entity), *bench.get::<Velocity>(entity));
    let turning = *bench.get::<Velocity<Rotation>>(entity);
    bench.app.world_mut().entity_mut(entity).insert(on(leader));
    bench.frame(Duration::ZERO);
    let flying = Pose {
        position: place.translation,
        rotation: place.rotation,
        velocity: velocity.0,
        angular_velocity: turning.0,
    };
    assert_same(&flying, bench.get(entity), "picked up");
    let found = bench.app.world().entity(entity);
    assert!(!found.contains::<Velocity>() && !found.contains::<Velocity<Rotation>>());
    bench.run_to(4.0);
    assert_on(&bench, entity, leader, "in the end");
    // Without `Attach`, the entity flies on with the velocity that is inserted here, and its own gravity applies again.
    let pose = *bench.get::<Pose>(entity);
    bench.app.world_mut().entity_mut(entity).remove::<Attach>().insert(Velocity::new(pose.velocity));
    bench.frame(Duration::from_micros(7700));
    let gone = bench.get::<Transform>(entity).translation - pose.position;
    let fallen = Vec3::new(0.0, -3.0, 0.5) * (0.0077 * 0.0077 / 2.0);
    assert!((gone - pose.velocity * 0.0077 - fallen).length() < 1e-5, "{gone} {pose:?}");
}

#[test]
fn a_detached_entity_stays_where_it_was() {
    let mut bench = cameras_at_rate(64.0);
    let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
    let entity = bench.spawn(on(leader));
    bench.run_to(0.5);
    let before = *bench.get::<Transform>(entity);
    bench.app.world_mut().entity_mut(entity).remove::<Attach>();
    for _ in 0..20 {
        bench.frame(Duration::from_millis(9));
        assert_eq!(*bench.get::<Transform>(entity), before);
    }
}

#[test]
fn attaching_to_an_attached_entity_or_its_child_is_exact() {
    let mut bench = cameras_at_rate(30.0);
    // All three are spawned before their leaders, and the gem is a child of the knight.
    let [sword, gem, knight] = core::array::from_fn(|_| bench.spawn(()));
    let horse = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
    let hand = Transform::from_xyz(0.3, 1.2, 0.1).with_rotation(Quat::from_rotation_z(0.7));
    let hand = bench.spawn((hand, ChildOf(knight)));
    let world = bench.app.world_mut();
    world.entity_mut(gem).insert((on(sword), ChildOf(knight)));
    world.entity_mut(sword).insert(on(hand));
    world.entity_mut(knight).insert(on(horse));
    for frame in 0..60 {
        bench.frame(Duration::from_micros(7300));
        let place = |entity: Entity| bench.get::<Transform>(entity).compute_affine().as_daffine3();
        let mount =
            Transform::from_translation(OFFSET).with_rotation(attached_rotation()).compute_affine().as_daffine3();
        let rider = place(horse) * mount;
        let sword_there = rider * place(hand) * mount;
        let gem_there = sword_there * mount;
        for (entity, there, what) in [(knight, rider, "knight"), (sword, sword_there, "sword"), (gem, gem_there, "gem")]
        {
            let found = bench.get::<Pose>(entity).position.as_dvec3();
            let error = (found - there.translation).length();
            assert!(error <= 4e-6, "frame {frame}: the {what} is at {found}, should be at {}", there.translation);
        }
        // The gem's `Transform` is relative to the knight, which has moved as well.
        let drawn = (place(knight) * place(gem)).translation;
        assert!((drawn - gem_there.translation).length() <= 4e-6, "frame {frame}: {drawn}");
    }
    // The gem changes its leader from the sword to the horse.
    let before = *bench.get::<Pose>(gem);
    bench.edit::<Attach>(gem, |attach| attach.leader = horse);
    bench.frame(Duration::ZERO);
    assert_same(&before, bench.get(gem), "from the sword");
}

#[test]
fn after_its_leader_is_despawned_or_disabled_an_attached_entity_comes_to_rest_at_the_last_pose() {
    for disable in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
        let entity = bench.spawn(on(leader).with_blend(Blend::spring(0.5)));
        bench.run_to(0.5);
        let before = *bench.get::<Pose>(entity);
        if disable {
            bench.app.world_mut().entity_mut(leader).insert(Disabled);
        } else {
            bench.app.world_mut().entity_mut(leader).despawn();
        }
        bench.frame(Duration::ZERO);
        assert_same(&before, bench.get(entity), "despawned or disabled");
        bench.run_to(6.0);
        let last = *bench.get::<Pose>(entity);
        assert!(
            (last.position - before.position).length() < 1e-5 && angle_between(last.rotation, before.rotation) < 1e-6
        );
        assert_eq!((last.velocity, last.angular_velocity), (Vec3::ZERO, Vec3::ZERO));
        if disable {
            bench.app.world_mut().entity_mut(leader).remove::<Disabled>();
            bench.frame(Duration::ZERO);
            assert!((bench.get::<Pose>(entity).position - last.position).length() < 1e-5, "enabled again");
            bench.run_to(12.0);
            assert_on(&bench, entity, leader, "enabled again");
        }
    }
}

#[test]
fn entities_attached_in_a_loop_stay_where_they_are() {
    let mut bench = cameras_at_rate(64.0);
    let [a, b, own] = core::array::from_fn(|index| bench.spawn(Transform::from_xyz(index as f32, 0.0, 0.0)));
    let child = bench.spawn((Transform::from_xyz(0.0, 1.0, 0.0), ChildOf(own)));
    let leader = tumbling(&mut bench, Vec3::ZERO, Vec3::X);
    let world = bench.app.world_mut();
    world.entity_mut(a).insert(on(b));
    world.entity_mut(b).insert(on(a));
    world.entity_mut(own).insert(on(child));
    for _ in 0..50 {
        bench.frame(Duration::from_millis(9));
        for (index, entity) in [a, b, own].into_iter().enumerate() {
            assert_eq!(bench.get::<Transform>(entity).translation, Vec3::new(index as f32, 0.0, 0.0));
        }
    }
    // Once the loop is broken, both are on their leaders.
    bench.edit::<Attach>(a, |attach| attach.leader = leader);
    bench.run_to(4.0);
    assert_on(&bench, a, leader, "out of the loop");
    assert_on(&bench, b, a, "attached to the one outside the loop");
}

#[test]
fn an_entity_attached_to_a_loop_is_on_its_leader() {
    let mut bench = cameras_at_rate(64.0);
    let [behind, a, b] = core::array::from_fn(|index| bench.spawn(Transform::from_xyz(index as f32, 0.0, 0.0)));
    let world = bench.app.world_mut();
    world.entity_mut(a).insert(on(b));
    world.entity_mut(b).insert(on(a));
    world.entity_mut(behind).insert(on(a).with_blend(Blend::Cut));
    for _ in 0..50 {
        bench.frame(Duration::from_millis(9));
        assert_on(&bench, behind, a, "attached to the loop");
        assert_eq!(bench.get::<Transform>(a).translation, Vec3::X);
    }
}

#[test]
fn swapping_roles_with_the_leader_does_not_jump() {
    capture_warnings();
    for length in [Duration::ZERO, Duration::from_micros(7700)] {
        let mut bench = cameras_at_rate(64.0);
        let wagon = tumbling(&mut bench, Vec3::new(-2.0, 1.0, 4.0), Vec3::new(-1.0, 3.0, 1.0));
        let horse = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
        let rider = bench.spawn(on(horse).with_blend(Blend::eased(2.0)));
        for _ in 0..60 {
            bench.frame(Duration::from_micros(7700));
        }
        let before = [rider, horse].map(|entity| bench.get::<Transform>(entity).translation);
        let after = before[0] + length.as_secs_f32() * bench.get::<Pose>(rider).velocity;
        bench.app.world_mut().entity_mut(rider).insert(Name::new("swaps roles"));
        bench.app.world_mut().entity_mut(horse).insert(Name::new("swaps roles too"));
        bench.edit::<Attach>(rider, |attach| attach.leader = wagon);
        bench.app.world_mut().entity_mut(horse).insert(on(rider));
        bench.frame(length);
        let now = [rider, horse].map(|entity| bench.get::<Transform>(entity).translation);
        // Tolerance: ½ a t², where a ≤ 60 m/s² is the sum of the leader's and the blend's accelerations, and t is the frame's length.
        let tolerance = 2e-6 + 30.0 * length.as_secs_f32() * length.as_secs_f32();
        assert!(now[0].distance(after) < tolerance, "{length:?}: the rider is at {}, should be at {after}", now[0]);
        let gone = now[1].distance(before[1]);
        assert!(gone < 2e-6 + 12.0 * length.as_secs_f32(), "{length:?}: the horse has moved by {gone} m");
        bench.run_to(8.0);
        assert_on(&bench, rider, wagon, "the rider");
        assert_on(&bench, horse, rider, "the horse");
        // There is no warning, because the two were never attached in a loop.
        assert_eq!(warnings_about("swaps roles"), [""; 0]);
    }
}

#[test]
fn an_attached_entity_rests_until_its_leader_has_a_transform() {
    let mut bench = cameras_at_rate(64.0);
    let leader = bench.spawn(());
    let cart = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    let flying = tumbling(&mut bench, Vec3::new(4.0, 0.0, 1.0), Vec3::new(-5.0, 2.0, 0.0));
    let carried = tumbling(&mut bench, Vec3::new(4.0, 0.0, 1.0), Vec3::new(-5.0, 2.0, 0.0));
    bench.app.world_mut().entity_mut(carried).insert(ChildOf(cart));
    bench.run_to(0.3);
    for entity in [flying, carried] {
        bench.app.world_mut().entity_mut(entity).insert(on(leader));
    }
    let before = *bench.get::<Transform>(flying);
    bench.run_to(2.3);
    assert_eq!(*bench.get::<Transform>(flying), before);
    let cart_is_at = bench.get::<Transform>(cart).translation;
    let poses = |bench: &Bench| [flying, carried].map(|entity| *bench.get::<Pose>(entity));
    let [alone, on_cart] = poses(&bench);
    let expected = Pose { position: before.translation, rotation: before.rotation, ..Pose::default() };
    assert_same(&expected, &alone, "at rest in the world");
    let local = bench.get::<Transform>(carried).translation;
    let expected = Pose { position: cart_is_at + local, rotation: on_cart.rotation, velocity: Vec3::X, ..expected };
    assert_same(&expected, &on_cart, "at rest on the cart");
    bench.app.world_mut().entity_mut(leader).insert((Transform::from_xyz(0.0, 1.0, 0.0), Velocity::new(Vec3::Y)));
    bench.frame(Duration::ZERO);
    for (before, now) in [alone, on_cart].into_iter().zip(poses(&bench)) {
        assert_same(&before, &now, "the leader has got its transform");
    }
    bench.run_to(6.0);
    for entity in [flying, carried] {
        let (place, _) = expected_at(&bench, leader);
        let error = (bench.get::<Pose>(entity).position.as_dvec3() - place).length();
        assert!(error < 4.0 * ulp(8.0), "{error}");
    }
}

#[test]
fn an_invalid_attachment_keeps_the_last_leader() {
    let mut bench = cameras_at_rate(64.0);
    let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
    let entity = bench.spawn(on(leader));
    bench.run_to(0.1);
    let nowhere = bench.spawn(Transform::from_xyz(f32::NAN, 0.0, 0.0));
    let bare = bench.spawn(());
    let dead = bench.spawn(());
    bench.app.world_mut().despawn(dead);
    let invalid: [fn(&mut Attach); 6] = [
        |attach| attach.offset.x = f32::NAN,
        |attach| attach.offset.y = f32::INFINITY,
        |attach| attach.rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        |attach| attach.rotation.x = f32::NAN,
        |attach| attach.blend = Blend::Spring { angular_frequency: -1.0, around: false },
        |attach| attach.blend = Blend::Eased { angular_frequency: f32::NAN, around: true },
    ];
    let other = tumbling(&mut bench, Vec3::ZERO, Vec3::X);
    for (index, spoil) in invalid.into_iter().enumerate() {
        bench.edit::<Attach>(entity, |attach| {
            attach.leader = other;
            spoil(attach);
        });
        bench.run_to(bench.elapsed() + 0.1);
        assert_on(&bench, entity, leader, &format!("invalid value {index}"));
        bench.edit::<Attach>(entity, |attach| *attach = on(leader));
    }
    for lost in [nowhere, bare, dead, Entity::PLACEHOLDER] {
        bench.edit::<Attach>(entity, |attach| attach.leader = lost);
        bench.run_to(bench.elapsed() + 0.1);
        assert_on(&bench, entity, leader, &format!("{lost}"));
    }
    for lost in [Vec3::splat(f32::NAN), Vec3::INFINITY] {
        let entity = bench.spawn(Transform::from_translation(lost));
        bench.frame(Duration::from_millis(9));
        bench.app.world_mut().entity_mut(entity).insert(on(leader));
        bench.frame(Duration::from_millis(9));
        assert_on(&bench, entity, leader, "from a position that is not finite");
    }
    for factor in [1e30, 1e38] {
        bench.edit::<Attach>(entity, |attach| *attach = on(leader).with_offset(factor * Vec3::ONE));
        bench.run_to(bench.elapsed() + 0.1);
        assert!(bench.get::<Transform>(entity).is_finite());
    }
}

#[test]
fn each_mistake_of_an_attachment_warns_once() {
    capture_warnings();
    let mut bench = cameras_at_rate(64.0);
    let leader = bench.spawn(Transform::from_xyz(0.0, 1.0, 0.0));
    let bare = bench.spawn(());
    let mut named = |name: &'static str, attach: Attach| bench.spawn((Name::new(name), attach));
    named("attached nowhere", on(bare));
    let lost = named("attached to a despawned leader", on(leader));
    named("attached at NaN", on(leader).with_offset(Vec3::NAN));
    named("attached, bad blend", on(leader).with_blend(Blend::Spring { angular_frequency: -1.0, around: false }));
    let [a, b] = ["attached in a loop a", "attached in a loop b"].map(|name| named(name, on(bare)));
    bench.edit::<Attach>(a, |attach| attach.leader = b);
    bench.edit::<Attach>(b, |attach| attach.leader = a);
    bench.run_to(0.2);
    bench.app.world_mut().despawn(leader);
    bench.run_to(0.5);
    let expected = [
        ("attached nowhere", "no finite Transform; it is ignored until it has one", 1),
        ("attached to a despawned leader", "no longer has a finite Transform; its last pose is kept", 1),
        ("attached at NaN", "Attach::offset [NaN, NaN, NaN] must be finite", 1),
        ("attached, bad blend", "angular frequency of -1, it must be > 0 and finite", 1),
        ("attached in a loop", "attached to this entity, directly or indirectly; its last pose is kept", 2),
    ];
    for (name, part, times) in expected {
        assert_warned(name, part, times);
        assert_eq!(warnings_about(name).len(), times, "{:?}", warnings_about(name));
    }
    // A different mistake of the same entity is reported as well.
    bench.edit::<Attach>(lost, |attach| attach.leader = bare);
    bench.run_to(0.6);
    assert_warned("attached to a despawned leader", "no finite Transform; it is ignored until it has one", 1);
}

#[test]
fn springs_on_an_attached_entity_have_no_effect() {
    let mut bench = cameras_at_rate(64.0);
    let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
    let entity = bench.spawn(on(leader));
    bench.run_to(0.1);
    bench.app.world_mut().entity_mut(entity).insert((Spring::critical(5.0), Velocity::<Rotation>::of(Vec3::X)));
    bench.run_to(0.3);
    assert_on(&bench, entity, leader, "with a spring");
    let found = bench.app.world().entity(entity);
    assert!(!found.contains::<Velocity>() && !found.contains::<Velocity<Rotation>>());
}

#[test]
fn while_the_leader_rests_nothing_is_written() {
    #[derive(Resource, Default)]
    struct Writes(usize);
    let mut bench = cameras_at_rate(64.0);
    bench.app.init_resource::<Writes>().add_systems(
        Last,
        |changed: Query<(), (With<Attach>, Or<(Changed<Transform>, Changed<Pose>)>)>, mut writes: ResMut<Writes>| {
            writes.0 += changed.iter().count();
        },
    );
    let leaders = [0.0, 3.0].map(|x| bench.spawn(Transform::from_xyz(x, 0.0, 0.0)));
    let entity = bench.spawn(on(leaders[0]).with_blend(Blend::eased(0.3)));
    bench.run_to(0.2);
    bench.edit::<Attach>(entity, |attach| attach.leader = leaders[1]);
    bench.run_to(3.0);
    assert_on(&bench, entity, leaders[1], "at rest");
    let before = core::mem::take(&mut bench.app.world_mut().resource_mut::<Writes>().0);
    assert!(before > 20, "{before}");
    bench.run_to(4.0);
    assert_eq!(bench.app.world().resource::<Writes>().0, 0);
}
