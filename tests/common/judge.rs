//! Compares results with reference tables. Errors are measured in units of their tolerances ("bars"). For each table, a line on stderr says
//! how many rows were compared.

use std::io::Write as _;

use super::table::{Row, Table};
use super::tolerance::SUBNORMAL;

/// The maximum number of failed comparisons in the panic message.
const SHOWN: usize = 12;

/// The comparisons of one table so far.
pub(crate) struct Judge {
    name: String,
    rows: usize,
    worst: f64,
    failures: Vec<String>,
}

impl Judge {
    /// Calls `judge` for every row of a table, and panics if any comparison failed.
    pub(crate) fn table(table: &Table, mut judge: impl FnMut(&mut Self, Row<'_>)) {
        let mut state = Self::new(&table.name);
        for row in table.rows() {
            state.rows += 1;
            judge(&mut state, row);
        }
        state.finish();
    }

    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), rows: 0, worst: 0.0, failures: Vec::new() }
    }

    /// Records a failure unless `found` is within `bar` of `expected`. Infinity matches only itself, and NaN matches only NaN.
    pub(crate) fn close(&mut self, row: Row<'_>, what: &str, found: f64, expected: f64, bar: f64) {
        let same = found == expected || (found.is_nan() && expected.is_nan());
        let error = if same { 0.0 } else { (found - expected).abs() / (bar + SUBNORMAL) };
        self.error(row, what, error, &format!("{found:e} instead of {expected:e}"));
    }

    /// Like [`Self::close`], with a `bar` that is relative to `expected`.
    pub(crate) fn relative(&mut self, row: Row<'_>, what: &str, found: f64, expected: f64, bar: f64) {
        self.close(row, what, found, expected, bar * expected.abs());
    }

    /// Records a failure unless `holds`. `claim` says what should hold.
    pub(crate) fn claim(&mut self, row: Row<'_>, claim: &str, holds: bool) {
        self.error(row, claim, if holds { 0.0 } else { f64::INFINITY }, "does not hold");
    }

    /// Records a failure if `error`, in units of its bar, is greater than 1 or NaN.
    pub(crate) fn error(&mut self, row: Row<'_>, what: &str, error: f64, message: &str) {
        let error = if error.is_nan() { f64::INFINITY } else { error };
        self.worst = self.worst.max(error);
        if error > 1.0 {
            self.failures.push(format!("{row}: {what}: {message} ({error:.3} times the tolerance)"));
        }
    }

    pub(crate) fn finish(self) {
        // The line is written to stderr directly, because the test harness hides what passing tests print. It begins with a line break,
        // because the harness may be in the middle of a line.
        let line =
            format!("\n{}: {} rows judged, worst error {:.3} of its tolerance\n", self.name, self.rows, self.worst);
        std::io::stderr().write_all(line.as_bytes()).expect("standard error should be writable");
        let failed = self.failures.len();
        let shown: Vec<String> = self.failures.into_iter().take(SHOWN).collect();
        assert!(failed == 0, "{failed} comparisons failed:\n{}", shown.join("\n"));
        assert!(self.rows > 0, "{}: no rows judged", self.name);
    }
}
