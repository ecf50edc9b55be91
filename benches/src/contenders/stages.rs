//! Times each system set, with systems before and after it that start and read a stopwatch.

use bevy::{
    app::{FixedFirst, FixedLast, RunFixedMainLoop},
    ecs::{
        schedule::{ScheduleConfigs, ScheduleLabel, SystemSet},
        system::ScheduleSystem,
    },
    prelude::*,
};
use bevy_exact_motion::MotionSystems::{Adopt, Advance, Correct, Present, Refresh, Rest};

use crate::measure::{Part, Stopwatch, Times};

/// The running stopwatch, and the times of the current frame's parts.
#[derive(Resource)]
pub struct Marks {
    stopwatch: Stopwatch,
    pub times: Times,
}

impl Default for Marks {
    fn default() -> Self {
        Self { stopwatch: Stopwatch::start(), times: Times::default() }
    }
}

/// Adds systems that time one set.
pub fn time_set(app: &mut App, schedule: impl ScheduleLabel, set: impl SystemSet + Clone, part: Part) {
    app.add_systems(schedule, (begin.before(set.clone()), end(part).after(set)));
}

/// Adds systems that time every set of this crate.
pub fn time_stages(app: &mut App) {
    app.add_systems(
        FixedFirst,
        (
            begin.before(Adopt),
            end(Part::TickAdopt).after(Adopt).before(Refresh),
            end(Part::TickRefresh).after(Refresh).before(Advance),
            end(Part::Advance).after(Advance),
        ),
    )
    .add_systems(
        FixedLast,
        (begin.before(Correct), end(Part::Correct).after(Correct).before(Rest), end(Part::Rest).after(Rest)),
    )
    .add_systems(
        RunFixedMainLoop,
        (
            begin.before(Adopt).after(RunFixedMainLoopSystems::FixedMainLoop),
            end(Part::FrameAdopt).after(Adopt).before(Refresh),
            end(Part::FrameRefresh).after(Refresh).before(Present),
            end(Part::Present).after(Present),
        ),
    );
}

/// Adds systems that time every set of this crate, for properties that are stepped once a frame.
pub fn time_stages_of_frames(app: &mut App) {
    app.add_systems(
        PreUpdate,
        (
            begin.before(Adopt),
            end(Part::TickAdopt).after(Adopt).before(Refresh),
            end(Part::TickRefresh).after(Refresh).before(Advance),
            end(Part::Advance).after(Advance),
        ),
    )
    .add_systems(
        PostUpdate,
        (begin.before(Correct), end(Part::Correct).after(Correct).before(Rest), end(Part::Rest).after(Rest)),
    );
}

fn begin(mut marks: ResMut<Marks>) {
    marks.stopwatch = Stopwatch::start();
}

fn end(part: Part) -> ScheduleConfigs<ScheduleSystem> {
    (move |mut marks: ResMut<Marks>| {
        let lap = marks.stopwatch.lap();
        marks.times.add(part, lap);
    })
    .into_configs()
}
