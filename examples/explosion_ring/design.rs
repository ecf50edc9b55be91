//! The design of a ring: how its motion ends. Two motions are solved from it, or an error says why there is no solution.

use bevy::prelude::*;
use bevy_exact_motion::math::{Contraction, ExponentialRate};

/// The radii at the start. Unit: px.
pub(crate) const OUTER_START: f32 = 8.0;
pub(crate) const INNER_START: f32 = 0.0;
/// The inner radius's end rate as a multiple of the outer one's. Below 1 the radii would cross before the end.
const INNER_END_RATES: f32 = 4.0;
/// The inner radius's end rate if the outer one turns round, as a multiple of the inner radius's mean rate.
const INNER_END_SHARE: f32 = 0.15;
/// The friction of a radius that turns round. Unit: 1/s.
pub(crate) const CONTRACTION_FRICTION: f64 = 4.0;

/// The values that the panel sets: the end of the motion, from which its start is solved.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Design {
    /// The outer radius's rate at the end; negative if it shrinks there. Unit: px/s.
    pub(crate) end_rate: f32,
    /// Unit: s.
    pub(crate) duration: f32,
    /// The radius at which both end. Unit: px.
    pub(crate) reach: f32,
    /// Whether the outer radius may turn round before the end.
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
    /// Starts fast, ends slow.
    Exponential(ExponentialRate),
    /// Grows, then shrinks at the end: friction and a constant pull.
    Contracting(Contraction),
}

/// The motions of both radii.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solved {
    pub(crate) outer: Path,
    pub(crate) inner: Path,
    /// Unit: s.
    pub(crate) duration: f64,
    /// Unit: px.
    pub(crate) reach: f64,
}

/// The result of solving the design: the last feasible solution, and the error if the current design is infeasible.
#[derive(Resource, Debug)]
pub(crate) struct Verdict {
    pub(crate) solved: Option<Solved>,
    pub(crate) refusal: Option<String>,
}

impl Design {
    /// Solves for the two motions that end as the design says.
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

    /// The end rate (px/s) for which the outer radius starts at `start_rate` (px/s).
    ///
    /// An exponential rate played backwards is also an exponential rate, so the solver for the end also solves for the
    /// start.
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
    /// The radius (px) at `time` (s), which may be before the start or after the end.
    pub(crate) fn value(&self, time: f64) -> f64 {
        match self {
            Self::Exponential(path) => path.value(time),
            Self::Contracting(path) => path.value(time),
        }
    }

    /// The rate (px/s) at `time` (s).
    pub(crate) fn rate(&self, time: f64) -> f64 {
        match self {
            Self::Exponential(path) => path.rate(time),
            Self::Contracting(path) => path.rate(time),
        }
    }

    /// The coefficients `(a, c)` of its law, `x″ = a − c x′`. Unit: px/s², 1/s.
    pub(crate) fn law(&self) -> (f64, f64) {
        match self {
            Self::Exponential(path) => (0.0, path.lambda()),
            Self::Contracting(path) => (path.acceleration(), CONTRACTION_FRICTION),
        }
    }
}

impl Verdict {
    pub(crate) fn of(design: &Design) -> Self {
        match design.solve() {
            Ok(solved) => Self { solved: Some(solved), refusal: None },
            Err(refusal) => Self { solved: None, refusal: Some(refusal) },
        }
    }
}

/// Solves a changed design. If it is infeasible, the last feasible solution is kept.
pub(crate) fn judge(design: Res<Design>, mut verdict: ResMut<Verdict>) {
    let new = Verdict::of(&design);
    *verdict = Verdict { solved: new.solved.or(verdict.solved), ..new };
}
