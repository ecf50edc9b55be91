//! The usual tween: an easing curve to the new position, and the time since its start.

use bevy::prelude::*;

/// The duration of a tween. Unit: s.
const DURATION: f32 = 0.6;

/// Moves an entity along an easing curve.
#[derive(Component)]
pub(crate) struct Tween {
    curve: EasingCurve<Vec3>,
    /// The time since the start. Unit: s.
    elapsed: f32,
    /// The velocity in the last frame, for the trace. Unit: world units/s.
    pub(crate) velocity: Vec3,
}

impl Tween {
    pub(crate) fn resting_at(place: Vec3) -> Self {
        Self::new(place, place)
    }

    /// Creates a tween that starts at rest.
    pub(crate) fn new(from: Vec3, to: Vec3) -> Self {
        Self { curve: EasingCurve::new(from, to, EaseFunction::CubicInOut), elapsed: 0.0, velocity: Vec3::ZERO }
    }
}

pub(crate) fn play(time: Res<Time>, mut tweens: Query<(&mut Tween, &mut Transform)>) {
    let delta = time.delta_secs();
    // Time does not advance in frames that are drawn for screenshots.
    if delta == 0.0 {
        return;
    }
    for (mut tween, mut transform) in &mut tweens {
        tween.elapsed += delta;
        let place = tween.curve.sample_clamped(tween.elapsed / DURATION);
        tween.velocity = (place - transform.translation) / delta;
        transform.translation = place;
    }
}
