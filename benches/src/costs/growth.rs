//! Growth: the cost at one size, and at ten times that size. A linear cost would be ten times as large.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::{
    contenders::{Contender, Ticking, app},
    measure::{Clock, Measure, Spread, Stopwatch},
};

/// The first size that is measured; the second is ten times as large.
const SIZE: usize = 1_000;
const TICKS: u32 = 3;

/// The cost at both sizes. Unit: µs.
pub struct Growth {
    pub name: &'static str,
    pub of_a_thousand: Spread,
    pub of_ten_thousand: Spread,
}

/// Measures the growths whose names contain `wanted`.
pub fn matching(wanted: &str, rounds: usize) -> Vec<Growth> {
    let frames = |app: fn(usize) -> App| move |size| frame(app(size), rounds);
    let growths: [(&'static str, &dyn Fn(usize) -> Spread); 4] = [
        ("a frame with a tick: 20 followers of a child that is n parents deep", &frames(deep)),
        ("a frame with a tick: n followers, each behind the one before", &frames(|size| chain(size, false))),
        ("the same n followers, and an unrelated entity is spawned in each frame", &frames(|size| chain(size, true))),
        ("a forecast over n contacts", &|contacts| forecast(contacts, rounds)),
    ];
    growths
        .into_iter()
        .filter(|(name, _)| name.contains(wanted))
        .map(|(name, measured)| Growth { name, of_a_thousand: measured(SIZE), of_ten_thousand: measured(10 * SIZE) })
        .collect()
}

fn frame(app: App, rounds: usize) -> Spread {
    let mut ticking = Ticking::new(app, true);
    Spread::of((0..rounds).map(|_| ticking.turn(TICKS).read(Measure::Frame, Clock::Thread) / 1e3))
}

fn world() -> App {
    let mut app = app();
    app.register_motion::<Translation>();
    app
}

/// Followers of a leaf below many parents. Only the root moves by itself.
fn deep(size: usize) -> App {
    let mut app = world();
    let mut leaf = app.world_mut().spawn((Transform::default(), Velocity::new(Vec3::X))).id();
    for _ in 0..size {
        leaf = app.world_mut().spawn((Transform::from_xyz(0.0, 0.01, 0.0), ChildOf(leaf))).id();
    }
    for _ in 0..20 {
        app.world_mut().spawn((Transform::default(), Spring::critical(8.0), Follow::new(leaf)));
    }
    app
}

fn chain(size: usize, spawns: bool) -> App {
    let mut app = world();
    let mut last = app.world_mut().spawn((Transform::default(), Velocity::new(Vec3::X))).id();
    for _ in 0..size {
        last = app.world_mut().spawn((Transform::default(), Spring::critical(8.0), Follow::new(last))).id();
    }
    if spawns {
        app.add_systems(Update, |mut commands: Commands| _ = commands.spawn(Transform::default()));
    }
    app
}

/// A forecast of a ball that bounces between two walls without losing speed, fifty times a second.
fn forecast(contacts: usize, rounds: usize) -> Spread {
    let mut app = world();
    let ball = app
        .world_mut()
        .spawn((
            Transform::default(),
            Velocity::new(50.0 * Vec3::X),
            Limits::between(Vec3::splat(-0.5), Vec3::splat(0.5)).with_restitution(1.0),
        ))
        .id();
    app.update();
    app.update();
    let motion = app.world().get::<Motion>(ball).expect("a moving entity should have a motion");
    Spread::of((0..rounds).map(|_| {
        let mut stopwatch = Stopwatch::start();
        std::hint::black_box(std::hint::black_box(motion).will_rest(1e-3, contacts as f64 / 50.0));
        stopwatch.lap().by(Clock::Thread) / 1e3
    }))
}
