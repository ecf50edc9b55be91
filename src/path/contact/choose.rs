//! Where a release lands.

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

/// A place that was chosen, for the numbers that are thrown there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Chosen<V> {
    pub(crate) end: V,
    pub(crate) thrown: [bool; 4],
    /// The numbers that are thrown to a soft limit, and would stop beyond it by themselves.
    pub(crate) passing: [bool; 4],
}

/// What is remembered of a choice while the throw is on its way.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Snapped<V: Space> {
    /// Where the entity was grabbed.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) grabbed: V::Wide,
    /// Where the entity lands.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) end: V,
    /// The numbers that glide past their end, which is a soft limit, before they come back to it.
    pub(crate) passing: [bool; 4],
    /// The places among which the end was chosen; none for a function.
    pub(crate) to: Option<SnapTo<V>>,
}

/// Why nothing was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Unchosen<V> {
    /// A function gave this, which is not finite.
    NotFinite(V),
    /// Nothing stops the entity, so that there is no place to start from.
    NeverStops,
}

/// A release, and the forces that act on it.
pub(crate) struct Release<'a, V: Space> {
    pub(crate) state: State<V>,
    pub(crate) grabbed: V::Wide,
    /// Unit: 1/s.
    pub(crate) friction: f64,
    pub(crate) barriers: Option<&'a Barriers<V>>,
    /// Unit: property units/s.
    pub(crate) least_speed: f64,
    /// Whether a number that would stop beyond a limit is not thrown to the limit.
    pub(crate) passes_limits: bool,
}

impl<V: Space> Release<'_, V> {
    /// Where the release lands; none where it is not thrown anywhere.
    pub(crate) fn choose(&self, to: &SnapTo<V>) -> Result<Option<Chosen<V>>, Unchosen<V>> {
        let landings: Vec<Landing> = (0..V::NUMBERS).map(|index| self.landing(index)).collect();
        let stops = landings.iter().all(|landing| between(landing).is_finite());
        if !stops {
            return Err(Unchosen::NeverStops);
        }
        let mut thrown = [false; 4];
        for (thrown, landing) in thrown.iter_mut().zip(&landings) {
            *thrown = !(self.passes_limits && between(landing) != landing.rest);
        }
        let end = match *to {
            SnapTo::Points(ref points) if V::NUMBERS > 1 => {
                if !thrown.iter().take(V::NUMBERS).all(|&thrown| thrown) {
                    return Ok(None);
                }
                self.nearest(points, &landings)
            }
            SnapTo::Points(ref points) => {
                let numbers = points.iter().map(|point| V::number(point.widen(), 0));
                landings[0].among(numbers).ok().map(|number| V::with_number(self.state.position, 0, number))
            }
            SnapTo::Steps { step, origin } => self.by_number(&mut thrown, &landings, step, |index, step, landing| {
                landing.on_steps(step, V::number(origin.widen(), index))
            }),
            SnapTo::Pages { size, origin, most } => {
                self.by_number(&mut thrown, &landings, size, |index, size, landing| {
                    let grabbed = V::number(self.grabbed, index);
                    landing.on_pages(size, V::number(origin.widen(), index), grabbed, most)
                })
            }
            SnapTo::By(SnapBy(snap)) => {
                let rest = V::narrow(put::<V>(self.state.position, &landings, between));
                let found = snap(rest);
                if !found.is_finite() {
                    return Err(Unchosen::NotFinite(found));
                }
                let mut end = found.widen();
                for (index, (thrown, landing)) in thrown.iter_mut().zip(&landings).enumerate() {
                    let number = V::number(end, index);
                    // A number that the function leaves as it is goes on by itself, unless a limit stops it.
                    *thrown &= number != V::number(rest.widen(), index) || between(landing) != landing.rest;
                    end = V::with_number(end, index, between(&Landing { rest: number, ..*landing }));
                }
                Some(end)
            }
        };
        let is_thrown = thrown.contains(&true);
        Ok(end.filter(|_| is_thrown).map(|end| {
            let end = V::narrow(end);
            let mut passing = [false; 4];
            for (index, (passing, landing)) in passing.iter_mut().zip(&landings).enumerate() {
                *passing = thrown[index.min(3)] && self.passes_softly(index, V::number(end.widen(), index), landing);
            }
            Chosen { end, thrown, passing }
        }))
    }

    /// Whether a number's end is a soft limit, beyond which it would stop by itself, and nothing stops it there.
    fn passes_softly(&self, index: usize, end: f64, landing: &Landing) -> bool {
        let range = self.barriers.and_then(|barriers| barriers.ranges.iter().find(|range| range.index == index));
        let [lower, soft_lower, soft_upper, upper] = range.map_or([None; 4], Range::bounds);
        (soft_lower == Some(end) && landing.rest < end && lower.is_none_or(|lower| lower < end))
            || (soft_upper == Some(end) && landing.rest > end && upper.is_none_or(|upper| upper > end))
    }

    /// One number of the release, with where it would stop by itself.
    fn landing(&self, index: usize) -> Landing {
        let number = V::number(self.state.position, index);
        let rate = V::part(self.state.velocity, index);
        let (lower, upper) = limits(self.barriers, index);
        let dry = self.barriers.map_or(0.0, |barriers| barriers.dry);
        let law = Law { c: self.friction, ..Law::default() };
        let motion = Motion { law, target: number, start: number, velocity: rate };
        let rest = math::DryFriction { motion, dry: dry_share::<V>(dry, rate, self.state.velocity) }.rest();
        let (Rest::Stops { position: rest, .. } | Rest::Never { limit: rest }) = rest;
        Landing::new(number, rate, rest).with_limits(lower, upper).with_least_speed(self.least_speed)
    }

    /// The end of each number that has a step, by itself.
    fn by_number(
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
            if let Some(number) = found {
                end = V::with_number(end, index, number);
            }
        }
        Some(end)
    }

    /// The nearest of a vector's points within the limits to where it would stop, or to the limit beyond which it would. Above
    /// the least speed one that is ahead, if there is any; of two that are equally near the one further on.
    fn nearest(&self, points: &[V], landings: &[Landing]) -> Option<V::Wide> {
        let State { position, velocity } = self.state;
        let rest = put::<V>(position, landings, between);
        let ahead = |way: WideTangent<V>| -> f64 {
            (0..V::NUMBERS).map(|index| V::part(way, index) * V::part(velocity, index)).sum()
        };
        let is_within = |point: &V::Wide| {
            let number = |index| V::number(*point, index);
            landings.iter().enumerate().all(|(index, landing)| (landing.lower..=landing.upper).contains(&number(index)))
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
        let is_throw = speed > 0.0 && speed >= self.least_speed;
        is_throw.then(|| best(true)).flatten().or_else(|| best(false)).map(|(point, _)| point)
    }
}

impl<V: Space> Snapped<V> {
    /// Whether these places, changed since, offer the end that a throw is on its way to.
    pub(crate) fn is_offered(&self, to: &SnapTo<V>, thrown: [bool; 4], barriers: Option<&Barriers<V>>) -> bool {
        to.offers(self.end, thrown, |index, number| is_limit(barriers, index, number))
    }

    /// Shifts the choice with the world.
    pub(crate) fn shift(&mut self, by: WideTangent<V>, end: V) {
        self.grabbed = V::offset(self.grabbed, by);
        self.end = end;
        self.to = self.to.as_ref().map(|to| to.shifted(by));
    }
}

/// The place with these numbers of throws.
fn put<V: Space>(place: V::Wide, landings: &[Landing], number: impl Fn(&Landing) -> f64) -> V::Wide {
    landings.iter().enumerate().fold(place, |place, (index, landing)| V::with_number(place, index, number(landing)))
}

/// Where a throw would stop, or the limit beyond which that is.
fn between(landing: &Landing) -> f64 {
    landing.rest.max(landing.lower).min(landing.upper)
}

/// The limits of one number.
fn limits<V: Space>(barriers: Option<&Barriers<V>>, index: usize) -> (f64, f64) {
    let range = barriers.and_then(|barriers| barriers.ranges.iter().find(|range| range.index == index));
    let [lower, soft_lower, soft_upper, upper] = range.map_or([None; 4], Range::bounds);
    let lower = [lower, soft_lower].into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
    (lower, [soft_upper, upper].into_iter().flatten().fold(f64::INFINITY, f64::min))
}

/// Whether a number is on one of its limits.
fn is_limit<V: Space>(barriers: Option<&Barriers<V>>, index: usize, number: f64) -> bool {
    let (lower, upper) = limits(barriers, index);
    number == lower || number == upper
}
