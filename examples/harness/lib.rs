//! The parts that every scene shares: flags, window or no window, scripted input, traces, pictures, help and readout.
//!
//! The harness contains no motion. A scene builds its own `App`, so that its `main` shows how the plugin is added:
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
//! | `pointing.rs` | the script's pointer on the interface, through Bevy's picking |
//! | `program.rs` | a scene whose `main` does not know the harness |
//! | `trace.rs` | one CSV row per tick and traced entity |
//! | `windowless.rs` | runs an app without a window, as fast as possible |
//! | `windowed.rs` | a run in a window: when it ends, its pictures, its frame rate limit |
//! | `screenshot.rs` | pictures: when they are taken, their file names, and how they are written |
//! | `style.rs` | panels, texts and colours, and their sizes |
//! | `layout.rs` | the columns of panels, and the pages that replace them on a small screen |
//! | `pages.rs` | panels behind tabs |
//! | `hud.rs` | the help and the readout on the screen |
//! | `dial.rs` | a labelled slider |
//! | `switch.rs` | a checkbox with a label |
//! | `button.rs` | a button |
//! | `plot.rs` | a graph in a node of the interface |
//! | `surface.rs` | where a pointer is on a node |
//! | `boom.rs` | how long a camera's boom may be among walls that are boxes |
//!
//! A test runs a scene in its own process: it includes the scene's `main.rs` with `#[path]`, makes a harness with
//! [`Harness::in_process`], passes it to the scene's `build`, and calls [`Harness::simulate`].

pub mod boom;
pub mod button;
pub mod cli;
pub mod dial;
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
use platform::{end_with, refuse, say};
use script::Script;
use trace::{Row, Trace};

/// README's first program needs the renderer, so README is tested in this package.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadmeDoctests;

/// What is drawn, and where.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Nothing: no renderer is loaded, and no graphics driver is needed.
    Nothing,
    /// Nothing, but the interface is laid out and can be picked; no graphics driver is needed.
    Unseen,
    /// Pictures without a window.
    Image,
    /// A window.
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
    /// Reads the command line. Ends the process on `--help`, on an invalid flag, and if something is to be drawn but there is no
    /// graphics driver.
    pub fn from_command_line(name: &'static str, about: &str, script: Script) -> Self {
        let options = match cli::parse(platform::arguments()) {
            Ok(Request::Run(options)) => options,
            Ok(Request::Help) => end_with(&cli::help(name, about)),
            Err(complaint) => refuse(&complaint),
        };
        if let Some(complaint) = platform::objection(&options) {
            refuse(complaint);
        }
        let output = match (options.headless, options.screenshot.is_some()) {
            (true, true) => Output::Image,
            (true, false) => Output::Nothing,
            (false, pictures) => match (platform::display_is_missing(), pictures) {
                (false, _) => Output::Window,
                (true, pictures) => {
                    say(&format!("{name}: no display here, so it runs without a window, on scripted input"));
                    if pictures { Output::Image } else { Output::Nothing }
                }
            },
        };
        if output != Output::Nothing && platform::adapter_is_missing(output) {
            refuse(platform::HOW_TO_GET_A_DRIVER);
        }
        Self { name, options, script, output, design: Design::default(), logs: true }
    }

    /// For a scene whose script uses the interface: the interface is laid out and can be picked even if nothing is drawn.
    #[must_use]
    pub fn with_interface(mut self) -> Self {
        if self.output == Output::Nothing {
            self.output = Output::Unseen;
        }
        self
    }

    /// Sets the smallest screen on which the interface's columns fit. Default: [`layout::DESIGN_SIZE`]. Unit: pixels.
    #[must_use]
    pub fn designed_for(mut self, smallest: Vec2) -> Self {
        self.design.columns = smallest;
        self
    }

    /// Sets the smallest screen on which the interface's pages have their full size. Unit: pixels.
    #[must_use]
    pub fn in_full_size_on(mut self, smallest: Vec2) -> Self {
        self.design.pages = smallest;
        self
    }

    /// A harness for a test: no window, no pictures, no log.
    pub fn in_process(name: &'static str, options: Options, script: Script) -> Self {
        Self { name, options, script, output: Output::Nothing, design: Design::default(), logs: false }
    }

    /// Whether Bevy's meshes, materials and texts exist. They do unless the output is [`Output::Nothing`].
    pub fn draws(&self) -> bool {
        self.output != Output::Nothing
    }

    /// The plugin that adds Bevy's plugins and the harness's own. Add it first.
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

    /// Runs to the end: until the window is closed, or for the given number of seconds.
    pub fn run(self, mut app: App) -> AppExit {
        self.begin_trace(&mut app);
        if self.output == Output::Window {
            return app.run();
        }
        let exit = windowless::run(&mut app, &self.options);
        app.world_mut().run_schedule(Summarize);
        say(&format!("{}: {}", self.name, windowless::how_it_went(&app)));
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
            refuse(&format!("--trace cannot write {}: {error}", path.display()));
        }
    }

    /// Runs `app` for as long as the options say and returns all traced rows, from t = 0 on.
    pub fn simulate(&self, app: &mut App) -> Vec<Row> {
        app.world_mut().resource_mut::<Trace>().keep();
        windowless::run(app, &self.options);
        app.world_mut().resource_mut::<Trace>().take()
    }
}

/// Resizes the picture of a windowless run with an interface. Takes effect in the next frame.
pub fn resize(app: &mut App, size: UVec2) {
    windowless::resize(app, size);
}

/// See [`Harness::plugin`].
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
            Output::Unseen | Output::Image => {
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
            switch::add(app);
            plot::add(app);
        }
    }
}
