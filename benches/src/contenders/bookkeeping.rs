//! Euler with this crate's bookkeeping: an f64 state that is rounded to f32 for the components, and checks for writes by other
//! systems, for changed parameters, and for rest. What this crate costs beyond that is the cost of exactness.

use bevy::{
    ecs::change_detection::{ContiguousMut, ContiguousRef, Tick},
    math::DVec3,
    prelude::*,
};

use super::{
    Contender,
    euler::{self, EulerSpring, EulerTarget, EulerVelocity},
    field::{Given, TICK},
    queried::queried,
};

/// The state in f64. The components were last written with this state, rounded to f32.
#[derive(Component)]
struct Kept {
    position: DVec3,
    velocity: DVec3,
}

type All<'a> = (&'a mut Transform, &'a mut EulerVelocity, &'a mut Kept, Ref<'a, EulerSpring>, Ref<'a, EulerTarget>);

pub fn by_query(size: usize) -> Box<dyn Contender> {
    queried(size, bundle, step_each)
}

pub fn by_slices(size: usize) -> Box<dyn Contender> {
    queried(size, bundle, step_slices)
}

fn bundle(given: Given) -> impl Bundle {
    (euler::bundle(given), Kept { position: given.place.as_dvec3(), velocity: DVec3::ZERO })
}

/// The findings of a step: the number of changed parameters, and the rows of the entities that came to rest.
#[derive(Default)]
struct Findings {
    changed: usize,
    at_rest: Vec<usize>,
}

fn step_each(mut query: Query<All>, mut findings: Local<Findings>) {
    for (row, (mut transform, mut velocity, mut kept, spring, target)) in query.iter_mut().enumerate() {
        if spring.is_changed() || target.is_changed() {
            findings.changed += 1;
        }
        if step(&mut transform, &mut velocity, &mut kept, &spring, &target) {
            findings.at_rest.push(row);
        }
    }
}

fn step_slices(mut query: Query<All>, mut findings: Local<Findings>) {
    for (mut transforms, mut velocities, mut kept, springs, targets) in
        query.contiguous_iter_mut().expect("all components should be stored in tables")
    {
        findings.changed += changed(&springs) + changed(&targets);
        mark(&mut transforms);
        mark(&mut velocities);
        mark(&mut kept);
        let slices = transforms
            .bypass_change_detection()
            .iter_mut()
            .zip(velocities.bypass_change_detection())
            .zip(kept.bypass_change_detection())
            .zip(springs.iter())
            .zip(targets.iter());
        for (row, ((((transform, velocity), kept), spring), target)) in slices.enumerate() {
            if step(transform, velocity, kept, spring, target) {
                findings.at_rest.push(row);
            }
        }
    }
}

fn changed<T>(components: &ContiguousRef<T>) -> usize {
    let (last, now) = (components.last_run_tick(), components.this_run_tick());
    components.changed_ticks_slice().iter().filter(|tick: &&Tick| tick.is_newer_than(last, now)).count()
}

fn mark<T>(components: &mut ContiguousMut<T>) {
    components.mark_all_as_changed();
}

/// Steps one entity. Returns whether it is at rest now.
#[inline(always)]
fn step(
    transform: &mut Transform,
    velocity: &mut EulerVelocity,
    kept: &mut Kept,
    spring: &EulerSpring,
    target: &EulerTarget,
) -> bool {
    const REST: f64 = 1e-3;
    let h = TICK.as_secs_f64();
    // If another system wrote to the components, the state continues from there.
    if differ(transform.translation, kept.position.as_vec3()) | differ(velocity.0, kept.velocity.as_vec3()) {
        kept.position = transform.translation.as_dvec3();
        kept.velocity = velocity.0.as_dvec3();
    }
    let away = target.0.as_dvec3() - kept.position;
    let pull = f64::from(spring.stiffness) * away - f64::from(spring.damping) * kept.velocity;
    kept.velocity += pull * h;
    kept.position += kept.velocity * h;
    transform.translation = kept.position.as_vec3();
    velocity.0 = kept.velocity.as_vec3();
    away.length_squared().max(kept.velocity.length_squared()) < REST * REST
}

/// Whether two vectors differ in any bit. All three axes share one branch, because three branches are slow.
#[inline(always)]
fn differ(a: Vec3, b: Vec3) -> bool {
    let bits = |axis: usize| a[axis].to_bits() ^ b[axis].to_bits();
    (bits(0) | bits(1) | bits(2)) != 0
}
