//! Promises 2 and 5: the plugin moves entities as the rows of the reference tables say.
//!
//! Each row of `affine.csv` and `curved_target.csv` becomes an entity, unless its time is below a nanosecond, the resolution of an app's
//! clock. The damping is split at random among spring, friction and exponential rate. All rows move in one app, and a tick ends at the time
//! of each row. The environment variable `GOLDEN_DIR` names another folder with these tables.

use std::{io::Write as _, time::Duration};

use bevy::prelude::*;
use bevy_exact_motion::{
    RestTolerance,
    math::{Law, Slope, special::phi1},
    prelude::*,
};

use crate::{
    app::{Bench, Random, ulp},
    scale,
    table::{self, Table},
};

/// Half the spacing of f32 at 1: the largest relative error of an input that is rounded to f32.
const ROUNDED: f64 = f32::EPSILON as f64 / 2.0;

/// The maximum number of ticks of a row. A row that would take more is skipped at that tick rate.
const MOST_TICKS: f64 = 1e4;

/// The target's path in a row.
enum Path {
    /// A straight line from `start`, at a constant speed.
    Line { start: f32, speed: f32 },
    /// A cubic, along which the test steers a leader.
    Curve { start: f64, slope: Slope<f64>, share: f32 },
}

/// A row of a table.
struct Row {
    name: String,
    k: f64,
    c: f64,
    a: f64,
    /// The part of the damping that acts on the velocity relative to the target.
    g: f64,
    path: Path,
    t: f64,
    x0: f32,
    v0: f32,
    x: f64,
    v: f64,
}

fn rows(name: &str, columns: &str) -> Vec<Row> {
    let table = Table::read(&table::folder("GOLDEN_DIR", "golden"), name, columns);
    let curved = name == "curved_target.csv";
    let rows: Vec<Row> = table
        .rows()
        .map(|row| {
            let [k, c, a, t, x0, v0, x, v] = row.numbers(["k", "c", "a", "t", "x0", "v0", "x", "v"]);
            let mut g = 0.0;
            let path = if curved {
                g = row.number("g");
                let [start, e1, e2, e3] = row.numbers(["e0", "e1", "e2", "e3"]);
                Path::Curve { start, slope: Slope { e1, e2, e3 }, share: 0.0 }
            } else {
                let [start, speed] = row.numbers(["x_eq0", "u"]);
                Path::Line { start: start as f32, speed: speed as f32 }
            };
            Row { name: row.to_string(), k, c, a, g, path, t, x0: x0 as f32, v0: v0 as f32, x, v }
        })
        // The clock rounds the time to nanoseconds.
        .filter(|row| row.t > 0.0 && !Duration::from_secs_f64(row.t).is_zero())
        .collect();
    assert!(!rows.is_empty(), "{name}: no row can be played");
    rows
}

/// The forces of a row, and the law that they give together.
struct Parts {
    spring: Option<Spring>,
    friction: Option<Friction>,
    gravity: Option<Gravity>,
    rate: Option<ExponentialRate>,
    law: Law,
    /// The sum of the magnitudes of all damping terms.
    damping: f64,
}

/// Splits the damping of a row at random.
fn split(row: &mut Row, random: &mut Random) -> Parts {
    let omega = row.k.sqrt() as f32;
    let mut chance = || random.between(0.0, 1.0);
    // The exponential rate's part of the damping may have either sign. The remaining damping is not negative.
    let mut by_rate = if chance() < 0.4 { (row.c.abs() * (chance() - 0.5)).min(row.c - row.g) } else { 0.0 };
    if row.c < 0.0 {
        by_rate = row.c * (1.0 + chance());
    }
    // The exponential rate has to end after the time of the row, and its start rate has to fit in an f32.
    let duration = (1.25 * row.t) as f32;
    if row.c >= 0.0 && (by_rate * f64::from(duration)).abs() > 40.0 {
        by_rate = 0.0;
    }
    let left = row.c - by_rate;
    // The spring gets at least the damping that is relative to the target.
    let least = row.g.min(left);
    let by_spring = if omega == 0.0 {
        0.0
    } else {
        match chance() {
            x if x < 0.3 => least,
            x if x < 0.6 => left,
            _ => least + chance() * (left - least),
        }
    };
    let zeta = if omega == 0.0 { 0.0 } else { (by_spring / (2.0 * f64::from(omega))) as f32 };
    let by_spring = 2.0 * f64::from(zeta) * f64::from(omega);
    let friction = (left - by_spring).max(0.0) as f32;
    let rate = (by_rate != 0.0).then(|| {
        let displacement = f64::from(duration) * phi1(by_rate * f64::from(duration));
        ExponentialRate::new(displacement as f32 * Vec3::X, 1.0, duration).expect("it should be feasible")
    });
    let lambda = rate.map_or(0.0, |rate| rate.solve_from(Vec3::ZERO).expect("it should be feasible").lambda());
    let mut share = 0.0;
    if let Path::Curve { share: of_row, .. } = &mut row.path
        && by_spring > 0.0
    {
        share = (row.g / by_spring).min(1.0) as f32;
        *of_row = share;
    }
    let gravity = row.a as f32;
    Parts {
        spring: (omega > 0.0).then(|| Spring::new(omega, zeta)),
        friction: (friction > 0.0).then(|| Friction::new(friction)),
        gravity: (gravity != 0.0).then(|| Gravity::new(gravity * Vec3::X)),
        rate,
        law: Law {
            k: f64::from(omega) * f64::from(omega),
            c: by_spring + f64::from(friction) + lambda,
            g: f64::from(share) * by_spring,
            a: gravity.into(),
        },
        damping: by_spring + f64::from(friction) + lambda.abs(),
    }
}

/// A leader that the test steers along a cubic.
///
/// The leader follows another entity, the driver, on a spring. Before each tick, the test writes the driver's position and velocity such
/// that the leader ends the tick on the cubic, with the cubic's velocity, except for the rounding of the driver to f32.
struct Steered {
    driver: Entity,
    leader: Entity,
    start: f64,
    slope: Slope<f64>,
    /// The leader's position and velocity, computed by `math`.
    state: (f64, f64),
    /// The driver's position.
    place: f64,
}

impl Steered {
    /// The leader's law. The spring is soft, so that the rounding of the driver's position hardly moves the leader.
    const LAW: Law = Law { k: 1.0, c: 2.0, g: 0.0, a: 0.0 };

    fn spawn(bench: &mut Bench, start: f64, slope: Slope<f64>) -> Self {
        let (place, speed) = (start as f32, slope.e1 as f32);
        let exact = RestTolerance::new(0.0);
        let driver = bench.spawn((Transform::from_xyz(place, 0.0, 0.0), Velocity::ZERO, exact));
        let leader = bench.spawn((
            Transform::from_xyz(place, 0.0, 0.0),
            Velocity::new(speed * Vec3::X),
            (Spring::critical(1.0), Follow::new(driver), exact),
        ));
        Self { driver, leader, start, slope, state: (place.into(), speed.into()), place: place.into() }
    }

    /// Sets the driver's position and velocity for the tick from `t` to `t + h`. Returns the leader's path in that tick, at which the
    /// leader's follower should aim.
    fn steer(&mut self, bench: &mut Bench, t: f64, h: f64) -> Slope<f64> {
        let (x, v) = self.state;
        let (place, speed) = if h > 1e-4 {
            // The goal is the cubic's change over the tick, plus a correction that removes accumulated rounding within about a second.
            let [now, then] = [t, t + h].map(|t| (self.start + self.slope.offset(t), self.slope.rate(t)));
            let goal = (x + (then.0 - now.0) + h * (now.0 - x), v + (then.1 - now.1) + h * (now.1 - v));
            let unaimed = Self::LAW.step_line(x, v, 0.0, 0.0, h);
            let [by_place, by_speed] = [(1.0, 0.0), (0.0, 1.0)].map(|(e, u)| Self::LAW.step_line(0.0, 0.0, e, u, h));
            let missing = (goal.0 - unaimed.0, goal.1 - unaimed.1);
            let determinant = by_place.0 * by_speed.1 - by_speed.0 * by_place.1;
            let place = missing.0 * by_speed.1 - by_speed.0 * missing.1;
            let speed = by_place.0 * missing.1 - missing.0 * by_place.1;
            (place / determinant, speed / determinant)
        } else {
            // The tick is so short that solving for the driver would cancel all digits: give the leader the cubic's acceleration instead.
            let Slope { e2, e3, .. } = self.slope.after(t);
            (x + 2.0 * v + 2.0 * e2, v + 4.0 * e2 + 6.0 * e3)
        };
        let (place, speed) = (place as f32, speed as f32);
        bench.edit::<Transform>(self.driver, |transform| transform.translation.x = place);
        bench.edit::<Velocity>(self.driver, |velocity| velocity.0.x = speed);
        // A write of an equal value has no effect: the driver keeps its unrounded position.
        if place != self.place as f32 {
            self.place = place.into();
        }
        self.state = Self::LAW.step_line(x, v, self.place, speed.into(), h);
        self.place += f64::from(speed) * h;
        Slope::hermite(self.state.0 - x, v, self.state.1, h)
    }
}

/// A row that is being played.
struct Playing {
    row: Row,
    parts: Parts,
    end: Duration,
    body: Entity,
    leaders: Vec<Entity>,
    steered: Option<Steered>,
    /// The state computed by `math` tick by tick, for a row with a curved target.
    state: (f64, f64),
}

impl Playing {
    fn spawn(bench: &mut Bench, mut row: Row, random: &mut Random) -> Self {
        let parts = split(&mut row, random);
        let body = bench.spawn((
            Transform::from_xyz(row.x0, 0.0, 0.0),
            Velocity::new(row.v0 * Vec3::X),
            // With a tolerance of 0, an entity rests only within one f32 spacing of its rest point.
            RestTolerance::new(0.0),
        ));
        let mut leaders = Vec::new();
        let mut steered = None;
        match row.path {
            Path::Line { start, speed: 0.0 } => {
                bench.app.world_mut().entity_mut(body).insert(Target::new(start * Vec3::X));
            }
            Path::Line { start, speed } => {
                let leader = bench.spawn((Transform::from_xyz(start, 0.0, 0.0), Velocity::new(speed * Vec3::X)));
                bench.app.world_mut().entity_mut(body).insert(Follow::new(leader));
                leaders.push(leader);
            }
            Path::Curve { start, slope, share } => {
                let along = Steered::spawn(bench, start, slope);
                let follow = Follow::new(along.leader).with_feed_forward(share);
                bench.app.world_mut().entity_mut(body).insert(follow);
                leaders.extend([along.driver, along.leader]);
                steered = Some(along);
            }
        }
        let mut entity = bench.app.world_mut().entity_mut(body);
        if let Some(spring) = parts.spring {
            entity.insert(spring);
        }
        if let Some(friction) = parts.friction {
            entity.insert(friction);
        }
        if let Some(gravity) = parts.gravity {
            entity.insert(gravity);
        }
        if let Some(rate) = parts.rate {
            entity.insert(rate);
        }
        let end = Duration::from_secs_f64(row.t);
        let state = (row.x0.into(), row.v0.into());
        Self { row, parts, end, body, leaders, steered, state }
    }

    /// The exact state at the time of the row.
    fn expected(&self) -> (f64, f64) {
        match self.row.path {
            Path::Line { start, speed } => self.parts.law.step_line(
                self.row.x0.into(),
                self.row.v0.into(),
                start.into(),
                speed.into(),
                self.end.as_secs_f64(),
            ),
            Path::Curve { .. } => self.state,
        }
    }

    /// The sums of the magnitudes of all terms of the position and of the velocity.
    fn scale(&self) -> (f64, f64) {
        let Self { row, parts, .. } = self;
        let (start, slope) = match row.path {
            Path::Line { start, speed } => (start.into(), Slope::line(speed.into())),
            Path::Curve { start, slope, .. } => (start, slope),
        };
        scale::of_step(&parts.law, row.x0.into(), row.v0.into(), start, &slope, self.end.as_secs_f64())
    }

    /// The errors against `math` and against the table, as multiples of the tolerance.
    fn errors(&self, bench: &Bench, ticks: u32) -> [f64; 2] {
        let Self { row, parts, .. } = self;
        let t = self.end.as_secs_f64();
        let (x, v) = self.expected();
        let (scale_x, scale_v) = self.scale();
        let (found_x, found_v) = (f64::from(bench.x(self.body)), f64::from(bench.v(self.body)));
        let root = parts.law.k.sqrt();
        let angles = scale::of_angles(parts.law.k, parts.damping, t);
        // A component is the f64 state rounded to f32. Each tick adds rounding errors, which the following ticks propagate.
        let noise = 4.0 * f64::EPSILON * f64::from(ticks) * angles;
        let (mut bar_x, mut bar_v) = (0.5 * ulp(x) + noise * scale_x, 0.5 * ulp(v) + noise * scale_v);
        if bench.rests(self.body) {
            // When it came to rest, the entity was moved onto its rest point, by at most the spacing of f32.
            let near = 2.0 * ulp(x);
            (bar_x, bar_v) = (bar_x + near, bar_v + near * root.max(parts.law.c));
        }
        let to_math = ((found_x - x).abs() / bar_x).max((found_v - v).abs() / bar_v);
        // The tolerance of the table in f64, but with inputs rounded to f32 and with the rounding of the clock.
        let (k, c) = (row.k, parts.damping);
        let bar = 8.0 * ROUNDED * scale::of_angles(k, c, t) * (1.0 + root * t / 16.0);
        let clock = 0.5e-9;
        let acceleration = row.a.abs() + c * scale_v + k * scale_x;
        let bar_x = bar * scale_x + clock * scale_v;
        let bar_v = bar * scale_v + clock * acceleration;
        let to_table = ((found_x - row.x).abs() / bar_x).max((found_v - row.v).abs() / bar_v);
        [to_math, to_table]
    }
}

/// Plays rows at one tick rate, or with ticks of random length. Returns the number of checked rows and the worst errors.
fn play(rows: Vec<Row>, hz: Option<f64>, random: &mut Random) -> (usize, [f64; 2]) {
    let mut bench = Bench::at_rate(64.0);
    let mut playing: Vec<Playing> = rows
        .into_iter()
        .filter(|row| hz.is_none_or(|hz| row.t * hz <= MOST_TICKS))
        .map(|row| Playing::spawn(&mut bench, row, random))
        .collect();
    playing.sort_by_key(|playing| core::cmp::Reverse(playing.end));
    // A frame of zero length adopts all motions. In this frame, an exponential rate sets its own start velocity; it is replaced by the
    // velocity of the row.
    bench.frame(Duration::ZERO);
    for Playing { row, parts, body, .. } in &playing {
        if parts.rate.is_some() {
            bench.edit::<Velocity>(*body, |velocity| velocity.0.x = row.v0);
        }
    }
    let (mut now, mut ticks, mut checked, mut worst) = (Duration::ZERO, 0, 0, [0.0f64; 2]);
    while let Some(next) = playing.last() {
        let length = Duration::from_secs_f64(hz.map_or_else(|| random.between(1e-4, 0.05), |hz| 1.0 / hz));
        let length = length.min(next.end - now);
        let (t, h) = (now.as_secs_f64(), length.as_secs_f64());
        for Playing { parts, steered, state, .. } in &mut playing {
            if let Some(steered) = steered {
                let from = steered.state.0;
                let slope = steered.steer(&mut bench, t, h);
                *state = parts.law.step_cubic(state.0, state.1, from, &slope, h);
            }
        }
        bench.tick(length);
        now += length;
        ticks += 1;
        while let Some(done) = playing.pop_if(|playing| playing.end == now) {
            let errors = done.errors(&bench, ticks);
            let Row { name, k, c, a, x0, v0, .. } = &done.row;
            assert!(
                errors[0] <= 1.0 && errors[1] <= 1.0,
                "{name} at {hz:?} Hz (k {k}, c {c}, a {a}, x0 {x0}, v0 {v0}): {} and {} instead of {:?}, errors {errors:?}",
                bench.x(done.body),
                bench.v(done.body),
                done.expected(),
            );
            worst = [worst[0].max(errors[0]), worst[1].max(errors[1])];
            checked += 1;
            for entity in done.leaders.into_iter().chain([done.body]) {
                bench.app.world_mut().despawn(entity);
            }
        }
    }
    (checked, worst)
}

fn play_table(name: &str, columns: &str, seed: u64) {
    let mut random = Random(seed);
    let playable = rows(name, columns).len();
    for hz in [Some(30.0), Some(60.0), Some(64.0), Some(144.0), Some(1000.0), None] {
        let (checked, [to_math, to_table]) = play(rows(name, columns), hz, &mut random);
        let rate = hz.map_or_else(|| "random ticks".to_owned(), |hz| format!("{hz} Hz"));
        // Written to stderr directly, because the test harness hides what passing tests print.
        let line = format!(
            "{name} through the ECS at {rate}: {checked} of {playable} rows, worst error {to_math:.3} of its tolerance \
             against math, {to_table:.3} against the table\n"
        );
        std::io::stderr().write_all(line.as_bytes()).expect("standard error should be writable");
        let expected = rows(name, columns).iter().filter(|row| hz.is_none_or(|hz| row.t * hz <= MOST_TICKS)).count();
        assert_eq!(checked, expected, "{rate}");
        assert!(checked > 0, "{name}: no row checked at {rate}");
    }
}

#[test]
fn every_row_of_the_affine_table_matches_at_every_tick_rate() {
    play_table("affine.csv", "tag k c a x_eq0 u t x0 v0 x v", 17);
}

#[test]
fn every_row_with_a_curved_target_matches_at_every_tick_rate() {
    play_table("curved_target.csv", "tag k c g a e0 e1 e2 e3 t x0 v0 x v", 19);
}
