//! Promise 6: the same input gives the same bits on every platform, for any order of entities and any number of threads.
//!
//! A scene with every component, several properties, chains, leaders moved by user code, kicks, teleports and uneven frames is played, and
//! every drawn value is hashed. The scene's input uses no transcendental functions, because platforms round them differently.

use std::{process::Command, time::Duration};

use bevy::{
    ecs::schedule::{MultiThreadedExecutor, Schedules, SingleThreadedExecutor},
    prelude::*,
    tasks::{ComputeTaskPool, TaskPoolBuilder},
};
use bevy_exact_motion::{
    math::{
        self, Integrals, Propagator,
        rotation::{Quaternion, Vector3},
        settle::energy_distance,
    },
    prelude::*,
    property::{Property, TranslationX},
    space::Space,
};

use crate::app::{Bench, Dial, Random, Turn};

/// The hash of the scene. A code change that alters this hash also alters users' motion, at least in the last bits. Its commit should say
/// why.
const HASH: u64 = 0xc9e0_201f_78eb_9bc9;

/// The hash of f64 results of `math`. The scene's values are rounded to f32, which hides nearly all differences in libm.
const MATHEMATICS: u64 = 0x043b_632f_6674_61b8;

/// The number of frames, of up to three ticks each.
const FRAMES: usize = 2000;

/// The number of groups. All groups have the same roles, with different parameters.
const GROUPS: usize = 6;

/// The number of entities in a group. Each has a role, see [`dress`].
const ROLES: usize = 15;

/// An orientation with rational components, because platforms round sines differently.
fn orientation(n: usize) -> Quat {
    [
        Quat::from_xyzw(0.6, 0.0, 0.0, 0.8),
        Quat::from_xyzw(0.0, 0.28, 0.0, 0.96),
        Quat::from_xyzw(0.48, 0.6, 0.0, 0.64),
        Quat::from_xyzw(0.5, -0.5, 0.5, 0.5),
    ][n % 4]
}

/// Inserts the components of the entity `all[index]`. The index gives its group and its role.
fn dress(world: &mut World, all: &[Entity], index: usize) {
    let (group, role) = (index / ROLES, index % ROLES);
    let mut random = Random(index as u64);
    let mut number = |low: f64, high: f64| random.between(low, high) as f32;
    let mate = |role: usize| all[group * ROLES + role];
    let at = Vec3::new(number(-5.0, 5.0), number(-5.0, 5.0), number(-5.0, 5.0));
    let goal = Vec3::new(number(-5.0, 5.0), number(-5.0, 5.0), number(-5.0, 5.0));
    let spring = Spring::new(number(1.0, 30.0), number(0.0, 2.0));
    let place = Transform::from_translation(at).with_rotation(orientation(index));
    let mut entity = world.entity_mut(all[index]);
    match role {
        // A leader that the plugin moves and rotates.
        0 => entity.insert((
            place,
            (spring, Target::new(goal)),
            (spring.on::<Rotation>(), Target::<Rotation>::of(orientation(index + 1))),
            (spring.on::<Scale>(), Target::<Scale>::of(goal)),
        )),
        // A follower of role 0, and a follower of that follower.
        1 => entity.insert((
            place,
            (spring, Follow::new(mate(0)).with_feed_forward(0.6)),
            (spring.on::<Rotation>(), Follow::<Rotation>::of(mate(0)).with_feed_forward(0.3)),
        )),
        2 => entity.insert((place, spring, Follow::new(mate(1)).with_offset(goal))),
        // A leader that the script moves, and its followers.
        3 => entity.insert(place),
        4 => entity.insert((place, spring, Follow::new(mate(3)).with_feed_forward(1.0))),
        5 => entity.insert((place, spring, Follow::new(mate(3)), Presentation::Delayed)),
        6 => entity.insert((place, spring, Follow::new(mate(4)), Presentation::Ticked, TimeScale::new(0.7))),
        // A body that is thrown and tumbles.
        7 => entity.insert((
            place,
            (Velocity::new(goal), Friction::new(number(0.0, 0.1)), Gravity::new(0.1 * at)),
            (Velocity::<Rotation>::of(goal), Friction::new(0.01).on::<Rotation>(), Gravity::<Rotation>::of(0.05 * at)),
        )),
        // Exponential rates, alone and together with other forces.
        8 => entity.insert((place, burst(goal))),
        9 => entity.insert((place, burst(goal), spring, Target::new(at), Friction::new(0.3))),
        // Two scalar properties.
        10 => entity.insert((
            (Dial(at.x), spring.on::<Turn>(), Target::<Turn>::of(Angle(goal.x))),
            (Progress(0.0), spring.on::<Progress>(), Target::<Progress>::of(1.0)),
        )),
        // Two entities that follow each other, and a follower of one of them.
        12 => entity.insert((place, Spring::critical(4.0), Follow::new(mate(13)))),
        13 => entity.insert((place, Spring::critical(6.0), Follow::new(mate(12)))),
        14 => entity.insert((place, spring, Follow::new(mate(13)))),
        // A tracked target, which the script moves.
        _ => entity.insert((place, spring, Target::new(at).tracked())),
    };
}

fn burst(displacement: Vec3) -> ExponentialRate {
    ExponentialRate::new(displacement, 0.5, 1.3).expect("it should be feasible")
}

/// All entities of the scene.
#[derive(Resource)]
struct Cast(Vec<Entity>);

/// The scene's user code. Each tick, it moves leaders and targets, kicks entities, or starts exponential rates again.
fn script(time: Res<Time>, cast: Res<Cast>, mut ticks: Local<u64>, mut commands: Commands, mut parts: Query<Written>) {
    *ticks += 1;
    let mut random = Random(1000 + *ticks);
    for group in 0..GROUPS {
        let mate = |role: usize| cast.0[group * ROLES + role];
        let mut number = |low: f64, high: f64| random.between(low, high) as f32;
        let place = Vec3::new(number(-1.0, 1.0), time.elapsed_secs(), number(-1.0, 1.0));
        let due = |every: u64| (*ticks + group as u64).is_multiple_of(every);
        if let Ok((Some(mut transform), ..)) = parts.get_mut(mate(3)) {
            transform.translation += 0.1 * place;
        }
        if let Ok((.., Some(mut target), _, _)) = parts.get_mut(mate(11)) {
            target.value += 0.1 * place;
        }
        if due(41)
            && let Ok((_, Some(mut velocity), Some(mut target), ..)) = parts.get_mut(mate(0))
        {
            velocity.0 += 4.0 * place;
            target.value = -target.value;
        }
        if due(50)
            && let Ok((.., Some(mut turn), Some(mut progress))) = parts.get_mut(mate(10))
        {
            turn.value.0 += 2.0;
            progress.toggle();
        }
        if due(70)
            && let Ok((_, Some(mut velocity), ..)) = parts.get_mut(mate(12))
        {
            velocity.0 += 2.0 * place;
        }
        if due(200) {
            commands.entity(mate(8)).insert(burst(place));
            commands.entity(mate(9)).insert(burst(-place));
        }
        if due(97)
            && let Ok((Some(mut transform), ..)) = parts.get_mut(mate(7))
        {
            transform.translation = place;
        }
        if due(150) {
            commands.entity(mate(2)).insert(Grabbed::new());
        }
        if due(160) {
            commands.entity(mate(2)).remove::<Grabbed>();
        }
        if due(300) {
            commands.trigger(Cut::new(mate(4)));
        }
    }
}

type Written = (
    Option<&'static mut Transform>,
    Option<&'static mut Velocity>,
    Option<&'static mut Target>,
    Option<&'static mut Target<Turn>>,
    Option<&'static mut Target<Progress>>,
);

/// FNV-1a by words (Fowler, Noll, Vo 1991).
struct Hash(u64);

impl Hash {
    fn take(&mut self, numbers: impl IntoIterator<Item = f32>) {
        for number in numbers {
            self.take_bits(number.to_bits().into());
        }
    }

    fn take_wide(&mut self, numbers: impl IntoIterator<Item = f64>) {
        for number in numbers {
            assert!(number.is_finite(), "the bits of a NaN differ between platforms");
            self.take_bits(number.to_bits());
        }
    }

    fn take_bits(&mut self, bits: u64) {
        self.0 = (self.0 ^ bits).wrapping_mul(0x0000_0100_0000_01b3);
    }
}

/// Plays the scene. Its entities are spawned in the order of the indices in `spawned`. Returns the hash and the number of hashed states.
fn play(spawned: &[usize], threads: bool) -> (u64, usize) {
    let mut bench = Bench::at_rate(64.0);
    bench.app.add_systems(FixedUpdate, script);
    for (_, schedule) in bench.app.world_mut().resource_mut::<Schedules>().iter_mut() {
        if threads {
            schedule.set_executor(MultiThreadedExecutor::new());
        } else {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
    }
    let mut all = vec![Entity::PLACEHOLDER; GROUPS * ROLES];
    for &index in spawned {
        all[index] = bench.spawn(());
    }
    for &index in spawned {
        dress(bench.app.world_mut(), &all, index);
    }
    bench.app.insert_resource(Cast(all.clone()));
    let mut random = Random(6);
    let (mut hash, mut states) = (Hash(0xcbf2_9ce4_8422_2325), 0);
    for frame in 0..FRAMES {
        if frame == FRAMES / 2 {
            bench.app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(Duration::from_millis(11));
        }
        bench.frame(Duration::from_nanos(random.between(0.0, 4e7) as u64));
        // A kick between ticks.
        let kicked = all[ROLES * (frame % GROUPS) + 1];
        if frame % 13 == 0 {
            bench.edit::<Velocity>(kicked, |velocity| velocity.0.y -= 1.5);
        }
        for &entity in &all {
            let entity = bench.app.world().entity(entity);
            if let Some(transform) = entity.get::<Transform>() {
                hash.take(transform.translation.to_array());
                hash.take(transform.rotation.to_array());
                hash.take(transform.scale.to_array());
                states += 1;
            }
            if let Some(velocity) = entity.get::<Velocity>() {
                hash.take(velocity.0.to_array());
            }
            if let Some(velocity) = entity.get::<Velocity<Rotation>>() {
                hash.take(velocity.0.to_array());
            }
            if let (Some(dial), Some(progress)) = (entity.get::<Dial>(), entity.get::<Progress>()) {
                hash.take([dial.0, progress.0]);
                states += 1;
            }
            hash.take([f32::from(u8::from(entity.contains::<Resting>()))]);
        }
    }
    (hash.0, states)
}

fn in_order() -> Vec<usize> {
    (0..GROUPS * ROLES).collect()
}

/// The environment variable with the number of threads for the scene. If it is not set, everything runs on one thread.
const THREADS: &str = "EXACT_MOTION_TEST_THREADS";

#[test]
fn the_scene_has_the_same_bits_on_every_platform() {
    let threads = std::env::var(THREADS).ok().map(|threads| threads.parse().expect("it should be a number of threads"));
    if let Some(threads) = threads {
        ComputeTaskPool::get_or_init(|| TaskPoolBuilder::new().num_threads(threads).build());
    }
    let (hash, states) = play(&in_order(), threads.is_some());
    assert!(states >= 100_000, "{states} states");
    assert_eq!(hash, HASH, "{hash:#018x} of {states} states");
}

#[test]
fn the_order_in_which_entities_were_spawned_does_not_matter() {
    let mut backwards = in_order();
    backwards.reverse();
    let mut shuffled = in_order();
    let mut random = Random(8);
    for i in 0..shuffled.len() {
        let other = random.between(0.0, (GROUPS * ROLES) as f64) as usize;
        shuffled.swap(i, other);
    }
    for spawned in [backwards, shuffled] {
        let (hash, _) = play(&spawned, false);
        assert_eq!(hash, HASH, "{hash:#018x} in the order {spawned:?}");
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    // A process has only one pool of threads, so each number of threads needs its own process.
    for threads in ["1", "2", "8"] {
        let this = std::env::current_exe().expect("the test's own file should be known");
        let test = "determinism::the_scene_has_the_same_bits_on_every_platform";
        let output = Command::new(this).args(["--exact", test]).env(THREADS, threads).output().expect("it should run");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && printed.contains("1 passed"), "on {threads} threads: {printed}");
    }
}

/// A system that only one property has must not change when the events of this property are triggered.
#[test]
fn events_of_several_properties_come_in_the_same_order_on_every_executor() {
    #[derive(Component)]
    struct Wind;
    #[derive(Resource, Default)]
    struct Reached(Vec<Entity>);

    fn note<P: Property>(reached: On<LimitReached<P>>, mut all: ResMut<Reached>) {
        all.0.push(reached.entity);
    }

    let order = |threads: bool| {
        let mut bench = Bench::at_rate(64.0);
        bench
            .app
            .register_motion::<TranslationX>()
            .register_leader_velocity::<Translation, Wind>(|_| Vec3::ZERO)
            .init_resource::<Reached>()
            .add_observer(note::<Translation>)
            .add_observer(note::<TranslationX>);
        for (_, schedule) in bench.app.world_mut().resource_mut::<Schedules>().iter_mut() {
            if threads {
                schedule.set_executor(MultiThreadedExecutor::new());
            } else {
                schedule.set_executor(SingleThreadedExecutor::new());
            }
        }
        bench.spawn((Transform::default(), Velocity::new(-Vec3::Y), Limits::floor(0.0)));
        let limits = Limits::<TranslationX>::of(0.0, None);
        bench.spawn((Transform::default(), Velocity::<TranslationX>::of(-1.0), limits));
        bench.frame(Duration::from_secs_f64(1.0 / 32.0));
        bench.app.world_mut().remove_resource::<Reached>().expect("it should be there").0
    };
    let expected = order(false);
    assert_eq!(expected.len(), 2, "each reaches its bound once");
    assert_eq!(order(true), expected);
}

/// Calls everything that uses libm, often enough to notice a libm release that rounds one argument in a thousand differently.
#[test]
fn the_mathematics_has_the_same_bits_on_every_platform() {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    let mut random = Random(18);
    let mut number = |low: f64, high: f64| random.between(low, high);
    for _ in 0..20_000 {
        let (k, c, t) = (number(0.0, 900.0), number(0.0, 60.0), number(0.0, 0.5));
        let propagator = Propagator::new(k, c, t);
        let Propagator { pp, pv, vp, vv, h2, .. } = propagator;
        let Integrals { i2, i3, i4 } = Integrals::new(k, c, t, &propagator);
        hash.take_wide([pp, pv, vp, vv, h2, i2, i3, i4]);

        let turn = Vector3::new(number(-1.8, 1.8), number(-1.8, 1.8), number(-1.8, 1.8));
        let orientation = Quaternion::exp(turn);
        let back = orientation.log();
        let wheel = Rot2::offset(Rot2::IDENTITY.widen(), turn.x);
        hash.take_wide([orientation.vector.x, orientation.scalar, back.x, wheel.cos, wheel.sin]);
        hash.take_wide([Rot2::difference(Rot2::IDENTITY.widen(), wheel), energy_distance(2.0, turn.y, turn.z)]);

        let rate = math::ExponentialRate::over(number(0.1, 9.0), number(0.1, 9.0), number(0.1, 3.0))
            .expect("it should be feasible");
        let (value, level) = (rate.value(t), number(0.0, rate.final_value()));
        hash.take_wide([rate.exponent(), value, rate.rate(t), rate.time_at(level).expect("it should be on the path")]);

        let friction =
            math::Friction::from_retention(number(0.01, 1.0)).expect("it should be a share").with_velocity(1.0);
        let glide = friction.time_at(number(0.0, 0.2)).expect("it should be on the path");
        let spring = math::Spring::from_overshoot(3.0, number(0.01, 0.99)).expect("it should be a share");
        hash.take_wide([friction.coefficient, friction.value(t), glide, spring.damping_ratio, spring.value(t)]);
    }
    let Hash(hash) = hash;
    assert_eq!(hash, MATHEMATICS, "{hash:#018x}");
}
