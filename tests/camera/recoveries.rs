//! What was no number, gone, paused or cut for a while: afterwards cameras go on, without a jump and without a memory of it.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::prelude::*;

use crate::{
    app::Bench,
    look::lens,
    same::assert_same,
    stage::{Stage, cameras_at_rate},
};

const TICK: Duration = Duration::from_micros(15_625);

/// The farthest that the camera goes, or that its view turns, in one of so many frames. Unit: m, rad.
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
fn a_turn_that_is_no_number_is_lost_and_the_next_one_counts() {
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
        target(bench.get::<Target<OrbitLength>>(camera).value, 6.0 * 1.0f32.exp());
    }
}

#[test]
fn an_orbit_that_begins_as_no_number_can_be_turned_when_it_is_one() {
    let mut bench = cameras_at_rate(64.0);
    let camera = bench.spawn(Orbit::new(f32::NAN, f32::NAN, f32::NAN));
    bench.run_to(0.1);
    bench.edit::<Orbit>(camera, |orbit| *orbit = Orbit::new(0.5, 0.1, 6.0));
    for _ in 0..100 {
        bench.edit::<OrbitInput>(camera, |input| input.turn = Vec2::new(0.01, 0.001));
        bench.frame(TICK);
    }
    bench.run_to(bench.elapsed() + 3.0);
    let Orbit { yaw, pitch, length } = *bench.get::<Orbit>(camera);
    assert!((yaw - 1.0).abs() < 1e-4 && (pitch - 0.1).abs() < 1e-4 && length == 8.0, "{yaw} {pitch} {length}");
}

#[test]
fn an_angle_that_is_no_number_in_one_tick_of_a_blend_changes_nothing() {
    for far in [0.8, 1.2] {
        let blended = |is_hostile: bool| {
            let mut stage = Stage::new(64.0, Transform::default(), (Orbit::new(0.0, 0.2, 8.0), lens(0.8, 1.5)));
            let shot = stage.camera;
            let other = stage.bench.spawn((Orbit::new(2.5, 0.4, 8.0), lens(far, 1.5)));
            let shows = Shows::new(shot).by(Blend::spring(0.5));
            let camera = stage.bench.spawn((Camera3d::default(), Transform::default(), shows));
            stage.bench.run_to(0.25);
            stage.bench.edit::<Shows>(camera, |shows| shows.shot = other);
            for (instant, of_yaw) in [(0.4, true), (0.5, false)] {
                stage.at(instant, move |world| {
                    let mut orbit = world.get_mut::<Orbit>(other).expect("it is there");
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
fn a_spring_outwards_that_is_no_number_leaves_the_booms_own_spring() {
    let mut bench = cameras_at_rate(64.0);
    let camera = bench.spawn((Orbit::new(0.0, 0.0, 8.0), Obstruction::default()));
    let own = *bench.get::<Spring<OrbitLength>>(camera);
    bench.edit::<Obstruction>(camera, |boom| (boom.free, boom.outwards) = (FreeLength::hit(4.0, Vec3::Z), f32::NAN));
    bench.run_to(0.25);
    bench.edit::<Obstruction>(camera, |boom| (boom.free, boom.outwards) = (FreeLength::NONE, 4.0));
    bench.run_to(0.5);
    bench.edit::<OrbitInput>(camera, |input| input.zoom = 0.1);
    bench.run_to(4.0);
    assert_eq!(*bench.get::<Spring<OrbitLength>>(camera), own);
    assert!((bench.get::<Orbit>(camera).length - 8.0 * 0.1f32.exp()).abs() < 1e-3);
}

#[test]
fn a_cut_of_who_shows_nothing_is_no_cut_of_what_is_shown_later() {
    let mut bench = cameras_at_rate(64.0);
    let shot = bench.spawn((Orbit::new(2.5, 0.2, 8.0), lens(0.8, 1.5)));
    let camera = bench.spawn((Camera3d::default(), Orbit::new(0.0, 0.2, 8.0), Shows::new(shot)));
    bench.run_to(0.25);
    bench.app.world_mut().entity_mut(camera).remove::<Shows>();
    bench.run_to(0.5);
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.run_to(1.0);
    bench.app.world_mut().entity_mut(camera).insert(Shows::new(shot));
    let [gone, _] = largest_steps(&mut bench, camera, 1);
    assert!(gone < 0.1, "it should blend, and jumps by {gone} m");
    // With both in one place it is a cut.
    bench.app.world_mut().entity_mut(camera).remove::<Shows>();
    bench.run_to(4.0);
    bench.app.world_mut().entity_mut(camera).insert(Shows::new(shot));
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.frame(TICK);
    assert_eq!(bench.get::<Pose>(camera).position, bench.get::<Pose>(shot).position);
}

/// A camera that a hard zone drags along, and what others move before it.
fn watched() -> (Bench, Entity, Entity) {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::from_xyz(0.0, 0.0, -4.0));
    let look = LookAt { hard: Sides::all(0.3), ..LookAt::new(target) };
    let camera = bench.spawn((Transform::default(), look, lens(0.8, 1.5)));
    bench.run_to(0.5);
    (bench, target, camera)
}

const ASIDE: Vec3 = Vec3::new(4.0, 0.0, 0.0);

#[test]
fn what_comes_back_elsewhere_has_not_gone_there() {
    type Change = fn(&mut Bench, Entity, Entity, bool);
    let changes: [(&str, Change); 3] = [
        ("no number", |bench, target, _, is_away| {
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
        ("without room", |bench, target, camera, is_away| {
            bench.edit::<Transform>(camera, |eye| eye.scale = if is_away { Vec3::ZERO } else { Vec3::ONE });
            bench.edit::<Transform>(target, |place| place.translation = ASIDE);
        }),
    ];
    for (what, change) in changes {
        for is_cut in [false, true] {
            let (mut bench, target, eye) = watched();
            // Who looks stands on this.
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
fn a_cut_while_the_numbers_of_a_look_are_none_waits_for_its_target() {
    let (mut bench, target, eye) = watched();
    bench.edit::<Transform>(eye, |eye| eye.translation.x = 3.0);
    bench.run_to(6.0);
    let other = bench.spawn(Transform::from_xyz(-4.0, 0.0, 0.0));
    bench.app.world_mut().entity_mut(target).despawn();
    bench.frame(TICK);
    let before = bench.get::<Aim>(eye).yaw;
    bench.app.world_mut().entity_mut(eye).insert(LookAt { at: Vec2::NAN, ..LookAt::new(other) });
    bench.app.world_mut().trigger(Cut::new(eye));
    bench.run_to(7.0);
    assert_eq!(bench.get::<Aim>(eye).yaw, before, "it should not look at the world's origin");
}

#[test]
fn a_pose_moves_at_the_pace_of_its_camera() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn(Transform::default());
    let orbit = bench.spawn((Orbit::new(0.0, 0.0, 8.0), Velocity::<OrbitYaw>::of(1.0)));
    let look = bench.spawn((Transform::from_xyz(0.0, 0.0, 8.0), LookAt::new(target)));
    for pace in [1.0, 0.25, 0.0] {
        bench.app.world_mut().entity_mut(orbit).insert((Pace::<OrbitYaw>::of(pace), Velocity::<OrbitYaw>::of(1.0)));
        bench.app.world_mut().entity_mut(look).insert((Pace::<AimYaw>::of(pace), Velocity::<AimYaw>::of(1.0)));
        for camera in [orbit, look] {
            bench.frame(TICK);
            let before = *bench.get::<Pose>(camera);
            bench.frame(TICK);
            let now = *bench.get::<Pose>(camera);
            let turned = now.rotation.angle_between(before.rotation) / TICK.as_secs_f32();
            let told = 0.5 * (before.angular_velocity.length() + now.angular_velocity.length());
            // The angle between f32 quaternions that are near each other is known to 7e-4 rad; the mean of two velocities is off by (ω h)²/12.
            assert!(
                (turned - told).abs() <= 0.02 * told + 0.05,
                "pace {pace}: turns at {turned} rad/s, and says {told}"
            );
            let went = now.position.distance(before.position) / TICK.as_secs_f32();
            let told = 0.5 * (before.velocity.length() + now.velocity.length());
            assert!((went - told).abs() <= 0.02 * told, "pace {pace}: goes at {went} m/s, and says {told}");
        }
    }
}

#[test]
fn what_is_paused_does_not_move_for_those_who_look_ahead_of_it() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -8.0), Velocity::new(6.0 * Vec3::X), Pace::PAUSED));
    let look = LookAt { look_ahead: 0.5, ..LookAt::new(target) };
    let camera = bench.spawn((Transform::default(), look));
    bench.run_to(3.0);
    assert!(bench.get::<Aim>(camera).yaw.abs() < 1e-6, "{}", bench.get::<Aim>(camera).yaw);
    // At a quarter of its pace it goes a quarter as far in the same time.
    bench.edit::<Pace>(target, |pace| pace.0 = 0.25);
    bench.edit::<LookAt>(camera, |look| look.feed_forward = 1.0);
    bench.run_to(4.0);
    let place = bench.get::<Transform>(target).translation + 0.5 * 0.25 * 6.0 * Vec3::X;
    let expected = (-place.x).atan2(-place.z);
    assert!((bench.get::<Aim>(camera).yaw - expected).abs() < 1e-3, "{} {expected}", bench.get::<Aim>(camera).yaw);
}

#[test]
fn what_is_slowed_is_attached_and_thrown_as_fast_as_it_is() {
    let mut bench = cameras_at_rate(64.0);
    let leader = bench.spawn((Transform::default(), Velocity::new(6.0 * Vec3::X), Pace::new(0.1)));
    let attached = bench.spawn((Transform::default(), Attach::new(leader)));
    bench.run_to(1.0);
    let told = bench.get::<Pose>(attached).velocity;
    assert!(told.distance(0.6 * Vec3::X) < 1e-4, "{told}");
    let arrow = (Transform::from_xyz(1.9, 0.0, 0.0), Velocity::new(-20.0 * Vec3::X), Pace::new(0.1));
    let arrow = bench.spawn(arrow);
    bench.run_to(1.5);
    let before = bench.get::<Transform>(arrow).translation.x;
    bench.app.world_mut().entity_mut(arrow).insert(Attach::new(leader));
    bench.frame(TICK);
    let rate = (bench.get::<Transform>(arrow).translation.x - before) / TICK.as_secs_f32();
    // It begins to turn round in this tick.
    assert!((-2.0..-0.6).contains(&rate), "it went on at {rate} m/s");
}

/// By how much the origin is shifted in the next tick.
#[derive(Resource, Default)]
struct Due(Option<Vec3>);

fn shift_the_origin(mut due: ResMut<Due>, mut pivots: Query<&mut Transform, With<Visibility>>, mut commands: Commands) {
    let Some(by) = due.0.take() else { return };
    for mut pivot in &mut pivots {
        pivot.translation += by;
    }
    commands.trigger(OriginShift::new(by));
}

/// Where the ray begins and the camera is, in each tick behind that.
#[derive(Resource, Default)]
struct Cast(Vec<(Vec3, Vec3)>);

fn cast(boom: Single<(&Obstruction, &Pose)>, mut cast: ResMut<Cast>) {
    cast.0.push((boom.0.ray.origin, boom.1.position));
}

#[test]
fn where_the_origin_is_shifted_in_a_tick_rays_and_poses_are_shifted_at_once() {
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

/// A group of two, and a camera that a hard zone drags along with their middle.
fn watched_group(member: impl Bundle) -> (Bench, Entity, Entity) {
    let mut bench = cameras_at_rate(64.0);
    let group = bench.spawn(Transform::default());
    let member = bench.spawn((Transform::from_xyz(0.0, 0.0, -4.0), InGroup::new(group), member));
    let look = LookAt { hard: Sides::all(0.3), ..LookAt::new(group) };
    let camera = bench.spawn((Transform::default(), look, lens(0.8, 1.5)));
    bench.run_to(0.5);
    (bench, member, camera)
}

#[test]
fn the_middle_of_a_group_has_not_gone_where_a_member_is_put() {
    for is_ours in [true, false] {
        for overstep in [0, 14_000] {
            let (mut bench, member, camera) =
                if is_ours { watched_group(Velocity::new(Vec3::ZERO)) } else { watched_group(()) };
            bench.frame(Duration::from_micros(overstep));
            bench.edit::<Transform>(member, |place| place.translation = ASIDE);
            bench.app.world_mut().trigger(Teleported::new(member));
            let [_, turned] = largest_steps(&mut bench, camera, 20);
            assert!(turned < 0.2, "ours {is_ours}, {overstep}: its view turns by {turned} rad in a tick");
        }
    }
}

/// How far past the middle a pivot flies.
#[test]
fn a_pivot_behind_a_group_flies_no_further_than_its_middle_jumps() {
    for is_ours in [true, false] {
        for overstep in [0, 14_000] {
            let (mut bench, member, _) =
                if is_ours { watched_group(Velocity::new(Vec3::ZERO)) } else { watched_group(()) };
            let group = bench.get::<InGroup>(member).group;
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
            assert!((19.9..20.01).contains(&farthest), "ours {is_ours}, {overstep}: it flies to {farthest} m");
        }
    }
}

#[test]
fn a_pivot_behind_a_group_flies_no_further_than_a_snapped_member_jumps() {
    for overstep in [0, 14_000] {
        let (mut bench, member, _) = watched_group(());
        let leader = bench.spawn(Transform::from_xyz(20.0, 0.0, -4.0));
        bench.app.world_mut().entity_mut(member).insert((Spring::critical(1e-3), Follow::new(leader)));
        let group = bench.get::<InGroup>(member).group;
        let follow = Follow::new(group).with_feed_forward(1.0).with_look_ahead(0.1);
        let pivot = bench.spawn((Transform::default(), follow, Spring::critical(8.0), StartOnTarget));
        bench.run_to(bench.elapsed() + 1.0);
        bench.frame(Duration::from_micros(overstep));
        bench.app.world_mut().trigger(Snap::new(member));
        let mut farthest = 0.0f32;
        for _ in 0..200 {
            bench.frame(TICK);
            farthest = farthest.max(bench.get::<Transform>(pivot).translation.x);
        }
        assert!((19.9..20.01).contains(&farthest), "{overstep}: it flies to {farthest} m");
    }
}

#[test]
fn groups_that_are_members_of_each_other_end_no_teleport() {
    let mut bench = cameras_at_rate(64.0);
    let [one, other] = [0.0, 1.0].map(|x| bench.spawn(Transform::from_xyz(x, 0.0, 0.0)));
    bench.app.world_mut().entity_mut(one).insert(InGroup::new(other));
    bench.app.world_mut().entity_mut(other).insert(InGroup::new(one));
    let member = bench.spawn((Transform::from_xyz(0.0, 4.0, 0.0), InGroup::new(one)));
    for entity in [member, one, other] {
        bench.app.world_mut().trigger(Teleported::new(entity));
        bench.frame(TICK);
    }
    assert!(bench.get::<Transform>(one).translation.is_finite());
}

#[test]
fn a_write_to_what_is_moved_along_one_axis_is_a_jump() {
    let mut bench = cameras_at_rate(64.0);
    bench.app.register_motion::<TranslationX>();
    let still = Velocity::<TranslationX>::of(0.0);
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -4.0), still));
    let look = LookAt { hard: Sides::all(0.3), ..LookAt::new(target) };
    let camera = bench.spawn((Transform::default(), look, lens(0.8, 1.5)));
    bench.run_to(0.5);
    bench.edit::<Transform>(target, |place| place.translation.x = 20.0);
    let [_, turned] = largest_steps(&mut bench, camera, 20);
    assert!(turned < 0.2, "its view turns by {turned} rad in a tick");
}

#[test]
fn around_what_has_no_place_the_way_is_not_around_the_worlds_origin() {
    let mut bench = cameras_at_rate(64.0);
    let pivot = bench.spawn((Transform::from_xyz(100.0, 0.0, 0.0), Visibility::default()));
    let nowhere = bench.spawn(Name::new("nowhere"));
    let [from, to] =
        [0.0, 3.0].map(|yaw| bench.spawn((Orbit::new(yaw, 0.2, 6.0), LookAt::new(nowhere), ChildOf(pivot))));
    let camera = bench.spawn((Transform::default(), Shows::new(from).by(Blend::spring(0.5).around())));
    bench.run_to(0.25);
    bench.edit::<Shows>(camera, |shows| shows.shot = to);
    for _ in 0..200 {
        bench.frame(TICK);
        let distance = bench.get::<Pose>(camera).position.distance(Vec3::new(100.0, 0.0, 0.0));
        assert!((distance - 6.0).abs() < 0.1, "it should go around the pivot, and is {distance} m from it");
    }
}
