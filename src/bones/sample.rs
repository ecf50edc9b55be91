//! How fast a `Transform` changes that other code writes.

use bevy::prelude::*;

use crate::{
    camera::frame::Rates,
    space::quat::{to_math, vector_from_math},
};

/// The `Transform`s that other code has written, up to the last frame.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    last: Transform,
    /// The mean rates over the last frame with a length, and its length (s).
    mean: Option<(Rates, f64)>,
    /// The rates at the end of the last frame.
    rates: Rates,
    /// The last frame in which the `Transform` was read.
    pub(super) frame: u32,
}

impl Sample {
    /// A `Transform` that has been at rest.
    pub(super) fn new(transform: &Transform) -> Self {
        Self { last: *transform, mean: None, rates: Rates::default(), frame: 0 }
    }

    /// Forgets how the `Transform` has changed, because it has jumped to this one.
    pub(super) fn jump(&mut self, transform: &Transform) {
        *self = Self { frame: self.frame, ..Self::new(transform) };
    }

    /// Shifts the `Transform` of an entity without a parent with the world's origin.
    pub(super) fn shift(&mut self, by: Vec3) {
        self.last.translation += by;
    }

    /// The rates at the end of the last frame.
    pub(super) const fn rates(&self) -> Rates {
        self.rates
    }

    /// The rates at the end of a frame of `time` seconds (≥ 0), in which the `Transform` has become `next`. Those of the parabola through
    /// the last three samples, whose error is of the second order in the length of the frames; after a jump, those of the line through two.
    pub(super) fn pass(&mut self, next: &Transform, time: f64) -> Rates {
        let last = core::mem::replace(&mut self.last, *next);
        if time > 0.0 {
            let mean = mean_rates(&last, next, time);
            self.rates = match self.mean {
                Some((before, length)) => ahead(&before, &mean, time / (time + length)),
                None => mean,
            };
            self.mean = Some((mean, time));
        }
        self.rates
    }
}

fn mean_rates(last: &Transform, next: &Transform, time: f64) -> Rates {
    let (before, after) = (last.rotation.as_dquat(), next.rotation.as_dquat());
    let turn =
        if last.rotation == next.rotation { default() } else { to_math((after * before.inverse()).normalize()).log() };
    Rates {
        velocity: (next.translation.as_dvec3() - last.translation.as_dvec3()) / time,
        turning: vector_from_math(turn) / time,
        growth: (next.scale.as_dvec3() - last.scale.as_dvec3()) / time,
    }
}

/// The rates at the share `ahead` beyond `mean`, on the line from `before`.
fn ahead(before: &Rates, mean: &Rates, ahead: f64) -> Rates {
    let beyond = |before, mean| mean + (mean - before) * ahead;
    Rates {
        velocity: beyond(before.velocity, mean.velocity),
        turning: beyond(before.turning, mean.turning),
        growth: beyond(before.growth, mean.growth),
    }
}
