//! Checks the published tables about rubber bands, decays, and decays that reach a bound.

use bevy_exact_motion::math::{Friction, RubberBand, Spring};

use super::judge::Judge;
use super::published_flutter::{compare, in_range, parameter};
use super::table::Row;
use super::tolerance as bar;
use super::{at_rest, sample_time, step_response};

#[test]
fn rubber_bands_match_the_published_table() {
    super::judge("rubber_band.csv", |judge, row| {
        let of = |name| parameter(row, row.text("parameters"), name);
        let [past, expected, tolerance] = row.numbers(["finger_past", "displayed_past", "tol"]);
        let (factor, size) = match row.text("law") {
            "ios" => (of("c"), of("d")),
            "linear" => (of("factor"), f64::INFINITY),
            // The publisher's formula for a range with only one bound. Near the bound, its value moves farther than the pointer, so
            // `RubberBand` does not offer it.
            "power" => {
                judge.close(row, "the publisher's power", libm::pow(past, 5.0 * of("c")), expected, tolerance);
                return;
            }
            other => panic!("{row}: no check for the law {other:?}"),
        };
        let band = RubberBand::new(factor, size).unwrap_or_else(|error| panic!("{row}: {error}"));
        let shown = band.shown(past);
        judge.close(row, "shown", shown, expected, tolerance);
        if factor > 0.0 {
            judge.relative(row, "back", band.past(shown), past, bar::EXACT * (1.0 + factor * past / size));
        }
    });
}

#[test]
fn decays_match_the_published_table() {
    super::judge("decay_properties.csv", |judge, row| {
        let of = |name| parameter(row, row.text("parameters"), name);
        let glide = |rate| {
            let friction = Friction::new(rate).unwrap_or_else(|error| panic!("{row}: {error}"));
            friction.with_start(of("x0")).with_velocity(of("v0"))
        };
        // Returns the time at which the speed has fallen to the threshold.
        let ends = |glide: &Friction| libm::log(glide.velocity.abs() / of("threshold")) / glide.coefficient;
        match (row.text("case"), row.text("quantity")) {
            ("compose_exponential", "abs_v") => {
                judge.claim(row, "in the range", in_range(row, glide(of("rate")).rate(row.number("t_s")).abs()));
            }
            ("compose_exponential", "finished") => {
                // The publisher rounds the time of the end down to a millisecond.
                let end = (ends(&glide(of("rate"))) * 1000.0).floor() / 1000.0;
                finished(judge, row, row.number("t_s") >= end);
            }
            ("compose_threshold", "v") => {
                let glide = glide(of("rate"));
                judge.close(row, "v", glide.rate(ends(&glide)), row.number("expected"), row.number("tol"));
            }
            ("compose_threshold", "two_stages") => {
                let first = glide(of("rate"));
                let end = ends(&first);
                let second = first.with_start(first.value(end)).with_velocity(first.rate(end));
                let difference = second.final_value() - first.final_value();
                judge.close(row, "difference", difference, row.number("expected"), row.number("tol"));
            }
            ("flutter_bounce", "v") => {
                let friction = Friction::from_retention(of("drag")).unwrap_or_else(|error| panic!("{row}: {error}"));
                compare(judge, row, friction.with_velocity(of("v0")).rate(row.number("t_s")));
            }
            // Flutter's spring of a page view: mass 1/2, stiffness 100, damping ratio 1.1.
            ("flutter_page", "v") => {
                let spring = Spring::new(200.0_f64.sqrt(), 1.1).unwrap_or_else(|error| panic!("{row}: {error}"));
                compare(judge, row, spring.with_start(of("x0")).with_velocity(of("v0")).rate(row.number("t_s")));
            }
            ("motion_free", "sampled_end") => {
                let friction = Friction::new(of("rate")).unwrap_or_else(|error| panic!("{row}: {error}"));
                let glide = friction.with_start(of("x0")).with_final_value(of("x0") + of("way"));
                // The publisher samples every 10 ms.
                compare(judge, row, (glide.settling_time(of("restDelta")) * 100.0).ceil() / 100.0);
            }
            ("motion_outside" | "motion_outside_still", quantity) => {
                let spring = step_response(500.0, 10.0, of("x0"), of("max")).with_velocity(of("v0"));
                match quantity {
                    "x" => compare(judge, row, spring.value(row.number("t_s"))),
                    "finished" => finished(judge, row, spring.settling_time(0.5) <= row.number("t_s")),
                    other => panic!("{row}: unknown quantity {other:?}"),
                }
            }
            other => panic!("{row}: no check for {other:?}"),
        }
    });
}

fn finished(judge: &mut Judge, row: Row<'_>, found: bool) {
    let expected = match row.text("expected") {
        "true" => true,
        "false" => false,
        other => panic!("{row}: not a truth value: {other:?}"),
    };
    judge.claim(row, "finished", found == expected);
}

/// The publisher switches from the decay to a spring at the first sample past the bound, with the mean velocity since the previous sample.
#[test]
fn a_decay_that_reaches_its_bound_matches_the_inertia_of_the_library_motion() {
    const MAX: f64 = 200.0;
    // Time, value and velocity with which the publisher starts its spring.
    const START: (f64, f64, f64) = (0.35, 200.682_939_241_718_1, 199.630_610_985_843_76);
    let glide = Friction::new(2.0)
        .expect("a time constant of 500 ms should be accepted")
        .with_start(100.0)
        .with_final_value(300.0);
    let spring = |from: f64, velocity: f64| step_response(500.0, 10.0, from, MAX).with_velocity(velocity);
    let published = spring(START.1, START.2);
    let at = glide.time_at(MAX).expect("the bound should be on the path");
    let exact = spring(MAX, glide.rate(at));
    super::judge("motion_inertia_max.csv", |judge, row| {
        judge.close(row, "the instant of the edge", at, core::f64::consts::LN_2 / 2.0, bar::EXACT);
        judge.relative(row, "the velocity at the edge", exact.velocity, 200.0, bar::EXACT);
        let t = sample_time(judge, row, "i", "t_ms", 10.0);
        let value = row.number("value");
        if row.text("kind") == "spring" {
            judge.claim(row, "past the edge", t > at);
            judge.close(row, "spring", published.value(t - START.0), value, bar::PUBLISHED_EXACT * 100.0);
            // The difference from a spring that starts at the exact time is the publisher's error.
            judge.close(row, "spring from the exact time", exact.value(t - at), value, bar::MOTION_LATE_SPRING);
        } else if t < at {
            judge.claim(row, "before the edge", row.text("kind") == "free");
            judge.relative(row, "decay", glide.value(t), value, bar::PUBLISHED_EXACT);
        } else {
            let rests = at_rest(judge, row, "value", published.value(t - START.0), MAX, bar::MOTION_REST_OF_1000);
            judge.claim(row, "at rest at the end", rests);
        }
    });
}
