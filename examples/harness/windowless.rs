//! A run without a window: scripted time, as fast as possible, and pictures only on request.

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

/// The number of frames drawn before the first picture. Meshes and textures are uploaded in the first frame and available in the second.
const WARM_UP_FRAMES: u32 = 2;
/// The number of frames to wait for a picture from the graphics driver. It usually takes a few.
const PATIENCE_FRAMES: u32 = 1000;

/// The picture that all cameras draw into.
#[derive(Resource)]
pub(super) struct Canvas {
    pub(super) image: Handle<Image>,
    is_warm: bool,
}

/// When the run began in real time, and how many frames it has run.
#[derive(Resource)]
struct Course {
    began: Instant,
    frames: u64,
}

/// Adds the parts of Bevy that a scene needs when nothing is drawn: no renderer, no window, no assets.
pub(super) fn add_bevy_without_renderer(app: &mut App, logs: bool) {
    app.add_plugins((TaskPoolPlugin::default(), FrameCountPlugin, TimePlugin, TransformPlugin, InputPlugin));
    if logs {
        app.add_plugins(LogPlugin { filter: QUIET.to_owned(), ..default() });
    }
}

/// Adds all of Bevy, drawing into an image. If `output` is [`Output::Unseen`], the interface is laid out but nothing is drawn.
pub(super) fn add_bevy_without_window(app: &mut App, output: Output, size: UVec2, logs: bool) {
    let (backends, filter) = match output {
        Output::Unseen => (None, SILENT),
        _ => (Some(platform::picture_backends()), QUIET),
    };
    let mut plugins = DefaultPlugins
        .build()
        .set(WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() })
        .set(RenderPlugin {
            // Otherwise pictures lack whatever is drawn by pipelines that are not compiled yet.
            synchronous_pipeline_compilation: true,
            render_creation: WgpuSettings { backends, ..default() }.into(),
            ..default()
        })
        .set(LogPlugin { filter: filter.to_owned(), ..default() })
        .disable::<WinitPlugin>();
    plugins = platform::one_frame_at_a_time(plugins);
    if !logs {
        plugins = plugins.disable::<LogPlugin>();
    }
    app.add_plugins(plugins);
    let mut image = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
    image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
    let image = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    app.insert_resource(Canvas { image, is_warm: false }).add_observer(point_at_canvas);
}

/// Log filter: only what a user should act on, so without the renderer's warnings about software drivers.
const QUIET: &str = "warn,wgpu=error,wgpu_hal=off,naga=error,bevy_render=error,bevy_pbr=error";
/// Log filter without a renderer: also leaves out warnings that the renderer is missing.
const SILENT: &str = "warn,bevy_render=off,bevy_gizmos_render=off,bevy_gltf=off";

/// Makes each camera that a scene spawns draw into the canvas instead of a window.
fn point_at_canvas(
    added: On<Add, Camera>,
    canvas: Res<Canvas>,
    interface: Query<(), With<IsDefaultUiCamera>>,
    mut cameras: Query<&mut Camera>,
    mut commands: Commands,
) {
    if let Ok(mut camera) = cameras.get_mut(added.entity) {
        // Cameras are activated only for pictures.
        camera.is_active = false;
    }
    let mut camera = commands.entity(added.entity);
    camera.insert(RenderTarget::from(canvas.image.clone()));
    if interface.is_empty() {
        camera.insert(IsDefaultUiCamera);
    }
}

/// Runs for the requested time and takes the requested pictures.
pub(super) fn run(app: &mut App, options: &Options) -> AppExit {
    // Bevy clamps a frame to 250 ms, but longer frames may have been requested.
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
    app.insert_resource(Course { began: Instant::now(), frames: 0 });
    while app.plugins_state() == PluginsState::Adding {
        platform::help_tasks();
    }
    app.finish();
    app.cleanup();
    // Scenes are small: sending a system to a thread takes longer than running it.
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }

    let end = options.windowless_seconds();
    let mut pictures = screenshot::times(options, end).peekable();
    // Bevy ignores the delta of the first update.
    pass(app, Duration::ZERO);
    for number in 1.. {
        let frame = options.windowless_frame(number);
        // Real time is scripted as well, and continues while the game is paused.
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

/// Resizes the picture, as dragging the corner of a window would. Takes effect in the next frame.
pub(super) fn resize(app: &mut App, size: UVec2) {
    let canvas = app.world().resource::<Canvas>().image.clone();
    if let Some(mut image) = app.world_mut().resource_mut::<Assets<Image>>().get_mut(&canvas) {
        image.resize(Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 });
    }
}

/// Runs one frame, `delta` later than the last.
fn pass(app: &mut App, delta: Duration) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(delta));
    app.update();
    app.world_mut().resource_mut::<Course>().frames += 1;
}

/// The result of a requested picture.
#[derive(Resource)]
struct Taken(Result<(), String>);

/// Draws this instant and writes the picture. Time does not advance.
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

/// Activates or deactivates all cameras. They are active for pictures only, because on a software driver drawing costs more than
/// everything else.
fn switch_cameras(app: &mut App, active: bool) {
    let world = app.world_mut();
    let mut cameras = world.query::<&mut Camera>();
    for mut camera in cameras.iter_mut(world) {
        camera.is_active = active;
    }
}

/// A one-line summary of the run.
pub(super) fn how_it_went(app: &App) -> String {
    let world = app.world();
    let (time, fixed, course) =
        (world.resource::<Time<Real>>(), world.resource::<Time<Fixed>>(), world.resource::<Course>());
    let seconds = time.elapsed_secs_f64();
    let rate = 1.0 / fixed.timestep().as_secs_f64();
    format!(
        "{seconds:.2} s at {rate:.0} ticks per second, {} frames, done in {:.2} s",
        course.frames.saturating_sub(1),
        course.began.elapsed().as_secs_f64()
    )
}
