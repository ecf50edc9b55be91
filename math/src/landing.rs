//! Chooses where a throw lands: at the offered place nearest to where the throw would stop by itself.

use super::LandingError;

/// The state of a throw at its release, and the limits between which it lands.
///
/// The landing place is chosen once, at the release. It depends on `rest`, the position where the motion would stop by itself, as computed
/// by [`DryFriction::rest`]. The offered places are the limits, and the points, the multiples of a step, or the pages between the limits.
/// The motion lands:
///
/// - at a limit, if `rest` is beyond that limit;
/// - otherwise, at the place ahead of the motion that is nearest to `rest`, if the speed is at least `min_speed` and a place is ahead;
/// - otherwise, at the place nearest to `rest`.
///
/// Of two equally near places, the motion lands at the one farther in the direction of the velocity; without a velocity, at the first one.
///
/// [`DryFriction::rest`]: super::DryFriction::rest
///
/// # Examples
///
/// A list under a friction of 2/s is released at 1000 px/s and snaps to multiples of 160 px:
///
/// ```
/// use exact_motion::{Approach, Landing};
///
/// # fn main() -> Result<(), Box<dyn core::error::Error>> {
/// let landing = Landing::new(0.0, 1000.0, 500.0).with_limits(0.0, 4000.0);
/// let end = landing.on_steps(160.0, 0.0)?;
/// assert_eq!(end, 480.0);
///
/// let Approach::Throw(fling) = landing.approach(end, 2.0, 3.0)? else { panic!("it is feasible") };
/// assert_eq!(fling.value(fling.duration()), 480.0);
/// assert!((fling.friction() - 1.9791666666666667).abs() < 1e-15);
/// # Ok(())
/// # }
/// ```
///
/// # Reference
///
/// The rules are this crate's own. For comparison: with `targetContentOffset` of `UIScrollViewDelegate`, an application learns where a
/// throw would stop and can choose another place. Flutter's `PageScrollPhysics` counts pages from the release, and rounds halves outward.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Landing {
    /// The position at the release. Unit: length.
    pub position: f64,
    /// The velocity at the release. Unit: length/s.
    pub velocity: f64,
    /// Where the motion would stop by itself. Unit: length. ±∞ is allowed if there is a limit on that side.
    pub rest: f64,
    /// The minimum speed of a throw. A throw lands ahead of its position if there is a place ahead. Unit: length/s. Range: ≥ 0. Default: 0.
    pub min_speed: f64,
    /// The deceleration of the motion's own dry friction, which also acts during a throw. Unit: length/s². Range: ≥ 0. Default: 0.
    pub dry: f64,
    /// The lower limit. Unit: length. Range: ≤ `upper`; −∞ is no limit. Default: −∞.
    pub lower: f64,
    /// The upper limit. Unit: length. Range: ≥ `lower`; ∞ is no limit. Default: ∞.
    pub upper: f64,
}

impl Landing {
    /// A motion without limits that is released at `position` (length) with `velocity` (length/s), and would stop by itself at `rest`
    /// (length).
    pub const fn new(position: f64, velocity: f64, rest: f64) -> Self {
        Self { position, velocity, rest, min_speed: 0.0, dry: 0.0, lower: f64::NEG_INFINITY, upper: f64::INFINITY }
    }

    /// The same motion between the limits `lower` and `upper` (length); ∓∞ is no limit.
    pub const fn with_limits(self, lower: f64, upper: f64) -> Self {
        Self { lower, upper, ..self }
    }

    /// The same motion, which counts as a throw only at a speed of at least `min_speed` (length/s, ≥ 0).
    pub const fn with_min_speed(self, min_speed: f64) -> Self {
        Self { min_speed, ..self }
    }

    /// The same motion under dry friction with the deceleration `dry` (length/s², ≥ 0), which also acts on the way to its landing place.
    pub const fn with_dry(self, dry: f64) -> Self {
        Self { dry, ..self }
    }

    /// Chooses the landing place among `points` (length, in any order) and the limits.
    ///
    /// Of two equally near places, a motion without velocity lands at the one that comes first in `points`, and at a point rather than at a
    /// limit.
    ///
    /// # Errors
    ///
    /// [`LandingError`] without points; for a point, position or velocity that is not finite; for a `rest` that is NaN, or infinite without
    /// a limit on that side; for limits that are NaN or in the wrong order; for a minimum speed that is NaN.
    pub fn among(&self, points: impl IntoIterator<Item = f64>) -> Result<f64, LandingError> {
        let limit = self.beyond_limit()?;
        let mut choice = Choice::new(self);
        let mut none = true;
        for point in points {
            finite("point", point)?;
            choice.offer(point);
            none = false;
        }
        if none { Err(LandingError::NoPoints) } else { choice.or_limit(limit) }
    }

    /// Chooses the landing place among all `origin + n step` (length, `step` > 0) and the limits.
    ///
    /// Of two equally near places, a motion without velocity lands at the one with the smaller `n`, and at a multiple rather than at a
    /// limit.
    ///
    /// # Errors
    ///
    /// [`LandingError`] for a step that is not above 0 and finite, for an origin that is not finite, and as [`Self::among`].
    pub fn on_steps(&self, step: f64, origin: f64) -> Result<f64, LandingError> {
        let limit = self.beyond_limit()?;
        check_step(step, origin)?;
        let mut choice = Choice::new(self);
        // Offers the multiples nearest to the rest position and those just ahead of the motion, and one more on either side because the
        // quotient is rounded.
        for place in [self.rest, self.position] {
            let before = libm::floor((place - origin) / step) - 1.0;
            for next in 0..4 {
                choice.offer(origin + (before + f64::from(next)) * step);
            }
        }
        choice.or_limit(limit)
    }

    /// Chooses the landing place among the pages `origin + n page` (length, `page` > 0) and the limits, at most `max_pages` pages from the
    /// page nearest to `grabbed` (length), the position at which the drag began.
    ///
    /// Pages are not counted from the release: otherwise a slow drag over more than half a page, followed by a flick, would turn two pages.
    ///
    /// # Errors
    ///
    /// As [`Self::on_steps`], and for a `grabbed` that is not finite.
    pub fn on_pages(&self, page: f64, origin: f64, grabbed: f64, max_pages: u32) -> Result<f64, LandingError> {
        self.beyond_limit()?;
        check_step(page, origin)?;
        finite("grabbed", grabbed)?;
        let pages = (self.between_limits(grabbed) - origin) / page;
        let whole = libm::floor(pages);
        let part = pages - whole;
        let nearest = if part > 0.5 || (part == 0.5 && self.velocity > 0.0) { whole + 1.0 } else { whole };
        // The farthest pages in reach act as limits.
        let last = |turned: f64| self.between_limits(origin + (nearest + turned) * page);
        let max_pages = f64::from(max_pages);
        self.with_limits(last(-max_pages), last(max_pages)).on_steps(page, origin)
    }

    fn between_limits(&self, place: f64) -> f64 {
        if place < self.lower {
            self.lower
        } else if place > self.upper {
            self.upper
        } else {
            place
        }
    }

    /// Validates the input. Returns the limit that `rest` is beyond, if any.
    fn beyond_limit(&self) -> Result<Option<f64>, LandingError> {
        let Self { position, velocity, rest, min_speed, lower, upper, .. } = *self;
        finite("position", position)?;
        finite("velocity", velocity)?;
        if !(lower <= upper && lower < f64::INFINITY && upper > f64::NEG_INFINITY) {
            return Err(LandingError::Limits { lower, upper });
        }
        if min_speed.is_nan() {
            return Err(LandingError::NotFinite { name: "minimum speed", value: min_speed });
        }
        let nearest = self.between_limits(rest);
        if rest.is_nan() || !nearest.is_finite() {
            return Err(LandingError::NotFinite { name: "rest", value: rest });
        }
        Ok((nearest != rest).then_some(nearest))
    }
}

/// The best places that have been offered so far.
struct Choice<'a> {
    landing: &'a Landing,
    /// The sign of the velocity, or 0.
    direction: f64,
    nearest: Option<f64>,
    nearest_ahead: Option<f64>,
}

impl<'a> Choice<'a> {
    fn new(landing: &'a Landing) -> Self {
        let direction = if landing.velocity == 0.0 { 0.0 } else { landing.velocity.signum() };
        Self { landing, direction, nearest: None, nearest_ahead: None }
    }

    fn offer(&mut self, place: f64) {
        let Landing { position, lower, upper, .. } = *self.landing;
        if !(place.is_finite() && lower <= place && place <= upper) {
            return;
        }
        if self.is_better(place, self.nearest) {
            self.nearest = Some(place);
        }
        let is_ahead = self.direction * (place - position) > 0.0;
        if is_ahead && self.is_better(place, self.nearest_ahead) {
            self.nearest_ahead = Some(place);
        }
    }

    fn is_better(&self, place: f64, than: Option<f64>) -> bool {
        let Some(than) = than else { return true };
        let (distance, distance_than) = ((place - self.landing.rest).abs(), (than - self.landing.rest).abs());
        distance < distance_than || (distance == distance_than && self.direction * (place - than) > 0.0)
    }

    /// Makes the final choice: `limit`, the limit that the rest position is beyond, if there is one; otherwise, the best of the offered
    /// places and both limits.
    fn or_limit(mut self, limit: Option<f64>) -> Result<f64, LandingError> {
        if let Some(limit) = limit {
            return Ok(limit);
        }
        let Landing { velocity, rest, min_speed, lower, upper, .. } = *self.landing;
        self.offer(lower);
        self.offer(upper);
        let ahead = if velocity.abs() >= min_speed { self.nearest_ahead } else { None };
        ahead.or(self.nearest).ok_or(LandingError::NotFinite { name: "rest", value: rest })
    }
}

fn check_step(step: f64, origin: f64) -> Result<(), LandingError> {
    finite("origin", origin)?;
    if step > 0.0 && step.is_finite() { Ok(()) } else { Err(LandingError::Step { step }) }
}

fn finite(name: &'static str, value: f64) -> Result<(), LandingError> {
    if value.is_finite() { Ok(()) } else { Err(LandingError::NotFinite { name, value }) }
}

#[cfg(test)]
mod tests;
