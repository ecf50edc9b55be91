//! The results of the measurements, and ratios between them.

use super::{Clock, Measure, Place, Spread, Times};

/// The times of one contender at one size, round by round.
pub struct Series {
    pub name: &'static str,
    pub size: usize,
    pub place: Place,
    pub times: Vec<Times>,
    /// Bare Euler in the same rounds, on one thread.
    pub euler: Vec<Times>,
}

impl Series {
    pub fn nanoseconds(&self, measure: Measure) -> Spread {
        let size = self.size as f64;
        Spread::of(self.times.iter().map(|times| times.read(measure, self.place.clock()) / size))
    }

    /// × bare Euler.
    pub fn ratio(&self, measure: Measure) -> Spread {
        Spread::of(self.ratios(measure, self.place.clock()))
    }

    /// The ratio to `other`, round by round. It is a ratio of ratios to Euler, because large worlds are measured in batches,
    /// each with its own Euler; within one batch Euler cancels.
    pub fn against(&self, measure: Measure, other: &Self, others: Measure) -> Spread {
        let pairs = self.ratios(measure, self.place.clock()).zip(other.ratios(others, other.place.clock()));
        Spread::of(pairs.map(|(own, other)| own / other))
    }

    fn ratios(&self, measure: Measure, clock: Clock) -> impl Iterator<Item = f64> {
        self.times
            .iter()
            .zip(&self.euler)
            .map(move |(own, euler)| own.read(measure, clock) / euler.read(Measure::Advance, clock))
    }
}

/// Everything that was measured.
#[derive(Default)]
pub struct Results(pub Vec<Series>);

impl Results {
    /// Returns `None` if it was not measured, because it was filtered out or has another size.
    pub fn find(&self, name: &str, size: usize, place: Place) -> Option<&Series> {
        self.0.iter().find(|series| series.name == name && series.size == size && series.place == place)
    }
}
