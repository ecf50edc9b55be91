//! The crate `springs`, which is exact, too, but computes the coefficients of each spring anew in every step. It has no plugin,
//! so this is a loop as its users would write it.

use std::f64::consts::TAU;

use bevy::prelude::*;
use springs::{Spring, SpringConfig};

use super::{
    Contender,
    field::{Given, TARGET, TICK},
    queried::queried,
};

#[derive(Component)]
struct Sprung(Spring<[f32; 3]>);

pub fn springs(size: usize) -> Box<dyn Contender> {
    queried(size, bundle, step)
}

fn bundle(given: Given) -> impl Bundle {
    let response = TAU / f64::from(given.angular_frequency);
    let config = SpringConfig::from_response_damping(response, f64::from(given.damping_ratio));
    let spring = Spring::new(given.place.to_array()).with_config(config).with_target(TARGET.to_array());
    (Transform::from_translation(given.place), Sprung(spring))
}

fn step(mut query: Query<(&mut Transform, &mut Sprung)>) {
    let h = TICK.as_secs_f64();
    for (mut transform, mut spring) in &mut query {
        spring.0.advance(h);
        transform.translation = Vec3::from_array(spring.0.value());
    }
}
