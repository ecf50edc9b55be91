//! Promise 9: leaders that vanish, are switched off, or turn into what is not a number; and tracked targets that do.
//!
//! Whoever follows holds the last target there was, is told once, and goes on as soon as there is something to follow.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, assert_ulps};

const TICK: f64 = 1.0 / 32.0;

/// What was told, and of whom.
#[derive(Resource, Default)]
struct Told(Vec<(Entity, &'static str)>);

fn bench() -> Bench {
    let mut bench = Bench::at_rate(1.0 / TICK);
    bench.app.init_resource::<Told>();
    bench.app.add_observer(|invalid: On<InvalidMotion>, mut told: ResMut<Told>| {
        told.0.push((invalid.entity, invalid.field));
    });
    bench
}

fn told(bench: &Bench) -> &[(Entity, &'static str)] {
    &bench.app.world().resource::<Told>().0
}

/// Someone of ours on the way along x, and a follower.
fn behind_a_leader_of_ours(bench: &mut Bench) -> (Entity, Entity) {
    let leader = bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X)));
    let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    (leader, follower)
}

/// A body that something else moves along x at 3 units/s, and a follower.
fn behind_a_foreign_leader(bench: &mut Bench) -> (Entity, Entity) {
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
fn a_disabled_leader_of_ours_holds_its_followers_target_and_leads_on_when_enabled() {
    let mut bench = bench();
    let (leader, follower) = behind_a_leader_of_ours(&mut bench);
    bench.run_to(1.0);
    bench.app.world_mut().entity_mut(leader).insert(Disabled);
    bench.run_to(5.0);
    let stopped = bench.app.world().get::<Transform>(leader).expect("disabled, yet there").translation.x;
    assert_eq!(bench.x(follower), stopped, "on the last target, not beyond it");
    assert!(bench.rests(follower));

    bench.app.world_mut().entity_mut(leader).remove::<Disabled>();
    bench.run_to(9.0);
    // No time has passed for it meanwhile: 4 s more. The steady lag is 2 ζ u/ω.
    assert_ulps(bench.x(leader), f64::from(stopped) + 12.0, 2.0, 16.0, "the leader");
    assert_ulps(bench.x(follower), f64::from(stopped) + 12.0 - 0.75, 4.0, 16.0, "the follower");
}

#[test]
fn a_disabled_foreign_leader_is_a_lost_one_and_a_new_one_when_enabled() {
    let mut bench = bench();
    let (leader, follower) = behind_a_foreign_leader(&mut bench);
    bench.run_to(1.0);
    bench.app.world_mut().entity_mut(leader).insert(Disabled);
    bench.run_to(4.0);
    assert_eq!(bench.x(follower), 3.0, "on the last value that it was seen with");
    assert!(bench.rests(follower));

    bench.app.world_mut().entity_mut(leader).remove::<Disabled>();
    bench.run_to(8.0);
    assert_ulps(bench.x(follower), 24.0 - 0.75, 8.0, 24.0, "the follower");
}

#[test]
fn a_disabled_follower_goes_on_from_where_it_is_with_what_was_written_meanwhile() {
    for ours in [true, false] {
        let mut bench = bench();
        let (leader, follower) =
            if ours { behind_a_leader_of_ours(&mut bench) } else { behind_a_foreign_leader(&mut bench) };
        bench.run_to(1.0);
        let velocity = bench.v(follower);
        bench.app.world_mut().entity_mut(follower).insert(Disabled);
        bench.run_to(2.0);
        bench.edit::<Transform>(follower, |transform| transform.translation.x = -7.0);
        bench.run_to(3.0);
        assert_eq!(bench.x(follower), -7.0);
        bench.app.world_mut().entity_mut(follower).remove::<Disabled>();
        bench.run_to(3.0 + TICK);
        // The leader has gone to 9; the target jumps there, and moves on.
        let law = Law { k: 64.0, c: 16.0, g: 0.0, a: 0.0 };
        let (x, v) = law.step_line(-7.0, velocity.into(), 9.0, 3.0, TICK);
        assert_ulps(bench.x(follower), x, 8.0, 9.0, &format!("a leader of ours: {ours}"));
        assert_ulps(bench.v(follower), v, 16.0, 32.0, &format!("its velocity, a leader of ours: {ours}"));
        assert_ulps(bench.x(leader), 3.0 * (3.0 + TICK), 2.0, 9.0, "the leader");
    }
}

#[test]
fn a_leader_of_ours_without_its_component_holds_its_followers_target() {
    let mut bench = bench();
    let (leader, follower) = behind_a_leader_of_ours(&mut bench);
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
fn a_foreign_leader_that_despawns_is_held_where_it_was_last_seen() {
    for feed_forward in [0.0, 1.0] {
        let mut bench = bench();
        let (leader, follower) = behind_a_foreign_leader(&mut bench);
        bench.edit::<Follow>(follower, |follow| follow.feed_forward = feed_forward);
        bench.run_to(1.0);
        bench.app.world_mut().entity_mut(leader).despawn();
        bench.run_to(6.0);
        assert_eq!(bench.x(follower), 3.0, "feed-forward {feed_forward}");
        assert!(bench.rests(follower));
        assert!(told(&bench).is_empty(), "lost is not invalid");
    }
}

#[test]
fn a_sampled_leader_that_is_not_a_number_is_told_once_and_held_where_it_was_one() {
    for bad in [f32::NAN, f32::INFINITY] {
        let mut bench = bench();
        let (leader, follower) = behind_a_foreign_leader(&mut bench);
        bench.run_to(1.0);
        bench.edit::<Transform>(leader, |transform| transform.translation.x = bad);
        bench.run_to(5.0);
        assert_eq!(bench.x(follower), 3.0);
        assert!(bench.rests(follower));
        assert_eq!(told(&bench), [(follower, "Follow::leader")]);

        bench.edit::<Transform>(leader, |transform| transform.translation.x = 0.0);
        bench.run_to(9.0);
        assert_ulps(bench.x(follower), 27.0 - 0.75, 8.0, 32.0, "a number again, it is followed again");
        bench.edit::<Transform>(leader, |transform| transform.translation.x = bad);
        bench.run_to(10.0);
        assert_eq!(told(&bench).len(), 2, "told as it turns so");
    }
}

#[test]
fn a_tracked_target_that_is_not_a_number_is_told_once_and_held_where_it_was_one() {
    let mut bench = bench();
    let entity = bench.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::ZERO).tracked()));
    #[derive(Resource)]
    struct Bad(bool);
    bench.app.insert_resource(Bad(false)).add_systems(
        FixedUpdate,
        move |time: Res<Time>, bad: Res<Bad>, mut targets: Query<&mut Target>| {
            let x = if bad.0 { f32::NAN } else { 3.0 * time.elapsed_secs() };
            targets.get_mut(entity).expect("there").value.x = x;
        },
    );
    bench.run_to(1.0);
    bench.app.insert_resource(Bad(true));
    bench.run_to(5.0);
    assert_eq!(bench.x(entity), 3.0);
    assert!(bench.rests(entity));
    assert_eq!(told(&bench), [(entity, "Target::value")]);

    bench.app.insert_resource(Bad(false));
    bench.run_to(9.0);
    assert_ulps(bench.x(entity), 27.0 - 0.75, 8.0, 32.0, "a number again, it is tracked again");
    assert_eq!(told(&bench).len(), 1);
}

#[test]
fn a_leader_seen_in_a_frame_without_volume_is_held_where_it_was_last_seen() {
    let mut bench = bench();
    let parent = bench.spawn(Transform::default());
    let (leader, follower) = behind_a_foreign_leader(&mut bench);
    bench.app.world_mut().entity_mut(follower).insert(ChildOf(parent));
    bench.run_to(1.0);
    bench.edit::<Transform>(parent, |transform| transform.scale = Vec3::ZERO);
    bench.run_to(5.0);
    assert_eq!(bench.x(follower), 3.0);
    assert!(bench.rests(follower));
    bench.edit::<Transform>(parent, |transform| transform.scale = Vec3::ONE);
    bench.run_to(9.0);
    assert_ulps(bench.x(follower), 27.0 - 0.75, 8.0, 32.0, "seen again, it is followed again");
    assert_eq!(bench.x(leader), 27.0);
}

#[test]
fn a_leader_seen_in_a_frame_without_directions_is_held_where_it_was_last_seen() {
    for above_leader in [false, true] {
        let mut bench = bench();
        let parent = bench.spawn(Transform::default());
        let (leader, follower) = behind_a_foreign_leader(&mut bench);
        let child = if above_leader { leader } else { follower };
        bench.app.world_mut().entity_mut(child).insert(ChildOf(parent));
        bench.run_to(1.0);
        bench.edit::<Transform>(parent, |transform| transform.rotation = Quat::from_array([0.0; 4]));
        bench.run_to(5.0);
        assert_eq!(bench.x(follower), 3.0, "above its leader: {above_leader}");
        assert!(bench.rests(follower), "above its leader: {above_leader}");
        bench.edit::<Transform>(parent, |transform| transform.rotation = Quat::IDENTITY);
        bench.run_to(9.0);
        assert_ulps(bench.x(follower), 27.0 - 0.75, 8.0, 32.0, "seen again, it is followed again");
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
fn a_follower_whose_motion_is_new_follows_on() {
    for (ours, disabled) in [(false, false), (true, false), (false, true), (true, true)] {
        let what = format!("leader of ours: {ours}, meanwhile disabled: {disabled}");
        let mut bench = Bench::at_rate(50.0);
        // Stepped once a frame, what is written is looked at once.
        bench.app.register_motion_with::<TranslationX>(MotionOptions::frame());
        let leader = bench.spawn(Transform::from_xyz(1.0, 0.0, 0.0));
        let still = Velocity::<TranslationX>::default();
        if ours {
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
