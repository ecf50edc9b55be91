//! Compares the closed forms with every row of the reference tables in `golden/`. The tolerances allow for rounding only.
//!
//! `GOLDEN_DIR=<folder> cargo test --test golden` reads the tables from another folder, which needs the same files and a subfolder
//! `events`.

#[path = "common/golden_camera.rs"]
mod golden_camera;
#[path = "common/golden_crossing.rs"]
mod golden_crossing;
#[path = "common/golden_events.rs"]
mod golden_events;
#[path = "common/judge.rs"]
mod judge;
#[path = "common/scale.rs"]
mod scale;
#[path = "common/table.rs"]
mod table;
#[path = "common/tolerance.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod tolerance;

use std::path::PathBuf;

use bevy_exact_motion::math::rotation::{Quaternion, Spin, Vector3, left_jacobian_inverse};
use bevy_exact_motion::math::special::{lambert_w0, lambert_wm1, phi1, phi1_inverse, phi2};
use bevy_exact_motion::math::{
    Contraction, ExponentialRate, Friction, Gravity, Integrals, Law, Propagator, Slope, Spring, response, settle,
};

use judge::Judge;
use scale::Envelope;
use table::{Row, Table, csv_files};
use tolerance as bar;

/// File name and columns of every table that is not about events.
const TABLES: [(&str, &str); 14] = [
    ("affine.csv", "tag k c a x_eq0 u t x0 v0 x v"),
    ("contraction.csv", "tag x0 x_end v_end duration c a v0 t_sample x_sample v_sample t_turn x_turn"),
    ("curved_target.csv", "tag k c g a e0 e1 e2 e3 t x0 v0 x v"),
    ("exponential_rate.csv", "tag x0 x_end v_end duration feasible lambda v0 t_sample x_sample v_sample"),
    ("friction.csv", "tag d t x0 v0 x v"),
    ("gravity.csv", "tag a t x0 v0 x v"),
    ("half_life.csv", "tag zeta omega_half_life"),
    ("lambert_w.csv", "tag branch x w"),
    ("overshoot.csv", "tag zeta overshoot_fraction omega_t_peak"),
    ("phi.csv", "tag x phi1 phi2"),
    ("phi1_inverse.csv", "tag rho x"),
    (
        "rotation.csv",
        "tag omega zeta t q0_x q0_y q0_z q0_w w0_x w0_y w0_z qt_x qt_y qt_z qt_w q_x q_y q_z q_w w_x w_y w_z",
    ),
    ("settle.csv", "tag omega zeta y0 v0 tol t_settle"),
    ("spring.csv", "tag omega zeta t x0 v0 x_eq x v pp pv vp vv pp_minus_1 vv_minus_1"),
];

/// File name and columns of every table of events.
const EVENTS: &[(&str, &str)] = &[
    ("events/bounce.csv", "tag a c restitution x0 v0 floor n t_n v_n"),
    ("events/crossing.csv", "tag k c a x_eq x0 v0 level t_max crosses t v"),
    ("events/dry_friction.csv", "tag k c a dry x_eq x0 v0 t x v t_stop x_stop"),
    ("events/fling.csv", "tag given x0 x_end v0 c duration dry t x v"),
    ("events/moving_crossing.csv", "tag k c g a e0 e1 e2 e3 l0 l1 l2 l3 x0 v0 t_max crosses t v w"),
    ("events/stick_slip.csv", "tag k c g a e0 e1 e2 e3 dry x0 v0 t_max turns t_turn t_free sign"),
];

fn folder() -> PathBuf {
    table::folder("GOLDEN_DIR", "golden")
}

fn judge(name: &str, mut rows: impl FnMut(&mut Judge, Row<'_>)) {
    let columns = TABLES.iter().chain(EVENTS).find(|(table, _)| *table == name);
    let (_, columns) = columns.expect("the table should be listed");
    let table = Table::read(&folder(), name, columns);
    Judge::table(&table, |judge, row| {
        judge.claim(row, "every row has a tag", !row.text("tag").is_empty());
        rows(judge, row);
    });
}

#[test]
fn the_folder_has_exactly_the_listed_tables() {
    let expected = TABLES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(csv_files(&folder()), expected);
    let expected = EVENTS.iter().map(|(name, _)| name.replace("events/", "")).collect();
    assert_eq!(csv_files(&folder().join("events")), expected);
}

#[test]
fn springs_match_the_table() {
    judge("spring.csv", |judge, row| {
        let [omega, zeta, t, x0, v0, x_eq] = row.numbers(["omega", "zeta", "t", "x0", "v0", "x_eq"]);
        let p = Propagator::new(omega * omega, 2.0 * zeta * omega, t);
        let envelope = Envelope::of_spring(omega, zeta, t);
        let angles = 1.0 + envelope.angle;
        let kernel = bar::KERNEL * angles * (1.0 + omega * t.abs() * bar::CONDITIONING);
        let [pp, pv, vp, vv] = row.numbers(["pp", "pv", "vp", "vv"]);
        let scales = [pp.abs() + envelope.pp, pv.abs() + envelope.pv, vp.abs() + envelope.vp, vv.abs() + envelope.pp];
        let (by_velocity, by_position) = (bar::EPS * envelope.rounded_pv, bar::EPS * envelope.rounded_pp);
        let bars = [
            kernel * scales[0] + by_position,
            kernel * scales[1] + by_velocity,
            kernel * scales[2] + omega * omega * by_velocity,
            kernel * scales[3] + by_position,
        ];
        let found = [("pp", p.pp, pp), ("pv", p.pv, pv), ("vp", p.vp, vp), ("vv", p.vv, vv)];
        for ((what, double, expected), (scale, bar)) in found.into_iter().zip(scales.into_iter().zip(bars)) {
            judge.close(row, what, double, expected, bar);
            judge_f32(judge, row, what, double, expected, scale, bar);
        }
        let [pp_minus_1, vv_minus_1] = row.numbers(["pp_minus_1", "vv_minus_1"]);
        // vv − 1 = −(c pv + k h2), and pp − 1 = −k h2. Beyond ωt = 1, an oscillation brings both coefficients back near 1, so their error
        // is measured relative to 1.
        let swing: f64 = if omega * t.abs() > 1.0 { 1.0 } else { 0.0 };
        let terms = (2.0 * zeta * omega * pv).abs() + pp_minus_1.abs();
        let increment = bar::KERNEL_INCREMENT * angles;
        for (what, double, expected, scale) in [
            ("pp_minus_1", p.pp_minus_1, pp_minus_1, swing.max(pp_minus_1.abs())),
            ("vv_minus_1", p.vv_minus_1, vv_minus_1, swing.max(terms)),
        ] {
            let near_zero = expected.abs() < bar::NEAR_ZERO * scale;
            let relative = if near_zero { scale } else { expected.abs() };
            judge.close(row, what, double, expected, increment * relative);
            judge_f32(judge, row, what, double, expected, scale, increment * scale);
        }
        let [pp_bar, pv_bar, vp_bar, vv_bar] = bars;
        let (y0, v0_size) = ((x0 - x_eq).abs(), v0.abs());
        let x_bar = kernel * x_eq.abs() + pp_bar * y0 + pv_bar * v0_size;
        let v_bar = vp_bar * y0 + vv_bar * v0_size;
        let spring = Spring { angular_frequency: omega, damping_ratio: zeta, start: x0, velocity: v0, target: x_eq };
        judge.close(row, "x", spring.value(t), row.number("x"), x_bar);
        judge.close(row, "v", spring.rate(t), row.number("v"), v_bar);
    });
}

/// Checks that a coefficient, rounded to f32, is the f32 nearest to the reference. Near a zero crossing, the `f64` tolerance applies
/// instead.
#[expect(clippy::cast_possible_truncation, reason = "the rounding to f32 is what is compared")]
fn judge_f32(judge: &mut Judge, row: Row<'_>, what: &str, found: f64, expected: f64, scale: f64, bar: f64) {
    let nearest = expected as f32;
    let zero_crossing = expected.abs() < bar::ZERO_CROSSING * scale;
    let allowed = if zero_crossing { bar } else { 0.0 };
    let what = format!("{what} in f32");
    judge.close(row, &what, f64::from(found as f32), f64::from(nearest), allowed);
}

#[test]
fn affine_steps_match_the_table() {
    judge("affine.csv", |judge, row| {
        let [k, c, a, e0, u, t, x0, v0] = row.numbers(["k", "c", "a", "x_eq0", "u", "t", "x0", "v0"]);
        let law = Law { k, c, a, g: 0.0 };
        let slope = Slope::line(u);
        let mut results = vec![("line", law.step_line(x0, v0, e0, u, t))];
        if c >= 0.0 && t >= 0.0 {
            results.push(("cubic", law.step_cubic(x0, v0, e0, &slope, t)));
        }
        judge_step(judge, row, &law, (x0, v0, e0, t), &slope, &results);
    });
}

#[test]
fn steps_towards_a_curved_target_match_the_table() {
    judge("curved_target.csv", |judge, row| {
        let [k, c, g, a, e0, e1, e2, e3, t, x0, v0] =
            row.numbers(["k", "c", "g", "a", "e0", "e1", "e2", "e3", "t", "x0", "v0"]);
        let law = Law { k, c, g, a };
        let slope = Slope { e1, e2, e3 };
        let mut results = vec![("cubic", law.step_cubic(x0, v0, e0, &slope, t))];
        if k > 0.0 {
            let held = law.step_held(x0, v0, e0, t);
            let p = Propagator::new(k, c, t);
            let lacking = p.cubic_correction(&Integrals::new(k, c, t, &p), k, g, &slope);
            results.push(("held, then corrected", (held.0 + lacking.position, held.1 + lacking.velocity)));
        }
        if e2 == 0.0 && e3 == 0.0 {
            results.push(("line", law.step_line(x0, v0, e0, e1, t)));
        }
        judge_step(judge, row, &law, (x0, v0, e0, t), &slope, &results);
    });
}

fn judge_step(
    judge: &mut Judge,
    row: Row<'_>,
    law: &Law,
    (x0, v0, e0, t): (f64, f64, f64, f64),
    slope: &Slope<f64>,
    results: &[(&str, (f64, f64))],
) {
    let (x_scale, v_scale) = scale::of_step(law, x0, v0, e0, slope, t);
    let kernel = bar::KERNEL * scale::of_angles(law.k, law.c, t);
    let [x, v] = row.numbers(["x", "v"]);
    for (how, found) in results {
        judge.close(row, &format!("x, {how}"), found.0, x, kernel * x_scale);
        judge.close(row, &format!("v, {how}"), found.1, v, kernel * v_scale);
    }
}

#[test]
fn friction_matches_the_table() {
    judge("friction.csv", |judge, row| {
        let [d, t, x0, v0, x, v] = row.numbers(["d", "t", "x0", "v0", "x", "v"]);
        let friction = if d <= 1.0 {
            Friction::from_retention(d).expect("a share of at most 1 should be accepted")
        } else {
            Friction { coefficient: -libm::log(d), start: 0.0, velocity: 0.0 }
        };
        let glide = friction.with_start(x0).with_velocity(v0);
        let exponent = t * libm::log(d);
        let growth = 1.0 + exponent.max(0.0);
        let scale = x0.abs() + (x - x0).abs();
        judge.close(row, "x", glide.value(t), x, bar::MOTION * growth * scale);
        judge.relative(row, "v", glide.rate(t), v, bar::MOTION * (1.0 + exponent.abs()));
    });
}

#[test]
fn gravity_matches_the_table() {
    judge("gravity.csv", |judge, row| {
        let [a, t, x0, v0, x, v] = row.numbers(["a", "t", "x0", "v0", "x", "v"]);
        let fall = Gravity::new(a).with_start(x0).with_velocity(v0);
        let step = Law { a, ..Law::default() }.step_held(x0, v0, 0.0, t);
        let scale = x0.abs() + (v0 * t).abs() + (a * t * t / 2.0).abs();
        let rate_scale = v0.abs() + (a * t).abs();
        for (found_x, found_v) in [(fall.value(t), fall.rate(t)), step] {
            judge.close(row, "x", found_x, x, bar::MOTION * scale);
            judge.close(row, "v", found_v, v, bar::GRAVITY_RATE * rate_scale);
        }
    });
}

#[test]
fn exponential_rates_match_the_table() {
    let outputs = ["lambda", "v0", "t_sample", "x_sample", "v_sample"];
    judge("exponential_rate.csv", |judge, row| {
        let [x0, x_end, v_end, duration] = row.numbers(["x0", "x_end", "v_end", "duration"]);
        let solved = ExponentialRate::between(x0, x_end, v_end, duration);
        match row.text("feasible") {
            "0" => {
                judge.claim(row, "an infeasible problem is rejected", solved.is_err());
                let blank = outputs.iter().all(|column| row.any(column).is_nan());
                judge.claim(row, "an infeasible problem has no outputs", blank);
                return;
            }
            "1" => {}
            other => panic!("{row}: feasible should be 0 or 1, not {other:?}"),
        }
        let motion = solved.unwrap_or_else(|error| panic!("{row}: {error}"));
        let [lambda, v0, t, x, v] = row.numbers(outputs);
        let exponent = lambda * duration;
        let solving = bar::MOTION * (1.0 + exponent.abs());
        judge.close(row, "lambda T", motion.exponent(), exponent, solving);
        let per_second = if duration == 0.0 { 0.0 } else { solving / duration };
        judge.close(row, "lambda", motion.lambda(), lambda, per_second);
        judge.relative(row, "v0", motion.start_rate(), v0, solving);
        let evaluating = bar::MOTION * (1.0 + lambda.abs() * (duration + t.abs()));
        let scale = x0.abs() + x_end.abs() + x.abs();
        judge.close(row, "x_sample", motion.value(t), x, evaluating * scale);
        judge.relative(row, "v_sample", motion.rate(t), v, evaluating);
        let end = motion.value(duration);
        judge.claim(row, "the value at the end is exactly x_end", end.to_bits() == x_end.to_bits());
    });
}

#[test]
fn contractions_match_the_table() {
    judge("contraction.csv", |judge, row| {
        let [x0, x_end, v_end, duration, c] = row.numbers(["x0", "x_end", "v_end", "duration", "c"]);
        let motion =
            Contraction::between(x0, x_end, v_end, duration, c).unwrap_or_else(|error| panic!("{row}: {error}"));
        let [a, v0, t, x, v] = row.numbers(["a", "v0", "t_sample", "x_sample", "v_sample"]);
        let end = Propagator::new(0.0, c, duration);
        let z = c * duration;
        let determinant = duration * duration * integral_of_s_exp(z);
        let dx = (x_end - x0).abs();
        let a_scale = (end.pv * v_end.abs() + end.vv * dx) / determinant;
        let v0_scale = (end.pv * dx + end.h2 * v_end.abs()) / determinant;
        judge.close(row, "a", motion.acceleration(), a, bar::CONTRACTION * a_scale);
        judge.close(row, "v0", motion.start_rate(), v0, bar::CONTRACTION * v0_scale);
        let p = Propagator::new(0.0, c, t);
        let x_scale = x0.abs() + p.pv * v0_scale + p.h2 * a_scale;
        let v_scale = p.vv * v0_scale + p.pv * a_scale;
        judge.close(row, "x_sample", motion.value(t), x, bar::CONTRACTION * x_scale);
        judge.close(row, "v_sample", motion.rate(t), v, bar::CONTRACTION * v_scale);
        let [t_turn, x_turn] = [row.any("t_turn"), row.any("x_turn")];
        let turn = motion.turn();
        judge.relative(row, "t_turn", turn.map_or(f64::NAN, |turn| turn.time), t_turn, bar::CONTRACTION);
        let p = Propagator::new(0.0, c, t_turn);
        let scale = x0.abs() + (p.pv * v0).abs() + (p.h2 * a).abs();
        judge.close(row, "x_turn", turn.map_or(f64::NAN, |turn| turn.value), x_turn, bar::CONTRACTION * scale);
    });
}

/// Returns ∫₀¹ s e^(−z s) ds by the midpoint rule. It is accurate enough for the scale of an error, and independent of the crate.
fn integral_of_s_exp(z: f64) -> f64 {
    let n = 2000;
    let at = |i: i32| (f64::from(i) + 0.5) / f64::from(n);
    (0..n).map(|i| at(i) * libm::exp(-z * at(i))).sum::<f64>() / f64::from(n)
}

#[test]
fn lambert_w_matches_the_table() {
    judge("lambert_w.csv", |judge, row| {
        let x = row.number("x");
        let found = match row.text("branch") {
            "0" => lambert_w0(x),
            "-1" => lambert_wm1(x),
            other => panic!("{row}: branch should be 0 or -1, not {other:?}"),
        };
        judge.relative(row, "w", found, row.any("w"), bar::LAMBERT_W);
    });
}

#[test]
fn the_phi_functions_match_the_table() {
    judge("phi.csv", |judge, row| {
        let [x, one, two] = row.numbers(["x", "phi1", "phi2"]);
        judge.relative(row, "phi1", phi1(x), one, bar::PHI);
        judge.relative(row, "phi2", phi2(x), two, bar::PHI);
    });
}

#[test]
fn the_inverse_of_phi1_matches_the_table() {
    judge("phi1_inverse.csv", |judge, row| {
        let [rho, x] = row.numbers(["rho", "x"]);
        judge.relative(row, "x", phi1_inverse(rho), x, bar::PHI1_INVERSE);
    });
}

#[test]
fn settling_times_match_the_table() {
    judge("settle.csv", |judge, row| {
        let [omega, zeta, y0, v0, tol] = row.numbers(["omega", "zeta", "y0", "v0", "tol"]);
        let expected = row.any("t_settle");
        let found = settle::spring_settling_time(omega, zeta, y0, v0, tol);
        let relative = (found - expected).abs() / (bar::SETTLE * expected);
        if found == expected || relative.is_nan() || relative <= 1.0 {
            judge.relative(row, "t_settle", found, expected, bar::SETTLE);
            return;
        }
        // The energy distance changes so slowly here that the time is ill-conditioned. The distance at the table's time is compared
        // instead.
        let spring = Spring { angular_frequency: omega, damping_ratio: zeta, start: y0, velocity: v0, target: 0.0 };
        let distance = spring.energy_distance(expected);
        judge.relative(row, "energy distance at t_settle", distance, tol, bar::SETTLE_DISTANCE);
    });
}

#[test]
fn overshoots_match_the_table() {
    judge("overshoot.csv", |judge, row| {
        let [zeta, fraction] = row.numbers(["zeta", "overshoot_fraction"]);
        let found = response::overshoot(zeta);
        let exponent = if fraction > 0.0 { -libm::log(fraction) } else { 0.0 };
        judge.relative(row, "overshoot", found, fraction, bar::RESPONSE * (1.0 + exponent));
        let angle = row.any("omega_t_peak");
        judge.relative(row, "omega_t_peak", response::peak_angle(zeta), angle, bar::RESPONSE);
    });
}

#[test]
fn half_lives_match_the_table() {
    judge("half_life.csv", |judge, row| {
        let [zeta, expected] = row.numbers(["zeta", "omega_half_life"]);
        judge.relative(row, "omega_half_life", response::half_life(zeta), expected, bar::RESPONSE);
    });
}

#[test]
fn rotations_match_the_table() {
    judge("rotation.csv", |judge, row| {
        let [omega, zeta, t] = row.numbers(["omega", "zeta", "t"]);
        let quaternion =
            |name: &str| Quaternion { vector: vector(row, name), scalar: row.number(&format!("{name}_w")) };
        let [start, target] = ["q0", "qt"].map(|name| quaternion(name).normalized());
        let w0 = vector(row, "w0");
        let spin = Spin { orientation: start, angular_velocity: w0 };
        let p = Propagator::new(omega * omega, 2.0 * zeta * omega, t);
        let still = Vector3::default();
        let results =
            [spin.step_held(&p, target, still), spin.step_turning(&p, 2.0 * zeta * omega, t, target, still, still)];
        let y0 = (start * target.conjugate()).log();
        let step = p.held(y0, left_jacobian_inverse(y0, w0), still);
        let q_bar = bar::ROTATION * (1.0 + (y0 + step.position).length());
        let speed = w0.length() + omega * (1.0 + y0.length());
        let w_bar = bar::ROTATION * speed * (1.0 + omega * t);
        let (q, w) = (quaternion("q"), vector(row, "w"));
        for found in results {
            let turned = found.orientation;
            // A quaternion and its negation describe the same orientation.
            let agreement = turned.vector.dot(q.vector) + turned.scalar * q.scalar;
            let sign = if agreement < 0.0 { -1.0 } else { 1.0 };
            judge.close(row, "q_w", sign * turned.scalar, q.scalar, q_bar);
            judge_vector(judge, row, "q", turned.vector * sign, q.vector, q_bar);
            judge_vector(judge, row, "w", found.angular_velocity, w, w_bar);
        }
    });
}

fn vector(row: Row<'_>, name: &str) -> Vector3 {
    let [x, y, z] = ["x", "y", "z"].map(|axis| row.number(&format!("{name}_{axis}")));
    Vector3::new(x, y, z)
}

fn judge_vector(judge: &mut Judge, row: Row<'_>, what: &str, found: Vector3, expected: Vector3, bar: f64) {
    for (axis, found, expected) in [("x", found.x, expected.x), ("y", found.y, expected.y), ("z", found.z, expected.z)]
    {
        judge.close(row, &format!("{what}_{axis}"), found, expected, bar);
    }
}
