//! Cameras that show other cameras, are their children, or are attached to them: all are drawn at the same instant.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{camera::Pose, prelude::*};

use crate::{
    app::Bench,
    compare_poses::angle_between,
    stage::cameras_with,
    warnings::{assert_warned, capture_warnings},
};

const PRESENTATIONS: [Presentation; 3] = [Presentation::Live, Presentation::Delayed, Presentation::Ticked];

fn bench(presentation: Presentation, tick: u64) -> Bench {
    let options = MotionOptions::fixed().with_presentation(presentation);
    cameras_with(Duration::from_millis(tick), options, options)
}

/// A camera that circles a flying pivot.
fn circling(bench: &mut Bench) -> Entity {
    let flies = (Transform::from_xyz(1.0, 2.0, 3.0), Visibility::default(), Velocity::new(Vec3::new(1.0, 0.0, 2.0)));
    let pivot = bench.spawn(flies);
    let input = OrbitInput { turn_rate: Vec2::new(2.0, 0.1), ..default() };
    bench.spawn((Orbit::new(0.0, 0.3, 8.0), input, ChildOf(pivot)))
}

fn global(bench: &Bench, entity: Entity) -> Transform {
    let own = *bench.get::<Transform>(entity);
    let parent = bench.app.world().get::<ChildOf>(entity);
    parent.map_or(own, |child_of| global(bench, child_of.parent()) * own)
}

/// Asserts that `follower` is drawn at the transform `own` relative to `leader`.
#[track_caller]
fn assert_on(bench: &Bench, follower: Entity, leader: Entity, own: Transform, what: &str) {
    let (found, expected) = (global(bench, follower), global(bench, leader) * own);
    let error = found.translation.distance(expected.translation);
    assert!(error < 2e-5, "{what}: {found:?} should be {expected:?}, is {error} m off");
    assert!(angle_between(found.rotation, expected.rotation) < 5e-6, "{what}: {found:?} should be {expected:?}");
}

const OFFSET: Transform = Transform::from_xyz(0.6, 0.2, -0.4);

#[test]
fn every_camera_of_a_chain_is_drawn_at_the_same_instant() {
    type Kind = (&'static str, fn(&mut Bench, Entity) -> (Entity, Entity, Transform));
    let kinds: [Kind; 6] = [
        ("a camera that shows a camera that shows a shot", |bench, shot| {
            let outer = bench.spawn(Transform::default());
            let inner = bench.spawn((Transform::default(), ActiveShot::new(shot)));
            bench.app.world_mut().entity_mut(outer).insert(ActiveShot::new(inner));
            (outer, shot, Transform::IDENTITY)
        }),
        ("a shot below a camera that shows a shot", |bench, shot| {
            let inner = bench.spawn((Transform::default(), Visibility::default(), ActiveShot::new(shot)));
            let shoulder = bench.spawn((OFFSET, ChildOf(inner)));
            let outer = bench.spawn((Transform::default(), ActiveShot::new(shoulder)));
            (outer, shot, OFFSET)
        }),
        ("an orbit below a camera", |bench, shot| {
            let camera = bench.spawn((Transform::default(), Visibility::default(), ActiveShot::new(shot)));
            let orbit = bench.spawn((Orbit::new(0.3, 0.2, 2.0), ChildOf(camera)));
            bench.frame(Duration::ZERO);
            (orbit, shot, *bench.get::<Transform>(orbit))
        }),
        ("a shot attached to a camera that shows a shot", |bench, shot| {
            let inner = bench.spawn((Transform::default(), ActiveShot::new(shot)));
            let held = bench.spawn(Attach::new(inner).with_offset(OFFSET.translation));
            let outer = bench.spawn((Transform::default(), ActiveShot::new(held)));
            (outer, shot, OFFSET)
        }),
        ("an orbit on a pivot that is attached to a camera", |bench, shot| {
            let pivot = (Visibility::default(), Attach::new(shot).with_offset(OFFSET.translation));
            let pivot = bench.spawn(pivot);
            let orbit = bench.spawn((Orbit::new(0.3, 0.2, 2.0), ChildOf(pivot)));
            bench.frame(Duration::ZERO);
            let own = OFFSET * *bench.get::<Transform>(orbit);
            (orbit, shot, own)
        }),
        ("a child of an entity attached to a camera that shows an attached entity", |bench, shot| {
            let held = bench.spawn(Attach::new(shot).with_offset(OFFSET.translation));
            let camera = bench.spawn((Transform::default(), ActiveShot::new(held)));
            let sword = bench.spawn((Visibility::default(), Attach::new(camera)));
            let tip = bench.spawn((OFFSET, ChildOf(sword)));
            (tip, shot, OFFSET * OFFSET)
        }),
    ];
    for presentation in PRESENTATIONS {
        for (tick, frame) in [(100, 15), (16, 7), (16, 40)] {
            for (kind, chain) in kinds {
                let mut bench = bench(presentation, tick);
                let shot = circling(&mut bench);
                let (last, first, own) = chain(&mut bench, shot);
                bench.frame(Duration::ZERO);
                for count in 0..60 {
                    bench.frame(Duration::from_millis(frame));
                    if count > 0 {
                        let what = format!("{presentation:?}, {tick} ms, {frame} ms, frame {count}: {kind}");
                        assert_on(&bench, last, first, own, &what);
                    }
                }
            }
        }
    }
}

#[test]
fn a_shot_with_look_at_that_is_shown_through_two_cameras_keeps_its_angular_velocity() {
    for presentation in PRESENTATIONS {
        for written_in_update in [false, true] {
            let mut bench = bench(presentation, 100);
            let target = bench.spawn(Transform::from_xyz(0.0, 0.0, -9.0));
            let shot = bench.spawn((Transform::default(), LookAt::new(target)));
            let inner = bench.spawn((Transform::default(), ActiveShot::new(shot)));
            let outer = bench.spawn((Transform::default(), ActiveShot::new(inner)));
            bench.run_to(1.0);
            for count in 0..200 {
                if count == 20 {
                    let place = Vec3::new(9.0, 0.0, 0.0);
                    let edit = move |mut transforms: Query<&mut Transform>| {
                        transforms.get_mut(target).unwrap().translation = place;
                    };
                    if written_in_update {
                        bench.app.add_systems(Update, edit);
                    } else {
                        bench.edit::<Transform>(target, |transform| transform.translation = place);
                    }
                }
                bench.frame(Duration::from_millis(15));
                assert_on(&bench, outer, shot, Transform::IDENTITY, &format!("{presentation:?}, frame {count}"));
                let (shown, seen) = (*bench.get::<Pose>(outer), *bench.get::<Pose>(shot));
                let error = (shown.angular_velocity - seen.angular_velocity).length();
                assert!(error < 1e-4, "{presentation:?}, frame {count}: {shown:?}, {seen:?}");
            }
        }
    }
}

#[test]
fn a_blend_of_a_blend_does_not_jump() {
    for presentation in PRESENTATIONS {
        let mut bench = bench(presentation, 50);
        let shot = circling(&mut bench);
        let still = bench.spawn(Transform::from_xyz(6.0, 2.0, -3.0));
        let inner = bench.spawn((Transform::default(), ActiveShot::new(shot).with_blend(Blend::eased(0.8))));
        let outer = bench.spawn((Transform::default(), ActiveShot::new(inner).with_blend(Blend::eased(0.8))));
        for _ in 0..40 {
            bench.frame(Duration::from_millis(15));
        }
        let mut last = *bench.get::<Pose>(outer);
        for count in 0..200 {
            match count {
                20 => bench.edit::<ActiveShot>(inner, |shows| shows.shot = still),
                50 => bench.edit::<ActiveShot>(outer, |shows| shows.shot = shot),
                70 => bench.edit::<ActiveShot>(outer, |shows| shows.shot = inner),
                90 => bench.edit::<ActiveShot>(inner, |shows| shows.shot = shot),
                _ => {}
            }
            bench.frame(Duration::from_millis(15));
            let pose = *bench.get::<Pose>(outer);
            if presentation != Presentation::Ticked {
                let step = pose.position.distance(last.position + 0.0075 * (last.velocity + pose.velocity));
                assert!(step < 0.06, "{presentation:?}, frame {count}: {last:?} became {pose:?}");
            }
            last = pose;
        }
    }
}

#[test]
fn a_loop_of_shots_does_not_move_and_warns_once() {
    capture_warnings();
    type Kind = (&'static str, fn(&mut Bench, &'static str) -> Entity);
    let kinds: [Kind; 4] = [
        ("a camera that shows its own child", |bench, name| {
            let place = Transform::from_xyz(1.0, 2.0, 3.0);
            let camera = bench.spawn((Name::new(name), place, Visibility::default()));
            let child = bench.spawn((Transform::from_xyz(0.0, 0.3, 1.0), ChildOf(camera)));
            bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(child));
            camera
        }),
        ("a camera that shows a camera that shows it", |bench, name| {
            let one = bench.spawn((Name::new(name), Transform::from_xyz(1.0, 2.0, 3.0)));
            let other = bench.spawn((Transform::from_xyz(4.0, 2.0, 3.0), ActiveShot::new(one)));
            bench.app.world_mut().entity_mut(one).insert(ActiveShot::new(other));
            one
        }),
        ("a camera that shows an entity attached to it", |bench, name| {
            let camera = bench.spawn((Name::new(name), Transform::from_xyz(1.0, 2.0, 3.0)));
            let held = bench.spawn(Attach::new(camera).with_offset(Vec3::new(0.0, 0.1, 1.0)));
            bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(held));
            camera
        }),
        ("a camera below a pivot attached to the camera's own child", |bench, name| {
            let place = Transform::from_xyz(1.0, 2.0, 3.0);
            let pivot = bench.spawn((place, Visibility::default()));
            let shot = bench.spawn(Transform::from_xyz(1.0, 2.0, 9.0));
            let camera = bench.spawn((Name::new(name), ActiveShot::new(shot), Visibility::default(), ChildOf(pivot)));
            let child = bench.spawn((Transform::from_xyz(0.0, 0.3, 1.0), ChildOf(camera)));
            bench.app.world_mut().entity_mut(pivot).insert(Attach::new(child));
            camera
        }),
    ];
    for (what, spawn) in kinds {
        let mut bench = bench(Presentation::Live, 16);
        let camera = spawn(&mut bench, what);
        for _ in 0..10 {
            bench.frame(Duration::from_millis(13));
        }
        let before = global(&bench, camera);
        for _ in 0..300 {
            bench.frame(Duration::from_millis(13));
        }
        let after = global(&bench, camera);
        assert!(after.translation.distance(before.translation) < 1e-4, "{what}: {before:?} became {after:?}");
        assert!(after.is_finite() && before.translation.length() < 20.0, "{what}: {before:?}");
        assert_warned(what, "depends on this camera's own", 1);
    }
}

/// Not a loop: each camera shows the pose of the other one's own orbit.
#[test]
fn two_orbits_may_show_each_other() {
    capture_warnings();
    let mut bench = bench(Presentation::Live, 16);
    let one = bench.spawn((Name::new("one of two orbits"), Orbit::new(0.3, 0.2, 4.0)));
    let other = bench.spawn((Name::new("one of two orbits"), Orbit::new(2.3, 0.4, 6.0), ActiveShot::new(one)));
    bench.app.world_mut().entity_mut(one).insert(ActiveShot::new(other).with_blend(Blend::Cut));
    let [own, of_other] = [Orbit::new(0.3, 0.2, 4.0), Orbit::new(2.3, 0.4, 6.0)].map(|orbit| bench.spawn(orbit));
    for _ in 0..200 {
        bench.frame(Duration::from_millis(13));
    }
    assert_on(&bench, one, of_other, Transform::IDENTITY, "one");
    assert_on(&bench, other, own, Transform::IDENTITY, "other");
    assert_warned("one of two orbits", "", 0);
}

#[test]
fn cameras_and_attached_entities_follow_parents_3000_levels_deep() {
    let mut bench = bench(Presentation::Live, 16);
    let depth = 3000;
    let mut parent = bench.spawn(Transform::default());
    for _ in 0..depth {
        parent = bench.spawn((Transform::from_xyz(0.001, 0.0, 0.0), ChildOf(parent)));
    }
    let camera = bench.spawn((Orbit::new(0.0, 0.0, 8.0), ChildOf(parent)));
    let held = bench.spawn(Attach::new(parent));
    let shown = bench.spawn((Transform::default(), ActiveShot::new(parent)));
    bench.frame(Duration::from_millis(16));
    for entity in [camera, held, shown] {
        let x = bench.get::<Pose>(entity).position.x;
        assert!((x - 0.001 * depth as f32).abs() < 1e-3, "{x}");
    }
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.frame(Duration::from_millis(16));
}
