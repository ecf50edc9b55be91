//! The design of a ring: the end of its motion. The motions of both radii are solved from it, or an error says why there is no solution.

use bevy::prelude::*;
use bevy_exact_motion::math::{Contraction, ExponentialRate};

/// The outer radius at the start. Unit: px.
pub(crate) const OUTER_START: f32 = 8.0;
/// The inner radius at the start. Unit: px.
pub(crate) const INNER_START: f32 = 0.0;
/// The inner radius's end rate as a multiple of the outer radius's end rate. Below 1 the radii would cross before the end.
const INNER_END_RATES: f32 = 4.0;
/// The inner radius's end rate if the outer radius contracts, as a multiple of the inner radius's mean rate.
const INNER_END_SHARE: f32 = 0.15;
/// The friction rate of a radius that contracts. Unit: 1/s.
pub(crate) const CONTRACTION_FRICTION: f64 = 4.0;

/// The end of the motion, which the panel sets.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Design {
    /// The outer radius's rate at the end. It is negative if the radius shrinks at the end. Unit: px/s.
    pub(crate) end_rate: f32,
    /// The duration of the motion. Unit: s.
    pub(crate) duration: f32,
    /// The value of both radii at the end. Unit: px.
    pub(crate) reach: f32,
    /// Whether the outer radius may overshoot and contract before the end.
    pub(crate) may_contract: bool,
}

impl Default for Design {
    fn default() -> Self {
        Self { end_rate: 12.0, duration: 1.2, reach: 200.0, may_contract: false }
    }
}

/// The motion of one radius.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Path {
    /// Starts fast and ends slow: an exponential rate.
    Exponential(ExponentialRate),
    /// Grows first and shrinks at the end: friction and a constant acceleration.
    Contracting(Contraction),
}

/// The motions of both radii.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solved {
    pub(crate) outer: Path,
    pub(crate) inner: Path,
    /// The duration of both motions. Unit: s.
    pub(crate) duration: f64,
    /// The value of both radii at the end. Unit: px.
    pub(crate) reach: f64,
}

/// The result of solving the design.
#[derive(Resource, Debug)]
pub(crate) struct SolveResult {
    /// The last feasible solution.
    pub(crate) solved: Option<Solved>,
    /// The error message if the current design is infeasible.
    pub(crate) error: Option<String>,
}

impl Design {
    /// Solves for the motions of both radii that have this end.
    pub(crate) fn solve(&self) -> Result<Solved, String> {
        let Self { end_rate, duration, reach, .. } = *self;
        let contracts = self.may_contract && end_rate <= 0.0;
        let outer = if contracts {
            Contraction::between(
                OUTER_START.into(),
                reach.into(),
                end_rate.into(),
                duration.into(),
                CONTRACTION_FRICTION,
            )
            .map(Path::Contracting)
            .map_err(|error| error.to_string())?
        } else {
            exponential(OUTER_START, reach, end_rate, duration)?
        };
        let inner_end_rate = if contracts { INNER_END_SHARE * reach / duration } else { INNER_END_RATES * end_rate };
        let inner = exponential(INNER_START, reach, inner_end_rate, duration)?;
        Ok(Solved { outer, inner, duration: duration.into(), reach: reach.into() })
    }

    /// Returns the end rate (px/s) for which the rate of the outer radius is `start_rate` (px/s) at the start.
    ///
    /// An exponential rate played backwards is also an exponential rate, so the solver that finds the start rate for an end rate also
    /// finds the end rate for a start rate.
    pub(crate) fn end_rate_from(&self, start_rate: f64) -> Option<f64> {
        let way = f64::from(self.reach) - f64::from(OUTER_START);
        ExponentialRate::over(way, start_rate, self.duration.into()).ok().map(|backward| backward.start_rate())
    }
}

fn exponential(start: f32, end: f32, end_rate: f32, duration: f32) -> Result<Path, String> {
    ExponentialRate::between(start.into(), end.into(), end_rate.into(), duration.into())
        .map(Path::Exponential)
        .map_err(|error| error.to_string())
}

impl Path {
    /// Returns the radius (px) at `time` (s), which may be before the start or after the end.
    pub(crate) fn value(&self, time: f64) -> f64 {
        match self {
            Self::Exponential(path) => path.value(time),
            Self::Contracting(path) => path.value(time),
        }
    }

    /// Returns the rate (px/s) at `time` (s).
    pub(crate) fn rate(&self, time: f64) -> f64 {
        match self {
            Self::Exponential(path) => path.rate(time),
            Self::Contracting(path) => path.rate(time),
        }
    }

    /// Returns the coefficients `(a, c)` of the radius's law, `x″ = a − c x′`. Unit: px/s², 1/s.
    pub(crate) fn law(&self) -> (f64, f64) {
        match self {
            Self::Exponential(path) => (0.0, path.lambda()),
            Self::Contracting(path) => (path.acceleration(), CONTRACTION_FRICTION),
        }
    }
}

impl SolveResult {
    pub(crate) fn of(design: &Design) -> Self {
        match design.solve() {
            Ok(solved) => Self { solved: Some(solved), error: None },
            Err(error) => Self { solved: None, error: Some(error) },
        }
    }
}

/// Solves the design when it has changed. Keeps the last feasible solution if the new design is infeasible.
pub(crate) fn solve(design: Res<Design>, mut result: ResMut<SolveResult>) {
    let new = SolveResult::of(&design);
    *result = SolveResult { solved: new.solved.or(result.solved), ..new };
}
