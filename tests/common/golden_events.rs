//! Checks every row of the reference tables about dry friction, bounces and flings.

use bevy_exact_motion::math::crossing::Motion;
use bevy_exact_motion::math::{Bounce, DryFriction, Fling, Law, Phase, Propagator, Rest};

use super::judge;
use super::scale;
use super::tolerance as bar;

#[test]
fn motions_with_dry_friction_match_the_table() {
    judge("events/dry_friction.csv", |judge, row| {
        let [k, c, a, dry, x_eq, x0, v0, t] = row.numbers(["k", "c", "a", "dry", "x_eq", "x0", "v0", "t"]);
        let law = Law { k, c, g: 0.0, a };
        let motion = DryFriction { motion: Motion { law, target: x_eq, start: x0, velocity: v0 }, dry };
        let [x, v] = row.numbers(["x", "v"]);
        let [t_stop, x_stop] = [row.any("t_stop"), row.any("x_stop")];
        let moving = t.min(t_stop);
        let angles = bar::KERNEL * scale::of_angles(k, c, moving);
        let rates = c + k.sqrt();
        let forced = if k == 0.0 { moving * moving } else { 1.0 / k };
        let x_scale = x0.abs() + x_eq.abs() + x.abs() + v0.abs() * moving.min(1.0 / rates) + (a.abs() + dry) * forced;
        let v_scale = v0.abs() + v.abs() + (a.abs() + dry) * moving + k.sqrt() * x_scale;
        for (how, found) in [("in one call", motion.state(t)), ("phase by phase", by_phases(motion, t))] {
            judge.close(row, &format!("x, {how}"), found.0, x, angles * x_scale);
            judge.close(row, &format!("v, {how}"), found.1, v, angles * v_scale);
        }
        let x_stop_bar = bar::KERNEL * (x0.abs() + x_stop.abs() + (x_stop - x0).abs());
        match motion.rest() {
            Rest::Stops { time, position } => {
                judge.relative(row, "t_stop", time, t_stop, bar::STOP);
                judge.close(row, "x_stop", position, x_stop, x_stop_bar);
            }
            Rest::Never { limit } => {
                judge.claim(row, "it never stops", t_stop == f64::INFINITY);
                judge.close(row, "limit", limit, x_stop, x_stop_bar);
            }
        }
    });
}

/// Returns the state at `t`, computed one phase after another, as the plugin computes it.
fn by_phases(mut motion: DryFriction, mut t: f64) -> (f64, f64) {
    loop {
        let Phase::Sliding(slide) = motion.phase() else { return (motion.motion.start, 0.0) };
        match (slide.end(), slide.next()) {
            (Some(end), Some(next)) if end <= t => (motion, t) = (next, t - end),
            _ => return slide.at(t),
        }
    }
}

#[test]
fn bounces_match_the_table() {
    judge("events/bounce.csv", |judge, row| {
        let [acceleration, friction, restitution, x0, v0, floor] =
            row.numbers(["a", "c", "restitution", "x0", "v0", "floor"]);
        let ball = Bounce { acceleration, friction, floor, restitution };
        let [n, t, v] = [row.any("n"), row.number("t_n"), row.number("v_n")];
        if n == f64::INFINITY {
            let Rest::Stops { time, position } = ball.rest(x0, v0) else { panic!("{row}: it should come to rest") };
            judge.relative(row, "rest", time, t, bar::STOP);
            judge.claim(row, "it rests on the floor", position == floor && v == 0.0);
            return;
        }
        let (mut x, mut outgoing, mut time, mut incoming, mut contacts) = (x0, v0, 0.0, f64::NAN, 0.0);
        while contacts < n {
            let contact = ball.next_contact(x, outgoing).unwrap_or_else(|| panic!("{row}: no contact"));
            time += contact.time;
            incoming = contact.velocity;
            (x, outgoing) = (floor, ball.velocity_after(incoming));
            contacts += 1.0;
        }
        judge.relative(row, "t_n", time, t, bar::CONTACT * n);
        judge.relative(row, "v_n", incoming, v, bar::CONTACT * n);
    });
}

#[test]
fn flings_match_the_table() {
    judge("events/fling.csv", |judge, row| {
        let [x0, x_end, v0, c, duration, dry, t] = row.numbers(["x0", "x_end", "v0", "c", "duration", "dry", "t"]);
        let [x, v] = row.numbers(["x", "v"]);
        let share = c * (x_end - x0) / v0;
        // The solution depends on 1 − `share`, or on v₀ T/Δx − 2. Both differences lose digits by cancellation.
        let (solved, conditioning) = match row.text("given") {
            "friction" => (Fling::between(x0, x_end, v0, c), 1.0 + share / (1.0 - share)),
            "duration" => (Fling::over_duration(x0, x_end, v0, duration), 2.0 + c * duration),
            other => panic!("{row}: given should be friction or duration, not {other:?}"),
        };
        let fling = solved.unwrap_or_else(|error| panic!("{row}: {error}"));
        let solving = bar::KERNEL * conditioning;
        judge.relative(row, "duration", fling.duration(), duration, solving);
        judge.close(row, "c T", fling.friction() * fling.duration(), c * duration, solving);
        judge.relative(row, "dry", fling.dry(), dry, solving);
        let p = Propagator::new(0.0, c, t);
        let (x_scale, v_scale) = (p.pv * v0.abs() + p.h2 * dry, p.vv * v0.abs() + p.pv * dry);
        if t >= duration {
            judge.claim(row, "at rest at its end", fling.value(t).to_bits() == x_end.to_bits() && fling.rate(t) == 0.0);
            judge.claim(row, "at rest at its end in the table", x == x_end && v == 0.0);
            return;
        }
        judge.close(row, "x", fling.value(t), x, bar::KERNEL * x0.abs() + solving * x_scale);
        judge.close(row, "v", fling.rate(t), v, solving * v_scale);
    });
}
