//! Bounds that move.

use bevy::prelude::*;
use bevy_exact_motion::{
    math::{
        Law, Slope,
        crossing::{Level, Start, Tracking},
    },
    prelude::*,
};

use crate::{
    app::{Bench, assert_ulps, ulp},
    told::listen,
};

const RATES: [f64; 3] = [30.0, 64.0, 1000.0];

/// Moves the bounds of everybody at each tick.
fn move_bounds(bench: &mut Bench, bounds: impl Fn(f64, &mut Limits) + Send + Sync + 'static) {
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut limits: Query<&mut Limits>| {
        limits.iter_mut().for_each(|mut limits| bounds(time.elapsed_secs_f64(), &mut limits));
    });
}

#[test]
fn an_edge_that_moves_is_met_at_its_instant() {
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
        let told = bench.told().to_vec();
        assert_eq!(told.len(), 1, "{rate} Hz");
        // The bound is written in f32, 3e-5 apart near 326, and a thousand times a second that is 3e-2 of its velocity.
        let written = 1.6e-5;
        assert!((told[0].time - 0.529_083_157_029_486_7).abs() < written / 297.0 * 2.0, "{rate} Hz: {}", told[0].time);
        let jitter = 2.0 * written * rate;
        assert!((f64::from(told[0].velocity_before.x) - 347.091_684_3).abs() < 1e-3, "{rate} Hz: {told:?}");
        assert!((f64::from(told[0].velocity_after.x) - 50.0).abs() <= jitter + 1e-4, "{rate} Hz: {told:?}");
        // From there it glides, slower and slower, and the edge leaves it behind.
        let left = bench.elapsed() - told[0].time;
        let expected = 326.454_157_851_474_3 + 50.0 * -(-2.0 * left).exp_m1() / 2.0;
        assert!((f64::from(bench.x(body)) - expected).abs() <= (jitter + 1e-4) / 2.0 + 1e-4, "{rate} Hz");
    }
}

/// At these rates every place of the bound is an f32, so nothing is rounded.
#[test]
fn an_edge_that_moves_has_these_figures() {
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
            let told = bench.told().to_vec();
            assert_eq!(told.len(), 1, "{rate} Hz");
            assert_ulps(told[0].time as f32, 0.529_083_157_029_486_7, 4.0, 0.5, &format!("{rate} Hz"));
            let relative = told[0].velocity_before - told[0].velocity_after;
            assert_ulps(sign * relative.x, 297.091_684_297_051_3, 4.0, 347.0, &format!("{rate} Hz"));
            assert_eq!(sign * told[0].velocity_after.x, 50.0, "{rate} Hz");
        }
    }
}

/// A zone comes from beyond a hard bound, passes what that pushes, and pulls it off the bound when it is far enough ahead.
#[test]
fn a_zone_that_passes_what_a_hard_bound_pushes_takes_it_along_without_a_jump() {
    for rate in [32.0, 64.0, 128.0] {
        for width in [0.0, 0.25] {
            let mut bench = Bench::at_rate(rate);
            let zone = move |t: f64, limits: &mut Limits| {
                limits.lower[0] = Some(t as f32);
                limits.soft_lower[0] = Some((3.0 * t - 1.0) as f32);
                limits.soft_upper[0] = Some((3.0 * t - 1.0 + width) as f32);
            };
            let mut limits = Limits { angular_frequency: 10.0, damping_ratio: 1.0, feed_forward: 0.0, ..default() };
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
            // It leaves where the zone's pull is as strong as its damping, 2 ζ v/ω = 0.2 behind it, at 0.6 s.
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

/// A hard bound takes what it pushes past an edge within a tick, near 0, where rounded times are far apart for the place.
#[test]
fn a_hard_bound_that_pushes_past_an_edge_near_zero_does_so_once() {
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
            let mut limits: Limits = Limits { angular_frequency: 10.0, damping_ratio: 1.0, tracked: true, ..default() };
            (limits.lower[0], limits.soft_upper[0]) = (Some(hard), Some(soft));
            bench.spawn((Transform::from_xyz(hard, 0.0, 0.0), Velocity::default(), limits, Numbered(index)))
        })
        .collect();
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut limits: Query<(&mut Limits, &Numbered)>| {
        for (mut limits, &Numbered(index)) in &mut limits {
            let [hard, soft] = bounds(index, time.elapsed_secs_f64());
            (limits.lower[0], limits.soft_upper[0]) = (Some(hard), Some(soft));
        }
    });
    bench.run_to(0.5);
    for (index, &body) in (0..).zip(&bodies) {
        let [hard, _] = bounds(index, bench.elapsed());
        assert_eq!(bench.x(body), f64::from(hard) as f32, "body {index} is on its bound");
    }
}

#[test]
fn a_wall_that_stops_lets_go_what_it_pushed() {
    for rate in [32.0, 64.0, 250.0] {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        // It stops at 1.5 s, which is a tick.
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
        // Bounds are written in f32: between two of them its spacing is a velocity.
        let jitter = ulp(1.0) * rate;
        assert_eq!(bench.x(body), 1.0, "{rate} Hz: it is pushed");
        assert!((f64::from(bench.v(body)) - 2.0).abs() <= jitter, "{rate} Hz: it is pushed");
        bench.run_to(2.5);
        let t = bench.elapsed() - 1.5;
        let error = f64::from(bench.x(body)) - (2.0 + 2.0 * -(-t).exp_m1());
        assert!(error.abs() <= jitter + ulp(4.0), "{rate} Hz: it glides on, {error:e}");
        assert_eq!(bench.told().len(), 1, "{rate} Hz: {:?}", bench.told());
        assert!((bench.told()[0].time - 0.5).abs() <= ulp(1.0), "{rate} Hz");
    }
}

/// Put behind a wall that moves, it bounces off that as fast at any pace.
#[test]
fn a_wall_pushes_who_is_put_behind_it_as_fast_at_any_pace() {
    for pace in [0.5, 1.0, 4.0] {
        let mut bench = Bench::at_rate(64.0);
        move_bounds(&mut bench, |t, limits| limits.lower[0] = Some((-1.0 + 2.0 * t) as f32));
        let lower = [Some(-1.0), None, None, None];
        let limits = Limits { lower, tracked: true, ..Limits::default() }.bouncing(0.5);
        let body = bench.spawn((Transform::default(), Velocity::new(Vec3::ZERO), limits, Pace::new(pace)));
        bench.run_to(0.25);
        bench.edit::<Transform>(body, |transform| transform.translation.x = -0.75);
        bench.run_to(0.5);
        // From the wall at -0.5 units with its 2 units/s, and half of that more.
        assert_eq!(bench.x(body), -0.5 + 3.0 * 0.25, "at a pace of {pace}");
    }
}

/// A camera that is free in a zone of ±0.25 about what it looks at, which moves at 2 units/s.
#[test]
fn a_zone_that_moves_takes_along_who_is_beyond_it() {
    for feed_forward in [0.0_f32, 1.0] {
        for rate in [32.0, 64.0, 250.0] {
            let mut bench = Bench::at_rate(rate);
            listen(&mut bench);
            move_bounds(&mut bench, |t, limits| {
                limits.soft_lower[0] = Some((2.0 * t - 0.25) as f32);
                limits.soft_upper[0] = Some((2.0 * t + 0.25) as f32);
            });
            let limits = Limits::between(Vec3::splat(-0.25), Vec3::splat(0.25)).soft(8.0).tracked();
            let body = bench.spawn((Transform::default(), Friction::new(3.0), Limits { feed_forward, ..limits }));
            bench.run_to(1.0);
            // It enters from rest at 0.125 s.
            let c = 16.0;
            let law = Law { k: 64.0, c: 3.0 + c, g: c * f64::from(feed_forward), a: 0.0 };
            let (x, v) = law.step_cubic(0.0, 0.0, 0.0, &Slope::line(2.0), 0.875);
            let what = format!("{rate} Hz, feed-forward {feed_forward}");
            assert_ulps(bench.x(body), x, 4.0, 2.0, &what);
            assert_ulps(bench.v(body), v, 4.0, 2.0, &what);
            assert_eq!(bench.told().len(), 1, "{what}");
            assert!((bench.told()[0].time - 0.125).abs() <= ulp(0.25), "{what}");
        }
    }
}

/// The target rises, and the value does not overshoot it: it stops on it and stays behind where that pulls it away.
#[test]
fn a_value_clamped_at_a_target_that_moves_stays_on_its_side() {
    for rate in [30.0, 64.0, 1000.0] {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        let leader = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Velocity::new(0.5 * Vec3::X)));
        let body = bench.spawn((
            Transform::default(),
            Spring::new(10.0, 0.2),
            Follow::new(leader),
            Limits { at_target: true, ..Limits::default() },
        ));
        bench.run_to(0.05);
        let law = Law { k: 100.0, c: 4.0, ..Law::default() };
        let behind = Tracking { law, target: 1.0, target_slope: Slope::line(0.5), position: 0.0, velocity: 0.0 };
        let level = Level { position: 1.0, slope: Slope::line(0.5) };
        let contact = behind.first_contact(&level, Start::Free, 1.0).expect("it overshoots");
        while bench.elapsed() < 1.0 {
            bench.run_to(bench.elapsed() + 1.0 / rate);
            assert!(bench.x(body) <= bench.x(leader), "{rate} Hz");
        }
        let x_told: Vec<_> = bench.told().iter().filter(|told| told.number == 0).copied().collect();
        assert_ulps(x_told[0].time as f32, contact.time, 4.0, 0.25, &format!("{rate} Hz"));
        assert_ulps(x_told[0].velocity_before.x, contact.velocity, 8.0, 8.0, &format!("{rate} Hz"));
        assert_ulps(x_told[0].velocity_after.x, 0.5, 4.0, 0.5, &format!("{rate} Hz"));
        assert_eq!(x_told[0].bound, Bound::Target);
        // From there it falls behind by the steady lag, from rest against it.
        let t = bench.elapsed();
        let rest =
            Tracking { velocity: 0.5, ..Tracking { position: 1.0 + 0.5 * contact.time, ..behind.after(contact.time) } };
        assert_ulps(bench.x(body), rest.after(t - contact.time).position, 8.0, 2.0, &format!("{rate} Hz at {t}"));
    }
}

/// The upper bound comes down to just above the lower one, and stays there: between ticks it is not assumed to go on beyond that.
#[test]
fn bounds_that_approach_each_other_do_not_pass_each_other_between_ticks() {
    for rate in [10.0, 64.0] {
        for fps in [37.0, 144.0] {
            for approach in [1.0, 3.0] {
                let mut bench = Bench::at_rate(rate);
                move_bounds(&mut bench, move |t, limits| {
                    // From 40 to 0.5 in so many ticks, while the other bound comes up from 0 to 0.25.
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

/// Whether they are inserted inside a tick, after it was advanced, or between ticks: what lies on them is put there, in the next frame, without
/// a velocity.
#[test]
fn bounds_that_are_inserted_anew_jump() {
    let floor = |at: f32| Limits::at_least(Vec3::new(at, -9.0, -9.0)).tracked();
    for rate in RATES {
        let mut bench = Bench::at_rate(rate);
        // One rests on its floor, one coasts above it.
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
                // From where the floor has put it on.
                let (begun, at) = if tick < from { (0, 0.0) } else { (5, 2.0) };
                let expected = at + f64::from(tick - begun) / rate;
                assert_ulps(bench.x(coasting), expected, 1.0, 2.0, &format!("{rate} Hz, tick {tick}"));
            }
        }
    }
}
