//! Promise 9: observers of the plugin's events may despawn, move and change any entity.

use bevy::prelude::*;
use bevy_exact_motion::{Motion, events::InvalidMotion, prelude::*};

use crate::app::Bench;

/// Entities that the observer despawns when it receives its next event.
#[derive(Resource)]
struct Victims(Vec<Entity>);

/// The events so far: the entity, and its property or its invalid field.
#[derive(Resource, Default)]
struct Events(Vec<(Entity, &'static str)>);

fn bench() -> Bench {
    let mut bench = Bench::at_rate(50.0);
    bench.app.init_resource::<Events>().insert_resource(Victims(Vec::new()));
    bench
}

fn despawn_victims(victims: &mut Victims, commands: &mut Commands) {
    for victim in victims.0.drain(..) {
        commands.entity(victim).try_despawn();
    }
}

fn springy(x: f32) -> impl Bundle {
    (Transform::from_xyz(x, 0.0, 0.0), Spring::critical(20.0), Target::new(Vec3::X))
}

#[test]
fn an_observer_of_settled_may_despawn_another_entity_that_settles_in_the_same_tick() {
    for parent in [false, true] {
        let mut bench = bench();
        bench.app.add_observer(
            |settled: On<Settled>, mut events: ResMut<Events>, mut victims: ResMut<Victims>, mut commands: Commands| {
                events.0.push((settled.entity, "Translation"));
                despawn_victims(&mut victims, &mut commands);
            },
        );
        let pair = [0, 1].map(|_| bench.spawn(springy(0.0)));
        // A first run shows which of the two equal entities is reported first.
        bench.run_to(3.0);
        let [(first, _), (second, _)] = bench.app.world().resource::<Events>().0[..] else { panic!("both settle") };
        bench.app.world_mut().resource_mut::<Events>().0.clear();
        let victim = if parent {
            let parent = bench.spawn(Transform::default());
            bench.app.world_mut().entity_mut(second).insert(ChildOf(parent));
            parent
        } else {
            second
        };
        bench.app.world_mut().resource_mut::<Victims>().0.push(victim);
        for body in pair {
            bench.edit::<Target>(body, |target| target.value.x = 0.0);
        }
        bench.run_to(6.0);
        assert_eq!(
            bench.app.world().resource::<Events>().0,
            [(first, "Translation")],
            "the despawned entity has no event"
        );
        assert!(bench.rests(first));
        assert!(bench.app.world().get_entity(second).is_err());
    }
}

#[test]
fn an_observer_of_settled_may_despawn_an_entity_with_another_property_that_settles() {
    let mut bench = bench();
    // The example in the docs of `Settled`, for both properties.
    bench
        .app
        .add_observer(|settled: On<Settled>, mut events: ResMut<Events>, mut commands: Commands| {
            events.0.push((settled.entity, "Translation"));
            commands.entity(settled.entity).despawn();
        })
        .add_observer(|settled: On<Settled<Scale>>, mut events: ResMut<Events>, mut commands: Commands| {
            events.0.push((settled.entity, "Scale"));
            commands.entity(settled.entity).despawn();
        });
    let body = bench.spawn((springy(0.0), Spring::critical(20.0).on::<Scale>(), Target::<Scale>::of(2.0 * Vec3::X)));
    bench.edit::<Transform>(body, |transform| transform.scale = Vec3::X);
    bench.run_to(3.0);
    assert!(bench.app.world().get_entity(body).is_err());
    assert_eq!(bench.app.world().resource::<Events>().0.len(), 1);
}

#[test]
fn an_observer_of_finished_may_despawn_another_entity_that_finishes_in_the_same_tick() {
    let mut bench = bench();
    bench.app.add_observer(
        |finished: On<Finished>, mut events: ResMut<Events>, mut victims: ResMut<Victims>, mut commands: Commands| {
            events.0.push((finished.entity, "Translation"));
            despawn_victims(&mut victims, &mut commands);
        },
    );
    let rate = ExponentialRate::new(Vec3::X, 0.5, 0.5).unwrap();
    let [first, second] = [0, 1].map(|_| bench.spawn((Transform::default(), rate)));
    bench.app.world_mut().resource_mut::<Victims>().0.push(second);
    bench.run_to(1.0);
    assert_eq!(bench.app.world().resource::<Events>().0, [(first, "Translation")]);
}

#[test]
fn an_observer_of_invalid_motion_may_despawn_the_entity() {
    for case in 0..4 {
        let mut bench = bench();
        bench.app.add_observer(|invalid: On<InvalidMotion>, mut events: ResMut<Events>, mut commands: Commands| {
            events.0.push((invalid.entity, invalid.field));
            commands.entity(invalid.entity).despawn();
        });
        let leader = bench.spawn(Transform::default());
        let spring = Spring::new(f32::NAN, 1.0);
        let body = match case {
            0 => bench.spawn((Transform::default(), spring, Target::new(Vec3::X).tracked())),
            1 => bench.spawn((Transform::default(), spring, Follow::new(leader))),
            2 => {
                // The entity is at rest, so that the rejected write wakes it.
                let body = bench.spawn(springy(1.0));
                bench.run_to(0.2);
                assert!(bench.rests(body));
                bench.app.world_mut().entity_mut(body).insert((spring, Target::new(Vec3::Y).tracked()));
                body
            }
            _ => {
                let body = bench.spawn((Transform::default(), Velocity::ZERO, Grabbed::new()));
                bench.edit::<Transform>(body, |transform| transform.translation.x = f32::NAN);
                body
            }
        };
        bench.run_to(1.0);
        assert!(bench.app.world().get_entity(body).is_err(), "case {case}");
        assert_eq!(bench.app.world().resource::<Events>().0.len(), 1, "case {case}");
    }
}

#[test]
fn an_observer_of_finished_may_insert_a_rate_on_another_entity_that_finishes() {
    let mut bench = bench();
    let rate = ExponentialRate::new(Vec3::X, 0.5, 0.5).unwrap();
    let [first, second] = [0, 1].map(|_| bench.spawn((Transform::default(), rate)));
    bench.app.add_observer(move |finished: On<Finished>, mut events: ResMut<Events>, mut commands: Commands| {
        events.0.push((finished.entity, "Translation"));
        if finished.entity == first {
            commands.entity(second).insert(rate);
        }
    });
    bench.run_to(2.0);
    assert_eq!([first, second].map(|entity| bench.x(entity)), [1.0, 2.0]);
    let count = bench.app.world().resource::<Events>().0.iter().filter(|(entity, _)| *entity == second).count();
    assert_eq!(count, 2, "both of its rates are reported");
}

#[test]
fn an_entity_that_an_observer_grabs_or_stops_from_moving_is_not_marked_as_resting() {
    for grab in [true, false] {
        let mut bench = bench();
        let pair = [0, 1].map(|_| bench.spawn(springy(0.0)));
        bench.app.add_observer(move |settled: On<Settled>, mut events: ResMut<Events>, mut commands: Commands| {
            events.0.push((settled.entity, "Translation"));
            let other = pair[usize::from(settled.entity == pair[0])];
            if grab {
                commands.entity(other).insert(Grabbed::new());
            } else {
                commands.entity(other).remove::<Velocity>();
            }
        });
        bench.run_to(3.0);
        let rests = pair.map(|body| bench.rests(body));
        assert!(rests[0] != rests[1], "grabbed: {grab}");
        assert_eq!(bench.app.world().resource::<Events>().0.len(), 1, "grabbed: {grab}");
    }
}

#[test]
fn an_observer_of_removal_may_insert_the_motion_again() {
    fn with_motion(bench: &mut Bench) {
        bench.app.add_observer(|gone: On<Remove, Motion>, mut commands: Commands| {
            commands.entity(gone.entity).try_insert(Spring::critical(20.0));
        });
    }
    fn with_velocity(bench: &mut Bench) {
        bench.app.add_observer(|gone: On<Remove, Velocity>, mut commands: Commands| {
            commands.entity(gone.entity).try_insert(Velocity::new(Vec3::Y));
        });
    }
    fn on_waking(bench: &mut Bench) {
        bench.app.add_observer(|gone: On<Remove, Resting>, mut commands: Commands| {
            commands.entity(gone.entity).try_insert(Spring::critical(20.0));
        });
    }
    let cases: [(fn(&mut Bench), [f64; 2]); 3] =
        [(with_motion, [0.1, 3.0]), (with_velocity, [0.1, 3.0]), (on_waking, [2.0, 3.0])];
    // Bevy calls observers in an unspecified order, which depends on how many there are.
    for others in 0..8 {
        for (insert_again, removed_at) in cases {
            let mut bench = bench();
            for _ in 0..others {
                bench.app.add_observer(|_: On<Settled>| {});
            }
            insert_again(&mut bench);
            let bodies = removed_at.map(|removed_at| (bench.spawn(springy(0.0)), removed_at));
            for (body, removed_at) in bodies {
                bench.run_to(removed_at);
                bench.app.world_mut().entity_mut(body).remove::<(Velocity, Motion)>();
                bench.edit::<Target>(body, |target| target.value.x = 2.0);
            }
            bench.run_to(6.0);
            for (body, _) in bodies {
                assert!(bench.rests(body) && bench.x(body) == 2.0, "{} with {others} more observers", bench.x(body));
            }
        }
    }
}

#[test]
fn a_resting_entity_wakes_when_a_waking_one_is_cloned_onto_it() {
    #[derive(Resource)]
    struct Other(Entity);
    let mut bench = bench();
    let [woken, other] = [0, 1].map(|_| bench.spawn(springy(1.0)));
    bench.app.insert_resource(Other(other)).add_observer(
        |woken: On<Remove, Resting>, other: Res<Other>, mut commands: Commands| {
            if woken.entity != other.0 {
                commands.entity(woken.entity).clone_with_opt_out(other.0, |_| {});
            }
        },
    );
    bench.run_to(1.0);
    assert!(bench.rests(woken) && bench.rests(other));
    bench.edit::<Transform>(woken, |transform| transform.translation.x = 5.0);
    bench.run_to(1.1);
    assert!(!bench.rests(other) && bench.x(other) > 1.0, "{}", bench.x(other));
    bench.run_to(4.0);
    assert!(bench.rests(other) && bench.x(other) == 1.0, "{}", bench.x(other));
}
