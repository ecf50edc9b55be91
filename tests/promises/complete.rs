//! The events [`Complete`] and [`Stop`], which end a motion early.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::prelude::*;

use crate::app::Bench;

const TICK: Duration = Duration::from_micros(15_625);

#[derive(Resource, Default)]
struct Events {
    settled: Vec<Settled>,
    finished: Vec<Finished>,
    reached: usize,
}

fn bench() -> Bench {
    let mut bench = Bench::new(TICK);
    bench.app.init_resource::<Events>();
    bench.app.add_observer(|it: On<Settled>, mut events: ResMut<Events>| events.settled.push(*it));
    bench.app.add_observer(|it: On<Finished>, mut events: ResMut<Events>| events.finished.push(*it));
    bench.app.add_observer(|_: On<LimitReached>, mut events: ResMut<Events>| events.reached += 1);
    bench
}

impl Bench {
    fn complete(&mut self, entity: Entity) {
        self.app.world_mut().trigger(Complete::<Translation>::of(entity));
    }

    fn stop(&mut self, entity: Entity) {
        self.app.world_mut().trigger(Stop::new(entity));
    }

    /// How many `Settled` and how many `Finished` the entity has emitted.
    fn emitted(&self, entity: Entity) -> (usize, usize) {
        let events = self.app.world().resource::<Events>();
        let settled = events.settled.iter().filter(|it| it.entity == entity).count();
        (settled, events.finished.iter().filter(|it| it.entity == entity).count())
    }
}

/// One entity for each kind of motion: a name, the entity, the x at which it ends, and how many `Finished` it emits.
fn all(bench: &mut Bench) -> Vec<(&'static str, Entity, f32, usize)> {
    let end = 10.0 * Vec3::X;
    let at = Transform::default;
    vec![
        ("spring", bench.spawn((at(), Spring::critical(3.0), Target::new(end))), 10.0, 0),
        ("bouncy spring", bench.spawn((at(), Spring::new(3.0, 0.1), Target::new(end))), 10.0, 0),
        ("undamped spring", bench.spawn((at(), Spring::new(3.0, 0.0), Target::new(end))), 10.0, 0),
        (
            "spring under gravity",
            bench.spawn((at(), Spring::critical(3.0), Target::new(end), Gravity::new(9.0 * Vec3::X))),
            11.0,
            0,
        ),
        ("rate", bench.spawn((at(), ExponentialRate::to(end, 1.0, 2.0))), 10.0, 1),
        ("throw", bench.spawn((at(), Velocity::new(8.0 * Vec3::X), Fling::new(end))), 10.0, 1),
        ("throw by a spring", bench.spawn((at(), Velocity::new(-Vec3::X), Fling::new(end))), 10.0, 0),
        ("glide", bench.spawn((at(), Velocity::new(20.0 * Vec3::X), Friction::new(2.0))), 10.0, 0),
        (
            "glide to a limit",
            bench.spawn((at(), Velocity::new(30.0 * Vec3::X), Friction::new(2.0), Limits::between(-end, end))),
            10.0,
            0,
        ),
        ("slow", bench.spawn((at(), Spring::critical(3.0), Target::new(end), TimeScale::new(0.1))), 10.0, 0),
        ("paused", bench.spawn((at(), Spring::critical(3.0), Target::new(end), TimeScale::new(0.0))), 10.0, 0),
    ]
}

#[test]
fn complete_ends_every_motion_in_the_next_frame_and_emits_its_events() {
    for (delayed, clock_runs) in [(false, true), (true, true), (false, false)] {
        let mut bench = bench();
        let all = all(&mut bench);
        if delayed {
            for (_, entity, ..) in &all {
                bench.app.world_mut().entity_mut(*entity).insert(Presentation::Delayed);
            }
        }
        bench.run_to(0.3);
        if !clock_runs {
            bench.app.world_mut().resource_mut::<Time<Virtual>>().pause();
        }
        for (_, entity, ..) in &all {
            bench.complete(*entity);
        }
        let completed_at = bench.elapsed();
        bench.frame(Duration::from_millis(3));
        for (name, entity, end, _) in &all {
            assert!((bench.x(*entity) - end).abs() < 1e-4, "{name}, {delayed} {clock_runs}: {}", bench.x(*entity));
        }
        bench.app.world_mut().resource_mut::<Time<Virtual>>().unpause();
        bench.run_to(0.5);
        for (name, entity, end, finishes) in &all {
            let is_paused = *name == "paused";
            assert!((bench.x(*entity) - end).abs() < 1e-4, "{name}: {}", bench.x(*entity));
            let settled = usize::from(!(is_paused || *name == "undamped spring"));
            let (found_settled, finished) = bench.emitted(*entity);
            assert_eq!(finished, *finishes, "{name}");
            assert!(found_settled == settled || is_paused || settled == 0, "{name}: {found_settled}");
            let events = bench.app.world().resource::<Events>();
            for it in events.finished.iter().filter(|it| it.entity == *entity) {
                assert!((it.time - completed_at).abs() < 0.02 && it.value.x == *end, "{name}: {it:?} {completed_at}");
            }
            assert!(bench.app.world().get::<ExponentialRate>(*entity).is_none(), "{name}");
            assert!(bench.app.world().get::<Fling>(*entity).is_none(), "{name}");
        }
        assert_eq!(bench.app.world().resource::<Events>().reached, 0);
    }
}

#[test]
fn after_stop_every_entity_stays_and_settles_where_it_was_drawn() {
    for delayed in [false, true] {
        let mut bench = bench();
        let all = all(&mut bench);
        if delayed {
            for (_, entity, ..) in &all {
                bench.app.world_mut().entity_mut(*entity).insert(Presentation::Delayed);
            }
        }
        bench.run_to(0.25);
        bench.frame(Duration::from_millis(5));
        let before: Vec<_> = all.iter().map(|(_, entity, ..)| bench.x(*entity)).collect();
        for (_, entity, ..) in &all {
            bench.stop(*entity);
        }
        bench.run_to(4.0);
        for ((name, entity, ..), before) in all.iter().zip(before) {
            if *name == "spring under gravity" {
                continue;
            }
            assert!((bench.x(*entity) - before).abs() < 2e-6, "{name}, {delayed}: {} {before}", bench.x(*entity));
            // The target is the drawn value, rounded to f32; an undamped spring keeps oscillating about it.
            let speed = if *name == "undamped spring" { 1e-6 } else { 0.0 };
            assert!(bench.get::<Velocity>(*entity).0.length() <= speed, "{name}");
            let (settled, finished) = bench.emitted(*entity);
            assert_eq!(finished, 0, "{name}");
            assert!(settled == 1 || ["undamped spring", "paused"].contains(name), "{name}: {settled}");
            assert!(bench.app.world().get::<ExponentialRate>(*entity).is_none(), "{name}");
            assert!(bench.app.world().get::<Fling>(*entity).is_none(), "{name}");
        }
    }
}

#[test]
fn complete_moves_a_follower_to_its_moving_target() {
    let mut bench = bench();
    for moved_by_plugin in [true, false] {
        let leader = bench.spawn(Transform::from_xyz(5.0, 0.0, 0.0));
        if moved_by_plugin {
            bench.app.world_mut().entity_mut(leader).insert(Velocity::new(2.0 * Vec3::X));
        }
        let follower = bench.spawn((Transform::default(), Spring::critical(2.0), Follow::new(leader)));
        bench.run_to(bench.elapsed() + 0.2);
        bench.complete(follower);
        bench.frame(Duration::from_millis(1));
        assert!((bench.x(follower) - bench.x(leader)).abs() < 1e-2, "{} {}", bench.x(follower), bench.x(leader));
        bench.stop(follower);
        bench.frame(TICK);
    }
}

#[test]
fn complete_and_stop_do_nothing_to_resting_grabbed_disabled_or_despawned_entities() {
    let mut bench = bench();
    let resting = bench.spawn((Transform::default(), Spring::critical(9.0), Target::new(Vec3::ZERO)));
    let held = bench.spawn((Transform::default(), Grabbed::new(), Spring::critical(9.0), Target::new(Vec3::X)));
    let gone = bench.spawn((Transform::default(), Spring::critical(9.0), Target::new(Vec3::X)));
    let disabled = bench.spawn((Transform::default(), Spring::critical(9.0), Target::new(Vec3::X)));
    let bare = bench.spawn(Transform::default());
    let coasting = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    bench.run_to(0.1);
    bench.app.world_mut().entity_mut(disabled).insert(Disabled);
    bench.app.world_mut().entity_mut(gone).despawn();
    let before = bench.app.world().get::<Transform>(disabled).expect("it should have a Transform").translation;
    for entity in [resting, held, gone, disabled, bare, coasting] {
        bench.complete(entity);
        if entity != coasting {
            bench.stop(entity);
        }
    }
    bench.run_to(1.0);
    assert_eq!((bench.x(held), bench.x(bare)), (0.0, 0.0));
    assert_eq!(bench.app.world().get::<Transform>(disabled).expect("it should have a Transform").translation, before);
    assert!(bench.rests(resting) && bench.v(coasting) == 1.0);
    assert_eq!(bench.app.world().resource::<Events>().settled.len(), 0);
}

#[test]
fn complete_works_in_the_frame_of_the_spawn_and_in_an_observer_of_settled() {
    let mut bench = bench();
    let new = bench.spawn((Transform::default(), Spring::critical(1.0), Target::new(Vec3::X)));
    bench.complete(new);
    bench.frame(Duration::from_millis(1));
    assert_eq!(bench.x(new), 1.0);
    #[derive(Resource)]
    struct Next(Entity);
    let next = bench.spawn((Transform::default(), Spring::critical(0.5), Target::new(Vec3::X)));
    bench.app.insert_resource(Next(next)).add_observer(|it: On<Settled>, next: Res<Next>, mut commands: Commands| {
        if it.entity != next.0 {
            commands.trigger(Complete::new(next.0));
            commands.trigger(Complete::new(it.entity));
            commands.entity(it.entity).despawn();
        }
    });
    bench.run_to(0.2);
    assert_eq!((bench.x(next), bench.emitted(next)), (1.0, (1, 0)));
}
