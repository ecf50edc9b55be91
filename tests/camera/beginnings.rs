//! Where cameras begin: behind a cut of what shows them, behind a group that nobody has joined yet, and when nothing is shown any more.

use std::time::Duration;

use bevy::{
    camera::{CameraUpdateSystems, PerspectiveProjection, Projection, RenderTargetInfo},
    prelude::*,
};
use bevy_exact_motion::prelude::*;

use crate::{
    app::{Bench, ulp},
    look::lens,
    same::apart,
    stage::cameras_at_rate,
};

const FAR: Vec3 = Vec3::new(100.0, 0.0, 0.0);
const FRAME: Duration = Duration::from_millis(16);

/// A pivot behind a leader, with a shot on its boom.
fn boom(bench: &mut Bench, leader: Entity, more: impl Bundle) -> (Entity, Entity) {
    let behind = (Follow::new(leader), Spring::critical(8.0), StartOnTarget);
    let pivot = bench.spawn((Transform::default(), Visibility::default(), behind));
    (pivot, bench.spawn((Orbit::new(0.0, 0.25, 8.0), ChildOf(pivot), more)))
}

fn player(bench: &mut Bench) -> Entity {
    bench.spawn((Transform::default(), Velocity::new(Vec3::ZERO)))
}

/// Asserts that a camera shows what its shot sees, and that the shot's pivot is there.
#[track_caller]
fn assert_shown(bench: &Bench, camera: Entity, (pivot, shot): (Entity, Entity), place: Vec3) {
    assert_eq!(bench.get::<Transform>(pivot).translation, place, "the pivot should not fly");
    let seen = bench.get::<Pose>(shot);
    let drawn = bench.get::<Transform>(camera);
    assert_eq!((drawn.translation, drawn.rotation), (seen.position, seen.rotation));
}

#[test]
fn a_cut_of_what_shows_a_shot_reaches_the_shots_springs() {
    for has_own_orbit in [false, true] {
        let mut bench = cameras_at_rate(64.0);
        let player = player(&mut bench);
        let rig = boom(&mut bench, player, ());
        let camera = bench.spawn((Transform::default(), Shows::new(rig.1)));
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
            assert!(!has_own_orbit || bench.get::<Orbit>(camera).yaw == 1.0, "its own springs, too");
        }
    }
}

#[test]
fn a_cut_to_another_shot_reaches_that_ones_springs() {
    let mut bench = cameras_at_rate(64.0);
    let [one, other] = [(); 2].map(|()| player(&mut bench));
    let before = boom(&mut bench, one, ());
    let after = boom(&mut bench, other, ());
    let camera = bench.spawn((Transform::default(), Shows::new(before.1)));
    bench.run_to(0.5);
    for player in [one, other] {
        bench.edit::<Transform>(player, |transform| transform.translation = FAR);
    }
    bench.edit::<Shows>(camera, |shows| shows.shot = after.1);
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.frame(FRAME);
    assert_shown(&bench, camera, after, FAR);
    let left = bench.get::<Transform>(before.0).translation.x;
    assert!(left < 50.0, "what is not shown any more flies: {left}");
}

#[test]
fn a_cut_turns_the_shot_to_what_it_looks_at() {
    let mut bench = cameras_at_rate(64.0);
    let target = bench.spawn((Transform::from_xyz(0.0, 0.0, -9.0), Velocity::new(Vec3::ZERO)));
    let shot = bench.spawn((Transform::default(), LookAt::new(target)));
    let camera = bench.spawn((Transform::default(), Shows::new(shot)));
    bench.run_to(0.5);
    bench.edit::<Transform>(target, |transform| transform.translation = FAR);
    bench.app.world_mut().trigger(Cut::new(camera));
    bench.frame(FRAME);
    // The aim's angles are f32, and so are a rotation's four parts: each is an ulp of 1 or less off.
    let towards = Transform::default().looking_at(FAR, Vec3::Y).rotation;
    let off = apart(bench.get::<Transform>(camera).rotation, towards);
    assert!(off <= 4.0 * f64::from(f32::EPSILON), "{off}");
}

#[test]
fn a_cut_ends_where_shows_or_parents_go_round() {
    let mut bench = cameras_at_rate(64.0);
    let player = player(&mut bench);
    let rig = boom(&mut bench, player, ());
    let [one, other, alone] = [(); 3].map(|()| bench.spawn(Transform::default()));
    for (entity, shot) in [(one, other), (other, one), (alone, alone), (rig.1, rig.1)] {
        bench.app.world_mut().entity_mut(entity).insert(Shows::new(shot));
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
    bench.edit::<Shows>(alone, |shows| shows.shot = despawned);
    bench.app.world_mut().despawn(despawned);
    bench.app.world_mut().trigger(Cut::new(alone));
    bench.frame(FRAME);
}

/// All orders of three.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Their sum is almost 0, so that it has other bits in f32, too, where it is added up in another order.
const SUMMED: [f32; 3] = [4.7, -0.6, -4.1];

#[test]
fn a_group_has_the_same_bits_in_every_order_of_its_members() {
    let run = |order: &[usize; 3], moves: bool| {
        let mut bench = cameras_at_rate(64.0);
        let group = bench.spawn(Transform::default());
        for x in order.map(|index| SUMMED[index]) {
            let [place, velocity] = if moves { [0.0, x] } else { [x, 0.0] };
            let moving = (Transform::from_xyz(place, 0.0, 0.0), Velocity::new(velocity * Vec3::X));
            bench.spawn((moving, InGroup::new(group)));
        }
        let follow = Follow::new(group).with_feed_forward(1.0);
        let pivot = bench.spawn((Transform::default(), Visibility::default(), Spring::critical(8.0), follow));
        let camera = bench.spawn((Orbit::default(), Frame::new(group, FrameBy::Length), ChildOf(pivot)));
        let mut bits = Vec::new();
        for _ in 0..30 {
            bench.frame(FRAME);
            for entity in [group, pivot] {
                bits.push(bench.get::<Transform>(entity).translation.x.to_bits());
            }
            bits.push(bench.get::<Velocity>(pivot).0.x.to_bits());
            bits.push(bench.get::<Orbit>(camera).length.to_bits());
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

/// Asserts that a camera has a shot's lens, which goes through a logarithm and back, and then is rounded: to the nearest f32, or the next.
#[track_caller]
fn assert_shows_lens(bench: &Bench, camera: Entity, degrees: f32) {
    let [found, expected] = [bench.get::<Projection>(camera), &lens_of(degrees)].map(field_of_view);
    let off = (f64::from(found) - f64::from(expected)).abs();
    assert!(off <= ulp(expected.into()), "{}°", found.to_degrees());
}

/// Asserts that a camera has its own lens, which was kept as it was.
#[track_caller]
fn assert_own_lens(bench: &Bench, camera: Entity, what: &str) {
    let [found, expected] = [bench.get::<Projection>(camera), &lens_of(OWN)].map(field_of_view);
    assert_eq!(found.to_degrees(), expected.to_degrees(), "{what}");
}

/// Unit: °.
const OWN: f32 = 45.0;

/// A drone, and a camera on it that shows a shot.
fn drone() -> (Bench, Entity, Entity) {
    let mut bench = cameras_at_rate(64.0);
    let drone = bench.spawn((Transform::from_xyz(3.0, 2.0, 1.0), Velocity::new(Vec3::X)));
    let shot = bench.spawn((Orbit::new(1.0, 0.3, 6.0), lens_of(20.0)));
    let camera = bench.spawn((Transform::default(), lens_of(OWN), Attach::new(drone)));
    bench.run_to(0.5);
    bench.app.world_mut().entity_mut(camera).insert(Shows::new(shot).by(Blend::Cut));
    bench.run_to(1.0);
    assert_shows_lens(&bench, camera, 20.0);
    (bench, drone, camera)
}

#[test]
fn an_attached_camera_has_its_own_lens_again_when_it_shows_nothing() {
    let (mut bench, drone, camera) = drone();
    let before = *bench.get::<Pose>(camera);
    bench.app.world_mut().entity_mut(camera).remove::<Shows>();
    assert_own_lens(&bench, camera, "at once");
    bench.frame(Duration::ZERO);
    let goes_on = *bench.get::<Pose>(camera);
    // Two f32 that are rounded from the same f64 in other ways.
    assert!((goes_on.position - before.position).length() <= 8.0 * f32::EPSILON, "it goes on from its shot");
    bench.run_to(4.0);
    assert_own_lens(&bench, camera, "and then");
    assert_eq!(bench.get::<Transform>(camera).translation, bench.get::<Transform>(drone).translation);
}

#[test]
fn a_camera_that_shows_nothing_and_is_let_go_has_forgotten_its_shot() {
    let (mut bench, _, camera) = drone();
    bench.app.world_mut().entity_mut(camera).remove::<(Shows, Attach)>();
    assert_own_lens(&bench, camera, "at once");
    bench.run_to(1.5);
    // As any camera of no pose of its own it then shows its first shot at once.
    let other = bench.spawn((Orbit::new(-1.0, 0.3, 9.0), lens_of(30.0)));
    bench.frame(FRAME);
    bench.app.world_mut().entity_mut(camera).insert(Shows::new(other));
    bench.frame(FRAME);
    assert_eq!(bench.get::<Transform>(camera).translation, bench.get::<Pose>(other).position);
    assert_shows_lens(&bench, camera, 30.0);
    bench.app.world_mut().entity_mut(camera).remove::<Shows>();
    assert_own_lens(&bench, camera, "in the end");
}

#[test]
fn a_camera_that_shows_a_shot_and_is_let_go_goes_on() {
    let (mut bench, _, camera) = drone();
    let before = *bench.get::<Pose>(camera);
    bench.app.world_mut().entity_mut(camera).remove::<Attach>();
    assert_shows_lens(&bench, camera, 20.0);
    bench.run_to(1.5);
    assert_eq!(*bench.get::<Pose>(camera), before, "the shot stands");
    bench.app.world_mut().entity_mut(camera).remove::<Shows>();
    assert_own_lens(&bench, camera, "in the end");
}

/// Runs a while, in which nobody counts, then lets somebody `join` far away: whoever begins there has not flown there.
fn wait_for(join: impl Fn(&mut Bench, Entity), before: impl Fn(&mut Bench, Entity)) {
    let mut bench = cameras_at_rate(64.0);
    let group = bench.spawn(Transform::default());
    let rig = boom(&mut bench, group, ());
    let camera = bench.spawn((Transform::default(), Shows::new(rig.1)));
    before(&mut bench, group);
    bench.run_to(1.0);
    assert!(bench.app.world().get::<StartOnTarget>(rig.0).is_some(), "it should wait");
    join(&mut bench, group);
    for _ in 0..50 {
        bench.frame(FRAME);
        assert_shown(&bench, camera, rig, FAR);
    }
    assert!(bench.app.world().get::<StartOnTarget>(rig.0).is_none());
}

fn join(bench: &mut Bench, group: Entity) {
    bench.spawn((Transform::from_translation(FAR), InGroup::new(group)));
}

#[test]
fn behind_a_framed_group_it_waits_for_the_first_member() {
    wait_for(join, |bench, group| {
        bench.spawn((Orbit::default(), Frame::new(group, FrameBy::Length)));
    });
    // A camera that is switched off names it just as well.
    wait_for(join, |bench, group| {
        let disabled = bevy::ecs::entity_disabling::Disabled;
        bench.spawn((Orbit::default(), Frame::new(group, FrameBy::Length), disabled));
    });
}

#[test]
fn behind_a_group_of_members_that_do_not_count_it_waits_for_one_that_does() {
    let count = |bench: &mut Bench, group: Entity| {
        let mut members = bench.app.world_mut().query::<&mut InGroup>();
        for mut member in members.iter_mut(bench.app.world_mut()).filter(|member| member.group == group) {
            member.weight = 0.5;
        }
    };
    wait_for(count, |bench, group| {
        bench.spawn((Transform::from_translation(FAR), InGroup::new(group).with_weight(0.0)));
    });
    let appear = |bench: &mut Bench, _: Entity| {
        let mut members = bench.app.world_mut().query_filtered::<Entity, With<InGroup>>();
        let members: Vec<_> = members.iter(bench.app.world()).collect();
        for member in members {
            bench.app.world_mut().entity_mut(member).insert(Transform::from_translation(FAR));
        }
    };
    wait_for(appear, |bench, group| {
        bench.spawn(InGroup::new(group));
    });
}

#[test]
fn behind_a_group_that_all_have_left_it_begins_where_that_stands() {
    let mut bench = cameras_at_rate(64.0);
    let group = bench.spawn(Transform::default());
    let member = bench.spawn((Transform::from_translation(FAR), InGroup::new(group)));
    bench.run_to(0.5);
    bench.app.world_mut().despawn(member);
    bench.run_to(1.0);
    let (pivot, _) = boom(&mut bench, group, Frame::new(group, FrameBy::Length));
    bench.frame(FRAME);
    assert_eq!(bench.get::<Transform>(pivot).translation, FAR);
}

/// Gives cameras a picture, as Bevy does at the end of the frame in which they are spawned.
fn find_pictures(mut cameras: Query<(&mut Camera, &mut Projection)>) {
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
fn a_camera_that_is_spawned_before_its_picture_is_known_does_not_swing() {
    for shown in [false, true] {
        let mut bench = Bench::with(Duration::from_secs_f64(1.0 / 64.0), ExactCameraPlugin::default());
        bench.app.add_systems(PostUpdate, find_pictures.in_set(CameraUpdateSystems));
        let target = bench.spawn(Transform::from_xyz(1.0, 0.5, -8.0));
        let look = LookAt { at: Vec2::new(0.3, 0.1), ..LookAt::new(target) };
        let lens = Projection::Perspective(PerspectiveProjection { aspect_ratio: 1.0, ..default() });
        let camera = if shown {
            let shot = bench.spawn((Transform::default(), look));
            bench.spawn((Camera::default(), lens, Transform::default(), Shows::new(shot)))
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
