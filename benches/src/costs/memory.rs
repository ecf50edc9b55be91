//! How many bytes the allocator hands out for an entity, growth of tables included.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;
use stats_alloc::Region;

use crate::{ALLOCATOR, contenders::app};

const COUNT: usize = 100_000;

pub fn bytes() -> Vec<(&'static str, f64)> {
    vec![
        ("`Transform`", spawned(|place| place)),
        (super::WITH_SPRING, spawned(|place| (place, Spring::default()))),
        ("`Transform`, `Spring` and `Target`", spawned(|place| (place, Spring::default(), Target::new(Vec3::ONE)))),
        (
            "`Transform` and `TranslationSpring` of spring_damper",
            spawned(|place| {
                (place, spring_damper::TranslationSpring { goal: Vec3::ONE, velocity: Vec3::ZERO, halflife: 1.0 })
            }),
        ),
    ]
}

fn spawned<B: Bundle>(bundle: fn(Transform) -> B) -> f64 {
    let mut app = app();
    app.register_motion::<Translation>();
    // What comes with the first entity of its kind is not what each one costs.
    app.world_mut().spawn(bundle(Transform::IDENTITY));
    app.update();
    let region = Region::new(ALLOCATOR);
    for _ in 0..COUNT {
        app.world_mut().spawn(bundle(Transform::IDENTITY));
    }
    // Two frames: what a first tick takes besides is kept, too.
    let held = |at: &str| { let c = region.change(); eprintln!("{at} gross {} net {}", c.bytes_allocated / COUNT, (c.bytes_allocated - c.bytes_deallocated) / COUNT); };
    held("spawned"); app.update(); held("1"); app.update(); held("2");
    let change = region.change();
    (change.bytes_allocated as f64 - change.bytes_deallocated as f64) / COUNT as f64
}
