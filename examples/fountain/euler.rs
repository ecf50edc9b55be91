//! The usual method. Once a tick, it steps the velocity, then the position, and reverses the velocity of drops below the floor.

use bevy::prelude::*;

use super::drops::Body;
use super::law::{FRICTION, GRAVITY, Restitution};

/// The state of a drop that is stepped by Euler's method, in addition to its transform.
#[derive(Component, Default)]
pub(crate) struct Stepped {
    velocity: Vec2,
    /// Whether the drop lies on the floor because it was too slow to bounce. Gravity is then ignored.
    lies: bool,
    /// The number of bounces since the throw.
    pub(crate) contacts: usize,
}

impl Stepped {
    /// The state of a drop at rest on the floor.
    pub(crate) fn lying() -> Self {
        Self { lies: true, ..default() }
    }

    pub(crate) fn thrown(velocity: Vec2) -> Self {
        Self { velocity, ..default() }
    }
}

/// Steps all drops that Euler's method moves. Runs once a tick.
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
        // As in most games, the position is not corrected: the reversed velocity moves the drop out of the floor in later steps.
        if transform.translation.y < body.radius && velocity.y < 0.0 {
            velocity.y *= -restitution.0;
            drop.contacts += 1;
            // If a drop is slower than the speed that gravity adds in a tick, further bounces would only make it sink.
            if velocity.y < -GRAVITY * h {
                velocity.y = 0.0;
                drop.lies = true;
            }
        }
        drop.velocity = velocity;
    }
}
