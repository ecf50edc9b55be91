use std::time::Duration;

use bevy::prelude::*;
use bevy_tweening::{Delay, Tween, TweenAnim, lens::TransformPositionLens};

pub(crate) fn plugin(_: &mut App) {}

pub(crate) fn entity(commands: &mut Commands) -> Entity {
    commands.spawn(Transform::default()).id()
}

pub(crate) fn play(entity: Entity, commands: &mut Commands, now: f32) {
    let tween = |from: f32, to: f32| {
        let lens = TransformPositionLens { start: from * Vec3::X, end: to * Vec3::X };
        Tween::new(EaseFunction::CubicInOut, Duration::from_millis(500), lens)
    };
    let steps = Delay::new(Duration::from_millis(100)).then(tween(now, 200.0)).then(tween(200.0, 50.0));
    commands.entity(entity).insert(TweenAnim::new(steps));
}
