//! Leaders and followers with different parents, and offsets in the leader's own frame.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy::prelude::*;
use bevy_exact_motion::{MotionSystems, prelude::*};

use crate::app::{Bench, assert_ulps, ulp};

const OFFSET: Vec3 = Vec3::new(0.5, 2.0, -4.0);

/// Returns the entity's `Transform` in the world.
fn global(bench: &Bench, entity: Entity) -> Transform {
    let world = bench.app.world();
    let own = *bench.get::<Transform>(entity);
    world.get::<ChildOf>(entity).map_or(own, |child_of| global(bench, child_of.parent()) * own)
}

#[track_caller]
fn assert_near(found: Vec3, expected: Vec3, ulps: f64, what: &str) {
    let error = f64::from((found - expected).abs().max_element());
    let bar = ulps * ulp(f64::from(expected.abs().max_element()));
    assert!(error <= bar, "{what}: {found} should be {expected}");
}

/// Tolerance in ulp. It allows for the rounding of three products of transforms, from a parent to the world and back.
const ROUNDING: f64 = 8.0;

#[test]
fn a_leader_with_another_parent_is_followed_in_world_space() {
    for own_frame in [false, true] {
        let mut bench = Bench::at_rate(60.0);
        let turned = |x: f32, angle: f32| Transform::from_xyz(x, 1.0, 0.0).with_rotation(Quat::from_rotation_y(angle));
        let car = bench.spawn(turned(10.0, FRAC_PI_2));
        let seat = bench.spawn((turned(1.0, 0.3).with_scale(Vec3::splat(2.0)), ChildOf(car)));
        let driver = bench.spawn((Transform::from_xyz(0.2, 0.0, 0.1), Velocity::ZERO, ChildOf(seat)));
        let crane = bench.spawn(turned(-5.0, PI / 5.0).with_scale(Vec3::new(1.0, 2.0, 0.5)));
        let follow = Follow::new(driver);
        let follow = if own_frame { follow.with_own_offset(OFFSET) } else { follow.with_offset(OFFSET) };
        let free = bench.spawn((Transform::default(), Spring::critical(9.0), follow));
        let hung = bench.spawn((Transform::default(), Spring::critical(9.0), follow, ChildOf(crane)));
        bench.run_to(6.0);
        let expected = |bench: &Bench| {
            let leader = global(bench, driver);
            leader.translation + if own_frame { leader.rotation * OFFSET } else { OFFSET }
        };
        assert!(bench.rests(free) && bench.rests(hung), "in its own frame: {own_frame}");
        assert_near(global(&bench, free).translation, expected(&bench), ROUNDING, "free");
        assert_near(global(&bench, hung).translation, expected(&bench), ROUNDING, "hung");

        // The car moves, so its driver moves in the world, although the driver's own `Transform` is unchanged.
        bench.edit::<Transform>(car, |transform| transform.translation.z += 3.0);
        bench.run_to(12.0);
        assert_near(global(&bench, free).translation, expected(&bench), ROUNDING, "after the car, free");
        assert_near(global(&bench, hung).translation, expected(&bench), ROUNDING, "after the car, hung");

        // Without a parent, the driver's `Transform` is its transform in the world.
        bench.app.world_mut().entity_mut(driver).remove::<ChildOf>();
        bench.run_to(18.0);
        assert_near(global(&bench, free).translation, expected(&bench), ROUNDING, "on foot, free");
        assert_near(global(&bench, hung).translation, expected(&bench), ROUNDING, "on foot, hung");
    }
}

#[test]
fn an_own_offset_is_followed_like_an_entity_at_that_offset() {
    for rate in [30.0, 64.0, 1000.0] {
        let mut bench = Bench::at_rate(rate);
        let leader = bench.spawn((Transform::default(), Velocity::new(Vec3::new(2.0, 0.0, -1.0)), Name::new("leader")));
        let stand_in = bench.spawn(Transform::from_translation(OFFSET));
        bench.app.add_systems(FixedUpdate, move |mut transforms: Query<&mut Transform>, time: Res<Time>| {
            let mut leader = transforms.get_mut(leader).unwrap();
            leader.rotation = Quat::from_rotation_y(1.5 * time.elapsed_secs());
            let there = leader.transform_point(OFFSET);
            transforms.get_mut(stand_in).unwrap().translation = there;
        });
        let follower =
            bench.spawn((Transform::default(), Spring::new(7.0, 0.6), Follow::new(leader).with_own_offset(OFFSET)));
        let other = bench.spawn((Transform::default(), Spring::new(7.0, 0.6), Follow::new(stand_in)));
        for _ in 0..(3.0 * rate) as usize {
            let tick = bench.app.world().resource::<Time<Fixed>>().timestep();
            bench.frame(tick);
            let [a, b] = [follower, other].map(|entity| bench.get::<Transform>(entity).translation);
            // The sampled positions of the two leaders are rounded separately. The springs do not amplify the difference.
            assert_near(a, b, ROUNDING, "at the tick");
        }
        assert!(!bench.rests(follower));
    }
}

/// Returns for each tick the position of a follower with an offset in its leader's own frame, and the leader's orientation.
///
/// If `turns` is `Some`, user code writes these orientations to the leader. Otherwise, the plugin rotates the leader: it follows a
/// weathercock, which user code turns erratically.
fn behind_a_leader_that_turns(turns: Option<Vec<Quat>>) -> Vec<(Vec3, Quat)> {
    #[derive(Resource, Default)]
    struct Seen(Vec<(Vec3, Quat)>);

    let mut bench = Bench::at_rate(50.0);
    let weathercock = bench.spawn(Transform::default());
    let leader = bench.spawn(Transform::default());
    if turns.is_none() {
        let follow = Follow::<Rotation>::of(weathercock);
        bench.app.world_mut().entity_mut(leader).insert((Spring::critical(20.0).on::<Rotation>(), follow));
    }
    let follow = Follow::new(leader).with_own_offset(OFFSET);
    let follower = bench.spawn((Transform::default(), Spring::new(7.0, 0.6), follow));
    let turn = move |mut transforms: Query<&mut Transform>, seen: Res<Seen>| {
        let tick = seen.0.len();
        let gust = Quat::from_rotation_y((0.7 * (tick * tick) as f32).sin());
        transforms.get_mut(weathercock).unwrap().rotation = gust;
        if let Some(turns) = &turns {
            transforms.get_mut(leader).unwrap().rotation = turns[tick];
        }
    };
    let see = move |transforms: Query<&Transform>, mut seen: ResMut<Seen>| {
        let [follower, leader] = transforms.get_many([follower, leader]).unwrap();
        seen.0.push((follower.translation, leader.rotation));
    };
    bench
        .app
        .init_resource::<Seen>()
        .add_systems(FixedUpdate, turn)
        .add_systems(FixedLast, see.after(MotionSystems::Rest));
    bench.run_to(2.0);
    bench.app.world_mut().remove_resource::<Seen>().unwrap().0
}

#[test]
fn an_own_offset_turns_with_the_leaders_corrected_orientation() {
    let moved = behind_a_leader_that_turns(None);
    let turns = moved.iter().map(|(_, turn)| *turn);
    let foreign = behind_a_leader_that_turns(Some(turns.collect()));
    assert_eq!(moved.len(), 100);
    for (tick, (moved, foreign)) in moved.iter().zip(&foreign).enumerate() {
        assert_eq!(moved, foreign, "at tick {tick}");
    }
}

#[test]
fn with_an_own_offset_a_teleport_of_the_leader_moves_the_target_in_one_step() {
    let mut bench = Bench::at_rate(50.0);
    let leader = bench.spawn((Transform::default(), Velocity::ZERO));
    let follower =
        bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader).with_own_offset(Vec3::X)));
    bench.run_to(4.0);
    assert_eq!(bench.x(follower), 1.0);
    bench.edit::<Transform>(leader, |transform| transform.translation.x = 100.0);
    bench.run_to(4.5);
    let t = 0.5;
    let step = bevy_exact_motion::math::Law { k: 64.0, c: 16.0, g: 0.0, a: 0.0 }.step_held(1.0, 0.0, 101.0, t);
    assert_near(bench.get::<Transform>(follower).translation, Vec3::X * step.0 as f32, 2.0, "half a second after");
}

#[test]
fn an_orientation_is_followed_through_parents_with_either_offset() {
    let turn = Vec3::new(0.0, 0.4, 0.0);
    let mut bench = Bench::at_rate(60.0);
    let car = bench.spawn(Transform::from_rotation(Quat::from_rotation_x(0.7)));
    let head = bench.spawn((Transform::from_rotation(Quat::from_rotation_z(0.9)), ChildOf(car)));
    let spring = Spring::critical(9.0).on::<Rotation>();
    let follow = Follow::<Rotation>::of(head);
    let world = bench.spawn((Transform::default(), spring, follow.with_offset(turn)));
    let own = bench.spawn((Transform::default(), spring, follow.with_own_offset(turn)));
    bench.run_to(6.0);
    let leader = global(&bench, head).rotation;
    let [world, own] = [world, own].map(|entity| bench.get::<Transform>(entity).rotation);
    // The tolerances allow for the rounding of four products of unit quaternions.
    assert!(world.angle_between(Quat::from_scaled_axis(turn) * leader) < 1e-3, "{world}");
    assert!((own * (leader * Quat::from_scaled_axis(turn)).inverse()).to_scaled_axis().length() < 1e-6, "{own}");
    assert!((world * (Quat::from_scaled_axis(turn) * leader).inverse()).to_scaled_axis().length() < 1e-6, "{world}");
    assert!((world * own.inverse()).to_scaled_axis().length() > 0.1, "the two offsets should differ");
}

#[test]
fn entities_in_a_loop_of_parents_neither_lead_nor_follow() {
    // Bevy rejects an entity that is its own parent, but not two entities that are each other's parent.
    let mut bench = Bench::at_rate(64.0);
    let [one, other, outside] = [1.0, 2.0, 3.0].map(|x| bench.spawn(Transform::from_xyz(x, 0.0, 0.0)));
    let follower = bench.spawn((Transform::default(), Spring::critical(9.0), Follow::new(one)));
    let inner = bench.spawn((Transform::default(), Spring::critical(9.0), Follow::new(outside)));
    let world = bench.app.world_mut();
    world.entity_mut(one).insert(ChildOf(other));
    world.entity_mut(other).insert(ChildOf(one));
    world.entity_mut(inner).insert(ChildOf(one));
    assert!(world.get::<ChildOf>(one).is_some() && world.get::<ChildOf>(other).is_some(), "it should be a loop");
    bench.run_to(1.0);
    for entity in [follower, inner] {
        assert_eq!(bench.x(entity), 0.0, "a follower without a usable leader stays where it is");
    }
    bench.app.world_mut().entity_mut(other).remove::<ChildOf>();
    bench.run_to(5.0);
    assert_ulps(bench.x(follower), 3.0, 1.0, 3.0, "once the loop is broken, it follows");
}

/// Asserts that a follower is at [`OFFSET`] from its leader, along the world's axes.
fn assert_siblings(bench: &Bench, [leader, follower]: [Entity; 2], what: &str) {
    let [leader, follower] = [leader, follower].map(|entity| global(bench, entity).translation);
    assert_near(follower, leader + OFFSET, 4.0 * ROUNDING, what);
}

#[test]
fn an_offset_between_siblings_is_along_the_worlds_axes() {
    let turn = Quat::from_rotation_y(FRAC_PI_2);
    let parents = [
        Transform::from_rotation(turn),
        Transform::from_scale(Vec3::splat(2.0)),
        Transform::from_xyz(1.0, 2.0, 3.0).with_rotation(turn).with_scale(Vec3::new(1.0, 1.8, 0.7)),
    ];
    for parent in parents {
        for (moved, below) in [(false, 0), (true, 0), (false, 3), (true, 3)] {
            let what = format!("{parent:?}, leader moved by this plugin: {moved}, parents in between: {below}");
            let mut bench = Bench::at_rate(64.0);
            let root = bench.spawn(parent);
            let mut common = root;
            for _ in 0..below {
                common = bench.spawn((Transform::from_xyz(0.5, 0.0, 0.0), ChildOf(common)));
            }
            let leader = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), ChildOf(common)));
            if moved {
                bench.app.world_mut().entity_mut(leader).insert(Velocity::ZERO);
            }
            let follow = Follow::new(leader).with_offset(OFFSET);
            let follower = bench.spawn((Transform::default(), Spring::critical(9.0), follow, ChildOf(common)));
            bench.run_to(6.0);
            assert_siblings(&bench, [leader, follower], &what);
            // The root is rotated while the follower is at rest.
            bench.edit::<Transform>(root, |root| root.rotate_z(0.8));
            bench.run_to(12.0);
            assert_siblings(&bench, [leader, follower], &format!("{what}, turned"));
            bench.edit::<Transform>(root, |root| *root = Transform::IDENTITY);
            bench.run_to(18.0);
            assert_siblings(&bench, [leader, follower], &format!("{what}, turned back"));
            bench.edit::<Transform>(root, |root| *root = parent);
            bench.run_to(24.0);
            assert_siblings(&bench, [leader, follower], &format!("{what}, turned again"));
        }
    }
}

#[test]
fn a_rotational_offset_between_siblings_is_about_the_worlds_axes() {
    let mut bench = Bench::at_rate(64.0);
    let root = bench.spawn(Transform::from_rotation(Quat::from_rotation_y(FRAC_PI_2)));
    let leader = bench.spawn((Transform::from_rotation(Quat::from_rotation_x(0.4)), ChildOf(root)));
    let turn = Vec3::new(0.3, -0.2, 0.5);
    let follow = Follow::<Rotation>::of(leader).with_offset(turn);
    let spring = Spring::critical(9.0).on::<Rotation>();
    let follower = bench.spawn((Transform::default(), spring, follow, ChildOf(root)));
    bench.run_to(6.0);
    let expected = Quat::from_scaled_axis(turn) * global(&bench, leader).rotation;
    let found = global(&bench, follower).rotation;
    assert!(found.dot(expected).abs() > 1.0 - 1e-6, "{found} should be {expected}");
}

#[test]
fn a_follower_of_its_sibling_under_a_turning_parent_lags_only_by_its_spring() {
    let mut bench = Bench::at_rate(64.0);
    let root = bench.spawn(Transform::default());
    let leader = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Velocity::ZERO, ChildOf(root)));
    let follow = Follow::new(leader).with_offset(OFFSET);
    let follower = bench.spawn((Transform::default(), Spring::critical(9.0), follow, ChildOf(root)));
    // A follower with the same spring and offset, but without a parent.
    let free = bench.spawn((Transform::default(), Spring::critical(9.0), follow));
    bench.run_to(4.0);
    let rate = 0.5;
    bench.app.add_systems(FixedUpdate, move |mut transforms: Query<&mut Transform>, time: Res<Time>| {
        transforms.get_mut(root).unwrap().rotation = Quat::from_rotation_y(rate * (time.elapsed_secs() - 4.0));
    });
    for _ in 0..200 {
        bench.tick(bench.app.world().resource::<Time<Fixed>>().timestep());
        let [leader, follower, free] = [leader, follower, free].map(|entity| global(&bench, entity).translation);
        // The lag is 2ζ/ω times the speed of the followed point. That speed is at most `rate` times the sum of the offset's length and
        // the leader's distance from the root.
        let most = 2.0 / 9.0 * rate * (OFFSET.length() + 1.0);
        assert!(follower.distance(leader + OFFSET) < 1.2 * most, "{follower} behind {leader}, {free}");
        assert!(free.distance(leader + OFFSET) < 1.2 * most, "{free}");
    }
}

/// A parent that only translates does not change displacements, so the leader's path is known exactly.
#[test]
fn a_follower_of_its_sibling_is_exact_under_a_parent_that_only_translates() {
    let run = |parent: Option<Transform>| {
        let mut bench = Bench::at_rate(10.0);
        let leader = bench.spawn((Transform::default(), Spring::new(4.0, 0.2), Target::new(Vec3::X)));
        let follow = Follow::new(leader).with_offset(OFFSET);
        let follower = bench.spawn((Transform::default(), Spring::critical(9.0), follow));
        if let Some(parent) = parent {
            let root = bench.spawn(parent);
            bench.app.world_mut().entity_mut(leader).insert(ChildOf(root));
            bench.app.world_mut().entity_mut(follower).insert(ChildOf(root));
        }
        bench.run_to(2.0);
        bench.get::<Transform>(follower).translation
    };
    assert_eq!(run(None), run(Some(Transform::from_xyz(7.0, 0.0, 0.0))));
}
