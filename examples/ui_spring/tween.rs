//! The usual way: from here to there in a fixed duration, along a fixed curve, with no initial velocity.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

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
    /// A tween that is at its end already.
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
