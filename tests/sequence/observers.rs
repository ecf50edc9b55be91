//! What an observer of an event writes to that event's entity acts from the instant of the event, inside a tick.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    events::{Finished, LimitReached},
    prelude::*,
};

use crate::{app::Bench, timeline::bench};

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

#[derive(Resource, Default)]
struct Count(usize);

#[derive(Resource, Default)]
struct Times(Vec<f64>);

fn step(index: usize) -> ExponentialRate {
    ExponentialRate::to(Vec3::X * if index.is_multiple_of(2) { 3.0 } else { -1.0 }, 0.5, 0.25)
}

/// An app in which an observer of `Finished` plays the next of twenty rates.
fn chain(tick: Duration) -> Bench {
    let mut bench = bench(tick);
    bench.app.init_resource::<Count>().init_resource::<Times>();
    bench.app.add_observer(
        |it: On<Finished>, mut count: ResMut<Count>, mut times: ResMut<Times>, mut commands: Commands| {
            count.0 += 1;
            times.0.push(it.time);
            if count.0 < 20 {
                commands.entity(it.entity).insert(step(count.0));
            }
        },
    );
    bench
}

#[test]
fn a_chain_of_rates_takes_the_sum_of_their_durations_at_every_rate() {
    for (tick, frame) in [(10, 10), (33, 33), (100, 100), (16, 200), (100, 7), (16, 7), (300, 300)] {
        let mut bench = chain(ms(tick));
        bench.frame(ms(frame));
        let began = bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64();
        bench.spawn((Transform::default(), step(0)));
        for _ in 0..7000 / frame {
            bench.frame(ms(frame));
        }
        let times = &bench.app.world().resource::<Times>().0;
        assert_eq!(times.len(), 20);
        for (index, time) in times.iter().enumerate() {
            let expected = began + 0.25 * (index as f64 + 1.0);
            assert!(
                (time - expected).abs() < 1e-6,
                "ticks of {tick} ms, frames of {frame} ms: {index}, {time}, {expected}"
            );
        }
    }
}

/// Where a ball is after 2 s that falls on a floor, and that an observer kicks at every contact.
fn kicked(tick: u64) -> (f32, usize) {
    let mut bench = bench(ms(tick));
    bench.app.init_resource::<Count>();
    bench.app.add_observer(|it: On<LimitReached>, mut velocities: Query<&mut Velocity>, mut count: ResMut<Count>| {
        count.0 += 1;
        let mut velocity = velocities.get_mut(it.entity).expect("it moves");
        assert_eq!(
            velocity.0, it.velocity_after,
            "the components show the state at the contact at {} s: {:?}",
            it.time, it.value
        );
        velocity.0.x += 1.0;
        velocity.0.y += 0.5;
    });
    let floor = Limits::floor(0.0).with_restitution(0.6);
    let ball = (Transform::from_xyz(0.0, 1.0, 0.0), Velocity::new(Vec3::ZERO), Gravity::new(-9.8 * Vec3::Y), floor);
    let ball = bench.spawn(ball);
    while bench.elapsed() < 2.4 - 1e-9 {
        bench.frame(ms(tick));
    }
    (bench.x(ball), bench.app.world().resource::<Count>().0)
}

#[test]
fn a_kick_at_a_contact_is_the_same_at_every_rate() {
    let (fine, contacts) = kicked(2);
    assert!(contacts > 2);
    for tick in [5, 10, 24, 60, 200] {
        let (x, count) = kicked(tick);
        assert_eq!(count, contacts, "{tick} ms");
        assert!((x - fine).abs() < 5e-6, "{tick} ms: {x}, {fine}");
    }
}

#[test]
fn followers_see_the_new_path_from_the_instant_of_the_event() {
    let play = |tick: u64| {
        let mut bench = chain(ms(tick));
        let leader = bench.spawn((Transform::default(), step(0)));
        let follower = bench.spawn((Transform::default(), Spring::critical(6.0), Follow::new(leader)));
        let second = bench.spawn((Transform::default(), Spring::critical(9.0), Follow::new(follower)));
        while bench.elapsed() < 1.2 - 1e-9 {
            bench.frame(ms(tick));
        }
        (bench.x(follower), bench.x(second))
    };
    let fine = play(2);
    for tick in [4, 10, 20, 40] {
        let found = play(tick);
        assert!((found.0 - fine.0).abs() < 5e-4 && (found.1 - fine.1).abs() < 5e-4, "{tick} ms: {found:?}, {fine:?}");
    }
}

#[test]
fn events_are_triggered_once_and_in_the_order_of_time() {
    let mut bench = bench(ms(100));
    bench.app.init_resource::<Times>();
    bench.app.add_observer(|it: On<Finished>, mut times: ResMut<Times>| times.0.push(it.time));
    for index in 0..200 {
        let rate = ExponentialRate::to(Vec3::X, 0.5, 0.05 + 0.0013 * index as f32);
        bench.spawn((Transform::default(), rate));
    }
    for _ in 0..10 {
        bench.frame(ms(100));
    }
    let times = &bench.app.world().resource::<Times>().0;
    assert_eq!(times.len(), 200);
    assert!(times.is_sorted(), "{times:?}");
}

#[test]
fn an_endless_chain_inside_a_tick_is_bounded() {
    let mut bench = bench(ms(100));
    bench.app.init_resource::<Count>();
    bench.app.add_observer(|it: On<Finished>, mut count: ResMut<Count>, mut commands: Commands| {
        count.0 += 1;
        commands.entity(it.entity).insert(ExponentialRate::to(Vec3::X * (count.0 % 2) as f32, 0.5, 1e-5));
    });
    let entity = bench.spawn((Transform::default(), ExponentialRate::to(Vec3::X, 0.5, 1e-5)));
    for frames in 1..20 {
        bench.frame(ms(100));
        assert!(bench.app.world().resource::<Count>().0 <= 66 * frames);
        assert!(bench.get::<Transform>(entity).translation.is_finite());
    }
}

#[test]
fn entities_may_be_despawned_grabbed_and_disabled_by_the_observer() {
    for attack in 0..4 {
        let mut bench = bench(ms(100));
        bench.app.add_observer(move |it: On<Finished>, mut commands: Commands| {
            let mut entity = commands.entity(it.entity);
            match attack {
                0 => entity.despawn(),
                1 => _ = entity.insert(Grabbed::<Translation>::default()),
                2 => _ = entity.insert(bevy::ecs::entity_disabling::Disabled),
                _ => _ = entity.remove::<(Velocity, Motion)>(),
            }
        });
        let entity = bench.spawn((Transform::default(), ExponentialRate::to(Vec3::X, 0.5, 0.25)));
        for _ in 0..10 {
            bench.frame(ms(100));
        }
        if let Some(transform) = bench.app.world().get::<Transform>(entity) {
            assert_eq!(transform.translation, Vec3::X, "{attack}");
        }
    }
}

#[test]
fn moving_targets_and_bounds_go_on_through_an_event() {
    let play = |tick: u64| {
        let mut bench = chain(ms(tick));
        let target = Target::new(Vec3::Y).with_velocity(2.0 * Vec3::Y);
        let entity = bench.spawn((Transform::default(), Spring::critical(7.0), target, step(0)));
        while bench.elapsed() < 1.2 - 1e-9 {
            bench.frame(ms(tick));
        }
        bench.get::<Transform>(entity).translation
    };
    let fine = play(2);
    for tick in [4, 10, 20, 40, 100] {
        let found = play(tick);
        assert!((found - fine).length() < 5e-6, "{tick} ms: {found}, {fine}");
    }
}

/// Leaders that other code moves are sampled, so where their followers are inside a tick is a guess until the tick's end.
#[test]
fn behind_leaders_of_other_code_the_events_are_those_without_sequences() {
    #[derive(Resource, Default)]
    struct Contacts(Vec<(Entity, f64, Vec3)>);

    let contacts = |plays_sequences: bool| {
        let mut app = if plays_sequences { bench(ms(20)) } else { Bench::new(ms(20)) };
        app.app.init_resource::<Contacts>().add_observer(|it: On<LimitReached>, mut contacts: ResMut<Contacts>| {
            contacts.0.push((it.entity, it.time, it.value));
        });
        let leader = app.spawn(Transform::default());
        for place in 0..4_u8 {
            let limits = Limits::new(-0.8 * Vec3::X, 0.9 * Vec3::X).with_restitution(0.7);
            let spring = Spring::new(10.0 + 3.0 * f32::from(place), 0.3);
            app.spawn((Transform::default(), spring, Follow::new(leader), limits));
        }
        for frame in 0..150_u16 {
            app.edit(leader, |leader: &mut Transform| {
                leader.translation.x = 2.0 * libm::sinf(0.37 * f32::from(frame)) + f32::from(frame % 7) * 0.1;
            });
            app.frame(ms(20));
        }
        app.app.world_mut().remove_resource::<Contacts>().expect("it should be there").0
    };
    let (mut found, mut expected) = (contacts(true), contacts(false));
    let order =
        |one: &(Entity, f64, Vec3), other: &(Entity, f64, Vec3)| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0));
    found.sort_by(order);
    expected.sort_by(order);
    assert!(expected.len() > 50, "{}", expected.len());
    // The world with sequences has another entity index for the same follower.
    let without_entity = |contacts: Vec<(Entity, f64, Vec3)>| {
        contacts.into_iter().map(|(_, time, value)| (time, value)).collect::<Vec<_>>()
    };
    assert_eq!(without_entity(found), without_entity(expected));
}
