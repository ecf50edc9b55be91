//! Checks the table of values from the tests of Flutter's physics library.

use std::collections::BTreeMap;

use bevy_exact_motion::math::crossing::Motion;
use bevy_exact_motion::math::{DryFriction, Friction, Gravity, Law, Spring};

use super::judge::Judge;
use super::table::Row;
use super::tolerance as bar;

/// Returns the value of the parameter `name` in a text such as `m=1 k=100`.
pub(crate) fn parameter(row: Row<'_>, text: &str, name: &str) -> f64 {
    let found = text.split([' ', ';']).filter_map(|word| word.split_once('=')).find(|(key, _)| *key == name);
    let (_, value) = found.unwrap_or_else(|| panic!("{row}: no {name} in {text:?}"));
    value.parse().unwrap_or_else(|_| panic!("{row}: {name} is not a number: {value:?}"))
}

#[test]
fn motions_match_flutter_physics() {
    let mut springs = BTreeMap::new();
    super::judge("flutter_physics.csv", |judge, row| {
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
        "bounded_friction" => {
            let friction = Friction::from_retention(of("drag")).unwrap_or_else(|error| panic!("{row}: {error}"));
            let glide = friction.with_start(of("x0")).with_velocity(of("v0"));
            // The motion stops when it reaches the bound ahead.
            let edge = of(if glide.velocity > 0.0 { "max" } else { "min" });
            let stops = glide.time_at(edge).is_some_and(|at| at <= time());
            at(row, quantity, if stops { edge } else { glide.value(time()) }, f64::NAN)
        }
        "friction_const_decel" => {
            let friction = Friction::from_retention(of("drag")).unwrap_or_else(|error| panic!("{row}: {error}"));
            let glide = friction.with_start(of("x0")).with_velocity(of("v0"));
            at(row, quantity, flutter_sum(&glide, of("constantDeceleration"), time()), f64::NAN)
        }
        "clamped_1" | "clamped_2" => {
            let fall = Gravity::new(of("a")).with_start(of("x0")).with_velocity(of("v0"));
            // Flutter clamps the reported position and velocity separately; the motion itself continues.
            let range = |name: &str| {
                let (_, clamps) =
                    row.text("parameters").split_once("; clamp ").unwrap_or_else(|| panic!("{row}: no clamp"));
                let mut words = clamps.split(' ').skip_while(|word| *word != name).skip(1);
                bounds(row, words.next().unwrap_or_default())
            };
            let clamped = |value: f64, (low, high): (f64, f64)| value.clamp(low, high);
            at(row, quantity, clamped(fall.value(time()), range("x")), clamped(fall.rate(time()), range("dx")))
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
        other => panic!("{row}: no check for the case {other:?}"),
    }
}

/// Flutter's friction with a constant deceleration: a glide under viscous friction plus one under dry friction, until the sum of both
/// velocities is 0. A motion under both forces at once stops later and at another position.
fn flutter_sum(glide: &Friction, deceleration: f64, t: f64) -> f64 {
    let sign = glide.velocity.signum();
    let rate = |t: f64| sign * glide.rate(t) - deceleration * t;
    let (mut low, mut high) = (0.0, glide.velocity.abs() / deceleration);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        (low, high) = if rate(middle) > 0.0 { (middle, high) } else { (low, middle) };
    }
    let t = t.min(high);
    glide.value(t) - sign * deceleration * t * t / 2.0
}

#[test]
fn the_sum_of_two_glides_in_flutter_differs_from_a_motion_under_both_forces() {
    let glide = Friction::from_retention(0.135).unwrap().with_start(100.0).with_velocity(-100.0);
    for (t, x) in [(0.1, 91.438), (0.5, 80.415), (f64::INFINITY, 80.415), (0.426_06, 80.415)] {
        assert!((flutter_sum(&glide, 100.0, t) - x).abs() < 1e-3);
    }
    let law = Law { c: glide.coefficient, ..Law::default() };
    let motion = Motion { law, target: 0.0, start: 100.0, velocity: -100.0 };
    let one_law = DryFriction { motion, dry: 100.0 };
    for (t, x) in [(0.1, 91.406), (0.5, 77.604), (f64::INFINITY, 77.480)] {
        assert!((one_law.state(t).0 - x).abs() < 1e-3);
    }
}

/// Returns `first` or `second`, whichever the quantity names.
fn at(row: Row<'_>, quantity: &str, first: f64, second: f64) -> f64 {
    match quantity {
        "x" | "stiffness" | "duration_ms" => first,
        "dx" | "damping" | "bounce" => second,
        other => panic!("{row}: unknown quantity {other:?}"),
    }
}

pub(crate) fn compare(judge: &mut Judge, row: Row<'_>, found: f64) {
    let what = row.text("quantity");
    let expected = || row.any("expected");
    match row.text("compare") {
        // In rows with the tolerance 0, the publisher asserts equal bits. Rows without a tolerance are powers, which are rounded.
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

pub(crate) fn in_range(row: Row<'_>, found: f64) -> bool {
    let text = row.text("expected");
    if let Some(bound) = text.strip_prefix(">=") {
        return found >= number(row, bound);
    }
    if let Some(bound) = text.strip_prefix('<') {
        return found < number(row, bound);
    }
    let (low, high) = bounds(row, text);
    low < found && found < high
}

fn bounds(row: Row<'_>, text: &str) -> (f64, f64) {
    let (low, high) = text.split_once("..").unwrap_or_else(|| panic!("{row}: no range: {text:?}"));
    (number(row, low), number(row, high))
}

fn number(row: Row<'_>, text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("{row}: not a number: {text:?}"))
}

/// Checks that the row's value is true exactly if the spring is within the distance and velocity tolerances of its case.
fn done(judge: &mut Judge, row: Row<'_>, spring: &Spring) {
    let text = row.text("parameters");
    let (distance, velocity) = match text.strip_prefix("default tolerance ") {
        Some(pair) => {
            let (distance, velocity) = pair.split_once('/').expect("it should be a pair of tolerances");
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
