//! Splashes: a ring spreads on the floor at each contact, faster for faster drops.
//!
//! A contact is reported at the end of the tick that contains it. In real time that is before the frame is drawn; at a
//! hundredth of real time it is up to 1.6 s later. The ring is then as wide as if the contact had been reported at once,
//! because the event has the time of the contact.

use bevy::prelude::*;
use bevy_exact_motion::math;
use bevy_exact_motion::prelude::*;

use super::drops::{Body, Drop};
use super::law::narrow;
use super::look::{Discs, FOAM};
use super::readout::Record;

/// The largest number of rings that are shown at once. After that the oldest is reused.
const COUNT: usize = 320;
/// Slower contacts get no ring. Unit: m/s.
const LEAST_SPEED: f32 = 2.0;
/// How far a ring spreads for each m/s of the drop's speed. Unit: s.
const REACH: f32 = 0.03;
/// The height of a ring as a share of its width. Unit: 1.
const FLAT: f32 = 0.35;
/// The friction under which a ring spreads. Unit: 1/s.
const FRICTION: f32 = 9.0;
/// The rings' z, behind the ground, which hides the lower half of a ring. Unit: m.
const DEPTH: f32 = 0.5;

/// A ring, and the radius to which it spreads. Unit: m.
#[derive(Component)]
pub(crate) struct Ring {
    reach: f32,
}

/// All rings, and the index of the next one to be shown.
#[derive(Resource, Default)]
pub(crate) struct Rings {
    all: Vec<Entity>,
    next: usize,
}

pub(crate) fn spawn(discs: Res<Discs>, mut rings: ResMut<Rings>, mut commands: Commands) {
    for _ in 0..COUNT {
        let look = (discs.ring(FOAM), Transform::from_xyz(0.0, 0.0, DEPTH), Visibility::Hidden);
        rings.all.push(commands.spawn((Ring { reach: 1.0 }, look, Friction::new(FRICTION).on::<Scale>())).id());
    }
}

/// Shows a ring for each contact of the frame's ticks. Runs once a frame.
pub(crate) fn answer(
    mut told: MessageReader<LimitReached>,
    time: Res<Time>,
    mut rings: ResMut<Rings>,
    mut all: Query<(&mut Ring, &mut Transform, &mut Velocity<Scale>, &mut Visibility)>,
    mut drops: Query<&mut Body, With<Drop>>,
    mut record: ResMut<Record>,
) {
    for contact in told.read() {
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
        // The contact was between two frames: the ring starts at the size that it has reached since.
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

/// Fades the rings as they spread, and hides them at the end.
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
