//! Promise 9: bad input is refused and told; nothing that is not finite reaches a component of the user's.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, assert_ulps};

#[derive(Resource, Default)]
struct Told(Vec<&'static str>);

fn bench() -> Bench {
    let mut bench = Bench::at_rate(50.0);
    bench
        .app
        .init_resource::<Told>()
        .add_observer(|invalid: On<InvalidMotion>, mut told: ResMut<Told>| told.0.push(invalid.field));
    bench
}

fn told(bench: &Bench) -> &[&'static str] {
    &bench.app.world().resource::<Told>().0
}

const BAD: [f32; 4] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0];

#[test]
fn an_invalid_parameter_leaves_the_last_valid_motion_and_is_told_once() {
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
            assert_eq!(told(&bench), [field], "told once");
            bench.edit::<Spring>(body, |spring| *spring = Spring::critical(4.0));
            bench.run_to(0.7);
            bench.edit::<Spring>(body, |spring| edit(spring, bad));
            bench.run_to(0.8);
            assert_eq!(told(&bench).len(), 2, "told again as it turns invalid again");
        }
    }
}

#[test]
fn an_invalid_parameter_is_told_at_once_whatever_else_is_written_with_it() {
    for teleports in [false, true] {
        let mut bench = bench();
        // Stepped once a frame, what is written is looked at once.
        bench.app.register_motion_with::<TranslationX>(MotionOptions::frame());
        bench.app.add_observer(|invalid: On<InvalidMotion<TranslationX>>, mut told: ResMut<Told>| {
            told.0.push(invalid.field);
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
        assert_eq!(told(&bench), [field]);
        // Looked at again.
        bench.edit::<Spring<TranslationX>>(body, |_| {});
        bench.run_to(1.0);
        assert_eq!(told(&bench).len(), 1, "{field} is told once");
    }
}

#[test]
fn with_no_valid_motion_yet_it_holds_still() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Spring::critical(f32::NAN), Target::new(Vec3::X)));
    bench.run_to(1.0);
    assert_eq!(bench.x(body), 0.0);
    assert_eq!(told(&bench), ["Spring::angular_frequency"]);
}

#[test]
fn a_bad_kick_target_or_teleport_is_dropped() {
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
        assert_ulps(bench.x(body), x, 1.0, 1.0, "position goes on");
        assert_ulps(bench.v(body), v, 1.0, 1.0, "velocity goes on");
        assert_eq!(bench.get::<Transform>(body).translation.y, 0.0);
        assert_eq!(told(&bench), ["Velocity::0", "Target::value", "value"]);
    }
}

#[test]
fn a_bad_write_every_tick_is_told_once() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Spring::critical(4.0), Target::new(Vec3::X)));
    bench.app.add_systems(FixedUpdate, |mut velocity: Single<&mut Velocity>| velocity.0.x = f32::NAN);
    bench.run_to(1.0);
    assert_eq!(told(&bench), ["Velocity::0"]);
    assert!(bench.x(body) > 0.5, "the motion goes on");
}

#[test]
fn a_resting_entity_shakes_off_what_is_not_a_number() {
    let mut bench = bench();
    let body = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Spring::critical(4.0)));
    bench.run_to(1.0);
    bench.edit::<Transform>(body, |transform| transform.translation = Vec3::NAN);
    bench.run_to(1.1);
    assert_eq!(bench.get::<Transform>(body).translation, Vec3::X);
}

#[test]
fn extremes_stay_finite_and_do_not_panic() {
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
fn a_leader_that_despawns_leaves_its_last_value_behind() {
    let mut bench = bench();
    for ours in [true, false] {
        let leader = bench.spawn(Transform::from_xyz(1.0, 0.0, 0.0));
        if ours {
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
fn cycles_and_followers_of_themselves_do_no_harm() {
    let mut bench = bench();
    let [a, b, c] = [0.0, 1.0, 2.0].map(|x| bench.spawn((Transform::from_xyz(x, 0.0, 0.0), Spring::critical(5.0))));
    for (follower, leader) in [(a, b), (b, a), (c, c)] {
        bench.app.world_mut().entity_mut(follower).insert(Follow::new(leader));
    }
    let behind = bench.spawn((Transform::default(), Spring::critical(5.0), Follow::new(a)));
    bench.run_to(10.0);
    let [xa, xb, xc, x] = [a, b, c, behind].map(|entity| bench.x(entity));
    assert!((xa - xb).abs() < 1e-2, "two that follow each other meet: {xa}, {xb}");
    assert!((x - xa).abs() < 1e-2, "the one behind arrives: {x}, {xa}");
    assert_eq!(xc, 2.0, "whoever follows itself stays");
}

#[test]
fn every_other_field_is_judged_too() {
    type Spoil = fn(&mut bevy::ecs::world::EntityWorldMut, Entity);
    let cases: [(&str, Spoil); 8] = [
        ("Friction::rate", |body, _| _ = body.insert(Friction::new(-1.0))),
        ("Friction::rate", |body, _| _ = body.insert(Friction::new(f32::INFINITY))),
        ("Gravity::acceleration", |body, _| _ = body.insert(Gravity::new(Vec3::splat(f32::NAN)))),
        ("Follow::feed_forward", |body, leader| _ = body.insert(Follow::new(leader).with_feed_forward(1.5))),
        ("Follow::feed_forward", |body, leader| _ = body.insert(Follow::new(leader).with_feed_forward(f32::NAN))),
        ("Follow::offset", |body, leader| _ = body.insert(Follow::new(leader).with_offset(Vec3::INFINITY))),
        ("Pace::0", |body, _| _ = body.insert(Pace::new(-0.5))),
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
        assert_eq!(told(&bench), [field]);
        assert_ulps(bench.x(body), 1.0, 1.0, 1.0, &format!("with a bad {field} it coasts on"));
    }
}

#[test]
fn a_leader_that_is_not_finite_is_not_followed_there() {
    let mut bench = bench();
    let leader = bench.spawn(Transform::from_xyz(1.0, 0.0, 0.0));
    let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    bench.run_to(1.0);
    bench.edit::<Transform>(leader, |transform| transform.translation = Vec3::NAN);
    bench.run_to(2.0);
    assert_eq!(bench.x(follower), 1.0, "while the leader is nowhere, it arrives where that was last");
    bench.edit::<Transform>(leader, |transform| transform.translation = 3.0 * Vec3::X);
    bench.run_to(8.0);
    assert_eq!(bench.x(follower), 3.0, "where the leader came back");
}

#[test]
fn a_lost_sampled_leader_that_moved_stops() {
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
    assert!((bench.x(follower) - 1.0).abs() < 0.021, "{} should be the last place, or a tick on", bench.x(follower));
    assert!(bench.rests(follower));
}

#[test]
fn behind_a_refused_target_it_comes_to_rest_on_the_last_valid_one() {
    #[derive(Resource, Default)]
    struct Settlings(u32);

    let mut bench = bench();
    bench.app.init_resource::<Settlings>().add_observer(|_: On<Settled>, mut told: ResMut<Settlings>| told.0 += 1);
    let body = bench.spawn((Transform::default(), Spring::critical(9.0), Target::new(Vec3::X)));
    bench.run_to(0.2);
    bench.edit::<Target>(body, |target| target.value.x = f32::NAN);
    bench.run_to(4.0);
    assert_eq!(bench.x(body), 1.0);
    assert!(bench.rests(body));
    assert_eq!(bench.app.world().resource::<Settlings>().0, 1);
    // At rest, another refused one: told again only if there was a valid one between.
    bench.edit::<Target>(body, |target| target.value.x = f32::INFINITY);
    bench.run_to(4.5);
    assert_eq!(told(&bench), ["Target::value"]);
    bench.app.world_mut().entity_mut(body).remove::<Target>();
    bench.run_to(5.0);
    bench.app.world_mut().entity_mut(body).insert(Target::new(Vec3::NAN));
    bench.run_to(6.0);
    assert_eq!(told(&bench), ["Target::value"; 2]);
    assert_eq!(bench.app.world().resource::<Settlings>().0, 1, "it never left");
}
