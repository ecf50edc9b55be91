//! Where things on rails are, and how fast.

use approx::assert_relative_eq;
use bevy::prelude::*;
use bevy_exact_motion::{
    math,
    prelude::*,
    rail::{OnRail, Rail, RailDistance},
};

use crate::stage::{Stage, hairpin, line, ring};

/// Both vectors differ by at most `tolerance` (units).
#[track_caller]
fn assert_near(found: Vec3, expected: Vec3, tolerance: f32) {
    assert!(found.distance(expected) <= tolerance, "{found}, {expected}");
}

#[test]
fn a_spring_along_a_line_is_the_closed_form() {
    for hz in [30.0, 144.0] {
        let mut stage = Stage::new(hz);
        let spring = Spring::new(5.0, 0.4).on::<RailDistance>();
        let dolly = stage.dolly(line(), (OnRail::default(), spring, Target::<RailDistance>::of(6.0)));
        let expected = math::Spring::new(5.0, 0.4).expect("the spring is valid").with_start(0.0).with_target(6.0);
        for frame in 1..=hz as u32 {
            stage.frame();
            let t = f64::from(frame) / hz;
            let x = expected.value(t);
            assert_relative_eq!(f64::from(stage.place(dolly).x), x, epsilon = 2e-6);
            assert_relative_eq!(f64::from(stage.pose(dolly).velocity.x), expected.rate(t), epsilon = 1e-5);
        }
    }
}

#[test]
fn on_a_ring_the_speed_is_even_and_rounds_go_on() {
    let rail = ring(3.0);
    assert_relative_eq!(rail.length(), 6.0 * core::f32::consts::PI, max_relative = 3e-4);
    let mut stage = Stage::new(60.0);
    let dolly = stage.dolly(rail, (OnRail::default(), Velocity::<RailDistance>::of(12.0)));
    let mut last: Option<(Vec3, Quat)> = None;
    for _ in 0..300 {
        stage.frame();
        let (place, rotation) = (stage.place(dolly), stage.get::<Transform>(dolly).rotation);
        assert_relative_eq!(place.length(), 3.0, max_relative = 3e-4);
        if let Some((before, turn)) = last {
            // The chord of an arc of 0.2 on a circle of 3 is shorter by 1.9e-4 of it.
            assert_relative_eq!(place.distance(before), 0.2, max_relative = 1e-3);
            assert_relative_eq!(rotation.angle_between(turn), 0.2 / 3.0, max_relative = 2.2e-2);
        }
        let pose = stage.pose(dolly);
        assert_relative_eq!(pose.velocity.length(), 12.0, max_relative = 1e-5);
        assert_relative_eq!(pose.velocity.normalize().dot(rotation * Vec3::NEG_Z), 1.0, epsilon = 1e-5);
        assert_relative_eq!((rotation * Vec3::Y).y, 1.0, epsilon = 1e-5);
        // At their ends, the curvature of the cubics is 2.15 % less than that of the circle.
        assert_relative_eq!(pose.angular_velocity.y, 4.0, max_relative = 2.2e-2);
        last = Some((place, rotation));
    }
    assert!(stage.get::<OnRail>(dolly).distance > 3.0 * stage.get::<OnRail>(dolly).distance.rem_euclid(18.85));
}

#[test]
fn a_moving_rail_carries_what_is_on_it() {
    let mut stage = Stage::new(60.0);
    let train = stage.spawn((Transform::default(), Velocity::new(Vec3::Y), line()));
    let walker = (Attach::new(train), OnRail::default(), Velocity::<RailDistance>::of(2.0));
    let walker = stage.spawn(walker);
    for frame in 1..=60 {
        stage.frame();
        let t = frame as f32 / 60.0;
        assert_near(stage.place(walker), Vec3::new(2.0 * t, t, 0.0), 2e-6);
        assert_near(stage.pose(walker).velocity, Vec3::new(2.0, 1.0, 0.0), 1e-5);
    }
}

#[test]
fn a_follower_of_a_dolly_lags_by_as_much_as_behind_anything_else() {
    for hz in [30.0, 144.0] {
        let mut stage = Stage::new(hz);
        let dolly = stage.dolly(line(), (OnRail::default(), Velocity::<RailDistance>::of(2.0)));
        let follower = stage.spawn((Transform::default(), Follow::new(dolly), Spring::critical(5.0)));
        for _ in 0..(4.0 * hz) as u32 {
            stage.frame();
        }
        // 2 ζ/ω times the speed, and of the start no more than (1 + ωt) e^(−ωt) with ωt = 20.
        assert_near(stage.place(dolly) - stage.place(follower), 0.8 * Vec3::X, 1e-5);
    }
}

#[test]
fn limits_hold_the_ends() {
    let mut stage = Stage::new(60.0);
    let limits = line().limits();
    let dolly = stage.dolly(line(), (OnRail::default(), limits, Velocity::<RailDistance>::of(40.0)));
    for _ in 0..30 {
        stage.frame();
    }
    assert_relative_eq!(stage.place(dolly).x, 10.0, epsilon = 2e-6);
    assert!(stage.app.world().get::<Resting<RailDistance>>(dolly).is_some());
}

#[test]
fn beyond_its_ends_a_rail_goes_straight_on() {
    let rail = hairpin();
    assert_near(rail.at(-3.0).translation, Vec3::new(-3.0, 0.0, 0.0), 1e-6);
    assert_near(rail.at(rail.length() + 3.0).translation, Vec3::new(-3.0, 0.0, 2.0), 1e-5);
}

/// The frame of a curve in a plane has the plane's normal as its upper side; one that climbs straight up has some frame.
#[test]
fn frames_do_not_twist() {
    let rail = hairpin();
    for part in 0..=100 {
        let at = rail.at(rail.length() * part as f32 / 100.0);
        assert_near(at.rotation * Vec3::Y, Vec3::Y, 1e-5);
    }
    let up = [Vec3::ZERO, Vec3::Y, 2.0 * Vec3::Y, 3.0 * Vec3::Y];
    let up = Rail::new(&CubicBezier::new([up]).to_curve().expect("a Bézier curve has four points"));
    let at = up.at(1.0);
    assert!(at.is_finite() && (at.rotation * Vec3::NEG_Z - Vec3::Y).length() < 1e-6);
}
