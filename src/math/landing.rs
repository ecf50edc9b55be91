//! Where a throw lands: the offered place nearest to where it would stop by itself.

use super::LandingError;

/// A throw at its release, and the limits that it lands between.
///
/// The place where it lands is chosen once, at the release, from the place `rest` where it would stop by itself: [`DryFriction::rest`] of
/// its forces. The offered places are points, multiples of a step or pages, as far as they are within the limits, and the limits:
///
/// - the nearest to `rest`; of two that are equally near the one further on in the direction of the velocity, without a velocity the first;
/// - with a speed of at least `least_speed` only places ahead count, if there is any;
/// - a limit, if `rest` is beyond it.
///
/// [`DryFriction::rest`]: super::DryFriction::rest
///
/// # Examples
///
/// A list under a friction of 2/s, let go at 1000 px/s, that stops at multiples of 160 px:
///
/// ```
/// use bevy_exact_motion::math::{Approach, Landing};
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
/// The rules are ours. `UIScrollViewDelegate`'s `targetContentOffset` tells an application where a throw would stop, to choose another place;
/// Flutter's `PageScrollPhysics` counts pages from the release, and rounds halves outward.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Landing {
    /// The position at the release. Unit: length.
    pub position: f64,
    /// The velocity at the release. Unit: length/s.
    pub velocity: f64,
    /// Where it would stop by itself. Unit: length. ±∞ is allowed where there is a limit on that side.
    pub rest: f64,
    /// The least speed of a throw, which does not come back. Unit: length/s. Range: ≥ 0. Default: 0.
    pub least_speed: f64,
    /// The deceleration by dry friction that it has, whatever throws it. Unit: length/s². Range: ≥ 0. Default: 0.
    pub dry: f64,
    /// The lower limit. Unit: length. Range: ≤ `upper`; −∞ is none. Default: −∞.
    pub lower: f64,
    /// The upper limit. Unit: length. ∞ is none. Default: ∞.
    pub upper: f64,
}

impl Landing {
    /// The throw at `position` (length) with `velocity` (length/s) that would stop by itself at `rest` (length), without limits.
    pub const fn new(position: f64, velocity: f64, rest: f64) -> Self {
        Self { position, velocity, rest, least_speed: 0.0, dry: 0.0, lower: f64::NEG_INFINITY, upper: f64::INFINITY }
    }

    /// The same between `lower` and `upper` (length); ∓∞ is no limit.
    pub const fn with_limits(self, lower: f64, upper: f64) -> Self {
        Self { lower, upper, ..self }
    }

    /// The same, if only a speed of at least `least_speed` (length/s, ≥ 0) makes it a throw.
    pub const fn with_least_speed(self, least_speed: f64) -> Self {
        Self { least_speed, ..self }
    }

    /// The same, under dry friction that takes `dry` (length/s², ≥ 0) of its velocity anyway: what takes it to its place does so, too.
    pub const fn with_dry(self, dry: f64) -> Self {
        Self { dry, ..self }
    }

    /// Which of `points` (length, in any order) or limits it lands on.
    ///
    /// Of two equally near ones the first counts without a velocity, and the points before the limits.
    ///
    /// # Errors
    ///
    /// [`LandingError`] without points; for a point, position, velocity or rest that is not finite; for limits in the wrong order or NaN,
    /// and for a least speed that is NaN.
    pub fn among(&self, points: impl IntoIterator<Item = f64>) -> Result<f64, LandingError> {
        let limit = self.judged()?;
        let mut choice = Choice::new(self);
        let mut none = true;
        for point in points {
            finite("point", point)?;
            choice.offer(point);
            none = false;
        }
        if none { Err(LandingError::NoPoints) } else { choice.or_limit(limit) }
    }

    /// On which of `origin + n step` (length, `step` > 0) or limits it lands.
    ///
    /// Of two equally near ones the one of the smaller `n` counts without a velocity, and each before the limits.
    ///
    /// # Errors
    ///
    /// [`LandingError`] for a step that is not above 0 and finite, and as [`Self::among`].
    pub fn on_steps(&self, step: f64, origin: f64) -> Result<f64, LandingError> {
        let limit = self.judged()?;
        judged_step(step, origin)?;
        let mut choice = Choice::new(self);
        // The nearest to the rest, and the next ones ahead; one more on either side, since the quotient is rounded.
        for place in [self.rest, self.position] {
            let before = libm::floor((place - origin) / step) - 1.0;
            for next in 0..4 {
                choice.offer(origin + (before + f64::from(next)) * step);
            }
        }
        choice.or_limit(limit)
    }

    /// On which page `origin + n page` (length, `page` > 0) or limit it lands, at most `most` pages from the one nearest to where it has
    /// been `grabbed` (length).
    ///
    /// If pages were counted from the release, a slow drag over more than half a page and a flick would turn two.
    ///
    /// # Errors
    ///
    /// As [`Self::on_steps`].
    pub fn on_pages(&self, page: f64, origin: f64, grabbed: f64, most: u32) -> Result<f64, LandingError> {
        self.judged()?;
        judged_step(page, origin)?;
        finite("grabbed", grabbed)?;
        let pages = (self.between_limits(grabbed) - origin) / page;
        let whole = libm::floor(pages);
        let part = pages - whole;
        let nearest = if part > 0.5 || (part == 0.5 && self.velocity > 0.0) { whole + 1.0 } else { whole };
        // The last page in reach is a limit, too.
        let last = |turned: f64| self.between_limits(origin + (nearest + turned) * page);
        let most = f64::from(most);
        self.with_limits(last(-most), last(most)).on_steps(page, origin)
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

    /// The limit that the rest is beyond, if the input is what it should be.
    fn judged(&self) -> Result<Option<f64>, LandingError> {
        let Self { position, velocity, rest, least_speed, lower, upper, .. } = *self;
        finite("position", position)?;
        finite("velocity", velocity)?;
        if !(lower <= upper && lower < f64::INFINITY && upper > f64::NEG_INFINITY) {
            return Err(LandingError::Limits { lower, upper });
        }
        if least_speed.is_nan() {
            return Err(LandingError::NotFinite { name: "least speed", value: least_speed });
        }
        let nearest = self.between_limits(rest);
        if rest.is_nan() || !nearest.is_finite() {
            return Err(LandingError::NotFinite { name: "rest", value: rest });
        }
        Ok((nearest != rest).then_some(nearest))
    }
}

/// The best of the places offered so far.
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
        let (way, way_than) = ((place - self.landing.rest).abs(), (than - self.landing.rest).abs());
        way < way_than || (way == way_than && self.direction * (place - than) > 0.0)
    }

    /// The limit that the rest is beyond, or else the best of all that were offered, and of the limits.
    fn or_limit(mut self, limit: Option<f64>) -> Result<f64, LandingError> {
        if let Some(limit) = limit {
            return Ok(limit);
        }
        let Landing { velocity, rest, least_speed, lower, upper, .. } = *self.landing;
        self.offer(lower);
        self.offer(upper);
        let ahead = if velocity.abs() >= least_speed { self.nearest_ahead } else { None };
        ahead.or(self.nearest).ok_or(LandingError::NotFinite { name: "rest", value: rest })
    }
}

fn judged_step(step: f64, origin: f64) -> Result<(), LandingError> {
    finite("origin", origin)?;
    if step > 0.0 && step.is_finite() { Ok(()) } else { Err(LandingError::Step { step }) }
}

fn finite(name: &'static str, value: f64) -> Result<(), LandingError> {
    if value.is_finite() { Ok(()) } else { Err(LandingError::NotFinite { name, value }) }
}

#[cfg(test)]
mod tests;
