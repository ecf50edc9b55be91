//! Whether systems' order is left open somewhere, which rollback libraries forbid in their schedules.

use bevy::{
    ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, Schedules},
    prelude::*,
};

/// Fails where two systems of this schedule write the same thing, and nothing says which one is first, or that this does not matter.
#[track_caller]
pub(crate) fn assert_no_order_is_open(app: &mut App, label: impl ScheduleLabel) {
    app.finish();
    let label = label.intern();
    let mut schedules = app.world_mut().remove_resource::<Schedules>().expect("every app has schedules");
    let schedule = schedules.get_mut(label).expect("the plugin has added systems to it");
    schedule.set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() });
    if let Err(error) = schedule.initialize(app.world_mut()) {
        panic!("{}", error.to_string(schedule.graph(), app.world()));
    }
}
