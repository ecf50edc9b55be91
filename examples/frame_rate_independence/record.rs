//! The history of all rows, and their differences at common instants, at which every row has a tick.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::rows::RATES;
use harness::Summary;
use harness::plot::narrow;

/// The names of the methods. The first is this crate.
pub(crate) const METHODS: [&str; 4] = ["this crate: a spring", "Euler: same spring", "lerp(a, b, k dt)", "SmoothDamp"];
/// The length of the history that is kept. Unit: s.
pub(crate) const SECONDS: f64 = 3.5;
/// The smallest time between two points of a line. Unit: s.
const SPACING: f64 = 1.0 / 120.0;

/// The history of every method in every row.
#[derive(Resource, Default)]
pub(crate) struct Record {
    /// The points (time, position) of each line.
    lines: [[VecDeque<Vec2>; RATES.len()]; METHODS.len()],
    /// The positions at the last common instant.
    common: [[f32; RATES.len()]; METHODS.len()],
    /// The largest difference between two rows at any common instant, for each method.
    pub(crate) largest: [f32; METHODS.len()],
    /// The number of common instants so far.
    pub(crate) compared: u32,
}

impl Record {
    /// Records the positions of all methods in a row, at the row's tick at `time` (s).
    pub(crate) fn take(&mut self, row: usize, time: f64, values: [f32; METHODS.len()], is_common: bool) {
        for (method, value) in values.into_iter().enumerate() {
            let line = &mut self.lines[method][row];
            let is_due = line.back().is_none_or(|last| time - f64::from(last.x) >= SPACING);
            if is_due || is_common {
                line.push_back(Vec2::new(narrow(time), value));
            }
            while line.front().is_some_and(|first| time - f64::from(first.x) > SECONDS) {
                line.pop_front();
            }
            if is_common {
                self.common[method][row] = value;
            }
        }
        // Rows tick one after another. After the last row, all values are those of the same instant.
        if is_common && row == RATES.len() - 1 {
            self.compare();
        }
    }

    fn compare(&mut self) {
        self.compared += 1;
        for (largest, values) in self.largest.iter_mut().zip(&self.common) {
            let highest = values.iter().copied().fold(f32::MIN, f32::max);
            let lowest = values.iter().copied().fold(f32::MAX, f32::min);
            *largest = largest.max(highest - lowest);
        }
    }

    /// Returns the points (time, position) of a row's line in a method's plot.
    pub(crate) fn line(&self, method: usize, row: usize) -> impl Iterator<Item = Vec2> {
        self.lines[method][row].iter().copied()
    }
}

/// Adds the scene's lines to the summary, at the end of a windowless run.
pub(crate) fn summarize(record: Res<Record>, mut summary: ResMut<Summary>) {
    summary.0.push(format!("the largest differences between six tick rates, at {} instants:", record.compared));
    for (method, largest) in METHODS.into_iter().zip(record.largest) {
        summary.0.push(format!("{largest:9.1e}  {method}"));
    }
}
