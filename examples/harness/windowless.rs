//! Runs an app without a window: on simulated time, as fast as possible. It draws only for screenshots.

use std::path::Path;
use std::time::Duration;

use bevy::app::{PluginsState, TaskPoolPlugin};
use bevy::camera::RenderTarget;
use bevy::diagnostic::FrameCountPlugin;
use bevy::ecs::schedule::{Schedules, SingleThreadedExecutor};
use bevy::input::InputPlugin;
use bevy::log::LogPlugin;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::render_resource::{Extent3d, TextureFormat, TextureUsages};
use bevy::render::settings::WgpuSettings;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;

use crate::cli::{self, Options};
use crate::trace::Trace;
use crate::{Output, platform, screenshot};

/// The number of frames drawn before the first screenshot: meshes and textures are uploaded in the first and available in the second.
const WARM_UP_FRAMES: u32 = 2;
/// The largest number of frames to wait for the graphics driver to return a screenshot. A few frames are usually enough.
const PATIENCE_FRAMES: u32 = 1000;

/// The image that all cameras draw to.
#[derive(Resource)]
pub(super) struct Canvas {
    pub(super) image: Handle<Image>,
    /// Whether the frames before the first screenshot have been drawn.
    is_warm: bool,
}

/// Measurements of the run, for its summary.
#[derive(Resource)]
struct RunStats {
    /// When the run began, on the system's clock.
    began: Instant,
    /// The number of frames so far.
    frames: u64,
}

/// Adds the few Bevy plugins that a scene needs if nothing is drawn: no renderer, no window, no assets.
pub(super) fn add_bevy_without_renderer(app: &mut App, logs: bool) {
    app.add_plugins((TaskPoolPlugin::default(), FrameCountPlugin, TimePlugin, TransformPlugin, InputPlugin));
    if logs {
        app.add_plugins(LogPlugin { filter: QUIET.to_owned(), ..default() });
    }
}

/// Adds `DefaultPlugins` without a window. Cameras draw to an image; if `output` is [`Output::LayoutOnly`], nothing is drawn.
pub(super) fn add_bevy_without_window(app: &mut App, output: Output, size: UVec2, logs: bool) {
    let (backends, filter) = match output {
        Output::LayoutOnly => (None, SILENT),
        _ => (Some(platform::picture_backends()), QUIET),
    };
    let mut plugins = DefaultPlugins
        .build()
        .set(WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() })
        .set(RenderPlugin {
            // Otherwise screenshots lack objects whose pipelines are still being compiled.
            synchronous_pipeline_compilation: true,
            render_creation: WgpuSettings { backends, ..default() }.into(),
            ..default()
        })
        .set(LogPlugin { filter: filter.to_owned(), ..default() })
        .disable::<WinitPlugin>();
    plugins = platform::without_pipelined_rendering(plugins);
    if !logs {
        plugins = plugins.disable::<LogPlugin>();
    }
    app.add_plugins(plugins);
    let mut image = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
    image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
    let image = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    app.insert_resource(Canvas { image, is_warm: false }).add_observer(point_at_canvas);
}

/// Log filter that hides the renderer's warnings about software drivers, because users cannot act on them.
const QUIET: &str = "warn,wgpu=error,wgpu_hal=off,naga=error,bevy_render=error,bevy_pbr=error";
/// Log filter for runs without a renderer. Hides the warnings that the renderer is missing.
const SILENT: &str = "warn,bevy_render=off,bevy_gizmos_render=off,bevy_gltf=off";

/// Makes each camera that a scene spawns draw to the canvas instead of a window. The first one also draws the UI.
fn point_at_canvas(
    added: On<Add, Camera>,
    canvas: Res<Canvas>,
    interface: Query<(), With<IsDefaultUiCamera>>,
    mut cameras: Query<&mut Camera>,
    mut commands: Commands,
) {
    if let Ok(mut camera) = cameras.get_mut(added.entity) {
        // Cameras are activated only for screenshots.
        camera.is_active = false;
    }
    let mut camera = commands.entity(added.entity);
    camera.insert(RenderTarget::from(canvas.image.clone()));
    if interface.is_empty() {
        camera.insert(IsDefaultUiCamera);
    }
}

/// Runs the app for the requested time and takes the requested screenshots.
pub(super) fn run(app: &mut App, options: &Options) -> AppExit {
    // The length of a frame must not be clamped. Bevy's default limit is 250 ms.
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
    app.insert_resource(RunStats { began: Instant::now(), frames: 0 });
    while app.plugins_state() == PluginsState::Adding {
        platform::run_tasks();
    }
    app.finish();
    app.cleanup();
    // One thread is faster: in a scene, sending a system to another thread takes longer than running it.
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }

    let end = options.windowless_seconds();
    let mut pictures = screenshot::times(options, end).peekable();
    // Bevy ignores the delta of the first update.
    pass(app, Duration::ZERO);
    for number in 1.. {
        let frame = options.windowless_frame(number);
        // `Time<Real>` is simulated, too. It continues while the game is paused.
        let now = app.world().resource::<Time<Real>>().elapsed_secs_f64();
        let is_last = cli::is_last(now, frame, end);
        while let Some(picture) = pictures.next_if(|picture| is_last || picture.time <= now + 1e-6) {
            if let Err(error) = take_picture(app, &picture.path) {
                eprintln!("{}: {error}", picture.path.display());
                return AppExit::error();
            }
        }
        if is_last {
            break;
        }
        pass(app, frame);
        if let Some(exit) = app.should_exit() {
            return exit;
        }
    }
    match app.world_mut().resource_mut::<Trace>().finish() {
        Ok(()) => AppExit::Success,
        Err(error) => {
            eprintln!("the trace is not complete: {error}");
            AppExit::error()
        }
    }
}

/// Resizes the image, as dragging the corner of a window would. Takes effect in the next frame.
pub(super) fn resize(app: &mut App, size: UVec2) {
    let canvas = app.world().resource::<Canvas>().image.clone();
    if let Some(mut image) = app.world_mut().resource_mut::<Assets<Image>>().get_mut(&canvas) {
        image.resize(Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 });
    }
}

/// Runs one frame. Time advances by `delta`.
fn pass(app: &mut App, delta: Duration) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(delta));
    app.update();
    app.world_mut().resource_mut::<RunStats>().frames += 1;
}

/// Whether the requested screenshot was written. Inserted once the graphics driver has returned the image.
#[derive(Resource)]
struct Taken(Result<(), String>);

/// Draws the current state and writes the screenshot. Time does not advance.
fn take_picture(app: &mut App, path: &Path) -> Result<(), String> {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    switch_cameras(app, true);
    if !app.world().resource::<Canvas>().is_warm {
        app.world_mut().resource_mut::<Canvas>().is_warm = true;
        for _ in 0..WARM_UP_FRAMES {
            app.update();
        }
    }
    let canvas = app.world().resource::<Canvas>().image.clone();
    let path = path.to_owned();
    app.world_mut().spawn(Screenshot::image(canvas)).observe(
        move |captured: On<ScreenshotCaptured>, mut commands: Commands| {
            commands.insert_resource(Taken(screenshot::save(&captured.image, &path)));
        },
    );
    app.update();
    switch_cameras(app, false);
    for _ in 0..PATIENCE_FRAMES {
        if let Some(Taken(result)) = app.world_mut().remove_resource::<Taken>() {
            return result;
        }
        app.update();
    }
    Err("the graphics driver did not return the picture".to_owned())
}

/// Activates or deactivates all cameras. They are active for screenshots only, because drawing is by far the slowest part of a run on a
/// software driver.
fn switch_cameras(app: &mut App, active: bool) {
    let world = app.world_mut();
    let mut cameras = world.query::<&mut Camera>();
    for mut camera in cameras.iter_mut(world) {
        camera.is_active = active;
    }
}

/// Returns a one-line summary of the run.
pub(super) fn summary_line(app: &App) -> String {
    let world = app.world();
    let (time, fixed, stats) =
        (world.resource::<Time<Real>>(), world.resource::<Time<Fixed>>(), world.resource::<RunStats>());
    let seconds = time.elapsed_secs_f64();
    let rate = 1.0 / fixed.timestep().as_secs_f64();
    format!(
        "{seconds:.2} s at {rate:.0} ticks per second, {} frames, done in {:.2} s",
        stats.frames.saturating_sub(1),
        stats.began.elapsed().as_secs_f64()
    )
}
