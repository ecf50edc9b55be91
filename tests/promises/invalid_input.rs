//! Promise 9: invalid input is rejected and reported, and components stay finite.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{events::InvalidMotion, math::Law, prelude::*, property::TranslationX};

use crate::app::{Bench, assert_ulps};

/// The fields that were reported as invalid.
#[derive(Resource, Default)]
struct Reported(Vec<&'static str>);

fn bench() -> Bench {
    let mut bench = Bench::at_rate(50.0);
    bench
        .app
        .init_resource::<Reported>()
        .add_observer(|invalid: On<InvalidMotion>, mut reported: ResMut<Reported>| reported.0.push(invalid.field));
    bench
}

fn reported(bench: &Bench) -> &[&'static str] {
    &bench.app.world().resource::<Reported>().0
}

const BAD: [f32; 4] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0];

#[test]
fn an_invalid_parameter_keeps_the_last_valid_motion_and_is_reported_once() {
    let law = Law { k: 16.0, c: 8.0, g: 0.0, a: 0.0 };
    let edits: [(&str, fn(&mut Spring, f32)); 2] = [
        ("Spring::angular_frequency", |spring, value| spring.angular_frequency = value),
        ("Spring::damping_ratio", |spring, value| spring.damping_ratio = value),
    ];
    for (field, edit) in edits {
        for bad in BAD {
            if (field, bad) == ("Spring::angular_frequency", f32::INFINITY) {
                continue;
            }
            let mut bench = bench();
            let body = bench.spawn((Transform::default(), Spring::critical(4.0), Target::new(Vec3::X)));
            bench.run_to(0.2);
            bench.edit::<Spring>(body, |spring| edit(spring, bad));
            bench.run_to(0.6);
            let (x, _) = law.step_held(0.0, 0.0, 1.0, bench.elapsed());
            assert_ulps(bench.x(body), x, 1.0, 1.0, &format!("{field} = {bad}"));
            assert_eq!(reported(&bench), [field], "reported once");
            bench.edit::<Spring>(body, |spring| *spring = Spring::critical(4.0));
            bench.run_to(0.7);
            bench.edit::<Spring>(body, |spring| edit(spring, bad));
            bench.run_to(0.8);
            assert_eq!(reported(&bench).len(), 2, "reported again when it becomes invalid again");
        }
    }
}

#[test]
fn an_invalid_parameter_is_reported_also_with_other_writes_in_the_same_frame() {
    for teleports in [false, true] {
        let mut bench = bench();
        // Stepped once per frame, so that each write is validated only once.
        bench.app.register_motion_with::<TranslationX>(MotionOptions::frame());
        bench.app.add_observer(|invalid: On<InvalidMotion<TranslationX>>, mut reported: ResMut<Reported>| {
            reported.0.push(invalid.field);
        });
        let leader = bench.spawn(Transform::default());
        let spring = Spring::critical(4.0).on::<TranslationX>();
        let body = bench.spawn((Transform::default(), spring, Target::<TranslationX>::of(1.0)));
        bench.run_to(0.2);
        if teleports {
            bench.edit::<Spring<TranslationX>>(body, |spring| spring.damping_ratio = -1.0);
            bench.edit::<Transform>(body, |transform| transform.translation.x = -1.0);
        } else {
            let follow = Follow::<TranslationX>::of(leader).with_feed_forward(-1.0);
            bench.app.world_mut().entity_mut(body).insert(follow);
        }
        bench.run_to(0.3);
        let field = if teleports { "Spring::damping_ratio" } else { "Follow::feed_forward" };
        assert_eq!(reported(&bench), [field]);
        // Marking the component as changed makes the plugin validate it again.
        bench.edit::<Spring<TranslationX>>(body, |_| {});
        bench.run_to(1.0);
        assert_eq!(reported(&bench).len(), 1, "{field} is reported once");
    }
}

#[test]
fn without_a_valid_motion_an_entity_holds_still() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Spring::critical(f32::NAN), Target::new(Vec3::X)));
    bench.run_to(1.0);
    assert_eq!(bench.x(body), 0.0);
    assert_eq!(reported(&bench), ["Spring::angular_frequency"]);
}

#[test]
fn kicks_targets_and_teleports_that_are_not_finite_are_dropped() {
    let law = Law { k: 16.0, c: 8.0, g: 0.0, a: 0.0 };
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut bench = bench();
        let body = bench.spawn((Transform::default(), Spring::critical(4.0), Target::new(Vec3::X)));
        bench.run_to(0.2);
        bench.edit::<Velocity>(body, |velocity| velocity.0.x += bad);
        bench.run_to(0.3);
        bench.edit::<Target>(body, |target| target.value.x = bad);
        bench.run_to(0.4);
        bench.edit::<Transform>(body, |transform| transform.translation.y = bad);
        bench.run_to(0.5);
        let (x, v) = law.step_held(0.0, 0.0, 1.0, bench.elapsed());
        assert_ulps(bench.x(body), x, 1.0, 1.0, "the position continues");
        assert_ulps(bench.v(body), v, 1.0, 1.0, "the velocity continues");
        assert_eq!(bench.get::<Transform>(body).translation.y, 0.0);
        assert_eq!(reported(&bench), ["Velocity::0", "Target::value", "value"]);
    }
}

#[test]
fn an_invalid_write_in_every_tick_is_reported_once() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Spring::critical(4.0), Target::new(Vec3::X)));
    bench.app.add_systems(FixedUpdate, |mut velocity: Single<&mut Velocity>| velocity.0.x = f32::NAN);
    bench.run_to(1.0);
    assert_eq!(reported(&bench), ["Velocity::0"]);
    assert!(bench.x(body) > 0.5, "the motion continues");
}

#[test]
fn nan_written_to_a_resting_entity_is_dropped() {
    let mut bench = bench();
    let body = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Spring::critical(4.0)));
    bench.run_to(1.0);
    bench.edit::<Transform>(body, |transform| transform.translation = Vec3::NAN);
    bench.run_to(1.1);
    assert_eq!(bench.get::<Transform>(body).translation, Vec3::X);
}

#[test]
fn extreme_parameters_keep_values_finite_and_do_not_panic() {
    let values = [0.0, f32::MIN_POSITIVE, 1e-30, 1.0, 1e30, f32::MAX, -f32::MAX];
    for omega in values {
        for zeta in values {
            for start in values {
                let mut bench = bench();
                let body = bench.spawn((
                    Transform::from_xyz(start, 0.0, 0.0),
                    Velocity::new(Vec3::splat(start)),
                    Spring::new(omega, zeta),
                    Target::new(Vec3::new(-start, 1.0, start)),
                ));
                let follower = bench.spawn((Transform::default(), Spring::new(zeta, omega), Follow::new(body)));
                for _ in 0..30 {
                    bench.frame(Duration::from_millis(33));
                    for entity in [body, follower] {
                        assert!(
                            bench.get::<Transform>(entity).translation.is_finite(),
                            "ω {omega} ζ {zeta} from {start}"
                        );
                        assert!(bench.get::<Velocity>(entity).0.is_finite(), "ω {omega} ζ {zeta} from {start}");
                    }
                }
            }
        }
    }
}

#[test]
fn followers_of_a_despawned_leader_rest_at_its_last_value() {
    let mut bench = bench();
    for by_plugin in [true, false] {
        let leader = bench.spawn(Transform::from_xyz(1.0, 0.0, 0.0));
        if by_plugin {
            bench.app.world_mut().entity_mut(leader).insert(Velocity::new(Vec3::X));
        }
        let follower = bench.spawn((Transform::default(), Spring::critical(9.0), Follow::new(leader)));
        let start = bench.elapsed();
        bench.run_to(start + 1.0);
        let last = bench.x(leader);
        bench.app.world_mut().despawn(leader);
        bench.run_to(start + 5.0);
        assert_ulps(bench.x(follower), last.into(), 1.0, last.into(), "rests where the leader was last seen");
        assert!(bench.rests(follower));
    }
}

#[test]
fn cycles_and_entities_that_follow_themselves_are_harmless() {
    let mut bench = bench();
    let [a, b, c] = [0.0, 1.0, 2.0].map(|x| bench.spawn((Transform::from_xyz(x, 0.0, 0.0), Spring::critical(5.0))));
    for (follower, leader) in [(a, b), (b, a), (c, c)] {
        bench.app.world_mut().entity_mut(follower).insert(Follow::new(leader));
    }
    let behind = bench.spawn((Transform::default(), Spring::critical(5.0), Follow::new(a)));
    bench.run_to(10.0);
    let [xa, xb, xc, x] = [a, b, c, behind].map(|entity| bench.x(entity));
    assert!((xa - xb).abs() < 1e-2, "two that follow each other meet: {xa}, {xb}");
    assert!((x - xa).abs() < 1e-2, "their follower arrives: {x}, {xa}");
    assert_eq!(xc, 2.0, "an entity that follows itself stays");
}

#[test]
fn fields_of_components_other_than_the_spring_are_validated() {
    type Spoil = fn(&mut bevy::ecs::world::EntityWorldMut, Entity);
    let cases: [(&str, Spoil); 8] = [
        ("Friction::rate", |body, _| _ = body.insert(Friction::new(-1.0))),
        ("Friction::rate", |body, _| _ = body.insert(Friction::new(f32::INFINITY))),
        ("Gravity::acceleration", |body, _| _ = body.insert(Gravity::new(Vec3::splat(f32::NAN)))),
        ("Follow::feed_forward", |body, leader| _ = body.insert(Follow::new(leader).with_feed_forward(1.5))),
        ("Follow::feed_forward", |body, leader| _ = body.insert(Follow::new(leader).with_feed_forward(f32::NAN))),
        ("Follow::offset", |body, leader| _ = body.insert(Follow::new(leader).with_offset(Vec3::INFINITY))),
        ("TimeScale::0", |body, _| _ = body.insert(TimeScale::new(-0.5))),
        ("ExponentialRate", |body, _| {
            _ = body.insert(ExponentialRate::<Translation> { duration: -1.0, ..Default::default() });
        }),
    ];
    for (field, spoil) in cases {
        let mut bench = bench();
        let leader = bench.spawn(Transform::default());
        let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
        bench.run_to(0.5);
        spoil(&mut bench.app.world_mut().entity_mut(body), leader);
        if field.starts_with("Follow") {
            bench.app.world_mut().entity_mut(body).insert(Spring::critical(0.0));
        }
        bench.run_to(1.0);
        assert_eq!(reported(&bench), [field]);
        assert_ulps(bench.x(body), 1.0, 1.0, 1.0, &format!("with an invalid {field} it keeps coasting"));
    }
}

#[test]
fn a_leader_that_becomes_nan_is_followed_to_its_last_finite_value() {
    let mut bench = bench();
    let leader = bench.spawn(Transform::from_xyz(1.0, 0.0, 0.0));
    let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    bench.run_to(1.0);
    bench.edit::<Transform>(leader, |transform| transform.translation = Vec3::NAN);
    bench.run_to(2.0);
    assert_eq!(bench.x(follower), 1.0, "it arrives at the last finite value of the leader");
    bench.edit::<Transform>(leader, |transform| transform.translation = 3.0 * Vec3::X);
    bench.run_to(8.0);
    assert_eq!(bench.x(follower), 3.0, "it follows the leader that is finite again");
}

#[test]
fn followers_of_a_despawned_moving_leader_come_to_rest() {
    let mut bench = bench();
    let leader = bench.spawn(Transform::default());
    let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        if let Ok(mut transform) = transforms.get_mut(leader) {
            transform.translation.x = time.elapsed_secs();
        }
    });
    bench.run_to(1.0);
    bench.app.world_mut().despawn(leader);
    bench.run_to(6.0);
    assert!((bench.x(follower) - 1.0).abs() < 0.021, "{} should be 1, or a tick further", bench.x(follower));
    assert!(bench.rests(follower));
}

#[test]
fn with_an_invalid_target_an_entity_rests_at_the_last_valid_one() {
    #[derive(Resource, Default)]
    struct Settlings(u32);

    let mut bench = bench();
    bench.app.init_resource::<Settlings>().add_observer(|_: On<Settled>, mut count: ResMut<Settlings>| count.0 += 1);
    let body = bench.spawn((Transform::default(), Spring::critical(9.0), Target::new(Vec3::X)));
    bench.run_to(0.2);
    bench.edit::<Target>(body, |target| target.value.x = f32::NAN);
    bench.run_to(4.0);
    assert_eq!(bench.x(body), 1.0);
    assert!(bench.rests(body));
    assert_eq!(bench.app.world().resource::<Settlings>().0, 1);
    // While the entity rests, another invalid target is written. It is reported only if the target was valid or removed in between.
    bench.edit::<Target>(body, |target| target.value.x = f32::INFINITY);
    bench.run_to(4.5);
    assert_eq!(reported(&bench), ["Target::value"]);
    bench.app.world_mut().entity_mut(body).remove::<Target>();
    bench.run_to(5.0);
    bench.app.world_mut().entity_mut(body).insert(Target::new(Vec3::NAN));
    bench.run_to(6.0);
    assert_eq!(reported(&bench), ["Target::value"; 2]);
    assert_eq!(bench.app.world().resource::<Settlings>().0, 1, "it stayed at rest");
}
