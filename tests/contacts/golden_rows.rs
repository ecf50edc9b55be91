//! The plugin moves entities as the rows of the tables in `golden/events/` say.
//!
//! Components hold f32, so `math` computes the expected values from rounded rows; `tests/golden.rs` checks `math` with the unrounded rows.
//! All rows of a table move in the same world, and a tick ends at the time of each row.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    RestTolerance,
    math::{self, Law, crossing::Motion as Smooth},
    prelude::*,
};

use crate::{
    app::{Bench, ulp},
    record::listen,
    table::{self, Table},
};

const LONGEST_TICK: f64 = 1.0 / 64.0;

fn rounded(x: f64) -> f64 {
    f64::from(x as f32)
}

fn read(name: &str, columns: &str) -> Table {
    Table::read(&table::folder("GOLDEN_DIR", "golden").join("events"), name, columns)
}

/// Runs ticks of at most 1/64 s. A tick ends at each of the `instants`, and `see` is called at its end.
fn play(bench: &mut Bench, mut instants: Vec<f64>, mut see: impl FnMut(&Bench)) {
    instants.sort_by(f64::total_cmp);
    for instant in instants {
        loop {
            let left = instant - bench.elapsed();
            if left < 1e-9 {
                break;
            }
            bench.tick(Duration::from_secs_f64(left.min(LONGEST_TICK)));
        }
        see(bench);
    }
}

#[test]
fn motions_with_dry_friction_match_the_table() {
    let table = read("dry_friction.csv", "tag k c a dry x_eq x0 v0 t x v t_stop x_stop");
    let mut bench = Bench::at_rate(64.0);
    let mut rows = Vec::new();
    for row in table.rows() {
        let [k, c, a, dry, x_eq, x0, v0, t] = row.numbers(["k", "c", "a", "dry", "x_eq", "x0", "v0", "t"]).map(rounded);
        let omega = rounded(k.sqrt());
        let law = Law { k: omega * omega, c, g: 0.0, a };
        let stone = math::DryFriction { motion: Smooth { law, target: x_eq, start: x0, velocity: v0 }, dry };
        let body = bench.spawn((
            Transform::from_xyz(x0 as f32, 0.0, 0.0),
            Velocity::new(v0 as f32 * Vec3::X),
            Spring::new(omega as f32, 0.0),
            Friction::new(c as f32),
            Gravity::new(a as f32 * Vec3::X),
            Target::new(x_eq as f32 * Vec3::X),
            DryFriction::new(dry as f32),
            RestTolerance::new(0.0),
        ));
        let scale = x0.abs() + x_eq.abs() + (v0.abs() + (a.abs() + dry) * t.min(1.0)) * t.min(1.0);
        rows.push((row.to_string(), body, stone, t, scale, omega + c));
    }
    let instants = rows.iter().map(|row| row.3).collect();
    let mut checked = 0;
    play(&mut bench, instants, |bench| {
        let now = bench.elapsed();
        for (name, body, stone, t, scale, rates) in &rows {
            if (now - t).abs() > 1e-9 {
                continue;
            }
            checked += 1;
            let (x, v) = stone.state(now);
            let error = (f64::from(bench.x(*body)) - x).abs();
            assert!(error <= 4.0 * ulp(scale + x.abs()), "{name}: x {} should be {x}", bench.x(*body));
            let speeds = v.abs() + stone.motion.velocity.abs() + rates * scale;
            let error = (f64::from(bench.v(*body)) - v).abs();
            assert!(error <= 4.0 * ulp(speeds), "{name}: v {} should be {v}", bench.v(*body));
        }
    });
    assert!(checked >= rows.len(), "{checked} of {} rows", rows.len());
}

#[test]
fn bounces_match_the_table() {
    let table = read("bounce.csv", "tag a c restitution x0 v0 floor n t_n v_n");
    let mut bench = Bench::at_rate(64.0);
    listen(&mut bench);
    let mut rows = Vec::new();
    for row in table.rows().filter(|row| row.any("n").is_finite() && row.any("n") <= 5.0) {
        let [a, c, restitution, x0, v0, floor] =
            row.numbers(["a", "c", "restitution", "x0", "v0", "floor"]).map(rounded);
        let ball = math::Bounce { acceleration: a, friction: c, floor, restitution };
        let (mut x, mut v, mut t, mut incoming) = (x0, v0, 0.0, f64::NAN);
        let n = row.number("n") as usize;
        for _ in 0..n {
            let contact = ball.next_contact(x, v).unwrap_or_else(|| panic!("{row}: no contact"));
            (t, incoming) = (t + contact.time, contact.velocity);
            (x, v) = (floor, ball.velocity_after(contact.velocity));
        }
        let lower = [Some(floor as f32), None, None, None];
        let body = bench.spawn((
            Transform::from_xyz(x0 as f32, 0.0, 0.0),
            Velocity::new(v0 as f32 * Vec3::X),
            Friction::new(c as f32),
            Gravity::new(a as f32 * Vec3::X),
            Limits { lower, restitution: restitution as f32, ..Limits::default() },
            RestTolerance::new(1e-9),
        ));
        rows.push((row.to_string(), body, n, t, incoming));
    }
    let last = rows.iter().map(|row| row.3).fold(0.0, f64::max);
    play(&mut bench, vec![last + 0.1], |_| {});
    for (name, body, n, t, incoming) in &rows {
        let hits: Vec<_> = bench.contacts().iter().filter(|hit| hit.entity == *body).collect();
        let hit = hits.get(n - 1).unwrap_or_else(|| panic!("{name}: {} contacts", hits.len()));
        assert!((hit.time - t).abs() <= ulp(*t) / 16.0, "{name}: {} should be {t}", hit.time);
        let error = (f64::from(hit.velocity_before.x) - incoming).abs();
        assert!(error <= ulp(incoming.abs()), "{name}: {} should be {incoming}", hit.velocity_before.x);
    }
}

#[test]
fn contacts_match_the_table_of_crossings() {
    let table = read("crossing.csv", "tag k c a x_eq x0 v0 level t_max crosses t v");
    let mut bench = Bench::at_rate(64.0);
    listen(&mut bench);
    let mut rows = Vec::new();
    for row in table.rows() {
        let [k, c, a, x_eq, x0, v0, level] = row.numbers(["k", "c", "a", "x_eq", "x0", "v0", "level"]).map(rounded);
        let omega = rounded(k.sqrt());
        let law = Law { k: omega * omega, c, g: 0.0, a };
        let smooth = Smooth { law, target: x_eq, start: x0, velocity: v0 };
        let t_max = row.number("t_max").min(20.0);
        let crossing = smooth.first_crossing(level, t_max);
        // A motion that starts on the level has no contact. If a motion only touches the level, the last bit decides whether it has one.
        if x0 == level || crossing.is_some_and(|crossing| crossing.velocity.abs() < 1e-3 * v0.abs().max(1.0)) {
            continue;
        }
        let bound = [Some(level as f32), None, None, None];
        let limits = if x0 > level {
            Limits { lower: bound, ..Limits::default() }
        } else {
            Limits { upper: bound, ..Limits::default() }
        };
        let body = bench.spawn((
            Transform::from_xyz(x0 as f32, 0.0, 0.0),
            Velocity::new(v0 as f32 * Vec3::X),
            Spring::new(omega as f32, 0.0),
            Friction::new(c as f32),
            Gravity::new(a as f32 * Vec3::X),
            Target::new(x_eq as f32 * Vec3::X),
            RestTolerance::new(0.0),
            limits,
        ));
        let size = x0.abs() + x_eq.abs() + level.abs() + (v0 / (omega + c).max(1.0)).abs();
        rows.push((row.to_string(), body, crossing, t_max, size));
    }
    assert!(rows.len() > 230, "{} rows can be played", rows.len());
    let last = rows.iter().map(|row| row.3).fold(0.0, f64::max);
    play(&mut bench, vec![last], |_| {});
    for (name, body, crossing, t_max, size) in &rows {
        let hit = bench.contacts().iter().find(|hit| hit.entity == *body && hit.time <= *t_max);
        match (hit, crossing) {
            (None, None) => {}
            (Some(hit), Some(crossing)) => {
                // The instants of ticks are rounded to nanoseconds. The error of the position, some ε of its terms, is divided by the
                // speed.
                let bar = ulp(crossing.time) / 16.0 + 64.0 * f64::EPSILON * size / crossing.velocity.abs() + 2e-9;
                assert!((hit.time - crossing.time).abs() <= bar, "{name}: {} should be {}", hit.time, crossing.time);
            }
            _ => panic!("{name}: {hit:?} should be {crossing:?}"),
        }
    }
}

#[test]
fn flings_match_the_table() {
    let table = read("fling.csv", "tag given x0 x_end v0 c duration dry t x v");
    let mut bench = Bench::at_rate(64.0);
    let mut rows = Vec::new();
    for row in table.rows() {
        let [x0, x_end, v0, c, duration, t] = row.numbers(["x0", "x_end", "v0", "c", "duration", "t"]).map(rounded);
        let given = row.text("given") == "duration";
        let solved = if given {
            math::Fling::over_duration(x0, x_end, v0, duration)
        } else {
            math::Fling::with_friction_at_most(x0, x_end, v0, c)
        };
        let Ok(fling) = solved else { continue };
        if x0 == x_end || t > 60.0 {
            continue;
        }
        let duration = given.then_some(duration as f32);
        let body = bench.spawn((
            Transform::from_xyz(x0 as f32, 0.0, 0.0),
            Velocity::new(v0 as f32 * Vec3::X),
            Friction::new(if given { 0.0 } else { c as f32 }),
            Fling { max_duration: f32::INFINITY, duration, ..Fling::new(x_end as f32 * Vec3::X) },
            RestTolerance::new(0.0),
        ));
        rows.push((row.to_string(), body, fling, t, x0.abs() + x_end.abs(), v0.abs()));
    }
    assert!(rows.len() > 400, "{} rows can be played", rows.len());
    let mut checked = 0;
    play(&mut bench, rows.iter().map(|row| row.3).collect(), |bench| {
        let now = bench.elapsed();
        for (name, body, fling, t, scale, speed) in &rows {
            if (now - t).abs() > 1e-9 {
                continue;
            }
            checked += 1;
            let error = (f64::from(bench.x(*body)) - fling.value(now)).abs();
            assert!(error <= ulp(*scale) + 2e-9 * speed, "{name}: {} should be {}", bench.x(*body), fling.value(now));
            if now > fling.duration() + 1e-9 {
                assert_eq!((f64::from(bench.x(*body)), bench.v(*body)), (fling.final_value(), 0.0), "{name}");
            }
        }
    });
    assert!(checked >= rows.len(), "{checked} of {} rows", rows.len());
}
