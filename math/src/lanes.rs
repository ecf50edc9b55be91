//! Steps several orientations at once, with the same formulas as for one.
#![expect(clippy::indexing_slicing, reason = "every lane index is below the length of all arrays")]

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::{
    Propagator,
    number::Number,
    rotation::{Quaternion, Spin, Vector3},
};

/// Number of orientations that are stepped at once.
pub const LANES: usize = 8;

/// One number per lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanes([f64; LANES]);

impl Lanes {
    /// The lanes with the `number` of each item.
    #[inline(always)]
    fn each<T>(items: &[T; LANES], number: impl Fn(&T) -> f64) -> Self {
        let mut lanes = Self([0.0; LANES]);
        for (lane, item) in lanes.0.iter_mut().zip(items) {
            *lane = number(item);
        }
        lanes
    }

    /// The number in this lane.
    #[inline(always)]
    fn lane(&self, lane: usize) -> f64 {
        self.0[lane]
    }

    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(f64, f64) -> f64) -> Self {
        let mut lanes = self;
        for lane in 0..LANES {
            lanes.0[lane] = operation(self.0[lane], other.0[lane]);
        }
        lanes
    }
}

impl Add for Lanes {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl Sub for Lanes {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}

impl Mul for Lanes {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
}

impl Div for Lanes {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }
}

impl Neg for Lanes {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.zip(self, |a, _| -a)
    }
}

impl Number for Lanes {
    #[inline(always)]
    fn of(constant: f64) -> Self {
        Self([constant; LANES])
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.zip(self, |a, _| libm::sqrt(a))
    }

    #[inline(always)]
    fn at_most(self, bound: Self, then: Self, otherwise: Self) -> Self {
        let mut lanes = then;
        for lane in 0..LANES {
            lanes.0[lane] = self.0[lane].at_most(bound.0[lane], then.0[lane], otherwise.0[lane]);
        }
        lanes
    }

    #[inline(always)]
    fn beyond(self, bound: f64, mut found: [Self; 2], beyond: fn(f64) -> [f64; 2]) -> [Self; 2] {
        let mut is_within = true;
        for lane in 0..LANES {
            is_within &= self.0[lane] <= bound;
        }
        if !is_within {
            for lane in 0..LANES {
                let found_here = [found[0].0[lane], found[1].0[lane]];
                [found[0].0[lane], found[1].0[lane]] = self.0[lane].beyond(bound, found_here, beyond);
            }
        }
        found
    }
}

/// The input of [`Spin::step_held`].
#[derive(Clone, Copy, Debug)]
pub struct SpinStep {
    /// The state at the step's start.
    pub spin: Spin,
    /// The law's coefficients over the step.
    pub propagator: Propagator,
    /// The orientation to which the spring pulls.
    pub target: Quaternion,
    /// The constant acceleration. Unit: rad/s².
    pub acceleration: Vector3,
}

/// [`Spin::step_held`] for several orientations at once, with bit-identical results. `step` returns the input for an item.
#[inline]
pub fn step_several<T>(items: &[T; LANES], step: impl Fn(&T) -> SpinStep) -> Spin<Lanes> {
    let coefficients = [
        Lanes::each(items, |item| step(item).propagator.pp_minus_1),
        Lanes::each(items, |item| step(item).propagator.pv),
        Lanes::each(items, |item| step(item).propagator.vp),
        Lanes::each(items, |item| step(item).propagator.vv_minus_1),
        Lanes::each(items, |item| step(item).propagator.h2),
    ];
    let spin = Spin {
        orientation: Quaternion::each(items, |item| step(item).spin.orientation),
        angular_velocity: Vector3::each(items, |item| step(item).spin.angular_velocity),
    };
    let target = Quaternion::each(items, |item| step(item).target);
    let acceleration = Vector3::each(items, |item| step(item).acceleration);
    spin.step_by(coefficients, target, acceleration)
}

impl Spin<Lanes> {
    /// The orientation and angular velocity in this lane.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> Spin {
        let Quaternion { vector, scalar } = &self.orientation;
        Spin {
            orientation: Quaternion { vector: vector.lane(lane), scalar: scalar.lane(lane) },
            angular_velocity: self.angular_velocity.lane(lane),
        }
    }
}

impl Vector3<Lanes> {
    #[inline(always)]
    fn each<T>(items: &[T; LANES], vector: impl Fn(&T) -> Vector3) -> Self {
        Self {
            x: Lanes::each(items, |item| vector(item).x),
            y: Lanes::each(items, |item| vector(item).y),
            z: Lanes::each(items, |item| vector(item).z),
        }
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> Vector3 {
        Vector3::new(self.x.lane(lane), self.y.lane(lane), self.z.lane(lane))
    }
}

impl Quaternion<Lanes> {
    #[inline(always)]
    fn each<T>(items: &[T; LANES], quaternion: impl Fn(&T) -> Quaternion) -> Self {
        let scalar = Lanes::each(items, |item| quaternion(item).scalar);
        Self { vector: Vector3::each(items, |item| quaternion(item).vector), scalar }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPIN: Vector3 = Vector3::new(0.3, -0.9, 0.4);
    const TURNING: Vector3 = Vector3::new(-0.8, 0.1, 0.5);

    #[test]
    fn orientations_stepped_together_have_the_same_bits_as_each_stepped_alone() {
        let step = |lane: usize| {
            let scale = [0.0, 1e-160, 1e-9, 0.3, 0.8, 1.7, 40.0, f64::NAN][lane];
            let spin = Spin { orientation: Quaternion::exp(SPIN * scale), angular_velocity: TURNING * (3.0 * scale) };
            let target = Quaternion::exp(TURNING * scale);
            SpinStep { spin, propagator: Propagator::new(30.0 + scale, 4.0, 0.1), target, acceleration: SPIN * scale }
        };
        let steps: [SpinStep; LANES] = core::array::from_fn(step);
        let alone = steps.each_ref().map(|step| step.spin.step_held(&step.propagator, step.target, step.acceleration));
        let bits = |spin: &Spin| {
            let (Quaternion { vector, scalar }, w) = (spin.orientation, spin.angular_velocity);
            [vector.x, vector.y, vector.z, scalar, w.x, w.y, w.z].map(f64::to_bits)
        };
        let together = step_several(&steps, |step| *step);
        for (lane, alone) in alone.iter().enumerate() {
            let together = together.lane(lane);
            let both_nan = alone.orientation.scalar.is_nan() && together.orientation.scalar.is_nan();
            assert!(both_nan || bits(&together) == bits(alone), "{together:?} and {alone:?}");
        }
    }
}
