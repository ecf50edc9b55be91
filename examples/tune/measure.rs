//! Measurements for the summary: the lift's overshoot, and the code that was copied.

use bevy::prelude::*;
use bevy_exact_motion::math;
use bevy_exact_motion::{dev_tools::CopiedCode, prelude::*};
use harness::Summary;

use super::bodies::{FLOORS, Lift};

#[derive(Resource, Default)]
pub(crate) struct Record {
    /// The overshoot since the goal last changed, as a share of the distance between the floors.
    pub(crate) overshoot: f32,
    goal: Vec3,
    /// The code that was copied.
    pub(crate) codes: Vec<String>,
}

/// Runs once a frame.
pub(crate) fn measure(lift: Single<(&Transform, &Target), With<Lift>>, mut record: ResMut<Record>) {
    let (transform, target) = *lift;
    if record.goal != target.value {
        (record.goal, record.overshoot) = (target.value, 0.0);
    }
    let way = FLOORS[1] - FLOORS[0];
    let sign = if target.value == FLOORS[1] { 1.0 } else { -1.0 };
    let beyond = sign * (transform.translation - target.value).dot(way) / way.length_squared();
    record.overshoot = record.overshoot.max(beyond);
}

pub(crate) fn keep(copied: On<CopiedCode>, mut record: ResMut<Record>) {
    record.codes.push(copied.code.clone());
}

/// Runs at the end of a windowless run.
pub(crate) fn summarize(record: Res<Record>, lift: Single<&Spring, With<Lift>>, mut summary: ResMut<Summary>) {
    let solved = math::Spring::new(lift.angular_frequency.into(), lift.damping_ratio.into());
    let solved = solved.map_or(f64::NAN, |spring| 100.0 * spring.overshoot());
    summary
        .0
        .push(format!("the lift overshoots by {:.1} %, and its formula gives {solved:.1} %", 100.0 * record.overshoot));
    summary.0.extend(record.codes.iter().map(|code| format!("copied: {code}")));
}
