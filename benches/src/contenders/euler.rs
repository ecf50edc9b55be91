//! A minimal hand-written spring: semi-implicit Euler in f32, without checks and without detecting writes by other systems.

use bevy::prelude::*;

use super::{
    Contender,
    field::{FOLLOWERS, GOAL, Given, TARGET, TICK, field},
    queried::{in_world, queried},
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

#[derive(Component)]
struct EulerLeader(Entity);

pub fn bare(size: usize) -> Box<dyn Contender> {
    queried(size, bundle, step)
}

/// The loop of [`bare`] in an app, with everything that Bevy does in a frame.
pub fn whole_frame(size: usize) -> Box<dyn Contender> {
    let mut app = app();
    app.add_plugins(TransformPlugin).add_systems(FixedUpdate, step);
    for given in field(size) {
        app.world_mut().spawn(bundle(given));
    }
    Ticking::boxed(app)
}

/// The loop of [`bare`] over contiguous slices of the ECS tables.
pub fn by_slices(size: usize) -> Box<dyn Contender> {
    queried(size, bundle, step_slices)
}

/// Followers that look up their leaders, with [`FOLLOWERS`] followers for each leader.
pub fn following(size: usize) -> Box<dyn Contender> {
    let mut world = World::new();
    let leader = |given: Given| (Transform::from_translation(given.place), EulerVelocity(0.1 * given.place));
    let leaders: Vec<_> = field(size.div_ceil(FOLLOWERS)).map(|given| world.spawn(leader(given)).id()).collect();
    for (given, leader) in field(size).zip(leaders.into_iter().cycle()) {
        world.spawn((
            Transform::from_translation(given.place),
            EulerVelocity(Vec3::ZERO),
            spring(given),
            EulerLeader(leader),
        ));
    }
    in_world(world, follow)
}

/// Orientations, pulled along the rotation vector to the target.
pub fn turning(size: usize) -> Box<dyn Contender> {
    let bundle = |given: Given| {
        (Transform::from_rotation(Quat::from_scaled_axis(0.01 * given.place)), EulerVelocity(Vec3::ZERO), spring(given))
    };
    queried(size, bundle, turn)
}

pub fn bundle(given: Given) -> impl Bundle {
    (Transform::from_translation(given.place), EulerVelocity(Vec3::ZERO), spring(given), EulerTarget(TARGET))
}

fn spring(given: Given) -> EulerSpring {
    EulerSpring { stiffness: given.stiffness(), damping: given.damping() }
}

fn step(mut query: Query<(&mut Transform, &mut EulerVelocity, &EulerSpring, &EulerTarget)>) {
    for (mut transform, mut velocity, spring, target) in &mut query {
        pull(&mut transform, &mut velocity, spring, target.0);
    }
}

fn step_slices(mut query: Query<(&mut Transform, &mut EulerVelocity, &EulerSpring, &EulerTarget)>) {
    for (mut transforms, mut velocities, springs, targets) in
        query.contiguous_iter_mut().expect("all components should be stored in tables")
    {
        transforms.mark_all_as_changed();
        velocities.mark_all_as_changed();
        let moved = transforms.bypass_change_detection().iter_mut().zip(velocities.bypass_change_detection());
        for ((transform, velocity), (spring, target)) in moved.zip(springs.iter().zip(targets)) {
            pull(transform, velocity, spring, target.0);
        }
    }
}

fn follow(
    mut leaders: Query<(&mut Transform, &EulerVelocity), Without<EulerLeader>>,
    mut followers: Query<(&mut Transform, &mut EulerVelocity, &EulerSpring, &EulerLeader)>,
) {
    for (mut transform, velocity) in &mut leaders {
        transform.translation += velocity.0 * TICK.as_secs_f32();
    }
    for (mut transform, mut velocity, spring, leader) in &mut followers {
        if let Ok((leader, _)) = leaders.get(leader.0) {
            pull(&mut transform, &mut velocity, spring, leader.translation);
        }
    }
}

fn turn(mut query: Query<(&mut Transform, &mut EulerVelocity, &EulerSpring)>) {
    let h = TICK.as_secs_f32();
    let goal = Quat::from_scaled_axis(GOAL);
    for (mut transform, mut velocity, spring) in &mut query {
        let away = (goal * transform.rotation.inverse()).to_scaled_axis();
        let pull = spring.stiffness * away - spring.damping * velocity.0;
        velocity.0 += pull * h;
        transform.rotation = (Quat::from_scaled_axis(velocity.0 * h) * transform.rotation).normalize();
    }
}

#[inline(always)]
fn pull(transform: &mut Transform, velocity: &mut EulerVelocity, spring: &EulerSpring, target: Vec3) {
    let h = TICK.as_secs_f32();
    let pull = spring.stiffness * (target - transform.translation) - spring.damping * velocity.0;
    velocity.0 += pull * h;
    transform.translation += velocity.0 * h;
}
