//! Shapes that bones are kept out of.

use bevy::{math::DVec3, prelude::*};

use crate::{
    camera::frame::WorldFrame,
    math::{rotation::Vector3, swing::Swing},
    space::quat::{vector_from_math, vector_to_math},
};

/// A shape that the ends of [`SpringBones`](super::SpringBones) are kept out of: a head, a shoulder, the ground. Its entity's `Transform`
/// places it; put it on a child of a bone to move it with that bone. Its size is scaled by the entity's largest scale.
///
/// All chains are kept out of all colliders.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::BoneCollider;
///
/// fn shape(head: Entity, commands: &mut Commands) {
///     commands.spawn((BoneCollider::Sphere(Sphere::new(0.12)), Transform::from_xyz(0.0, 0.1, 0.0), ChildOf(head)));
/// }
/// ```
///
/// # Special cases
///
/// - A collider on a bone that itself swings is where that bone's pose is.
/// - A bone whose head is so far inside of a collider that its end cannot leave it points straight out.
/// - Negative sizes, and those that are not finite, have no effect.
/// - There is no default: in `bsn!`, write `template(move |_| Ok(collider))`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(Transform)]
pub enum BoneCollider {
    /// A sphere about the entity.
    Sphere(Sphere),
    /// A capsule about the entity, along its y axis.
    Capsule(Capsule3d),
    /// Half of space, up to a plane through the entity. The normal points to where bones may be.
    Plane(InfinitePlane3d),
}

/// How often bones are moved out of colliders that they have been moved into by others.
const MAX_ROUNDS: usize = 8;

/// A collider in the world.
#[derive(Clone, Copy)]
pub(super) enum Obstacle {
    /// All points at most `radius` from a line of this length from `start`.
    Rounded { start: DVec3, along: DVec3, radius: f64 },
    /// All points behind a plane.
    Behind { point: DVec3, normal: DVec3 },
}

impl BoneCollider {
    /// The collider in the world. Returns `None` if it is not valid.
    pub(super) fn obstacle(&self, frame: &WorldFrame) -> Option<Obstacle> {
        let (centre, scale) = (vector_from_math(frame.placement.position), frame.scale());
        let rounded = |start: DVec3, along: DVec3, radius: f32| {
            let radius = f64::from(radius) * scale;
            (start.is_finite() && along.is_finite() && radius >= 0.0 && radius.is_finite())
                .then_some(Obstacle::Rounded { start, along, radius })
        };
        match *self {
            Self::Sphere(Sphere { radius }) => rounded(centre, DVec3::ZERO, radius),
            Self::Capsule(Capsule3d { radius, half_length }) => {
                let half = frame.turned(DVec3::Y) * (f64::from(half_length) * scale);
                rounded(centre - half, half * 2.0, radius).filter(|_| half_length >= 0.0)
            }
            Self::Plane(InfinitePlane3d { normal }) => {
                let normal = frame.turned(normal.as_dvec3()).normalize();
                (centre.is_finite() && normal.is_finite()).then_some(Obstacle::Behind { point: centre, normal })
            }
        }
    }
}

impl Obstacle {
    /// Moves the end of a bone of this length out of the obstacle, so that it keeps the distance `radius`.
    fn keep_out(&self, swing: &Swing, head: DVec3, length: f64, radius: f64) -> Swing {
        match *self {
            Self::Rounded { start, along, radius: own } => {
                let distance = own + radius;
                let end = head + vector_from_math(swing.direction) * length;
                let centre = start + along * nearest(start, along, end);
                let towards = centre - head;
                let away = towards.length();
                if (end - centre).length_squared() >= distance * distance || away == 0.0 {
                    return *swing;
                }
                let cosine = (length * length + away * away - distance * distance) / (2.0 * length * away);
                swing.kept_out(vector_to_math(towards / away), cosine.clamp(-1.0, 1.0))
            }
            Self::Behind { point, normal } => {
                let cosine = ((head - point).dot(normal) - radius) / length;
                swing.kept_out(vector_to_math(-normal), cosine.clamp(-1.0, 1.0))
            }
        }
    }
}

/// The share of a line at which it is nearest to a point. Range: 0 to 1.
fn nearest(start: DVec3, along: DVec3, point: DVec3) -> f64 {
    let square = along.length_squared();
    if square > 0.0 { ((point - start).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 }
}

/// Moves the end of a bone out of all obstacles.
pub(super) fn kept_out(obstacles: &[Obstacle], swing: Swing, head: Vector3, length: f64, radius: f64) -> Swing {
    let head = vector_from_math(head);
    let mut swing = swing;
    for _ in 0..MAX_ROUNDS {
        let before = swing;
        for obstacle in obstacles {
            swing = obstacle.keep_out(&swing, head, length, radius);
        }
        if swing == before {
            break;
        }
    }
    swing
}
