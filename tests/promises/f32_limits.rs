//! Promise 9: at the limits of f32, this crate's components and the values that it moves stay finite.

use bevy::prelude::*;
use bevy_exact_motion::{
    Displacement, RestTolerance,
    events::{InvalidMotion, OriginShift},
    prelude::*,
};

use crate::app::Bench;

const MAX: f32 = f32::MAX;

fn at(x: f32) -> Transform {
    Transform::from_xyz(x, 0.0, 0.0)
}

/// Runs 60 frames, and checks after each of them that all values are finite. Some frames have no tick.
#[track_caller]
fn assert_finite(bench: &mut Bench, what: &str) {
    for _ in 0..60 {
        bench.frame(std::time::Duration::from_millis(13));
        check(bench, what);
    }
}

#[track_caller]
fn check(bench: &mut Bench, what: &str) {
    let world = bench.app.world_mut();
    let mut query = world.query::<(&Transform, Option<&Velocity>, Option<&Target>)>();
    for (transform, velocity, target) in query.iter(world) {
        assert!(transform.translation.is_finite(), "{what}: {transform:?}");
        assert!(velocity.is_none_or(|velocity| velocity.0.is_finite()), "{what}: {velocity:?}");
        assert!(target.is_none_or(|target| target.value.is_finite()), "{what}: {target:?}");
    }
}

#[test]
fn an_infinite_or_invalid_rest_tolerance_counts_as_zero() {
    for tolerance in [f32::INFINITY, f32::NAN, f32::NEG_INFINITY, -1.0, MAX] {
        let mut bench = Bench::at_rate(50.0);
        let tolerance = RestTolerance::new(tolerance);
        // Both would come to rest far beyond f32.
        bench.spawn((at(0.0), Velocity::new(1e38 * Vec3::X), Friction::new(1e-3), tolerance));
        bench.spawn((at(0.0), Spring::critical(1e-20), Gravity::new(1e38 * Vec3::X), tolerance));
        assert_finite(&mut bench, &format!("{tolerance:?}"));
    }
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((at(0.0), Spring::critical(5.0), Target::new(Vec3::X), RestTolerance::new(f32::INFINITY)));
    bench.run_to(0.5);
    assert!(!bench.rests(body), "it should not rest immediately");
    assert!((0.1..0.9).contains(&bench.x(body)));
    bench.run_to(8.0);
    assert!(bench.rests(body) && bench.x(body) == 1.0);
}

#[test]
fn an_exponential_rate_stays_within_f32() {
    let rate = |distance: f32, end_rate: f32, duration: f32| ExponentialRate::<Translation> {
        displacement: Displacement::Over(distance * Vec3::X),
        end_rate,
        duration,
        ..Default::default()
    };
    let rates = [
        // The end, the end rate or the start rate is beyond f32.
        (0.9 * MAX, rate(0.5 * MAX, 0.5 * MAX, 1.0)),
        (0.0, rate(0.9 * MAX, 0.9 * MAX, 0.5)),
        (0.0, rate(MAX, MAX, 2.0)),
        (0.0, rate(1.0, MAX, 0.5)),
        (0.0, rate(0.5 * MAX, 1e-30, 0.4)),
        (0.0, rate(0.5 * MAX, MAX, 1e-3)),
        // The displacement or the start rate is beyond f32, or the end is infinite.
        (-MAX, ExponentialRate::to(MAX * Vec3::X, MAX, 3.0)),
        (-MAX, ExponentialRate::to(MAX * Vec3::X, 1e30, 0.4)),
        (0.0, ExponentialRate::to(Vec3::INFINITY, 1.0, 0.4)),
    ];
    for (x, rate) in rates {
        for coasts in [false, true] {
            for sprung in [false, true] {
                for kick in [0.0, 1e30, MAX] {
                    let mut bench = Bench::at_rate(50.0);
                    let rate = if coasts { rate.then_coast() } else { rate };
                    let body = bench.spawn((at(x), rate));
                    if sprung {
                        bench.app.world_mut().entity_mut(body).insert((Spring::critical(2.0), Target::new(Vec3::X)));
                    }
                    bench.run_to(0.1);
                    bench.edit::<Velocity>(body, |velocity| velocity.0.x = kick);
                    assert_finite(&mut bench, &format!("{x} {rate:?}, with a spring: {sprung}, kicked {kick}"));
                }
            }
        }
    }
}

#[test]
fn an_exponential_rate_that_ends_beyond_f32_is_reported_and_ignored() {
    #[derive(Resource, Default)]
    struct Reported(Vec<&'static str>);

    let mut bench = Bench::at_rate(50.0);
    bench
        .app
        .init_resource::<Reported>()
        .add_observer(|invalid: On<InvalidMotion>, mut all: ResMut<Reported>| all.0.push(invalid.field));
    let rate = ExponentialRate::new(0.5 * MAX * Vec3::X, 0.5 * MAX, 0.7).unwrap();
    let body = bench.spawn((at(0.9 * MAX), rate));
    assert_finite(&mut bench, "rejected");
    assert_eq!(bench.x(body), 0.9 * MAX);
    assert_eq!(bench.app.world().resource::<Reported>().0, ["ExponentialRate"]);
}

#[test]
fn a_cut_stays_within_f32() {
    // The target is beyond f32, or the follower's time scale is so small that no f32 velocity of its own matches its leader's.
    for (offset, pace, by_plugin) in [(MAX, 1.0, true), (MAX, 1.0, false), (1.0, 1e-40, true), (1.0, 1e-40, false)] {
        let mut bench = Bench::at_rate(50.0);
        let leader = bench.spawn(at(0.5 * MAX * f32::from(u8::from(offset == MAX))));
        if by_plugin {
            bench.app.world_mut().entity_mut(leader).insert(Velocity::new(3.0 * Vec3::X));
        } else {
            bench.app.add_systems(FixedUpdate, move |mut transforms: Query<&mut Transform>| {
                transforms.get_mut(leader).expect("it should exist").translation.x += 0.1;
            });
        }
        let follower = bench.spawn((
            at(0.0),
            Spring::critical(5.0),
            Follow::new(leader).with_offset(offset * Vec3::X),
            TimeScale::new(pace),
        ));
        bench.run_to(0.2);
        bench.app.world_mut().trigger(Cut::new(follower));
        assert_finite(&mut bench, &format!("offset {offset}, time scale {pace}, by the plugin: {by_plugin}"));
        if pace < 1.0 {
            let behind = bench.x(leader) + 1.0 - bench.x(follower);
            assert!(
                (0.0..4.0).contains(&behind),
                "the cut follower should hardly move while its leader moves away: {behind}"
            );
        }
    }
}

#[test]
fn a_throw_too_fast_for_f32_stays_finite() {
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((at(-3e38), Velocity::ZERO, Grabbed::new()));
    bench.frame(std::time::Duration::from_millis(20));
    bench.edit::<Transform>(body, |transform| transform.translation.x = 3e38);
    assert_finite(&mut bench, "held");
    bench.edit::<Transform>(body, |transform| transform.translation.x = -3e38);
    bench.frame(std::time::Duration::from_millis(20));
    bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
    assert_finite(&mut bench, "thrown");
}

#[test]
fn an_origin_shift_skips_entities_that_it_would_move_beyond_f32() {
    for by in [MAX, -MAX, f32::INFINITY, f32::NAN] {
        let mut bench = Bench::at_rate(50.0);
        let rate = ExponentialRate::new(1e38 * Vec3::X, 1e38, 4.0).unwrap();
        let leader = bench.spawn(at(0.4 * MAX));
        for x in [0.0, 0.6 * MAX, -0.6 * MAX] {
            bench.spawn((at(x), Velocity::new(Vec3::X)));
            bench.spawn((at(0.0), Spring::critical(0.1), Target::new(x * Vec3::X)));
            bench.spawn((at(x), Velocity::new(Vec3::X), Grabbed::new()));
            bench.spawn((at(0.0), Spring::critical(9.0), Target::new(x * Vec3::X), Presentation::Delayed));
        }
        bench.spawn((at(0.0), rate));
        bench.spawn((at(0.0), Spring::critical(9.0), Follow::new(leader).with_offset(0.5 * MAX * Vec3::X)));
        bench.run_to(0.3);
        let near = bench.spawn((at(1.0), Velocity::ZERO));
        bench.app.world_mut().trigger(OriginShift::new(by * Vec3::X));
        check(&mut bench, &format!("by {by}, immediately"));
        assert_finite(&mut bench, &format!("by {by}"));
        assert_eq!(bench.x(near), if by.is_finite() { 1.0 + by } else { 1.0 });
    }
}

#[test]
fn a_kick_beyond_f32_stays_finite() {
    // If an entity is drawn late or follows a sampled leader, the kick is the difference between the written and the drawn velocity.
    for presentation in [Presentation::Live, Presentation::Delayed, Presentation::Ticked] {
        for by in [MAX, -MAX] {
            let mut bench = Bench::at_rate(50.0);
            let leader = bench.spawn(at(0.0));
            let body = bench.spawn((at(0.0), Velocity::new(0.9 * by * Vec3::X), presentation));
            let follower =
                bench.spawn((at(1.0), Spring::critical(9.0), Follow::new(leader).with_feed_forward(1.0), presentation));
            bench.app.add_systems(
                FixedUpdate,
                move |time: Res<Time>, mut entities: Query<(&mut Transform, Option<&mut Velocity>)>| {
                    entities.get_mut(leader).expect("it should exist").0.translation.x =
                        1e37 * time.elapsed_secs().sin();
                    if (0.2..0.3).contains(&time.elapsed_secs())
                        && let Ok((_, Some(mut velocity))) = entities.get_mut(follower)
                    {
                        velocity.0.x = by;
                    }
                },
            );
            bench.run_to(0.2);
            bench.edit::<Velocity>(body, |velocity| velocity.0.x = by);
            for frame in 0..10 {
                bench.frame(std::time::Duration::from_millis(7));
                check(&mut bench, &format!("{presentation:?}, by {by}, frame {frame}"));
                bench.edit::<Velocity>(body, |velocity| velocity.0.x = by);
            }
            assert_finite(&mut bench, &format!("{presentation:?}, by {by}"));
        }
    }
}
