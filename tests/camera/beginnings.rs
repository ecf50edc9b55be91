//! Where cameras and shots start: after a cut of the camera that shows the shot, on a group without members, and after `ActiveShot` is
//! removed.

use std::time::Duration;

use bevy::{
    camera::{CameraUpdateSystems, PerspectiveProjection, Projection, RenderTargetInfo},
    prelude::*,
};
use bevy_exact_motion::{
    camera::{GroupMembers, OrbitYaw, Pose},
    prelude::*,
};

use crate::{
    app::{Bench, ulp},
    compare_poses::angle_between,
    look::lens,
    stage::cameras_at_rate,
};

const FAR: Vec3 = Vec3::new(100.0, 0.0, 0.0);
const FRAME: Duration = Duration::from_millis(16);

/// Spawns a pivot that follows `leader`, and a shot that orbits the pivot. Returns both.
fn boom(bench: &mut Bench, leader: Entity, more: impl Bundle) -> (Entity, Entity) {
    let behind = (Follow::new(leader), Spring::critical(8.0), StartOnTarget);
    let pivot = bench.spawn((Transform::default(), Visibility::default(), behind));
    (pivot, bench.spawn((Orbit::new(0.0, 0.25, 8.0), ChildOf(pivot), more)))
}

fn player(bench: &mut Bench) -> Entity {
    bench.spawn((Transform::default(), Velocity::new(Vec3::ZERO)))
}

/// Asserts that the shot's pivot is at position `place`, and that the camera shows the shot.
#[track_caller]
fn assert_shown(bench: &Bench, camera: Entity, (pivot, shot): (Entity, Entity), place: Vec3) {
    assert_eq!(bench.get::<Transform>(pivot).translation, place, "the pivot should not fly there");
    let seen = bench.get::<Pose>(shot);
    let drawn = bench.get::<Transform>(camera);
    assert_eq!((drawn.translation, drawn.rotation), (seen.position, seen.rotation));
}

#[test]
fn a_cut_of_a_camera_cuts_the_springs_of_its_shot() {
    for has_own_orbit in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let player = player(&mut bench);
        let rig = boom(&mut bench, player, ());
        let camera = bench.spawn((Transform::default(), ActiveShot::new(rig.1)));
        if has_own_orbit {
            bench.app.world_mut().entity_mut(camera).insert(Orbit::new(0.0, 0.0, 2.0));
        }
        bench.run_to(0.5);
        bench.edit::<Transform>(player, |transform| transform.translation = FAR);
        bench.edit::<Target<OrbitYaw>>(rig.1, |target| target.value = Angle(2.0));
        if has_own_orbit {
            bench.edit::<Target<OrbitYaw>>(camera, |target| target.value = Angle(1.0));
        }
        bench.app.world_mut().trigger(Cut::new(camera));
        for _ in 0..50 {
            bench.frame(FRAME);
            assert_shown(&bench, camera, rig, FAR);
            assert_eq!(bench.get::<Orbit>(rig.1).yaw, 2.0);
            assert!(!has_own_orbit || bench.get::<Orbit>(camera).yaw == 1.0, "its own springs should be cut, too");
        }
    }
}

#[test]
fn a_cut_to_another_shot_cuts_the_springs_of_that_shot() {
    let mut bench = cameras_at_rate(64.0);
    let [one, other] = [(); 2].map(|()| player(&mut bench));
    let before = boom(&mut bench, one, ());
    let after = boom(&mut bench, other, ());
    let camera = bench.spawn((Transform::default(), ActiveShot::new(before.1)));
    bench.run_to(0.5);
    for player in [one, other] {
        bench.edit::<Transform>(player, |transform| transform.translation = FAR);
    }
    bench.edit::<ActiveShot>(camera, |shows| shows.shot = after.1);
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.frame(FRAME);
    assert_shown(&bench, camera, after, FAR);
    let left = bench.get::<Transform>(before.0).translation.x;
    assert!(left < 50.0, "the pivot of the old shot should fly: {left}");
}

#[test]
fn a_cut_turns_the_shot_to_its_target() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -9.0), Velocity::new(Vec3::ZERO)));
    let shot = bench.spawn((Transform::default(), LookAt::new(target)));
    let camera = bench.spawn((Transform::default(), ActiveShot::new(shot)));
    bench.run_to(0.5);
    bench.edit::<Transform>(target, |transform| transform.translation = FAR);
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.frame(FRAME);
    // Tolerance: the aim's angles and the rotation's four components are f32, and each may be off by an ulp of 1.
    let towards = Transform::default().looking_at(FAR, Vec3::Y).rotation;
    let off = angle_between(bench.get::<Transform>(camera).rotation, towards);
    assert!(off <= 4.0 * f64::from(f32::EPSILON), "{off}");
}

#[test]
fn a_cut_terminates_in_loops_of_shots_or_parents() {
    let mut bench = cameras_at_rate(64.0);
    let player = player(&mut bench);
    let rig = boom(&mut bench, player, ());
    let [one, other, alone] = [(); 3].map(|()| bench.spawn(Transform::default()));
    for (entity, shot) in [(one, other), (other, one), (alone, alone), (rig.1, rig.1)] {
        bench.app.world_mut().entity_mut(entity).insert(ActiveShot::new(shot));
    }
    for (entity, parent) in [(one, other), (other, one)] {
        bench.app.world_mut().entity_mut(entity).insert(ChildOf(parent));
    }
    bench.run_to(0.5);
    bench.edit::<Transform>(player, |transform| transform.translation = FAR);
    for camera in [one, other, alone, rig.1] {
        bench.app.world_mut().trigger(Cut::new(camera));
    }
    bench.frame(FRAME);
    assert_eq!(bench.get::<Transform>(rig.0).translation, FAR);
    let despawned = bench.spawn(Transform::default());
    bench.edit::<ActiveShot>(alone, |shows| shows.shot = despawned);
    bench.app.world_mut().despawn(despawned);
    bench.app.world_mut().trigger(Cut::new(alone));
    bench.frame(FRAME);
}

/// All orders of three members.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Terms whose sum is nearly 0, so that its bits depend on the order of addition, even after rounding to f32.
const SUMMED: [f32; 3] = [4.7, -0.6, -4.1];

#[test]
fn a_group_has_the_same_bits_whatever_the_order_of_its_members() {
    let run = |order: &[usize; 3], moves: bool| {
        let mut bench = cameras_at_rate(64.0);
        let group = bench.spawn(Transform::default());
        for x in order.map(|index| SUMMED[index]) {
            let [place, velocity] = if moves { [0.0, x] } else { [x, 0.0] };
            let moving = (Transform::from_xyz(place, 0.0, 0.0), Velocity::new(velocity * Vec3::X));
            bench.spawn((moving, InGroup(group)));
        }
        let follow = Follow::new(group).with_feed_forward(1.0);
        let pivot = bench.spawn((Transform::default(), Visibility::default(), Spring::critical(8.0), follow));
        let camera = bench.spawn((Orbit::default(), GroupFraming::new(group, FramingMode::Length), ChildOf(pivot)));
        let mut bits = Vec::new();
        for _ in 0..30 {
            bench.frame(FRAME);
            for entity in [group, pivot] {
                bits.push(bench.get::<Transform>(entity).translation.x.to_bits());
            }
            bits.push(bench.get::<Velocity>(pivot).0.x.to_bits());
            bits.push(bench.get::<Orbit>(camera).distance.to_bits());
        }
        bits
    };
    for moves in [false, true] {
        let expected = run(&ORDERS[0], moves);
        for order in &ORDERS[1..] {
            assert_eq!(run(order, moves), expected, "{order:?}, moves {moves}");
        }
    }
}

fn lens_of(degrees: f32) -> Projection {
    lens(degrees.to_radians(), 1.5)
}

fn field_of_view(projection: &Projection) -> f32 {
    let Projection::Perspective(perspective) = projection else { unreachable!() };
    perspective.fov
}

/// Asserts that a camera has its shot's lens, within one ulp: the field of view goes through a logarithm and back.
#[track_caller]
fn assert_shows_lens(bench: &Bench, camera: Entity, degrees: f32) {
    let [found, expected] = [bench.get::<Projection>(camera), &lens_of(degrees)].map(field_of_view);
    let off = (f64::from(found) - f64::from(expected)).abs();
    assert!(off <= ulp(expected.into()), "{}°", found.to_degrees());
}

/// Asserts that a camera has exactly its own lens.
#[track_caller]
fn assert_own_lens(bench: &Bench, camera: Entity, what: &str) {
    let [found, expected] = [bench.get::<Projection>(camera), &lens_of(OWN)].map(field_of_view);
    assert_eq!(found.to_degrees(), expected.to_degrees(), "{what}");
}

/// The field of view of the camera's own lens. Unit: °.
const OWN: f32 = 45.0;

/// A drone, and a camera that is attached to it and shows a shot.
fn drone() -> (Bench, Entity, Entity) {
    let mut bench = cameras_at_rate(64.0);
    let drone = bench.spawn((Transform::from_xyz(3.0, 2.0, 1.0), Velocity::new(Vec3::X)));
    let shot = bench.spawn((Orbit::new(1.0, 0.3, 6.0), lens_of(20.0)));
    let camera = bench.spawn((Transform::default(), lens_of(OWN), Attach::new(drone)));
    bench.run_to(0.5);
    bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(shot).with_blend(Blend::Cut));
    bench.run_to(1.0);
    assert_shows_lens(&bench, camera, 20.0);
    (bench, drone, camera)
}

#[test]
fn an_attached_camera_gets_its_own_lens_back_when_it_shows_nothing() {
    let (mut bench, drone, camera) = drone();
    let before = *bench.get::<Pose>(camera);
    bench.app.world_mut().entity_mut(camera).remove::<ActiveShot>();
    assert_own_lens(&bench, camera, "at once");
    bench.frame(Duration::ZERO);
    let after = *bench.get::<Pose>(camera);
    // Tolerance: both poses are rounded from the same f64 pose.
    assert!((after.position - before.position).length() <= 8.0 * f32::EPSILON, "it should continue from its shot");
    bench.run_to(4.0);
    assert_own_lens(&bench, camera, "later");
    assert_eq!(bench.get::<Transform>(camera).translation, bench.get::<Transform>(drone).translation);
}

#[test]
fn a_detached_camera_that_shows_nothing_forgets_its_shot() {
    let (mut bench, _, camera) = drone();
    bench.app.world_mut().entity_mut(camera).remove::<(ActiveShot, Attach)>();
    assert_own_lens(&bench, camera, "at once");
    bench.run_to(1.5);
    // The camera has no pose of its own, so it shows its next shot at once, without a blend.
    let other = bench.spawn((Orbit::new(-1.0, 0.3, 9.0), lens_of(30.0)));
    bench.frame(FRAME);
    bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(other));
    bench.frame(FRAME);
    assert_eq!(bench.get::<Transform>(camera).translation, bench.get::<Pose>(other).position);
    assert_shows_lens(&bench, camera, 30.0);
    bench.app.world_mut().entity_mut(camera).remove::<ActiveShot>();
    assert_own_lens(&bench, camera, "in the end");
}

#[test]
fn a_detached_camera_still_shows_its_shot() {
    let (mut bench, _, camera) = drone();
    let before = *bench.get::<Pose>(camera);
    bench.app.world_mut().entity_mut(camera).remove::<Attach>();
    assert_shows_lens(&bench, camera, 20.0);
    bench.run_to(1.5);
    assert_eq!(*bench.get::<Pose>(camera), before, "the shot does not move");
    bench.app.world_mut().entity_mut(camera).remove::<ActiveShot>();
    assert_own_lens(&bench, camera, "in the end");
}

/// Runs a rig that follows a group in which no member counts, then calls `join`, which adds one at [`FAR`]. Asserts that the rig waits
/// until then, and starts at `FAR` instead of flying there. `before` sets up the scene.
fn wait_for(join: impl Fn(&mut Bench, Entity), before: impl Fn(&mut Bench, Entity)) {
    let mut bench = cameras_at_rate(64.0);
    let group = bench.spawn(Transform::default());
    let rig = boom(&mut bench, group, ());
    let camera = bench.spawn((Transform::default(), ActiveShot::new(rig.1)));
    before(&mut bench, group);
    bench.run_to(1.0);
    assert!(bench.app.world().get::<StartOnTarget>(rig.0).is_some(), "the pivot should wait");
    join(&mut bench, group);
    for _ in 0..50 {
        bench.frame(FRAME);
        assert_shown(&bench, camera, rig, FAR);
    }
    assert!(bench.app.world().get::<StartOnTarget>(rig.0).is_none());
}

fn join(bench: &mut Bench, group: Entity) {
    bench.spawn((Transform::from_translation(FAR), InGroup(group)));
}

#[test]
fn a_pivot_that_starts_on_a_framed_group_waits_for_the_first_member() {
    wait_for(join, |bench, group| {
        bench.spawn((Orbit::default(), GroupFraming::new(group, FramingMode::Length)));
    });
    // The `GroupFraming` of a disabled camera also marks the entity as a group.
    wait_for(join, |bench, group| {
        let disabled = bevy::ecs::entity_disabling::Disabled;
        bench.spawn((Orbit::default(), GroupFraming::new(group, FramingMode::Length), disabled));
    });
}

#[test]
fn a_pivot_that_starts_on_a_group_waits_for_a_member_that_counts() {
    let count = |bench: &mut Bench, group: Entity| {
        let members = bench.get::<GroupMembers>(group).clone();
        for member in members.iter() {
            bench.edit::<GroupMember>(member, |member| member.weight = 0.5);
        }
    };
    wait_for(count, |bench, group| {
        bench.spawn((Transform::from_translation(FAR), InGroup(group), GroupMember { weight: 0.0, ..default() }));
    });
    let appear = |bench: &mut Bench, _: Entity| {
        let mut members = bench.app.world_mut().query_filtered::<Entity, With<InGroup>>();
        let members: Vec<_> = members.iter(bench.app.world()).collect();
        for member in members {
            bench.app.world_mut().entity_mut(member).insert(Transform::from_translation(FAR));
        }
    };
    wait_for(appear, |bench, group| {
        bench.spawn(InGroup(group));
    });
}

#[test]
fn a_pivot_that_starts_on_an_emptied_group_is_at_the_groups_last_middle() {
    let mut bench = cameras_at_rate(64.0);
    let group = bench.spawn(Transform::default());
    let member = bench.spawn((Transform::from_translation(FAR), InGroup(group)));
    bench.run_to(0.5);
    bench.app.world_mut().despawn(member);
    bench.run_to(1.0);
    let (pivot, _) = boom(&mut bench, group, GroupFraming::new(group, FramingMode::Length));
    bench.frame(FRAME);
    assert_eq!(bench.get::<Transform>(pivot).translation, FAR);
}

/// Gives cameras a render target and an aspect ratio, as Bevy does at the end of the frame in which they are spawned.
fn set_render_targets(mut cameras: Query<(&mut Camera, &mut Projection)>) {
    for (mut camera, mut projection) in &mut cameras {
        if camera.computed.target_info.is_none() {
            let size = UVec2::new(1600, 900);
            camera.computed.target_info = Some(RenderTargetInfo { physical_size: size, scale_factor: 1.0 });
            if let Projection::Perspective(lens) = &mut *projection {
                lens.aspect_ratio = 16.0 / 9.0;
            }
        }
    }
}

#[test]
fn a_camera_spawned_before_its_aspect_ratio_is_known_does_not_swing() {
    for shown in [false, true] {
        let mut bench = Bench::with(Duration::from_secs_f64(1.0 / 64.0), ExactCameraPlugin::default());
        bench.app.add_systems(PostUpdate, set_render_targets.in_set(CameraUpdateSystems));
        let target = bench.spawn(Transform::from_xyz(1.0, 0.5, -8.0));
        let look = LookAt { screen_position: Vec2::new(0.3, 0.1), ..LookAt::new(target) };
        let lens = Projection::Perspective(PerspectiveProjection { aspect_ratio: 1.0, ..default() });
        let camera = if shown {
            let shot = bench.spawn((Transform::default(), look));
            bench.spawn((Camera::default(), lens, Transform::default(), ActiveShot::new(shot)))
        } else {
            bench.spawn((Camera::default(), lens, Transform::default(), look))
        };
        let mut drawn = Vec::new();
        for _ in 0..100 {
            bench.frame(Duration::from_millis(7));
            drawn.push(bench.get::<Transform>(camera).rotation);
        }
        let last = drawn[drawn.len() - 1];
        for (frame, rotation) in drawn.iter().enumerate() {
            let angle = rotation.angle_between(last);
            assert!(angle < 2e-3, "shown {shown}, frame {frame}: {angle} rad off");
        }
    }
}
