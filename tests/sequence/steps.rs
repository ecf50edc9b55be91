//! What single steps do.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{events::SequenceCalled, prelude::*};

use crate::{
    app::Bench,
    timeline::{bench, received},
};

const FRAME: Duration = Duration::from_micros(15_625);

fn run(bench: &mut Bench, seconds: f64) {
    let end = bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64() + seconds - 1e-9;
    while bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64() < end {
        bench.frame(FRAME);
    }
}

fn spring() -> (Transform, Spring) {
    (Transform::default(), Spring::critical(10.0))
}

#[test]
fn a_target_without_a_duration_is_over_when_the_entity_rests() {
    let mut bench = bench(FRAME);
    bench.frame(FRAME);
    let began = bench.elapsed();
    let entity = bench.spawn((spring(), Sequence::new().then(Vec3::X).call().then(Vec3::ZERO)));
    bench.frame(FRAME);
    let (seconds, _) = bench.get::<Motion>(entity).will_rest(1e-3, 60.0).expect("it rests");
    let forecast = bench.elapsed() + seconds;
    run(&mut bench, 3.0);
    let [(_, step, time)] = received(&bench).calls[..] else { panic!("{:?}", received(&bench).calls) };
    assert_eq!(step, 1);
    assert!((time - forecast).abs() < 1e-9, "{time}, {forecast}");
    let ended = received(&bench).ends[0].1;
    assert!((ended - began - 2.0 * (time - began)).abs() < 0.02, "the way back takes as long: {ended}");
    assert_eq!(bench.x(entity), 0.0);
}

#[test]
fn a_kick_changes_when_a_step_is_over() {
    let called = |kick: f32| {
        let mut bench = bench(FRAME);
        let entity = bench.spawn((spring(), Sequence::new().then(Vec3::X).call()));
        run(&mut bench, 0.25);
        bench.edit(entity, |velocity: &mut Velocity| velocity.0.x += kick);
        bench.frame(FRAME);
        let (seconds, _) = bench.get::<Motion>(entity).will_rest(1e-3, 60.0).expect("it rests");
        let forecast = bench.elapsed() + seconds;
        run(&mut bench, 4.0);
        (received(&bench).calls[0].2, forecast)
    };
    let (still, kicked) = (called(0.0), called(40.0));
    assert!((still.0 - still.1).abs() < 1e-9 && (kicked.0 - kicked.1).abs() < 1e-9, "{still:?}, {kicked:?}");
    assert!(kicked.0 > still.0 + 0.05);
}

#[test]
fn a_rate_ends_on_its_end_and_the_next_step_begins_there() {
    let mut bench = bench(Duration::from_millis(30));
    let rate = |end: f32| ExponentialRate::to(Vec3::X * end, 0.5, 0.25);
    let sequence = Sequence::new().rate(rate(2.0)).rate(rate(7.0)).wait(0.1).rate(rate(-1.0));
    let entity = bench.spawn((Transform::default(), sequence));
    run(&mut bench, 0.55);
    assert_eq!(bench.x(entity), 7.0);
    run(&mut bench, 0.5);
    assert_eq!(bench.x(entity), -1.0);
    assert!((received(&bench).ends[0].1 - 0.85).abs() < 1e-6, "{:?}", received(&bench).ends);
    assert!(bench.app.world().get::<ExponentialRate>(entity).is_none());
}

#[test]
fn a_throw_is_over_when_it_has_landed() {
    let mut bench = bench(FRAME);
    let throw = Fling::<Translation>::of(Vec3::X * 4.0).with_duration(0.5);
    let start = (Transform::default(), Velocity::new(Vec3::X), Friction::new(1.0));
    let entity = bench.spawn((start, Sequence::new().throw(throw).call()));
    run(&mut bench, 1.0);
    assert_eq!(bench.x(entity), 4.0);
    assert!((received(&bench).calls[0].2 - 0.5).abs() < 1e-6, "{:?}", received(&bench).calls);
}

#[test]
fn a_sequence_waits_for_another_entity_until_the_instant_of_its_end() {
    let mut bench = bench(Duration::from_millis(50));
    let first = bench.spawn((spring(), Sequence::new().wait(0.333)));
    let second = bench.spawn((spring(), Sequence::new().wait_for(first).wait(0.1).call()));
    let third = bench.spawn((spring(), Sequence::new().wait_for(second)));
    run(&mut bench, 1.0);
    let received = received(&bench);
    assert!((received.calls[0].2 - 0.433).abs() < 1e-7, "{:?}", received.calls);
    let ends: Vec<Entity> = received.ends.iter().map(|(entity, _)| *entity).collect();
    assert_eq!(ends, [first, second, third]);
    assert!((received.ends[2].1 - 0.433).abs() < 1e-7, "{:?}", received.ends);
}

#[test]
fn a_round_back_leads_each_step_to_where_the_one_before_it_led() {
    let mut bench = bench(FRAME);
    let steps = Sequence::new().then_for(Vec3::X, 2.0).then_for(Vec3::X * 3.0, 2.0).rate(ExponentialRate::to(
        Vec3::X * 6.0,
        0.1,
        2.0,
    ));
    let entity = bench.spawn((Transform::from_xyz(-1.0, 0.0, 0.0), Spring::critical(10.0), steps.repeated(1).yoyo()));
    let mut seen = Vec::new();
    for _ in 0..6 {
        run(&mut bench, 1.95);
        seen.push(bench.x(entity).round());
        run(&mut bench, 0.05);
    }
    // The exponential rate acts together with the spring, whose target is 3.
    assert_eq!([seen[0], seen[1], seen[3], seen[4], seen[5]], [1.0, 3.0, 3.0, 1.0, -1.0], "{seen:?}");
}

#[test]
fn what_an_observer_of_a_call_writes_acts_from_its_instant() {
    let run = |tick: u64| {
        let mut bench = bench(Duration::from_millis(tick));
        bench.app.add_observer(|called: On<SequenceCalled>, mut velocities: Query<&mut Velocity>| {
            velocities.get_mut(called.entity).expect("it moves").0.x += 30.0;
        });
        let entity = bench.spawn((spring(), Sequence::new().then_for(Vec3::X, 0.123).call().wait(1.0)));
        while bench.elapsed() < 0.6 - 1e-9 {
            bench.frame(Duration::from_millis(tick));
        }
        bench.x(entity)
    };
    let exact = {
        let (w, t) = (10.0f64, 0.123);
        let left = libm::exp(-w * t);
        let (x, v) = (1.0 - (1.0 + w * t) * left, w * w * t * left + 30.0);
        let (passed, d) = (0.6 - t, x - 1.0);
        1.0 + (d + (v + w * d) * passed) * libm::exp(-w * passed)
    };
    for tick in [5, 10, 20, 50, 100, 200] {
        assert!((f64::from(run(tick)) - exact).abs() < 2e-6, "{tick} ms: {}, {exact}", run(tick));
    }
}
