//! The code that all scenes share: flags, runs with and without a window, scripted input, traces, screenshots, and the UI.
//!
//! The harness moves nothing. Each scene builds its own `App`, so that its `main` shows how the plugin is added:
//!
//! ```text
//! let harness = Harness::from_command_line("name", "what it shows", script);
//! let mut app = App::new();
//! app.add_plugins((harness.plugin(), ExactMotionPlugin::default()));
//! …
//! harness.run(app)
//! ```
//!
//! | file | what is in it |
//! | --- | --- |
//! | `cli.rs` | the flags, and the message for a bad one |
//! | `platform.rs` | the differences between a native program and one in a web page |
//! | `script.rs` | scripted input: keyboard and mouse messages at set times |
//! | `finger.rs` | touch input: a finger turns the camera as the mouse does |
//! | `pointing.rs` | the scripted pointer on the UI, through Bevy's picking |
//! | `program.rs` | runs a scene whose `main` is a plain Bevy program without a harness |
//! | `trace.rs` | one CSV row per tick and traced entity |
//! | `windowless.rs` | runs an app without a window, as fast as possible |
//! | `windowed.rs` | runs an app in a window: the end of the run, its screenshots and its frame rate limit |
//! | `screenshot.rs` | screenshots: when they are taken, their file names, and how they are written |
//! | `style.rs` | panels, texts and colours, and their sizes |
//! | `layout.rs` | the columns of panels, and the pages that replace them on a small screen |
//! | `pages.rs` | panels behind tabs |
//! | `hud.rs` | the help and the readout on the screen |
//! | `dial.rs` | a labelled slider |
//! | `switch.rs` | a checkbox with a label |
//! | `button.rs` | a button |
//! | `plot.rs` | a graph in a UI node |
//! | `drawn.rs` | how an entity moves as it is drawn, and a line behind it |
//! | `surface.rs` | the position of a pointer on a node |
//! | `boom.rs` | the first wall that a camera's boom hits, for walls that are boxes |
//!
//! A test runs a scene inside the test's own process: it includes the scene's `main.rs` with `#[path]`, creates a harness with
//! [`Harness::in_process`], passes it to the scene's `build`, and calls [`Harness::simulate`].

pub mod boom;
pub mod button;
pub mod cli;
pub mod dial;
pub mod drawn;
mod finger;
pub mod hud;
pub mod layout;
pub mod pages;
pub mod platform;
pub mod plot;
mod pointing;
pub mod program;
pub mod screenshot;
pub mod script;
pub mod style;
pub mod surface;
pub mod switch;
pub mod trace;
mod windowed;
mod windowless;

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;

use cli::{Options, Request};
use layout::Design;
use platform::{exit_with_error, exit_with_text, say};
use script::Script;
use trace::{Row, Trace};

/// The README's first program needs the renderer, so the README's code blocks are tested in this package.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadmeDoctests;

/// What a run draws to.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Draws nothing: the renderer is not loaded, and no graphics driver is needed.
    Nothing,
    /// Draws nothing, but lays out the UI, so that it can be picked. Needs no graphics driver.
    LayoutOnly,
    /// Draws screenshots, without a window.
    Image,
    /// Draws to a window.
    Window,
}

/// Runs once at the end of a windowless run; systems in it add lines to [`Summary`].
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Summarize;

/// The lines that a windowless run prints when it ends.
#[derive(Resource, Default)]
pub struct Summary(pub Vec<String>);

/// The options of this run of a scene.
#[derive(Clone)]
pub struct Harness {
    name: &'static str,
    options: Options,
    script: Script,
    output: Output,
    design: Design,
    logs: bool,
}

impl Harness {
    /// Reads the command line. Exits the process on `--help`, on an invalid flag, and if the run draws but there is no graphics
    /// driver.
    pub fn from_command_line(name: &'static str, about: &str, script: Script) -> Self {
        let options = match cli::parse(platform::arguments()) {
            Ok(Request::Run(options)) => options,
            Ok(Request::Help) => exit_with_text(&cli::help(name, about)),
            Err(message) => exit_with_error(&message),
        };
        if let Some(message) = platform::unsupported(&options) {
            exit_with_error(message);
        }
        let output = match (options.headless, options.screenshot.is_some()) {
            (true, true) => Output::Image,
            (true, false) => Output::Nothing,
            (false, pictures) => match (platform::display_is_missing(), pictures) {
                (false, _) => Output::Window,
                (true, pictures) => {
                    say(&format!("{name}: no display found, running without a window on scripted input"));
                    if pictures { Output::Image } else { Output::Nothing }
                }
            },
        };
        if output != Output::Nothing && platform::adapter_is_missing(output) {
            exit_with_error(platform::HOW_TO_GET_A_DRIVER);
        }
        Self { name, options, script, output, design: Design::default(), logs: true }
    }

    /// Lays out the UI, so that it can be picked, even if nothing is drawn. Call this if the scene's script uses the UI.
    #[must_use]
    pub fn with_interface(mut self) -> Self {
        if self.output == Output::Nothing {
            self.output = Output::LayoutOnly;
        }
        self
    }

    /// Sets the smallest screen on which the panels are arranged in columns; on smaller screens they become [pages]. Default:
    /// [`layout::DESIGN_SIZE`]. Unit: pixels.
    #[must_use]
    pub fn designed_for(mut self, smallest: Vec2) -> Self {
        self.design.columns = smallest;
        self
    }

    /// Sets the smallest screen on which [pages] have their full size; on smaller screens they are scaled down. Unit: pixels.
    #[must_use]
    pub fn in_full_size_on(mut self, smallest: Vec2) -> Self {
        self.design.pages = smallest;
        self
    }

    /// Creates a harness for a test: no window, no screenshots, no log.
    pub fn in_process(name: &'static str, options: Options, script: Script) -> Self {
        Self { name, options, script, output: Output::Nothing, design: Design::default(), logs: false }
    }

    /// Whether Bevy's rendering plugins are added, which meshes, materials and texts need. False for [`Output::Nothing`] only.
    pub fn draws(&self) -> bool {
        self.output != Output::Nothing
    }

    /// Returns the plugin that adds Bevy's plugins and the harness's own systems. Add it before all other plugins.
    pub fn plugin(&self) -> HarnessPlugin {
        HarnessPlugin {
            name: self.name,
            options: self.options.clone(),
            script: self.script.clone(),
            output: self.output,
            design: self.design,
            logs: self.logs,
        }
    }

    /// Runs the app until the window is closed or the requested time has passed.
    pub fn run(self, mut app: App) -> AppExit {
        self.begin_trace(&mut app);
        if self.output == Output::Window {
            return app.run();
        }
        let exit = windowless::run(&mut app, &self.options);
        app.world_mut().run_schedule(Summarize);
        say(&format!("{}: {}", self.name, windowless::summary_line(&app)));
        for line in &app.world().resource::<Summary>().0 {
            say(&format!("  {line}"));
        }
        exit
    }

    /// Opens the trace file if the options name one.
    fn begin_trace(&self, app: &mut App) {
        if let Some(path) = &self.options.trace
            && let Err(error) = app.world_mut().resource_mut::<Trace>().write_to(path)
        {
            exit_with_error(&format!("--trace cannot write {}: {error}", path.display()));
        }
    }

    /// Runs `app` for the time that the options request, and returns all traced rows, starting at t = 0.
    pub fn simulate(&self, app: &mut App) -> Vec<Row> {
        app.world_mut().resource_mut::<Trace>().keep();
        windowless::run(app, &self.options);
        app.world_mut().resource_mut::<Trace>().take()
    }
}

/// Resizes the image that a windowless run lays out its UI on. Takes effect in the next frame.
pub fn resize(app: &mut App, size: UVec2) {
    windowless::resize(app, size);
}

/// Adds Bevy's plugins and the harness's own systems. Returned by [`Harness::plugin`].
pub struct HarnessPlugin {
    name: &'static str,
    options: Options,
    script: Script,
    output: Output,
    design: Design,
    logs: bool,
}

impl Plugin for HarnessPlugin {
    fn build(&self, app: &mut App) {
        match self.output {
            Output::Nothing => windowless::add_bevy_without_renderer(app, self.logs),
            Output::LayoutOnly | Output::Image => {
                windowless::add_bevy_without_window(app, self.output, self.options.size, self.logs);
                pointing::add(app);
            }
            Output::Window => {
                windowed::add_bevy(app, self.name, &self.options);
                finger::add(app);
                if self.options.scripted {
                    pointing::add(app);
                }
            }
        }
        app.insert_resource(self.output)
            .insert_resource(Time::<Fixed>::from_duration(self.options.tick()))
            .init_resource::<Summary>()
            .init_schedule(Summarize);
        if self.output == Output::Window {
            trace::add(app, self.options.seconds);
        } else {
            trace::add(app, Some(self.options.windowless_seconds()));
        }
        if self.options.scripted || self.output != Output::Window {
            script::add(app, self.script.clone());
        }
        if self.output != Output::Nothing {
            hud::add(app, self.options.size, self.design);
            dial::add(app);
            drawn::add(app);
            switch::add(app);
            plot::add(app);
        }
    }
}
