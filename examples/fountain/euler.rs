//! The usual way: velocity, then place, once a tick; what is found below the floor is sent back up.

use bevy::prelude::*;

use super::drops::Body;
use super::law::{FRICTION, GRAVITY, Restitution};

/// What Euler's method steps, beside the transform.
#[derive(Component, Default)]
pub(crate) struct Stepped {
    velocity: Vec2,
    /// It has been too slow to leave the floor, and is no longer pulled down.
    lies: bool,
    pub(crate) contacts: usize,
}

impl Stepped {
    /// At rest on the floor.
    pub(crate) fn lying() -> Self {
        Self { lies: true, ..default() }
    }

    pub(crate) fn thrown(velocity: Vec2) -> Self {
        Self { velocity, ..default() }
    }
}

/// Runs once a tick.
pub(crate) fn step(
    time: Res<Time>,
    restitution: Res<Restitution>,
    mut drops: Query<(&mut Transform, &mut Stepped, &Body)>,
) {
    let h = time.delta_secs();
    for (mut transform, mut drop, body) in &mut drops {
        let mut velocity = drop.velocity;
        velocity -= FRICTION * velocity * h;
        if !drop.lies {
            velocity.y += GRAVITY * h;
        }
        transform.translation += (velocity * h).extend(0.0);
        // Its place is left as it is: at its new velocity it comes out by itself.
        if transform.translation.y < body.radius && velocity.y < 0.0 {
            velocity.y *= -restitution.0;
            drop.contacts += 1;
            // Slower than what a tick of gravity takes, it would sink for ever.
            if velocity.y < -GRAVITY * h {
                velocity.y = 0.0;
                drop.lies = true;
            }
        }
        drop.velocity = velocity;
    }
}
