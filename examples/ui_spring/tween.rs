//! The usual tween: a fixed duration, a fixed curve, and a start at rest.

use bevy::prelude::*;
use bevy_exact_motion::property::{NodeTranslation, Property};

/// The duration of a tween. Unit: s.
const DURATION: f32 = 0.4;

/// Moves a node along an easing curve.
#[derive(Component)]
pub(crate) struct Tween {
    from: Vec2,
    to: Vec2,
    /// The time since the start. Unit: s.
    age: f32,
}

impl Tween {
    /// Creates a tween that has already ended at `place`.
    pub(crate) fn at(place: Vec2) -> Self {
        Self { from: place, to: place, age: DURATION }
    }

    pub(crate) fn to(from: Vec2, to: Vec2) -> Self {
        Self { from, to, age: 0.0 }
    }
}

pub(crate) fn step(time: Res<Time<Real>>, mut tweens: Query<(&mut Tween, &mut UiTransform)>) {
    for (mut tween, mut transform) in tweens.iter_mut().filter(|(tween, _)| tween.age < DURATION) {
        tween.age = (tween.age + time.delta_secs()).min(DURATION);
        let share = EaseFunction::CubicInOut.sample_clamped(tween.age / DURATION);
        NodeTranslation::set(&mut transform, tween.from.lerp(tween.to, share));
    }
}
