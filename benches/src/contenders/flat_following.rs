//! [`flat`](super::flat) behind leaders: the responses to the leaders' paths, in plain arrays, without an ECS, without checks,
//! and without detecting writes by other systems.

use bevy::{math::DVec3, prelude::*};
use bevy_exact_motion::math::{Integrals, Propagator, Slope};

use super::{
    Contender,
    field::{self, FOLLOWERS, Given, TARGET, TICK, field},
};
use crate::measure::{Part, Stopwatch, Times};

/// The motion of one entity, and the response of its law over one tick.
struct Moving {
    position: DVec3,
    velocity: DVec3,
    k: f64,
    propagator: Propagator,
    integrals: Integrals,
}

impl Moving {
    fn new(given: Given) -> Self {
        let h = TICK.as_secs_f64();
        let (k, c) = (f64::from(given.stiffness()), f64::from(given.damping()));
        let propagator = Propagator::new(k, c, h);
        let integrals = Integrals::new(k, c, h, &propagator);
        Self { position: given.place.as_dvec3(), velocity: DVec3::ZERO, k, propagator, integrals }
    }

    /// Steps one tick. The target starts at `target` and moves along `slope`. Returns the translation and the velocity for the
    /// components.
    fn step(&mut self, target: DVec3, slope: &Slope<DVec3>) -> (Vec3, Vec3) {
        let Self { position, velocity, k, propagator, integrals } = self;
        let step = propagator.cubic(integrals, *k, 0.0, *position - target, *velocity, DVec3::ZERO, slope);
        *position += step.position;
        *velocity += step.velocity;
        (position.as_vec3(), velocity.as_vec3())
    }
}

struct Following {
    leaders: Vec<Moving>,
    /// Each leader's position at the start of the tick, and its path from there.
    paths: Vec<(DVec3, Slope<DVec3>)>,
    followers: Vec<Moving>,
    transforms: Vec<Transform>,
    velocities: Vec<Vec3>,
}

pub fn following(size: usize) -> Box<dyn Contender> {
    Box::new(Following {
        leaders: field(size.div_ceil(FOLLOWERS)).map(Moving::new).collect(),
        paths: Vec::new(),
        followers: field(size).map(Moving::new).collect(),
        transforms: vec![Transform::IDENTITY; size],
        velocities: vec![Vec3::ZERO; size],
    })
}

impl Following {
    fn tick(&mut self) {
        let h = TICK.as_secs_f64();
        self.paths.clear();
        for leader in &mut self.leaders {
            let (from, before) = (leader.position, leader.velocity);
            leader.step(TARGET.as_dvec3(), &Slope::default());
            self.paths.push((from, Slope::hermite(leader.position - from, before, leader.velocity, h)));
        }
        let shown = self.transforms.iter_mut().zip(&mut self.velocities);
        for ((follower, (transform, velocity)), path) in
            self.followers.iter_mut().zip(shown).zip(self.paths.iter().cycle())
        {
            (transform.translation, *velocity) = follower.step(path.0, &path.1);
        }
    }
}

impl Contender for Following {
    fn step(&mut self) -> Times {
        let mut stopwatch = Stopwatch::start();
        self.tick();
        Times::only(Part::Advance, stopwatch.lap())
    }

    fn check(&mut self) {
        let see = || {
            self.tick();
            self.transforms.clone()
        };
        field::check(see, true);
    }
}
