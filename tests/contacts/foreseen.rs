//! What components say of a motion before anything has taken it in.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{ForecastError, WillRest, math, prelude::*};

use crate::{
    app::{Bench, Dial, Turn, assert_ulps, ulp},
    pacing::{self, Paced, Pacing},
    told::listen,
};

const FOREVER: f64 = 1e6;

const LENGTH: usize = 9;

/// One for each force and each way to end, all of which rest.
fn spawn(bench: &mut Bench) -> [Entity; LENGTH] {
    let gravity = Gravity::new(-9.8 * Vec3::Y);
    let thrown = |x: f32, y: f32| (Transform::from_xyz(0.0, 2.0, 0.0), Velocity::new(Vec3::new(x, y, 0.0)));
    let list = Limits::at_most(Vec3::splat(300.0)).soft(18.0);
    [
        bench.spawn((thrown(3.0, 1.0), Spring::new(6.0, 0.3), Target::new(Vec3::new(1.0, 0.5, -2.0)))),
        bench.spawn((thrown(3.0, -1.0), Friction::new(1.5))),
        bench.spawn((thrown(3.0, 5.0), gravity, Friction::new(2.0), Limits::floor(0.0).bouncing(0.6))),
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
        bench.spawn((thrown(3.0, 1.0), Spring::critical(8.0), gravity, Pace::new(0.5))),
    ]
}

fn of(bench: &Bench, entity: Entity) -> Motion {
    Motion::of(bench.app.world(), entity).expect("it should be valid")
}

/// All that a motion is, without what is only a cache of it.
fn all_of(motion: &Motion) -> String {
    let all = format!("{motion:?}");
    all.rsplit_once(", calm:").map_or(all.clone(), |(all, _)| all.into())
}

/// Nothing in it differs: what is forecast by the one is forecast by the other.
#[test]
fn it_is_the_motion_that_is_adopted() {
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
fn what_is_forecast_before_the_first_tick_is_what_happens() {
    for pacing in pacing::ALL {
        let mut paced = Paced::new(pacing);
        let bodies = spawn(&mut paced.bench);
        // As spawned in this frame: no schedule has run since.
        let motions = bodies.map(|body| of(&paced.bench, body));
        let start = paced.now();
        let rests = motions.each_ref().map(|motion| motion.will_rest(1e-3, FOREVER));
        let reaches = motions.each_ref().map(|motion| motion.will_reach(FOREVER));
        while paced.now() < 8.0 {
            paced.go_on();
            let (bench, t) = (&paced.bench, paced.now());
            for (index, (&body, motion)) in bodies.iter().zip(&motions).enumerate() {
                if bench.rests(body) {
                    continue;
                }
                let (value, velocity) = motion.after(t - start);
                let found = (bench.get::<Transform>(body).translation, bench.get::<Velocity>(body).0);
                // Ticks are whole nanoseconds: 1e-6 of a unit at 1000 units/s.
                let bar = ulp(f64::from(value.abs().max_element()).max(2.0)) + 1e-9 * f64::from(velocity.length());
                assert!(
                    f64::from((found.0 - value).abs().max_element()) <= bar,
                    "{pacing:?}, {index} at {t}: {found:?} {value}"
                );
                // Over a contact the velocity jumps: at its instant, to a nanosecond, it may be either.
                let bar = 2.0 * ulp(f64::from(velocity.length()).max(16.0)) + 2e-6;
                let is_near = bench.told().iter().any(|told| (told.time - t).abs() < 2e-9);
                assert!(
                    is_near || f64::from((found.1 - velocity).length()) <= bar,
                    "{pacing:?}, {index} at {t}: {found:?} {velocity}"
                );
            }
        }
        let bench = &paced.bench;
        for (index, ((body, rest), reach)) in bodies.into_iter().zip(rests).zip(reaches).enumerate() {
            let what = format!("{pacing:?}, {index}");
            let WillRest::After { seconds, value } = rest else { panic!("{what}: it rests") };
            let rested = bench.rested().iter().find(|rested| rested.0 == body).expect("it should rest").1;
            let longest = if let Pacing::Hz(rate) = pacing { 1.0 / rate } else { 0.05 };
            assert!(rested >= seconds - 1e-7 && rested < seconds + longest + 1e-6, "{what}: {rested} {seconds}");
            let found = bench.get::<Transform>(body).translation;
            // What ends exactly ends on the forecast's bits; what is approached, within its tolerance of it.
            let ends_exactly = [0, 3, 5, 6, 7, 8].contains(&index);
            let bar = if ends_exactly { ulp(f64::from(value.length())) as f32 } else { 1e-3 };
            assert!(found.distance(value) <= bar, "{what}: {found} {value}");
            let told = bench.told().iter().find(|told| told.entity == body);
            assert_eq!(told.is_some(), reach.is_some(), "{what}");
            if let Some((told, reach)) = told.zip(reach) {
                assert_eq!((told.bound, told.number, told.value), (reach.bound, reach.number, reach.value), "{what}");
                assert_ulps(told.time as f32, start + reach.seconds, 1.0, told.time, &what);
                let bar = ulp(f64::from(reach.velocity.length())) as f32;
                assert!(told.velocity_before.distance(reach.velocity) <= bar, "{what}: {told:?} {reach:?}");
            }
        }
    }
}

/// What stops at an instant that is known exactly is forecast for that instant.
#[test]
fn the_instant_of_rest_is_exact_where_there_is_one() {
    let mut bench = Bench::at_rate(64.0);
    let thrown = || (Transform::default(), Velocity::new(1000.0 * Vec3::X));
    let stone = bench.spawn((thrown(), DryFriction::new(1250.0)));
    let flung = bench.spawn((thrown(), Friction::new(2.0), Fling::new(400.0 * Vec3::X)));
    let timed = bench.spawn((thrown(), Fling::new(400.0 * Vec3::X).with_duration(1.0)));
    for (body, instant) in [(stone, 0.8), (flung, 1.330_199_529_231_842_5), (timed, 1.0)] {
        // So small a tolerance that only the end itself is near enough.
        let WillRest::After { seconds, value } = of(&bench, body).will_rest(1e-12, FOREVER) else { panic!("it rests") };
        assert_ulps(seconds as f32, instant, 1.0, instant, "when");
        assert_eq!(value, 400.0 * Vec3::X);
    }
}

#[test]
fn a_kick_another_target_and_a_release_count_at_once() {
    let mut bench = Bench::at_rate(64.0);
    listen(&mut bench);
    let kicked = bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X), Friction::new(0.7)));
    let aimed = bench.spawn((Transform::default(), Spring::new(5.0, 0.2), Target::new(Vec3::X)));
    let bounded = bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X), DryFriction::new(0.5)));
    let held = bench.spawn((Transform::default(), Friction::new(2.0), Held::new()));
    for _ in 0..20 {
        bench.edit::<Transform>(held, |transform| transform.translation.x += 0.25);
        bench.frame(Duration::from_micros(15_625));
    }
    // In between two ticks.
    bench.frame(Duration::from_micros(5_000));
    bench.edit::<Velocity>(kicked, |velocity| velocity.0 += Vec3::new(0.0, 7.0, -1.0));
    bench.edit::<Target>(aimed, |target| target.value = Vec3::new(-2.0, 0.0, 1.0));
    bench.app.world_mut().entity_mut(bounded).insert(Limits::at_most(Vec3::splat(2.0)).bouncing(0.5));
    let in_the_hand = of(&bench, held);
    bench.app.world_mut().entity_mut(held).remove::<Held>();
    let bodies = [kicked, aimed, bounded, held];
    let motions = bodies.map(|body| of(&bench, body));
    assert_eq!(in_the_hand.after(1.0), motions[3].after(1.0), "what is held is taken as let go");
    assert!(motions[3].after(1.0).1.x > 1.0, "with the velocity of the hand");
    let now = bench.elapsed();
    bench.run_to(now + 1.0);
    for (body, motion) in bodies.into_iter().zip(motions) {
        // It is drawn between ticks, as it was then.
        let (value, velocity) = motion.after(bench.elapsed() - now + 0.005);
        assert!(bench.get::<Transform>(body).translation.distance(value) <= 2.0 * f32::EPSILON * value.length());
        assert!(bench.get::<Velocity>(body).0.distance(velocity) <= 4.0 * f32::EPSILON * velocity.length().max(4.0));
    }
}

#[test]
fn it_changes_nothing() {
    let [mut asked, mut left] = [0, 1].map(|_| Bench::at_rate(64.0));
    let (bodies, twins) = (spawn(&mut asked), spawn(&mut left));
    for frame in 0..200 {
        for body in bodies {
            assert!(of(&asked, body).after(0.5).0.is_finite());
        }
        asked.frame(Duration::from_millis(11));
        left.frame(Duration::from_millis(11));
        for (body, twin) in bodies.into_iter().zip(twins) {
            assert_eq!(asked.get::<Transform>(body), left.get::<Transform>(twin), "frame {frame}");
        }
    }
}

#[test]
fn what_cannot_be_known_is_an_error_that_says_why() {
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
    let refused = |bench: &Bench, entity| Motion::<Translation>::of(bench.app.world(), entity).expect_err("no motion");
    let field = |bench: &Bench, entity| match refused(bench, entity) {
        ForecastError::Invalid { field, .. } => field,
        error => panic!("{error}"),
    };
    for (entity, expected) in bad {
        assert_eq!(field(&bench, entity), expected);
    }
    assert_eq!(refused(&bench, follower), ForecastError::NotSeen { entity: follower });
    let text = refused(&bench, bad[0].0).to_string();
    assert_eq!(text, "Spring::angular_frequency is NaN, expected at least 0");
    bench.frame(Duration::ZERO);
    // What stays invalid is so when it is asked again, though it is reported once only.
    for (entity, expected) in bad.into_iter().filter(|(_, field)| !["Velocity::0", "value"].contains(field)) {
        assert_eq!(field(&bench, entity), expected);
    }
    assert!(Motion::<Translation>::of(bench.app.world(), follower).is_ok());
    for nobody in [still, Entity::PLACEHOLDER] {
        assert!(matches!(refused(&bench, nobody), ForecastError::NoMotion { .. }));
    }
    let error = Motion::<Other>::of(bench.app.world(), still).expect_err("it is not registered");
    assert_eq!(error, ForecastError::NotRegistered { property: "Other" });
    let dial = bench.spawn((Dial(3.0), Velocity::<Turn>(1.0), Friction::new(2.0).on::<Turn>()));
    let motion = Motion::<Turn>::of(bench.app.world(), dial).expect("it is valid");
    assert!((motion.after(100.0).0.0 - 3.5).abs() < 1e-6);
}

#[test]
fn at_a_hundredth_of_the_speed_and_after_a_save_it_still_holds() {
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
        let reach = of(&bench, body).will_reach(FOREVER).expect("it reaches its edge");
        let WillRest::After { seconds, value } = of(&bench, flung).will_rest(1e-12, FOREVER) else {
            panic!("it rests")
        };
        // 1.6 s of the game, in frames of 100 and 150 ticks' time.
        let tick = Duration::from_secs_f64(100.0 / rate);
        while bench.elapsed() < 1.6 {
            bench.frame(tick);
            bench.frame(tick * 3 / 2);
        }
        assert_ulps(bench.told()[0].time as f32, reach.seconds, 1.0, 0.5, &format!("{rate} Hz"));
        let rested = bench.rested().iter().find(|rested| rested.0 == flung).expect("it lands").1;
        assert!(rested >= seconds - 1e-7 && rested < seconds + 1.0 / rate + 1e-6, "{rate} Hz: {rested} {seconds}");
        assert_eq!(bench.get::<Transform>(flung).translation, value);
    }
}

#[cfg(feature = "serialize")]
#[test]
fn what_was_saved_in_flight_has_the_forecasts_of_the_original() {
    for ticks in [0_u16, 20] {
        let mut bench = Bench::at_rate(64.0);
        bench.app.register_type::<Transform>();
        let bodies = spawn(&mut bench);
        for _ in 0..ticks {
            bench.frame(Duration::from_micros(15_625));
        }
        let before = bodies.map(|body| of(&bench, body));
        let (mut other, again) = crate::put_back::saved::saved_and_loaded(&bench, &bodies);
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
fn with_the_speed_to_stop_under_a_spring_it_turns_there() {
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
        let speed = of(&bench, body).speed_to_stop(Vec3::Y, 2.0).expect("the spring turns it");
        bench.edit::<Velocity>(body, |velocity| velocity.0 = speed as f32 * Vec3::Y);
        let (_, top) = of(&bench, body).will_turn(1, FOREVER).expect("it has a top");
        // The speed is an f32, and so is the height.
        assert_ulps(top.y, 2.5, 2.0, 2.5, "the top");
    }
    // Pulled up to 3.5 by itself, no speed turns it sooner.
    let pulled = bench.spawn((at, Spring::new(4.0, 0.0), Target::new(2.0 * Vec3::Y)));
    assert_eq!(of(&bench, pulled).speed_to_stop(Vec3::Y, 2.0), None);
}

#[test]
fn a_point_is_reached_under_dry_friction_and_past_bounds_that_are_not_in_the_way() {
    let mut bench = Bench::at_rate(64.0);
    let at = Transform::from_xyz(1.0, 0.5, 0.0);
    let goal = Vec3::new(3.0, 2.5, -1.0);
    let room = Limits::between(Vec3::splat(-2.0), Vec3::splat(4.0)).bouncing(0.5);
    let bodies = [
        bench.spawn((at, DryFriction::new(0.25), Friction::new(0.1))),
        bench.spawn((at, Gravity::EARTH, Friction::new(0.2), room)),
        bench.spawn((at, Spring::new(1.5, 0.3), Target::new(goal), DryFriction::new(0.25))),
    ];
    for (index, body) in bodies.into_iter().enumerate() {
        let velocity = of(&bench, body).velocity_to_reach(goal, 1.25).expect("one does");
        bench.edit::<Velocity>(body, |written| written.0 = velocity);
        assert!(velocity.is_finite(), "{index}");
    }
    bench.run_to(1.25);
    for (index, body) in bodies.into_iter().enumerate() {
        let found = bench.get::<Transform>(body).translation;
        // The velocity is an f32: 5e-7 of 8 units/s, over 1.25 s.
        assert!(found.distance(goal) <= 4e-6, "{index}: {found}");
    }
    // A wall in between, and a pull aside, along which dry friction would turn.
    let wall = bench.spawn((at, Limits::at_most(Vec3::splat(2.0))));
    assert_eq!(of(&bench, wall).velocity_to_reach(goal, 1.25), None);
    let turning = bench.spawn((at, Gravity::EARTH, DryFriction::new(0.25)));
    assert!(
        Motion::<Translation>::of(bench.app.world(), turning)
            .is_ok_and(|motion| motion.velocity_to_reach(goal, 1.25).is_none())
    );
}

#[test]
fn a_jump_of_a_height_and_a_time_has_its_top_there_and_then() {
    for friction in [0.0_f32, 1.5] {
        let mut bench = Bench::at_rate(64.0);
        let body = bench.spawn((
            Transform::from_xyz(3.0, 1.0, 0.0),
            Friction::new(friction),
            Gravity::from_jump(2.0, 0.4, friction),
            Velocity::from_jump(2.0, 0.4, friction),
        ));
        let (time, top) = of(&bench, body).will_turn(1, 10.0).expect("it has a top");
        assert_ulps(time as f32, 0.4, 4.0, 0.4, "when");
        assert_ulps(top.y, 3.0, 4.0, 3.0, "where");
        assert_eq!(top.x, 3.0);
        let expected = math::forecast::jump(2.0, 0.4, friction.into());
        assert_eq!(f64::from(bench.get::<Velocity>(body).0.y), f64::from(expected.speed as f32));
    }
}
