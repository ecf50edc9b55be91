//! Compares the closed forms with values that other projects have published. The formats differ, so each table has its own test.
//!
//! `PUBLISHED_DIR=<folder> cargo test --test published` reads the tables from another folder, which needs the same files.

#[path = "common/formula.rs"]
mod formula;
#[path = "common/judge.rs"]
mod judge;
#[path = "common/published_conversions.rs"]
mod published_conversions;
#[path = "common/published_flutter.rs"]
mod published_flutter;
#[path = "common/published_gestures.rs"]
mod published_gestures;
#[path = "common/table.rs"]
mod table;
#[path = "common/tolerance.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod tolerance;

use std::path::PathBuf;

use bevy_exact_motion::math::{Friction, Gravity, Propagator, Spring};

use judge::Judge;
use table::{Row, Table, csv_files};
use tolerance as bar;

/// File name and columns of every table.
const TABLES: [(&str, &str); 14] = [
    ("conversions.csv", "source input quantity expected tolerance_or_note"),
    ("decay_properties.csv", "case parameters t_s quantity expected compare tol"),
    ("flutter_physics.csv", "case parameters t_s quantity expected compare tol"),
    ("harmonica_projectile.csv", "test setup t_s published_x published_y exact_y"),
    ("motion_inertia_free.csv", "i t_ms value kind"),
    ("motion_inertia_max.csv", "i t_ms value kind"),
    ("motion_physics_linear.csv", "i t_ms value kind"),
    ("motion_rounded_spring.csv", "case stiffness damping mass from to t_ms rounded_value kind"),
    ("mujoco_spring_damper.csv", "source x0 v0 stiffness damping t expected_x note"),
    ("react_spring_default.csv", "frame t_ms_simulated value kind"),
    ("rubber_band.csv", "source law parameters finger_past displayed_past tol"),
    ("wobble_200_to_11.csv", "frame t_ms value velocity_per_ms kind"),
    ("wobble_25_to_50.csv", "frame t_ms value velocity_per_ms kind"),
    ("wobble_base.csv", "frame t_ms value velocity_per_ms kind"),
];

pub(crate) fn judge(name: &str, rows: impl FnMut(&mut Judge, Row<'_>)) {
    let columns = TABLES.iter().find(|(table, _)| *table == name);
    let (_, columns) = columns.expect("the table should be listed");
    Judge::table(&Table::read(&folder(), name, columns), rows);
}

fn folder() -> PathBuf {
    table::folder("PUBLISHED_DIR", "published")
}

/// Returns whether the publisher's motion is at rest in this row. If it is, checks that the row has the value `end`, and that our value
/// `at` is within `near` of `end`.
fn at_rest(judge: &mut Judge, row: Row<'_>, column: &str, at: f64, end: f64, near: f64) -> bool {
    match row.text("kind") {
        "free" => false,
        "snap" => {
            judge.close(row, "rest", end, row.number(column), 0.0);
            judge.claim(row, "the motion is nearly at rest", (at - end).abs() <= near);
            true
        }
        other => panic!("{row}: kind should be free or snap, not {other:?}"),
    }
}

/// Checks that samples are evenly spaced. Returns the time of this row, in seconds.
fn sample_time(judge: &mut Judge, row: Row<'_>, index: &str, time: &str, milliseconds: f64) -> f64 {
    let [index, time] = row.numbers([index, time]);
    judge.close(row, "sample time", time, index * milliseconds, bar::EXACT * time);
    time / 1000.0
}

fn step_response(stiffness: f64, damping: f64, from: f64, to: f64) -> Spring {
    Spring::from_mass_stiffness_damping(1.0, stiffness, damping)
        .expect("published parameters should be accepted")
        .with_start(from)
        .with_target(to)
}

#[test]
fn the_folder_has_exactly_the_listed_tables() {
    let expected = TABLES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(csv_files(&folder()), expected);
}

/// Compares a spring with snapshots of skevy/wobble: its value and velocity every 16 ms, with all digits.
fn check_wobble(name: &str, stiffness: f64, damping: f64, from: f64, to: f64) {
    let spring = step_response(stiffness, damping, from, to);
    judge(name, |judge, row| {
        let t = sample_time(judge, row, "frame", "t_ms", 16.0);
        let value = spring.value(t);
        // The publisher detects rest in one frame and snaps to the end in the next.
        let before = spring.value(t - 0.016);
        if at_rest(judge, row, "value", before, to, bar::WOBBLE_REST) {
            judge.close(row, "rate at rest", 0.0, row.number("velocity_per_ms"), 0.0);
            return;
        }
        let range = (to - from).abs();
        let [expected, per_ms] = row.numbers(["value", "velocity_per_ms"]);
        judge.close(row, "value", value, expected, bar::PUBLISHED_EXACT * range);
        let rate = spring.rate(t) / 1000.0;
        judge.close(row, "rate", rate, per_ms, bar::PUBLISHED_EXACT * range);
        let single = in_f32(&spring, t);
        judge.close(row, "value in f32", single, expected, bar::PUBLISHED_F32_OF_RANGE * range);
    });
}

#[expect(clippy::cast_possible_truncation, reason = "the motion of an f32 state")]
fn in_f32(spring: &Spring, t: f64) -> f64 {
    let p = Propagator::new(spring.stiffness(), spring.damping(), t);
    let (start, target, velocity) = (spring.start as f32, spring.target as f32, spring.velocity as f32);
    f64::from(start + (p.pp_minus_1 as f32 * (start - target) + p.pv as f32 * velocity))
}

#[test]
fn springs_match_the_snapshots_of_wobble_with_base_values() {
    check_wobble("wobble_base.csv", 100.0, 10.0, 0.0, 1.0);
}

#[test]
fn springs_match_the_snapshots_of_wobble_from_25_to_50() {
    check_wobble("wobble_25_to_50.csv", 230.0, 22.0, 25.0, 50.0);
}

#[test]
fn springs_match_the_snapshots_of_wobble_from_200_to_11() {
    check_wobble("wobble_200_to_11.csv", 230.0, 22.0, 200.0, 11.0);
}

#[test]
fn springs_match_the_sampled_spring_of_the_library_motion() {
    let spring = step_response(100.0, 10.0, 0.0, 1.0);
    judge("motion_physics_linear.csv", |judge, row| {
        let t = sample_time(judge, row, "i", "t_ms", 1100.0 / 36.0);
        if !at_rest(judge, row, "value", spring.value(t), 1.0, bar::MOTION_REST_OF_1) {
            let expected = row.number("value");
            judge.close(row, "value", spring.value(t), expected, bar::FOUR_DECIMALS);
        }
    });
}

#[test]
fn springs_match_the_rounded_springs_of_the_library_motion() {
    judge("motion_rounded_spring.csv", |judge, row| {
        let [stiffness, damping, mass, from, to, ms, rounded] =
            row.numbers(["stiffness", "damping", "mass", "from", "to", "t_ms", "rounded_value"]);
        let spring = Spring::from_mass_stiffness_damping(mass, stiffness, damping)
            .unwrap_or_else(|error| panic!("{row}: {error}"))
            .with_start(from)
            .with_target(to);
        let regime = match row.text("case") {
            "under" => spring.damping_ratio < 1.0,
            "critical" => spring.damping_ratio == 1.0,
            "over" => spring.damping_ratio > 1.0,
            other => panic!("{row}: unknown case {other:?}"),
        };
        judge.claim(row, "the regime is the published one", regime);
        let value = spring.value(ms / 1000.0);
        if !at_rest(judge, row, "rounded_value", value, to, bar::MOTION_REST_OF_1000) {
            judge.close(row, "rounded value", value.round(), rounded, 0.0);
        }
    });
}

#[test]
fn friction_matches_the_free_inertia_of_the_library_motion() {
    let glide = Friction::new(1.0 / 0.5)
        .expect("a time constant of 500 ms should be accepted")
        .with_start(100.0)
        .with_final_value(300.0);
    judge("motion_inertia_free.csv", |judge, row| {
        let t = sample_time(judge, row, "i", "t_ms", 10.0);
        let value = glide.value(t);
        if !at_rest(judge, row, "value", value, glide.final_value(), bar::INERTIA_REST) {
            judge.relative(row, "value", value, row.number("value"), bar::PUBLISHED_EXACT);
        }
    });
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "one row is about f32")]
fn springs_match_the_spring_dampers_of_mujoco() {
    judge("mujoco_spring_damper.csv", |judge, row| {
        let [x0, v0, k, c, t, expected] = row.numbers(["x0", "v0", "stiffness", "damping", "t", "expected_x"]);
        let p = Propagator::new(k, c, t);
        let spring = step_response(k, c, x0, 0.0).with_velocity(v0);
        if row.text("source").contains("single precision") {
            let found = f64::from(p.pp as f32 * x0 as f32 + p.pv as f32 * v0 as f32);
            judge.relative(row, "x in f32", found, expected, bar::PUBLISHED_SINGLE);
        } else {
            let found = p.pp * x0 + p.pv * v0;
            judge.relative(row, "x", found, expected, bar::PUBLISHED_RELATIVE);
            judge.relative(row, "x", spring.value(t), expected, bar::PUBLISHED_RELATIVE);
        }
    });
}

#[test]
fn springs_match_the_default_spring_of_react_spring() {
    let spring = Spring::from_tension_friction(170.0, 26.0)
        .expect("a preset should be accepted")
        .with_start(1.0)
        .with_target(0.0);
    judge("react_spring_default.csv", |judge, row| {
        let t = sample_time(judge, row, "frame", "t_ms_simulated", 17.0);
        if !at_rest(judge, row, "value", spring.value(t), 0.0, bar::REACT_SPRING) {
            judge.close(row, "value", spring.value(t), row.number("value"), bar::REACT_SPRING);
        }
    });
}

#[test]
fn gravity_matches_the_projectile_of_harmonica() {
    judge("harmonica_projectile.csv", |judge, row| {
        let [vx, vy, _, ax, ay, _, steps, over] = numbers_in(row.text("setup").replace("v0=", ""))
            .try_into()
            .unwrap_or_else(|_| panic!("{row}: cannot read the setup"));
        judge.claim(row, "a row is a second", steps == over);
        let [t, x, y, exact] = row.numbers(["t_s", "published_x", "published_y", "exact_y"]);
        let across = Gravity::new(ax).with_velocity(vx);
        let up = Gravity::new(ay).with_velocity(vy);
        judge.relative(row, "y", up.value(t), exact, bar::EXACT);
        judge.close(row, "published x", across.value(t), x, bar::HARMONICA);
        let euler = up.value(t) - ay * t / over / 2.0;
        judge.close(row, "published y", euler, y, bar::HARMONICA);
    });
}

/// Returns the numbers in a text such as `v=(5,5,0) 60 steps of 1/60 s`, without the numerators of fractions.
fn numbers_in(text: String) -> Vec<f64> {
    text.replace("1/", " ")
        .split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'))
        .filter_map(|word| word.parse().ok())
        .collect()
}
