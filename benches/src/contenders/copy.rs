//! The speed of memory: copies as many bytes as Advance reads and writes.

use std::hint::black_box;

use bevy::{prelude::*, transform::components::TransformTreeChanged};
use bevy_exact_motion::prelude::*;

use super::{Contender, ours};
use crate::measure::{Part, Stopwatch, Times};

struct Copy {
    from: Vec<u8>,
    to: Vec<u8>,
}

/// Copies half of [`bytes_touched`] from one buffer to another, so that reads and writes add up to all of them.
pub fn copy(size: usize) -> Box<dyn Contender> {
    let half = bytes_touched() * size / 2;
    Box::new(Copy { from: vec![1; half], to: vec![0; half] })
}

impl Contender for Copy {
    fn step(&mut self) -> Times {
        let mut stopwatch = Stopwatch::start();
        black_box(&mut self.to).copy_from_slice(black_box(&self.from));
        Times::only(Part::Advance, stopwatch.lap())
    }

    fn check(&mut self) {
        self.to.fill(0);
        self.step();
        assert!(self.to == self.from, "all bytes should be copied");
    }
}

/// The number of bytes that Advance touches for a spring of this crate. This is the size of all components, private ones included,
/// except parameters, which are only read when they change, and components of the hierarchy.
pub fn bytes_touched() -> usize {
    let mut app = ours::app_with_springs(1);
    app.update();
    let world = app.world_mut();
    let apart = [
        world.register_component::<Spring>(),
        world.register_component::<GlobalTransform>(),
        world.register_component::<TransformTreeChanged>(),
    ];
    let entity = world.query_filtered::<Entity, With<Spring>>().single(world).expect("one spring was spawned");
    let components = world.inspect_entity(entity).expect("the entity should exist");
    components.filter(|component| !apart.contains(&component.id())).map(|component| component.layout().size()).sum()
}
