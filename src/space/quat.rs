//! Orientations.

use alloc::vec::Vec;

use bevy::math::{DQuat, DVec3, Quat, Vec3};

use super::{HeldStep, Law, Response, Space, State};
use crate::math::{
    LANES, Slope, SpinStep,
    camera::TurnOffset,
    rotation::{Quaternion, Spin, Vector3},
    step_several,
};

/// How far the squared length of a normalized quaternion may be from 1, as in glam's `is_normalized`.
const UNIT_TOLERANCE: f64 = 2e-4;

/// An orientation. Its differences are rotation vectors along the parent's axes: the velocity is the angular velocity, in
/// rad/s, and a rotation takes the shortest arc.
///
/// The law acts on the rotation vector from the target, `y = log(q q_t⁻¹)`. If the axis is fixed, this is the law of an angle; otherwise
/// the axis turns with the velocity. Orientation and angular velocity are continuous whatever the target does. The angular velocity of a
/// turning target is assumed to be constant during a tick.
///
/// # Special cases
///
/// - `q` and `−q` are the same orientation; the plugin writes the sign that is nearer to the target's.
/// - At rest the value is the target's, bit for bit. A target that is not of length 1 (by glam's `is_normalized`) is normalized;
///   a target of length 0 is invalid input.
/// - **Half a turn is the limit**: a motion that passes the orientation opposite to its target continues the short way round from the next
///   tick on, so the path from there on depends on the instants of the ticks. Exactly opposite the target, the quaternions' signs decide
///   the direction. If a target turns by more than π in a tick, the shorter path is assumed.
///
/// # Accuracy
///
/// With held and uniformly turning targets, friction and free rotation the motion is exact; the written orientation is correct to 0.5 ulp
/// of f32. With a constant angular acceleration perpendicular to the axis of a free rotation, the error is of fourth order in the tick:
/// 2.4e-8 rad at 64 Hz. With a target that turns about a changing axis it is of second order: 5.8e-5 rad at 64 Hz.
impl Space for Quat {
    type Tangent = Vec3;
    type Wide = DQuat;
    /// At a distance of a thousand pixels from the axis, a turn by this angle is a movement of a tenth of a pixel. Unit: rad.
    const REST_TOLERANCE: f64 = 1e-4;
    const LINEAR: bool = false;

    #[inline]
    fn widen(self) -> DQuat {
        let exact = self.as_dquat();
        // A normalized quaternion keeps its bits, so that at rest the value is the user's, bit for bit.
        if (exact.length_squared() - 1.0).abs() <= UNIT_TOLERANCE {
            exact
        } else {
            from_math(to_math(exact).normalized())
        }
    }

    #[inline]
    fn narrow(wide: DQuat) -> Self {
        wide.as_quat()
    }

    #[inline]
    fn difference(to: DQuat, from: DQuat) -> DVec3 {
        // `log` accepts quaternions of any length.
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
            // A step would normalize the orientation, and so change the bits of a value at rest.
            return state;
        }
        // The orientation need not be normalized: the step normalizes its result.
        let spin = spin(&state);
        let target = to_math(target);
        let acceleration = vector_to_math(law.a);
        let Response { t, ref propagator, .. } = *response;
        self::state(if free {
            spin.step_free(propagator, law.c, t, acceleration)
        } else if turning == DVec3::ZERO {
            spin.step_held(propagator, target, acceleration)
        } else {
            spin.step_turning(propagator, law.c - law.g, t, target, vector_to_math(turning), acceleration)
        })
    }

    fn evolve_several(steps: &[HeldStep<Self>; LANES], states: &mut Vec<State<Self>>) {
        let is_held = |step: &HeldStep<Self>| {
            let is_still = step.start.velocity == DVec3::ZERO && step.law.a == DVec3::ZERO;
            step.law.k != 0.0 && step.response.t != 0.0 && !(is_still && step.start.position == step.target)
        };
        if !steps.iter().all(is_held) {
            states.extend(steps.iter().map(HeldStep::end));
            return;
        }
        let spins = step_several(steps, |step| SpinStep {
            spin: spin(&step.start),
            propagator: step.response.propagator,
            target: to_math(step.target),
            acceleration: vector_to_math(step.law.a),
        });
        for lane in 0..LANES {
            states.push(state(spins.lane(lane)));
        }
    }

    /// The offset `by` also rotates the angular velocity.
    fn displaced(state: State<Self>, by: DVec3) -> State<Self> {
        State {
            position: Self::offset(state.position, by),
            velocity: from_math(Quaternion::exp(vector_to_math(by))) * state.velocity,
        }
    }

    fn offset_between(shown: State<Self>, base: State<Self>) -> (DVec3, DVec3) {
        let TurnOffset { offset, rate } = TurnOffset::between(&spin(&shown), &spin(&base));
        (vector_from_math(offset), vector_from_math(rate))
    }

    fn at_offset(base: State<Self>, offset: DVec3, rate: DVec3) -> State<Self> {
        state(TurnOffset { offset: vector_to_math(offset), rate: vector_to_math(rate) }.on(&spin(&base)))
    }

    /// The rotation with constant angular velocity from one state to the other, the short way round.
    fn path(from: &State<Self>, to: &State<Self>, length: f64) -> Slope<DVec3> {
        if length == 0.0 {
            return Slope::line(from.velocity);
        }
        Slope::line(Self::difference(to.position, from.position) * (1.0 / length))
    }
}

fn spin(state: &State<Quat>) -> Spin {
    Spin { orientation: to_math(state.position), angular_velocity: vector_to_math(state.velocity) }
}

fn state(spin: Spin) -> State<Quat> {
    State { position: from_math(spin.orientation), velocity: vector_from_math(spin.angular_velocity) }
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
mod tests;
