//! Promise 3: at ten thousand random phases between frame and tick, every drawn value lies on the exact path.
//!
//! User code writes only at ticks, so the exact path is known in advance: one closed form for each tick.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    RestTolerance,
    math::{Law, Slope},
    prelude::*,
};

use crate::app::{Bench, Random, ulp};

const FRAMES: usize = 10_000;
const H: f64 = 1.0 / 64.0;
const OMEGA: f32 = 8.0;
const ZETA: f32 = 0.5;
const LAW: Law = Law { k: 64.0, c: 8.0, g: 0.0, a: 0.0 };

/// Values of `Follow::feed_forward`, exact in f32.
const SHARES: [f32; 2] = [0.0, 0.75];

fn law(share: f32) -> Law {
    Law { g: f64::from(share) * LAW.c, ..LAW }
}

fn spring() -> Spring {
    Spring::new(OMEGA, ZETA)
}

/// The exact path of one entity: its state at each tick, its law, and its target between each tick and the next.
struct Path {
    /// Position and velocity at each tick, after the writes in that tick.
    states: Vec<(f64, f64)>,
    law: Law,
    /// For each tick, the target's position and its path to the next tick. They have no effect if `law.k` is 0.
    targets: Vec<(f64, Slope<f64>)>,
}

impl Path {
    fn at(&self, t: f64) -> (f64, f64) {
        // The index of the last tick at or before `t`. The margin is for a `t` that rounding has moved to just before its tick.
        let n = ((t + 1e-10) / H) as usize;
        let ((x, v), (from, slope)) = (self.states[n], self.targets[n]);
        self.law.step_cubic(x, v, from, &slope, (t - n as f64 * H).max(0.0))
    }

    /// The path of an entity that a spring moves and that starts at rest at 0.
    fn behind(law: Law, targets: Vec<(f64, Slope<f64>)>) -> Self {
        let mut states = vec![(0.0, 0.0)];
        for (from, slope) in &targets {
            let (x, v) = states[states.len() - 1];
            states.push(law.step_cubic(x, v, *from, slope, H));
        }
        Self { states, law, targets }
    }
}

/// The values that user code writes at each tick, all exact in f32.
///
/// These are targets, velocities of the leader that this crate moves, and positions of the foreign leader, which only user code moves.
struct Script {
    targets: Vec<f32>,
    velocities: Vec<f32>,
    places: Vec<f32>,
}

/// Acceleration of the leader that this crate moves.
const PULL: f32 = 0.5;

impl Script {
    fn new(ticks: usize) -> Self {
        let mut random = Random(2);
        let mut eighth = |low: f64, high: f64| (8.0 * random.between(low, high)).round() as f32 / 8.0;
        let mut script = Self { targets: Vec::new(), velocities: Vec::new(), places: Vec::new() };
        let (mut target, mut place, mut speed) = (0.0, 0.0, 0.0);
        for n in 0..ticks {
            if n % 11 == 3 {
                target = eighth(-4.0, 4.0);
            }
            script.targets.push(target);
            // Only every seventh of these velocities is written, see `kicks`. In between, the leader accelerates.
            let velocity = eighth(-4.0, 4.0);
            script.velocities.push(velocity);
            if n % 5 == 2 {
                // The leader turns back before f32 gets too coarse for its position.
                speed = if place > 4.0f32 { -eighth(0.0, 8.0) } else { eighth(0.0, 8.0) };
            }
            script.places.push(place);
            place += speed / 64.0;
        }
        script
    }

    /// Returns whether user code writes the leader's velocity at tick `n`.
    fn kicks(n: usize) -> bool {
        n % 7 == 1
    }

    fn held(&self) -> Path {
        Path::behind(LAW, self.targets.iter().map(|&target| (target.into(), Slope::default())).collect())
    }

    /// The path of the leader that this crate moves: a constant acceleration, and a new velocity at some ticks.
    fn leader(&self) -> Path {
        let law = Law { a: PULL.into(), ..Law::default() };
        let mut states = vec![(0.0, 0.0)];
        for n in 0..self.velocities.len() {
            if Self::kicks(n) {
                states[n].1 = self.velocities[n].into();
            }
            let (x, v) = states[n];
            states.push(law.step_held(x, v, 0.0, H));
        }
        let targets = vec![(0.0, Slope::default()); self.velocities.len()];
        Path { states, law, targets }
    }

    /// The path of a follower of [`Self::leader`]. The leader moves on a parabola between ticks, so the plugin's cubic is exact.
    fn behind_moved(&self, share: f32) -> Path {
        let parabola = |&(x, v): &(f64, f64)| (x, Slope { e1: v, e2: 0.5 * f64::from(PULL), e3: 0.0 });
        let leader = self.leader();
        Path::behind(law(share), leader.states[..self.velocities.len()].iter().map(parabola).collect())
    }

    /// Speeds of the foreign leader from each tick to the next.
    fn speeds(&self) -> Vec<f64> {
        self.places.windows(2).map(|pair| f64::from(pair[1] - pair[0]) / H).collect()
    }

    fn behind_foreign(&self, share: f32) -> Path {
        let lines = self.places.iter().zip(self.speeds()).map(|(&place, u)| (place.into(), Slope::line(u)));
        Path::behind(law(share), lines.collect())
    }
}

/// An app with all entities that a test watches, and its clock.
struct Scene {
    bench: Bench,
    now: Duration,
    random: Random,
}

/// Marks the leader that this crate moves.
#[derive(Component)]
struct Moved;

/// Marks the leader that user code moves.
#[derive(Component)]
struct Foreign;

#[derive(Resource)]
struct Played(Script);

/// The index of the current tick.
fn tick(time: &Time) -> usize {
    (time.elapsed_secs_f64() / H).round() as usize
}

impl Scene {
    /// Creates the app, with a script for 7000 ticks: `FRAMES` frames of 10 ms on average have about 6400.
    fn new() -> Self {
        let mut bench = Bench::at_rate(64.0);
        bench.app.insert_resource(Played(Script::new(7000)));
        bench.app.add_systems(
            FixedUpdate,
            |time: Res<Time>,
             script: Res<Played>,
             mut targets: Query<&mut Target>,
             mut velocities: Query<&mut Velocity, With<Moved>>,
             mut places: Query<&mut Transform, With<Foreign>>| {
                let n = tick(&time);
                for mut target in &mut targets {
                    target.set_if_neq(Target::new(script.0.targets[n] * Vec3::X));
                }
                for mut velocity in &mut velocities {
                    if Script::kicks(n) {
                        velocity.0.x = script.0.velocities[n];
                    }
                }
                for mut place in &mut places {
                    place.translation.x = script.0.places[n];
                }
            },
        );
        Self { bench, now: Duration::ZERO, random: Random(4) }
    }

    fn script(&self) -> &Script {
        &self.bench.app.world().resource::<Played>().0
    }

    fn leader(&mut self) -> Entity {
        self.bench.spawn((Transform::default(), Velocity::ZERO, Gravity::new(PULL * Vec3::X), Moved))
    }

    fn foreign(&mut self) -> Entity {
        self.bench.spawn((Transform::default(), Foreign))
    }

    fn follower(&mut self, leader: Entity, share: f32, presentation: Presentation) -> Entity {
        let follow = Follow::new(leader).with_feed_forward(share);
        let drawn = presentation;
        self.bench.spawn((Transform::default(), spring(), follow, drawn, RestTolerance::new(0.0)))
    }

    fn held(&mut self, presentation: Presentation) -> Entity {
        let target = Target::new(Vec3::ZERO);
        self.bench.spawn((Transform::default(), spring(), target, presentation, RestTolerance::new(0.0)))
    }

    /// Runs a frame of random length, with 0, 1 or 2 ticks.
    fn frame(&mut self) {
        let length = Duration::from_secs_f64(self.random.between(0.0, 0.02));
        self.bench.frame(length);
        self.now += length;
    }

    fn now(&self) -> f64 {
        self.now.as_secs_f64()
    }
}

/// Asserts in each frame that the drawn state of each entity is its exact state `delay` seconds earlier, rounded.
fn watch(scene: &mut Scene, watched: &[(Entity, Path, &str)], delay: f64) {
    let mut frames = 0;
    while frames < FRAMES {
        scene.frame();
        let t = scene.now() - delay;
        if t < 0.0 {
            continue;
        }
        frames += 1;
        for (entity, path, what) in watched {
            let (x, v) = path.at(t);
            let (found_x, found_v) = (f64::from(scene.bench.x(*entity)), f64::from(scene.bench.v(*entity)));
            // The drawn value is the f64 state rounded to f32. Another 1e-12 is for the f64 errors of about a hundred ticks, with a leader
            // up to 100 units away. The spring damps older errors.
            let (error_x, error_v) = ((found_x - x).abs() - 1e-12, (found_v - v).abs() - 1e-11);
            assert!(error_x <= 0.5 * ulp(x), "{what}: {found_x} should be {x} at {t}");
            // Within some nanoseconds of a tick, the clock's rounding decides whether a kick has already happened.
            let kick = (t / H - (t / H).round()).abs() < 1e-6;
            assert!(kick || error_v <= 0.5 * ulp(v), "{what}: velocity {found_v} should be {v} at {t}");
        }
    }
    assert!(scene.now() > 90.0, "{FRAMES} frames should be watched over many ticks");
}

#[test]
fn live_followers_of_leaders_that_this_crate_moves_are_drawn_on_their_exact_paths() {
    let mut scene = Scene::new();
    let leader = scene.leader();
    let held = scene.held(Presentation::Live);
    let followers = SHARES.map(|share| scene.follower(leader, share, Presentation::Live));
    let script = scene.script();
    let mut watched = vec![(leader, script.leader(), "the leader"), (held, script.held(), "a held target")];
    for (share, follower) in SHARES.into_iter().zip(followers) {
        watched.push((follower, script.behind_moved(share), "behind a leader that this crate moves"));
    }
    watch(&mut scene, &watched, 0.0);
}

#[test]
fn delayed_followers_of_any_leader_are_drawn_where_they_were_one_tick_earlier() {
    let mut scene = Scene::new();
    let (leader, foreign) = (scene.leader(), scene.foreign());
    let held = scene.held(Presentation::Delayed);
    let [behind_moved, behind_foreign] =
        [leader, foreign].map(|leader| SHARES.map(|share| scene.follower(leader, share, Presentation::Delayed)));
    let script = scene.script();
    let mut watched = vec![(held, script.held(), "a held target")];
    for (i, share) in SHARES.into_iter().enumerate() {
        watched.push((behind_moved[i], script.behind_moved(share), "behind a leader that this crate moves"));
        watched.push((behind_foreign[i], script.behind_foreign(share), "behind a foreign leader"));
    }
    watch(&mut scene, &watched, H);
}

#[test]
fn the_error_of_a_live_follower_behind_a_foreign_leader_is_within_its_bound() {
    let mut scene = Scene::new();
    let foreign = scene.foreign();
    let followers = SHARES.map(|share| scene.follower(foreign, share, Presentation::Live));
    let script = scene.script();
    let paths = SHARES.map(|share| script.behind_foreign(share));
    let speeds = script.speeds();
    let mut largest = [0.0f64; 2];
    for _ in 0..FRAMES {
        scene.frame();
        let t = scene.now();
        let n = ((t + 1e-10) / H) as usize;
        let tau = t - n as f64 * H;
        // The follower is drawn as if the leader still had its velocity of the previous tick.
        let change = if n == 0 { speeds[0] } else { speeds[n] - speeds[n - 1] }.abs();
        for (i, share) in SHARES.into_iter().enumerate() {
            let (x, _) = paths[i].at(t);
            let found = f64::from(scene.bench.x(followers[i]));
            // k Δu τ³/6 + f c_s Δu τ²/2; the assertion adds the rounding to f32.
            let bound = change * tau * tau * (LAW.k * tau / 6.0 + law(share).g / 2.0);
            let error = (found - x).abs();
            assert!(error <= bound + 0.5 * ulp(x) + 1e-12, "f {share}: {error:e} off at {t}, at most {bound:e}");
            if bound > 1e-4 {
                largest[i] = largest[i].max(error / bound);
            }
        }
    }
    for share in largest {
        assert!(share > 0.8, "the largest error should come near the bound, but is only {share} of it");
    }
    println!("live behind a foreign leader: up to {largest:.3?} of the bound, f {SHARES:?}");
}
