//! Checks schedules for ambiguous system order, which rollback libraries forbid in their schedules.

use bevy::{
    ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, Schedules},
    prelude::*,
};

/// Panics if two systems of this schedule conflict without a declared order or `ambiguous_with`.
#[track_caller]
pub(crate) fn assert_no_ambiguities(app: &mut App, label: impl ScheduleLabel) {
    app.finish();
    let label = label.intern();
    let mut schedules = app.world_mut().remove_resource::<Schedules>().expect("every app should have schedules");
    let schedule = schedules.get_mut(label).expect("the plugin should have added systems to this schedule");
    schedule.set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() });
    if let Err(error) = schedule.initialize(app.world_mut()) {
        panic!("{}", error.to_string(schedule.graph(), app.world()));
    }
}
