//! The frames that cameras are in, and what is attached is on: in f64 and in motion.

use bevy::{
    math::{DMat3, DVec3, Quat},
    transform::components::Transform,
};

use crate::{
    math::{camera::Placement, rotation::Vector3},
    space::{
        matrix::{determinant, inverse},
        quat::{self, from_math, to_math, vector_from_math, vector_to_math},
    },
};

/// Axes that are distorted by less are seen as they should be. Unit: rad, 1.
const DISTORTED: f64 = 1e-3;

/// A parent's frame in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Without the scale.
    pub(crate) placement: Placement,
    /// From the frame's axes to the world's, with the scale.
    linear: DMat3,
    /// How fast that changes. Unit: 1/s.
    linear_rate: DMat3,
}

/// How fast something moves in its parent's frame, turns and grows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rates {
    pub(crate) velocity: DVec3,
    pub(crate) turning: DVec3,
    pub(crate) growth: DVec3,
}

/// What of something's motion nothing tells, so that it has to be sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Untold {
    Nothing,
    /// How this place moves, with which all else goes that is told.
    Place(Vector3),
    All,
}

impl Frame {
    pub(super) const WORLD: Self =
        Self { placement: Placement::REST, linear: DMat3::IDENTITY, linear_rate: DMat3::ZERO };

    /// What stands in this frame so and moves so in it.
    pub(crate) fn carry(&self, transform: &Transform, rates: &Rates) -> Self {
        let Transform { translation, rotation, scale } = *transform;
        let Rates { velocity, turning, growth } = *rates;
        let (place, turn) = (translation.as_dvec3(), rotation.as_dquat().normalize());
        let outer = from_math(self.placement.orientation);
        let spin = vector_from_math(self.placement.angular_velocity);
        let placement = Placement {
            position: self.placement.position + vector_to_math(self.linear * place),
            velocity: self.placement.velocity + vector_to_math(self.linear_rate * place + self.linear * velocity),
            orientation: to_math((outer * turn).normalize()),
            angular_velocity: vector_to_math(spin + outer * turning),
        };
        let turn = DMat3::from_quat(turn);
        let own = turn * DMat3::from_diagonal(scale.as_dvec3());
        let own_rate = cross(turning) * own + turn * DMat3::from_diagonal(growth);
        Self { placement, linear: self.linear * own, linear_rate: self.linear_rate * own + self.linear * own_rate }
    }

    /// Whether something can be placed in it: its axes are finite, span a volume and are not mirrored.
    pub(crate) fn has_room(&self) -> bool {
        let volume = determinant(&self.linear);
        volume > 0.0 && volume.is_finite() && self.is_somewhere()
    }

    /// Whether where it is and how it moves are numbers.
    pub(crate) fn is_somewhere(&self) -> bool {
        is_finite(&self.placement)
    }

    /// The rotation in it of an entity with this orientation in the world.
    pub(crate) fn turned(&self, placement: &Placement) -> Quat {
        let back = self.placement.orientation.conjugate();
        from_math((back * placement.orientation).normalized()).as_quat()
    }

    /// Whether the axes of what has this rotation in it are not at right angles in the world.
    pub(crate) fn shears(&self, turn: Quat) -> bool {
        let DMat3 { x_axis, y_axis, z_axis } = self.linear * DMat3::from_quat(turn.as_dquat());
        [(x_axis, y_axis), (y_axis, z_axis), (z_axis, x_axis)]
            .iter()
            .any(|(one, other)| one.dot(*other).abs() > DISTORTED * one.length() * other.length())
    }

    /// Whether it shears what is in it, or scales it by another factor along each axis.
    pub(crate) fn distorts(&self) -> bool {
        let DMat3 { x_axis, y_axis, z_axis } = self.linear;
        let lengths = [x_axis.length(), y_axis.length(), z_axis.length()];
        let (least, most) = lengths
            .iter()
            .fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), length| (least.min(*length), most.max(*length)));
        most > (1.0 + DISTORTED) * least || self.shears(Quat::IDENTITY)
    }

    /// Where a place of the world is in it.
    pub(crate) fn local(&self, position: Vector3) -> DVec3 {
        inverse(&self.linear) * quat::vector_from_math(position - self.placement.position)
    }
}

/// Whether a place, an orientation, and how both change are numbers.
pub(crate) fn is_finite(placement: &Placement) -> bool {
    let is_finite = |vector| vector_from_math(vector).is_finite();
    let Placement { position, velocity, orientation, angular_velocity } = *placement;
    is_finite(position) && is_finite(velocity) && is_finite(angular_velocity) && from_math(orientation).is_finite()
}

/// The matrix of the cross product with a vector.
fn cross(vector: DVec3) -> DMat3 {
    DMat3::from_cols(vector.cross(DVec3::X), vector.cross(DVec3::Y), vector.cross(DVec3::Z))
}
