//! Checks the published table of parameter conversions and presets.

use bevy_exact_motion::math::{Friction, Law, Spring};

use super::formula::evaluate;
use super::judge::Judge;
use super::published_flutter::parameter;
use super::table::Row;
use super::tolerance as bar;

/// Values of a published formula's variable (a period, a half-life or a time), at which the formula is compared.
const SAMPLES: [f64; 3] = [0.125, 0.7, 3.0];

#[test]
fn conversions_and_presets_match_the_published_table() {
    super::judge("conversions.csv", |judge, row| {
        let source = row.text("source");
        let publisher = source.split(' ').next().unwrap_or_default();
        match publisher {
            "SwiftUI" => swift_ui(judge, row),
            "jtrivedi/Wave" => wave(judge, row),
            "pmndrs/react-spring" => react_spring(judge, row),
            "facebookarchive/rebound-js" => origami(judge, row),
            "androidx" if source.ends_with("PhysicsAnimationTest") => durations(judge, row),
            "androidx" => compose(judge, row),
            "Holden" => holden(judge, row),
            "Unreal" => unreal(judge, row),
            "Unity" => cinemachine(judge, row),
            other => panic!("{row}: no check for the publisher {other:?}"),
        }
    });
}

fn of(row: Row<'_>, name: &str) -> f64 {
    parameter(row, row.text("input"), name)
}

fn accepted<T, E: std::fmt::Display>(row: Row<'_>, result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("{row}: {error}"))
}

/// Compares `found` with the row's value. The row gives the tolerance as a number, as a number of decimals, or as `exact`.
fn close(judge: &mut Judge, row: Row<'_>, found: f64) {
    let expected = row.number("expected");
    let note = row.text("tolerance_or_note");
    let (word, rest) = note.split_once([' ', ':']).unwrap_or((note, ""));
    let bar = match (word, rest) {
        ("exact", _) => bar::EXACT * expected.abs(),
        ("1", "decimal") => 0.05,
        ("2", "decimals") => 0.005,
        (number, rest) if rest.is_empty() || rest.starts_with('(') => {
            number.parse().unwrap_or_else(|_| panic!("{row}: no tolerance in {note:?}"))
        }
        _ => panic!("{row}: no tolerance in {note:?}"),
    };
    judge.close(row, row.text("quantity"), found, expected, bar);
}

fn unknown(row: Row<'_>) -> ! {
    panic!("{row}: no check for the quantity {:?}", row.text("quantity"))
}

fn swift_ui(judge: &mut Judge, row: Row<'_>) {
    let expected = row.number("expected");
    let input = row.text("input");
    let quantity = row.text("quantity");
    if input.starts_with("preset") {
        // A preset's value should survive the round trip through a spring.
        let found = match quantity {
            "base bounce" => accepted(row, Spring::from_duration_bounce(0.5, expected)).bounce(),
            "default duration" => accepted(row, Spring::from_duration_bounce(expected, 0.0)).duration(),
            _ => unknown(row),
        };
        close(judge, row, found);
    } else if input.starts_with("duration=") {
        let (duration, bounce) = (of(row, "duration"), of(row, "bounce"));
        let spring = accepted(row, Spring::from_duration_bounce(duration, bounce));
        match quantity {
            // The mass with which `stiffness()` and `damping()` describe this spring.
            "mass" => close(judge, row, spring.stiffness_for_mass(1.0) / spring.stiffness()),
            "stiffness" => close(judge, row, spring.stiffness()),
            "damping" => close(judge, row, spring.damping()),
            _ => unknown(row),
        }
    } else {
        let [mass, stiffness, damping] = ["mass", "stiffness", "damping"].map(|name| of(row, name));
        let spring = accepted(row, Spring::from_mass_stiffness_damping(mass, stiffness, damping));
        match quantity {
            "duration" => close(judge, row, spring.duration()),
            "bounce" => close(judge, row, spring.bounce()),
            _ => unknown(row),
        }
    }
}

fn wave(judge: &mut Judge, row: Row<'_>) {
    let spring = accepted(row, Spring::from_response(of(row, "response"), of(row, "dampingRatio")));
    match row.text("quantity") {
        "stiffness" => close(judge, row, spring.stiffness_for_mass(of(row, "mass"))),
        "damping" => close(judge, row, spring.damping_for_mass(of(row, "mass"))),
        "envelope settle -ln(1e-4)/(zeta*w)" => {
            close(judge, row, -libm::log(1e-4) / (spring.damping() / 2.0));
        }
        _ => unknown(row),
    }
}

fn react_spring(judge: &mut Judge, row: Row<'_>) {
    let expected = row.text("expected");
    if let Some((tension, friction)) = expected.split_once('|') {
        judge.claim(row, "the pair is tension and friction", row.text("quantity") == "tension|friction");
        let number = |text: &str| -> f64 { text.parse().unwrap_or_else(|_| panic!("{row}: not a number: {text:?}")) };
        let (tension, friction) = (number(tension), number(friction));
        let spring = accepted(row, Spring::from_tension_friction(tension, friction));
        judge.relative(row, "tension", spring.stiffness(), tension, bar::EXACT);
        judge.relative(row, "friction", spring.damping(), friction, bar::EXACT);
        return;
    }
    for f in SAMPLES {
        let (z, m) = (0.4 * f, 2.0 - f / 2.0);
        let spring = accepted(row, Spring::from_response(f, z));
        let found = match row.text("quantity") {
            "tension" => spring.stiffness_for_mass(m),
            "friction" => spring.damping_for_mass(m),
            _ => unknown(row),
        };
        let formula = evaluate(expected, &[("f", f), ("z", z), ("m", m)]);
        judge.relative(row, row.text("quantity"), found, formula, bar::EXACT);
    }
}

fn origami(judge: &mut Judge, row: Row<'_>) {
    let value = |name: &str| of(row, name);
    let (spring, o) = match row.text("quantity") {
        "tension" => (Spring::from_origami(value("tension"), 7.0), value("tension")),
        "friction" => (Spring::from_origami(40.0, value("friction")), value("friction")),
        _ => unknown(row),
    };
    let spring = accepted(row, spring);
    let found = match row.text("quantity") {
        "tension" => spring.stiffness(),
        _ => spring.damping(),
    };
    close(judge, row, found);
    let note = row.text("tolerance_or_note");
    let (_, formula) = note.split_once(": ").unwrap_or_else(|| panic!("{row}: no formula"));
    let formula = evaluate(formula, &[("o", o)]);
    judge.relative(row, "formula", found, formula, bar::EXACT);
}

fn compose(judge: &mut Judge, row: Row<'_>) {
    let expected = row.number("expected");
    let found = match row.text("quantity") {
        "damping ratio" => {
            let spring = accepted(row, Spring::new(3.0, expected));
            let (k, c) = (spring.stiffness_for_mass(2.0), spring.damping_for_mass(2.0));
            accepted(row, Spring::from_mass_stiffness_damping(2.0, k, c)).damping_ratio
        }
        "stiffness" => accepted(row, Spring::from_tension_friction(expected, 1.0)).stiffness(),
        _ => unknown(row),
    };
    close(judge, row, found);
}

fn durations(judge: &mut Judge, row: Row<'_>) {
    let [stiffness, zeta, x0, v0, threshold] = ["stiffness", "zeta", "x0", "v0", "threshold"].map(|name| of(row, name));
    let spring = accepted(row, Spring::new(stiffness.sqrt(), zeta)).with_start(x0).with_velocity(v0).with_target(0.0);
    let seconds = if zeta >= 1.0 {
        // The spring starts above the threshold and does not oscillate, so its first crossing is its last one.
        spring.time_at(threshold).unwrap_or(f64::NAN)
    } else {
        let w = spring.angular_frequency;
        let damped = w * ((1.0 - zeta) * (1.0 + zeta)).sqrt();
        let amplitude = x0.hypot((v0 + zeta * w * x0) / damped);
        let seconds = libm::log(amplitude / threshold) / (zeta * w);
        let later = (0..100).map(|i| spring.value(seconds + f64::from(i) * 0.01));
        judge.claim(row, "inside the envelope", later.into_iter().all(|x| x.abs() <= threshold));
        seconds
    };
    let milliseconds = (seconds * 1000.0).trunc();
    judge.close(row, "duration", milliseconds, row.number("expected"), 0.0);
}

fn holden(judge: &mut Judge, row: Row<'_>) {
    for h in SAMPLES {
        let found = match row.text("quantity") {
            // The damping of a critical spring whose factor e^(-wt) falls to a quarter within the half-life.
            "damping d" => {
                accepted(row, Spring::critical(2.0 * accepted(row, Friction::from_half_life(h)).coefficient)).damping()
            }
            "lag at constant speed" => 1.0 / accepted(row, Friction::from_half_life(h)).coefficient,
            _ => unknown(row),
        };
        let formula = evaluate(row.text("expected"), &[("h", h)]);
        judge.relative(row, row.text("quantity"), found, formula, bar::EXACT);
    }
}

fn unreal(judge: &mut Judge, row: Row<'_>) {
    for smooth_time in SAMPLES {
        let spring = accepted(row, Spring::from_smooth_time(smooth_time));
        let expected = evaluate(row.text("expected"), &[("T", smooth_time)]);
        let law = Law { k: spring.stiffness(), c: spring.damping(), g: 0.0, a: 0.0 };
        match row.text("quantity") {
            "lag when tracking constant motion" => {
                let t = 40.0 * smooth_time;
                let (x, _) = law.step_line(0.0, 0.0, 0.0, 1.0, t);
                judge.relative(row, "lag", t - x, expected, bar::LAG);
            }
            "time of maximum velocity" => {
                let left = spring.value(expected) - spring.target;
                let acceleration = -law.k * left - law.c * spring.rate(expected);
                judge.close(row, "acceleration then", acceleration, 0.0, bar::EXACT * law.k);
            }
            _ => unknown(row),
        }
    }
}

fn cinemachine(judge: &mut Judge, row: Row<'_>) {
    if row.text("quantity") != "residual after T" {
        unknown(row);
    }
    let note = row.text("tolerance_or_note");
    let (_, formula) = note.rsplit_once("= ").unwrap_or_else(|| panic!("{row}: no formula"));
    for damp_time in SAMPLES {
        let rate = evaluate(formula, &[("T", damp_time)]);
        let left = accepted(row, Friction::new(rate)).with_velocity(1.0).rate(damp_time);
        judge.relative(row, row.text("quantity"), left, row.number("expected"), bar::TEN_DIGITS);
    }
}
