//! Forecasts of an adopted `Motion` match what its entity does.

use bevy::prelude::*;
use bevy_exact_motion::{math::Bounce, prelude::*};

use crate::{
    app::{Bench, assert_ulps},
    record::listen,
};

const FOREVER: f64 = 1e6;

/// Spawns a list, a ball and a stone, which move from the first frame on.
fn spawn(bench: &mut Bench) -> [Entity; 3] {
    let edge = Limits { upper: [Some(300.0), None, None, None], ..Limits::default() }.softened(18.0);
    [
        bench.spawn((Transform::default(), Velocity::new(1000.0 * Vec3::X), Friction::new(2.0), edge)),
        bench.spawn((
            Transform::from_xyz(0.0, 2.0, 0.0),
            Velocity::new(Vec3::new(0.0, 3.0, 0.0)),
            Gravity::new(Vec3::new(0.0, -9.8, 0.0)),
            Limits::floor(0.0).with_restitution(0.6),
        )),
        bench.spawn((
            Transform::from_xyz(2.0, 0.0, 0.0),
            Spring::new(5.0, 0.1),
            Target::new(Vec3::ZERO),
            DryFriction::new(1.5),
        )),
    ]
}

#[test]
fn an_entity_rests_where_and_when_it_is_forecast_to_rest() {
    for rate in [30.0, 64.0, 1000.0] {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        let bodies = spawn(&mut bench);
        bench.frame(std::time::Duration::ZERO);
        let forecasts = bodies.map(|body| bench.get::<Motion>(body).will_rest(1e-3, FOREVER));
        bench.run_to(8.0);
        for (body, forecast) in bodies.into_iter().zip(forecasts) {
            let (seconds, value) = forecast.expect("it should rest");
            let rested = bench.rested().iter().find(|rested| rested.0 == body).expect("it should rest").1;
            // The entity rests from the first tick that ends after it has stopped.
            assert!(rested >= seconds - 1e-7 && rested < seconds + 1.0 / rate + 1e-6, "{rate} Hz: {rested} {seconds}");
            let found = bench.get::<Transform>(body).translation;
            // Under friction, the entity rests within the rest tolerance of its end.
            assert!(found.distance(value) <= 1e-3, "{rate} Hz: {found} {value}");
        }
    }
}

#[test]
fn a_motion_that_rests_after_a_few_milliseconds_is_forecast_to_rest_at_that_time() {
    let mut bench = Bench::at_rate(64.0);
    let (speed, rate, tolerance) = (0.11f32, 100.0f32, 1e-3);
    let body = bench.spawn((Transform::default(), Velocity::new(speed * Vec3::X), Friction::new(rate)));
    let motion = Motion::<Translation>::of(bench.app.world(), body).expect("it should move");
    let forecast = |longest| motion.will_rest(tolerance, longest).map(|(seconds, _)| seconds);
    // The distance left is v/c e^(−c t).
    let expected = (f64::from(speed) / f64::from(rate) / tolerance).ln() / f64::from(rate);
    for longest in [FOREVER, 2.0 * expected] {
        let found = forecast(longest).expect("friction should stop it");
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
    }
    assert_eq!(forecast(0.5 * expected), None);
}

/// The ball has five contacts a second, so it has more than 1000 contacts after 200 s.
#[test]
fn a_ball_that_bounces_forever_never_rests_and_is_where_it_is_forecast() {
    let mut bench = Bench::at_rate(10.0);
    listen(&mut bench);
    let between = Limits::between(Vec3::NEG_X, Vec3::X).with_restitution(1.0);
    let ball = bench.spawn((Transform::default(), Velocity::new(10.0 * Vec3::X), between));
    let falls = Gravity::new(Vec3::new(0.0, -9.8, 0.0));
    let dropped = bench.spawn((Transform::from_xyz(0.0, 0.0625, 0.0), falls, Limits::floor(0.0).with_restitution(1.0)));
    bench.frame(std::time::Duration::ZERO);
    for body in [ball, dropped] {
        assert_eq!(bench.get::<Motion>(body).will_rest(1e-3, 3600.0), None);
        assert_eq!(bench.get::<Motion>(body).will_rest(1e-3, f64::INFINITY), None);
    }
    let (place, velocity) = bench.get::<Motion>(ball).after(250.03);
    bench.run_to(250.0);
    let now = bench.get::<Motion>(ball).after(0.03);
    assert!((now.0.x - place.x).abs() < 1e-4 && now.1 == velocity, "{now:?} {place} {velocity}");
    assert!(bench.contacts().len() > 2000 && bench.rested().is_empty());
}

#[test]
fn all_contacts_in_a_long_tick_are_reported() {
    let mut bench = Bench::at_rate(64.0);
    listen(&mut bench);
    let narrow = Limits::between(Vec3::ZERO, 0.0625 * Vec3::X).with_restitution(1.0);
    let ball = bench.spawn((Transform::default(), Velocity::new(16.0 * Vec3::X), narrow));
    bench.tick(std::time::Duration::from_secs_f64(10.0));
    // The ball has 256 contacts a second.
    assert_eq!(bench.contacts().len(), 2560);
    assert_eq!(bench.v(ball).abs(), 16.0);
}

#[test]
fn the_first_contact_happens_as_forecast_and_forecast_turning_points_match_closed_forms() {
    for rate in [30.0, 64.0, 1000.0] {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        let [list, ball, stone] = spawn(&mut bench);
        bench.frame(std::time::Duration::ZERO);
        let [list_reaches, ball_reaches] =
            [list, ball].map(|body| bench.get::<Motion>(body).will_reach(FOREVER).expect("it should reach a bound"));
        assert_eq!(bench.get::<Motion>(stone).will_reach(FOREVER), None);
        let (top, place) = bench.get::<Motion>(ball).will_turn(1, FOREVER).expect("it should have a top");
        assert_ulps(top as f32, 3.0 / f64::from(9.8_f32), 1.0, 0.5, "the top");
        assert_ulps(place.y, 2.0 + 4.5 / f64::from(9.8_f32), 1.0, 2.0, "the top's height");
        let (turn, _) = bench.get::<Motion>(stone).will_turn(0, FOREVER).expect("it should turn");
        let half_swing = core::f64::consts::PI / (25.0 - f64::from(0.1_f32 * 5.0).powi(2)).sqrt();
        assert_ulps(turn as f32, half_swing, 4.0, 0.5, "a half swing");
        bench.run_to(1.5);
        for (body, forecast) in [(list, list_reaches), (ball, ball_reaches)] {
            let hit = *bench.contacts().iter().find(|hit| hit.entity == body).expect("it should be reported");
            assert_eq!((hit.bound, hit.coordinate), (forecast.bound, forecast.coordinate), "{rate} Hz");
            assert_ulps(hit.time as f32, forecast.seconds, 1.0, 0.5, &format!("{rate} Hz"));
            assert_eq!(hit.value, forecast.value, "{rate} Hz");
            assert!((hit.velocity_before - forecast.velocity).length() <= 1e-4, "{rate} Hz");
        }
    }
}

#[test]
fn the_state_after_contacts_is_as_forecast() {
    let mut bench = Bench::at_rate(64.0);
    let bodies = spawn(&mut bench);
    bench.frame(std::time::Duration::ZERO);
    let forecasts = bodies.map(|body| bench.get::<Motion>(body).after(1.0));
    bench.run_to(1.0);
    for (body, (value, velocity)) in bodies.into_iter().zip(forecasts) {
        let found = bench.get::<Transform>(body).translation;
        assert!((found - value).abs().max_element() <= 4.0 * f32::EPSILON * value.length().max(2.0), "{found} {value}");
        assert!((bench.get::<Velocity>(body).0 - velocity).length() <= 4e-4, "{velocity}");
    }
}

#[test]
fn an_entity_that_coasts_swings_or_bounces_forever_is_not_forecast_to_rest() {
    let mut bench = Bench::at_rate(64.0);
    let coasts = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    let swings = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Spring::new(3.0, 0.0), Target::new(Vec3::ZERO)));
    let bounces =
        bench.spawn((Transform::from_xyz(0.0, 1.0, 0.0), Gravity::EARTH, Limits::floor(0.0).with_restitution(1.0)));
    bench.frame(std::time::Duration::ZERO);
    for body in [coasts, swings, bounces] {
        assert_eq!(bench.get::<Motion>(body).will_rest(1e-3, 100.0), None);
    }
}

#[test]
fn an_entity_with_the_velocity_to_reach_a_point_is_there_at_the_given_time() {
    let mut bench = Bench::at_rate(64.0);
    let goal = Vec3::new(3.0, 1.0, -2.0);
    let bundles = [
        (Friction::new(0.7), Gravity::EARTH, Spring::new(0.0, 0.0)),
        (Friction::new(0.0), Gravity::EARTH, Spring::new(2.0, 0.3)),
    ];
    let bodies =
        bundles.map(|bundle| bench.spawn((Transform::from_xyz(1.0, 0.5, 0.0), Target::new(Vec3::ZERO), bundle)));
    bench.frame(std::time::Duration::ZERO);
    for body in bodies {
        let velocity = bench.get::<Motion>(body).velocity_to_reach(goal, 1.25).expect("one velocity should");
        bench.edit::<Velocity>(body, |written| written.0 = velocity);
    }
    bench.run_to(1.25);
    for body in bodies {
        let found = bench.get::<Transform>(body).translation;
        // The velocity of about 8 units/s is rounded to f32, which has a relative error of 1e-7. The time is 1.25 s.
        assert!(found.distance(goal) <= 4e-6, "{found}");
    }
}

#[test]
fn the_speed_to_stop_stops_a_slide_and_turns_a_jump_at_the_given_distance() {
    let mut bench = Bench::at_rate(64.0);
    listen(&mut bench);
    let slides = bench.spawn((Transform::default(), Friction::new(1.5), DryFriction::new(2.0)));
    let jumps = bench.spawn((Transform::default(), Friction::new(1.5), Gravity::new(-20.259_43 * Vec3::Y)));
    bench.frame(std::time::Duration::ZERO);
    let speed = bench.get::<Motion>(slides).speed_to_stop(Vec3::X, 5.0).expect("friction should stop it");
    bench.edit::<Velocity>(slides, |velocity| velocity.0.x = speed as f32);
    let speed = bench.get::<Motion>(jumps).speed_to_stop(Vec3::Y, 2.0).expect("gravity should stop it");
    // The expected speed is that of a jump of 2 units whose top is reached after 0.4 s.
    assert_ulps(speed as f32, 11.103_771_481_006_58, 2.0, 11.0, "the speed of the jump");
    bench.edit::<Velocity>(jumps, |velocity| velocity.0.y = speed as f32);
    bench.frame(std::time::Duration::ZERO);
    let (top, place) = bench.get::<Motion>(jumps).will_turn(1, 10.0).expect("it should have a top");
    assert_ulps(top as f32, 0.4, 4.0, 0.5, "the top");
    assert_ulps(place.y, 2.0, 4.0, 2.0, "its height");
    bench.run_to(5.0);
    assert_ulps(bench.x(slides), 5.0, 4.0, 8.0, "where it stops");
    assert!(bench.rests(slides));
    assert_eq!(bench.get::<Motion>(jumps).speed_to_stop(-Vec3::Y, 1.0), None, "gravity speeds it up");
}

/// `math` gives the time at which infinitely many bounces end. The ball rests earlier, because its rest tolerance cuts off the last
/// bounces.
#[test]
fn a_ball_is_forecast_to_rest_when_its_hops_are_below_the_rest_tolerance() {
    let mut bench = Bench::at_rate(64.0);
    let ball = bench.spawn((
        Transform::from_xyz(0.0, 4.0, 0.0),
        Gravity::new(-8.0 * Vec3::Y),
        Limits::floor(0.0).with_restitution(0.5),
    ));
    bench.frame(std::time::Duration::ZERO);
    let (seconds, value) = bench.get::<Motion>(ball).will_rest(1e-3, FOREVER).expect("it should rest");
    let bounce = Bounce { acceleration: -8.0, friction: 0.0, floor: 0.0, restitution: 0.5 };
    let bevy_exact_motion::math::Rest::Stops { time, .. } = bounce.rest(4.0, 0.0) else { panic!("it should rest") };
    let cut_off = bounce.time_left((2.0 * 8.0 * 1e-3_f64).sqrt());
    assert!(seconds <= time && seconds >= time - cut_off, "{seconds} {time} {cut_off}");
    assert_eq!(value, Vec3::ZERO);
}
