//! The usual method: once a tick, step the velocity, then the position, and turn drops below the floor back up.

use bevy::prelude::*;

use super::drops::Body;
use super::law::{FRICTION, GRAVITY, Restitution};

/// The state of Euler's method, in addition to the transform.
#[derive(Component, Default)]
pub(crate) struct Stepped {
    velocity: Vec2,
    /// Whether the drop lies on the floor, because it was too slow to leave it. Gravity is then off.
    lies: bool,
    pub(crate) contacts: usize,
}

impl Stepped {
    /// A drop at rest on the floor.
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
        // The position is not corrected: the new velocity takes the drop out of the floor.
        if transform.translation.y < body.radius && velocity.y < 0.0 {
            velocity.y *= -restitution.0;
            drop.contacts += 1;
            // A drop that is slower than one tick of gravity would sink for ever.
            if velocity.y < -GRAVITY * h {
                velocity.y = 0.0;
                drop.lies = true;
            }
        }
        drop.velocity = velocity;
    }
}
