//! Bounds that move: walls, edges, zones, and a target at which the value stops.

use bevy::prelude::*;
use bevy_exact_motion::{
    Bound, SoftBounds,
    math::{
        Law, Slope,
        crossing::{Level, Start, Tracking},
    },
    prelude::*,
};

use crate::{
    app::{Bench, assert_ulps, ulp},
    record::listen,
};

const RATES: [f64; 3] = [30.0, 64.0, 1000.0];

/// Adds a system that moves all bounds in each tick. `bounds` writes the limits for the elapsed time (s).
fn move_bounds(bench: &mut Bench, bounds: impl Fn(f64, &mut Limits) + Send + Sync + 'static) {
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut limits: Query<&mut Limits>| {
        limits.iter_mut().for_each(|mut limits| bounds(time.elapsed_secs_f64(), &mut limits));
    });
}

#[test]
fn a_moving_edge_is_reached_at_the_exact_instant_at_any_rate() {
    for rate in RATES {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        move_bounds(&mut bench, |t, limits| limits.upper[0] = Some((300.0 + 50.0 * t) as f32));
        let body = bench.spawn((
            Transform::default(),
            Velocity::new(1000.0 * Vec3::X),
            Friction::new(2.0),
            Limits::at_most(Vec3::splat(300.0)).tracked(),
        ));
        bench.run_to(1.0);
        let hits = bench.contacts().to_vec();
        assert_eq!(hits.len(), 1, "{rate} Hz");
        // The bound is written in f32, whose spacing near 326 is 3e-5. At 1000 Hz, that causes an error of 3e-2 in the bound's velocity.
        let written = 1.6e-5;
        assert!((hits[0].time - 0.529_083_157_029_486_7).abs() < written / 297.0 * 2.0, "{rate} Hz: {}", hits[0].time);
        let jitter = 2.0 * written * rate;
        assert!((f64::from(hits[0].velocity_before.x) - 347.091_684_3).abs() < 1e-3, "{rate} Hz: {hits:?}");
        assert!((f64::from(hits[0].velocity_after.x) - 50.0).abs() <= jitter + 1e-4, "{rate} Hz: {hits:?}");
        // After the contact, friction slows the entity, and the edge moves ahead of it.
        let left = bench.elapsed() - hits[0].time;
        let expected = 326.454_157_851_474_3 + 50.0 * -(-2.0 * left).exp_m1() / 2.0;
        assert!((f64::from(bench.x(body)) - expected).abs() <= (jitter + 1e-4) / 2.0 + 1e-4, "{rate} Hz");
    }
}

/// At these rates, every position of the bound is exact in f32.
#[test]
fn contacts_with_a_moving_edge_match_reference_values() {
    for rate in [32.0, 64.0, 128.0] {
        for sign in [1.0_f32, -1.0] {
            let mut bench = Bench::at_rate(rate);
            listen(&mut bench);
            move_bounds(&mut bench, move |t, limits| {
                let bound = Some(sign * (300.0 + 50.0 * t) as f32);
                let bounds = if sign > 0.0 { &mut limits.upper } else { &mut limits.lower };
                bounds[0] = bound;
            });
            let bound = [Some(sign * 300.0), None, None, None];
            let limits = if sign > 0.0 {
                Limits { upper: bound, ..Limits::default() }
            } else {
                Limits { lower: bound, ..Limits::default() }
            };
            let thrown = (Transform::default(), Velocity::new(sign * 1000.0 * Vec3::X), Friction::new(2.0));
            bench.spawn((thrown, limits.tracked()));
            bench.run_to(1.0);
            let hits = bench.contacts().to_vec();
            assert_eq!(hits.len(), 1, "{rate} Hz");
            assert_ulps(hits[0].time as f32, 0.529_083_157_029_486_7, 4.0, 0.5, &format!("{rate} Hz"));
            let relative = hits[0].velocity_before - hits[0].velocity_after;
            assert_ulps(sign * relative.x, 297.091_684_297_051_3, 4.0, 347.0, &format!("{rate} Hz"));
            assert_eq!(sign * hits[0].velocity_after.x, 50.0, "{rate} Hz");
        }
    }
}

/// A zone comes from behind a hard bound and passes the entity that the bound pushes. When the zone is far enough ahead, it pulls the
/// entity off the bound.
#[test]
fn a_zone_that_passes_an_entity_on_a_hard_bound_takes_it_along_without_a_jump() {
    for rate in [32.0, 64.0, 128.0] {
        for width in [0.0, 0.25] {
            let mut bench = Bench::at_rate(rate);
            let zone = move |t: f64, limits: &mut Limits| {
                limits.lower[0] = Some(t as f32);
                let soft = limits.soft.get_or_insert(SoftBounds { angular_frequency: 10.0, ..SoftBounds::default() });
                soft.lower[0] = Some((3.0 * t - 1.0) as f32);
                soft.upper[0] = Some((3.0 * t - 1.0 + width) as f32);
            };
            let mut limits = Limits::default();
            zone(0.0, &mut limits);
            move_bounds(&mut bench, zone);
            let body = bench.spawn((Transform::default(), Velocity::default(), limits.tracked()));
            let at = |bench: &mut Bench, t: f64| {
                bench.run_to(t);
                f64::from(bench.x(body))
            };
            for t in [0.25, 0.375, 0.5, 0.5625] {
                let x = at(&mut bench, t);
                assert!((x - t).abs() <= ulp(1.0), "{rate} Hz, {width} wide: at {t} s it is at {x}");
            }
            // The entity leaves the bound when the zone's pull equals its damping: at 0.6 s, 2 ζ v/ω = 0.2 behind the zone.
            for t in [0.625, 0.75, 1.0] {
                let (x, later) = (at(&mut bench, t), t - 0.6);
                let expected = 3.0 * t - 1.6 + (0.4 + 2.0 * later) * (-10.0 * later).exp();
                assert!(
                    (x - expected).abs() <= 4.0 * ulp(2.0),
                    "{rate} Hz, {width} wide: at {t} s {x}, not {expected}"
                );
            }
        }
    }
}

/// The hard bound pushes the entity past the soft edge inside a tick. This happens near 0, where the rounding of a time moves the bound by
/// many ulps.
#[test]
fn an_entity_that_a_hard_bound_pushes_past_a_soft_edge_near_zero_stays_on_the_hard_bound() {
    let mut bench = Bench::at_rate(64.0);
    let bounds = |index: u32, t: f64| {
        let share = |factor: f64| (f64::from(index) * factor).fract();
        let crossing = 0.25 + share(0.618_033_988_7) / 64.0;
        let (hard, soft) = (2.0 + 30.0 * share(0.414_213_562_4), 1.9 * share(0.732_050_807_6));
        [(hard * (t - crossing)) as f32, (soft * (t - crossing)) as f32]
    };
    #[derive(Component)]
    struct Numbered(u32);
    let bodies: Vec<Entity> = (0..400)
        .map(|index| {
            let [hard, soft] = bounds(index, 0.0);
            let soft =
                SoftBounds { upper: [Some(soft), None, None, None], angular_frequency: 10.0, ..SoftBounds::default() };
            let limits: Limits =
                Limits { lower: [Some(hard), None, None, None], soft: Some(soft), tracked: true, ..default() };
            bench.spawn((Transform::from_xyz(hard, 0.0, 0.0), Velocity::default(), limits, Numbered(index)))
        })
        .collect();
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut limits: Query<(&mut Limits, &Numbered)>| {
        for (mut limits, &Numbered(index)) in &mut limits {
            let [hard, soft] = bounds(index, time.elapsed_secs_f64());
            limits.lower[0] = Some(hard);
            limits.soft.as_mut().expect("it should have one").upper[0] = Some(soft);
        }
    });
    bench.run_to(0.5);
    for (index, &body) in (0..).zip(&bodies) {
        let [hard, _] = bounds(index, bench.elapsed());
        assert_eq!(bench.x(body), f64::from(hard) as f32, "body {index} should be on its bound");
    }
}

#[test]
fn an_entity_glides_on_when_the_wall_that_pushed_it_stops() {
    for rate in [32.0, 64.0, 250.0] {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        // The wall stops at 1.5 s, where a tick ends.
        move_bounds(&mut bench, |t, limits| limits.lower[0] = Some((-1.0 + 2.0 * t.min(1.5)) as f32));
        let lower = [Some(-1.0), None, None, None];
        let body = bench.spawn((
            Transform::default(),
            Friction::new(1.0),
            Limits { lower, tracked: true, ..Limits::default() },
        ));
        bench.run_to(0.25);
        assert_eq!(bench.x(body), 0.0);
        bench.run_to(1.0);
        // Bounds are written in f32. Their rounding causes an error of their velocity.
        let jitter = ulp(1.0) * rate;
        assert_eq!(bench.x(body), 1.0, "{rate} Hz: it is pushed");
        assert!((f64::from(bench.v(body)) - 2.0).abs() <= jitter, "{rate} Hz: it is pushed");
        bench.run_to(2.5);
        let t = bench.elapsed() - 1.5;
        let error = f64::from(bench.x(body)) - (2.0 + 2.0 * -(-t).exp_m1());
        assert!(error.abs() <= jitter + ulp(4.0), "{rate} Hz: it glides on, {error:e}");
        assert_eq!(bench.contacts().len(), 1, "{rate} Hz: {:?}", bench.contacts());
        assert!((bench.contacts()[0].time - 0.5).abs() <= ulp(1.0), "{rate} Hz");
    }
}

#[test]
fn an_entity_moved_behind_a_moving_wall_bounces_off_equally_at_any_time_scale() {
    for pace in [0.5, 1.0, 4.0] {
        let mut bench = Bench::at_rate(64.0);
        move_bounds(&mut bench, |t, limits| limits.lower[0] = Some((-1.0 + 2.0 * t) as f32));
        let lower = [Some(-1.0), None, None, None];
        let limits = Limits { lower, tracked: true, ..Limits::default() }.with_restitution(0.5);
        let body = bench.spawn((Transform::default(), Velocity::new(Vec3::ZERO), limits, TimeScale::new(pace)));
        bench.run_to(0.25);
        bench.edit::<Transform>(body, |transform| transform.translation.x = -0.75);
        bench.run_to(0.5);
        // The entity leaves the wall at -0.5 with 3 units/s: the wall's 2 units/s, and half of that from the bounce.
        assert_eq!(bench.x(body), -0.5 + 3.0 * 0.25, "at a pace of {pace}");
    }
}

/// The zone is ±0.25 around a subject that moves at 2 units/s, like the zone of a camera.
#[test]
fn a_moving_zone_pulls_along_an_entity_beyond_it() {
    for feed_forward in [0.0_f32, 1.0] {
        for rate in [32.0, 64.0, 250.0] {
            let mut bench = Bench::at_rate(rate);
            listen(&mut bench);
            move_bounds(&mut bench, |t, limits| {
                let soft = limits.soft.as_mut().expect("the zone should be soft");
                soft.lower[0] = Some((2.0 * t - 0.25) as f32);
                soft.upper[0] = Some((2.0 * t + 0.25) as f32);
            });
            let mut limits = Limits::between(Vec3::splat(-0.25), Vec3::splat(0.25)).softened(8.0).tracked();
            limits.soft.as_mut().expect("the zone should be soft").feed_forward = feed_forward;
            let body = bench.spawn((Transform::default(), Friction::new(3.0), limits));
            bench.run_to(1.0);
            // The edge of the zone reaches the entity at 0.125 s, while the entity is at rest.
            let c = 16.0;
            let law = Law { k: 64.0, c: 3.0 + c, g: c * f64::from(feed_forward), a: 0.0 };
            let (x, v) = law.step_cubic(0.0, 0.0, 0.0, &Slope::line(2.0), 0.875);
            let what = format!("{rate} Hz, feed-forward {feed_forward}");
            assert_ulps(bench.x(body), x, 4.0, 2.0, &what);
            assert_ulps(bench.v(body), v, 4.0, 2.0, &what);
            assert_eq!(bench.contacts().len(), 1, "{what}");
            assert!((bench.contacts()[0].time - 0.125).abs() <= ulp(0.25), "{what}");
        }
    }
}

/// The target rises. The value does not overshoot the target, but stops on it and then falls behind.
#[test]
fn a_value_that_stops_at_its_moving_target_never_passes_it() {
    for rate in [30.0, 64.0, 1000.0] {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        let leader = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Velocity::new(0.5 * Vec3::X)));
        let body = bench.spawn((
            Transform::default(),
            Spring::new(10.0, 0.2),
            Follow::new(leader),
            Limits::default().with_stop_at_target(),
        ));
        bench.run_to(0.05);
        let law = Law { k: 100.0, c: 4.0, ..Law::default() };
        let behind = Tracking { law, target: 1.0, target_slope: Slope::line(0.5), position: 0.0, velocity: 0.0 };
        let level = Level { position: 1.0, slope: Slope::line(0.5) };
        let contact = behind.first_contact(&level, Start::Free, 1.0).expect("it should overshoot");
        while bench.elapsed() < 1.0 {
            bench.run_to(bench.elapsed() + 1.0 / rate);
            assert!(bench.x(body) <= bench.x(leader), "{rate} Hz");
        }
        let x_hits: Vec<_> = bench.contacts().iter().filter(|hit| hit.coordinate == 0).copied().collect();
        assert_ulps(x_hits[0].time as f32, contact.time, 4.0, 0.25, &format!("{rate} Hz"));
        assert_ulps(x_hits[0].velocity_before.x, contact.velocity, 8.0, 8.0, &format!("{rate} Hz"));
        assert_ulps(x_hits[0].velocity_after.x, 0.5, 4.0, 0.5, &format!("{rate} Hz"));
        assert_eq!(x_hits[0].bound, Bound::Target);
        // After the contact, the entity starts with the target's velocity and falls behind to its steady lag.
        let t = bench.elapsed();
        let rest =
            Tracking { velocity: 0.5, ..Tracking { position: 1.0 + 0.5 * contact.time, ..behind.after(contact.time) } };
        assert_ulps(bench.x(body), rest.after(t - contact.time).position, 8.0, 2.0, &format!("{rate} Hz at {t}"));
    }
}

/// The upper bound comes down to just above the lower one and stops there. Between ticks, it is not extrapolated past the lower one.
#[test]
fn bounds_that_approach_each_other_do_not_pass_each_other_between_ticks() {
    for rate in [10.0, 64.0] {
        for fps in [37.0, 144.0] {
            for approach in [1.0, 3.0] {
                let mut bench = Bench::at_rate(rate);
                move_bounds(&mut bench, move |t, limits| {
                    // The upper bound moves from 40 to 0.5 in `approach` ticks, while the lower bound rises from 0 to 0.25.
                    let left = (1.0 - ((t * rate).round() - 4.0).max(0.0) / approach).max(0.0);
                    limits.upper[0] = Some((0.5 + 39.5 * left) as f32);
                    limits.lower[0] = Some((0.25 - 0.25 * left) as f32);
                });
                let bounds = Limits {
                    lower: [Some(0.0), None, None, None],
                    upper: [Some(40.0), None, None, None],
                    ..Limits::default()
                };
                let at = 30.0 * Vec3::X;
                let spring = (Spring::critical(8.0), Target::new(at));
                let body = bench.spawn((Transform::from_translation(at), spring, Limits { tracked: true, ..bounds }));
                while bench.elapsed() < 3.0 {
                    bench.frame(core::time::Duration::from_secs_f64(1.0 / fps));
                    let x = bench.x(body);
                    assert!(x >= 0.0, "{rate} Hz, {fps} fps, in {approach} ticks, {}: {x}", bench.elapsed());
                }
                assert_eq!(bench.x(body), 0.5, "{rate} Hz, {fps} fps, in {approach} ticks");
            }
        }
    }
}

/// Bounds are inserted inside a tick, after `Advance`, or between ticks. In the next frame, the entity is on them and its velocity has not
/// changed.
#[test]
fn inserting_bounds_again_moves_them_in_one_step() {
    let floor = |at: f32| Limits::at_least(Vec3::new(at, -9.0, -9.0)).tracked();
    for rate in RATES {
        let mut bench = Bench::at_rate(rate);
        // One entity rests on its floor, the other one coasts away from it.
        let lies = |bench: &mut Bench| {
            bench.spawn((Transform::default(), Spring::critical(5.0), Target::new(-Vec3::X), floor(0.0)))
        };
        let coasts = |bench: &mut Bench| {
            bench.spawn((Transform::default(), Velocity::new(Vec3::X), Friction::new(0.0), floor(0.0)))
        };
        let [inside, between] = [(); 2].map(|()| [lies(&mut bench), coasts(&mut bench)]);
        bench.app.add_systems(FixedUpdate, move |mut commands: Commands, mut ticks: Local<u32>| {
            *ticks += 1;
            if *ticks == 5 {
                for body in inside {
                    commands.entity(body).insert(floor(2.0));
                }
            }
        });
        for tick in 1..20 {
            if tick == 6 {
                for body in between {
                    bench.app.world_mut().entity_mut(body).insert(floor(2.0));
                }
            }
            bench.tick(core::time::Duration::from_secs_f64(1.0 / rate));
            for ([lying, coasting], from) in [(inside, 5), (between, 6)] {
                let velocities = [lying, coasting].map(|body| bench.get::<Velocity<Translation>>(body).0.x);
                assert_eq!(velocities, [0.0, 1.0], "{rate} Hz, tick {tick}");
                assert_eq!(bench.x(lying), if tick < from { 0.0 } else { 2.0 }, "{rate} Hz, tick {tick}");
                // The entity coasts from the new floor, onto which it was moved.
                let (begun, at) = if tick < from { (0, 0.0) } else { (5, 2.0) };
                let expected = at + f64::from(tick - begun) / rate;
                assert_ulps(bench.x(coasting), expected, 1.0, 2.0, &format!("{rate} Hz, tick {tick}"));
            }
        }
    }
}
