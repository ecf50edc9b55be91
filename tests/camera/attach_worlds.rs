//! Attached entities under origin shifts, in pauses, with every stepping and presentation, after a change of parent, and under scaled
//! parents.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{camera::Pose, events::OriginShift, prelude::*};

use crate::{
    app::Bench,
    attach::{OFFSET, assert_on, attached_rotation, on, tumbling},
    attachments::Attachments,
    compare_poses::{angle_between, assert_same},
    rig::TICK,
    stage::{cameras, cameras_at_rate, cameras_with},
};

const FRAME: Duration = Duration::from_millis(7);

#[test]
fn an_origin_shift_does_not_change_attached_motion() {
    let run = |by: Vec3, between: u64| {
        let mut attachments = Attachments::in_flight(cameras(TICK));
        attachments.frame(Duration::from_millis(between));
        if by != Vec3::ZERO {
            attachments.origin = by;
            let world = attachments.bench.app.world_mut();
            let mut scenery = world.query_filtered::<&mut Transform, (Without<ChildOf>, Without<Velocity>)>();
            for mut transform in scenery.iter_mut(world) {
                transform.translation += by;
            }
            world.trigger(OriginShift::new(by));
        }
        let mut poses = Vec::new();
        for frame in 0..120 {
            if frame == 30 {
                let (absent, first) = (attachments.absent, attachments.leaders[0]);
                attachments.set_leader(attachments.lost, first);
                let place = Transform::from_translation(attachments.origin + Vec3::Y);
                attachments.bench.app.world_mut().entity_mut(absent).insert((place, Velocity::new(Vec3::Y)));
            }
            attachments.frame(if frame == 0 { Duration::ZERO } else { FRAME });
            poses.push(attachments.riders().map(|rider| (attachments.name(rider), attachments.pose(rider))));
        }
        poses
    };
    for between in [0, 5] {
        // Multiples of a half, so that the shift itself is exact in f32.
        for by in [Vec3::new(-64.0, 0.5, 16.0), Vec3::new(0.0, 0.0, 1.0)] {
            for (frame, (here, there)) in run(Vec3::ZERO, between).into_iter().zip(run(by, between)).enumerate() {
                for ((name, here), (_, there)) in here.into_iter().zip(there) {
                    let what = format!("{by}, {between} ms, frame {frame}, {name}: {here:?} {there:?}");
                    // Tolerance: the velocity of `foreign` is a difference of positions over 16 ms, and each position may be off by one
                    // ulp.
                    assert!((there.position - by - here.position).length() < 8e-5, "{what}");
                    assert!((there.velocity - here.velocity).length() < 2e-3, "{what}");
                    assert!(angle_between(there.rotation, here.rotation) < 2e-5, "{what}");
                    assert!((there.angular_velocity - here.angular_velocity).length() < 1e-3, "{what}");
                }
            }
        }
    }
}

#[test]
fn attached_entities_stop_in_a_pause_and_continue_after_it() {
    for by_speed in [false, true] {
        let mut attachments = Attachments::in_flight(cameras(TICK));
        attachments.frame(Duration::from_millis(5));
        attachments.frame(Duration::ZERO);
        let all = attachments.all();
        let before = attachments.bits(&all);
        {
            let mut time = attachments.bench.app.world_mut().resource_mut::<Time<Virtual>>();
            if by_speed {
                time.set_relative_speed(0.0);
            } else {
                time.pause();
            }
        }
        for _ in 0..30 {
            attachments.bench.frame(TICK);
            assert_eq!(attachments.bits(&all), before);
        }
        // Changing the leaders moves nothing while time is paused.
        let poses = attachments.riders().map(|rider| attachments.pose(rider));
        let [first, second] = attachments.leaders;
        for rider in attachments.riders() {
            let leader = if rider == attachments.changing { first } else { second };
            attachments.set_leader(rider, leader);
        }
        for _ in 0..30 {
            attachments.bench.frame(TICK);
            for (rider, before) in attachments.riders().into_iter().zip(&poses) {
                assert_same(before, &attachments.pose(rider), &attachments.name(rider));
            }
        }
        {
            let mut time = attachments.bench.app.world_mut().resource_mut::<Time<Virtual>>();
            time.set_relative_speed(1.0);
            time.unpause();
        }
        let mut before = poses;
        for _ in 0..200 {
            attachments.frame(Duration::from_millis(4));
            let now = attachments.riders().map(|rider| attachments.pose(rider));
            for (before, now) in before.iter().zip(&now) {
                // The bound is velocity times frame length, plus the greatest acceleration (the leaders' plus ω² · 5 m) times the length
                // squared.
                let most = 0.004 * now.velocity.length().max(before.velocity.length()) + 100.0 * 0.004 * 0.004;
                assert!(now.position.distance(before.position) < most, "{before:?} {now:?}");
            }
            before = now;
        }
    }
}

/// An app whose motion and cameras have these options.
fn stepped(motion: MotionOptions, camera: MotionOptions) -> Bench {
    cameras_with(TICK, motion, camera)
}

/// All combinations of options for the motion (of the leaders) and for the cameras (which include attached entities).
fn mixes() -> Vec<(MotionOptions, MotionOptions)> {
    let all = [MotionOptions::fixed(), MotionOptions::frame(), MotionOptions::frame_real()];
    all.into_iter().flat_map(|motion| all.map(|camera| (motion, camera))).collect()
}

#[test]
fn with_every_stepping_an_attached_entity_is_on_its_leader() {
    for (motion, camera) in mixes() {
        let what = format!("{motion:?}, {camera:?}");
        let mut bench = stepped(motion, camera);
        let leaders = [
            tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0)),
            tumbling(&mut bench, Vec3::new(-2.0, 1.0, 4.0), Vec3::new(-1.0, 3.0, 1.0)),
        ];
        let entity = bench.spawn(on(leaders[0]).with_blend(Blend::spring(0.5)));
        for _ in 0..60 {
            bench.frame(FRAME);
            assert_on(&bench, entity, leaders[0], &what);
        }
        bench.edit::<Attach>(entity, |attach| attach.leader = leaders[1]);
        let mut before = *bench.get::<Pose>(entity);
        for _ in 0..400 {
            bench.frame(FRAME);
            let now = *bench.get::<Pose>(entity);
            // The bound is velocity times frame length, plus the greatest acceleration (the leaders' plus ω² · 5 m) times the length
            // squared.
            let most = 0.007 * now.velocity.length().max(before.velocity.length()) + 700.0 * 0.007 * 0.007;
            assert!(now.position.distance(before.position) < most, "{what}: {before:?} {now:?}");
            before = now;
        }
        for _ in 0..20 {
            bench.frame(FRAME);
            assert_on(&bench, entity, leaders[1], &what);
        }
    }
}

#[test]
fn while_time_is_paused_a_change_of_leader_still_blends_on_the_real_clock() {
    let options = MotionOptions::frame_real();
    let mut bench = stepped(options, options);
    let leaders = [Vec3::ZERO, 4.0 * Vec3::X].map(|place| bench.spawn(Transform::from_translation(place)));
    let entity = bench.spawn(on(leaders[0]).with_blend(Blend::spring(0.5)));
    bench.frame(FRAME);
    bench.app.world_mut().resource_mut::<Time<Virtual>>().pause();
    bench.edit::<Attach>(entity, |attach| attach.leader = leaders[1]);
    let before = bench.get::<Pose>(entity).position;
    bench.frame(FRAME);
    assert!(bench.get::<Pose>(entity).position.distance(before) < 0.1);
    for _ in 0..400 {
        bench.frame(FRAME);
    }
    assert_on(&bench, entity, leaders[1], "in a pause");
}

#[test]
fn with_every_presentation_an_attached_entity_is_on_its_leader() {
    let presentations = [Presentation::Live, Presentation::Delayed, Presentation::Ticked];
    for drawn in presentations {
        for of_leaders in presentations {
            let fixed = MotionOptions::fixed().with_presentation(drawn);
            let mut bench = stepped(fixed, fixed);
            let leaders = [
                tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0)),
                tumbling(&mut bench, Vec3::new(-2.0, 1.0, 4.0), Vec3::new(-1.0, 3.0, 1.0)),
            ];
            for leader in leaders {
                bench.app.world_mut().entity_mut(leader).insert(of_leaders);
            }
            let entity = bench.spawn(on(leaders[0]).with_blend(Blend::spring(0.8)));
            for _ in 0..60 {
                bench.frame(Duration::from_micros(7700));
                assert_on(&bench, entity, leaders[0], &format!("{drawn:?}, {of_leaders:?}"));
            }
            for (round, leader) in [(0, leaders[1]), (1, leaders[0]), (2, leaders[1])] {
                let what = format!("{drawn:?}, {of_leaders:?}, {round}");
                let before = *bench.get::<Pose>(entity);
                bench.edit::<Attach>(entity, |attach| attach.leader = leader);
                bench.frame(Duration::ZERO);
                assert_same(&before, bench.get(entity), &what);
                let mut before = *bench.get::<Pose>(entity);
                for _ in 0..20 {
                    bench.frame(Duration::from_micros(7700));
                    let now = *bench.get::<Pose>(entity);
                    // An entity that is drawn only at ticks moves by a whole tick in one frame. The bound is velocity times length, plus
                    // the greatest acceleration (the leaders' plus ω² · 5 m) times the length squared.
                    let length = if of_leaders == Presentation::Ticked || drawn == Presentation::Ticked {
                        0.016
                    } else {
                        0.0077
                    };
                    let most = length * now.velocity.length().max(before.velocity.length()) + 250.0 * length * length;
                    assert!(now.position.distance(before.position) < most, "{what}: {before:?} {now:?}");
                    before = now;
                }
            }
            for _ in 0..400 {
                bench.frame(Duration::from_micros(7700));
            }
            assert_on(&bench, entity, leaders[1], &format!("{drawn:?}, {of_leaders:?}, in the end"));
        }
    }
}

#[test]
fn changing_the_parent_of_an_attached_entity_does_not_change_its_path_in_the_world() {
    let run = |reparent: bool| {
        let mut attachments = Attachments::in_flight(cameras(TICK));
        let carts = [Vec3::new(1.0, 0.0, 2.0), Vec3::new(-3.0, 1.0, 0.5)].map(|place| {
            let at = Transform::from_translation(place)
                .with_rotation(Quat::from_rotation_z(0.7))
                .with_scale(Vec3::splat(2.0));
            attachments.bench.spawn((at, Visibility::default(), Velocity::new(Vec3::Z)))
        });
        attachments.frame(FRAME);
        let mut poses = Vec::new();
        for frame in 0..150 {
            let world = attachments.bench.app.world_mut();
            if reparent {
                for rider in [
                    attachments.standing,
                    attachments.changing,
                    attachments.from_foreign,
                    attachments.to_foreign,
                    attachments.lost,
                ] {
                    let mut rider = world.entity_mut(rider);
                    match frame {
                        20 => _ = rider.insert(ChildOf(carts[0])),
                        50 => _ = rider.insert(ChildOf(carts[1])),
                        80 => _ = rider.remove::<ChildOf>(),
                        _ => {}
                    }
                }
            }
            if frame == 30 {
                let leader = attachments.leaders[0];
                attachments.set_leader(attachments.changing, leader);
            }
            attachments.frame(FRAME);
            poses.push(attachments.riders().map(|rider| (attachments.name(rider), attachments.pose(rider))));
            for rider in attachments.riders() {
                let (pose, drawn) =
                    (attachments.pose(rider), attachments.bench.get::<GlobalTransform>(rider).translation());
                assert!(pose.position.distance(drawn) < 8e-6, "frame {frame}: {pose:?} is drawn at {drawn}");
            }
        }
        poses
    };
    for (frame, (here, there)) in run(false).into_iter().zip(run(true)).enumerate() {
        for ((name, here), (_, there)) in here.into_iter().zip(there) {
            assert_same(&here, &there, &format!("frame {frame}: {name}"));
        }
    }
}

#[test]
fn setting_a_leaders_parent_in_place_does_not_jump() {
    let mut bench = cameras_at_rate(64.0);
    let leaders = [Vec3::new(1.0, 2.0, 3.0), Vec3::new(-2.0, 1.0, 4.0)]
        .map(|place| bench.spawn((Transform::from_translation(place), Visibility::default())));
    let at = Transform::from_xyz(1.0, 0.0, 2.0).with_rotation(Quat::from_rotation_z(0.7));
    let cart = bench.spawn((at, Visibility::default(), Velocity::new(Vec3::Z)));
    let entity = bench.spawn(on(leaders[0]).with_blend(Blend::spring(0.8)));
    bench.run_to(0.3);
    bench.edit::<Attach>(entity, |attach| attach.leader = leaders[1]);
    bench.run_to(0.5);
    let before = *bench.get::<Pose>(entity);
    bench.app.world_mut().entity_mut(leaders[1]).set_parent_in_place(cart);
    bench.frame(Duration::ZERO);
    let now = *bench.get::<Pose>(entity);
    assert!(now.position.distance(before.position) < 4e-6, "{before:?} {now:?}");
    bench.run_to(4.0);
    let place = bench.get::<GlobalTransform>(leaders[1]).transform_point(OFFSET);
    assert!(bench.get::<Pose>(entity).position.distance(place) < 8e-6);
    assert!((bench.get::<Pose>(entity).velocity - Vec3::Z).length() < 1e-6);
}

#[test]
fn under_a_non_uniform_scale_the_velocity_is_that_of_the_drawn_motion() {
    for stretch in [Vec3::ONE, Vec3::new(2.0, 0.5, 3.0)] {
        let mut bench = cameras(Duration::from_millis(16));
        let turning = Velocity::<Rotation>::of(Vec3::new(0.3, 0.5, -0.4));
        let parent = Transform::from_xyz(0.5, 1.0, -1.0).with_scale(stretch);
        let parent = bench.spawn((parent, Visibility::default(), turning, Velocity::new(Vec3::X)));
        let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
        bench.edit::<Transform>(leader, |transform| transform.scale = stretch);
        let other = tumbling(&mut bench, Vec3::new(-2.0, 1.0, 4.0), Vec3::new(-1.0, 3.0, 1.0));
        let cart = Transform::from_xyz(0.2, 0.1, -0.4).with_scale(stretch).with_rotation(attached_rotation());
        let cart = bench.spawn((cart, Visibility::default(), turning));
        // `free` has no parent, `carried` has a parent with a non-uniform scale, and `held` is attached to a child of `carried`.
        let free = bench.spawn(on(leader).with_blend(Blend::spring(0.8)));
        let carried = bench.spawn((on(leader).with_blend(Blend::spring(0.8)), ChildOf(cart)));
        let hand = Transform::from_xyz(0.3, 1.2, 0.1).with_rotation(attached_rotation()).with_scale(stretch);
        let hand = bench.spawn((hand, ChildOf(carried)));
        let held = bench.spawn(on(hand).with_blend(Blend::spring(0.8)));
        bench.app.world_mut().entity_mut(leader).insert(ChildOf(parent));
        let riders = [(free, "free"), (carried, "carried"), (held, "held")];
        for _ in 0..30 {
            bench.frame(FRAME);
        }
        for _ in 0..20 {
            let before = riders.map(|(rider, _)| bench.get::<Pose>(rider).position.as_dvec3());
            bench.frame(Duration::from_millis(1));
            let now = riders.map(|(rider, _)| *bench.get::<Pose>(rider));
            bench.frame(Duration::from_millis(1));
            for (index, (rider, name)) in riders.into_iter().enumerate() {
                let after = bench.get::<Pose>(rider).position.as_dvec3();
                let mean = (after - before[index]) / 0.002;
                let velocity = now[index].velocity.as_dvec3();
                // Tolerance: third derivatives of 300 m/s³, and an ulp of 16 m over 2 ms.
                assert!((mean - velocity).length() < 5e-3, "{stretch}, {name}: {velocity} should be {mean}");
            }
            let place = bench.get::<GlobalTransform>(leader).transform_point(OFFSET);
            let error = bench.get::<Pose>(free).position.distance(place);
            assert!(error < 1e-5, "{stretch}: {error} m off");
            let drawn = bench.get::<GlobalTransform>(carried).translation();
            let error = bench.get::<Pose>(carried).position.distance(drawn);
            assert!(error < 1e-5, "{stretch}: drawn {error} m off");
        }
        for rider in [free, carried, held] {
            let before = *bench.get::<Pose>(rider);
            bench.edit::<Attach>(rider, |attach| attach.leader = other);
            bench.frame(Duration::ZERO);
            assert_same(&before, bench.get(rider), &format!("{stretch}: from a stretched leader"));
        }
    }
}

#[test]
fn on_a_leader_whose_scale_grows_the_velocity_is_that_of_the_drawn_motion() {
    let mut bench = cameras(Duration::from_millis(16));
    let leader = tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0));
    bench.app.world_mut().entity_mut(leader).insert(Velocity::<Scale>::of(Vec3::new(1.0, 2.0, 0.5)));
    let other = tumbling(&mut bench, Vec3::new(-2.0, 1.0, 4.0), Vec3::new(-1.0, 3.0, 1.0));
    let entity = bench.spawn(on(leader).with_blend(Blend::spring(0.8)));
    for _ in 0..30 {
        bench.frame(FRAME);
    }
    assert_on(&bench, entity, leader, "it grows");
    let before = bench.get::<Pose>(entity).position.as_dvec3();
    bench.frame(Duration::from_millis(1));
    let now = *bench.get::<Pose>(entity);
    bench.frame(Duration::from_millis(1));
    let mean = (bench.get::<Pose>(entity).position.as_dvec3() - before) / 0.002;
    assert!((mean - now.velocity.as_dvec3()).length() < 5e-3, "{} should be {mean}", now.velocity);
    let before = *bench.get::<Pose>(entity);
    bench.edit::<Attach>(entity, |attach| attach.leader = other);
    bench.frame(Duration::ZERO);
    assert_same(&before, bench.get(entity), "from a leader that grows");
}
