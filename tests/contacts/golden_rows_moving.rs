//! The plugin moves entities as the tables about moving targets and bounds in `golden/events/` say.
//!
//! A row is one tick. Its target is a leader that user code moves. The plugin knows the leader's position and velocity at both ends of
//! the tick, so the leader's path is the row's cubic. The row's level is the target itself, or a bound that is written each tick and
//! moves along a line. A level on another cubic cannot be played, because no component moves a bound along a curve.
//!
//! Components hold f32, so `math` computes the expected values from rounded rows; `tests/golden.rs` checks `math` with the unrounded rows.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    RestTolerance,
    math::{
        Law, Slope,
        crossing::{Level, Side, Start, Tracking},
    },
    prelude::*,
};

use crate::{
    app::{Bench, ulp},
    record::{Contacts, listen},
    table::{self, Row, Table},
};

#[derive(Component, Default)]
struct LinearVelocity(Vec3);

/// The positions of the leader and of the bound, and the leader's velocity, at the end of the tick.
#[derive(Resource, Default)]
struct AtEnd {
    leader: f32,
    velocity: f32,
    bound: f32,
}

fn rounded(x: f64) -> f64 {
    f64::from(x as f32)
}

fn bench() -> Bench {
    let mut bench = Bench::at_rate(64.0);
    listen(&mut bench);
    bench.app.register_leader_velocity::<Translation, LinearVelocity>(|velocity| velocity.0);
    bench.app.init_resource::<AtEnd>().add_systems(
        FixedUpdate,
        |end: Res<AtEnd>, mut leaders: Query<(&mut Transform, &mut LinearVelocity)>, mut limits: Query<&mut Limits>| {
            for (mut transform, mut velocity) in &mut leaders {
                (transform.translation.x, velocity.0.x) = (end.leader, end.velocity);
            }
            for mut limits in &mut limits {
                let limits = &mut *limits;
                limits.lower[0].iter_mut().chain(&mut limits.upper[0]).for_each(|bound| *bound = end.bound);
            }
        },
    );
    bench
}

/// A row of a table, rounded to f32.
struct Played {
    motion: Tracking,
    /// The target's position and velocity at the end of the tick.
    end: (f64, f64),
    /// The length of the tick.
    h: Duration,
    /// The sum of the magnitudes of the terms of the position.
    size: f64,
}

impl Played {
    /// Returns `None` if the magnitudes add up to 1e12 or more, for which f32 is too coarse.
    fn of(row: Row<'_>) -> Option<Self> {
        let [k, c, g, a, e0, e1, e2, e3] = row.numbers(["k", "c", "g", "a", "e0", "e1", "e2", "e3"]);
        let [position, velocity, t_max] = row.numbers(["x0", "v0", "t_max"]);
        let (omega, damping) = (rounded(k.sqrt()), if k > 0.0 { g } else { 0.0 });
        let zeta = if omega > 0.0 { rounded(damping / (2.0 * omega)) } else { 0.0 };
        let g = 2.0 * zeta * omega;
        let law = Law { k: omega * omega, c: g + rounded(c - damping), g, a: rounded(a) };
        let h = Duration::from_secs_f64(t_max);
        let t = h.as_secs_f64();
        let path = Slope { e1, e2, e3 };
        let (target, end) = (rounded(e0), (rounded(e0 + path.offset(t)), rounded(path.rate(t))));
        let target_slope = Slope::hermite(end.0 - target, rounded(e1), end.1, t);
        let motion = Tracking { law, target, target_slope, position: rounded(position), velocity: rounded(velocity) };
        let sizes = Slope { e1: e1.abs(), e2: e2.abs(), e3: e3.abs() };
        let size = position.abs() + e0.abs() + sizes.offset(t) + (velocity / (omega + c).max(1.0 / t)).abs();
        (size + velocity.abs() + end.1.abs() + a.abs() * t < 1e12).then_some(Self { motion, end, h, size })
    }

    /// Spawns the leader and the body, and runs a tick in which the plugin samples the leader. Returns the leader and the body.
    fn spawn(&self, bench: &mut Bench) -> [Entity; 2] {
        let Self { motion, .. } = self;
        let Law { k, c, g, a } = motion.law;
        let place = |x: f64| Transform::from_xyz(x as f32, 0.0, 0.0);
        let (target, rate) = (motion.target as f32, motion.target_slope.e1 as f32);
        *bench.app.world_mut().resource_mut() = AtEnd { leader: target, velocity: rate, bound: 0.0 };
        let leader = bench.spawn((place(motion.target), LinearVelocity(rate * Vec3::X)));
        // In this first tick, the body has another position, because writing an equal position later would have no effect.
        let before = place(2.0 * motion.position + 1.0);
        let body = bench.spawn((before, Friction::new((c - g) as f32), RestTolerance::new(0.0)));
        let mut entity = bench.app.world_mut().entity_mut(body);
        if k > 0.0 {
            let omega = k.sqrt();
            let spring = Spring::new(omega as f32, (g / (2.0 * omega)) as f32);
            entity.insert((spring, Follow::new(leader).with_feed_forward(1.0)));
        }
        bench.tick(Duration::from_micros(15_625));
        bench.app.world_mut().entity_mut(body).insert((
            place(motion.position),
            Velocity::new(motion.velocity as f32 * Vec3::X),
            Gravity::new(a as f32 * Vec3::X),
        ));
        let (leader_at, velocity) = (self.end.0 as f32, self.end.1 as f32);
        *bench.app.world_mut().resource_mut() = AtEnd { leader: leader_at, velocity, bound: 0.0 };
        [leader, body]
    }
}

fn read(name: &str, columns: &str) -> Table {
    Table::read(&table::folder("GOLDEN_DIR", "golden").join("events"), name, columns)
}

#[test]
fn contacts_with_moving_bounds_match_the_table() {
    let columns = "tag k c g a e0 e1 e2 e3 l0 l1 l2 l3 x0 v0 t_max crosses t v w";
    let table = read("moving_crossing.csv", columns);
    let mut bench = bench();
    let (mut checked, mut crossed) = (0, 0);
    for row in table.rows() {
        let target = row.numbers(["e0", "e1", "e2", "e3"]);
        let level = row.numbers(["l0", "l1", "l2", "l3"]);
        let is_line = level[2] == 0.0 && level[3] == 0.0;
        // Without a spring, there is no target at which the motion could stop.
        let is_target = level == target && row.number("k") > 0.0;
        // If a motion only touches the level, the last bit decides whether there is a contact.
        if !(is_line || is_target) || row.text("tag").starts_with("touch") {
            continue;
        }
        let Some(played) = Played::of(row) else { continue };
        let t = played.h.as_secs_f64();
        let mut bound_at_end = 0.0;
        let level = if is_target {
            Level { position: played.motion.target, slope: played.motion.target_slope }
        } else {
            let from = rounded(level[0]);
            bound_at_end = rounded(level[0] + level[1] * t);
            Level { position: from, slope: Slope::line((bound_at_end - from) / t) }
        };
        let motion = played.motion;
        let start = if motion.position == level.position { Start::On } else { Start::Free };
        let contact = motion.first_contact(&level, start, t);
        let speeds = motion.velocity.abs() + level.slope.e1.abs() + level.slope.rate(t).abs();
        if contact.is_some_and(|contact| contact.relative_velocity.abs() < 1e-3 * speeds.max(1e-3)) {
            continue;
        }
        let from = if start == Start::Free {
            Some(if motion.position > level.position { Side::Above } else { Side::Below })
        } else {
            contact.map(|contact| contact.from).or_else(|| motion.heading(&level))
        };
        let Some(from) = from else { continue };

        let [leader, body] = played.spawn(&mut bench);
        let bound = [Some(level.position as f32), None, None, None];
        let limits = match from {
            _ if is_target => Limits::default().with_stop_at_target(),
            Side::Above => Limits { lower: bound, ..Limits::default() },
            Side::Below => Limits { upper: bound, ..Limits::default() },
        };
        let limits = if is_target || level.slope.e1 == 0.0 { limits } else { limits.tracked() };
        bench.app.world_mut().entity_mut(body).insert(limits);
        bench.app.world_mut().resource_mut::<AtEnd>().bound = bound_at_end as f32;
        bench.app.world_mut().resource_mut::<Contacts>().0.clear();
        let began = bench.elapsed();
        bench.tick(played.h);
        let hit = bench.contacts().iter().find(|hit| hit.coordinate == 0 && hit.entity == body);
        checked += 1;
        match (hit, contact) {
            (None, None) => {}
            (Some(hit), Some(contact)) => {
                crossed += 1;
                let size = played.size + level.position.abs() + level.slope.offset(t).abs();
                let angles = 1.0 + (motion.law.c + motion.law.k.sqrt()) * t;
                let bar = 64.0 * f64::EPSILON * angles * size / contact.relative_velocity.abs()
                    + 16.0 * f64::EPSILON * (began + t);
                let found = hit.time - began;
                assert!((found - contact.time).abs() <= bar, "{row}: {found} should be {} ± {bar:e}", contact.time);
                let velocity = f64::from(hit.velocity_before.x);
                let bend = motion.law.c * speeds + motion.law.k * size + motion.law.a.abs();
                let bar = ulp(speeds + contact.velocity.abs()) + 4.0 * bend * bar;
                assert!((velocity - contact.velocity).abs() <= bar, "{row}: {velocity} should be {}", contact.velocity);
            }
            _ => panic!("{row}: {hit:?} should be {contact:?}"),
        }
        for entity in [leader, body] {
            bench.app.world_mut().despawn(entity);
        }
    }
    assert!(checked > 350 && crossed > 150, "{checked} rows are played, of which {crossed} cross");
}

/// The expected position and velocity after `t` under dry friction, computed from one stop to the next.
fn with_dry_friction(mut motion: Tracking, dry: f64, t: f64) -> (f64, f64) {
    let (mut left, mut sign) = (t, motion.velocity.signum());
    if motion.velocity == 0.0 {
        sign = 0.0;
    }
    loop {
        if sign == 0.0 {
            let Some((free, direction)) = motion.breaks_free(dry, left) else { return (motion.position, 0.0) };
            let target = Tracking { velocity: 0.0, ..motion }.after(free);
            motion = Tracking { position: motion.position, velocity: 0.0, ..target };
            (left, sign) = (left - free, direction);
        }
        let sliding = Tracking { law: Law { a: motion.law.a - sign * dry, ..motion.law }, ..motion };
        let Some(turn) = sliding.first_turn(left) else {
            let end = sliding.after(left);
            return (end.position, end.velocity);
        };
        motion = Tracking { law: motion.law, velocity: 0.0, ..sliding.after(turn) };
        (left, sign) = (left - turn, 0.0);
    }
}

#[test]
fn dry_friction_behind_a_moving_target_matches_the_table() {
    let table = read("stick_slip.csv", "tag k c g a e0 e1 e2 e3 dry x0 v0 t_max turns t_turn t_free sign");
    let mut bench = bench();
    let mut checked = 0;
    for row in table.rows() {
        let Some(played) = Played::of(row) else { continue };
        let dry = rounded(row.number("dry"));
        let [leader, body] = played.spawn(&mut bench);
        bench.app.world_mut().entity_mut(body).insert(DryFriction::new(dry as f32));
        bench.tick(played.h);
        let (x, v) = with_dry_friction(played.motion, dry, played.h.as_secs_f64());
        let scale = played.size + x.abs();
        let error = (f64::from(bench.x(body)) - x).abs();
        assert!(error <= 4.0 * ulp(scale), "{row}: x {} should be {x}", bench.x(body));
        let rates = played.motion.law.k.sqrt() + played.motion.law.c;
        let error = (f64::from(bench.v(body)) - v).abs();
        assert!(error <= 4.0 * ulp(v.abs() + rates * scale), "{row}: v {} should be {v}", bench.v(body));
        checked += 1;
        for entity in [leader, body] {
            bench.app.world_mut().despawn(entity);
        }
    }
    assert!(checked > 55, "{checked} of the rows are played");
}
