//! The usual tween: a fixed duration, a fixed curve, and no initial velocity.

use bevy::prelude::*;
use bevy_exact_motion::property::{NodeTranslation, Property};

/// Unit: s.
const DURATION: f32 = 0.4;

#[derive(Component)]
pub(crate) struct Tween {
    from: Vec2,
    to: Vec2,
    /// Unit: s.
    age: f32,
}

impl Tween {
    /// A tween that has already ended.
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
