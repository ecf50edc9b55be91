//! The table of Flutter's physics tests.

use std::collections::BTreeMap;

use bevy_exact_motion::math::{Friction, Gravity, Spring};

use super::judge::Judge;
use super::table::Row;
use super::tolerance as bar;

/// Rows about dry friction and limits, which nothing here computes yet: case, time, quantity.
const PENDING: [(&str, &str, &str); 17] = [
    ("bounded_friction", "1", "x"),
    ("friction_const_decel", "0.1", "x"),
    ("friction_const_decel", "0.5", "x"),
    ("friction_const_decel", "2", "x"),
    ("friction_const_decel", "inf", "x"),
    ("clamped_1", "0", "x"),
    ("clamped_1", "0", "dx"),
    ("clamped_1", "100", "x"),
    ("clamped_1", "100", "dx"),
    ("clamped_2", "0", "x"),
    ("clamped_2", "0", "dx"),
    ("clamped_2", "1", "x"),
    ("clamped_2", "1", "dx"),
    ("clamped_2", "2", "x"),
    ("clamped_2", "2", "dx"),
    ("clamped_2", "3", "x"),
    ("clamped_2", "3", "dx"),
];

/// The value of `name=` in a list of parameters.
pub(crate) fn parameter(row: Row<'_>, text: &str, name: &str) -> f64 {
    let found = text.split(' ').filter_map(|word| word.split_once('=')).find(|(key, _)| *key == name);
    let (_, value) = found.unwrap_or_else(|| panic!("{row}: no {name} in {text:?}"));
    value.parse().unwrap_or_else(|_| panic!("{row}: {name} is not a number: {value:?}"))
}

#[test]
fn flutter_physics() {
    let mut pending: Vec<_> = PENDING.to_vec();
    let mut springs = BTreeMap::new();
    super::judge("flutter_physics.csv", |judge, row| {
        let key = (row.text("case"), row.text("t_s"), row.text("quantity"));
        if let Some(index) = pending.iter().position(|listed| *listed == key) {
            pending.remove(index);
            row.number("expected");
            judge.pending();
            return;
        }
        if row.text("quantity") == "done" {
            done(judge, row, &springs[row.text("case")]);
            return;
        }
        let found = found(row);
        if let Some(spring) = spring_of(row) {
            springs.insert(row.text("case").to_owned(), spring);
        }
        compare(judge, row, found);
    });
    assert!(pending.is_empty(), "listed as pending, but not there: {pending:?}");
}

fn spring_of(row: Row<'_>) -> Option<Spring> {
    if !row.text("case").starts_with("spring_") {
        return None;
    }
    let of = |name| parameter(row, row.text("parameters"), name);
    let stiffness = of("k");
    let damping = 2.0 * of("zeta") * (of("m") * stiffness).sqrt();
    let spring = Spring::from_mass_stiffness_damping(of("m"), stiffness, damping)
        .unwrap_or_else(|error| panic!("{row}: {error}"));
    Some(spring.with_start(of("from")).with_target(of("to")).with_velocity(of("v0")))
}

fn found(row: Row<'_>) -> f64 {
    let of = |name| parameter(row, row.text("parameters"), name);
    let time = || row.any("t_s");
    let case = row.text("case");
    let quantity = row.text("quantity");
    let refused = |error| -> Spring { panic!("{row}: {error}") };
    if let Some(spring) = spring_of(row) {
        return at(row, quantity, spring.value(time()), spring.rate(time()));
    }
    match case {
        "friction_a" | "friction_b" => {
            let friction = Friction::from_retention(of("drag"))
                .unwrap_or_else(|error| panic!("{row}: {error}"))
                .with_start(of("x0"))
                .with_velocity(of("v0"));
            if quantity == "timeAtX" {
                let level = parameter(row, row.text("t_s"), "x");
                return friction.time_at(level).unwrap_or(f64::INFINITY);
            }
            at(row, quantity, friction.value(time()), friction.rate(time()))
        }
        "gravity" => {
            let fall = Gravity::new(of("a")).with_start(of("x0")).with_velocity(of("v0"));
            at(row, quantity, fall.value(time()), fall.rate(time()))
        }
        "inertial" => {
            let drift = Gravity::new(0.0).with_start(of("x0")).with_velocity(of("v0"));
            at(row, quantity, drift.value(time()), drift.rate(time()))
        }
        "from_duration_bounce" => {
            let spring = Spring::from_duration_bounce(of("duration"), of("bounce")).unwrap_or_else(refused);
            at(row, quantity, spring.stiffness(), spring.damping())
        }
        "to_duration_bounce" => {
            let spring = Spring::from_mass_stiffness_damping(of("m"), of("k"), of("c")).unwrap_or_else(refused);
            at(row, quantity, spring.duration() * 1000.0, spring.bounce())
        }
        other => panic!("{row}: the case {other:?} is neither judged nor pending"),
    }
}

/// The first or the second of a pair of quantities.
fn at(row: Row<'_>, quantity: &str, first: f64, second: f64) -> f64 {
    match quantity {
        "x" | "stiffness" | "duration_ms" => first,
        "dx" | "damping" | "bounce" => second,
        other => panic!("{row}: unknown quantity {other:?}"),
    }
}

fn compare(judge: &mut Judge, row: Row<'_>, found: f64) {
    let what = row.text("quantity");
    let expected = || row.any("expected");
    match row.text("compare") {
        // With the tolerance 0 the publisher asserts equal bits; without one it is a power that is rounded.
        "eq" if row.text("tol").is_empty() => {
            judge.relative(row, what, found, expected(), bar::EXACT);
        }
        "eq" => judge.close(row, what, found, expected(), row.number("tol")),
        "abs" => judge.close(row, what, found, expected(), row.number("tol")),
        "abs1e-10" => judge.close(row, what, found, expected(), bar::FLUTTER),
        "floor" => judge.close(row, what, found.floor(), expected(), 0.0),
        "trunc" => judge.close(row, what, found.trunc(), expected(), 0.0),
        "range" => judge.claim(row, "in the range", in_range(row, found)),
        other => panic!("{row}: unknown comparison {other:?}"),
    }
}

fn in_range(row: Row<'_>, found: f64) -> bool {
    let text = row.text("expected");
    let number = |text: &str| -> f64 { text.parse().unwrap_or_else(|_| panic!("{row}: not a bound: {text:?}")) };
    if let Some(bound) = text.strip_prefix('<') {
        return found < number(bound);
    }
    let (low, high) = text.split_once("..").unwrap_or_else(|| panic!("{row}: no range"));
    number(low) < found && found < number(high)
}

/// Within the tolerance of the case, in distance and in velocity.
fn done(judge: &mut Judge, row: Row<'_>, spring: &Spring) {
    let text = row.text("parameters");
    let (distance, velocity) = match text.strip_prefix("default tolerance ") {
        Some(pair) => {
            let (distance, velocity) = pair.split_once('/').expect("a pair of tolerances");
            let number = |text: &str| text.parse().expect("a tolerance should be a number");
            (number(distance), number(velocity))
        }
        None => (parameter(row, text, "distance"), parameter(row, text, "velocity")),
    };
    let t = row.number("t_s");
    let near = (spring.value(t) - spring.target).abs() < distance;
    let slow = spring.rate(t).abs() < velocity;
    let expected = match row.text("expected") {
        "true" => true,
        "false" => false,
        other => panic!("{row}: not a truth value: {other:?}"),
    };
    judge.claim(row, "done", (near && slow) == expected);
}
