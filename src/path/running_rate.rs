//! An exponential rate in progress.

use crate::{
    law::rate::Rate,
    math,
    space::{Law, Space, State, Tangent, WideTangent, length, zero},
};

/// An [`ExponentialRate`](crate::law::ExponentialRate) that has begun.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct RunningRate<V: Space> {
    /// The remaining time at the segment's start. Unit: s of the entity's own time.
    pub(crate) remaining: f64,
    /// The time that has passed until the segment's start. Unit: s of the entity's own time.
    pub(crate) elapsed: f64,
    /// The damping that the rate adds. Unit: 1/s.
    pub(crate) lambda: f64,
    /// The solved path; `None` if anything else acts on the motion.
    pub(crate) path: Option<RatePath<V>>,
    /// The law after the end of the rate.
    pub(crate) after: Law<V>,
    pub(crate) coasts: bool,
}

/// The path of an exponential rate that acts alone: a straight line from `origin` to `end`.
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
    /// Begins the rate at `position`. Returns `None` if it cannot begin there, if an f32 cannot hold its initial velocity, or if it acts
    /// `alone` and an f32 cannot hold its end.
    pub(crate) fn begin(rate: &Rate<V>, position: V::Wide, after: Law<V>, alone: bool) -> Option<Self> {
        let solution = rate.solve_from(position).ok()?;
        let path = RatePath {
            origin: position,
            // The end as a component stores it: the motion ends there bit for bit.
            end: rate.displacement.end_from(position).widen(),
            displacement: rate.displacement.vector_from(position),
            rate: solution,
        };
        let running_rate = Self {
            remaining: rate.duration.into(),
            elapsed: 0.0,
            lambda: solution.lambda(),
            path: Some(path),
            after,
            coasts: rate.coasts,
        };
        let fits = path.at(0.0).tangent().is_finite() && (!alone || V::is_presentable(&path.end()));
        fits.then_some(running_rate)
    }

    /// The initial velocity.
    pub(crate) fn start_velocity(&self) -> WideTangent<V> {
        self.path.as_ref().map_or_else(zero, |path| path.at(0.0).velocity)
    }

    /// Whether nothing but the rate acts on the motion.
    pub(crate) fn is_alone(&self) -> bool {
        self.after.k == 0.0 && self.after.c == 0.0 && self.after.a == zero()
    }

    /// Shifts the path with the world's origin.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
        if let Some(path) = &mut self.path {
            path.origin = V::offset(path.origin, by);
            path.end = V::narrow(V::offset(path.end, by)).widen();
        }
    }

    /// Whether an f32 can hold the position at which the rate ends.
    pub(crate) fn ends_within_range(&self) -> bool {
        self.path.as_ref().is_none_or(|path| V::is_presentable(&path.end()))
    }

    /// The state at the end of the rate, if nothing else acts.
    pub(crate) fn end(&self) -> Option<State<V>> {
        Some(self.path.as_ref()?.end())
    }

    /// Moves the segment's start `t` seconds (of the entity's own time) later.
    pub(crate) fn pass(&mut self, t: f64) {
        self.remaining -= t;
        self.elapsed += t;
    }
}

impl<V: Space> RatePath<V> {
    /// The state `t` seconds (of the entity's own time) after the beginning.
    pub(crate) fn at(&self, t: f64) -> State<V> {
        if t >= self.rate.duration() {
            return self.end();
        }
        let position = V::offset(self.origin, self.displacement * self.rate.progress(t));
        State { position, velocity: self.along(self.rate.rate(t)) }
    }

    /// The state at the end of the rate. It does not depend on the rounding of the elapsed time.
    pub(crate) fn end(&self) -> State<V> {
        State { position: self.end, velocity: self.along(self.rate.end_rate()) }
    }

    fn along(&self, rate: f64) -> WideTangent<V> {
        let distance = length(self.displacement);
        if distance == 0.0 { zero() } else { self.displacement * (rate / distance) }
    }
}
