//! Forecasts of `Motion::of`, which reads an entity's components, even before the plugin has adopted its motion.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{ForecastError, math, prelude::*, property::Property};

use crate::{
    app::{Bench, Dial, Turn, assert_ulps, ulp},
    pacing::{self, Paced, Pacing},
    record::listen,
};

const FOREVER: f64 = 1e6;

const LENGTH: usize = 9;

/// Spawns an entity for each force and for each kind of end. All of them come to rest.
fn spawn(bench: &mut Bench) -> [Entity; LENGTH] {
    let gravity = Gravity::new(-9.8 * Vec3::Y);
    let thrown = |x: f32, y: f32| (Transform::from_xyz(0.0, 2.0, 0.0), Velocity::new(Vec3::new(x, y, 0.0)));
    let list = Limits::at_most(Vec3::splat(300.0)).softened(18.0);
    [
        bench.spawn((thrown(3.0, 1.0), Spring::new(6.0, 0.3), Target::new(Vec3::new(1.0, 0.5, -2.0)))),
        bench.spawn((thrown(3.0, -1.0), Friction::new(1.5))),
        bench.spawn((thrown(3.0, 5.0), gravity, Friction::new(2.0), Limits::floor(0.0).with_restitution(0.6))),
        bench.spawn((thrown(4.0, 0.0), DryFriction::new(2.0), Friction::new(0.3))),
        bench.spawn((
            Transform::from_xyz(2.0, 0.0, 0.0),
            (Spring::new(5.0, 0.1), Target::new(Vec3::ZERO), DryFriction::new(1.5)),
        )),
        bench.spawn((Transform::default(), Velocity::new(1000.0 * Vec3::X), Friction::new(2.0), list)),
        bench.spawn((
            Transform::default(),
            Velocity::new(1000.0 * Vec3::X),
            Friction::new(2.0),
            Fling::new(400.0 * Vec3::X),
        )),
        bench.spawn((thrown(900.0, 0.0), Fling::new(Vec3::new(400.0, 2.0, 0.0)).with_duration(1.25), list)),
        bench.spawn((thrown(3.0, 1.0), Spring::critical(8.0), gravity, TimeScale::new(0.5))),
    ]
}

fn of(bench: &Bench, entity: Entity) -> Motion {
    Motion::of(bench.app.world(), entity).expect("it should be valid")
}

/// The debug text of a motion, without its cache.
fn all_of(motion: &Motion) -> String {
    let all = format!("{motion:?}");
    all.rsplit_once(", clear_ticks:").map_or(all.clone(), |(all, _)| all.into())
}

#[test]
fn a_motion_read_before_its_adoption_equals_the_adopted_motion() {
    let mut bench = Bench::at_rate(64.0);
    let bodies = spawn(&mut bench);
    let before = bodies.map(|body| all_of(&of(&bench, body)));
    bench.frame(Duration::ZERO);
    for (index, (body, before)) in bodies.into_iter().zip(before).enumerate() {
        assert_eq!(all_of(bench.get(body)), before, "{index}");
        assert_eq!(all_of(&of(&bench, body)), before, "{index}: once more");
    }
}

#[test]
fn a_forecast_before_the_first_tick_comes_true() {
    for pacing in pacing::ALL {
        let mut paced = Paced::new(pacing);
        let bodies = spawn(&mut paced.bench);
        // No schedule has run since the entities were spawned.
        let motions = bodies.map(|body| of(&paced.bench, body));
        let start = paced.now();
        let rests = motions.each_ref().map(|motion| motion.will_rest(1e-3, FOREVER));
        let reaches = motions.each_ref().map(|motion| motion.will_reach(FOREVER));
        while paced.now() < 8.0 {
            paced.frame();
            let (bench, t) = (&paced.bench, paced.now());
            for (index, (&body, motion)) in bodies.iter().zip(&motions).enumerate() {
                if bench.rests(body) {
                    continue;
                }
                let (value, velocity) = motion.after(t - start);
                let found = (bench.get::<Transform>(body).translation, bench.get::<Velocity>(body).0);
                // The instants of ticks are rounded to nanoseconds, which is 1e-6 units at 1000 units/s.
                let bar = ulp(f64::from(value.abs().max_element()).max(2.0)) + 1e-9 * f64::from(velocity.length());
                assert!(
                    f64::from((found.0 - value).abs().max_element()) <= bar,
                    "{pacing:?}, {index} at {t}: {found:?} {value}"
                );
                // The velocity jumps at a contact. Within two nanoseconds of that instant, either velocity is right.
                let bar = 2.0 * ulp(f64::from(velocity.length()).max(16.0)) + 2e-6;
                let is_near = bench.contacts().iter().any(|contact| (contact.time - t).abs() < 2e-9);
                assert!(
                    is_near || f64::from((found.1 - velocity).length()) <= bar,
                    "{pacing:?}, {index} at {t}: {found:?} {velocity}"
                );
            }
        }
        let bench = &paced.bench;
        for (index, ((body, rest), reach)) in bodies.into_iter().zip(rests).zip(reaches).enumerate() {
            let what = format!("{pacing:?}, {index}");
            let Some((seconds, value)) = rest else { panic!("{what}: it should rest") };
            let rested = bench.rested().iter().find(|rested| rested.0 == body).expect("it should rest").1;
            let longest = if let Pacing::Hz(rate) = pacing { 1.0 / rate } else { 0.05 };
            assert!(rested >= seconds - 1e-7 && rested < seconds + longest + 1e-6, "{what}: {rested} {seconds}");
            let found = bench.get::<Transform>(body).translation;
            // A motion with an exact end rests at the forecast value. A motion that only approaches its end rests within the rest tolerance
            // of that value.
            let ends_exactly = [0, 3, 5, 6, 7, 8].contains(&index);
            let bar = if ends_exactly { ulp(f64::from(value.length())) as f32 } else { 1e-3 };
            assert!(found.distance(value) <= bar, "{what}: {found} {value}");
            let hit = bench.contacts().iter().find(|contact| contact.entity == body);
            assert_eq!(hit.is_some(), reach.is_some(), "{what}");
            if let Some((hit, reach)) = hit.zip(reach) {
                assert_eq!(
                    (hit.bound, hit.coordinate, hit.value),
                    (reach.bound, reach.coordinate, reach.value),
                    "{what}"
                );
                assert_ulps(hit.time as f32, start + reach.seconds, 1.0, hit.time, &what);
                let bar = ulp(f64::from(reach.velocity.length())) as f32;
                assert!(hit.velocity_before.distance(reach.velocity) <= bar, "{what}: {hit:?} {reach:?}");
            }
        }
    }
}

#[test]
fn the_instant_of_rest_is_forecast_exactly_for_motions_that_end_exactly() {
    let mut bench = Bench::at_rate(64.0);
    let thrown = || (Transform::default(), Velocity::new(1000.0 * Vec3::X));
    let stone = bench.spawn((thrown(), DryFriction::new(1250.0)));
    let flung = bench.spawn((thrown(), Friction::new(2.0), Fling::new(400.0 * Vec3::X)));
    let timed = bench.spawn((thrown(), Fling::new(400.0 * Vec3::X).with_duration(1.0)));
    for (body, instant) in [(stone, 0.8), (flung, 1.330_199_529_231_842_5), (timed, 1.0)] {
        // Only the end itself is within this small tolerance.
        let (seconds, value) = of(&bench, body).will_rest(1e-12, FOREVER).expect("it should rest");
        assert_ulps(seconds as f32, instant, 1.0, instant, "when");
        assert_eq!(value, 400.0 * Vec3::X);
    }
}

#[test]
fn kicks_changed_targets_and_releases_are_in_the_forecast_immediately() {
    let mut bench = Bench::at_rate(64.0);
    listen(&mut bench);
    let kicked = bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X), Friction::new(0.7)));
    let aimed = bench.spawn((Transform::default(), Spring::new(5.0, 0.2), Target::new(Vec3::X)));
    let bounded = bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X), DryFriction::new(0.5)));
    let held = bench.spawn((Transform::default(), Friction::new(2.0), Grabbed::new()));
    for _ in 0..20 {
        bench.edit::<Transform>(held, |transform| transform.translation.x += 0.25);
        bench.frame(Duration::from_micros(15_625));
    }
    // The instant of this frame is between two ticks.
    bench.frame(Duration::from_micros(5_000));
    bench.edit::<Velocity>(kicked, |velocity| velocity.0 += Vec3::new(0.0, 7.0, -1.0));
    bench.edit::<Target>(aimed, |target| target.value = Vec3::new(-2.0, 0.0, 1.0));
    bench.app.world_mut().entity_mut(bounded).insert(Limits::at_most(Vec3::splat(2.0)).with_restitution(0.5));
    let while_held = of(&bench, held);
    bench.app.world_mut().entity_mut(held).remove::<Grabbed>();
    let bodies = [kicked, aimed, bounded, held];
    let motions = bodies.map(|body| of(&bench, body));
    assert_eq!(while_held.after(1.0), motions[3].after(1.0), "a grabbed entity is forecast as if released");
    assert!(motions[3].after(1.0).1.x > 1.0, "it should have the velocity of the drag");
    let now = bench.elapsed();
    bench.run_to(now + 1.0);
    for (body, motion) in bodies.into_iter().zip(motions) {
        // The entities are drawn 5 ms after a tick, as they were when the forecast was made.
        let (value, velocity) = motion.after(bench.elapsed() - now + 0.005);
        assert!(bench.get::<Transform>(body).translation.distance(value) <= 2.0 * f32::EPSILON * value.length());
        assert!(bench.get::<Velocity>(body).0.distance(velocity) <= 4.0 * f32::EPSILON * velocity.length().max(4.0));
    }
}

#[test]
fn a_forecast_changes_nothing() {
    let [mut forecast, mut plain] = [0, 1].map(|_| Bench::at_rate(64.0));
    let (bodies, twins) = (spawn(&mut forecast), spawn(&mut plain));
    for frame in 0..200 {
        for body in bodies {
            assert!(of(&forecast, body).after(0.5).0.is_finite());
        }
        forecast.frame(Duration::from_millis(11));
        plain.frame(Duration::from_millis(11));
        for (body, twin) in bodies.into_iter().zip(twins) {
            assert_eq!(forecast.get::<Transform>(body), plain.get::<Transform>(twin), "frame {frame}");
        }
    }
}

#[test]
fn a_forecast_that_is_impossible_is_an_error_that_says_why() {
    #[derive(bevy::reflect::TypePath)]
    enum Other {}
    impl Property for Other {
        type Component = Dial;
        type Value = f32;
        fn get(dial: &Dial) -> f32 {
            dial.0
        }
        fn set(dial: &mut Dial, value: f32) {
            dial.0 = value;
        }
    }
    let mut bench = Bench::at_rate(64.0);
    let still = bench.spawn(Transform::default());
    let leader = bench.spawn(Transform::from_xyz(4.0, 0.0, 0.0));
    let follower = bench.spawn((Transform::default(), Spring::critical(6.0), Follow::new(leader)));
    let turning = bench.spawn((Transform::default(), Velocity::new(Vec3::X), Gravity::EARTH, DryFriction::new(1.0)));
    let pulled = bench.spawn((Transform::default(), Velocity::new(Vec3::X), Gravity::EARTH, Fling::new(Vec3::X)));
    let bad = [
        (bench.spawn((Transform::default(), Spring::new(f32::NAN, 1.0))), "Spring::angular_frequency"),
        (bench.spawn((Transform::default(), Velocity::new(f32::INFINITY * Vec3::X))), "Velocity::0"),
        (bench.spawn((Transform::from_xyz(f32::NAN, 0.0, 0.0), Friction::new(1.0))), "value"),
        (bench.spawn((Transform::default(), Spring::critical(1.0), Target::new(Vec3::NAN))), "Target::value"),
        (bench.spawn((Transform::default(), Limits::floor(f32::NAN))), "Limits::lower"),
        (bench.spawn((Transform::default(), DryFriction::new(-1.0))), "DryFriction::deceleration"),
        (turning, "DryFriction::deceleration"),
        (pulled, "Fling"),
    ];
    let error = |bench: &Bench, entity| {
        Motion::<Translation>::of(bench.app.world(), entity).expect_err("it should have no motion")
    };
    let field = |bench: &Bench, entity| match error(bench, entity) {
        ForecastError::Invalid { field, .. } => field,
        error => panic!("{error}"),
    };
    for (entity, expected) in bad {
        assert_eq!(field(&bench, entity), expected);
    }
    assert_eq!(error(&bench, follower), ForecastError::NotSeen { entity: follower });
    let text = error(&bench, bad[0].0).to_string();
    assert_eq!(text, "Spring::angular_frequency is NaN, expected at least 0");
    bench.frame(Duration::ZERO);
    // Input that is still invalid is an error in each forecast, although the plugin reports it only once.
    for (entity, expected) in bad.into_iter().filter(|(_, field)| !["Velocity::0", "value"].contains(field)) {
        assert_eq!(field(&bench, entity), expected);
    }
    assert!(Motion::<Translation>::of(bench.app.world(), follower).is_ok());
    for without_motion in [still, Entity::PLACEHOLDER] {
        assert!(matches!(error(&bench, without_motion), ForecastError::NoMotion { .. }));
    }
    let error = Motion::<Other>::of(bench.app.world(), still).expect_err("it should not be registered");
    assert_eq!(error, ForecastError::NotRegistered { property: "Other" });
    let dial = bench.spawn((Dial(3.0), Velocity::<Turn>(1.0), Friction::new(2.0).on::<Turn>()));
    let motion = Motion::<Turn>::of(bench.app.world(), dial).expect("it should be valid");
    assert!((motion.after(100.0).0.0 - 3.5).abs() < 1e-6);
}

#[test]
fn forecasts_come_true_at_a_hundredth_of_the_normal_game_speed() {
    for rate in [30.0, 64.0, 1000.0] {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        bench.app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(0.01);
        let body = bench.spawn((
            Transform::default(),
            (Velocity::new(1000.0 * Vec3::X), Friction::new(2.0)),
            Limits::at_most(Vec3::splat(300.0)),
        ));
        let flung = bench.spawn((
            Transform::default(),
            (Velocity::new(1000.0 * Vec3::X), Friction::new(2.0)),
            Fling::new(400.0 * Vec3::X),
        ));
        let reach = of(&bench, body).will_reach(FOREVER).expect("it should reach its edge");
        let (seconds, value) = of(&bench, flung).will_rest(1e-12, FOREVER).expect("it should rest");
        // 1.6 s of virtual time, in frames of 1 and 1.5 ticks.
        let tick = Duration::from_secs_f64(100.0 / rate);
        while bench.elapsed() < 1.6 {
            bench.frame(tick);
            bench.frame(tick * 3 / 2);
        }
        assert_ulps(bench.contacts()[0].time as f32, reach.seconds, 1.0, 0.5, &format!("{rate} Hz"));
        let rested = bench.rested().iter().find(|rested| rested.0 == flung).expect("it should land").1;
        assert!(rested >= seconds - 1e-7 && rested < seconds + 1.0 / rate + 1e-6, "{rate} Hz: {rested} {seconds}");
        assert_eq!(bench.get::<Transform>(flung).translation, value);
    }
}

#[cfg(feature = "serialize")]
#[test]
fn a_motion_saved_in_flight_has_the_forecasts_of_the_original() {
    for ticks in [0_u16, 20] {
        let mut bench = Bench::at_rate(64.0);
        bench.app.register_type::<Transform>();
        let bodies = spawn(&mut bench);
        for _ in 0..ticks {
            bench.frame(Duration::from_micros(15_625));
        }
        let before = bodies.map(|body| of(&bench, body));
        let (mut other, again) = crate::restored::saved::saved_and_loaded(&bench, &bodies);
        for (index, (&body, before)) in again.iter().zip(&before).enumerate() {
            let after = of(&other, body);
            assert_eq!(after.will_rest(1e-3, FOREVER), before.will_rest(1e-3, FOREVER), "{index}");
            assert_eq!(after.will_reach(FOREVER), before.will_reach(FOREVER), "{index}");
            assert_eq!(after.after(0.7), before.after(0.7), "{index}");
        }
        let now = other.elapsed();
        other.run_to(now + 0.75);
        for (body, before) in again.into_iter().zip(before) {
            if !other.rests(body) {
                let (value, found) = (before.after(other.elapsed() - now).0, other.get::<Transform>(body).translation);
                assert!(f64::from(found.distance(value)) <= ulp(f64::from(value.length()).max(2.0)), "{found} {value}");
            }
        }
    }
}

#[test]
fn the_speed_to_stop_makes_an_entity_on_a_spring_turn_at_the_given_distance() {
    let mut bench = Bench::at_rate(64.0);
    let gravity = Gravity::new(Vec3::new(0.0, -9.8, 0.0));
    let at = Transform::from_xyz(1.0, 0.5, 0.0);
    let spring = (Spring::new(4.0, 0.3), Target::new(Vec3::new(1.0, 0.25, 0.0)));
    let bodies = [
        bench.spawn((at, spring, gravity)),
        bench.spawn((at, spring, gravity, Friction::new(3.0), DryFriction::new(2.0))),
        bench.spawn((at, spring, Friction::new(30.0))),
    ];
    for body in bodies {
        let speed = of(&bench, body).speed_to_stop(Vec3::Y, 2.0).expect("the spring should turn it");
        bench.edit::<Velocity>(body, |velocity| velocity.0 = speed as f32 * Vec3::Y);
        let (_, top) = of(&bench, body).will_turn(1, FOREVER).expect("it should have a top");
        // The speed and the height are rounded to f32.
        assert_ulps(top.y, 2.5, 2.0, 2.5, "the top");
    }
    // The spring alone pulls this entity up to 3.5, so no upward speed makes it turn at 2.5.
    let pulled = bench.spawn((at, Spring::new(4.0, 0.0), Target::new(2.0 * Vec3::Y)));
    assert_eq!(of(&bench, pulled).speed_to_stop(Vec3::Y, 2.0), None);
}

#[test]
fn a_point_is_reached_under_dry_friction_and_within_bounds_that_do_not_block_it() {
    let mut bench = Bench::at_rate(64.0);
    let at = Transform::from_xyz(1.0, 0.5, 0.0);
    let goal = Vec3::new(3.0, 2.5, -1.0);
    let room = Limits::between(Vec3::splat(-2.0), Vec3::splat(4.0)).with_restitution(0.5);
    let bodies = [
        bench.spawn((at, DryFriction::new(0.25), Friction::new(0.1))),
        bench.spawn((at, Gravity::EARTH, Friction::new(0.2), room)),
        bench.spawn((at, Spring::new(1.5, 0.3), Target::new(goal), DryFriction::new(0.25))),
    ];
    for (index, body) in bodies.into_iter().enumerate() {
        let velocity = of(&bench, body).velocity_to_reach(goal, 1.25).expect("one velocity should");
        bench.edit::<Velocity>(body, |written| written.0 = velocity);
        assert!(velocity.is_finite(), "{index}");
    }
    bench.run_to(1.25);
    for (index, body) in bodies.into_iter().enumerate() {
        let found = bench.get::<Transform>(body).translation;
        // The velocity of about 8 units/s is rounded to f32 with an error of 5e-7. The time is 1.25 s.
        assert!(found.distance(goal) <= 4e-6, "{index}: {found}");
    }
    // There is no such velocity if a wall is in between, or if gravity turns the direction of the motion under dry friction.
    let wall = bench.spawn((at, Limits::at_most(Vec3::splat(2.0))));
    assert_eq!(of(&bench, wall).velocity_to_reach(goal, 1.25), None);
    let turning = bench.spawn((at, Gravity::EARTH, DryFriction::new(0.25)));
    assert!(
        Motion::<Translation>::of(bench.app.world(), turning)
            .is_ok_and(|motion| motion.velocity_to_reach(goal, 1.25).is_none())
    );
}

#[test]
fn a_jump_has_its_top_at_the_given_height_and_time() {
    for friction in [0.0_f32, 1.5] {
        let mut bench = Bench::at_rate(64.0);
        let body = bench.spawn((
            Transform::from_xyz(3.0, 1.0, 0.0),
            Friction::new(friction),
            Gravity::from_jump(2.0, 0.4, friction),
            Velocity::from_jump(2.0, 0.4, friction),
        ));
        let (time, top) = of(&bench, body).will_turn(1, 10.0).expect("it should have a top");
        assert_ulps(time as f32, 0.4, 4.0, 0.4, "when");
        assert_ulps(top.y, 3.0, 4.0, 3.0, "where");
        assert_eq!(top.x, 3.0);
        let expected = math::forecast::jump(2.0, 0.4, friction.into());
        assert_eq!(f64::from(bench.get::<Velocity>(body).0.y), f64::from(expected.speed as f32));
    }
}
