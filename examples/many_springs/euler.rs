//! The same number of springs stepped by Euler's method. They are not drawn, only timed.

use bevy::prelude::*;

use super::field::SPRING;
use super::stopwatch::{Laps, Work};

/// The state of Euler's method.
#[derive(Component)]
pub(crate) struct Stepped {
    home: Vec3,
    position: Vec3,
    velocity: Vec3,
}

impl Stepped {
    /// A spring that starts away from its home, so that it always swings.
    pub(crate) fn at(home: Vec3) -> Self {
        Self { home, position: home + Vec3::X, velocity: Vec3::ZERO }
    }
}

/// Bare semi-implicit Euler: it does not detect writes, it never rests, and its path depends on the tick rate.
pub(crate) fn step(time: Res<Time>, mut laps: ResMut<Laps>, mut all: Query<&mut Stepped>) {
    let h = time.delta_secs();
    // There is no damping: a swing towards zero would end in subnormal numbers, which are slow.
    let stiffness = SPRING.angular_frequency * SPRING.angular_frequency;
    laps.time(Work::Euler, || {
        for mut body in &mut all {
            let pull = stiffness * (body.home - body.position);
            body.velocity += pull * h;
            let way = body.velocity * h;
            body.position += way;
        }
    });
}
