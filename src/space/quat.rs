//! Orientations.

use bevy::math::{DQuat, DVec3, Quat, Vec3};

use super::{Law, Response, Space, State};
use crate::math::{
    Slope,
    rotation::{Quaternion, Spin, Vector3},
};

/// How far the square of a length may be from 1 to count as 1: what glam's own `is_normalized` allows.
const UNIT: f64 = 2e-4;

/// An orientation. Its differences are rotation vectors along the parent's axes: the velocity is the angular velocity, in
/// rad/s, and a rotation takes the shortest arc.
///
/// The law acts on the rotation vector from the target, `y = log(q q_t⁻¹)`: about a fixed axis it is the law of the
/// angle, otherwise the axis turns with the velocity. Orientation and angular velocity are continuous whatever the
/// target does. The angular velocity of a turning target is taken as constant over the tick.
///
/// # Special cases
///
/// - `q` and `−q` are the same orientation; the plugin writes the sign that is nearer to the target's.
/// - At rest the value is the target's, bit for bit. A target that is not of length 1 (by glam's `is_normalized`) is normalized;
///   a target of length 0 is invalid input.
/// - **Half a turn is the limit**: a motion that passes the orientation opposite to its target goes on the short way round
///   from the next tick on, so what follows then depends on where the ticks fall. Exactly opposite, the quaternions'
///   signs decide. If a target turns by more than π in a tick, its path is taken the short way round.
///
/// # Accuracy
///
/// With held and uniformly turning targets, friction and free rotation the motion is exact; the written orientation is correct to 0.5 ulp
/// of f32. With a constant angular acceleration across the axis of a free rotation, the error is of fourth order in the tick: 2.4e-8 rad
/// at 64 Hz. With a target that turns about a changing axis it is of second order: 5.8e-5 rad at 64 Hz.
impl Space for Quat {
    type Tangent = Vec3;
    type Wide = DQuat;
    /// In rad: a thousand pixels from the axis, a tenth of a pixel.
    const REST_TOLERANCE: f64 = 1e-4;
    const LINEAR: bool = false;

    #[inline]
    fn widen(self) -> DQuat {
        let exact = self.as_dquat();
        // Exact where it can be, so that rest is on the user's own bits.
        if (exact.length_squared() - 1.0).abs() <= UNIT { exact } else { from_math(to_math(exact).normalized()) }
    }

    #[inline]
    fn narrow(wide: DQuat) -> Self {
        wide.as_quat()
    }

    #[inline]
    fn difference(to: DQuat, from: DQuat) -> DVec3 {
        // The logarithm does not ask for length 1.
        vector_from_math((to_math(to) * to_math(from).conjugate()).log())
    }

    #[inline]
    fn offset(from: DQuat, by: DVec3) -> DQuat {
        if by == DVec3::ZERO {
            return from;
        }
        from_math((Quaternion::exp(vector_to_math(by)) * to_math(from)).normalized())
    }

    #[inline]
    fn is_finite(self) -> bool {
        Self::is_finite(self) && self != Self::from_array([0.0; 4])
    }

    /// `q` and `−q` are the same orientation.
    #[inline]
    fn same(self, other: Self) -> bool {
        self == other || self == -other
    }

    #[inline]
    fn magnitude(_: DQuat) -> f64 {
        1.0
    }

    fn evolve(
        state: State<Self>,
        target: DQuat,
        slope: Option<&Slope<DVec3>>,
        law: &Law<Self>,
        response: &Response,
    ) -> State<Self> {
        let turning = slope.map_or(DVec3::ZERO, |slope| slope.e1);
        let free = law.k == 0.0;
        let still = state.velocity == DVec3::ZERO && law.a == DVec3::ZERO;
        if still && (free || (turning == DVec3::ZERO && state.position == target)) {
            // Normalizing would change the bits of what does not move.
            return state;
        }
        let spin = Spin {
            orientation: to_math(state.position).normalized(),
            angular_velocity: vector_to_math(state.velocity),
        };
        let target = to_math(target).normalized();
        let acceleration = vector_to_math(law.a);
        let Response { t, ref propagator, .. } = *response;
        let next = if free {
            spin.step_free(propagator, law.c, t, acceleration)
        } else if turning == DVec3::ZERO {
            spin.step_held(propagator, target, acceleration)
        } else {
            spin.step_turning(propagator, law.c - law.g, t, target, vector_to_math(turning), acceleration)
        };
        State { position: from_math(next.orientation), velocity: vector_from_math(next.angular_velocity) }
    }

    /// Turned by a fixed rotation, so is the axis that it turns about.
    fn displaced(state: State<Self>, by: DVec3) -> State<Self> {
        State {
            position: Self::offset(state.position, by),
            velocity: from_math(Quaternion::exp(vector_to_math(by))) * state.velocity,
        }
    }

    /// The rotation with constant angular velocity from one to the other, the short way round.
    fn path(from: &State<Self>, to: &State<Self>, length: f64) -> Slope<DVec3> {
        if length == 0.0 {
            return Slope::line(from.velocity);
        }
        Slope::line(Self::difference(to.position, from.position) * (1.0 / length))
    }
}

pub(crate) fn to_math(q: DQuat) -> Quaternion {
    Quaternion { vector: Vector3::new(q.x, q.y, q.z), scalar: q.w }
}

pub(crate) fn from_math(q: Quaternion) -> DQuat {
    DQuat::from_xyzw(q.vector.x, q.vector.y, q.vector.z, q.scalar)
}

pub(crate) fn vector_to_math(v: DVec3) -> Vector3 {
    Vector3::new(v.x, v.y, v.z)
}

pub(crate) fn vector_from_math(v: Vector3) -> DVec3 {
    DVec3::new(v.x, v.y, v.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Integrals, Propagator};

    /// As glam makes them: of length 1 up to rounding.
    fn samples() -> impl Iterator<Item = Quat> {
        (0..200u8).map(|i| {
            let i = f32::from(i);
            Quat::from_rotation_x(0.37 * i) * Quat::from_rotation_y(1.1 + 0.013 * i) * Quat::from_rotation_z(-0.71 * i)
        })
    }

    fn response(k: f64, c: f64, t: f64) -> Response {
        let propagator = Propagator::new(k, c, t);
        Response { t, propagator, integrals: Integrals::new(k, c, t, &propagator) }
    }

    #[test]
    fn every_orientation_comes_back_from_f64_bit_for_bit() {
        for q in samples() {
            assert_eq!(Quat::narrow(q.widen()).to_array().map(f32::to_bits), q.to_array().map(f32::to_bits));
            assert_eq!(Quat::offset(q.widen(), DVec3::ZERO), q.widen());
        }
    }

    #[test]
    fn a_quaternion_of_another_length_is_normalized_and_one_of_no_length_is_refused() {
        for scale in [1e-30, 0.5, 1.01, 1e30] {
            for q in samples() {
                let scaled = Quat::from_array(q.to_array().map(|component| component * scale));
                assert!(Space::is_finite(scaled));
                let wide = scaled.widen();
                assert!((wide.length() - 1.0).abs() < 4.0 * f64::EPSILON, "{scale}: {}", wide.length());
                assert!(Quat::difference(wide, q.widen()).length() < 4e-7);
            }
        }
        assert!(!Space::is_finite(Quat::from_array([0.0; 4])));
        assert!(!Space::is_finite(Quat::from_array([0.0, -0.0, 0.0, 0.0])));
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(!Space::is_finite(Quat::from_xyzw(0.0, bad, 0.0, 1.0)));
        }
    }

    #[test]
    fn the_difference_is_the_shortest_arc_whatever_the_signs() {
        for from in samples().step_by(17) {
            for to in samples().step_by(13) {
                let way = Quat::difference(to.widen(), from.widen());
                assert!(way.length() <= core::f64::consts::PI + 1e-15);
                for (to, from) in [(-to, from), (to, -from), (-to, -from)] {
                    assert!((Quat::difference(to.widen(), from.widen()) - way).length() < 1e-15);
                }
                let arrived = Quat::offset(from.widen(), way);
                assert!(Quat::difference(arrived, to.widen()).length() < 2e-15, "{from} to {to}");
            }
        }
        for q in samples() {
            assert_eq!(Quat::difference(q.widen(), q.widen()), DVec3::ZERO);
            assert_eq!(Quat::difference(q.widen(), (-q).widen()), DVec3::ZERO);
        }
    }

    #[test]
    fn what_stands_on_its_target_keeps_its_bits() {
        let law = Law { k: 64.0, c: 16.0, ..Law::default() };
        let free = Law { c: 2.0, ..Law::default() };
        for q in samples() {
            let state = State { position: q.widen(), velocity: DVec3::ZERO };
            assert_eq!(Quat::evolve(state, q.widen(), None, &law, &response(64.0, 16.0, 0.1)), state);
            let slope = Slope::default();
            assert_eq!(Quat::evolve(state, q.widen(), Some(&slope), &law, &response(64.0, 16.0, 0.1)), state);
            assert_eq!(Quat::evolve(state, DQuat::IDENTITY, None, &free, &response(0.0, 2.0, 0.1)), state);
        }
    }

    #[test]
    fn the_length_of_a_users_quaternion_has_no_effect_on_the_motion() {
        // Within what glam lets pass as normalized.
        let long = |q: Quat| Quat::from_array(q.to_array().map(|component| component * 1.000_09)).widen();
        let law = Law { k: 64.0, c: 5.0, g: 2.0, a: DVec3::new(1.0, 0.0, -2.0) };
        let line = Slope::line(DVec3::new(0.3, -2.0, 0.9));
        for (law, slope) in [(law, None), (law, Some(&line)), (Law { k: 0.0, g: 0.0, ..law }, None)] {
            let response = response(law.k, law.c, 0.1);
            for (q, target) in samples().zip(samples().skip(7)) {
                let velocity = DVec3::new(-1.0, 0.5, 2.0);
                let step = |q: DQuat, target: DQuat| {
                    Quat::evolve(State { position: q, velocity }, target, slope, &law, &response)
                };
                let (exact, found) = (step(q.widen(), target.widen()), step(long(q), long(target)));
                assert!((found.position.length() - 1.0).abs() < 1e-15);
                // The scaled f32 are rounded once more.
                assert!(Quat::difference(found.position, exact.position).length() < 1e-6);
                assert!((found.velocity - exact.velocity).length() < 1e-5);
            }
        }
    }

    #[test]
    fn a_path_is_a_rotation_at_constant_angular_velocity() {
        let from = State { position: Quat::from_rotation_y(3.0).widen(), velocity: DVec3::X };
        let to = State { position: Quat::from_rotation_y(-3.0).widen(), velocity: DVec3::Z };
        let path = Quat::path(&from, &to, 0.25);
        assert!((path.e1.y - 4.0 * (core::f64::consts::TAU - 6.0)).abs() < 1e-6);
        assert!(Quat::difference(Quat::offset(from.position, path.offset(0.25)), to.position).length() < 1e-15);
        assert_eq!((path.e2, path.e3), (DVec3::ZERO, DVec3::ZERO));
        assert_eq!(Quat::path(&from, &to, 0.0), Slope::line(DVec3::X));
    }
}
