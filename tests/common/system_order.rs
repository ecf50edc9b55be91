//! Runs systems in a random order.

use bevy::ecs::schedule::Schedule;

/// Shuffles, with this seed, the systems that have no declared order. A no-op on Bevy 0.19, which cannot shuffle systems.
#[cfg(bevy_0_20)]
pub(crate) fn shuffle(schedule: &mut Schedule, seed: u64) {
    let settings = schedule.get_build_settings();
    schedule.set_build_settings(bevy::ecs::schedule::ScheduleBuildSettings { shuffle_seed: Some(seed), ..settings });
}

#[cfg(not(bevy_0_20))]
pub(crate) fn shuffle(_: &mut Schedule, _: u64) {}
