//! Chooses where a released entity lands.

use alloc::vec::Vec;

use super::flight::dry_share;
use crate::{
    law::{
        SnapBy, SnapTo,
        barriers::{Barriers, Range},
    },
    math::{self, Landing, LandingError, Law, Rest, crossing::Motion},
    space::{Space, State, Tangent, WideTangent, length},
};

/// The chosen end, and the coordinates that are thrown to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Chosen<V> {
    pub(crate) end: V,
    pub(crate) thrown: [bool; 4],
    /// The coordinates that are thrown to a soft limit, and would stop beyond it without the throw.
    pub(crate) passing: [bool; 4],
}

/// How the end of a throw in flight was chosen.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct SnapChoice<V: Space> {
    /// The position at which the entity was grabbed.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) grabbed: V::Wide,
    /// The position at which the entity lands.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) end: V,
    /// The coordinates that glide past their end, which is a soft limit, before they come back to it.
    pub(crate) passing: [bool; 4],
    /// The candidates among which the end was chosen; `None` if a function chose it.
    pub(crate) to: Option<SnapTo<V>>,
}

/// Why no end could be chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SnapError<V> {
    /// The function of [`SnapTo::By`] returned this value, which is not finite.
    NotFinite(V),
    /// Nothing stops the entity, so there is no rest point from which to choose.
    NeverStops,
}

/// The state at the release, and the forces that act from then on.
pub(crate) struct Release<'a, V: Space> {
    pub(crate) state: State<V>,
    pub(crate) grabbed: V::Wide,
    /// Unit: 1/s.
    pub(crate) friction: f64,
    pub(crate) barriers: Option<&'a Barriers<V>>,
    /// Unit: property units/s.
    pub(crate) min_speed: f64,
    /// Whether a coordinate that would stop beyond a limit is left alone instead of being thrown to the limit.
    pub(crate) passes_limits: bool,
}

impl<V: Space> Release<'_, V> {
    /// Chooses where the entity lands. Returns `Ok(None)` if no coordinate is thrown.
    pub(crate) fn choose(&self, to: &SnapTo<V>) -> Result<Option<Chosen<V>>, SnapError<V>> {
        let landings: Vec<Landing> = (0..V::COORDINATES).map(|index| self.landing(index)).collect();
        let stops = landings.iter().all(|landing| clamped_rest(landing).is_finite());
        if !stops {
            return Err(SnapError::NeverStops);
        }
        let mut thrown = [false; 4];
        for (thrown, landing) in thrown.iter_mut().zip(&landings) {
            *thrown = !(self.passes_limits && clamped_rest(landing) != landing.rest);
        }
        let end = match *to {
            SnapTo::Points(ref points) if V::COORDINATES > 1 => {
                if !thrown.iter().take(V::COORDINATES).all(|&thrown| thrown) {
                    return Ok(None);
                }
                self.nearest(points, &landings)
            }
            SnapTo::Points(ref points) => {
                let coordinates = points.iter().map(|point| V::coordinate(point.widen(), 0));
                landings[0]
                    .among(coordinates)
                    .ok()
                    .map(|coordinate| V::with_coordinate(self.state.position, 0, coordinate))
            }
            SnapTo::Steps { step, origin } => {
                self.by_coordinate(&mut thrown, &landings, step, |index, step, landing| {
                    landing.on_steps(step, V::coordinate(origin.widen(), index))
                })
            }
            SnapTo::Pages { size, origin, max_pages } => {
                self.by_coordinate(&mut thrown, &landings, size, |index, size, landing| {
                    let grabbed = V::coordinate(self.grabbed, index);
                    landing.on_pages(size, V::coordinate(origin.widen(), index), grabbed, max_pages)
                })
            }
            SnapTo::By(SnapBy(snap)) => {
                let rest = V::narrow(place_at::<V>(self.state.position, &landings, clamped_rest));
                let found = snap(rest);
                if !found.is_finite() {
                    return Err(SnapError::NotFinite(found));
                }
                let mut end = found.widen();
                for (index, (thrown, landing)) in thrown.iter_mut().zip(&landings).enumerate() {
                    let coordinate = V::coordinate(end, index);
                    // A coordinate that the function leaves unchanged moves by itself, unless a limit stops it.
                    *thrown &=
                        coordinate != V::coordinate(rest.widen(), index) || clamped_rest(landing) != landing.rest;
                    end = V::with_coordinate(end, index, clamped_rest(&Landing { rest: coordinate, ..*landing }));
                }
                Some(end)
            }
        };
        let is_thrown = thrown.contains(&true);
        Ok(end.filter(|_| is_thrown).map(|end| {
            let end = V::narrow(end);
            let mut passing = [false; 4];
            for (index, (passing, landing)) in passing.iter_mut().zip(&landings).enumerate() {
                *passing =
                    thrown[index.min(3)] && self.passes_softly(index, V::coordinate(end.widen(), index), landing);
            }
            Chosen { end, thrown, passing }
        }))
    }

    /// Whether a coordinate's end is a soft limit that the coordinate would pass by itself. `false` if a hard limit is at the same
    /// position.
    fn passes_softly(&self, index: usize, end: f64, landing: &Landing) -> bool {
        let range = self.barriers.and_then(|barriers| barriers.ranges.iter().find(|range| range.index == index));
        let [lower, soft_lower, soft_upper, upper] = range.map_or([None; 4], Range::bounds);
        (soft_lower == Some(end) && landing.rest < end && lower.is_none_or(|lower| lower < end))
            || (soft_upper == Some(end) && landing.rest > end && upper.is_none_or(|upper| upper > end))
    }

    /// The landing of one coordinate: its state, and where it would stop by itself.
    fn landing(&self, index: usize) -> Landing {
        let coordinate = V::coordinate(self.state.position, index);
        let rate = V::part(self.state.velocity, index);
        let (lower, upper) = limits(self.barriers, index);
        let dry = self.barriers.map_or(0.0, |barriers| barriers.dry);
        let law = Law { c: self.friction, ..Law::default() };
        let motion = Motion { law, target: coordinate, start: coordinate, velocity: rate };
        let rest = math::DryFriction { motion, dry: dry_share::<V>(dry, rate, self.state.velocity) }.rest();
        let (Rest::Stops { position: rest, .. } | Rest::Never { limit: rest }) = rest;
        Landing::new(coordinate, rate, rest).with_limits(lower, upper).with_min_speed(self.min_speed)
    }

    /// Chooses the end of each coordinate whose `step` is > 0, independently of the other coordinates.
    fn by_coordinate(
        &self,
        thrown: &mut [bool; 4],
        landings: &[Landing],
        step: V::Tangent,
        choose: impl Fn(usize, f64, &Landing) -> Result<f64, LandingError>,
    ) -> Option<V::Wide> {
        let steps = step.widen();
        let mut end = self.state.position;
        for (index, (landing, thrown)) in landings.iter().zip(thrown).enumerate() {
            let step = V::part(steps, index);
            let found = if step > 0.0 { choose(index, step, landing).ok() } else { None };
            *thrown &= found.is_some();
            if let Some(coordinate) = found {
                end = V::with_coordinate(end, index, coordinate);
            }
        }
        Some(end)
    }

    /// The snap point nearest to where the value would stop by itself (clamped to the limits). Points beyond the limits are ignored. At a
    /// speed of at least `min_speed`, points ahead take precedence. Of two equally near points, the one further ahead is returned.
    fn nearest(&self, points: &[V], landings: &[Landing]) -> Option<V::Wide> {
        let State { position, velocity } = self.state;
        let rest = place_at::<V>(position, landings, clamped_rest);
        let ahead = |displacement: WideTangent<V>| -> f64 {
            (0..V::COORDINATES).map(|index| V::part(displacement, index) * V::part(velocity, index)).sum()
        };
        let is_within = |point: &V::Wide| {
            let coordinate = |index| V::coordinate(*point, index);
            landings
                .iter()
                .enumerate()
                .all(|(index, landing)| (landing.lower..=landing.upper).contains(&coordinate(index)))
        };
        let best = |only_ahead: bool| {
            let offered = points.iter().map(|point| point.widen()).filter(is_within);
            let offered = offered.filter(|&point| !only_ahead || ahead(V::difference(point, position)) > 0.0);
            offered.fold(None, |best: Option<(V::Wide, f64)>, point| {
                let away = length(V::difference(point, rest));
                let is_better = best.is_none_or(|(than, least)| {
                    away < least || (away == least && ahead(V::difference(point, than)) > 0.0)
                });
                if is_better { Some((point, away)) } else { best }
            })
        };
        let speed = length(velocity);
        let is_throw = speed > 0.0 && speed >= self.min_speed;
        is_throw.then(|| best(true)).flatten().or_else(|| best(false)).map(|(point, _)| point)
    }
}

impl<V: Space> SnapChoice<V> {
    /// Whether `to`, which has changed since the choice, still contains the end of the throw in flight.
    pub(crate) fn is_offered(&self, to: &SnapTo<V>, thrown: [bool; 4], barriers: Option<&Barriers<V>>) -> bool {
        to.allows_end(self.end, thrown, |index, coordinate| is_limit(barriers, index, coordinate))
    }

    /// Shifts the choice with the world's origin. `end` is the end after the shift.
    pub(crate) fn shift(&mut self, by: WideTangent<V>, end: V) {
        self.grabbed = V::offset(self.grabbed, by);
        self.end = end;
        self.to = self.to.as_ref().map(|to| to.shifted(by));
    }
}

/// `place`, with each coordinate replaced by what `coordinate` returns for its landing.
fn place_at<V: Space>(place: V::Wide, landings: &[Landing], coordinate: impl Fn(&Landing) -> f64) -> V::Wide {
    landings
        .iter()
        .enumerate()
        .fold(place, |place, (index, landing)| V::with_coordinate(place, index, coordinate(landing)))
}

/// Where a coordinate would stop by itself, clamped to its limits.
fn clamped_rest(landing: &Landing) -> f64 {
    landing.rest.max(landing.lower).min(landing.upper)
}

/// The limits of a coordinate: on each side, the tighter of its hard and its soft bound.
fn limits<V: Space>(barriers: Option<&Barriers<V>>, index: usize) -> (f64, f64) {
    let range = barriers.and_then(|barriers| barriers.ranges.iter().find(|range| range.index == index));
    let [lower, soft_lower, soft_upper, upper] = range.map_or([None; 4], Range::bounds);
    let lower = [lower, soft_lower].into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
    (lower, [soft_upper, upper].into_iter().flatten().fold(f64::INFINITY, f64::min))
}

/// Whether `coordinate` is the position of one of the limits at this index.
fn is_limit<V: Space>(barriers: Option<&Barriers<V>>, index: usize, coordinate: f64) -> bool {
    let (lower, upper) = limits(barriers, index);
    coordinate == lower || coordinate == upper
}
