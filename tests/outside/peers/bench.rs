//! Runs an app frame by frame, and measures what is drawn.

use std::time::Duration;

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::prelude::*;
use bevy_tweening::TweeningPlugin;

/// The length of a frame. Unit: s.
pub(crate) const FRAME: f32 = 1.0 / 64.0;

pub(crate) fn app(plugin: impl FnOnce(&mut App)) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default(), TweeningPlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(FRAME)));
    plugin(&mut app);
    app
}

/// Runs frames, with an action before some of them, and returns the largest change of a drawn value's velocity from one frame to the next.
pub(crate) fn largest_change(
    app: &mut App,
    frames: usize,
    actions: &[(usize, &dyn Fn(&mut World))],
    drawn: impl Fn(&App) -> f32,
) -> f32 {
    let shown: Vec<f32> = (0..frames)
        .map(|frame| {
            for (_, action) in actions.iter().filter(|(at, _)| *at == frame) {
                action(app.world_mut());
            }
            app.update();
            drawn(app)
        })
        .collect();
    largest_change_of(&shown)
}

/// The largest change of the velocity from one frame to the next.
pub(crate) fn largest_change_of(shown: &[f32]) -> f32 {
    let velocities: Vec<f32> = shown.windows(2).map(|two| (two[1] - two[0]) / FRAME).collect();
    velocities.windows(2).map(|two| (two[1] - two[0]).abs()).fold(0.0, f32::max)
}

/// Spawns by commands, as an app does.
pub(crate) fn spawn(app: &mut App, spawn: fn(&mut Commands) -> Entity) -> Entity {
    let entity = spawn(&mut app.world_mut().commands());
    app.world_mut().flush();
    entity
}
