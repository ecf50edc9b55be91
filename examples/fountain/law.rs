//! The components that move a drop, and the same motion in closed form.

use bevy::prelude::*;
use bevy_exact_motion::math;
use bevy_exact_motion::{RestTolerance, prelude::*};

/// The friction rate. Unit: 1/s.
pub(crate) const FRICTION: f32 = 0.6;
/// The acceleration, positive upwards. Unit: m/s².
pub(crate) const GRAVITY: f32 = -9.81;
/// The number of the marked drop's bounces whose heights are compared.
pub(crate) const BOUNCES: usize = 3;

/// The fraction of its speed that a drop keeps when it bounces. Unit: 1.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Restitution(pub(crate) f32);

impl Default for Restitution {
    fn default() -> Self {
        Self(0.7)
    }
}

/// Returns the components that move a drop. It bounces when its lower edge touches the floor, which is at height 0.
pub(crate) fn components(radius: f32, restitution: Restitution) -> impl Bundle {
    (
        Gravity::new(GRAVITY * Vec3::Y),
        Friction::new(FRICTION),
        RestTolerance::new(1e-3),
        Limits::floor(radius).with_restitution(restitution.0),
    )
}

/// Returns the position and the velocity after `seconds` of free flight.
pub(crate) fn after(place: Vec2, velocity: Vec2, seconds: f64) -> (Vec2, Vec2) {
    let along = |place: f32, velocity: f32, a: f64| {
        let law = math::Law { c: FRICTION.into(), a, ..default() };
        let (place, velocity) = law.step_held(place.into(), velocity.into(), 0.0, seconds);
        (narrow(place), narrow(velocity))
    };
    let (x, vx) = along(place.x, velocity.x, 0.0);
    let (y, vy) = along(place.y, velocity.y, GRAVITY.into());
    (Vec2::new(x, y), Vec2::new(vx, vy))
}

/// Returns the heights that a drop reaches after each bounce, if it is thrown upwards from the height `start` with `velocity`. Uses closed
/// forms only, without ticks and without the plugin. Unit: m.
pub(crate) fn tops(start: f32, velocity: f32, radius: f32, restitution: Restitution) -> [f64; BOUNCES] {
    let (a, c) = (f64::from(GRAVITY), f64::from(FRICTION));
    let drop = math::Bounce { acceleration: a, friction: c, floor: radius.into(), restitution: restitution.0.into() };
    let law = math::Law { c, a, ..default() };
    let (mut height, mut velocity) = (f64::from(start), f64::from(velocity));
    [(); BOUNCES].map(|()| {
        let contact = drop.next_contact(height, velocity);
        velocity = contact.map_or(0.0, |contact| drop.velocity_after(contact.velocity));
        height = drop.floor;
        let path = math::crossing::Motion { law, target: 0.0, start: height, velocity };
        path.turning_times().0.map_or(height, |top| law.step_held(height, velocity, 0.0, top).0)
    })
}

pub(crate) use harness::plot::narrow;
