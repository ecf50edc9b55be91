//! Contenders that run an app. Each frame has exactly one tick, and presents the state half a tick after it.

use std::time::Duration;

use bevy::{
    app::{FixedFirst, FixedLast, FixedPostUpdate, FixedPreUpdate, RunFixedMainLoop},
    ecs::schedule::SingleThreadedExecutor,
    prelude::*,
    time::TimeUpdateStrategy,
};

use super::{
    Contender,
    field::{self, TICK},
    stages::Marks,
};
use crate::measure::{Part, Stopwatch, Times};

pub struct Ticking {
    app: App,
    moves: bool,
}

/// An app whose schedules run on one thread; only the work inside a system may use more threads. Therefore nothing else runs
/// while a set is timed, and the times do not include waking threads for systems that take microseconds.
pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins(MinimalPlugins)
        .init_resource::<Marks>()
        .insert_resource(Time::<Fixed>::from_duration(TICK))
        .insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
    macro_rules! on_one_thread {
        ($($schedule:ident)*) => {
            $(app.edit_schedule($schedule, |schedule| {
                schedule.set_executor(SingleThreadedExecutor::new());
            });)*
        };
    }
    on_one_thread!(
        First PreUpdate RunFixedMainLoop FixedFirst FixedPreUpdate FixedUpdate FixedPostUpdate FixedLast Update PostUpdate
        Last
    );
    app
}

impl Ticking {
    pub fn boxed(app: App) -> Box<dyn Contender> {
        Box::new(Self::new(app, true))
    }

    /// A contender whose entities do not move.
    pub fn boxed_at_rest(app: App) -> Box<dyn Contender> {
        Box::new(Self::new(app, false))
    }

    pub fn new(mut app: App, moves: bool) -> Self {
        // No time passes in the first update. The second ends between two ticks, so that no frame presents the exact state of a
        // tick.
        app.update();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK + TICK / 2));
        app.update();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
        app.update();
        Self { app, moves }
    }
}

impl Contender for Ticking {
    fn step(&mut self) -> Times {
        self.app.world_mut().resource_mut::<Marks>().times = Times::default();
        let mut stopwatch = Stopwatch::start();
        self.app.update();
        let frame = stopwatch.lap();
        let mut times = self.app.world().resource::<Marks>().times;
        times.add(Part::Frame, frame);
        times
    }

    fn check(&mut self) {
        let mut query = self.app.world_mut().query::<&Transform>();
        let see = || {
            self.app.update();
            query.iter(self.app.world()).copied().collect()
        };
        field::check(see, self.moves);
    }
}
