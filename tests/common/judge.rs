//! Collects errors in units of their bars, and says for each file how many rows were judged.

use std::io::Write as _;

use super::table::{Row, Table};
use super::tolerance::SUBNORMAL;

/// How many failed comparisons are shown.
const SHOWN: usize = 12;

pub(crate) struct Judge {
    name: String,
    rows: usize,
    worst: f64,
    failures: Vec<String>,
}

impl Judge {
    /// Judges every row of a table by `judge` and fails if any comparison fails.
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

    /// `found` must be within `bar` of `expected`, or equal to it where that is infinite; NaN only equals NaN.
    pub(crate) fn close(&mut self, row: Row<'_>, what: &str, found: f64, expected: f64, bar: f64) {
        let same = found == expected || (found.is_nan() && expected.is_nan());
        let error = if same { 0.0 } else { (found - expected).abs() / (bar + SUBNORMAL) };
        self.error(row, what, error, &format!("{found:e} instead of {expected:e}"));
    }

    /// As [`Self::close`], relative to `expected`.
    pub(crate) fn relative(&mut self, row: Row<'_>, what: &str, found: f64, expected: f64, bar: f64) {
        self.close(row, what, found, expected, bar * expected.abs());
    }

    /// The claim must hold.
    pub(crate) fn claim(&mut self, row: Row<'_>, claim: &str, holds: bool) {
        self.error(row, claim, if holds { 0.0 } else { f64::INFINITY }, "does not hold");
    }

    /// An error in units of its bar; NaN fails.
    pub(crate) fn error(&mut self, row: Row<'_>, what: &str, error: f64, message: &str) {
        let error = if error.is_nan() { f64::INFINITY } else { error };
        self.worst = self.worst.max(error);
        if error > 1.0 {
            self.failures.push(format!("{row}: {what}: {message} ({error:.3} bars)"));
        }
    }

    pub(crate) fn finish(self) {
        // Written to the handle, not printed: so that it is seen when the test passes, too. On a line of its own: the harness writes "ok" and
        // the end of its line one after the other.
        let line = format!("\n{}: {} rows judged, worst error {:.3} of its bar\n", self.name, self.rows, self.worst);
        std::io::stderr().write_all(line.as_bytes()).expect("standard error should be writable");
        let failed = self.failures.len();
        let shown: Vec<String> = self.failures.into_iter().take(SHOWN).collect();
        assert!(failed == 0, "{failed} comparisons failed:\n{}", shown.join("\n"));
        assert!(self.rows > 0, "{}: no rows judged", self.name);
    }
}
