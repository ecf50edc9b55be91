//! How sequences end.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{events::SequenceFinished, prelude::*};

use crate::timeline::{bench, received};

const FRAME: Duration = Duration::from_micros(15_625);

#[test]
fn the_end_is_triggered_once_and_the_component_is_removed() {
    let mut bench = bench(FRAME);
    let entity = bench.spawn((Transform::default(), Spring::critical(10.0), Sequence::new().then(Vec3::X)));
    for _ in 0..300 {
        bench.frame(FRAME);
    }
    assert_eq!(received(&bench).ends.len(), 1);
    assert!(bench.app.world().get::<Sequence>(entity).is_none());
    assert_eq!(bench.get::<Target>(entity).value, Vec3::X);
}

#[test]
fn an_empty_sequence_ends_at_once() {
    let mut bench = bench(FRAME);
    bench.spawn((Transform::default(), Sequence::new()));
    bench.frame(FRAME);
    assert_eq!(received(&bench).ends.len(), 1);
}

#[test]
fn a_removed_sequence_ends_without_an_event_and_its_step_goes_on() {
    let mut bench = bench(FRAME);
    let sequence = Sequence::new().then(Vec3::X * 2.0).then(Vec3::ZERO);
    let entity = bench.spawn((Transform::default(), Spring::critical(10.0), sequence));
    for _ in 0..5 {
        bench.frame(FRAME);
    }
    bench.app.world_mut().entity_mut(entity).remove::<Sequence>();
    for _ in 0..200 {
        bench.frame(FRAME);
    }
    assert_eq!((bench.x(entity), received(&bench).ends.len()), (2.0, 0));
}

#[test]
fn another_sequence_begins_from_where_the_entity_is_with_its_velocity() {
    let mut bench = bench(FRAME);
    let entity = bench.spawn((Transform::default(), Spring::critical(10.0), Sequence::new().then(Vec3::X * 9.0)));
    for _ in 0..10 {
        bench.frame(FRAME);
    }
    let (x, v) = (bench.x(entity), bench.get::<Velocity>(entity).0.x);
    bench.app.world_mut().entity_mut(entity).insert(Sequence::new().then(Vec3::ZERO));
    bench.frame(FRAME);
    let (h, w) = (FRAME.as_secs_f64(), 10.0f64);
    let (x, v) = (f64::from(x), f64::from(v));
    let expected = (x + (v + w * x) * h) * libm::exp(-w * h);
    assert!((f64::from(bench.x(entity)) - expected).abs() < 2e-6, "{}, {expected}", bench.x(entity));
    for _ in 0..300 {
        bench.frame(FRAME);
    }
    assert_eq!(received(&bench).ends.len(), 1);
}

#[test]
fn a_write_between_acts_until_the_next_step() {
    let mut bench = bench(FRAME);
    let sequence = Sequence::new().then_for(Vec3::X, 1.0).then_for(Vec3::X * 2.0, 1.0);
    let entity = bench.spawn((Transform::default(), Spring::critical(20.0), sequence));
    for _ in 0..16 {
        bench.frame(FRAME);
    }
    bench.edit(entity, |target: &mut Target| *target = Target::new(Vec3::X * -5.0));
    for _ in 0..46 {
        bench.frame(FRAME);
    }
    assert!(bench.x(entity) < -4.9);
    for _ in 0..70 {
        bench.frame(FRAME);
    }
    assert_eq!(bench.x(entity), 2.0);
}

#[test]
fn an_observer_of_the_end_reads_the_state_at_its_instant() {
    #[derive(Resource, Default)]
    struct Read(Vec<(f32, f32)>);

    let mut bench = bench(Duration::from_millis(100));
    bench.app.init_resource::<Read>().add_observer(
        |ended: On<SequenceFinished>, moved: Query<(&Transform, &Velocity)>, mut read: ResMut<Read>| {
            let (transform, velocity) = moved.get(ended.entity).expect("it moves");
            read.0.push((transform.translation.x, velocity.x));
        },
    );
    bench.spawn((Transform::default(), Velocity::new(2.0 * Vec3::X), Sequence::new().wait(0.43)));
    for _ in 0..10 {
        bench.frame(Duration::from_millis(100));
    }
    assert_eq!(bench.app.world().resource::<Read>().0, [(0.86, 2.0)]);
}
