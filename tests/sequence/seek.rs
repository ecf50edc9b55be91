//! A sequence that is put to a time.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    events::{Finished, LimitReached},
    prelude::*,
};

use crate::timeline::{bench, received};

#[derive(Resource, Default)]
struct Count(usize);

const FRAME: Duration = Duration::from_micros(15_625);

fn sequence() -> Sequence {
    Sequence::new()
        .wait(0.1)
        .then_for(Vec3::X * 5.0, 0.2)
        .call()
        .rate(ExponentialRate::to(Vec3::X * 7.0, 0.5, 0.3))
        .then_for(Vec3::X * -2.0, 0.4)
        .at(0.5)
        .then_for(Vec3::X, 0.5)
}

fn subject() -> impl Bundle {
    (Transform::from_xyz(1.0, 0.0, 0.0), Velocity::new(2.0 * Vec3::X), Spring::critical(10.0), Target::new(Vec3::X))
}

/// Where the entity is after this number of frames if nothing is sought.
fn played(frames: usize) -> Vec3 {
    let mut bench = bench(FRAME);
    let entity = bench.spawn((subject(), sequence()));
    for _ in 0..frames {
        bench.frame(FRAME);
    }
    bench.get::<Transform>(entity).translation
}

#[test]
fn forwards_and_backwards_it_is_where_it_would_have_been() {
    let mut bench = bench(FRAME);
    let entity = bench.spawn((subject(), sequence()));
    bench.frame(FRAME);
    bench.app.world_mut().resource_mut::<Time<Virtual>>().pause();
    for frames in [40, 10, 64, 3, 0, 55, 8, 30, 75, 1] {
        let seconds = frames as f64 * FRAME.as_secs_f64();
        bench.edit(entity, |sequence: &mut Sequence| sequence.seek(seconds));
        bench.frame(FRAME);
        let found = bench.get::<Transform>(entity).translation;
        let expected = played(frames);
        assert!((found - expected).length() < 3e-6, "after {seconds} s: {found}, {expected}");
    }
    assert_eq!(received(&bench).calls.len(), 0, "calls on the way are not triggered");
}

#[test]
fn it_goes_on_from_there() {
    let mut bench = bench(FRAME);
    let entity = bench.spawn((subject(), sequence()));
    for _ in 0..50 {
        bench.frame(FRAME);
    }
    let calls = received(&bench).calls.len();
    bench.edit(entity, |sequence: &mut Sequence| sequence.seek(9.0 * FRAME.as_secs_f64()));
    for _ in 0..30 {
        bench.frame(FRAME);
    }
    let (found, expected) = (bench.get::<Transform>(entity).translation, played(39));
    assert!((found - expected).length() < 3e-6, "{found}, {expected}");
    assert_eq!(received(&bench).calls.len(), calls + 1);
}

#[test]
fn to_its_end_it_ends_once() {
    for seconds in [1.4, 5.0, f64::INFINITY, f64::NAN, -1.0] {
        let mut bench = bench(FRAME);
        let entity = bench.spawn((subject(), sequence()));
        for _ in 0..5 {
            bench.frame(FRAME);
        }
        bench.edit(entity, |sequence: &mut Sequence| sequence.seek(seconds));
        for _ in 0..3 {
            bench.frame(FRAME);
        }
        let ended = usize::from(seconds > 1.0 && seconds.is_finite());
        assert_eq!(received(&bench).ends.len(), ended, "{seconds}");
        for _ in 0..200 {
            bench.frame(FRAME);
        }
        assert_eq!(received(&bench).ends.len(), 1, "{seconds}");
        assert_eq!(bench.get::<Transform>(entity).translation, Vec3::X);
    }
}

#[test]
fn a_sequence_without_end_is_put_anywhere_in_bounded_time() {
    let mut bench = bench(FRAME);
    let sequence = Sequence::new().then_for(Vec3::X, 0.01).then_for(Vec3::ZERO, 0.01).repeated(None);
    let entity = bench.spawn((Transform::default(), Spring::critical(10.0), sequence));
    bench.frame(FRAME);
    bench.edit(entity, |sequence: &mut Sequence| sequence.seek(1e9));
    for _ in 0..10 {
        bench.frame(FRAME);
        assert!(bench.get::<Transform>(entity).translation.is_finite());
    }
}

#[test]
fn back_from_a_throw_it_rests_where_it_began() {
    let mut bench = bench(FRAME);
    let thrown = Sequence::new().wait(0.1).throw(Fling::of(4.0 * Vec3::X).with_duration(0.5)).wait(9.0);
    let entity = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Friction::new(2.0), thrown));
    for _ in 0..20 {
        bench.frame(FRAME);
    }
    assert!(bench.x(entity) > 1.5);
    bench.edit(entity, |sequence: &mut Sequence| sequence.seek(0.0));
    for _ in 0..4 {
        bench.frame(FRAME);
        assert_eq!(bench.x(entity), 1.0);
    }
}

#[test]
fn what_is_skipped_triggers_no_event() {
    let mut bench = bench(FRAME);
    let events = || |_: On<Finished>, mut count: ResMut<Count>| count.0 += 1;
    bench.app.init_resource::<Count>().add_observer(events());
    bench.app.add_observer(|_: On<LimitReached>, mut count: ResMut<Count>| count.0 += 1);
    let throw = Fling::<Translation>::of(4.0 * Vec3::X).with_duration(0.3);
    let sequence = Sequence::new()
        .rate(ExponentialRate::to(Vec3::X * 2.0, 0.5, 0.3))
        .throw(throw)
        .then_for(Vec3::X * 9.0, 0.5)
        .wait(9.0);
    let limits = Limits::new(None, 6.0 * Vec3::X);
    let body = (Transform::default(), Spring::critical(20.0), Friction::new(1.0), limits);
    let entity = bench.spawn((body, sequence));
    bench.frame(FRAME);
    bench.edit(entity, |sequence: &mut Sequence| sequence.seek(2.0));
    for _ in 0..10 {
        bench.frame(FRAME);
    }
    assert_eq!(bench.x(entity), 6.0);
    assert_eq!(bench.app.world().resource::<Count>().0, 0);
}
