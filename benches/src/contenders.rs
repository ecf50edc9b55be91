//! What is compared, in worlds of their own.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::prelude::*;

use crate::stages::{Marks, Stage, mark};

/// Entities in each world.
pub const COUNT: usize = 100_000;

const TICK: Duration = Duration::from_micros(15_625);

/// Something that is measured once a round.
pub struct Contender {
    pub name: &'static str,
    run: Box<dyn FnMut() -> Duration>,
}

impl Contender {
    pub fn measure(&mut self) -> Duration {
        (self.run)()
    }
}

/// A world of motion, and what is measured of it.
struct Motion {
    name: &'static str,
    spawn: fn(&mut World),
    change: fn(&mut World, u32),
    wanted: fn(Stage) -> bool,
}

const MOTIONS: [Motion; 14] = [
    Motion { name: "Advance: springs, equal parameters", spawn: equal, change: unchanged, wanted: in_advance },
    Motion {
        name: "Advance: springs, each its own parameters",
        spawn: distinct,
        change: unchanged,
        wanted: in_advance,
    },
    Motion { name: "Advance: friction and gravity", spawn: falling, change: unchanged, wanted: in_advance },
    Motion { name: "Advance: following an entity of ours", spawn: following, change: unchanged, wanted: in_advance },
    Motion { name: "all of a tick: springs", spawn: distinct, change: unchanged, wanted: in_tick },
    Motion { name: "all of a tick: following an entity of ours", spawn: following, change: unchanged, wanted: in_tick },
    Motion {
        name: "all of a tick: following a foreign entity",
        spawn: following_foreign,
        change: unchanged,
        wanted: in_tick,
    },
    Motion {
        name: "Adopt, nothing changed",
        spawn: distinct,
        change: unchanged,
        wanted: |stage| stage == Stage::TickAdopt,
    },
    Motion {
        name: "Adopt, all parameters changed",
        spawn: distinct,
        change: change_all,
        wanted: |stage| stage == Stage::TickAdopt,
    },
    Motion {
        name: "Refresh, all parameters changed",
        spawn: distinct,
        change: change_all,
        wanted: |stage| stage == Stage::TickRefresh,
    },
    Motion { name: "Rest, nothing rests", spawn: distinct, change: unchanged, wanted: |stage| stage == Stage::Rest },
    Motion { name: "Present: equal parameters", spawn: equal, change: unchanged, wanted: in_present },
    Motion { name: "Present: each its own parameters", spawn: distinct, change: unchanged, wanted: in_present },
    Motion { name: "all of a tick and a frame, resting", spawn: resting, change: unchanged, wanted: |_| true },
];

/// Those whose name has `wanted` in it. The first is what the others are compared with.
pub fn all(wanted: &str) -> Vec<Contender> {
    let motions = MOTIONS.into_iter().filter(|motion| motion.name.contains(wanted)).map(motion);
    [euler(), copy()].into_iter().chain(motions).collect()
}

fn in_advance(stage: Stage) -> bool {
    stage == Stage::Advance
}

fn in_present(stage: Stage) -> bool {
    stage == Stage::Present
}

fn in_tick(stage: Stage) -> bool {
    !matches!(stage, Stage::FrameAdopt | Stage::FrameRefresh | Stage::Present)
}

#[derive(Component)]
struct EulerVelocity(Vec3);

#[derive(Component)]
struct EulerSpring {
    stiffness: f32,
    damping: f32,
}

#[derive(Component)]
struct EulerTarget(Vec3);

/// The least that a hand-written spring does.
fn euler() -> Contender {
    let mut world = World::new();
    for i in 0..COUNT {
        let omega = frequency(i);
        world.spawn((
            Transform::from_translation(place(i)),
            EulerVelocity(Vec3::ZERO),
            EulerSpring { stiffness: omega * omega, damping: 0.0 },
            EulerTarget(Vec3::ZERO),
        ));
    }
    let mut query = world.query::<(&mut Transform, &mut EulerVelocity, &EulerSpring, &EulerTarget)>();
    let h = TICK.as_secs_f32();
    Contender {
        name: "semi-implicit Euler, bare",
        run: Box::new(move || {
            let began = Instant::now();
            for (mut transform, mut velocity, spring, target) in query.iter_mut(&mut world) {
                let pull = spring.stiffness * (target.0 - transform.translation) - spring.damping * velocity.0;
                velocity.0 += pull * h;
                transform.translation += velocity.0 * h;
            }
            began.elapsed()
        }),
    }
}

/// A copy of as many bytes as Advance reads and writes.
fn copy() -> Contender {
    let bytes = bytes_touched() * COUNT;
    let from = vec![1u8; bytes / 2];
    let mut to = vec![0u8; bytes / 2];
    Contender {
        name: "copy of the bytes that Advance touches",
        run: Box::new(move || {
            let began = Instant::now();
            black_box(&mut to).copy_from_slice(black_box(&from));
            began.elapsed()
        }),
    }
}

/// Of one entity, in Advance.
pub fn bytes_touched() -> usize {
    size_of::<Transform>() + size_of::<Velocity>() + size_of::<bevy_exact_motion::Motion>()
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()))
        .insert_resource(Time::<Fixed>::from_duration(TICK))
        .insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
    app
}

fn motion(Motion { name, spawn, change, wanted }: Motion) -> Contender {
    let mut app = app();
    mark(&mut app);
    spawn(app.world_mut());
    // Between two ticks, so that what is presented is not the tick's own state.
    app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK + TICK / 2));
    for _ in 0..4 {
        app.update();
    }
    app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    let mut round = 0;
    Contender {
        name,
        run: Box::new(move || {
            round += 1;
            change(app.world_mut(), round);
            app.world_mut().resource_mut::<Marks>().clear();
            app.update();
            app.world().resource::<Marks>().of(wanted)
        }),
    }
}

fn unchanged(_: &mut World, _: u32) {}

/// Other parameters for everybody.
fn change_all(world: &mut World, round: u32) {
    let factor = if round.is_multiple_of(2) { 1.25 } else { 0.8 };
    for mut spring in world.query::<&mut Spring>().iter_mut(world) {
        spring.angular_frequency *= factor;
    }
}

fn place(i: usize) -> Vec3 {
    Vec3::new((i % 100) as f32, (i / 100 % 100) as f32, (i / 10_000) as f32) + 1.0
}

/// Unit: rad/s. Undamped below, so that nothing comes to rest.
fn frequency(i: usize) -> f32 {
    2.0 + 10.0 * (i as f32 / COUNT as f32)
}

fn equal(world: &mut World) {
    spawn(world, |i| (Transform::from_translation(place(i)), Spring::new(8.0, 0.0), Target::new(Vec3::ZERO)));
}

fn distinct(world: &mut World) {
    spawn(world, |i| (Transform::from_translation(place(i)), Spring::new(frequency(i), 0.0), Target::new(Vec3::ZERO)));
}

fn falling(world: &mut World) {
    spawn(world, |i| (Transform::from_translation(place(i)), Gravity::EARTH, Friction::new(0.1 + frequency(i))));
}

fn following(world: &mut World) {
    let leaders: Vec<Entity> =
        (0..COUNT / 10).map(|i| world.spawn((Transform::default(), Velocity::new(place(i)))).id()).collect();
    spawn(world, |i| {
        (Transform::from_translation(place(i)), Spring::new(frequency(i), 1.0), Follow::new(leaders[i % leaders.len()]))
    });
}

fn following_foreign(world: &mut World) {
    let leaders: Vec<Entity> = (0..COUNT / 10).map(|_| world.spawn(Transform::default()).id()).collect();
    spawn(world, |i| {
        (Transform::from_translation(place(i)), Spring::new(frequency(i), 0.0), Follow::new(leaders[i % leaders.len()]))
    });
}

fn resting(world: &mut World) {
    spawn(world, |i| (Transform::from_translation(place(i)), Spring::critical(8.0)));
}

fn spawn<B: Bundle>(world: &mut World, bundle: impl Fn(usize) -> B) {
    for i in 0..COUNT {
        world.spawn(bundle(i));
    }
}
