//! What a contact is seen by: a ring that spreads on the floor, as fast as the drop came down.
//!
//! A contact is told at the end of the tick that it falls in: in real time that is before the frame is drawn, at a hundredth
//! up to 1.6 s later. The ring is then as wide as it would be, because it is told when the contact was.

use bevy::prelude::*;
use bevy_exact_motion::math;
use bevy_exact_motion::prelude::*;

use super::drops::{Body, Drop};
use super::law::narrow;
use super::look::{Discs, FOAM};
use super::readout::Record;

/// As many as are seen at once; the oldest is taken again.
const COUNT: usize = 320;
/// Slower contacts are not seen. Unit: m/s.
const LEAST_SPEED: f32 = 2.0;
/// How far a ring spreads for each m/s. Unit: s.
const REACH: f32 = 0.03;
/// How flat it is seen. Unit: 1.
const FLAT: f32 = 0.35;
/// A ring spreads under friction. Unit: 1/s.
const FRICTION: f32 = 9.0;
/// Behind the ground, so that half of it is seen. Unit: m.
const DEPTH: f32 = 0.5;

/// A ring, and how far it spreads. Unit: m.
#[derive(Component)]
pub(crate) struct Ring {
    reach: f32,
}

/// All rings, and whose turn it is.
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

/// Runs once a frame, and takes what the frame's ticks have told.
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
        // As large as it has become since the contact, which was between two frames.
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

/// The wider, the fainter.
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
