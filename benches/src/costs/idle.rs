//! What a registered property costs a frame while no entity has it.

use bevy::{app::App, reflect::TypePath, transform::components::Transform};
use bevy_exact_motion::prelude::*;

use crate::{
    contenders::{Contender, Ticking, app},
    measure::{Clock, Measure, Spread},
};

/// One of several properties that are the same but in name.
#[derive(TypePath)]
enum Idle<const NUMBER: usize> {}

impl<const NUMBER: usize> Property for Idle<NUMBER> {
    type Component = Transform;
    type Value = f32;

    fn get(transform: &Transform) -> f32 {
        transform.translation.x
    }

    fn set(transform: &mut Transform, value: f32) {
        transform.translation.x = value;
    }
}

/// Idle properties, so many that their cost stands out of a frame's.
const COUNT: usize = 8;
const TICKS: u32 = 100;

pub fn microseconds(rounds: usize) -> Spread {
    let mut without = Ticking::new(app(), false);
    let mut with = app();
    register(&mut with);
    let mut with = Ticking::new(with, false);
    let frame = |ticking: &mut Ticking| ticking.turn(TICKS).read(Measure::Frame, Clock::Thread);
    Spread::of((0..rounds).map(|_| {
        let (without, with) = (frame(&mut without), frame(&mut with));
        (with - without) / COUNT as f64 / 1e3
    }))
}

fn register(app: &mut App) {
    app.register_motion::<Idle<0>>()
        .register_motion::<Idle<1>>()
        .register_motion::<Idle<2>>()
        .register_motion::<Idle<3>>()
        .register_motion::<Idle<4>>()
        .register_motion::<Idle<5>>()
        .register_motion::<Idle<6>>()
        .register_motion::<Idle<7>>();
}
