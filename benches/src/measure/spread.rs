//! The median and the quartiles of measured values.

/// Median and quartiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub lower: f64,
    pub median: f64,
    pub upper: f64,
}

impl Spread {
    pub fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        let at = |quarter: usize| values[(values.len() - 1) * quarter / 4];
        Self { lower: at(1), median: at(2), upper: at(3) }
    }

    /// A value that was counted, or measured once.
    pub fn exactly(value: f64) -> Self {
        Self { lower: value, median: value, upper: value }
    }
}
