//! The number of bytes that are allocated for an entity, including the growth of tables.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;
use stats_alloc::Region;

use crate::{ALLOCATOR, contenders::app};

const COUNT: usize = 100_000;

pub fn bytes() -> Vec<(&'static str, f64)> {
    let spring = |place| (place, Spring::default());
    let rival =
        |place| (place, spring_damper::TranslationSpring { goal: Vec3::ONE, velocity: Vec3::ZERO, halflife: 1.0 });
    vec![
        ("`Transform`", held(|place| place, 0)),
        (super::WITH_SPRING, held(spring, 0)),
        ("`Transform` and `Spring`, at rest since its first tick", held(spring, 1)),
        ("`Transform`, `Spring` and `Target`, moving", held(|place| (spring(place), Target::new(Vec3::ONE)), 1)),
        ("`Transform` and `TranslationSpring` of spring_damper", held(rival, 1)),
    ]
}

/// The bytes per entity, `frames` frames after it was spawned.
fn held<B: Bundle>(bundle: impl Fn(Transform) -> B, frames: u32) -> f64 {
    let mut app = app();
    app.register_motion::<Translation>();
    // What the first entity allocates for all entities of its kind is not counted.
    app.world_mut().spawn(bundle(Transform::IDENTITY));
    app.update();
    let region = Region::new(ALLOCATOR);
    for _ in 0..COUNT {
        app.world_mut().spawn(bundle(Transform::IDENTITY));
    }
    for _ in 0..frames {
        app.update();
    }
    let change = region.change();
    (change.bytes_allocated as f64 - change.bytes_deallocated as f64) / COUNT as f64
}
