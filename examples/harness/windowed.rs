//! A run in a window: when it ends, its pictures, and its frame rate limit.

use std::time::Duration;

use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use bevy::window::{ExitCondition, PresentMode, WindowCloseRequested};
use bevy::winit::{UpdateMode, WinitSettings};

use crate::cli::{self, Options};
use crate::platform;
use crate::screenshot::{self, Picture};
use crate::trace::Trace;

/// What is left to do in this run.
#[derive(Resource)]
struct Course {
    /// When the run ends. Unit: s.
    end: Option<f64>,
    /// The numbered pictures that are still to be taken, sorted by time.
    numbered: Vec<Picture>,
    /// The picture to take at the end.
    last: Option<Picture>,
    /// How many pictures were requested but are not written yet.
    awaited: u32,
    /// Scripted time has reached the end.
    is_over: bool,
    /// The run ends once all pictures are written.
    is_ending: bool,
}

pub(super) fn add_bevy(app: &mut App, name: &str, options: &Options) {
    // VSync would limit the frame rate to the display's.
    let present_mode = if options.frame_rate.is_some() { PresentMode::AutoNoVsync } else { PresentMode::AutoVsync };
    let render = RenderPlugin {
        // Otherwise pictures lack whatever is drawn by pipelines that are not compiled yet.
        synchronous_pipeline_compilation: options.screenshot.is_some(),
        ..default()
    };
    app.add_plugins(DefaultPlugins.set(render).set(WindowPlugin {
        primary_window: Some(Window {
            title: name.replace('_', " "),
            resolution: options.size.into(),
            present_mode,
            // In a page, the window is this canvas, as large as its parent element.
            canvas: Some("#scene".to_owned()),
            fit_canvas_to_parent: true,
            ..default()
        }),
        // The last picture is taken when closing is requested, so the window must stay open until then.
        close_when_requested: false,
        exit_condition: ExitCondition::DontExit,
        ..default()
    }));
    let numbered_end = options.seconds.unwrap_or(f64::MAX);
    let last = options.screenshot.clone().map(|path| Picture { time: numbered_end, path });
    let mut numbered: Vec<_> = match options.seconds {
        Some(end) => screenshot::times(options, end).collect(),
        // No flag says when the run ends: at most 1000 pictures within an hour.
        None => screenshot::times(options, 3600.0).take(1000).collect(),
    };
    numbered.retain(|picture| last.as_ref().is_none_or(|last| last.path != picture.path));
    app.insert_resource(Course { end: options.seconds, numbered, last, awaited: 0, is_over: false, is_ending: false });
    if platform::ENDS_BY_ITSELF {
        app.add_systems(Last, (take_numbered_pictures, end).chain());
    }
    if options.scripted {
        // Bevy clamps a frame to 250 ms, but longer frames may have been requested.
        app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
        // Bevy ignores the delta of the first update.
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO))
            .insert_resource(Scripted { options: options.clone(), frame: 0 })
            .add_systems(Last, script_time.before(end));
    } else if let Some(rate) = options.frame_rate {
        // winit schedules frames by absolute times, so that delays do not accumulate.
        let mode = UpdateMode::Reactive {
            wait: Duration::from_secs_f64(1.0 / rate),
            react_to_device_events: false,
            react_to_user_events: false,
            react_to_window_events: false,
        };
        app.insert_resource(WinitSettings { focused_mode: mode, unfocused_mode: mode });
    }
}

fn take_numbered_pictures(time: Res<Time<Virtual>>, mut course: ResMut<Course>, mut commands: Commands) {
    let now = time.elapsed_secs_f64();
    while course.numbered.first().is_some_and(|picture| picture.time <= now) {
        let picture = course.numbered.remove(0);
        take(picture, &mut course, &mut commands);
    }
}

/// The clock of a scripted run.
#[derive(Resource)]
struct Scripted {
    options: Options,
    /// The number of the next frame.
    frame: u32,
}

/// Sets the length of the next frame: the same as in a windowless run, or 0 once time is up.
fn script_time(
    time: Res<Time<Real>>,
    mut scripted: ResMut<Scripted>,
    mut strategy: ResMut<TimeUpdateStrategy>,
    mut course: ResMut<Course>,
) {
    scripted.frame += 1;
    let frame = scripted.options.windowless_frame(scripted.frame);
    course.is_over = course.end.is_some_and(|end| cli::is_last(time.elapsed_secs_f64(), frame, end));
    *strategy = TimeUpdateStrategy::ManualDuration(if course.is_over { Duration::ZERO } else { frame });
}

/// Ends the run once closing is requested or time is up, and all pictures are written.
fn end(
    time: Res<Time<Virtual>>,
    mut closing: MessageReader<WindowCloseRequested>,
    mut course: ResMut<Course>,
    mut trace: ResMut<Trace>,
    mut exit: MessageWriter<AppExit>,
    mut commands: Commands,
) {
    let time_is_up = course.is_over || course.end.is_some_and(|end| time.elapsed_secs_f64() >= end);
    if !course.is_ending && (closing.read().count() > 0 || time_is_up) {
        course.is_ending = true;
        if let Some(picture) = course.last.take() {
            take(picture, &mut course, &mut commands);
        }
    }
    if course.is_ending && course.awaited == 0 {
        if let Err(error) = trace.finish() {
            error!("the trace is not complete: {error}");
        }
        exit.write(AppExit::Success);
    }
}

fn take(picture: Picture, course: &mut Course, commands: &mut Commands) {
    course.awaited += 1;
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>, mut course: ResMut<Course>| {
            course.awaited -= 1;
            if let Err(error) = screenshot::save(&captured.image, &picture.path) {
                error!("{}: {error}", picture.path.display());
            }
        },
    );
}
