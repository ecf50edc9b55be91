//! The tables of `tests/golden/events`: when something happens.

use bevy_exact_motion::math::crossing::Motion;
use bevy_exact_motion::math::{Law, Propagator};

use super::tolerance as bar;

/// Every table about events and its columns.
pub(crate) const TABLES: &[(&str, &str)] = &[
    // One a line, in the order of their names.
    ("events/crossing.csv", "tag k c a x_eq x0 v0 level t_max crosses t v"),
];

/// How exactly a time can be known at which something of size `size` and rates `rates` is 0: by its slope, and if that is small by those
/// of higher order.
fn uncertainty(t: f64, size: f64, [first, second]: [f64; 2]) -> f64 {
    let noise = bar::EPS * size;
    bar::EPS * t + (noise / first.abs()).min((2.0 * noise / second.abs()).sqrt())
}

#[test]
fn crossing() {
    super::judge("events/crossing.csv", |judge, row| {
        let [k, c, a, target, start, velocity] = row.numbers(["k", "c", "a", "x_eq", "x0", "v0"]);
        let [level, t_max] = row.numbers(["level", "t_max"]);
        let law = Law { k, c, a, g: 0.0 };
        let found = Motion { law, target, start, velocity }.first_crossing(level, t_max);
        let crosses = row.number("crosses") == 1.0;
        judge.claim(row, "crosses as the table says", found.is_some() == crosses);
        let Some(found) = found.filter(|_| crosses) else {
            let blank = ["t", "v"].iter().all(|column| row.any(column).is_nan());
            judge.claim(row, "only a crossing has a time and a velocity", crosses || blank);
            return;
        };
        let [t, v] = row.numbers(["t", "v"]);
        let p = Propagator::new(k, c, t);
        let (pull, from_target) = if k > 0.0 { (k * (level - target), target.abs()) } else { (0.0, 0.0) };
        let size = start.abs() + from_target + level.abs() + (p.pv * velocity).abs() + (p.h2 * a).abs();
        let acceleration = (a - c * v - pull).abs();
        let dt = uncertainty(t, size, [v, acceleration]);
        judge.close(row, "t", found.time, t, bar::CROSSING * dt);
        let rounding = bar::EPS * (v.abs() + velocity.abs() + k.sqrt() * size + a.abs() * t);
        judge.close(row, "v", found.velocity, v, bar::CROSSING * (rounding + acceleration * dt));
    });
}
