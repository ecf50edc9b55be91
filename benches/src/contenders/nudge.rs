//! Bevy's function `StableInterpolate::smooth_nudge`: an exponential decay towards the target, without a velocity.

use bevy::prelude::*;

use super::{
    Contender,
    field::{Given, TARGET, TICK},
    queried::queried,
};

#[derive(Component)]
struct Nudge {
    target: Vec3,
    decay_rate: f32,
}

pub fn nudge(size: usize) -> Box<dyn Contender> {
    queried(size, bundle, step)
}

fn bundle(given: Given) -> impl Bundle {
    // The decay is so slow that the entity still moves after thousands of ticks.
    let nudge = Nudge { target: TARGET, decay_rate: 0.01 * given.angular_frequency };
    (Transform::from_translation(given.place), nudge)
}

fn step(mut query: Query<(&mut Transform, &Nudge)>) {
    let h = TICK.as_secs_f32();
    for (mut transform, nudge) in &mut query {
        transform.translation.smooth_nudge(&nudge.target, nudge.decay_rate, h);
    }
}
