//! When steps begin and sequences end, at several rates.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    Motion, RestTolerance, Sequence,
    events::{SequenceCalled, SequenceFinished},
    prelude::*,
};

use crate::{app::Bench, warnings};

#[derive(Resource, Default)]
pub(crate) struct Received {
    pub(crate) calls: Vec<(Entity, usize, f64)>,
    pub(crate) ends: Vec<(Entity, f64)>,
}

/// A bench with sequences, which records their events.
pub(crate) fn bench(tick: Duration) -> Bench {
    Bench::with(tick, |app: &mut App| {
        app.register_sequences::<Translation>()
            .init_resource::<Received>()
            .add_observer(|it: On<SequenceCalled>, mut received: ResMut<Received>| {
                received.calls.push((it.entity, it.step, it.time));
            })
            .add_observer(|it: On<SequenceFinished>, mut received: ResMut<Received>| {
                received.ends.push((it.entity, it.time));
            });
    })
}

pub(crate) fn received(bench: &Bench) -> &Received {
    bench.app.world().resource::<Received>()
}

/// Runs frames of this length until the sequence is over. Returns when it ended, measured from its insertion.
fn duration(tick: Duration, frame: Duration, sequence: Sequence) -> f64 {
    let mut bench = bench(tick);
    for _ in 0..3 {
        bench.frame(frame);
    }
    let inserted = bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64();
    let entity = bench.spawn((Transform::default(), Spring::critical(20.0), sequence));
    for _ in 0..100_000 {
        bench.frame(frame);
        if let Some((ended, time)) = received(&bench).ends.first() {
            assert_eq!(*ended, entity);
            assert!(bench.app.world().get::<Sequence>(entity).is_none());
            return time - inserted;
        }
    }
    panic!("it should end");
}

/// Twenty steps of a quarter of a second.
fn twenty() -> Sequence {
    (0..20).fold(Sequence::new(), |sequence, step| match step % 4 {
        0 => sequence.wait(0.25),
        1 => sequence.then_for(Vec3::X * step as f32, 0.25),
        2 => sequence.rate(ExponentialRate::to(Vec3::Y * step as f32, 0.5, 0.25)),
        _ => sequence.then_for(Vec3::ZERO, 0.5).at(0.5),
    })
}

#[test]
fn twenty_steps_of_a_quarter_of_a_second_take_five_seconds_at_every_rate() {
    let hz = |hz: f64| Duration::from_secs_f64(1.0 / hz);
    for rate in [10.0, 30.0, 64.0, 144.0, 1000.0] {
        let took = duration(hz(rate), hz(rate), twenty());
        assert!((took - 5.0).abs() < 1e-6, "{rate} Hz: {took}");
    }
    for (tick, frame) in [(hz(64.0), hz(5.0)), (hz(10.0), hz(144.0)), (hz(64.0), hz(144.0)), (hz(30.0), hz(37.0))] {
        let took = duration(tick, frame, twenty());
        assert!((took - 5.0).abs() < 1e-6, "ticks of {tick:?}, frames of {frame:?}: {took}");
    }
}

#[test]
fn the_stated_duration_is_the_one_that_it_takes() {
    let sequence = twenty().repeated(2).yoyo();
    let stated = sequence.total_duration().unwrap();
    assert!((stated - 15.0).abs() < 1e-9);
    let took = duration(Duration::from_micros(15_625), Duration::from_millis(7), sequence);
    assert!((took - stated).abs() < 1e-6, "{took}");
    assert_eq!(Sequence::new().then(Vec3::X).total_duration(), None);
    assert_eq!(twenty().repeated(None).total_duration(), None);
}

#[test]
fn an_invalid_step_takes_no_time_and_is_left_out_of_the_stated_duration() {
    warnings::capture_warnings();
    let sequence = Sequence::new()
        .wait(0.2)
        .wait(f32::NAN)
        .then_for(Vec3::INFINITY, 3.0)
        .wait(5.0)
        .at(-1.0)
        .then_for(Vec3::X, 0.1);
    let stated = sequence.total_duration().unwrap();
    assert!((stated - 0.3).abs() < 1e-7, "{stated}");
    let took = duration(Duration::from_micros(15_625), Duration::from_millis(7), sequence);
    assert!((took - stated).abs() < 1e-6, "{took}");
}

#[test]
fn the_duration_of_springs_is_known_ahead() {
    let springs = || Sequence::new().then(Vec3::X).then(Vec3::Y).at(0.6).then_for(Vec3::Z, 0.3).then(-Vec3::X);
    let waits = || Sequence::new().then(Vec3::X).wait(0.1).then(Vec3::Y).wait(0.1);
    let tolerance = f64::from(RestTolerance::<Translation>::default().0);
    // After each wait, an entity that was put onto its rest point has a way of √2 that is up to the rest tolerance shorter or longer.
    let by_rest = tolerance / (0.8 * 12.0 * 2.0_f64.sqrt());
    let cases = [
        (springs(), 1e-6),
        (springs().repeated(1), 1e-6),
        (springs().repeated(3).yoyo(), 1e-6),
        (waits(), by_rest),
        (waits().repeated(2), 5.0 * by_rest),
    ];
    for (sequence, accuracy) in cases {
        for (time_scale, frame) in [(1.0, 20), (0.5, 20), (1.0, 13)] {
            let frame = Duration::from_millis(frame);
            let mut bench = bench(Duration::from_millis(20));
            bench.frame(frame);
            let spring = (Spring::new(12.0, 0.8), Velocity::new(3.0 * Vec3::Y), TimeScale::new(time_scale));
            let entity = bench.spawn((Transform::default(), spring));
            let motion = Motion::of(bench.app.world(), entity).unwrap();
            let stated = sequence.duration_from(&motion, tolerance).unwrap();
            bench.app.world_mut().entity_mut(entity).insert(sequence.clone());
            let began = bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64();
            while received(&bench).ends.is_empty() {
                bench.frame(frame);
            }
            let took = (received(&bench).ends[0].1 - began) * f64::from(time_scale);
            assert!((took - stated).abs() <= accuracy, "{took}, {stated}: {:e} of {accuracy:e}", took - stated);
        }
    }
}

#[test]
fn a_duration_that_depends_on_others_is_not_known_ahead() {
    let mut bench = bench(Duration::from_millis(20));
    let entity = bench.spawn((Transform::default(), Spring::new(12.0, 0.8)));
    bench.frame(Duration::from_millis(20));
    let motion = Motion::of(bench.app.world(), entity).unwrap();
    let unknown = [
        Sequence::new().wait_for(entity),
        Sequence::new().then(Vec3::X).repeated(None),
        Sequence::new().then(Vec3::X).repeated(10_000),
        Sequence::new().rate(ExponentialRate::to(Vec3::X, 0.5, 0.25)).then(Vec3::Y),
    ];
    for sequence in unknown {
        assert_eq!(sequence.duration_from(&motion, 1e-3), None, "{sequence:?}");
    }
    let undamped = bench.spawn((Transform::default(), Spring::new(12.0, 0.0)));
    let motion = Motion::of(bench.app.world(), undamped).unwrap();
    assert_eq!(Sequence::new().then(Vec3::X).duration_from(&motion, 1e-3), None);
    let follower = bench.spawn((Transform::default(), Spring::new(12.0, 0.8), Follow::new(entity)));
    bench.frame(Duration::from_millis(20));
    let motion = Motion::of(bench.app.world(), follower).unwrap();
    assert_eq!(Sequence::new().then(Vec3::X).duration_from(&motion, 1e-3), None);
    assert_eq!(Sequence::new().then_for(Vec3::X, 0.5).duration_from(&motion, 1e-3), Some(0.5));
}

#[test]
fn calls_are_triggered_with_their_instants_and_in_their_order() {
    for frame in [3, 16, 200] {
        let mut bench = bench(Duration::from_millis(50));
        bench.frame(Duration::from_millis(frame));
        let began = bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64();
        let sequence = Sequence::new().wait(0.11).call().wait(0.005).call().call().wait(0.3).call();
        let entity = bench.spawn((Transform::default(), sequence));
        for _ in 0..1500 / frame {
            bench.frame(Duration::from_millis(frame));
        }
        let received = &received(&bench).calls;
        let expected = [(1, 0.11), (3, 0.115), (4, 0.115), (6, 0.415)];
        assert_eq!(received.len(), expected.len(), "{received:?}");
        for (found, (step, after)) in received.iter().zip(expected) {
            assert_eq!((found.0, found.1), (entity, step));
            assert!((found.2 - began - after).abs() < 1e-7, "{found:?}, {after}");
        }
    }
}
