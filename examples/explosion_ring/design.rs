//! What a ring is asked to do, and the two motions that do it, or the reason why none does.

use bevy::prelude::*;
use bevy_exact_motion::math::{Contraction, ExponentialRate};

/// Where the two radii begin. Unit: px.
pub(crate) const OUTER_START: f32 = 8.0;
pub(crate) const INNER_START: f32 = 0.0;
/// The inner radius ends this many times as fast as the outer one. It is not below 1, or the radii would cross on the way.
const INNER_END_RATES: f32 = 4.0;
/// The inner radius ends this fast if the outer one turns round, in mean rates of its way.
const INNER_END_SHARE: f32 = 0.15;
/// The friction of a radius that turns round. Unit: 1/s.
pub(crate) const CONTRACTION_FRICTION: f64 = 4.0;

/// What the panel asks for: the end of the motion, from which its beginning is solved.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Design {
    /// The rate of the outer radius at the end. Below 0 it shrinks there. Unit: px/s.
    pub(crate) end_rate: f32,
    /// Unit: s.
    pub(crate) duration: f32,
    /// Where both radii end. Unit: px.
    pub(crate) reach: f32,
    /// Whether the outer radius may turn round on its way.
    pub(crate) may_contract: bool,
}

impl Default for Design {
    fn default() -> Self {
        Self { end_rate: 12.0, duration: 1.2, reach: 200.0, may_contract: false }
    }
}

/// How one radius moves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Path {
    /// Starts fast, ends slow.
    Exponential(ExponentialRate),
    /// Goes out, and comes back at the end: friction and a constant pull.
    Contracting(Contraction),
}

/// Both radii's motions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solved {
    pub(crate) outer: Path,
    pub(crate) inner: Path,
    /// Unit: s.
    pub(crate) duration: f64,
    /// Unit: px.
    pub(crate) reach: f64,
}

/// The outcome of a design: the last feasible motions, and what is wrong with the current request.
#[derive(Resource, Debug)]
pub(crate) struct Verdict {
    pub(crate) solved: Option<Solved>,
    pub(crate) refusal: Option<String>,
}

impl Design {
    /// The two motions that end as asked.
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

    /// The end rate for which the outer radius starts at `start_rate` (px/s).
    ///
    /// An exponential rate that is played backwards is an exponential rate too, so the solver for the end also solves for
    /// the start.
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
    /// The radius at any time, also before the start and after the end. Unit: px, s.
    pub(crate) fn value(&self, time: f64) -> f64 {
        match self {
            Self::Exponential(path) => path.value(time),
            Self::Contracting(path) => path.value(time),
        }
    }

    /// Unit: px/s, s.
    pub(crate) fn rate(&self, time: f64) -> f64 {
        match self {
            Self::Exponential(path) => path.rate(time),
            Self::Contracting(path) => path.rate(time),
        }
    }

    /// Its law, `x″ = a − c x′`: `(a, c)`. Unit: px/s², 1/s.
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

/// Judges a changed design. The last feasible design stays in force until another is feasible.
pub(crate) fn judge(design: Res<Design>, mut verdict: ResMut<Verdict>) {
    let new = Verdict::of(&design);
    *verdict = Verdict { solved: new.solved.or(verdict.solved), ..new };
}
