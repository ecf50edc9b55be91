//! Whether two poses of one instant are the same.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::app::ulp;

/// How far one orientation is turned against another. Unit: rad.
pub(crate) fn apart(a: Quat, b: Quat) -> f64 {
    2.0 * (a.as_dquat().normalize() * b.as_dquat().normalize().conjugate()).xyz().length()
}

/// Asserts that nothing jumped between two poses of the same instant, but by what f32 rounds.
#[track_caller]
pub(crate) fn assert_same(before: &Pose, after: &Pose, what: &str) {
    let size = f64::from(before.position.abs().max_element());
    let jump = (before.position - after.position).as_dvec3().abs().max_element();
    assert!(jump <= 2.0 * ulp(size + 1.0), "{what}: {before:?} became {after:?}");
    assert!((before.velocity - after.velocity).length() <= 1e-5, "{what}: {before:?} became {after:?}");
    assert!(apart(before.rotation, after.rotation) <= 1e-6, "{what}: {before:?} became {after:?}");
    assert!((before.angular_velocity - after.angular_velocity).length() <= 1e-5, "{what}: {before:?} became {after:?}");
}
