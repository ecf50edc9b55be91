//! Promise 8: resting entities cost nothing. Their components are not read, written or marked as changed. A component of a moving entity
//! is marked only when its value changes.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bevy::{
    camera::{OrthographicProjection, PerspectiveProjection, Projection},
    ecs::query::QueryFilter,
    prelude::*,
    reflect::TypePath,
};
use bevy_exact_motion::{
    events::InvalidMotion,
    prelude::*,
    property::{FieldOfView, Property},
};

use crate::app::{Bench, Dial, Turn};

/// The number of entities that a filter matches, summed over frames.
#[derive(Resource, Default)]
struct Changes(usize);

/// Starts to count the entities that match `F` at the end of every frame.
fn count<F: QueryFilter + 'static>(bench: &mut Bench) {
    bench.app.init_resource::<Changes>();
    bench.app.add_systems(Last, |changed: Query<(), F>, mut changes: ResMut<Changes>| {
        changes.0 += changed.iter().count();
    });
    // In its first run, a system sees everything as changed. That run should not count.
    bench.run_to(bench.elapsed() + 0.1);
    bench.app.world_mut().resource_mut::<Changes>().0 = 0;
}

fn changes(bench: &Bench) -> usize {
    bench.app.world().resource::<Changes>().0
}

#[test]
fn no_component_of_a_resting_entity_is_marked_as_changed() {
    type Any = Or<(Changed<Transform>, Changed<Velocity>, Changed<Dial>, Changed<Velocity<Turn>>)>;
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((
        (Transform::default(), Spring::critical(10.0), Target::new(Vec3::X)),
        (Dial(0.0), Spring::critical(10.0).on::<Turn>(), Target::<Turn>::of(Angle(1.0))),
    ));
    bench.spawn((Transform::default(), Spring::critical(10.0), Follow::new(body)));
    bench.run_to(5.0);
    assert!(bench.rests(body));
    count::<Any>(&mut bench);
    for _ in 0..600 {
        bench.frame(Duration::from_millis(7));
    }
    assert_eq!(changes(&bench), 0, "changes in 600 frames at rest");
}

#[test]
fn a_value_that_does_not_change_is_not_marked_as_changed() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    count::<Changed<Velocity>>(&mut bench);
    bench.run_to(2.0);
    assert!(!bench.rests(body));
    assert_eq!(changes(&bench), 0, "the velocity of a coasting entity is constant");
}

#[test]
fn a_movement_too_small_for_f32_is_not_marked_as_changed() {
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Velocity::new(1e-12 * Vec3::X)));
    bench.run_to(0.1);
    count::<Changed<Transform>>(&mut bench);
    bench.run_to(2.0);
    assert!(!bench.rests(body));
    assert_eq!(changes(&bench), 0, "changes by movements below the resolution of f32");
}

static READ: AtomicUsize = AtomicUsize::new(0);
static WRITTEN: AtomicUsize = AtomicUsize::new(0);

#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct Gauge(f32);

/// A property that counts how often it is read and written.
#[derive(TypePath)]
enum Counted {}

impl Property for Counted {
    type Component = Gauge;
    type Value = f32;
    fn get(gauge: &Gauge) -> f32 {
        READ.fetch_add(1, Ordering::Relaxed);
        gauge.0
    }
    fn set(gauge: &mut Gauge, value: f32) {
        WRITTEN.fetch_add(1, Ordering::Relaxed);
        gauge.0 = value;
    }
}

#[test]
fn components_of_resting_entities_are_not_read_or_written() {
    let mut bench = Bench::at_rate(64.0);
    bench.app.register_motion::<Counted>();
    let bodies: Vec<Entity> = (0..20u8)
        .map(|n| {
            let spring = Spring::critical(10.0).on::<Counted>();
            bench.spawn((Gauge(0.0), spring, Target::<Counted>::of(f32::from(n))))
        })
        .collect();
    let follower = bench.spawn((Gauge(0.0), Spring::critical(10.0).on::<Counted>(), Follow::<Counted>::of(bodies[7])));
    bench.run_to(5.0);
    assert_eq!(*bench.get::<Gauge>(follower), Gauge(7.0));
    let counted = |bench: &mut Bench| {
        READ.store(0, Ordering::Relaxed);
        WRITTEN.store(0, Ordering::Relaxed);
        for _ in 0..100 {
            bench.frame(Duration::from_millis(7));
        }
        (READ.load(Ordering::Relaxed), WRITTEN.load(Ordering::Relaxed))
    };
    assert_eq!(counted(&mut bench), (0, 0), "100 frames at rest");
    bench.edit::<Velocity<Counted>>(bodies[3], |velocity| velocity.0 = 1.0);
    let (read, written) = counted(&mut bench);
    assert!(written >= 60, "the kicked entity is written in every frame until it rests: {written}");
    assert!(read <= 8 * written, "no other entity is read: {read} reads");
}

/// How often a [`Projection`] was marked as changed, and the events of [`FieldOfView`].
#[derive(Resource, Default)]
struct Seen {
    changed: usize,
    settled: Vec<f32>,
    invalid: usize,
}

fn with_projection(projection: Projection) -> (Bench, Entity) {
    let mut bench = Bench::at_rate(64.0);
    bench.app.register_motion::<FieldOfView>().init_resource::<Seen>();
    bench
        .app
        .add_observer(|settled: On<Settled<FieldOfView>>, mut seen: ResMut<Seen>| seen.settled.push(settled.value));
    bench.app.add_observer(|_: On<InvalidMotion<FieldOfView>>, mut seen: ResMut<Seen>| seen.invalid += 1);
    bench.app.add_systems(Last, |changed: Query<(), Changed<Projection>>, mut seen: ResMut<Seen>| {
        seen.changed += changed.iter().count();
    });
    let camera = bench.spawn((projection, Spring::critical(12.0).on::<FieldOfView>(), Target::<FieldOfView>::of(0.4)));
    (bench, camera)
}

fn orthographic() -> Projection {
    Projection::Orthographic(OrthographicProjection::default_2d())
}

fn perspective(fov: f32) -> Projection {
    Projection::Perspective(PerspectiveProjection { fov, ..default() })
}

/// A projection without a field of view is not written, so it is not marked as changed. The motion still comes to rest.
#[test]
fn an_orthographic_projection_is_not_marked_as_changed() {
    let (mut bench, camera) = with_projection(orthographic());
    for _ in 0..400 {
        bench.frame(Duration::from_millis(15));
    }
    assert!(bench.app.world().entity(camera).contains::<Resting<FieldOfView>>());
    let Seen { changed, settled, invalid } = bench.app.world().resource::<Seen>();
    assert_eq!((*changed, settled.as_slice(), *invalid), (1, [0.4].as_slice(), 1), "marked when it was spawned");
}

#[test]
fn a_projection_that_is_orthographic_for_a_while_continues_from_its_new_field_of_view() {
    let (mut bench, camera) = with_projection(perspective(0.8));
    bench.run_to(0.1);
    bench.edit::<Projection>(camera, |projection| *projection = orthographic());
    let seen = |bench: &mut Bench| std::mem::take(&mut *bench.app.world_mut().resource_mut::<Seen>());
    assert!(seen(&mut bench).changed > 2, "it moves");
    bench.run_to(0.3);
    let Seen { changed, invalid, .. } = seen(&mut bench);
    assert_eq!((changed, invalid), (1, 1), "marked by the test, and reported once");
    bench.edit::<Projection>(camera, |projection| *projection = perspective(0.9));
    bench.frame(Duration::from_millis(15));
    let fov = FieldOfView::get(bench.get::<Projection>(camera));
    assert!(fov > 0.8, "{fov}");
    bench.run_to(5.0);
    assert_eq!(FieldOfView::get(bench.get::<Projection>(camera)), 0.4);
    assert!(bench.app.world().entity(camera).contains::<Resting<FieldOfView>>());
    let Seen { settled, invalid, .. } = seen(&mut bench);
    assert_eq!((settled.as_slice(), invalid), ([0.4].as_slice(), 0));
}

/// A component that the property [`Whole`] only sets to whole numbers.
#[derive(Component)]
struct Steps(f32);

#[derive(TypePath)]
enum Whole {}

impl Property for Whole {
    type Component = Steps;
    type Value = f32;
    fn get(steps: &Steps) -> f32 {
        steps.0
    }
    fn set(steps: &mut Steps, value: f32) {
        steps.0 = value.round();
    }
}

/// A component that rounds what is written to it is marked as changed only when the stored value changes.
#[test]
fn a_component_that_rounds_is_marked_as_changed_only_when_its_rounded_value_changes() {
    let mut bench = Bench::at_rate(64.0);
    bench.app.register_motion::<Whole>();
    bench.spawn((Steps(0.0), Velocity::<Whole>::of(3.0)));
    count::<Changed<Steps>>(&mut bench);
    let start = bench.elapsed();
    while bench.elapsed() < start + 4.0 {
        bench.frame(Duration::from_secs_f64(1.0 / 64.0));
    }
    assert_eq!(changes(&bench), 12, "steps in 4 s");
}
