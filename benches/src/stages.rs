//! How long each set of systems takes: the time between marks set around it.

use std::time::{Duration, Instant};

use bevy::{
    app::{FixedFirst, FixedLast, RunFixedMainLoop},
    ecs::schedule::SingleThreadedExecutor,
    prelude::*,
};
use bevy_exact_motion::MotionSystems::{self, Adopt, Advance, Correct, Present, Refresh, Rest};

/// A place where motion happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    TickAdopt,
    TickRefresh,
    Advance,
    Correct,
    Rest,
    FrameAdopt,
    FrameRefresh,
    Present,
}

/// When the last mark was set, and how long each stage took since the beginning of the frame.
#[derive(Resource)]
pub struct Marks {
    last: Instant,
    stages: Vec<(Stage, Duration)>,
}

impl Marks {
    pub fn clear(&mut self) {
        self.stages.clear();
    }

    pub fn of(&self, wanted: impl Fn(Stage) -> bool) -> Duration {
        self.stages.iter().filter(|(stage, _)| wanted(*stage)).map(|(_, time)| *time).sum()
    }
}

/// Sets marks around every set, and lets every schedule run on one thread, so that nothing else runs between them.
pub fn mark(app: &mut App) {
    app.insert_resource(Marks { last: Instant::now(), stages: Vec::new() });
    app.edit_schedule(FixedFirst, single_threaded)
        .edit_schedule(FixedLast, single_threaded)
        .edit_schedule(RunFixedMainLoop, single_threaded);
    app.add_systems(
        FixedFirst,
        (
            begin.before(Adopt),
            end(Stage::TickAdopt, Adopt).before(Refresh),
            end(Stage::TickRefresh, Refresh).before(Advance),
            end(Stage::Advance, Advance),
        ),
    )
    .add_systems(FixedLast, (begin.before(Correct), end(Stage::Correct, Correct).before(Rest), end(Stage::Rest, Rest)))
    .add_systems(
        RunFixedMainLoop,
        (
            begin.before(Adopt).after(RunFixedMainLoopSystems::FixedMainLoop),
            end(Stage::FrameAdopt, Adopt).before(Refresh),
            end(Stage::FrameRefresh, Refresh).before(Present),
            end(Stage::Present, Present),
        ),
    );
}

fn single_threaded(schedule: &mut Schedule) {
    schedule.set_executor(SingleThreadedExecutor::new());
}

fn begin(mut marks: ResMut<Marks>) {
    marks.last = Instant::now();
}

fn end(stage: Stage, set: MotionSystems) -> bevy::ecs::schedule::ScheduleConfigs<bevy::ecs::system::ScheduleSystem> {
    (move |mut marks: ResMut<Marks>| {
        let now = Instant::now();
        let time = now - marks.last;
        marks.stages.push((stage, time));
        marks.last = now;
    })
    .after(set)
}
