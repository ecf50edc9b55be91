//! Promise 9: leaders that are despawned, disabled or become NaN, and tracked targets that become NaN.
//!
//! A follower keeps its last valid target, and continues as soon as its leader or target is valid again. NaN is reported once.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{events::InvalidMotion, math::Law, prelude::*, property::TranslationX};

use crate::app::{Bench, assert_ulps};

const TICK: f64 = 1.0 / 32.0;

/// The entities and fields that were reported as invalid.
#[derive(Resource, Default)]
struct Reported(Vec<(Entity, &'static str)>);

fn bench() -> Bench {
    let mut bench = Bench::at_rate(1.0 / TICK);
    bench.app.init_resource::<Reported>();
    bench.app.add_observer(|invalid: On<InvalidMotion>, mut reported: ResMut<Reported>| {
        reported.0.push((invalid.entity, invalid.field));
    });
    bench
}

fn reported(bench: &Bench) -> &[(Entity, &'static str)] {
    &bench.app.world().resource::<Reported>().0
}

/// Spawns a leader that the plugin moves along x, and its follower.
fn behind_a_moving_leader(bench: &mut Bench) -> (Entity, Entity) {
    let leader = bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X)));
    let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    (leader, follower)
}

/// Spawns a leader that user code moves along x at 3 units/s, and its follower.
fn behind_a_sampled_leader(bench: &mut Bench) -> (Entity, Entity) {
    let leader = bench.spawn(Transform::default());
    let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        if let Ok(mut transform) = transforms.get_mut(leader)
            && transform.translation.is_finite()
        {
            transform.translation.x = 3.0 * time.elapsed_secs();
        }
    });
    (leader, follower)
}

#[test]
fn followers_of_a_disabled_leader_hold_its_last_value_until_it_is_enabled() {
    let mut bench = bench();
    let (leader, follower) = behind_a_moving_leader(&mut bench);
    bench.run_to(1.0);
    bench.app.world_mut().entity_mut(leader).insert(Disabled);
    bench.run_to(5.0);
    let stopped = bench.app.world().get::<Transform>(leader).expect("it should still exist").translation.x;
    assert_eq!(bench.x(follower), stopped, "on the last target, not beyond it");
    assert!(bench.rests(follower));

    bench.app.world_mut().entity_mut(leader).remove::<Disabled>();
    bench.run_to(9.0);
    // The leader did not move while it was disabled, and has moved for 4 s since. The steady lag is 2 ζ u/ω.
    assert_ulps(bench.x(leader), f64::from(stopped) + 12.0, 2.0, 16.0, "the leader");
    assert_ulps(bench.x(follower), f64::from(stopped) + 12.0 - 0.75, 4.0, 16.0, "the follower");
}

#[test]
fn followers_of_a_disabled_sampled_leader_hold_its_last_value_until_it_is_enabled() {
    let mut bench = bench();
    let (leader, follower) = behind_a_sampled_leader(&mut bench);
    bench.run_to(1.0);
    bench.app.world_mut().entity_mut(leader).insert(Disabled);
    bench.run_to(4.0);
    assert_eq!(bench.x(follower), 3.0, "at the last sample");
    assert!(bench.rests(follower));

    bench.app.world_mut().entity_mut(leader).remove::<Disabled>();
    bench.run_to(8.0);
    assert_ulps(bench.x(follower), 24.0 - 0.75, 8.0, 24.0, "the follower");
}

#[test]
fn a_disabled_follower_continues_from_the_value_that_was_written_while_it_was_disabled() {
    for by_plugin in [true, false] {
        let mut bench = bench();
        let (leader, follower) =
            if by_plugin { behind_a_moving_leader(&mut bench) } else { behind_a_sampled_leader(&mut bench) };
        bench.run_to(1.0);
        let velocity = bench.v(follower);
        bench.app.world_mut().entity_mut(follower).insert(Disabled);
        bench.run_to(2.0);
        bench.edit::<Transform>(follower, |transform| transform.translation.x = -7.0);
        bench.run_to(3.0);
        assert_eq!(bench.x(follower), -7.0);
        bench.app.world_mut().entity_mut(follower).remove::<Disabled>();
        bench.run_to(3.0 + TICK);
        // Meanwhile, the leader has moved to 9. The target jumps there, and then moves with the leader.
        let law = Law { k: 64.0, c: 16.0, g: 0.0, a: 0.0 };
        let (x, v) = law.step_line(-7.0, velocity.into(), 9.0, 3.0, TICK);
        assert_ulps(bench.x(follower), x, 8.0, 9.0, &format!("moved by the plugin: {by_plugin}"));
        assert_ulps(bench.v(follower), v, 16.0, 32.0, &format!("velocity, moved by the plugin: {by_plugin}"));
        assert_ulps(bench.x(leader), 3.0 * (3.0 + TICK), 2.0, 9.0, "the leader");
    }
}

#[test]
fn followers_hold_the_last_value_of_a_leader_whose_component_is_removed() {
    let mut bench = bench();
    let (leader, follower) = behind_a_moving_leader(&mut bench);
    bench.run_to(1.0);
    let stopped = bench.x(leader);
    bench.app.world_mut().entity_mut(leader).remove::<Transform>();
    bench.run_to(5.0);
    assert_eq!(bench.x(follower), stopped);
    assert!(bench.rests(follower));

    bench.app.world_mut().entity_mut(leader).insert(Transform::from_xyz(20.0, 0.0, 0.0));
    bench.run_to(9.0);
    assert_ulps(bench.x(follower), f64::from(bench.x(leader)) - 0.75, 8.0, 32.0, "the follower");
}

#[test]
fn followers_of_a_despawned_sampled_leader_hold_its_last_value() {
    for feed_forward in [0.0, 1.0] {
        let mut bench = bench();
        let (leader, follower) = behind_a_sampled_leader(&mut bench);
        bench.edit::<Follow>(follower, |follow| follow.feed_forward = feed_forward);
        bench.run_to(1.0);
        bench.app.world_mut().entity_mut(leader).despawn();
        bench.run_to(6.0);
        assert_eq!(bench.x(follower), 3.0, "feed-forward {feed_forward}");
        assert!(bench.rests(follower));
        assert!(reported(&bench).is_empty(), "a lost leader is not invalid");
    }
}

#[test]
fn a_sampled_leader_that_becomes_nan_is_reported_once_and_its_last_value_is_kept() {
    for bad in [f32::NAN, f32::INFINITY] {
        let mut bench = bench();
        let (leader, follower) = behind_a_sampled_leader(&mut bench);
        bench.run_to(1.0);
        bench.edit::<Transform>(leader, |transform| transform.translation.x = bad);
        bench.run_to(5.0);
        assert_eq!(bench.x(follower), 3.0);
        assert!(bench.rests(follower));
        assert_eq!(reported(&bench), [(follower, "Follow::leader")]);

        bench.edit::<Transform>(leader, |transform| transform.translation.x = 0.0);
        bench.run_to(9.0);
        assert_ulps(bench.x(follower), 27.0 - 0.75, 8.0, 32.0, "finite again, it is followed again");
        bench.edit::<Transform>(leader, |transform| transform.translation.x = bad);
        bench.run_to(10.0);
        assert_eq!(reported(&bench).len(), 2, "reported again when it becomes invalid again");
    }
}

#[test]
fn a_tracked_target_that_becomes_nan_is_reported_once_and_its_last_value_is_kept() {
    let mut bench = bench();
    let entity = bench.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::ZERO).tracked()));
    #[derive(Resource)]
    struct Bad(bool);
    bench.app.insert_resource(Bad(false)).add_systems(
        FixedUpdate,
        move |time: Res<Time>, bad: Res<Bad>, mut targets: Query<&mut Target>| {
            let x = if bad.0 { f32::NAN } else { 3.0 * time.elapsed_secs() };
            targets.get_mut(entity).expect("it should have a target").value.x = x;
        },
    );
    bench.run_to(1.0);
    bench.app.insert_resource(Bad(true));
    bench.run_to(5.0);
    assert_eq!(bench.x(entity), 3.0);
    assert!(bench.rests(entity));
    assert_eq!(reported(&bench), [(entity, "Target::value")]);

    bench.app.insert_resource(Bad(false));
    bench.run_to(9.0);
    assert_ulps(bench.x(entity), 27.0 - 0.75, 8.0, 32.0, "finite again, it is tracked again");
    assert_eq!(reported(&bench).len(), 1);
}

#[test]
fn a_follower_whose_parent_has_zero_scale_keeps_the_last_value_of_its_leader() {
    let mut bench = bench();
    let parent = bench.spawn(Transform::default());
    let (leader, follower) = behind_a_sampled_leader(&mut bench);
    bench.app.world_mut().entity_mut(follower).insert(ChildOf(parent));
    bench.run_to(1.0);
    bench.edit::<Transform>(parent, |transform| transform.scale = Vec3::ZERO);
    bench.run_to(5.0);
    assert_eq!(bench.x(follower), 3.0);
    assert!(bench.rests(follower));
    bench.edit::<Transform>(parent, |transform| transform.scale = Vec3::ONE);
    bench.run_to(9.0);
    assert_ulps(bench.x(follower), 27.0 - 0.75, 8.0, 32.0, "visible again, it is followed again");
    assert_eq!(bench.x(leader), 27.0);
}

#[test]
fn a_follower_keeps_the_last_value_of_its_leader_if_the_parent_of_either_has_an_invalid_rotation() {
    for above_leader in [false, true] {
        let mut bench = bench();
        let parent = bench.spawn(Transform::default());
        let (leader, follower) = behind_a_sampled_leader(&mut bench);
        let child = if above_leader { leader } else { follower };
        bench.app.world_mut().entity_mut(child).insert(ChildOf(parent));
        bench.run_to(1.0);
        bench.edit::<Transform>(parent, |transform| transform.rotation = Quat::from_array([0.0; 4]));
        bench.run_to(5.0);
        assert_eq!(bench.x(follower), 3.0, "above its leader: {above_leader}");
        assert!(bench.rests(follower), "above its leader: {above_leader}");
        bench.edit::<Transform>(parent, |transform| transform.rotation = Quat::IDENTITY);
        bench.run_to(9.0);
        assert_ulps(bench.x(follower), 27.0 - 0.75, 8.0, 32.0, "visible again, it is followed again");
    }
}

#[test]
fn a_clone_tracks_its_own_target() {
    let mut bench = bench();
    let entity = bench.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::ZERO).tracked()));
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut targets: Query<(Entity, &mut Target)>| {
        for (which, mut target) in &mut targets {
            target.value.x = if which == entity { 3.0 } else { -2.0 } * time.elapsed_secs();
        }
    });
    bench.run_to(1.0);
    let clone = bench.app.world_mut().entity_mut(entity).clone_and_spawn();
    bench.run_to(5.0);
    assert_ulps(bench.x(entity), 15.0 - 0.75, 8.0, 16.0, "the original");
    assert_ulps(bench.x(clone), -10.0 + 0.5, 8.0, 16.0, "the clone");
}

#[test]
fn a_follower_whose_velocity_is_removed_and_inserted_again_keeps_following() {
    for (by_plugin, disabled) in [(false, false), (true, false), (false, true), (true, true)] {
        let what = format!("leader moved by the plugin: {by_plugin}, follower disabled meanwhile: {disabled}");
        let mut bench = Bench::at_rate(50.0);
        // Stepped once per frame, so that each write is adopted only once.
        bench.app.register_motion_with::<TranslationX>(MotionOptions::frame());
        let leader = bench.spawn(Transform::from_xyz(1.0, 0.0, 0.0));
        let still = Velocity::<TranslationX>::default();
        if by_plugin {
            bench.app.world_mut().entity_mut(leader).insert(still);
        }
        let spring = Spring::critical(20.0).on::<TranslationX>();
        let follower = bench.spawn((Transform::default(), spring, Follow::<TranslationX>::of(leader)));
        bench.run_to(0.1);
        let mut entity = bench.app.world_mut().entity_mut(follower);
        if disabled {
            entity.insert(Disabled);
        }
        entity.remove::<Velocity<TranslationX>>();
        bench.run_to(0.2);
        bench.app.world_mut().entity_mut(follower).insert(still);
        bench.run_to(0.3);
        bench.app.world_mut().entity_mut(follower).remove::<Disabled>();
        bench.run_to(3.0);
        assert_eq!(bench.x(follower), 1.0, "{what}");
        bench.edit::<Transform>(leader, |transform| transform.translation.x = 2.0);
        bench.run_to(6.0);
        assert_eq!(bench.x(follower), 2.0, "{what}");
    }
}
