//! Promise 6: motion has the same bits with table and sparse-set storage, and with any number of threads.

use std::{process::Command, time::Duration};

use bevy::{
    prelude::*,
    tasks::{ComputeTaskPool, TaskPoolBuilder},
};
use bevy_exact_motion::{MotionSystems, prelude::*, property::Property};

use crate::app::{Bench, Random, value_components};

value_components! {
    Tabled: Vec2;
}

#[derive(Component, TypePath, Clone, Copy)]
#[component(storage = "SparseSet")]
struct Apart(Vec2);

impl Property for Apart {
    type Component = Self;
    type Value = Vec2;
    fn get(component: &Self) -> Vec2 {
        component.0
    }
    fn set(component: &mut Self, value: Vec2) {
        component.0 = value;
    }
}

/// Spawns entities with different forces, a follower of the first one, and followers of a leader that user code moves. This leader is the
/// last entity: two others follow it, and a third follows one of these.
fn spawn<P: Property<Value = Vec2>>(bench: &mut Bench, component: fn(Vec2) -> P::Component) -> Vec<Entity> {
    let at = |n: u8| component(Vec2::new(f32::from(n), 2.0));
    let spring = Spring::new(7.0, 0.6).on::<P>();
    let target = Target::<P>::of(Vec2::new(-1.0, 0.3));
    let leader = bench.spawn((at(0), spring, target));
    let foreign = bench.spawn(at(9));
    let behind_foreign = bench.spawn((at(6), spring, Follow::<P>::of(foreign)));
    vec![
        leader,
        bench.spawn((at(1), Spring::critical(40.0).on::<P>(), target)),
        bench.spawn((at(2), Gravity::<P>::of(Vec2::NEG_Y), Friction::new(0.3).on::<P>())),
        bench.spawn((at(3), spring, target, TimeScale::<P>::of(0.5))),
        bench.spawn((at(4), spring, Follow::<P>::of(leader))),
        bench.spawn((at(5), spring, target, Presentation::Delayed)),
        behind_foreign,
        bench.spawn((at(7), spring, Follow::<P>::of(behind_foreign))),
        bench.spawn((at(8), spring, Follow::<P>::of(foreign).with_feed_forward(0.5))),
        foreign,
    ]
}

#[test]
fn a_component_in_sparse_set_storage_moves_with_the_same_bits() {
    let mut bench = Bench::at_rate(50.0);
    bench.app.register_motion::<Tabled>().register_motion::<Apart>();
    let tabled = spawn::<Tabled>(&mut bench, Tabled);
    let apart = spawn::<Apart>(&mut bench, Apart);
    let mut random = Random(3);
    let mut rested = false;
    for frame in 0..400 {
        bench.frame(Duration::from_secs_f64(random.between(0.0, 0.05)));
        if let ([moved @ .., tabled], [.., apart]) = (&*tabled, &*apart)
            && frame < 200
            && frame % 3 == 0
        {
            let step = Vec2::new(0.1, random.between(-0.2, 0.2) as f32);
            bench.edit::<Tabled>(*tabled, |value| value.0 += step);
            bench.edit::<Apart>(*apart, |value| value.0 += step);
            assert!(moved.iter().any(|&one| bench.app.world().get::<Resting<Tabled>>(one).is_none()), "all rest");
        }
        if frame == 100 {
            for (&tabled, &apart) in tabled.iter().zip(&apart).take(9) {
                bench.edit::<Velocity<Tabled>>(tabled, |velocity| velocity.0 += Vec2::X);
                bench.edit::<Velocity<Apart>>(apart, |velocity| velocity.0 += Vec2::X);
            }
        }
        for (index, (&tabled, &apart)) in tabled.iter().zip(&apart).enumerate() {
            let values = [bench.get::<Tabled>(tabled).0, bench.get::<Apart>(apart).0];
            let velocity = |entity| bench.app.world().get::<Velocity<Tabled>>(entity).map(|velocity| velocity.0);
            let velocity_apart = |entity| bench.app.world().get::<Velocity<Apart>>(entity).map(|velocity| velocity.0);
            let velocities = [velocity(tabled), velocity_apart(apart)];
            assert_eq!(values[0], values[1], "value of {index} in frame {frame}");
            assert_eq!(velocities[0], velocities[1], "velocity of {index} in frame {frame}");
            let rests = bench.app.world().get::<Resting<Tabled>>(tabled).is_some();
            assert_eq!(rests, bench.app.world().get::<Resting<Apart>>(apart).is_some(), "rest of {index}");
            rested |= rests;
        }
    }
    assert!(rested, "at least one entity should come to rest");
}

#[test]
fn an_entity_spawned_between_refresh_and_advance_does_not_move_in_that_tick() {
    let mut bench = Bench::at_rate(64.0);
    bench.app.add_systems(
        FixedFirst,
        (|mut commands: Commands, bodies: Query<(), With<Velocity>>| {
            if bodies.is_empty() {
                commands.spawn((Transform::from_xyz(5.0, 0.0, 0.0), Velocity::new(Vec3::Y)));
            }
        })
        .after(MotionSystems::Refresh)
        .before(MotionSystems::Advance),
    );
    bench.frame(Duration::from_micros(15_625));
    let mut bodies = bench.app.world_mut().query_filtered::<&Transform, With<Velocity>>();
    let at = bodies.single(bench.app.world()).expect("one should have been spawned").translation;
    assert_eq!(at, Vec3::new(5.0, 0.0, 0.0));
    bench.frame(Duration::from_micros(15_625));
    let at = bodies.single(bench.app.world()).expect("it should exist").translation;
    assert_eq!(at, Vec3::new(5.0, 0.015_625, 0.0));
}

/// The environment variable with the number of threads. The test sets it for the processes that it starts.
const THREADS: &str = "EXACT_MOTION_TEST_SPREAD";

/// The number of entities: three times as many as the plugin steps in one chunk on one thread.
const MANY: u16 = 50_000;

#[test]
fn the_number_of_threads_does_not_change_any_bit() {
    if let Ok(threads) = std::env::var(THREADS) {
        let threads = threads.parse().expect("it should be a number of threads");
        ComputeTaskPool::get_or_init(|| TaskPoolBuilder::new().num_threads(threads).build());
        println!("{}", play_many());
        return;
    }
    // A process has only one pool of threads, so each number of threads needs its own process.
    let [one, several] = ["1", "3"].map(|threads| {
        let this = std::env::current_exe().expect("the test's executable should be known");
        let arguments = ["--exact", "storage::the_number_of_threads_does_not_change_any_bit", "--nocapture"];
        let output = Command::new(this).args(arguments).env(THREADS, threads).output().expect("it should run");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "on {threads} threads: {text}");
        text.lines().find(|line| line.starts_with("bits ")).expect("it should print the bits").to_owned()
    });
    assert_eq!(one, several);
}

/// Returns a hash of the bits of all entities in each frame, and of the order in which they come to rest.
fn play_many() -> String {
    #[derive(Resource, Default)]
    struct SettledEntities(Vec<Entity>);

    let mut bench = Bench::at_rate(50.0);
    bench.app.init_resource::<SettledEntities>();
    bench.app.add_observer(|event: On<Settled>, mut settled: ResMut<SettledEntities>| settled.0.push(event.entity));
    let mut random = Random(5);
    let foreign = bench.spawn(Transform::default());
    let mut all: Vec<Entity> = Vec::new();
    // A third of the entities have fixed targets, a third follow entities of the first third, and a third follow a leader that user code
    // moves.
    for n in 0..MANY {
        let spring = Spring::new(random.between(5.0, 30.0) as f32, 1.0);
        let transform = Transform::from_xyz(f32::from(n) * 1e-3, 0.0, 0.0);
        all.push(match n % 3 {
            0 => bench.spawn((transform, spring, Target::new(Vec3::X))),
            1 => bench.spawn((transform, spring, Follow::new(all[usize::from(n / 6) * 3]))),
            _ => bench.spawn((transform, spring, Follow::new(foreign))),
        });
    }
    let mut bits = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |number: u64| bits = (bits ^ number).wrapping_mul(0x0000_0100_0000_01b3);
    for frame in 0..60_u8 {
        bench
            .edit::<Transform>(foreign, |transform| transform.translation.x = libm::sin(0.3 * f64::from(frame)) as f32);
        bench.frame(Duration::from_micros(17_000));
        for &entity in &all {
            take(bench.get::<Transform>(entity).translation.x.to_bits().into());
            take(bench.get::<Velocity>(entity).0.x.to_bits().into());
        }
    }
    let settled = &bench.app.world().resource::<SettledEntities>().0;
    assert!(settled.len() > 1000, "only {} entities came to rest", settled.len());
    for entity in settled {
        take(entity.to_bits());
    }
    format!("bits {bits:#018x}")
}
