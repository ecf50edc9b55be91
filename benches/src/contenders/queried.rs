//! Contenders that consist of one system, in a world without an app.

use bevy::prelude::*;

use super::{
    Contender,
    field::{self, Given},
};
use crate::measure::{Part, Stopwatch, Times};

struct Queried {
    world: World,
    system: Box<dyn System<In = (), Out = ()>>,
}

/// `size` entities with the components from `bundle`, moved by `system`.
pub fn queried<B: Bundle, M>(
    size: usize,
    bundle: fn(Given) -> B,
    system: impl IntoSystem<(), (), M>,
) -> Box<dyn Contender> {
    let mut world = World::new();
    for given in field::field(size) {
        world.spawn(bundle(given));
    }
    in_world(world, system)
}

/// The entities in `world`, moved by `system`.
pub fn in_world<M>(mut world: World, system: impl IntoSystem<(), (), M>) -> Box<dyn Contender> {
    let mut system = Box::new(IntoSystem::into_system(system));
    system.initialize(&mut world);
    Box::new(Queried { world, system })
}

impl Contender for Queried {
    fn step(&mut self) -> Times {
        let mut stopwatch = Stopwatch::start();
        self.system.run((), &mut self.world).expect("the system's parameters should be valid");
        Times::only(Part::Advance, stopwatch.lap())
    }

    fn check(&mut self) {
        let mut query = self.world.query::<&Transform>();
        let see = || {
            self.system.run((), &mut self.world).expect("the system's parameters should be valid");
            query.iter(&self.world).copied().collect()
        };
        field::check(see, true);
    }
}
