//! Splashes: where a fast drop hits the floor, a ring spreads. Faster drops make larger rings.
//!
//! A contact is reported at the end of the tick that contains it. At the normal speed of time, this is before the next frame is drawn.
//! At a hundredth of the normal speed, the report can be 1.6 s late. Even then the ring has the right size, because the event contains the
//! time of the contact.

use bevy::prelude::*;
use bevy_exact_motion::math;
use bevy_exact_motion::prelude::*;

use super::drops::{Body, Drop};
use super::law::narrow;
use super::look::{Discs, FOAM};
use super::readout::Record;

/// The largest number of visible rings. If there are more contacts, the oldest ring is reused.
const COUNT: usize = 320;
/// Only contacts with at least this speed get a ring. Unit: m/s.
const LEAST_SPEED: f32 = 2.0;
/// The final radius of a ring per m/s of the drop's speed. Unit: s.
const REACH: f32 = 0.03;
/// The height of a ring as a fraction of its width. Unit: 1.
const FLAT: f32 = 0.35;
/// The friction rate with which a ring's spreading slows down. Unit: 1/s.
const FRICTION: f32 = 9.0;
/// The rings' z, behind the ground, which hides the lower half of a ring. Unit: m.
const DEPTH: f32 = 0.5;

/// A ring on the floor.
#[derive(Component)]
pub(crate) struct Ring {
    /// The final radius. Unit: m.
    reach: f32,
}

/// All rings, visible or hidden.
#[derive(Resource, Default)]
pub(crate) struct Rings {
    all: Vec<Entity>,
    /// The index of the ring to show at the next contact.
    next: usize,
}

pub(crate) fn spawn(discs: Res<Discs>, mut rings: ResMut<Rings>, mut commands: Commands) {
    for _ in 0..COUNT {
        let look = (discs.ring(FOAM), Transform::from_xyz(0.0, 0.0, DEPTH), Visibility::Hidden);
        rings.all.push(commands.spawn((Ring { reach: 1.0 }, look, Friction::new(FRICTION).on::<Scale>())).id());
    }
}

/// Handles the contacts that were reported since the last frame, and starts a ring for each fast one. Runs once a frame.
pub(crate) fn start_rings(
    mut contacts: MessageReader<LimitReached>,
    time: Res<Time>,
    mut rings: ResMut<Rings>,
    mut all: Query<(&mut Ring, &mut Transform, &mut Velocity<Scale>, &mut Visibility)>,
    mut drops: Query<&mut Body, With<Drop>>,
    mut record: ResMut<Record>,
) {
    for contact in contacts.read() {
        record.contacts += 1;
        if let Ok(mut body) = drops.get_mut(contact.entity) {
            body.contact = contact.time;
        }
        let speed = -contact.velocity_before.y;
        if speed < LEAST_SPEED {
            continue;
        }
        let next = rings.next;
        rings.next = (next + 1) % COUNT;
        let Some(Ok((mut ring, mut transform, mut velocity, mut visibility))) =
            rings.all.get(next).map(|ring| all.get_mut(*ring))
        else {
            continue;
        };
        // The contact was before this frame, so the ring starts with the size to which it would have grown since then.
        let age = time.elapsed_secs_f64() - contact.time;
        let law = math::Law { c: FRICTION.into(), ..default() };
        let (size, rate) = law.step_held(0.0, f64::from(FRICTION * REACH * speed), 0.0, age.max(0.0));
        let shape = Vec3::new(1.0, FLAT, 0.0);
        ring.reach = REACH * speed;
        transform.translation = Vec3::new(contact.value.x, 0.0, DEPTH);
        transform.scale = narrow(size) * shape + Vec3::Z;
        velocity.0 = narrow(rate) * shape;
        *visibility = Visibility::Inherited;
    }
}

/// Fades the rings out as they spread, and hides them at the end.
pub(crate) fn show(mut rings: Query<(&Ring, &Transform, &mut Sprite, &mut Visibility)>) {
    for (ring, transform, mut sprite, mut visibility) in &mut rings {
        if *visibility == Visibility::Hidden {
            continue;
        }
        let left = 1.0 - transform.scale.x / ring.reach;
        if left < 0.02 {
            *visibility = Visibility::Hidden;
        } else {
            sprite.color = FOAM.with_alpha(left);
        }
    }
}
