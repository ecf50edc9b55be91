//! Orientations under the law: the offset from the target is a rotation vector, each of whose components obeys the scalar law.
//!
//! ```text
//! y = log(q q_t⁻¹)          y″ = A − c y′ − k y          w = J(y) y′
//! ```
//!
//! `w` is the angular velocity in the world's axes and `J` the left Jacobian of the exponential map. The state is `(q, w)`; `y` and `y′`
//! exist only within a step. `|y|` cannot exceed π in such a state: a motion that passes π within a step continues along the shorter arc in
//! the next step.

use core::ops::{Add, Mul, Neg, Sub};

use super::{
    Propagator,
    half_angle::{angle, sinc_and_cosine},
    number::Number,
    special::{phi2, phi3},
};

/// A vector with three components along the world's axes. [`left_jacobian`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Vector3<T = f64> {
    /// The component along the first axis.
    pub x: T,
    /// The component along the second axis.
    pub y: T,
    /// The component along the third axis.
    pub z: T,
}

/// An orientation: a quaternion of length 1, with the Hamilton product. [`TurnOffset`](super::camera::TurnOffset) has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Quaternion<T = f64> {
    /// The vector part: axis times sine of half the angle.
    pub vector: Vector3<T>,
    /// The scalar part: cosine of half the angle.
    pub scalar: T,
}

/// An orientation and its angular velocity. [`TurnOffset`](super::camera::TurnOffset) has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Spin<T = f64> {
    /// The orientation.
    pub orientation: Quaternion<T>,
    /// The angular velocity, in the world's axes. Unit: rad/s.
    pub angular_velocity: Vector3<T>,
}

impl<T> Vector3<T> {
    /// The vector `(x, y, z)`.
    pub const fn new(x: T, y: T, z: T) -> Self {
        Self { x, y, z }
    }
}

impl<T: Number> Vector3<T> {
    /// The scalar product.
    #[must_use]
    #[inline(always)]
    pub fn dot(self, other: Self) -> T {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The vector product.
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// The length.
    #[must_use]
    #[inline(always)]
    pub fn length(self) -> T {
        self.dot(self).sqrt()
    }
}

impl<T: Number> Add for Vector3<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl<T: Number> Sub for Vector3<T> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl<T: Number> Neg for Vector3<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

impl<T: Number> Mul<T> for Vector3<T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: T) -> Self {
        Self::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

impl<T: Number> Mul for Quaternion<T> {
    type Output = Self;
    /// Rotates by `other` first, then by `self`.
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self {
            vector: other.vector * self.scalar + self.vector * other.scalar + self.vector.cross(other.vector),
            scalar: self.scalar * other.scalar - self.vector.dot(other.vector),
        }
    }
}

impl<T: Number> Quaternion<T> {
    /// The inverse rotation.
    #[inline(always)]
    pub fn conjugate(self) -> Self {
        Self { vector: -self.vector, ..self }
    }

    /// The same rotation with length 1. NaN for length 0.
    #[inline(always)]
    pub fn normalized(self) -> Self {
        let factor = T::of(1.0) / (self.vector.dot(self.vector) + self.scalar * self.scalar).sqrt();
        Self { vector: self.vector * factor, scalar: self.scalar * factor }
    }
}

impl Quaternion {
    /// No rotation.
    pub const IDENTITY: Self = Self { vector: Vector3::new(0.0, 0.0, 0.0), scalar: 1.0 };

    /// The rotation by the angle `|y|` (rad) about the axis `y`.
    ///
    /// # Reference
    ///
    /// Solà, *Quaternion kinematics for the error-state Kalman filter* (2017), arXiv 1711.02508, eq. (101).
    pub fn exp(y: Vector3) -> Self {
        Exponential::of(y).quaternion()
    }

    /// The rotation vector (rad) of the shorter arc, `|y| ≤ π`. At exactly half a turn, the axis is that of the quaternion, with its sign.
    ///
    /// # Reference
    ///
    /// As [`Self::exp`], eq. (103), with the sign of the quaternion chosen for the shorter arc.
    pub fn log(self) -> Vector3 {
        Logarithm::of(self).y
    }

    /// The vector `v`, rotated.
    pub fn rotate(self, v: Vector3) -> Vector3 {
        let twice = self.vector.cross(v) * 2.0;
        v + twice * self.scalar + self.vector.cross(twice)
    }
}

/// `J(y) u`: the angular velocity of a rotation vector `y` (rad) that changes at `u` (rad/s).
///
/// # Examples
///
/// ```
/// use exact_motion::rotation::{Vector3, left_jacobian, left_jacobian_inverse};
///
/// // About a fixed axis, an angle changes as fast as the orientation turns.
/// let (angle, rate) = (Vector3::new(0.0, 0.0, 1.2), Vector3::new(0.0, 0.0, 3.0));
/// assert!((left_jacobian(angle, rate) - rate).length() < 1e-15);
/// assert!((left_jacobian_inverse(angle, rate) - rate).length() < 1e-15);
/// ```
///
/// # Accuracy
///
/// 7e-16 of `|u|`, for any `y`: the cancellation in a coefficient does not matter, because the coefficient is multiplied by `|y|²`.
///
/// # Reference
///
/// Solà, as for [`Quaternion::exp`], eq. (145).
pub fn left_jacobian(y: Vector3, u: Vector3) -> Vector3 {
    Exponential::of(y).jacobian(u)
}

/// `J(y)⁻¹ w`: how fast the rotation vector `y` (rad, `|y| < 2π`) changes (rad/s) under the angular velocity `w` (rad/s). [`left_jacobian`]
/// has an example.
///
/// # Accuracy
///
/// As [`left_jacobian`]. There is no singularity up to and including half a turn.
///
/// # Reference
///
/// Solà, as for [`Quaternion::exp`], eq. (146).
pub fn left_jacobian_inverse(y: Vector3, w: Vector3) -> Vector3 {
    let Exponential { square, sinc, cosine, .. } = Exponential::of(y);
    Logarithm { y, square, cotangent: cosine / sinc }.jacobian_inverse(w)
}

/// A rotation vector (rad), with the factors of its exponential and of the Jacobian.
#[derive(Clone, Copy)]
struct Exponential<T> {
    y: Vector3<T>,
    /// The square of half the angle. Unit: rad².
    square: T,
    /// The sine of half the angle, divided by half the angle.
    sinc: T,
    /// The cosine of half the angle.
    cosine: T,
}

impl<T: Number> Exponential<T> {
    #[inline(always)]
    fn of(y: Vector3<T>) -> Self {
        let square = T::of(0.25) * y.dot(y);
        let [sinc, cosine] = sinc_and_cosine(square);
        Self { y, square, sinc, cosine }
    }

    #[inline(always)]
    fn quaternion(&self) -> Quaternion<T> {
        Quaternion { vector: self.y * (T::of(0.5) * self.sinc), scalar: self.cosine }
    }

    /// See [`left_jacobian`].
    #[inline(always)]
    fn jacobian(&self, u: Vector3<T>) -> Vector3<T> {
        let Self { y, square, sinc, cosine } = *self;
        let once = y.cross(u);
        let twice = (T::of(1.0) - sinc * cosine) / (T::of(4.0) * square);
        u + once * (T::of(0.5) * sinc * sinc) + y.cross(once) * unless_zero(square, twice)
    }
}

/// The rotation vector (rad) of an orientation, with the factors of the inverse Jacobian.
#[derive(Clone, Copy)]
struct Logarithm<T> {
    y: Vector3<T>,
    /// The square of half the angle. Unit: rad².
    square: T,
    /// `h cot h`, where `h` is half the angle.
    cotangent: T,
}

impl<T: Number> Logarithm<T> {
    /// The logarithm, for the shorter arc. The quaternion can have any length but 0.
    #[inline(always)]
    fn of(Quaternion { vector, scalar }: Quaternion<T>) -> Self {
        let sign = T::of(0.0).at_most(scalar, T::of(1.0), T::of(-1.0));
        let (vector, cosine) = (vector * sign, scalar * sign);
        let sine = vector.length();
        let half = angle(sine, cosine);
        let ratio = half.at_most(T::of(0.0), T::of(1.0) / cosine, half / sine);
        Self { y: vector * (T::of(2.0) * ratio), square: half * half, cotangent: cosine * ratio }
    }

    /// See [`left_jacobian_inverse`].
    #[inline(always)]
    fn jacobian_inverse(&self, w: Vector3<T>) -> Vector3<T> {
        let Self { y, square, cotangent } = *self;
        let once = y.cross(w);
        let twice = (T::of(1.0) - cotangent) / (T::of(4.0) * square);
        w - once * T::of(0.5) + y.cross(once) * unless_zero(square, twice)
    }
}

/// Returns `coefficient`. If the angle is 0, the coefficient is 0/0, and 0 is returned instead.
#[inline(always)]
fn unless_zero<T: Number>(square: T, coefficient: T) -> T {
    square.at_most(T::of(0.0), T::of(0.0), coefficient)
}

impl Spin {
    /// The step with the target held at the orientation `target`; `acceleration` is `A` (rad/s²).
    #[inline]
    pub fn step_held(&self, propagator: &Propagator, target: Quaternion, acceleration: Vector3) -> Self {
        let &Propagator { pp_minus_1, pv, vp, vv_minus_1, h2, .. } = propagator;
        self.step_by([pp_minus_1, pv, vp, vv_minus_1, h2], target, acceleration)
    }

    /// The step with a target that rotates from `target` with the constant angular velocity `turning` (rad/s), over the propagator's time
    /// `t` (s).
    ///
    /// `c_minus_g` is the part of the damping that acts on the angular velocity in the world (1/s); `acceleration` is in rad/s². The step
    /// is exact while the target's axis is constant, and of second order otherwise.
    pub fn step_turning(
        &self,
        propagator: &Propagator,
        c_minus_g: f64,
        t: f64,
        target: Quaternion,
        turning: Vector3,
        acceleration: Vector3,
    ) -> Self {
        let turned = (self.orientation * target.conjugate()).normalized();
        let error = Logarithm::of(turned);
        let rate = error.jacobian_inverse(self.angular_velocity - turned.rotate(turning));
        let constant = acceleration - turning * c_minus_g;
        let change = propagator.held(error.y, rate, constant);
        let (error, rate) = (Exponential::of(error.y + change.position), rate + change.velocity);
        let turned = error.quaternion();
        let orientation = turned * Quaternion::exp(turning * t) * target;
        Self { orientation: orientation.normalized(), angular_velocity: error.jacobian(rate) + turned.rotate(turning) }
    }

    /// The step without a spring: friction `c` (1/s) and a constant angular `acceleration` (rad/s², world axes) over `t` (s).
    ///
    /// `propagator` belongs to `k = 0`, `c` and `t`. The step is exact without acceleration, or with one along the axis of rotation;
    /// otherwise it is of fourth order.
    pub fn step_free(&self, propagator: &Propagator, c: f64, t: f64, acceleration: Vector3) -> Self {
        let w0 = self.angular_velocity;
        // The first commutator of the Magnus expansion: the correction for a changing axis of w.
        let commutator = -(t * t * t) * (phi2(-c * t) - 2.0 * phi3(-c * t));
        let turned = w0 * propagator.pv + acceleration * propagator.h2 + w0.cross(acceleration) * (commutator / 2.0);
        Self {
            orientation: (Quaternion::exp(turned) * self.orientation).normalized(),
            angular_velocity: w0 + (w0 * propagator.vv_minus_1 + acceleration * propagator.pv),
        }
    }
}

impl<T: Number> Spin<T> {
    #[inline(always)]
    /// The step, given the five coefficients of a propagator that [`Propagator::held`] uses.
    pub(super) fn step_by(
        &self,
        [pp_minus_1, pv, vp, vv_minus_1, h2]: [T; 5],
        target: Quaternion<T>,
        acceleration: Vector3<T>,
    ) -> Self {
        let error = Logarithm::of(self.orientation * target.conjugate());
        let (y, rate) = (error.y, error.jacobian_inverse(self.angular_velocity));
        let moved = y + (y * pp_minus_1 + rate * pv + acceleration * h2);
        let rate = rate + (y * vp + rate * vv_minus_1 + acceleration * pv);
        let error = Exponential::of(moved);
        Self { orientation: (error.quaternion() * target).normalized(), angular_velocity: error.jacobian(rate) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(a: &Spin, b: &Spin) -> f64 {
        let turn = (a.orientation * b.orientation.conjugate()).log();
        turn.length() + (a.angular_velocity - b.angular_velocity).length()
    }

    const SPIN: Vector3 = Vector3::new(0.3, -0.9, 0.4);
    const TURNING: Vector3 = Vector3::new(-0.8, 0.1, 0.5);

    fn start() -> Spin {
        Spin { orientation: Quaternion::exp(Vector3::new(0.5, 0.7, -0.2)), angular_velocity: SPIN }
    }

    #[test]
    fn the_jacobian_and_its_inverse_cancel() {
        for scale in [1e-100, 1e-12, 1e-4, 0.1, 1.0, 3.1] {
            let y = Vector3::new(0.6, -0.64, 0.48) * scale;
            let back = left_jacobian(y, left_jacobian_inverse(y, SPIN));
            assert!((back - SPIN).length() < 2e-15, "at {scale}: {back:?}");
            assert!((Quaternion::exp(y).log() - y).length() < 1e-15 * scale);
        }
        assert_eq!(left_jacobian(Vector3::default(), SPIN), SPIN);
        assert_eq!(Quaternion::exp(Vector3::default()), Quaternion::IDENTITY);
    }

    #[test]
    fn the_angular_velocity_is_the_derivative_of_the_orientation() {
        let (k, c, h) = (30.0, 4.0, 1e-5);
        let at = |t| start().step_held(&Propagator::new(k, c, t), Quaternion::IDENTITY, TURNING);
        let turn = (at(0.3 + h).orientation * at(0.3 - h).orientation.conjugate()).log();
        assert!((turn * (0.5 / h) - at(0.3).angular_velocity).length() < 1e-8);
    }

    #[test]
    fn fifty_steps_equal_one_for_a_turning_target() {
        let (k, c, g, t) = (30.0, 4.0, 1.5, 0.6);
        let whole = start().step_turning(&Propagator::new(k, c, t), c - g, t, Quaternion::IDENTITY, TURNING, SPIN);
        let h = t / 50.0;
        let p = Propagator::new(k, c, h);
        let mut parts = start();
        let mut target = Quaternion::IDENTITY;
        for _ in 0..50 {
            parts = parts.step_turning(&p, c - g, h, target, TURNING, SPIN);
            target = Quaternion::exp(TURNING * h) * target;
        }
        assert!(difference(&whole, &parts) < 1e-13);
    }

    #[test]
    fn the_lag_behind_a_turning_target_is_parallel_to_its_axis() {
        let (k, c, t) = (100.0, 20.0, 5.0);
        let p = Propagator::new(k, c, t);
        let late = start().step_turning(&p, c, t, Quaternion::IDENTITY, TURNING, Vector3::default());
        let target = Quaternion::exp(TURNING * t);
        let lag = (late.orientation * target.conjugate()).log();
        assert!((lag + TURNING * (c / k)).length() < 1e-14);
        assert!((late.angular_velocity - TURNING).length() < 1e-14);
    }

    #[test]
    fn free_rotation_is_exact_with_friction_and_fourth_order_with_acceleration() {
        let run = |acceleration: Vector3, steps: u32| {
            let h = 1.0 / f64::from(steps);
            let p = Propagator::new(0.0, 0.8, h);
            (0..steps).fold(start(), |spin, _| spin.step_free(&p, 0.8, h, acceleration))
        };
        let still = Vector3::default();
        assert!(difference(&run(still, 1), &run(still, 64)) < 1e-14);
        let exact = run(TURNING, 4096);
        let (coarse, fine) = (difference(&run(TURNING, 8), &exact), difference(&run(TURNING, 16), &exact));
        assert!((coarse / fine / 16.0 - 1.0).abs() < 0.05, "{coarse} / {fine}");
    }
}
