//! Runs an app in a window: the end of the run, its screenshots and its frame rate limit.

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

/// The state of the run: its end, and the screenshots that are not written yet.
#[derive(Resource)]
struct RunState {
    /// When the run ends. `None`: when the window is closed. Unit: s.
    end: Option<f64>,
    /// The numbered screenshots that are not taken yet, sorted by time.
    numbered: Vec<Picture>,
    /// The screenshot to take at the end.
    last: Option<Picture>,
    /// The number of screenshots that are taken but not written yet.
    awaited: u32,
    /// Whether simulated time has reached the end.
    is_over: bool,
    /// Whether the run ends as soon as all screenshots are written.
    is_ending: bool,
}

pub(super) fn add_bevy(app: &mut App, name: &str, options: &Options) {
    // VSync would limit the frame rate to the display's.
    let present_mode = if options.frame_rate.is_some() { PresentMode::AutoNoVsync } else { PresentMode::AutoVsync };
    let render = RenderPlugin {
        // Otherwise screenshots lack objects whose pipelines are still being compiled.
        synchronous_pipeline_compilation: options.screenshot.is_some(),
        ..default()
    };
    app.add_plugins(DefaultPlugins.set(render).set(WindowPlugin {
        primary_window: Some(Window {
            title: name.replace('_', " "),
            resolution: options.size.into(),
            present_mode,
            // In a web page, the window is this canvas, as large as its parent element.
            canvas: Some("#scene".to_owned()),
            fit_canvas_to_parent: true,
            ..default()
        }),
        // When the user closes the window, it stays open until the last screenshot is written.
        close_when_requested: false,
        exit_condition: ExitCondition::DontExit,
        ..default()
    }));
    let numbered_end = options.seconds.unwrap_or(f64::MAX);
    let last = options.screenshot.clone().map(|path| Picture { time: numbered_end, path });
    let mut numbered: Vec<_> = match options.seconds {
        Some(end) => screenshot::times(options, end).collect(),
        // The end of the run is unknown: take at most 1000 screenshots within an hour.
        None => screenshot::times(options, 3600.0).take(1000).collect(),
    };
    numbered.retain(|picture| last.as_ref().is_none_or(|last| last.path != picture.path));
    app.insert_resource(RunState {
        end: options.seconds,
        numbered,
        last,
        awaited: 0,
        is_over: false,
        is_ending: false,
    });
    if platform::ENDS_BY_ITSELF {
        app.add_systems(Last, (take_numbered_pictures, end).chain());
    }
    if options.scripted {
        // The length of a frame must not be clamped. Bevy's default limit is 250 ms.
        app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
        // Bevy ignores the delta of the first update.
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO))
            .insert_resource(Scripted { options: options.clone(), frame: 0 })
            .add_systems(Last, script_time.before(end));
    } else if let Some(rate) = options.frame_rate {
        // winit schedules frames by absolute times, so delays do not accumulate.
        let mode = UpdateMode::Reactive {
            wait: Duration::from_secs_f64(1.0 / rate),
            react_to_device_events: false,
            react_to_user_events: false,
            react_to_window_events: false,
        };
        app.insert_resource(WinitSettings { focused_mode: mode, unfocused_mode: mode });
    }
}

fn take_numbered_pictures(time: Res<Time<Virtual>>, mut run: ResMut<RunState>, mut commands: Commands) {
    let now = time.elapsed_secs_f64();
    while run.numbered.first().is_some_and(|picture| picture.time <= now) {
        let picture = run.numbered.remove(0);
        take(picture, &mut run, &mut commands);
    }
}

/// The simulated clock of a scripted run.
#[derive(Resource)]
struct Scripted {
    options: Options,
    /// The number of the next frame.
    frame: u32,
}

/// Sets the length of the next frame: the same as in a windowless run, or 0 after the end of the run.
fn script_time(
    time: Res<Time<Real>>,
    mut scripted: ResMut<Scripted>,
    mut strategy: ResMut<TimeUpdateStrategy>,
    mut run: ResMut<RunState>,
) {
    scripted.frame += 1;
    let frame = scripted.options.windowless_frame(scripted.frame);
    run.is_over = run.end.is_some_and(|end| cli::is_last(time.elapsed_secs_f64(), frame, end));
    *strategy = TimeUpdateStrategy::ManualDuration(if run.is_over { Duration::ZERO } else { frame });
}

/// Ends the run when its time is up or the user closes the window. Waits until all screenshots are written.
fn end(
    time: Res<Time<Virtual>>,
    mut closing: MessageReader<WindowCloseRequested>,
    mut run: ResMut<RunState>,
    mut trace: ResMut<Trace>,
    mut exit: MessageWriter<AppExit>,
    mut commands: Commands,
) {
    let time_is_up = run.is_over || run.end.is_some_and(|end| time.elapsed_secs_f64() >= end);
    if !run.is_ending && (closing.read().count() > 0 || time_is_up) {
        run.is_ending = true;
        if let Some(picture) = run.last.take() {
            take(picture, &mut run, &mut commands);
        }
    }
    if run.is_ending && run.awaited == 0 {
        if let Err(error) = trace.finish() {
            error!("the trace is not complete: {error}");
        }
        exit.write(AppExit::Success);
    }
}

fn take(picture: Picture, run: &mut RunState, commands: &mut Commands) {
    run.awaited += 1;
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>, mut run: ResMut<RunState>| {
            run.awaited -= 1;
            if let Err(error) = screenshot::save(&captured.image, &picture.path) {
                error!("{}: {error}", picture.path.display());
            }
        },
    );
}
