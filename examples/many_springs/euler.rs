//! A second spring for each dot, stepped by Euler's method. These springs are not drawn; the scene only measures the time that their steps
//! take.

use bevy::prelude::*;

use super::field::SPRING;
use super::stopwatch::{Laps, Work};

/// The state of a spring that is stepped by Euler's method.
#[derive(Component)]
pub(crate) struct Stepped {
    home: Vec3,
    position: Vec3,
    velocity: Vec3,
}

impl Stepped {
    /// Creates a spring that starts away from its rest position, so that it always swings.
    pub(crate) fn at(home: Vec3) -> Self {
        Self { home, position: home + Vec3::X, velocity: Vec3::ZERO }
    }
}

/// Steps all springs by semi-implicit Euler and does nothing else: it detects no writes, the springs never rest, and their paths depend on
/// the tick rate.
pub(crate) fn step(time: Res<Time>, mut laps: ResMut<Laps>, mut all: Query<&mut Stepped>) {
    let h = time.delta_secs();
    // No damping: with damping, the velocities would decay to subnormal numbers, which are slow to compute with.
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
