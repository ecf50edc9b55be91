//! The closed-form step over plain arrays: this crate's formula without an ECS, without checks, and without detecting writes by
//! other systems.

use bevy::{math::DVec3, prelude::*};

use super::{
    Contender,
    field::{self, Given, TARGET, TICK, field},
};
use crate::measure::{Part, Stopwatch, Times};

struct State {
    position: DVec3,
    velocity: DVec3,
}

/// The coefficients of a step. With F = k (target − x): x += pv v + h2 F and v += pv F − (c pv + k h2) v.
struct Coefficients {
    k: f64,
    c: f64,
    pv: f64,
    h2: f64,
}

impl Coefficients {
    /// The coefficients of an underdamped spring over one tick.
    fn new(given: Given) -> Self {
        let h = TICK.as_secs_f64();
        let k = f64::from(given.stiffness());
        let c = f64::from(given.damping());
        let b = c / 2.0;
        let w = (k - b * b).sqrt();
        let (sine, cosine) = libm::sincos(w * h);
        let decay = libm::exp(-b * h);
        let pp = decay * (cosine + b * sine / w);
        Self { k, c, pv: decay * sine / w, h2: (1.0 - pp) / k }
    }
}

struct Flat {
    transforms: Vec<Transform>,
    velocities: Vec<Vec3>,
    states: Vec<State>,
    targets: Vec<Vec3>,
    coefficients: Vec<Coefficients>,
}

pub fn flat(size: usize) -> Box<dyn Contender> {
    Box::new(Flat {
        transforms: field(size).map(|given| Transform::from_translation(given.place)).collect(),
        velocities: vec![Vec3::ZERO; size],
        states: field(size).map(|given| State { position: given.place.as_dvec3(), velocity: DVec3::ZERO }).collect(),
        targets: vec![TARGET; size],
        coefficients: field(size).map(Coefficients::new).collect(),
    })
}

impl Flat {
    fn tick(&mut self) {
        let outputs = self.transforms.iter_mut().zip(&mut self.velocities);
        let inputs = self.targets.iter().zip(&self.coefficients);
        for (((transform, velocity), state), (target, coefficients)) in outputs.zip(&mut self.states).zip(inputs) {
            let Coefficients { k, c, pv, h2 } = *coefficients;
            let force = k * (target.as_dvec3() - state.position);
            state.position += pv * state.velocity + h2 * force;
            state.velocity += pv * force - (c * pv + k * h2) * state.velocity;
            transform.translation = state.position.as_vec3();
            *velocity = state.velocity.as_vec3();
        }
    }
}

impl Contender for Flat {
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
