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

    /// The ratio to bare Euler.
    pub fn ratio(&self, measure: Measure) -> Spread {
        Spread::of(self.ratios(measure, self.place.clock()))
    }

    /// The ratio to `other`, round by round. Both are divided by bare Euler of their own batch, because large worlds are measured in
    /// several batches. Within one batch, bare Euler cancels.
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
    /// Finds the times of a contender. Returns `None` if it was not measured at this size and place.
    pub fn find(&self, name: &str, size: usize, place: Place) -> Option<&Series> {
        self.0.iter().find(|series| series.name == name && series.size == size && series.place == place)
    }
}
