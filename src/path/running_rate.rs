//! An exponential rate while it runs.

use crate::{
    law::{AtEnd, rate::Rate},
    math,
    space::{Law, Space, State, Tangent, WideTangent, length, zero},
};

/// An [`ExponentialRate`] that has begun.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct RunningRate<V: Space> {
    /// How long it still runs when the segment starts. Unit: s of the entity's own time.
    pub(crate) left: f64,
    /// How long it had been running then. Unit: s of the entity's own time.
    pub(crate) elapsed: f64,
    /// What it adds to the damping. Unit: 1/s.
    pub(crate) lambda: f64,
    /// Its path, for as long as nothing else acts.
    pub(crate) profile: Option<RatePath<V>>,
    /// The law when the rate is over.
    pub(crate) after: Law<V>,
    pub(crate) at_end: AtEnd,
}

/// The path of an exponential rate that acts alone: a straight line, evaluated from both its ends.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct RatePath<V: Space> {
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    origin: V::Wide,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    end: V::Wide,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    displacement: WideTangent<V>,
    rate: math::ExponentialRate,
}

impl<V: Space> RunningRate<V> {
    /// Begins at `position`; none where no exponential rate goes from there, or if an f32 cannot hold its start rate, or, `alone`, its end.
    pub(crate) fn begin(rate: &Rate<V>, position: V::Wide, after: Law<V>, alone: bool) -> Option<Self> {
        let solution = rate.solve_from(position).ok()?;
        let profile = RatePath {
            origin: position,
            // The end as a component stores it: the motion ends there bit for bit.
            end: rate.way.end(position).widen(),
            displacement: rate.way.displacement(position),
            rate: solution,
        };
        let running_rate = Self {
            left: rate.duration.into(),
            elapsed: 0.0,
            lambda: solution.lambda(),
            profile: Some(profile),
            after,
            at_end: rate.at_end,
        };
        let fits = profile.at(0.0).tangent().is_finite() && (!alone || V::is_presentable(&profile.end()));
        fits.then_some(running_rate)
    }

    /// The velocity that the rate gives the entity.
    pub(crate) fn start_velocity(&self) -> WideTangent<V> {
        self.profile.as_ref().map_or_else(zero, |profile| profile.at(0.0).velocity)
    }

    /// Whether nothing else acts, so that it may end as its user chose.
    pub(crate) fn is_alone(&self) -> bool {
        self.after.k == 0.0 && self.after.c == 0.0 && self.after.a == zero()
    }

    /// Shifts the path with the world.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
        if let Some(profile) = &mut self.profile {
            profile.origin = V::offset(profile.origin, by);
            profile.end = V::narrow(V::offset(profile.end, by)).widen();
        }
    }

    /// Whether an f32 can hold the place where the rate ends.
    pub(crate) fn ends_within_range(&self) -> bool {
        self.profile.as_ref().is_none_or(|profile| V::is_presentable(&profile.end()))
    }

    /// The state where the rate is over, where nothing else acts.
    pub(crate) fn end(&self) -> Option<State<V>> {
        Some(self.profile.as_ref()?.end())
    }

    /// The segment now starts `t` (s of the entity's own time) later.
    pub(crate) fn pass(&mut self, t: f64) {
        self.left -= t;
        self.elapsed += t;
    }
}

impl<V: Space> RatePath<V> {
    /// The state `t` (s of the entity's own time) after the beginning.
    pub(crate) fn at(&self, t: f64) -> State<V> {
        if t >= self.rate.duration() {
            return self.end();
        }
        let position = V::offset(self.origin, self.displacement * self.rate.progress(t));
        State { position, velocity: self.along(self.rate.rate(t)) }
    }

    /// The state where the rate is over, however the time until then was added up.
    pub(crate) fn end(&self) -> State<V> {
        State { position: self.end, velocity: self.along(self.rate.end_rate()) }
    }

    fn along(&self, rate: f64) -> WideTangent<V> {
        let distance = length(self.displacement);
        if distance == 0.0 { zero() } else { self.displacement * (rate / distance) }
    }
}
