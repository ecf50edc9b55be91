//! Promise 2: an exponential rate to a given end arrives there bit for bit from any start.

use std::time::Duration;

use bevy::{prelude::*, reflect::TypePath};
use bevy_exact_motion::{
    Displacement,
    events::{InvalidMotion, OriginShift, TimedMove},
    math::{self, Law},
    prelude::*,
    space::Space,
};

use crate::{
    app::{Bench, Dial, Random, Turn, assert_ulps, value_components},
    exponential_rate::{Radius, bench, finished},
};

value_components! {
    Heading: Rot2;
}

type Rate = ExponentialRate<Radius>;

/// The number of rejected rates.
#[derive(Resource, Default)]
struct Rejected(usize);

/// The app of the tests of [`exponential_rate`](crate::exponential_rate), extended to count rejected rates.
fn counting_bench(hz: f64) -> Bench {
    let mut bench = bench(hz);
    bench.app.init_resource::<Rejected>().add_observer(
        |invalid: On<InvalidMotion<Radius>>, mut rejected: ResMut<Rejected>| {
            assert_eq!(invalid.field, "ExponentialRate");
            rejected.0 += 1;
        },
    );
    bench
}

fn rejected(bench: &Bench) -> usize {
    bench.app.world().resource::<Rejected>().0
}

fn has_rate(bench: &Bench, entity: Entity) -> bool {
    bench.app.world().get::<Rate>(entity).is_some()
}

fn at(bench: &Bench, entity: Entity) -> f32 {
    bench.get::<Dial>(entity).0
}

#[test]
fn rates_from_different_starts_end_on_the_same_bits() {
    let mut random = Random(6);
    // The number of rates that would miss the end because of rounding if they had a displacement instead of an end.
    let mut would_miss = 0;
    for hz in [7.3, 30.0, 64.0] {
        let mut bench = counting_bench(hz);
        let pairs: Vec<_> = (0..300)
            .map(|_| {
                let side = if random.between(0.0, 1.0) < 0.5 { -1.0 } else { 1.0 };
                let end = side * random.between(4.0, 300.0) as f32;
                let rings = [Presentation::Live, Presentation::Delayed].map(|presentation| {
                    let [start, speed, duration] =
                        [(-300.0, 3.0), (0.05, 30.0), (0.2, 3.0)].map(|(low, high)| random.between(low, high) as f32);
                    let start = side * start;
                    would_miss += usize::from(start + (end - start) != end);
                    let late = presentation;
                    bench.spawn((Dial(start), Rate::of_end(end, speed, duration), late))
                });
                (rings, end)
            })
            .collect();
        bench.run_to(3.5);
        for (rings, end) in pairs {
            for ring in rings {
                assert_eq!(at(&bench, ring).to_bits(), end.to_bits(), "{end} at {hz} Hz");
                assert!(!has_rate(&bench, ring));
                assert!(bench.app.world().get::<Resting<Radius>>(ring).is_some(), "it rests there");
            }
        }
        assert_eq!((finished(&bench), rejected(&bench)), (600, 0));
    }
    assert!(would_miss > 30, "only {would_miss}");
}

#[test]
fn set_changed_does_not_restart_an_exponential_rate() {
    for hz in [7.0, 64.0, 1000.0] {
        let mut bench = counting_bench(hz);
        let ring = bench.spawn((Dial(0.7), Rate::of_end(6.1, 0.1, 1.1)));
        let distance = f64::from(6.1f32) - f64::from(0.7f32);
        let path = math::ExponentialRate::over(distance, 0.1f32.into(), 1.1f32.into()).expect("it should be feasible");
        for frame in 0..100u32 {
            let t = f64::from(frame) * 0.013;
            let expected = f64::from(0.7f32) + path.value(t.min(f64::from(1.1f32)));
            assert_ulps(at(&bench, ring), expected, 1.0, 6.0, &format!("at {t}, {hz} Hz"));
            match bench.app.world_mut().get_mut::<Rate>(ring) {
                // Marks the rate as changed without changing it, or inserts a component that has no effect.
                Some(mut rate) if frame % 2 == 0 => rate.set_changed(),
                Some(_) => _ = bench.app.world_mut().entity_mut(ring).insert(TimeScale::<Radius>::of(1.0)),
                None => {}
            }
            bench.frame(Duration::from_millis(13));
        }
        assert_eq!(at(&bench, ring).to_bits(), 6.1f32.to_bits());
        assert_eq!((finished(&bench), rejected(&bench)), (1, 0));
    }
}

#[test]
fn an_exponential_rate_with_friction_starts_at_the_solved_velocity_and_ends_on_time() {
    let mut bench = counting_bench(64.0);
    let ring = bench.spawn((Dial(1.0), Rate::of_end(4.0, 0.2, 0.777), Friction::new(0.5).on::<Radius>()));
    let end = f64::from(0.777f32);
    let path = math::ExponentialRate::over(3.0, 0.2f32.into(), end).expect("it should be feasible");
    let base = Law { c: 0.5, ..Law::default() };
    bench.run_to(1.4);
    let (x, v) = Law { c: 0.5 + path.lambda(), ..base }.step_held(1.0, path.start_rate(), 0.0, end);
    let (x, v) = base.step_held(x, v, 0.0, bench.elapsed() - end);
    assert_ulps(at(&bench, ring), x, 1.0, 2.0, "value");
    assert_ulps(bench.get::<Velocity<Radius>>(ring).0, v, 1.0, 1.0, "rate");
    assert_eq!((finished(&bench), rejected(&bench)), (1, 0));
}

#[test]
fn a_kick_does_not_change_the_decay_of_an_exponential_rate() {
    let mut bench = counting_bench(64.0);
    let ring = bench.spawn((Dial(1.0), Rate::of_end(4.0, 0.2, 1.0).then_coast()));
    bench.run_to(0.5);
    bench.edit::<Velocity<Radius>>(ring, |velocity| velocity.0 = 4.0);
    let kicked_at = at(&bench, ring);
    bench.run_to(1.5);
    let lambda = math::ExponentialRate::over(3.0, 0.2f32.into(), 1.0).expect("it should be feasible").lambda();
    let (x, v) = Law { c: lambda, ..Law::default() }.step_held(kicked_at.into(), 4.0, 0.0, 0.5);
    assert_ulps(at(&bench, ring), x + 0.5 * v, 2.0, 4.0, "after its end");
    assert_eq!((finished(&bench), rejected(&bench)), (1, 0));
}

#[test]
fn a_rate_that_is_infeasible_from_its_start_is_reported_once_and_the_motion_continues() {
    // The end rate is 0 or leads away from the end, a number is not finite, or the duration is negative.
    let cases = [
        (5.0, 0.0, 1.0),
        (5.0, -0.1, 1.0),
        (f32::NAN, 0.1, 1.0),
        (f32::INFINITY, 0.1, 1.0),
        (5.0, f32::NAN, 1.0),
        (2.0, -0.1, 1.0),
        (5.0, 0.1, -1.0),
    ];
    for (end, end_rate, duration) in cases {
        let what = format!("to {end} at {end_rate} in {duration}");
        let mut bench = counting_bench(64.0);
        let ring = bench.spawn((Dial(0.0), Velocity::<Radius>::of(4.0)));
        bench.run_to(0.5);
        let rate = Rate::of_end(end, end_rate, duration);
        assert!(rate.solve_from(2.0).is_err(), "{what}");
        bench.app.world_mut().entity_mut(ring).insert(rate);
        bench.run_to(1.0);
        // By now, one of these rates would be feasible from the current value. Marking it as changed does not start it, and the friction
        // that is inserted in the same frame is not adopted either.
        bench.app.world_mut().get_mut::<Rate>(ring).expect("it should exist").set_changed();
        bench.app.world_mut().entity_mut(ring).insert(Friction::new(3.0).on::<Radius>());
        bench.run_to(1.5);
        assert_eq!(at(&bench, ring), 6.0, "{what}: it keeps coasting");
        assert_eq!((finished(&bench), rejected(&bench), has_rate(&bench, ring)), (0, 1, true), "{what}");
        bench.app.world_mut().entity_mut(ring).remove::<Friction<Radius>>();
        bench.edit::<Rate>(ring, |rate| *rate = Rate::of_end(8.0, 0.1, 0.5));
        bench.run_to(2.5);
        assert_eq!((at(&bench, ring), finished(&bench), rejected(&bench)), (8.0, 1, 1), "{what}");
    }
}

#[test]
fn set_changed_on_a_rejected_rate_does_not_wake_a_resting_entity() {
    for (end, end_rate) in [(1.0, 0.0), (f32::NAN, 0.1), (f32::INFINITY, 0.1)] {
        let mut bench = counting_bench(64.0);
        let ring = bench.spawn((Dial(0.0), Rate::of_end(end, end_rate, 1.0)));
        bench.run_to(0.5);
        for _ in 0..3 {
            assert!(bench.app.world().get::<Resting<Radius>>(ring).is_some(), "to {end}");
            bench.app.world_mut().get_mut::<Rate>(ring).expect("it should exist").set_changed();
            bench.frame(Duration::from_millis(2));
        }
        assert_eq!((finished(&bench), rejected(&bench)), (0, 1));
    }
}

/// In a sequence of moves, a move may end where it starts. Such a move still takes its full duration, because the next move waits for it.
#[test]
fn a_rate_that_ends_where_it_starts_holds_the_value_and_finishes_on_time() {
    for (end_rate, coasts, hz) in [(0.0, false, 64.0), (0.1, false, 64.0), (3.0, true, 30.0), (0.1, false, 1000.0)] {
        let mut bench = counting_bench(hz);
        bench.app.init_resource::<Ends>().add_observer(|it: On<Finished<Radius>>, mut ends: ResMut<Ends>| {
            ends.0.push(*it);
        });
        let mut rate = Rate::of_end(2.0, end_rate, 0.3);
        if coasts {
            rate = rate.then_coast();
        }
        let ring = bench.spawn((Dial(2.0), Velocity::<Radius>::of(5.0), rate));
        while bench.elapsed() < 1.0 {
            bench.frame(Duration::from_secs_f64(1.0 / hz));
            assert_eq!((at(&bench, ring), bench.get::<Velocity<Radius>>(ring).0), (2.0, 0.0));
        }
        assert_eq!((finished(&bench), rejected(&bench), has_rate(&bench, ring)), (1, 0, false));
        let end = bench.app.world().resource::<Ends>().0[0];
        assert!((end.time - 0.3).abs() < 1e-6, "{}", end.time);
        assert_eq!((end.entity, end.kind, end.value), (ring, TimedMove::ExponentialRate, 2.0));
        assert!(bench.app.world().get::<Resting<Radius>>(ring).is_some());
    }
}

#[derive(Resource, Default)]
struct Ends(Vec<Finished<Radius>>);

#[test]
fn a_duration_of_zero_jumps_to_the_end_also_with_other_forces_and_limits() {
    type Insert = fn(&mut EntityWorldMut);
    let others: [Insert; 4] = [
        |_| {},
        |ring| _ = ring.insert(Friction::new(2.0).on::<Radius>()),
        |ring| _ = ring.insert((Spring::critical(5.0).on::<Radius>(), Target::<Radius>::of(4.0))),
        |ring| _ = ring.insert(Limits::<Radius>::of(-9.0, 9.0)),
    ];
    for (displacement, insert) in [Displacement::To(4.0), Displacement::Over(3.0)]
        .into_iter()
        .flat_map(|displacement| others.map(|insert| (displacement, insert)))
    {
        let mut bench = counting_bench(64.0);
        let ring = bench.spawn((Dial(1.0), Rate { displacement, end_rate: 0.0, duration: 0.0, ..Rate::default() }));
        insert(&mut bench.app.world_mut().entity_mut(ring));
        bench.frame(Duration::from_millis(1));
        assert_eq!(at(&bench, ring), 4.0, "{displacement:?}, in the next frame");
        bench.run_to(0.5);
        assert_eq!((at(&bench, ring), finished(&bench), rejected(&bench), has_rate(&bench, ring)), (4.0, 1, 0, false));
        assert!(bench.app.world().get::<Resting<Radius>>(ring).is_some());
    }
    // An end beyond a limit is clamped to the limit.
    let mut bench = counting_bench(64.0);
    let ring = bench.spawn((Dial(1.0), Rate::of_end(4.0, 1.0, 0.0), Limits::<Radius>::of(0.0, 3.0)));
    bench.run_to(0.5);
    assert_eq!((at(&bench, ring), finished(&bench)), (3.0, 1));
    assert!(Rate::of(3.0, 0.1, 0.0).is_ok() && Rate::of(0.0, 0.1, 1.0).is_ok());
}

/// An observer of each end inserts the next move, shortened by the time since that end.
#[test]
fn a_sequence_of_moves_takes_the_sum_of_its_durations_at_any_tick_rate() {
    for hz in [30.0, 64.0, 1000.0, 5.0] {
        let mut bench = counting_bench(hz);
        bench.app.init_resource::<Ends>().add_observer(
            |it: On<Finished<Radius>>, time: Res<Time>, mut ends: ResMut<Ends>, mut commands: Commands| {
                ends.0.push(*it);
                if ends.0.len() < 20 {
                    let late = time.elapsed_secs_f64() - it.time;
                    let next = Rate::of_end(it.value + 1.0, 1.0, (0.25 - late) as f32);
                    commands.entity(it.entity).insert(next);
                }
            },
        );
        let ring = bench.spawn((Dial(0.0), Rate::of_end(1.0, 1.0, 0.25)));
        bench.run_to(6.0);
        let ends = &bench.app.world().resource::<Ends>().0;
        assert_eq!((ends.len(), at(&bench, ring)), (20, 20.0));
        for (n, end) in (1..).zip(ends) {
            assert!((end.time - 0.25 * f64::from(n)).abs() < 1e-6, "{hz} Hz, {n}: {}", end.time);
            assert_eq!((end.value, end.velocity), (n as f32, 0.0));
        }
    }
}

#[test]
fn finished_has_the_exact_time_of_the_end_also_between_ticks_and_with_a_time_scale() {
    for (pace, frame) in [(1.0, 0.011), (0.5, 0.0013), (1.0, 0.3)] {
        let mut bench = counting_bench(10.0);
        bench.app.init_resource::<Ends>().add_observer(|it: On<Finished<Radius>>, mut ends: ResMut<Ends>| {
            ends.0.push(*it);
        });
        let rate = Rate::of_end(1.0, 0.5, 0.33).then_coast();
        let ring = bench.spawn((Dial(0.0), TimeScale::<Radius>::of(pace), rate));
        while bench.elapsed() < 1.0 {
            bench.frame(Duration::from_secs_f64(frame));
            // An unrelated write between ticks starts a new segment at that time, before or after the end.
            bench.app.world_mut().entity_mut(ring).insert(Friction::new(0.0).on::<Radius>());
        }
        let [end] = bench.app.world().resource::<Ends>().0[..] else { panic!("one end") };
        assert!((end.time - 0.33 / f64::from(pace)).abs() < 1e-6, "{pace} {frame}: {}", end.time);
        assert_eq!((end.value, end.velocity), (1.0, 0.5));
    }
}

#[test]
fn changing_the_end_in_flight_restarts_the_rate_from_the_current_value() {
    for between in [Duration::ZERO, Duration::from_millis(7)] {
        let mut bench = counting_bench(64.0);
        let ring = bench.spawn((Dial(0.3), Rate::of_end(0.7, 0.1, 1.0)));
        bench.run_to(0.5);
        bench.frame(between);
        // Each of the two values is drawn `between` after its tick, so the time between them is the time between the ticks.
        let (start, since) = (at(&bench, ring), bench.elapsed());
        bench.edit::<Rate>(ring, |rate| rate.displacement = Displacement::To(0.9));
        bench.run_to(1.25);
        let distance = f64::from(0.9f32) - f64::from(start);
        let path = math::ExponentialRate::over(distance, 0.1f32.into(), 1.0).expect("it should be feasible");
        let expected = f64::from(start) + path.value(bench.elapsed() - since);
        assert_ulps(at(&bench, ring), expected, 2.0, 1.0, "it starts again");
        // Inserting an equal rate restarts the motion, too.
        bench.app.world_mut().entity_mut(ring).insert(Rate::of_end(0.9, 0.1, 1.0));
        bench.run_to(2.0);
        assert_eq!(finished(&bench), 0);
        bench.run_to(2.5);
        assert_eq!((at(&bench, ring), finished(&bench), rejected(&bench)), (0.9, 1, 0));
    }
}

#[test]
fn an_infeasible_change_in_flight_is_rejected_and_the_motion_reaches_its_end() {
    let mut bench = counting_bench(64.0);
    let ring = bench.spawn((Dial(0.3), Rate::of_end(0.7, 0.1, 1.0)));
    bench.run_to(0.5);
    bench.edit::<Rate>(ring, |rate| rate.end_rate = -1.0);
    bench.run_to(1.5);
    assert_eq!((at(&bench, ring), finished(&bench), rejected(&bench)), (0.7, 1, 1));
    assert!(has_rate(&bench, ring), "a rejected rate is not removed");
    bench.app.world_mut().entity_mut(ring).insert(Rate::of_end(0.1, 0.1, 0.5));
    bench.run_to(2.5);
    assert_eq!((at(&bench, ring), finished(&bench), has_rate(&bench, ring)), (0.1, 2, false));
}

/// Returns the value of a component after a shift of the origin, rounded like the stored value.
fn shifted(value: f32, by: f32) -> f32 {
    (f64::from(value) + f64::from(by)) as f32
}

#[test]
fn an_origin_shift_moves_the_end_of_an_exponential_rate() {
    let mut random = Random(3);
    // The origin is shifted before the rates are adopted, at a tick, or between two ticks.
    for (ticks, between) in [(0, Duration::ZERO), (20, Duration::ZERO), (20, Duration::from_millis(5))] {
        let mut bench = counting_bench(50.0);
        let rings: Vec<_> = (0..100)
            .map(|_| {
                let [start, end] = [(-3.0, 3.0), (4.0, 9.0)].map(|(low, high)| random.between(low, high) as f32);
                (bench.spawn((Dial(start), Rate::of_end(end, 0.1, 1.0))), end)
            })
            .collect();
        let rejected_ring = bench.spawn((Dial(0.0), Rate::of_end(4.0, -1.0, 1.0)));
        for _ in 0..ticks {
            bench.frame(Duration::from_millis(20));
        }
        bench.frame(between);
        let by = random.between(-900.0, 900.0) as f32;
        bench.app.world_mut().trigger(OriginShift::<Radius>::of(by));
        bench.app.world_mut().flush();
        for &(ring, end) in &rings {
            assert_eq!(
                bench.get::<Rate>(ring).displacement,
                Displacement::To(shifted(end, by)),
                "the component is shifted, too"
            );
        }
        bench.run_to(0.9);
        assert_eq!(finished(&bench), 0, "no rate has ended");
        bench.run_to(1.05);
        for &(ring, end) in &rings {
            assert_eq!(at(&bench, ring).to_bits(), shifted(end, by).to_bits(), "{end} shifted by {by}");
        }
        assert_eq!(finished(&bench), 100, "each ends on time");
        assert_eq!(
            (bench.get::<Rate>(rejected_ring).displacement, rejected(&bench)),
            (Displacement::To(shifted(4.0, by)), 1)
        );
    }
}

#[test]
fn an_entity_that_would_end_beyond_f32_is_not_shifted() {
    let mut bench = counting_bench(50.0);
    let ring = bench.spawn((Dial(0.0), Rate::of_end(f32::MAX, f32::MAX, 2.0)));
    for ticks in [0, 1] {
        bench.run_to(f64::from(ticks) * 0.02);
        let before = at(&bench, ring);
        bench.app.world_mut().trigger(OriginShift::<Radius>::of(f32::MAX / 4.0));
        bench.app.world_mut().flush();
        assert_eq!((at(&bench, ring), bench.get::<Rate>(ring).displacement), (before, Displacement::To(f32::MAX)));
    }
    bench.run_to(2.5);
    assert_eq!((at(&bench, ring), finished(&bench)), (f32::MAX, 1));
}

#[test]
fn angles_and_rotations_take_the_shorter_path() {
    let mut bench = bench(50.0);
    bench.app.register_motion::<Heading>();
    let (from, to) = (3.0f32, -3.0f32);
    let turn = bench.spawn((Dial(from), ExponentialRate::<Turn>::of_end(Angle(to), 0.1, 1.0)));
    let end = Quat::from_rotation_y(to);
    let rate = ExponentialRate::<Rotation>::of_end(end, 0.1, 1.0);
    let ball = bench.spawn((Transform::from_rotation(Quat::from_rotation_y(from)), rate));
    let heading = Rot2::radians(to);
    let ship = bench.spawn((Heading(Rot2::radians(from)), ExponentialRate::<Heading>::of_end(heading, 0.1, 1.0)));
    bench.run_to(0.5);
    let distance = std::f64::consts::TAU - 6.0;
    let path = math::ExponentialRate::over(distance, 0.1f32.into(), 1.0).expect("it should be feasible");
    let half = f64::from(from) + path.value(0.5);
    assert_ulps(at(&bench, turn), half, 1.0, 4.0, "an angle");
    for (speed, what) in [
        (bench.get::<Velocity<Turn>>(turn).0, "an angle"),
        (bench.get::<Velocity<Rotation>>(ball).0.y, "an orientation"),
        (bench.get::<Velocity<Heading>>(ship).0, "a rotation in the plane"),
    ] {
        // Start and end are rounded to f32, and so is the distance between them.
        assert!((f64::from(speed) - path.rate(0.5)).abs() < 2e-6, "{what}: {speed}");
    }
    bench.run_to(1.1);
    assert_eq!(at(&bench, turn).to_bits(), to.to_bits());
    assert_eq!(bench.get::<Transform>(ball).rotation.to_array().map(f32::to_bits), end.to_array().map(f32::to_bits));
    let Heading(found) = *bench.get::<Heading>(ship);
    assert_eq!([found.cos, found.sin].map(f32::to_bits), [heading.cos, heading.sin].map(f32::to_bits));
    for bad in [Quat::from_array([0.0; 4]), Quat::from_array([f32::NAN; 4])] {
        assert!(ExponentialRate::<Rotation>::of_end(bad, 0.1, 1.0).solve_from(end).is_err());
        assert!(!Space::is_finite(bad));
    }
}
