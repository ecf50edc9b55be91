//! Groups: the members fill exactly their share of the picture, and the camera does not jump when a member joins or leaves.

use std::time::Duration;

use bevy::{camera::Projection, math::DVec3, prelude::*};
use bevy_exact_motion::{
    camera::{GroupMembers, GroupWeight, Pose},
    prelude::*,
};

use crate::app::{Bench, ulp};
use crate::stage::{Stage, cameras_at_rate};

const FIELD_OF_VIEW: f32 = 0.8;

struct Party {
    bench: Bench,
    group: Entity,
    pivot: Entity,
    camera: Entity,
}

impl Party {
    fn new(members: &[(Vec3, f32, f32)], by: FramingMode, aspect: f32) -> (Self, Vec<Entity>) {
        let mut bench = cameras_at_rate(64.0);
        let group = bench.spawn(Transform::default());
        let lens = PerspectiveProjection { fov: FIELD_OF_VIEW, aspect_ratio: aspect, ..default() };
        let spring = Spring::critical(6.0);
        let pivot = bench.spawn((Transform::default(), Visibility::default(), Follow::new(group), spring));
        let range = OrbitRange { distance: [1.0, 100.0], ..default() };
        let camera = bench.spawn((
            (Orbit::new(0.4, 0.3, 8.0), range, GroupFraming::new(group, by)),
            Projection::Perspective(lens),
            ChildOf(pivot),
        ));
        let mut party = Self { bench, group, pivot, camera };
        let members = members.iter().map(|&member| party.join(member, ())).collect();
        (party, members)
    }

    fn join(&mut self, (place, radius, weight): (Vec3, f32, f32), more: impl Bundle) -> Entity {
        let member = (InGroup(self.group), GroupMember { radius, weight });
        self.bench.spawn((Transform::from_translation(place), member, more))
    }

    fn field_of_view(&self) -> f64 {
        let Projection::Perspective(lens) = self.bench.get::<Projection>(self.camera) else { unreachable!() };
        lens.fov.into()
    }

    /// The smallest share of the picture's width and height that contains the spheres of all members.
    fn share(&self, members: &[(Vec3, f32, f32)], aspect: f64) -> f64 {
        let pose = self.bench.get::<Pose>(self.camera);
        let height = (self.field_of_view() / 2.0).tan();
        members.iter().fold(0.0, |share: f64, &(place, radius, _)| {
            let seen = pose.rotation.as_dquat().inverse() * (place - pose.position).as_dvec3();
            // The tangent of the angle of the outermost ray that touches the sphere.
            let reach = |aside: f64| {
                let angle = (aside.abs() / -seen.z).atan() + (f64::from(radius) / aside.hypot(seen.z)).asin();
                angle.tan()
            };
            share.max(reach(seen.x) / (aspect * height)).max(reach(seen.y) / height)
        })
    }
}

/// The position (m), radius (m) and weight of each member.
const MEMBERS: [(Vec3, f32, f32); 3] = [
    (Vec3::new(-4.0, 0.0, 1.0), 0.5, 1.0),
    (Vec3::new(5.0, 1.0, -2.0), 0.75, 2.0),
    (Vec3::new(0.0, 3.0, 0.5), 0.25, 0.5),
];

#[test]
#[ignore = "slow: .ci/long runs it"]
fn at_rest_the_group_fills_exactly_its_share_of_the_picture() {
    for aspect in [16.0 / 9.0, 1.0, 9.0 / 16.0] {
        for by in [
            FramingMode::Length,
            FramingMode::Lens,
            FramingMode::LengthThenLens { field_of_view: FIELD_OF_VIEW },
            FramingMode::LengthThenLens { field_of_view: 0.3 },
        ] {
            for share in [0.8, 0.5] {
                let (mut party, _) = Party::new(&MEMBERS, by, aspect);
                let camera = party.camera;
                party.bench.edit::<GroupFraming>(camera, |frame| (frame.share, frame.fov_range[1]) = (share, 2.6));
                if by == (FramingMode::LengthThenLens { field_of_view: 0.3 }) {
                    party.bench.edit::<OrbitRange>(camera, |range| range.distance[1] = 12.0);
                }
                party.bench.run_to(8.0);
                let found = party.share(&MEMBERS, aspect.into());
                assert!((found - f64::from(share)).abs() <= 1e-4, "{by:?}, {aspect}: {found} should be {share}");
                let kept = (party.field_of_view() as f32 - FIELD_OF_VIEW).abs() < 1e-6;
                assert!(kept || by != FramingMode::Length, "the lens should not change");
            }
        }
    }
}

/// The camera shows a shot with another lens, but fits the group to its own.
#[test]
fn a_group_is_fitted_to_the_cameras_own_lens_whatever_it_shows() {
    let (mut party, _) = Party::new(&MEMBERS, FramingMode::Length, 1.0);
    let lens = PerspectiveProjection { fov: 0.25 * FIELD_OF_VIEW, ..default() };
    let shot = party.bench.spawn((Orbit::new(1.0, 0.3, 6.0), Projection::Perspective(lens)));
    let camera = party.camera;
    party.bench.run_to(8.0);
    let alone = party.bench.get::<Orbit>(camera).distance;
    party.bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(shot).with_blend(Blend::Cut));
    party.bench.run_to(16.0);
    assert!((party.field_of_view() as f32 - 0.25 * FIELD_OF_VIEW).abs() < 1e-6, "it shows the shot's lens");
    assert_eq!(party.bench.get::<Orbit>(camera).distance, alone);
}

#[test]
fn the_group_is_in_the_weighted_middle_of_its_members_under_any_parent() {
    let (mut party, members) = Party::new(&MEMBERS, FramingMode::Length, 1.0);
    let parent = party.bench.spawn((
        Transform::from_xyz(3.0, 2.0, 1.0).with_rotation(Quat::from_rotation_y(1.0)).with_scale(Vec3::splat(2.0)),
        Visibility::default(),
    ));
    party.bench.app.world_mut().entity_mut(party.group).insert(ChildOf(parent));
    party.bench.app.world_mut().entity_mut(members[0]).insert(Velocity::new(Vec3::new(1.0, 0.5, 0.0)));
    party.bench.run_to(2.0);
    let weighted = members.iter().zip(MEMBERS).map(|(&member, (_, _, weight))| {
        party.bench.get::<Transform>(member).translation.as_dvec3() * f64::from(weight)
    });
    let middle = weighted.sum::<DVec3>() / 3.5;
    let found = *party.bench.get::<Transform>(parent) * *party.bench.get::<Transform>(party.group);
    assert!((found.translation.as_dvec3() - middle).length() <= 4.0 * ulp(8.0), "{} {middle}", found.translation);
}

#[test]
fn a_pivot_that_follows_moving_members_takes_the_same_path_at_every_tick_rate() {
    let run = |hz: f64| {
        let mut bench = cameras_at_rate(hz);
        let group = bench.spawn(Transform::default());
        for (place, target, weight) in [(Vec3::X, 5.0 * Vec3::Y, 1.0), (Vec3::NEG_Z, 4.0 * Vec3::X, 3.0)] {
            let motion = (Spring::new(5.0, 0.3), Target::new(target), Velocity::new(3.0 * Vec3::Z));
            bench.spawn((
                Transform::from_translation(place),
                InGroup(group),
                GroupMember { weight, ..default() },
                motion,
            ));
        }
        let follow = Follow::new(group).with_feed_forward(1.0);
        let pivot = bench.spawn((Transform::default(), Spring::critical(8.0), follow, Velocity::default()));
        bench.run_to(1.0);
        bench.get::<Transform>(pivot).translation
    };
    let apart = (run(30.0) - run(1000.0)).length();
    // The cubic is off by h⁴/384 times a fourth derivative of about 5⁴ · 5 m/s⁴: 1e-5 m. Lines would be off by 6e-4 m (measured).
    assert!(apart < 2e-5, "{apart}");
}

#[test]
fn while_members_move_apart_length_and_lens_are_the_same_at_every_tick_rate() {
    for by in [FramingMode::Length, FramingMode::Lens] {
        let run = |hz: f64| {
            let mut bench = cameras_at_rate(hz);
            let group = bench.spawn(Transform::default());
            for side in [1.0, -1.0] {
                let motion =
                    (Transform::from_xyz(2.0 * side, 0.0, 0.0), Velocity::new(Vec3::new(3.0 * side, 0.0, 0.0)));
                bench.spawn((motion, InGroup(group)));
            }
            let lens = PerspectiveProjection { fov: FIELD_OF_VIEW, aspect_ratio: 1.0, ..default() };
            let range = OrbitRange { distance: [1.0, 100.0], ..default() };
            let camera =
                (Orbit::new(0.0, 0.0, 12.0), range, GroupFraming::new(group, by), Projection::Perspective(lens));
            let camera = bench.spawn(camera);
            bench.run_to(1.5);
            let Projection::Perspective(lens) = bench.get::<Projection>(camera) else { unreachable!() };
            [bench.get::<Orbit>(camera).distance, lens.fov]
        };
        let (slow, fast) = (run(30.0), run(1000.0));
        for (slow, fast) in slow.into_iter().zip(fast) {
            // If the target were not tracked, it would be half a tick behind: 0.1 m, 0.01 rad.
            assert!((slow - fast).abs() < 1e-3, "{by:?}: {slow} and {fast}");
        }
    }
}

#[test]
fn the_camera_does_not_jump_when_members_join_or_leave() {
    for by in [FramingMode::Length, FramingMode::Lens, FramingMode::LengthThenLens { field_of_view: FIELD_OF_VIEW }] {
        let (mut party, mut members) = Party::new(&MEMBERS, by, 1.5);
        party.bench.run_to(4.0);
        let far = (Vec3::new(20.0, 0.0, -5.0), 1.0, 0.0);
        type Change = fn(&mut Party, &mut Vec<Entity>, (Vec3, f32, f32));
        let changes: [(&str, Change); 6] = [
            ("joins", |party, members, far| {
                let grows = (Spring::critical(4.0).on::<GroupWeight>(), Target::<GroupWeight>::of(1.0));
                members.push(party.join(far, grows));
            }),
            ("leaves", |party, members, _| {
                let member = members.pop().unwrap();
                let goes = (Spring::critical(4.0).on::<GroupWeight>(), Target::<GroupWeight>::of(0.0));
                party.bench.app.world_mut().entity_mut(member).insert(goes);
            }),
            ("despawns", |party, members, _| {
                let member = members.pop().unwrap();
                party.bench.app.world_mut().despawn(member);
            }),
            ("all but one leave", |party, members, _| {
                members.drain(1..).for_each(|member| {
                    party.bench.app.world_mut().entity_mut(member).remove::<InGroup>();
                });
            }),
            ("joins in the same place", |party, members, _| {
                let place = party.bench.get::<Transform>(members[0]).translation;
                members.push(party.join((place, 0.5, 1.0), ()));
            }),
            ("all despawn", |party, members, _| {
                members.drain(..).for_each(|member| {
                    party.bench.app.world_mut().despawn(member);
                });
            }),
        ];
        for (what, change) in changes {
            let before = *party.bench.get::<Pose>(party.camera);
            change(&mut party, &mut members, far);
            party.bench.frame(Duration::ZERO);
            assert_eq!(before, *party.bench.get::<Pose>(party.camera), "{by:?}: {what}");
            let mut last = before;
            for _ in 0..400 {
                party.bench.frame(Duration::from_millis(5));
                let pose = *party.bench.get::<Pose>(party.camera);
                // The greatest acceleration: ω² times 40 m, at ω = 12 rad/s. The length's target jumps by about 25 m, and the pivot's
                // target jumps, too.
                let change = (pose.velocity - last.velocity).length();
                assert!(change < 144.0 * 40.0 * 0.005, "{by:?}, {what}: {last:?} became {pose:?}");
                let step = (pose.position - last.position).length();
                assert!(step <= 0.005 * pose.velocity.length().max(last.velocity.length()) + 0.05, "{by:?}, {what}");
                last = pose;
            }
        }
        let last = *party.bench.get::<Pose>(party.camera);
        party.bench.run_to(party.bench.elapsed() + 3.0);
        assert_eq!(last.rotation, party.bench.get::<Pose>(party.camera).rotation);
        assert!(
            (last.position - party.bench.get::<Pose>(party.camera).position).length() < 1e-3,
            "the last pose should be kept"
        );
        let _ = party.pivot;
    }
}

#[test]
fn a_group_has_no_velocity_after_its_last_member_leaves() {
    let departures: [fn(&mut Bench, Entity); 3] = [
        |bench, member| _ = bench.app.world_mut().despawn(member),
        |bench, member| _ = bench.app.world_mut().entity_mut(member).remove::<InGroup>(),
        |bench, member| bench.edit::<GroupMember>(member, |member| member.weight = 0.0),
    ];
    for (index, leave) in departures.into_iter().enumerate() {
        let mut bench = cameras_at_rate(64.0);
        let group = bench.spawn(Transform::default());
        let moving = (Transform::default(), Velocity::new(10.0 * Vec3::X));
        let member = bench.spawn((moving, InGroup(group)));
        let follow = Follow::new(group).with_look_ahead(0.5);
        let pivot = bench.spawn((Transform::default(), Spring::critical(8.0), follow));
        bench.run_to(1.0);
        leave(&mut bench, member);
        bench.run_to(6.0);
        let [middle, found] = [group, pivot].map(|entity| bench.get::<Transform>(entity).translation);
        assert_eq!(found, middle, "departure {index}");
        assert!(bench.app.world().get::<Resting>(pivot).is_some(), "departure {index}");
        // A member that joins makes the middle jump, and the pivot begins to move there.
        bench.app.world_mut().spawn((Transform::from_xyz(100.0, 0.0, 0.0), InGroup(group)));
        bench.run_to(6.1);
        assert!(bench.get::<Velocity>(pivot).0.x > 0.0, "departure {index}");
    }
}

#[test]
fn members_of_a_despawned_group_remain_and_may_join_another_one() {
    let (mut party, members) = Party::new(&MEMBERS, FramingMode::Length, 1.0);
    let camera = party.camera;
    party.bench.run_to(8.0);
    assert!(party.bench.get::<GroupMembers>(party.group).iter().eq(members.iter().copied()));
    let before = party.bench.get::<Orbit>(camera).distance;
    party.bench.app.world_mut().despawn(party.group);
    party.bench.run_to(9.0);
    assert!((party.bench.get::<Orbit>(camera).distance - before).abs() < 1e-4, "the length is kept");
    let group = party.bench.spawn(Transform::default());
    for (member, (_, radius, weight)) in members.into_iter().zip(MEMBERS) {
        assert!(!party.bench.app.world().entity(member).contains::<InGroup>());
        assert_eq!(*party.bench.get::<GroupMember>(member), GroupMember { radius, weight });
        party.bench.app.world_mut().entity_mut(member).insert(InGroup(group));
    }
    party.bench.edit::<GroupFraming>(camera, |framing| framing.group = group);
    party.bench.run_to(17.0);
    let middle = MEMBERS.iter().map(|&(place, _, weight)| weight * place).sum::<Vec3>() / 3.5;
    assert!(party.bench.get::<Transform>(group).translation.distance(middle) < 1e-5);
}

/// Marks a vehicle that carries a member. User code moves it at 10 m/s.
#[derive(Component)]
struct Vehicle;

#[test]
fn members_on_foreign_parents_do_not_count_as_resting() {
    let run = |has_velocity: bool| {
        let mut bench = cameras_at_rate(64.0);
        bench.app.add_systems(FixedUpdate, |time: Res<Time>, mut vehicles: Query<&mut Transform, With<Vehicle>>| {
            for mut vehicle in &mut vehicles {
                vehicle.translation.x = 10.0 * time.elapsed_secs();
            }
        });
        let group = bench.spawn(Transform::default());
        let vehicle = bench.spawn((Transform::default(), Visibility::default(), Vehicle));
        let member = bench.spawn((Transform::default(), InGroup(group), ChildOf(vehicle)));
        if has_velocity {
            bench.app.world_mut().entity_mut(member).insert(Velocity::new(Vec3::ZERO));
        }
        let follow = Follow::new(group).with_look_ahead(0.5).with_feed_forward(1.0);
        let pivot = bench.spawn((Transform::default(), Spring::critical(8.0), follow));
        bench.run_to(5.0);
        (0..40)
            .map(|_| {
                bench.frame(Duration::from_millis(7));
                bench.get::<Transform>(pivot).translation.x
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn a_change_of_the_framing_acts_in_the_tick_of_the_change() {
    let changes: [(&str, fn(&mut World, Entity, Entity)); 4] = [
        ("share", |world, camera, _| world.get_mut::<GroupFraming>(camera).unwrap().share = 0.4),
        ("radius", |world, _, member| world.get_mut::<GroupMember>(member).unwrap().radius = 4.0),
        ("aspect", |world, camera, _| {
            if let Projection::Perspective(lens) = &mut *world.get_mut::<Projection>(camera).unwrap() {
                lens.aspect_ratio = 0.4;
            }
        }),
        ("group", |world, camera, _| {
            let other = world.spawn(Transform::default()).id();
            for x in [-12.0, 12.0] {
                world.spawn((Transform::from_xyz(x, 0.0, 0.0), InGroup(other)));
            }
            world.get_mut::<GroupFraming>(camera).unwrap().group = other;
        }),
    ];
    for by in [FramingMode::Length, FramingMode::Lens] {
        for has_walls in [false, true] {
            for (what, change) in changes {
                let run = |hz: f64| {
                    let group_of = |world: &mut World| world.spawn(Transform::default()).id();
                    let mut stage = Stage::new(hz, (Transform::default(), Visibility::default()), ());
                    let group = group_of(stage.bench.app.world_mut());
                    let members =
                        [-4.0, 4.0].map(|x| stage.bench.spawn((Transform::from_xyz(x, 0.0, 0.0), InGroup(group))));
                    let lens = PerspectiveProjection { fov: FIELD_OF_VIEW, aspect_ratio: 1.0, ..default() };
                    let range = OrbitRange { distance: [1.0, 100.0], ..default() };
                    let camera = stage.camera;
                    stage.bench.app.world_mut().entity_mut(camera).insert((
                        (Orbit::new(0.0, 0.0, 10.0), range, GroupFraming::new(group, by)),
                        Projection::Perspective(lens),
                    ));
                    if has_walls {
                        stage.bench.app.world_mut().entity_mut(camera).insert(Obstruction::default());
                    }
                    stage.at(2.0, move |world| change(world, camera, members[0]));
                    stage.bench.run_to(2.125);
                    let Projection::Perspective(lens) = stage.bench.get::<Projection>(camera) else { unreachable!() };
                    (stage.bench.get::<Orbit>(camera).distance, lens.fov)
                };
                let (coarse, fine) = (run(32.0), run(256.0));
                let what = format!("{what}, {by:?}, walls {has_walls}: {coarse:?} and {fine:?}");
                assert!((coarse.0 - fine.0).abs() < 1e-3 && (coarse.1 - fine.1).abs() < 1e-4, "{what}");
                assert!(
                    (fine.0 - 10.0).abs() > 0.5 || (fine.1 - FIELD_OF_VIEW).abs() > 0.05,
                    "it should have moved: {what}"
                );
            }
        }
    }
}

#[test]
fn invalid_framing_input_leaves_pose_and_lens_finite() {
    let (mut party, members) = Party::new(&MEMBERS, FramingMode::LengthThenLens { field_of_view: 0.8 }, 1.0);
    let camera = party.camera;
    party.bench.run_to(1.0);
    for bad in [f32::NAN, f32::INFINITY, -1.0, 0.0, f32::MAX, f32::MIN_POSITIVE] {
        let changes: [&dyn Fn(&mut Bench); 7] = [
            &|bench| bench.edit::<GroupFraming>(camera, |frame| frame.share = bad),
            &|bench| bench.edit::<GroupFraming>(camera, |frame| frame.fov_range = [bad; 2]),
            &|bench| {
                bench.edit::<GroupFraming>(camera, |frame| {
                    frame.mode = FramingMode::LengthThenLens { field_of_view: bad };
                });
            },
            &|bench| bench.edit::<OrbitRange>(camera, |range| range.distance = [bad; 2]),
            &|bench| bench.edit::<GroupMember>(members[0], |member| member.weight = bad),
            &|bench| bench.edit::<GroupMember>(members[1], |member| member.radius = bad),
            &|bench| bench.edit::<Transform>(members[2], |transform| transform.translation.x = bad),
        ];
        for change in changes {
            change(&mut party.bench);
            for _ in 0..10 {
                party.bench.frame(Duration::from_millis(16));
                assert!(party.bench.get::<Transform>(camera).is_finite(), "{bad}");
                let field_of_view = party.field_of_view();
                assert!(field_of_view > 0.0 && field_of_view < std::f64::consts::PI, "{bad}: {field_of_view}");
            }
        }
    }
}
