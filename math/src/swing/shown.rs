//! How a swing is shown: inside a cone, outside colliders, and as a rotation.

use super::{super::rotation::Quaternion, Bone, BonePose, Equilibrium, Swing, Vector3, across};

/// The share of the largest angle up to which nothing is limited. Unit: 1.
const FREE: f64 = 0.5;

/// # What is shown
impl Swing {
    /// Whether the bone stays within `tolerance` (rad) of where it is, if its pose stays at rest.
    pub fn is_at_rest(&self, bone: &Bone, pose: &BonePose, tolerance: f64) -> bool {
        let equilibrium = bone.equilibrium(pose);
        let (offset, rate) = self.about(&equilibrium);
        if equilibrium.stiffness > 0.0 {
            // The energy of the swing never grows.
            let stiffness = equilibrium.stiffness;
            offset.dot(offset) * stiffness + rate.dot(rate) <= tolerance * tolerance * stiffness
        } else {
            rate.length() <= tolerance * bone.damping
        }
    }

    /// The swing at the share `influence` (0 to 1) of its angle from the pose, which is slowed down smoothly from half of `max_angle` (rad,
    /// ≥ 0) on and does not exceed it.
    pub fn limited(&self, pose: &BonePose, max_angle: f64, influence: f64) -> Self {
        // Fast path: nothing is limited.
        let (sine, cosine) = (across(self.direction, pose.direction).length(), self.direction.dot(pose.direction));
        if influence == 1.0 && libm::atan2(sine, cosine) <= FREE * max_angle {
            return *self;
        }
        let pose = Equilibrium { direction: pose.direction, velocity: pose.direction_velocity, stiffness: 0.0 };
        let (offset, rate) = self.about(&pose);
        let angle = offset.length();
        if angle == 0.0 {
            let slope = if max_angle > 0.0 { influence } else { 0.0 };
            return Self::from_offset(&pose, offset, rate * slope);
        }
        let (shown, slope) = limit(angle, max_angle);
        let (ratio, slope) = (influence * shown / angle, influence * slope);
        let towards = offset * angle.recip();
        let along = towards * rate.dot(towards);
        Self::from_offset(&pose, offset * ratio, along * slope + (rate - along) * ratio)
    }

    /// The swing outside of the cone about `towards` (length 1) whose half angle has this cosine (−1 to 1). A bone inside is put onto the
    /// cone, and does not move into it.
    pub fn kept_out(&self, towards: Vector3, cosine: f64) -> Self {
        if self.direction.dot(towards) <= cosine {
            return *self;
        }
        let away = across(self.direction, towards);
        let length = away.length();
        let away = if length > 0.0 { away * length.recip() } else { perpendicular(towards) };
        let sine = libm::sqrt((1.0 - cosine) * (1.0 + cosine));
        let direction = towards * cosine + away * sine;
        let direction = direction * direction.length().recip();
        let inwards = towards * sine - away * cosine;
        let velocity = across(self.velocity, direction);
        let into = velocity.dot(inwards).max(0.0);
        Self { direction, velocity: velocity - inwards * into }
    }

    /// The shortest rotation that turns the pose's direction to the bone's, and the angular velocity (rad/s) of a body that it turns, if the
    /// body has this angular velocity in its pose.
    ///
    /// # Reference
    ///
    /// The rotation is a half turn about the pose's direction, followed by one about the sum of both directions; a half turn about a moving
    /// axis `u` of length 1 has the angular velocity `2 u × u′`. Derived here.
    pub fn rotation(&self, pose: &BonePose, angular_velocity: Vector3) -> (Quaternion, Vector3) {
        let sum = self.direction + pose.direction;
        let square = sum.dot(sum);
        if square == 0.0 {
            let half_turn = Quaternion { vector: perpendicular(pose.direction), scalar: 0.0 };
            return (half_turn, half_turn.rotate(angular_velocity));
        }
        let rotation = Quaternion { vector: pose.direction.cross(self.direction), scalar: square / 2.0 }.normalized();
        let about_sum = |v: Vector3| sum * (2.0 * sum.dot(v) / square) - v;
        let of_sum = sum.cross(self.velocity + pose.direction_velocity) * (2.0 / square);
        let of_pose = about_sum(pose.direction.cross(pose.direction_velocity) * 2.0);
        (rotation, of_sum + of_pose + rotation.rotate(angular_velocity))
    }
}

/// The limited angle (rad), and how fast it changes with `angle`.
fn limit(angle: f64, largest: f64) -> (f64, f64) {
    let free = FREE * largest;
    let rest = largest - free;
    if angle <= free || !rest.is_finite() {
        (angle, 1.0)
    } else if rest > 0.0 {
        let left = libm::exp((free - angle) / rest);
        (largest - rest * left, left)
    } else {
        (0.0, 0.0)
    }
}

/// A direction at right angles to this one.
fn perpendicular(direction: Vector3) -> Vector3 {
    let Vector3 { x, y, z } = direction;
    let (x_size, y_size, z_size) = (x.abs(), y.abs(), z.abs());
    let axis = if x_size <= y_size && x_size <= z_size {
        Vector3::new(1.0, 0.0, 0.0)
    } else if y_size <= z_size {
        Vector3::new(0.0, 1.0, 0.0)
    } else {
        Vector3::new(0.0, 0.0, 1.0)
    };
    let across = across(axis, direction);
    across * across.length().recip()
}
