//! A copy of as many bytes as Advance reads and writes: the memory's own speed.

use std::hint::black_box;

use bevy::{prelude::*, transform::components::TransformTreeChanged};
use bevy_exact_motion::prelude::*;

use super::{Contender, ours};
use crate::measure::{Part, Stopwatch, Times};

struct Copy {
    from: Vec<u8>,
    to: Vec<u8>,
}

/// Half the bytes from one buffer to another: read and written, as many in all.
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
        assert!(self.to == self.from, "all is copied");
    }
}

/// Of a spring of ours: all its components, also the private ones, but parameters, which are read when they change, and what
/// is the hierarchy's.
pub fn bytes_touched() -> usize {
    let mut app = ours::app_with_springs(1);
    app.update();
    let world = app.world_mut();
    let apart = [
        world.register_component::<Spring>(),
        world.register_component::<GlobalTransform>(),
        world.register_component::<TransformTreeChanged>(),
    ];
    let entity = world.query_filtered::<Entity, With<Spring>>().single(world).expect("one was spawned");
    let components = world.inspect_entity(entity).expect("it is there");
    components.filter(|component| !apart.contains(&component.id())).map(|component| component.layout().size()).sum()
}
