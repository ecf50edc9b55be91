//! The lift's overshoot, for the summary.

use bevy::prelude::*;
use bevy_exact_motion::math;
use bevy_exact_motion::prelude::*;
use harness::Summary;

use super::bodies::{FLOORS, Lift};

#[derive(Resource, Default)]
pub(crate) struct Record {
    /// The lift's overshoot since its target last changed, as a fraction of the distance between the floors.
    pub(crate) overshoot: f32,
    /// The lift's target in the last frame.
    goal: Vec3,
}

/// Updates the lift's overshoot. Runs once a frame.
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

/// Adds the scene's lines to the summary, at the end of a windowless run.
pub(crate) fn summarize(record: Res<Record>, lift: Single<&Spring, With<Lift>>, mut summary: ResMut<Summary>) {
    let solved = math::Spring::new(lift.angular_frequency.into(), lift.damping_ratio.into());
    let solved = solved.map_or(f64::NAN, |spring| 100.0 * spring.overshoot());
    summary
        .0
        .push(format!("the lift overshoots by {:.1} %; the formula gives {solved:.1} %", 100.0 * record.overshoot));
}
