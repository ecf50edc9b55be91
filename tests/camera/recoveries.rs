//! Cameras continue without a jump after their input or an entity that they depend on was NaN, despawned, disabled, slowed, teleported or
//! cut.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{
    camera::{Aim, AimYaw, OrbitDistance, OrbitPitch, OrbitYaw, Pose, ZoneExtents},
    events::OriginShift,
    prelude::*,
    property::TranslationX,
};

use crate::{
    app::Bench,
    compare_poses::assert_same,
    look::lens,
    stage::{Stage, cameras_at_rate},
};

const TICK: Duration = Duration::from_micros(15_625);

/// The largest displacement of the camera (m) and the largest rotation of its view (rad) in any one of the next `frames` frames.
fn largest_steps(bench: &mut Bench, camera: Entity, frames: usize) -> [f32; 2] {
    let mut before = *bench.get::<Pose>(camera);
    let mut largest = [0.0f32; 2];
    for _ in 0..frames {
        bench.frame(TICK);
        let now = *bench.get::<Pose>(camera);
        assert!(now.position.is_finite() && now.rotation.is_finite() && now.velocity.is_finite());
        let turned = now.rotation.angle_between(before.rotation);
        largest = [largest[0].max(now.position.distance(before.position)), largest[1].max(turned)];
        before = now;
    }
    largest
}

#[test]
fn a_turn_that_is_not_finite_is_ignored_and_the_next_one_is_applied() {
    for hostile in [Vec2::NAN, Vec2::new(f32::NAN, 0.0), Vec2::splat(f32::INFINITY)] {
        let mut bench = cameras_at_rate(64.0);
        let camera = bench.spawn(Orbit::new(0.0, 0.2, 6.0));
        bench.run_to(0.1);
        bench.edit::<OrbitInput>(camera, |input| (input.turn, input.zoom) = (hostile, f32::NAN));
        bench.frame(TICK);
        for _ in 0..10 {
            bench.edit::<OrbitInput>(camera, |input| {
                input.turn += Vec2::new(0.05, 0.01);
                input.zoom += 0.1;
            });
            bench.frame(TICK);
        }
        let target = |value: f32, expected: f32| assert!((value - expected).abs() < 1e-5, "{hostile}: {value}");
        target(bench.get::<Target<OrbitYaw>>(camera).value.0, 0.5);
        target(bench.get::<Target<OrbitPitch>>(camera).value, 0.3);
        target(bench.get::<Target<OrbitDistance>>(camera).value, 6.0 * 1.0f32.exp());
    }
}

#[test]
fn an_orbit_spawned_with_nan_can_be_turned_once_it_is_valid() {
    let mut bench = cameras_at_rate(64.0);
    let camera = bench.spawn(Orbit::new(f32::NAN, f32::NAN, f32::NAN));
    bench.run_to(0.1);
    bench.edit::<Orbit>(camera, |orbit| *orbit = Orbit::new(0.5, 0.1, 6.0));
    for _ in 0..100 {
        bench.edit::<OrbitInput>(camera, |input| input.turn = Vec2::new(0.01, 0.001));
        bench.frame(TICK);
    }
    bench.run_to(bench.elapsed() + 3.0);
    let Orbit { yaw, pitch, distance } = *bench.get::<Orbit>(camera);
    assert!((yaw - 1.0).abs() < 1e-4 && (pitch - 0.1).abs() < 1e-4 && distance == 8.0, "{yaw} {pitch} {distance}");
}

#[test]
fn a_nan_angle_in_one_tick_of_a_blend_changes_nothing() {
    for far in [0.8, 1.2] {
        let blended = |is_hostile: bool| {
            let mut stage = Stage::new(64.0, Transform::default(), (Orbit::new(0.0, 0.2, 8.0), lens(0.8, 1.5)));
            let shot = stage.camera;
            let other = stage.bench.spawn((Orbit::new(2.5, 0.4, 8.0), lens(far, 1.5)));
            let shows = ActiveShot::new(shot).with_blend(Blend::spring(0.5));
            let camera = stage.bench.spawn((Camera3d::default(), Transform::default(), shows));
            stage.bench.run_to(0.25);
            stage.bench.edit::<ActiveShot>(camera, |shows| shows.shot = other);
            for (instant, of_yaw) in [(0.4, true), (0.5, false)] {
                stage.at(instant, move |world| {
                    let mut orbit = world.get_mut::<Orbit>(other).expect("the shot should exist");
                    if is_hostile {
                        if of_yaw { orbit.yaw = f32::NAN } else { orbit.pitch = f32::NAN }
                    }
                });
            }
            let poses = (0..200).map(|_| {
                stage.bench.frame(TICK);
                *stage.bench.get::<Pose>(camera)
            });
            poses.collect::<Vec<_>>()
        };
        for (frame, (hostile, plain)) in blended(true).iter().zip(&blended(false)).enumerate() {
            assert_same(hostile, plain, &format!("lens of {far} rad, frame {frame}"));
        }
    }
}

#[test]
fn a_nan_release_frequency_does_not_affect_the_booms_own_spring() {
    let mut bench = cameras_at_rate(64.0);
    let camera = bench.spawn((Orbit::new(0.0, 0.0, 8.0), Obstruction::default()));
    let own = *bench.get::<Spring<OrbitDistance>>(camera);
    bench.edit::<Obstruction>(camera, |boom| {
        (boom.hit, boom.release_angular_frequency) = (Some(BoomHit::new(4.0, Vec3::Z)), f32::NAN);
    });
    bench.run_to(0.25);
    bench.edit::<Obstruction>(camera, |boom| (boom.hit, boom.release_angular_frequency) = (None, 4.0));
    bench.run_to(0.5);
    bench.edit::<OrbitInput>(camera, |input| input.zoom = 0.1);
    bench.run_to(4.0);
    assert_eq!(*bench.get::<Spring<OrbitDistance>>(camera), own);
    assert!((bench.get::<Orbit>(camera).distance - 8.0 * 0.1f32.exp()).abs() < 1e-3);
}

#[test]
fn a_cut_of_a_camera_without_a_shot_does_not_cut_to_a_later_shot() {
    let mut bench = cameras_at_rate(64.0);
    let shot = bench.spawn((Orbit::new(2.5, 0.2, 8.0), lens(0.8, 1.5)));
    let camera = bench.spawn((Camera3d::default(), Orbit::new(0.0, 0.2, 8.0), ActiveShot::new(shot)));
    bench.run_to(0.25);
    bench.app.world_mut().entity_mut(camera).remove::<ActiveShot>();
    bench.run_to(0.5);
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.run_to(1.0);
    bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(shot));
    let [moved, _] = largest_steps(&mut bench, camera, 1);
    assert!(moved < 0.1, "it should blend, but jumps by {moved} m");
    // A cut that is triggered together with the shot's insertion does cut.
    bench.app.world_mut().entity_mut(camera).remove::<ActiveShot>();
    bench.run_to(4.0);
    bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(shot));
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.frame(TICK);
    assert_eq!(bench.get::<Pose>(camera).position, bench.get::<Pose>(shot).position);
}

/// A target that user code moves, and a camera with a hard zone, which drags the camera along with the target.
fn watched() -> (Bench, Entity, Entity) {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_xyz(0.0, 0.0, -4.0));
    let look = LookAt { hard_zone: ZoneExtents::all(0.3), ..LookAt::new(target) };
    let camera = bench.spawn((Transform::default(), look, lens(0.8, 1.5)));
    bench.run_to(0.5);
    (bench, target, camera)
}

const ASIDE: Vec3 = Vec3::new(4.0, 0.0, 0.0);

#[test]
fn a_target_that_was_moved_while_it_had_no_valid_bearing_counts_as_teleported() {
    type Change = fn(&mut Bench, Entity, Entity, bool);
    let changes: [(&str, Change); 3] = [
        ("NaN", |bench, target, _, is_away| {
            bench.edit::<Transform>(target, |place| place.translation = if is_away { Vec3::NAN } else { ASIDE });
        }),
        ("disabled", |bench, target, _, is_away| {
            bench.edit::<Transform>(target, |place| place.translation = ASIDE);
            let mut target = bench.app.world_mut().entity_mut(target);
            if is_away {
                target.insert(Disabled);
            } else {
                target.remove::<Disabled>();
            }
        }),
        ("scale 0", |bench, target, camera, is_away| {
            bench.edit::<Transform>(camera, |eye| eye.scale = if is_away { Vec3::ZERO } else { Vec3::ONE });
            bench.edit::<Transform>(target, |place| place.translation = ASIDE);
        }),
    ];
    for (what, change) in changes {
        for is_cut in [false, true] {
            let (mut bench, target, eye) = watched();
            let parent = bench.spawn((Transform::default(), Visibility::default()));
            bench.app.world_mut().entity_mut(eye).insert(ChildOf(parent));
            bench.run_to(1.0);
            change(&mut bench, target, parent, true);
            bench.frame(TICK);
            if is_cut {
                bench.app.world_mut().trigger(Cut::new(eye));
            }
            bench.run_to(2.0);
            change(&mut bench, target, parent, false);
            let [_, turned] = largest_steps(&mut bench, eye, 20);
            assert!(turned < 0.2, "{what}, cut {is_cut}: its view turns by {turned} rad in a tick");
            bench.run_to(6.0);
            let aim = bench.get::<Aim>(eye).yaw;
            assert!((aim + core::f32::consts::FRAC_PI_2).abs() < 1e-3, "{what}, cut {is_cut}: {aim}");
        }
    }
}

#[test]
fn a_cut_while_look_at_is_invalid_does_not_turn_the_camera() {
    let (mut bench, target, eye) = watched();
    bench.edit::<Transform>(eye, |eye| eye.translation.x = 3.0);
    bench.run_to(6.0);
    let other = bench.spawn(Transform::from_xyz(-4.0, 0.0, 0.0));
    bench.app.world_mut().entity_mut(target).despawn();
    bench.frame(TICK);
    let before = bench.get::<Aim>(eye).yaw;
    bench.app.world_mut().entity_mut(eye).insert(LookAt { screen_position: Vec2::NAN, ..LookAt::new(other) });
    bench.app.world_mut().trigger(Cut::new(eye));
    bench.run_to(7.0);
    assert_eq!(bench.get::<Aim>(eye).yaw, before, "it should not look at the world's origin");
}

#[test]
fn the_velocities_of_a_pose_are_scaled_by_the_cameras_time_scale() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::default());
    let orbit = bench.spawn((Orbit::new(0.0, 0.0, 8.0), Velocity::<OrbitYaw>::of(1.0)));
    let look = bench.spawn((Transform::from_xyz(0.0, 0.0, 8.0), LookAt::new(target)));
    for scale in [1.0, 0.25, 0.0] {
        bench
            .app
            .world_mut()
            .entity_mut(orbit)
            .insert((TimeScale::<OrbitYaw>::of(scale), Velocity::<OrbitYaw>::of(1.0)));
        bench.app.world_mut().entity_mut(look).insert((TimeScale::<AimYaw>::of(scale), Velocity::<AimYaw>::of(1.0)));
        for camera in [orbit, look] {
            bench.frame(TICK);
            let before = *bench.get::<Pose>(camera);
            bench.frame(TICK);
            let now = *bench.get::<Pose>(camera);
            let turned = now.rotation.angle_between(before.rotation) / TICK.as_secs_f32();
            let reported = 0.5 * (before.angular_velocity.length() + now.angular_velocity.length());
            // Tolerance: the angle between two close f32 quaternions is accurate to 7e-4 rad, and the mean of two velocities has a relative
            // error of (ω h)²/12.
            assert!(
                (turned - reported).abs() <= 0.02 * reported + 0.05,
                "scale {scale}: turns at {turned} rad/s, not {reported}"
            );
            let moved = now.position.distance(before.position) / TICK.as_secs_f32();
            let reported = 0.5 * (before.velocity.length() + now.velocity.length());
            assert!((moved - reported).abs() <= 0.02 * reported, "scale {scale}: moves at {moved} m/s, not {reported}");
        }
    }
}

#[test]
fn look_ahead_uses_the_time_scale_of_its_target() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -8.0), Velocity::new(6.0 * Vec3::X), TimeScale::PAUSED));
    let look = LookAt { look_ahead: 0.5, ..LookAt::new(target) };
    let camera = bench.spawn((Transform::default(), look));
    bench.run_to(3.0);
    assert!(bench.get::<Aim>(camera).yaw.abs() < 1e-6, "{}", bench.get::<Aim>(camera).yaw);
    // At a time scale of 0.25, the target moves a quarter of the distance in the same time.
    bench.edit::<TimeScale>(target, |scale| scale.0 = 0.25);
    bench.edit::<LookAt>(camera, |look| look.feed_forward = 1.0);
    bench.run_to(4.0);
    let place = bench.get::<Transform>(target).translation + 0.5 * 0.25 * 6.0 * Vec3::X;
    let expected = (-place.x).atan2(-place.z);
    assert!((bench.get::<Aim>(camera).yaw - expected).abs() < 1e-3, "{} {expected}", bench.get::<Aim>(camera).yaw);
}

#[test]
fn attaching_a_slowed_entity_and_attaching_to_a_slowed_leader_use_slowed_velocities() {
    let mut bench = cameras_at_rate(64.0);
    let leader = bench.spawn((Transform::default(), Velocity::new(6.0 * Vec3::X), TimeScale::new(0.1)));
    let attached = bench.spawn((Transform::default(), Attach::new(leader)));
    bench.run_to(1.0);
    let reported = bench.get::<Pose>(attached).velocity;
    assert!(reported.distance(0.6 * Vec3::X) < 1e-4, "{reported}");
    let arrow = (Transform::from_xyz(1.9, 0.0, 0.0), Velocity::new(-20.0 * Vec3::X), TimeScale::new(0.1));
    let arrow = bench.spawn(arrow);
    bench.run_to(1.5);
    let before = bench.get::<Transform>(arrow).translation.x;
    bench.app.world_mut().entity_mut(arrow).insert(Attach::new(leader));
    bench.frame(TICK);
    let rate = (bench.get::<Transform>(arrow).translation.x - before) / TICK.as_secs_f32();
    // The arrow flew at −2 m/s. In this tick, the blend begins to turn it back.
    assert!((-2.0..-0.6).contains(&rate), "it continued at {rate} m/s");
}

/// The origin shift that is due in the next tick.
#[derive(Resource, Default)]
struct Due(Option<Vec3>);

fn shift_the_origin(mut due: ResMut<Due>, mut pivots: Query<&mut Transform, With<Visibility>>, mut commands: Commands) {
    let Some(by) = due.0.take() else { return };
    for mut pivot in &mut pivots {
        pivot.translation += by;
    }
    commands.trigger(OriginShift::new(by));
}

/// The ray's origin and the camera's position at the end of each tick.
#[derive(Resource, Default)]
struct Cast(Vec<(Vec3, Vec3)>);

fn cast(boom: Single<(&Obstruction, &Pose)>, mut cast: ResMut<Cast>) {
    cast.0.push((boom.0.ray.origin, boom.1.position));
}

#[test]
fn an_origin_shift_within_a_tick_shifts_rays_and_poses_in_that_tick() {
    let by = Vec3::new(-35.0, 0.0, 0.0);
    let mut bench = cameras_at_rate(64.0);
    bench.app.init_resource::<Due>().init_resource::<Cast>();
    bench.app.add_systems(FixedUpdate, shift_the_origin).add_systems(FixedPostUpdate, cast);
    let pivot = bench.spawn((Transform::from_xyz(40.0, 0.0, 0.0), Visibility::default()));
    bench.spawn((Orbit::new(0.0, 0.0, 8.0), Obstruction::default(), ChildOf(pivot)));
    bench.run_to(0.25);
    let (origin, place) = bench.app.world_mut().resource_mut::<Cast>().0.pop().expect("it should have been cast");
    bench.app.insert_resource(Due(Some(by)));
    bench.frame(TICK);
    assert_eq!(bench.app.world().resource::<Cast>().0.last(), Some(&(origin + by, place + by)));
}

/// A group with one member, and a camera with a hard zone, which drags the camera along with the group's middle.
fn watched_group(member: impl Bundle) -> (Bench, Entity, Entity) {
    let mut bench = cameras_at_rate(64.0);
    let group = bench.spawn(Transform::default());
    let member = bench.spawn((Transform::from_xyz(0.0, 0.0, -4.0), InGroup(group), member));
    let look = LookAt { hard_zone: ZoneExtents::all(0.3), ..LookAt::new(group) };
    let camera = bench.spawn((Transform::default(), look, lens(0.8, 1.5)));
    bench.run_to(0.5);
    (bench, member, camera)
}

#[test]
fn a_teleported_member_is_not_mistaken_for_motion_of_the_middle() {
    for by_crate in [true, false] {
        for overstep in [0, 14_000] {
            let (mut bench, member, camera) =
                if by_crate { watched_group(Velocity::new(Vec3::ZERO)) } else { watched_group(()) };
            bench.frame(Duration::from_micros(overstep));
            bench.edit::<Transform>(member, |place| place.translation = ASIDE);
            bench.app.world_mut().trigger(Teleported::new(member));
            let [_, turned] = largest_steps(&mut bench, camera, 20);
            assert!(turned < 0.2, "by this crate {by_crate}, {overstep}: its view turns by {turned} rad in a tick");
        }
    }
}

#[test]
fn a_pivot_that_follows_a_group_does_not_overshoot_a_teleported_member() {
    for by_crate in [true, false] {
        for overstep in [0, 14_000] {
            let (mut bench, member, _) =
                if by_crate { watched_group(Velocity::new(Vec3::ZERO)) } else { watched_group(()) };
            let group = bench.get::<InGroup>(member).0;
            let follow = Follow::new(group).with_feed_forward(1.0);
            let pivot = bench.spawn((Transform::default(), follow, Spring::critical(8.0), StartOnTarget));
            bench.run_to(bench.elapsed() + 1.0);
            bench.frame(Duration::from_micros(overstep));
            bench.edit::<Transform>(member, |place| place.translation.x = 20.0);
            bench.app.world_mut().trigger(Teleported::new(member));
            let mut farthest = 0.0f32;
            for _ in 0..200 {
                bench.frame(TICK);
                farthest = farthest.max(bench.get::<Transform>(pivot).translation.x);
            }
            assert!((19.9..20.01).contains(&farthest), "by this crate {by_crate}, {overstep}: flies to {farthest} m");
        }
    }
}

#[test]
fn a_pivot_that_follows_a_group_does_not_overshoot_a_member_that_is_cut() {
    for overstep in [0, 14_000] {
        let (mut bench, member, _) = watched_group(());
        let leader = bench.spawn(Transform::from_xyz(20.0, 0.0, -4.0));
        bench.app.world_mut().entity_mut(member).insert((Spring::critical(1e-3), Follow::new(leader)));
        let group = bench.get::<InGroup>(member).0;
        let follow = Follow::new(group).with_feed_forward(1.0).with_look_ahead(0.1);
        let pivot = bench.spawn((Transform::default(), follow, Spring::critical(8.0), StartOnTarget));
        bench.run_to(bench.elapsed() + 1.0);
        bench.frame(Duration::from_micros(overstep));
        bench.app.world_mut().trigger(Cut::new(member));
        let mut farthest = 0.0f32;
        for _ in 0..200 {
            bench.frame(TICK);
            farthest = farthest.max(bench.get::<Transform>(pivot).translation.x);
        }
        assert!((19.9..20.01).contains(&farthest), "{overstep}: it flies to {farthest} m");
    }
}

#[test]
fn a_teleport_in_a_cycle_of_groups_terminates() {
    let mut bench = cameras_at_rate(64.0);
    let [one, other] = [0.0, 1.0].map(|x| bench.spawn(Transform::from_xyz(x, 0.0, 0.0)));
    bench.app.world_mut().entity_mut(one).insert(InGroup(other));
    bench.app.world_mut().entity_mut(other).insert(InGroup(one));
    let member = bench.spawn((Transform::from_xyz(0.0, 4.0, 0.0), InGroup(one)));
    for entity in [member, one, other] {
        bench.app.world_mut().trigger(Teleported::new(entity));
        bench.frame(TICK);
    }
    assert!(bench.get::<Transform>(one).translation.is_finite());
}

#[test]
fn a_write_to_a_target_that_is_moved_along_one_axis_counts_as_a_jump() {
    let mut bench = cameras_at_rate(64.0);
    bench.app.register_motion::<TranslationX>();
    let still = Velocity::<TranslationX>::of(0.0);
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -4.0), still));
    let look = LookAt { hard_zone: ZoneExtents::all(0.3), ..LookAt::new(target) };
    let camera = bench.spawn((Transform::default(), look, lens(0.8, 1.5)));
    bench.run_to(0.5);
    bench.edit::<Transform>(target, |place| place.translation.x = 20.0);
    let [_, turned] = largest_steps(&mut bench, camera, 20);
    assert!(turned < 0.2, "its view turns by {turned} rad in a tick");
}

#[test]
fn a_blend_around_a_subject_without_a_transform_does_not_go_around_the_origin() {
    let mut bench = cameras_at_rate(64.0);
    let pivot = bench.spawn((Transform::from_xyz(100.0, 0.0, 0.0), Visibility::default()));
    let nowhere = bench.spawn(Name::new("nowhere"));
    let [from, to] =
        [0.0, 3.0].map(|yaw| bench.spawn((Orbit::new(yaw, 0.2, 6.0), LookAt::new(nowhere), ChildOf(pivot))));
    let camera = bench.spawn((Transform::default(), ActiveShot::new(from).with_blend(Blend::spring(0.5).around())));
    bench.run_to(0.25);
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = to);
    for _ in 0..200 {
        bench.frame(TICK);
        let distance = bench.get::<Pose>(camera).position.distance(Vec3::new(100.0, 0.0, 0.0));
        assert!((distance - 6.0).abs() < 0.1, "it should go around the pivot, and is {distance} m from it");
    }
}
