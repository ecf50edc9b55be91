//! The least that a hand-written spring does: semi-implicit Euler in f32, with no checks and no memory of what it wrote.

use bevy::prelude::*;

use super::{
    Contender,
    field::{Given, TARGET, TICK, field},
    queried::queried,
    ticking::{Ticking, app},
};

#[derive(Component)]
pub struct EulerVelocity(pub Vec3);

#[derive(Component)]
pub struct EulerSpring {
    pub stiffness: f32,
    pub damping: f32,
}

#[derive(Component)]
pub struct EulerTarget(pub Vec3);

pub fn bare(size: usize) -> Box<dyn Contender> {
    queried(size, bundle, step)
}

/// The same loop in an app, with everything that Bevy does in a frame.
pub fn whole_frame(size: usize) -> Box<dyn Contender> {
    let mut app = app();
    app.add_plugins(TransformPlugin).add_systems(FixedUpdate, step);
    for given in field(size) {
        app.world_mut().spawn(bundle(given));
    }
    Ticking::boxed(app)
}

pub fn bundle(given: Given) -> impl Bundle {
    (
        Transform::from_translation(given.place),
        EulerVelocity(Vec3::ZERO),
        EulerSpring { stiffness: given.stiffness(), damping: given.damping() },
        EulerTarget(TARGET),
    )
}

fn step(mut query: Query<(&mut Transform, &mut EulerVelocity, &EulerSpring, &EulerTarget)>) {
    let h = TICK.as_secs_f32();
    for (mut transform, mut velocity, spring, target) in &mut query {
        let pull = spring.stiffness * (target.0 - transform.translation) - spring.damping * velocity.0;
        velocity.0 += pull * h;
        transform.translation += velocity.0 * h;
    }
}
