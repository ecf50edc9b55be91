//! Checks every row of the reference tables about the times at which a motion reaches a level, turns, or is released by dry friction.

use bevy_exact_motion::math::crossing::{Level, Motion, Side, Start, Tracking};
use bevy_exact_motion::math::{Integrals, Law, Propagator, Slope};

use super::judge;
use super::scale;
use super::tolerance as bar;

/// Returns the uncertainty of `t`, the time of a zero of a function whose terms have the magnitude `size`. The uncertainty follows from the
/// first derivative at `t`, or from a higher one if the first is small.
fn uncertainty(t: f64, size: f64, [first, second, third]: [f64; 3]) -> f64 {
    let noise = bar::EPS * size;
    let by_order = [noise / first.abs(), (2.0 * noise / second.abs()).sqrt(), (6.0 * noise / third.abs()).cbrt()];
    bar::EPS * t + by_order.into_iter().fold(f64::INFINITY, f64::min)
}

#[test]
fn crossings_of_a_level_at_rest_match_the_table() {
    judge("events/crossing.csv", |judge, row| {
        let [k, c, a, target, start, velocity] = row.numbers(["k", "c", "a", "x_eq", "x0", "v0"]);
        let [level, t_max] = row.numbers(["level", "t_max"]);
        let law = Law { k, c, a, g: 0.0 };
        let found = Motion { law, target, start, velocity }.first_crossing(level, t_max);
        let tracking = Tracking { law, target, target_slope: Slope::default(), position: start, velocity };
        let contact = tracking.first_contact(&Level::at_rest(level), Start::Free, t_max);
        let crosses = row.number("crosses") == 1.0;
        judge.claim(row, "crosses as the table says", found.is_some() == crosses);
        judge.claim(row, "a moving level at rest gives the same", contact.is_some() == crosses);
        let (Some(found), Some(contact)) = (found, contact) else {
            let blank = ["t", "v"].iter().all(|column| row.any(column).is_nan());
            judge.claim(row, "only crossings have a time and a velocity", crosses || blank);
            return;
        };
        if !crosses {
            return;
        }
        let [t, v] = row.numbers(["t", "v"]);
        let p = Propagator::new(k, c, t);
        let (pull, from_target) = if k > 0.0 { (k * (level - target), target.abs()) } else { (0.0, 0.0) };
        let size = start.abs() + from_target + level.abs() + (p.pv * velocity).abs() + (p.h2 * a).abs();
        let acceleration = (a - c * v - pull).abs();
        let dt = uncertainty(t, size, [v, acceleration, 0.0]);
        let rounding = bar::EPS * (v.abs() + velocity.abs() + k.sqrt() * size + a.abs() * t);
        for (time, rate) in [(found.time, found.velocity), (contact.time, contact.velocity)] {
            judge.close(row, "t", time, t, bar::CROSSING * dt);
            judge.close(row, "v", rate, v, bar::CROSSING * (rounding + acceleration * dt));
        }
    });
}

#[test]
fn crossings_of_a_moving_level_match_the_table() {
    judge("events/moving_crossing.csv", |judge, row| {
        let [k, c, g, a, target, e1, e2, e3] = row.numbers(["k", "c", "g", "a", "e0", "e1", "e2", "e3"]);
        let [l0, l1, l2, l3, position, velocity] = row.numbers(["l0", "l1", "l2", "l3", "x0", "v0"]);
        let (law, target_slope) = (Law { k, c, g, a }, Slope { e1, e2, e3 });
        let motion = Tracking { law, target, target_slope, position, velocity };
        let level = Level { position: l0, slope: Slope { e1: l1, e2: l2, e3: l3 } };
        let t_max = row.number("t_max");
        let crosses = row.number("crosses") == 1.0;
        let from_level = (position == l0).then(|| motion.first_contact(&level, Start::On, t_max));
        for found in [motion.first_contact(&level, Start::Free, t_max)].into_iter().chain(from_level) {
            judge.claim(row, "crosses as the table says", found.is_some() == crosses);
            let Some(found) = found.filter(|_| crosses) else {
                let blank = ["t", "v", "w"].iter().all(|column| row.any(column).is_nan());
                judge.claim(row, "only crossings have a time and a velocity", crosses || blank);
                continue;
            };
            judge.claim(row, "`may_cross` is true for a crossing", motion.may_cross(&level, Start::Free, t_max));
            let [t, v, w] = row.numbers(["t", "v", "w"]);
            let side = if position > l0 { Side::Above } else { Side::Below };
            judge.claim(row, "it comes from the side of its start", position == l0 || found.from == side);
            let towards =
                if found.from == Side::Above { found.relative_velocity <= 0.0 } else { found.relative_velocity >= 0.0 };
            judge.claim(row, "it moves towards the level", towards);
            // The magnitudes of the terms of x − l and of its derivatives, at the time at which x = l.
            let p = Propagator::new(k, c, t);
            let Integrals { i2, i3, i4 } = Integrals::new(k, c, t, &p);
            let spring = if k > 0.0 { 1.0 } else { 0.0 };
            let (k1, k2, k3) = (k * (e1 - l1), k * (e2 - l2), k * (e3 - l3));
            let (g1, g2, g3) = (spring * g * e1, 2.0 * spring * g * e2, 3.0 * spring * g * e3);
            let forcing = [
                a.abs() + g1.abs() + (c * l1).abs() + 2.0 * l2.abs(),
                k1.abs() + g2.abs() + (2.0 * c * l2).abs() + 6.0 * l3.abs(),
                k2.abs() + g3.abs() + (3.0 * c * l3).abs(),
                k3.abs(),
            ];
            let response: f64 = forcing.iter().zip([p.h2, i2, 2.0 * i3, 6.0 * i4]).map(|(force, i)| force * i).sum();
            let speeds = velocity.abs() + l1.abs();
            let size = position.abs() + l0.abs() + spring * target.abs() + p.pv.abs() * speeds + response;
            let push = [
                a + g1 - c * l1 - 2.0 * l2 + spring * k * (target - l0),
                k1 + g2 - 2.0 * c * l2 - 6.0 * l3,
                k2 + g3 - 3.0 * c * l3,
                k3,
            ];
            let bend = push[0] + t * (push[1] + t * (push[2] + t * push[3])) - c * w;
            let third = push[1] + t * (2.0 * push[2] + 3.0 * t * push[3]) - c * bend - k * w;
            let angles = scale::of_angles(k, c, t);
            let dt = uncertainty(t, angles * size, [w, bend, third]);
            judge.close(row, "t", found.time, t, bar::CROSSING * dt);
            let pushes: f64 = forcing.iter().zip([p.pv.abs(), p.h2, i2, i3]).map(|(force, i)| force * i).sum();
            let rounding = bar::EPS * angles * (v.abs() + speeds + k.sqrt() * size + pushes);
            judge.close(
                row,
                "w",
                found.relative_velocity,
                w,
                bar::CROSSING * (rounding + bend.abs() * dt + third.abs() * dt * dt),
            );
            let level_bend = (2.0 * l2 + 6.0 * l3 * t).abs();
            let bends = bend.abs() + level_bend;
            judge.close(row, "v", found.velocity, v, bar::CROSSING * (rounding + bends * dt + third.abs() * dt * dt));
        }
    });
}

#[test]
fn turning_points_and_releases_from_dry_friction_match_the_table() {
    judge("events/stick_slip.csv", |judge, row| {
        let [k, c, g, a, target, e1, e2, e3] = row.numbers(["k", "c", "g", "a", "e0", "e1", "e2", "e3"]);
        let [dry, position, velocity, t_max] = row.numbers(["dry", "x0", "v0", "t_max"]);
        let (law, target_slope) = (Law { k, c, g, a }, Slope { e1, e2, e3 });
        let motion = Tracking { law, target, target_slope, position, velocity };
        let sizes = Slope { e1: e1.abs(), e2: e2.abs(), e3: e3.abs() };
        // The magnitudes of the terms of the pull on a motion that dry friction holds at its position.
        let places = k * (position.abs() + target.abs());
        let pulls = |t: f64| a.abs() + places + k * sizes.offset(t) + g * sizes.rate(t);

        let turns = row.number("turns") == 1.0;
        let found = motion.first_turn(t_max);
        judge.claim(row, "turns as the table says", found.is_some() == turns);
        if let Some(found) = found.filter(|_| turns) {
            let t = row.number("t_turn");
            let p = Propagator::new(k, c, t);
            let led = k * sizes.rate(t) + 2.0 * g * (sizes.e2 + 3.0 * sizes.e3 * t);
            let size = velocity.abs() + e1.abs() + p.pv.abs() * (pulls(0.0) + (c * velocity).abs()) + p.h2 * led;
            let there = motion.after(t);
            let bend = a - k * (there.position - there.target) + g * there.target_slope.e1;
            let third = -c * bend + k * there.target_slope.e1 + 2.0 * g * there.target_slope.e2;
            let dt = uncertainty(t, scale::of_angles(k, c, t) * size, [bend, third, 0.0]);
            judge.close(row, "t_turn", found, t, bar::CROSSING * dt);
        }

        let [t, sign] = ["t_free", "sign"].map(|column| row.any(column));
        let free = motion.breaks_free(dry, t_max);
        judge.claim(row, "breaks free as the table says", free.map_or(0.0, |(_, sign)| sign) == sign);
        if let Some((found, _)) = free.filter(|_| t.is_finite()) {
            let rate = k * target_slope.rate(t) + 2.0 * g * (e2 + 3.0 * e3 * t);
            judge.close(row, "t_free", found, t, bar::BREAKS_FREE * pulls(t) / rate.abs());
        }
    });
}
