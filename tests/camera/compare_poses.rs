//! Comparisons of two poses at the same instant.

use bevy::prelude::*;
use bevy_exact_motion::camera::Pose;

use crate::app::ulp;

/// The angle between two close orientations. Unit: rad.
pub(crate) fn angle_between(a: Quat, b: Quat) -> f64 {
    2.0 * (a.as_dquat().normalize() * b.as_dquat().normalize().conjugate()).xyz().length()
}

/// Asserts that two poses at the same instant are equal, up to rounding to f32.
#[track_caller]
pub(crate) fn assert_same(before: &Pose, after: &Pose, what: &str) {
    let size = f64::from(before.position.abs().max_element());
    let jump = (before.position - after.position).as_dvec3().abs().max_element();
    assert!(jump <= 2.0 * ulp(size + 1.0), "{what}: {before:?} became {after:?}");
    assert!((before.velocity - after.velocity).length() <= 1e-5, "{what}: {before:?} became {after:?}");
    assert!(angle_between(before.rotation, after.rotation) <= 1e-6, "{what}: {before:?} became {after:?}");
    assert!((before.angular_velocity - after.angular_velocity).length() <= 1e-5, "{what}: {before:?} became {after:?}");
}
