//! Moving frames of reference, in f64: those of parents and of leaders.

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

/// The largest distortion of the axes that is ignored. Unit: rad for the angles between axes, 1 for the ratios of their lengths.
const DISTORTION_TOLERANCE: f64 = 1e-3;

/// A frame of reference in the world, with its motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldFrame {
    /// The position, orientation and velocities of the frame, without its scale.
    pub(crate) placement: Placement,
    /// Maps vectors from the frame's axes to the world's, including the scale.
    linear: DMat3,
    /// The rate of `linear`. Unit: 1/s.
    linear_rate: DMat3,
}

/// The rates of a `Transform`: velocity, angular velocity and rate of the scale, in the parent frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rates {
    pub(crate) velocity: DVec3,
    pub(crate) turning: DVec3,
    pub(crate) growth: DVec3,
}

/// The part of an entity's motion that no velocity component reports, so that it has to be sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Unreported {
    Nothing,
    /// Only the translation: the entity's rotation is reported, and so is motion relative to the entity. Holds the entity's position in the
    /// world (m).
    Place(Vector3),
    All,
}

impl WorldFrame {
    pub(crate) const WORLD: Self =
        Self { placement: Placement::REST, linear: DMat3::IDENTITY, linear_rate: DMat3::ZERO };

    /// The frame of a child of this frame, with this `Transform` and these rates.
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

    /// Whether entities can be placed in this frame: its axes are finite, span a volume and are not mirrored, and its placement is finite.
    pub(crate) fn is_valid(&self) -> bool {
        let volume = determinant(&self.linear);
        volume > 0.0 && volume.is_finite() && self.is_finite()
    }

    /// Whether the frame's placement is finite.
    pub(crate) fn is_finite(&self) -> bool {
        is_finite(&self.placement)
    }

    /// The rotation, relative to this frame, of an entity with this placement in the world.
    pub(crate) fn local_rotation(&self, placement: &Placement) -> Quat {
        let back = self.placement.orientation.conjugate();
        from_math((back * placement.orientation).normalized()).as_quat()
    }

    /// Whether the frame shears an entity with this local rotation: the axes of the entity are then not at right angles in the world.
    pub(crate) fn shears(&self, turn: Quat) -> bool {
        let DMat3 { x_axis, y_axis, z_axis } = self.linear * DMat3::from_quat(turn.as_dquat());
        [(x_axis, y_axis), (y_axis, z_axis), (z_axis, x_axis)]
            .iter()
            .any(|(one, other)| one.dot(*other).abs() > DISTORTION_TOLERANCE * one.length() * other.length())
    }

    /// Whether the frame shears its children, or scales them by different factors along its axes.
    pub(crate) fn distorts(&self) -> bool {
        let DMat3 { x_axis, y_axis, z_axis } = self.linear;
        let lengths = [x_axis.length(), y_axis.length(), z_axis.length()];
        let (least, most) = lengths
            .iter()
            .fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), length| (least.min(*length), most.max(*length)));
        most > (1.0 + DISTORTION_TOLERANCE) * least || self.shears(Quat::IDENTITY)
    }

    /// Converts a vector of this frame to the world's axes.
    pub(crate) fn vector(&self, vector: DVec3) -> DVec3 {
        self.linear * vector
    }

    /// Turns a vector from the frame's axes to the world's, without the frame's scale.
    pub(crate) fn turned(&self, vector: DVec3) -> DVec3 {
        from_math(self.placement.orientation) * vector
    }

    /// The largest scale of the frame's axes. Unit: 1.
    pub(crate) fn scale(&self) -> f64 {
        let DMat3 { x_axis, y_axis, z_axis } = self.linear;
        x_axis.length().max(y_axis.length()).max(z_axis.length())
    }

    /// Converts a vector from the world's axes to those of this frame, without its scale.
    pub(crate) fn local_vector(&self, vector: DVec3) -> DVec3 {
        from_math(self.placement.orientation).inverse() * vector
    }

    /// Converts a position in the world to this frame.
    pub(crate) fn local_position(&self, position: Vector3) -> DVec3 {
        inverse(&self.linear) * quat::vector_from_math(position - self.placement.position)
    }
}

/// Whether position, orientation and both velocities are finite.
pub(crate) fn is_finite(placement: &Placement) -> bool {
    let is_finite = |vector| vector_from_math(vector).is_finite();
    let Placement { position, velocity, orientation, angular_velocity } = *placement;
    is_finite(position) && is_finite(velocity) && is_finite(angular_velocity) && from_math(orientation).is_finite()
}

/// The matrix of the cross product with a vector.
fn cross(vector: DVec3) -> DMat3 {
    DMat3::from_cols(vector.cross(DVec3::X), vector.cross(DVec3::Y), vector.cross(DVec3::Z))
}
