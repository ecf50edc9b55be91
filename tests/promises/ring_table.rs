//! Promise 2: compares the step of a ring with matrix exponentials in `tests/ring/ring.csv`, which were computed with 60 digits.

use bevy_exact_motion::math::{
    Increment,
    ring::{RingFollower, RingLaw, RingScratch, evolve},
};

use crate::table::{Table, folder};

const COLUMNS: &str = "ring t k c g look_ahead displacement velocity acceleration d_position d_velocity";

/// Tolerance, relative to the largest change. It allows for the rounding of a few operations in each of the four factors of a substep.
const BAR: f64 = 2e-14;

#[test]
fn every_ring_matches_the_table() {
    let table = Table::read(&folder("RING_DIR", "ring"), "ring.csv", COLUMNS);
    let rows: Vec<_> = table.rows().collect();
    let mut worst: f64 = 0.0;
    for ring in rows.chunk_by(|one, other| one.number("ring") == other.number("ring")) {
        let t = ring[0].number("t");
        let follower = |row: &crate::table::Row| RingFollower {
            law: RingLaw {
                k: row.number("k"),
                c: row.number("c"),
                g: row.number("g"),
                look_ahead: row.number("look_ahead"),
            },
            displacement: row.number("displacement"),
            velocity: row.number("velocity"),
            acceleration: row.number("acceleration"),
        };
        let followers: Vec<_> = ring.iter().map(follower).collect();
        let mut changes = vec![Increment::default(); ring.len()];
        evolve(&followers, t, &mut changes, &mut vec![RingScratch::default(); 4 * ring.len()]);
        let largest = |column: &str| ring.iter().map(|row| row.number(column).abs()).fold(0.0, f64::max);
        let own_rate = ring.iter().map(|row| row.number("c") + row.number("k").sqrt()).fold(0.0, f64::max);
        // The scale of velocity errors. After a short step, the force limits the accuracy of the velocities; after a long one, the
        // positions do.
        let velocities = largest("d_velocity").max(own_rate.min(1.0 / t) * largest("d_position"));
        let positions = largest("d_position").max(velocities / own_rate.max(1.0 / t));
        let rounding = BAR * (1.0 + own_rate * t);
        for (row, change) in ring.iter().zip(&changes) {
            let position = (change.position - row.number("d_position")).abs() / positions;
            let velocity = (change.velocity - row.number("d_velocity")).abs() / velocities;
            worst = worst.max(position.max(velocity) / (1.0 + own_rate * t));
            assert!(position <= rounding, "ring {}: position is {position:e} off", row.number("ring"));
            assert!(velocity <= rounding, "ring {}: velocity is {velocity:e} off", row.number("ring"));
        }
    }
    println!("{} followers, largest error {worst:.1e} (1 + rate t)", rows.len());
}
