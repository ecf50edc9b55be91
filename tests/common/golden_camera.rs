//! Compares the camera mathematics with every row of the reference tables in `golden/camera/`.
//!
//! `CAMERA_GOLDEN_DIR=<folder>` reads the tables from another folder, which needs the same files.

use std::path::PathBuf;

use bevy_exact_motion::math::Spring;
use bevy_exact_motion::math::camera::{
    Bearing, Decay, DecayKind, Edge, Lens, LevelOffset, Member, Placement, Plane, Polar, Sphere, TurnOffset, middle,
};
use bevy_exact_motion::math::response::kick_peak;
use bevy_exact_motion::math::rotation::{Quaternion, Spin, Vector3};

use super::judge::Judge;
use super::table::{self, Row, Table, csv_files};
use super::tolerance as bar;

/// File name and columns of every table about cameras.
const CAMERAS: [(&str, &str); 11] = [
    ("bearing.csv", "tag r_x r_y r_z u_x u_y u_z yaw pitch yaw_rate pitch_rate"),
    ("blend.csv", "tag eased omega offset rate t o u"),
    (
        "edge.csv",
        "tag share fov fov_rate aspect aim_yaw aim_yaw_rate aim_pitch aim_pitch_rate yaw yaw_rate pitch pitch_rate \
         yaw_edge yaw_edge_rate pitch_edge pitch_edge_rate",
    ),
    ("fit.csv", "tag share fov aspect beyond x0 y0 z0 r0 x1 y1 z1 r1 length longer height"),
    ("kick.csv", "tag zeta peak"),
    ("level.csv", "tag yaw yaw_rate pitch pitch_rate roll roll_rate q_x q_y q_z q_w w_x w_y w_z"),
    (
        "middle.csv",
        "tag p0_x p0_y p0_z v0_x v0_y v0_z w0 w0_rate p1_x p1_y p1_z v1_x v1_y v1_z w1 w1_rate \
         p2_x p2_y p2_z v2_x v2_y v2_z w2 w2_rate m_x m_y m_z v_x v_y v_z",
    ),
    (
        "orbit.csv",
        "tag yaw0 yaw1 yaw2 pitch0 pitch1 pitch2 length0 length1 length2 x_x x_y x_z v_x v_y v_z a_x a_y a_z \
         q_x q_y q_z q_w w_x w_y w_z",
    ),
    (
        "placement.csv",
        "tag p_x p_y p_z v_x v_y v_z q_x q_y q_z q_w w_x w_y w_z lp_x lp_y lp_z lv_x lv_y lv_z lq_x lq_y lq_z lq_w \
         lw_x lw_y lw_z x_x x_y x_z u_x u_y u_z s_x s_y s_z",
    ),
    ("turn.csv", "tag q_x q_y q_z q_w w_x w_y w_z b_x b_y b_z b_w bw_x bw_y bw_z y_x y_y y_z u_x u_y u_z"),
    ("wall.csv", "tag p_x p_y p_z v_x v_y v_z q_x q_y q_z n_x n_y n_z yaw yaw_rate pitch pitch_rate free rate"),
];

fn folder() -> PathBuf {
    table::folder("CAMERA_GOLDEN_DIR", "golden/camera")
}

fn judge(name: &str, mut rows: impl FnMut(&mut Judge, Row<'_>)) {
    let columns = CAMERAS.iter().find(|(table, _)| *table == name).expect("the table should be listed").1;
    let table = Table::read(&folder(), name, columns);
    Judge::table(&table, |judge, row| {
        judge.claim(row, "every row has a tag", !row.text("tag").is_empty());
        rows(judge, row);
    });
}

fn vector(row: Row<'_>, name: &str) -> Vector3 {
    let [x, y, z] = ["x", "y", "z"].map(|axis| row.number(&format!("{name}_{axis}")));
    Vector3::new(x, y, z)
}

fn quaternion(row: Row<'_>, name: &str) -> Quaternion {
    Quaternion { vector: vector(row, name), scalar: row.number(&format!("{name}_w")) }
}

/// Compares two vectors. The tolerance is [`bar::CAMERA`] times `scale`, the magnitude of the terms that add up to them.
fn near(judge: &mut Judge, row: Row<'_>, what: &str, found: Vector3, expected: Vector3, scale: f64) {
    let error = (found - expected).length();
    judge.close(row, what, error, 0.0, bar::CAMERA * scale);
}

/// Compares two rotations, whose quaternions may differ in sign.
fn same_turn(judge: &mut Judge, row: Row<'_>, found: Quaternion, expected: Quaternion) {
    let error = (found * expected.normalized().conjugate()).vector.length();
    judge.close(row, "orientation", error, 0.0, bar::CAMERA);
}

#[test]
fn the_camera_folder_has_exactly_the_listed_tables() {
    let expected = CAMERAS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(csv_files(&folder()), expected);
}

#[test]
fn orbits_match_the_table() {
    judge("orbit.csv", |judge, row| {
        let [state, rate, acceleration] = ["0", "1", "2"].map(|order| {
            let [yaw, pitch, length] = ["yaw", "pitch", "length"].map(|name| row.number(&format!("{name}{order}")));
            Polar { yaw, pitch, length }
        });
        let reach = state.length.abs();
        let turning = rate.yaw.abs() + rate.pitch.abs();
        let gaining = acceleration.yaw.abs() + acceleration.pitch.abs() + turning * turning;
        near(judge, row, "place", state.place(), vector(row, "x"), reach);
        near(judge, row, "velocity", state.velocity(&rate), vector(row, "v"), rate.length.abs() + reach * turning);
        let scale = acceleration.length.abs() + 2.0 * rate.length.abs() * turning + reach * gaining;
        near(judge, row, "acceleration", state.acceleration(&rate, &acceleration), vector(row, "a"), scale);
        same_turn(judge, row, state.orientation(), quaternion(row, "q"));
        near(judge, row, "angular velocity", state.angular_velocity(&rate), vector(row, "w"), turning);
        let back = Polar::of_place(vector(row, "x"));
        near(judge, row, "place, round trip", back.place(), vector(row, "x"), reach);
    });
}

#[test]
fn placements_match_the_table() {
    judge("placement.csv", |judge, row| {
        let placed = |names: [&str; 4]| Placement {
            position: vector(row, names[0]),
            velocity: vector(row, names[1]),
            orientation: quaternion(row, names[2]).normalized(),
            angular_velocity: vector(row, names[3]),
        };
        let (frame, local) = (placed(["p", "v", "q", "w"]), placed(["lp", "lv", "lq", "lw"]));
        let world = frame.carry(&local);
        let arm = local.position.length();
        let reach = frame.position.length() + arm;
        let turning = frame.angular_velocity.length() + local.angular_velocity.length();
        let moving = frame.velocity.length() + local.velocity.length() + turning * arm;
        near(judge, row, "position", world.position, vector(row, "x"), reach);
        near(judge, row, "velocity", world.velocity, vector(row, "u"), moving);
        near(judge, row, "angular velocity", world.angular_velocity, vector(row, "s"), turning);
        let back = frame.local(&world);
        near(judge, row, "position, round trip", back.position, local.position, reach);
        near(judge, row, "velocity, round trip", back.velocity, local.velocity, moving + turning * reach);
        near(judge, row, "angular velocity, round trip", back.angular_velocity, local.angular_velocity, turning);
        same_turn(judge, row, frame.orientation * back.orientation, world.orientation);
    });
}

#[test]
fn bearings_match_the_table() {
    judge("bearing.csv", |judge, row| {
        let (offset, rate) = (vector(row, "r"), vector(row, "u"));
        let Some(seen) = Bearing::of(offset, rate) else {
            judge.claim(row, "only a short offset has no bearing", offset.length() < 1e-4);
            return;
        };
        let [yaw, pitch, yaw_rate, pitch_rate] = row.numbers(["yaw", "pitch", "yaw_rate", "pitch_rate"]);
        judge.relative(row, "yaw", seen.yaw, yaw, bar::CAMERA);
        judge.relative(row, "pitch", seen.pitch, pitch, bar::CAMERA);
        // Scaled by the largest component, so that no square overflows.
        let size = offset.x.abs().max(offset.y.abs()).max(offset.z.abs());
        let (r, u) = (offset * (1.0 / size), rate * (1.0 / size));
        let across = libm::hypot(r.x, r.z);
        let sum = (r.z * u.x).abs() + (r.x * u.z).abs();
        judge.close(row, "yaw's rate", seen.yaw_rate, yaw_rate, bar::CAMERA * sum / (across * across));
        let along = (r.x * u.x).abs() + (r.z * u.z).abs();
        let scale = (r.y.abs() * along / across + across * u.y.abs()) / r.dot(r);
        judge.close(row, "pitch's rate", seen.pitch_rate, pitch_rate, bar::CAMERA * scale);
    });
}

#[test]
fn zone_edges_match_the_table() {
    judge("edge.csv", |judge, row| {
        let share = row.number("share");
        let [field_of_view, rate, aspect] = row.numbers(["fov", "fov_rate", "aspect"]);
        let lens = Lens { field_of_view, aspect, rate };
        let [yaw, pitch] = row.numbers(["aim_yaw", "aim_pitch"]);
        let aim = Polar { yaw, pitch, length: 0.0 };
        let [yaw, pitch] = row.numbers(["aim_yaw_rate", "aim_pitch_rate"]);
        let aim_rate = Polar { yaw, pitch, length: 0.0 };
        let [yaw, pitch, yaw_rate, pitch_rate] = row.numbers(["yaw", "pitch", "yaw_rate", "pitch_rate"]);
        let seen = Bearing { yaw, pitch, yaw_rate, pitch_rate };
        let point = Polar { yaw, pitch, length: 1.0 }.place() * -1.0;
        let edges = [
            ("yaw", Edge::of_yaw(share, &lens, &aim, &aim_rate, &seen)),
            ("pitch", Edge::of_pitch(share, &lens, &aim, &aim_rate, &seen)),
        ];
        for (index, (name, found)) in edges.into_iter().enumerate() {
            let (angle, rate) = (row.any(&format!("{name}_edge")), row.any(&format!("{name}_edge_rate")));
            let on_edge = |angle: f64| {
                let aim = if index == 0 { Polar { yaw: angle, ..aim } } else { Polar { pitch: angle, ..aim } };
                lens.shares(&aim, point).map(|shares| shares[index])
            };
            let Some(found) = found else {
                judge.claim(row, &format!("{name} has no edge"), angle.is_infinite());
                continue;
            };
            if angle.is_infinite() {
                judge.claim(row, &format!("{name}'s edge is behind the camera"), on_edge(found.angle).is_none());
                continue;
            }
            // Close to the limit beyond which this edge cannot show the target, the angle changes like the square root of the distance to
            // the limit, so half of the digits are lost.
            let t = 2.0 * share * lens.width();
            let raised = t * libm::tan(seen.pitch) * libm::sin(aim.pitch) / libm::hypot(1.0, t * libm::cos(aim.pitch));
            let depth = if index == 0 { libm::sqrt(1.0 - raised * raised) } else { libm::cos(seen.yaw - aim.yaw) };
            let steep = 1.0 / (depth * depth * depth) / libm::cos(seen.pitch);
            judge.close(row, &format!("{name}'s edge"), found.angle, angle, bar::CAMERA * steep);
            let turning = yaw_rate.abs() + pitch_rate.abs() + aim_rate.yaw.abs() + aim_rate.pitch.abs();
            let scale = (turning + lens.height_rate().abs() * (1.0 + aspect)) * steep / libm::cos(seen.pitch);
            judge.close(row, &format!("{name}'s rate"), found.rate, rate, bar::CAMERA * scale);
            let back = on_edge(found.angle).unwrap_or(f64::NAN);
            judge.close(row, &format!("{name}'s share"), back, share, bar::CAMERA * steep);
        }
    });
}

#[test]
fn free_lengths_before_a_wall_match_the_table() {
    judge("wall.csv", |judge, row| {
        let wall = Plane { point: vector(row, "q"), normal: vector(row, "n") };
        let [yaw, pitch] = row.numbers(["yaw", "pitch"]);
        let ray = Polar { yaw, pitch, length: 1.0 };
        let [yaw, pitch] = row.numbers(["yaw_rate", "pitch_rate"]);
        let turning = ray.direction_rate(&Polar { yaw, pitch, length: 0.0 });
        let (pivot, velocity, direction) = (vector(row, "p"), vector(row, "v"), ray.direction());
        let [free, rate] = row.numbers(["free", "rate"]);
        let size = wall.normal.length() / wall.normal.dot(direction).abs();
        let reach = (wall.point.length() + pivot.length() + free) * size;
        let found = wall.free_length(pivot, direction);
        judge.close(row, "free length", found.unwrap_or(f64::NAN), free, bar::CAMERA * reach);
        let found = wall.free_length_rate(pivot, direction, velocity, turning);
        let scale = (velocity.length() + reach * turning.length() + rate.abs()) * size;
        judge.close(row, "its rate", found.unwrap_or(f64::NAN), rate, bar::CAMERA * scale);
    });
}

#[test]
fn middles_of_groups_match_the_table() {
    judge("middle.csv", |judge, row| {
        let members = [0, 1, 2].map(|index| Member {
            position: vector(row, &format!("p{index}")),
            velocity: vector(row, &format!("v{index}")),
            weight: row.number(&format!("w{index}")),
            weight_rate: row.number(&format!("w{index}_rate")),
        });
        let found = middle(members).expect("the weights should be positive");
        let total: f64 = members.iter().map(|member| member.weight).sum();
        let spread = members.iter().map(|member| (member.position - members[0].position).length()).sum::<f64>();
        let scale = members[0].position.length() + spread;
        near(judge, row, "middle", found.position, vector(row, "m"), scale);
        let moving: f64 = members.iter().map(|m| m.velocity.length() + m.weight_rate.abs() * spread / total).sum();
        // Subtracting the middle from a position adds one rounding at the magnitude of the position. The tolerance covers this rounding.
        near(judge, row, "its velocity", found.velocity, vector(row, "v"), moving);
    });
}

#[test]
fn fitted_lengths_and_lenses_match_the_table() {
    judge("fit.csv", |judge, row| {
        let spheres = [0, 1].map(|index| {
            let [right, up, back, radius] = ["x", "y", "z", "r"].map(|name| row.number(&format!("{name}{index}")));
            Sphere { right, up, back, radius }
        });
        let [share, field_of_view, aspect] = row.numbers(["share", "fov", "aspect"]);
        let lens = Lens { field_of_view, aspect, rate: 0.0 };
        let [length, longer, height] = row.numbers(["length", "longer", "height"]);
        let sizes: f64 = spheres.iter().map(|s| s.right.abs() + s.up.abs() + s.back.abs() + s.radius).sum();
        let slope = 1.0 / (share * lens.height() * aspect.min(1.0));
        let found = Sphere::fit_length(spheres, share, &lens).unwrap_or(f64::NAN);
        judge.close(row, "length", found, length, bar::CAMERA * sizes * (1.0 + slope));
        let found = Sphere::fit_lens(spheres, share, aspect, longer).unwrap_or(f64::NAN);
        let nearest = spheres.iter().map(|s| longer - s.back - s.radius).fold(f64::INFINITY, f64::min);
        let wide = height * height * share * share * aspect.max(1.0) * aspect.max(1.0) + 1.0;
        judge.close(row, "height", found, height, bar::CAMERA * wide * sizes.max(longer) / nearest / share);
        let one = Sphere { right: 0.0, up: 0.0, back: 0.0, radius: 1.5 };
        let expected = Sphere::fit_length([one], share, &lens).unwrap_or(f64::NAN);
        judge.relative(row, "one sphere", Sphere::length_of_one(1.5, share, &lens), expected, bar::CAMERA);
    });
}

#[test]
fn blends_match_the_table() {
    judge("blend.csv", |judge, row| {
        let [eased, w, offset, rate, t] = row.numbers(["eased", "omega", "offset", "rate", "t"]);
        let kind = if eased == 1.0 { DecayKind::Eased } else { DecayKind::Critical };
        let found = Decay { kind, angular_frequency: w, offset, rate }.at(t);
        let s = w * t;
        let left = libm::exp(-s) * (1.0 + s);
        let (o, u) = (offset.abs() * (1.0 + s + s * s * s), rate.abs() * t);
        judge.close(row, "offset", found.0, row.number("o"), bar::CAMERA * left * (o + u));
        let scale = offset.abs() * w * (s + s * s * s) + rate.abs() * (1.0 + s);
        judge.close(row, "rate", found.1, row.number("u"), bar::CAMERA * left * scale);
    });
}

#[test]
fn offsets_of_orientations_match_the_table() {
    judge("turn.csv", |judge, row| {
        let spin =
            |q: &str, w: &str| Spin { orientation: quaternion(row, q).normalized(), angular_velocity: vector(row, w) };
        let (shown, base) = (spin("q", "w"), spin("b", "bw"));
        let found = TurnOffset::between(&shown, &base);
        let turning = shown.angular_velocity.length() + base.angular_velocity.length();
        near(judge, row, "offset", found.offset, vector(row, "y"), 1.0);
        // The rate grows with the angle θ of the offset: the inverse Jacobian of the rotation has the norm (θ/2)/sin(θ/2).
        let half = found.offset.length() / 2.0;
        let steep = if half < 1.0 { 1.0 } else { half / libm::sin(half) };
        near(judge, row, "rate", found.rate, vector(row, "u"), turning * steep);
        let back = found.on(&base);
        same_turn(judge, row, back.orientation, shown.orientation);
        near(
            judge,
            row,
            "angular velocity, round trip",
            back.angular_velocity,
            shown.angular_velocity,
            turning * steep,
        );
    });
}

#[test]
fn level_offsets_match_the_table() {
    judge("level.csv", |judge, row| {
        let [yaw, pitch, roll] = row.numbers(["yaw", "pitch", "roll"]);
        let [yaw_rate, pitch_rate, roll_rate] = row.numbers(["yaw_rate", "pitch_rate", "roll_rate"]);
        let angles = Vector3::new(yaw, pitch, roll);
        let rates = Vector3::new(yaw_rate, pitch_rate, roll_rate);
        let spin = LevelOffset { angles, rates }.spin();
        same_turn(judge, row, spin.orientation, quaternion(row, "q"));
        near(judge, row, "angular velocity", spin.angular_velocity, vector(row, "w"), rates.length());
        let shown = Spin { orientation: quaternion(row, "q"), angular_velocity: vector(row, "w") };
        let back = LevelOffset::of(&shown).expect("the pitch should not be vertical");
        let steep = 1.0 / libm::cos(pitch);
        near(judge, row, "angles, round trip", back.angles, angles, steep);
        near(judge, row, "rates, round trip", back.rates, rates, rates.length() * steep * steep);
    });
}

#[test]
fn peaks_after_a_kick_match_the_table() {
    judge("kick.csv", |judge, row| {
        let [zeta, peak] = row.numbers(["zeta", "peak"]);
        judge.relative(row, "peak", kick_peak(zeta), peak, bar::RESPONSE * (1.0 - libm::log(peak)));
        let spring = Spring { angular_frequency: 3.0, damping_ratio: zeta, start: 0.0, velocity: 0.0, target: 0.0 };
        let kick = spring.kick_for_peak(2.0);
        judge.relative(row, "kick", kick, 6.0 / peak, bar::RESPONSE * (1.0 - libm::log(peak)));
    });
}
