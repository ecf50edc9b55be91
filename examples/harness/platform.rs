//! The differences between a native program and one in a web page: flags, messages, displays, traces.
//!
//! In a browser, the page replaces the command line. Before it starts the program, it creates a global object `page`: `page.scene` is the
//! name of the scene, `page.flags` are its flags, the function `page.say` is called with each line that the program prints, and
//! `page.trace` with each line of its trace.

#[cfg(not(target_arch = "wasm32"))]
pub use native::*;
#[cfg(target_arch = "wasm32")]
pub use page::*;

/// The message for users who ask for pictures on a machine without a graphics driver.
pub(crate) const HOW_TO_GET_A_DRIVER: &str = "no graphics driver found: pictures need a Vulkan driver; without a \
    graphics card, a software driver works (Debian and Ubuntu: mesa-vulkan-drivers); --headless alone draws nothing";

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::fs::File;
    use std::io::{self, BufWriter, Write};
    use std::ops::Deref;
    use std::path::Path;
    use std::process::exit;

    use bevy::app::PluginGroupBuilder;
    use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
    use bevy::render::renderer::RenderInstance;
    use bevy::render::settings::Backends;
    use bevy::tasks::{block_on, tick_global_task_pools_on_main_thread};

    use crate::Output;
    use crate::cli::Options;

    /// The exit code for an invalid flag.
    const BAD_FLAG: i32 = 2;

    /// The flags.
    pub(crate) fn arguments() -> lexopt::Parser {
        lexopt::Parser::from_env()
    }

    /// Returns why these options are not supported on this platform, if they are not.
    pub(crate) fn objection(_: &Options) -> Option<&'static str> {
        None
    }

    /// Prints a line. Unlike `println!`, it does not panic if the pipe is closed (`| head`).
    pub fn say(line: &str) {
        drop(writeln!(io::stdout(), "{line}"));
    }

    /// Prints a text that the user asked for, and ends the process.
    pub(crate) fn end_with(text: &str) -> ! {
        say(text);
        exit(0)
    }

    /// Prints in one line why the program cannot run, and ends the process.
    pub fn refuse(complaint: &str) -> ! {
        eprintln!("{complaint}");
        exit(BAD_FLAG)
    }

    /// Whether a run in a window ends when its time is up or the user closes the window.
    pub(crate) const ENDS_BY_ITSELF: bool = true;

    /// Disables pipelined rendering: each frame is drawn before the next one begins.
    pub(crate) fn one_frame_at_a_time(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
        plugins.disable::<PipelinedRenderingPlugin>()
    }

    /// Runs the tasks that plugins wait for.
    pub(crate) fn help_tasks() {
        tick_global_task_pools_on_main_thread();
    }

    /// The writer for a trace.
    pub(crate) type TraceFile = BufWriter<File>;

    /// Creates an empty trace file.
    pub(crate) fn create(path: &Path) -> io::Result<TraceFile> {
        File::create(path).map(BufWriter::new)
    }

    /// Whether windows cannot be opened because there is no X server: `DISPLAY` is not set, or its server does not answer. In that case
    /// winit would panic.
    ///
    /// The scenes are built for X11 only, so in a Wayland session they need Xwayland.
    #[cfg(all(unix, not(any(target_os = "macos", target_os = "ios", target_os = "android"))))]
    pub(crate) fn display_is_missing() -> bool {
        x11rb::connect(None).is_err()
    }

    /// Other systems can always show windows.
    #[cfg(not(all(unix, not(any(target_os = "macos", target_os = "ios", target_os = "android")))))]
    pub(crate) fn display_is_missing() -> bool {
        false
    }

    /// The backends for pictures without a window. On Linux it is Vulkan only, so that pictures look the same on all machines.
    pub(crate) fn picture_backends() -> Backends {
        if cfg!(target_os = "linux") { Backends::VULKAN } else { Backends::PRIMARY }
    }

    /// Whether there is no graphics adapter. Checked before Bevy's renderer starts, because the renderer panics without one.
    pub(crate) fn adapter_is_missing(output: Output) -> bool {
        // wgpu's `Instance`, which Bevy does not export by name.
        type Instance = <<<RenderInstance as Deref>::Target as Deref>::Target as Deref>::Target;
        let backends = match output {
            Output::Image => picture_backends(),
            Output::Nothing | Output::Unseen | Output::Window => Backends::all(),
        };
        block_on(Instance::default().enumerate_adapters(backends)).is_empty()
    }
}

#[cfg(target_arch = "wasm32")]
mod page {
    use std::io::{self, LineWriter, Write};
    use std::path::Path;

    use bevy::app::PluginGroupBuilder;
    use bevy::render::settings::Backends;
    use js_sys::wasm_bindgen::{JsValue, throw_str};
    use js_sys::{Array, Function, Reflect, global};

    use crate::Output;
    use crate::cli::Options;

    /// Returns the property of the object `page` with this name.
    fn of_page(name: &str) -> JsValue {
        let of = |object: &JsValue, name: &str| Reflect::get(object, &name.into()).unwrap_or_default();
        of(&of(&global(), "page"), name)
    }

    /// Calls a function of the page.
    fn call(name: &str, text: &str) {
        let function = Function::from(of_page(name));
        // A page without this function is fine: the line is dropped.
        drop(function.call1(&JsValue::UNDEFINED, &text.into()));
    }

    /// The name of the scene to run.
    pub fn scene() -> String {
        of_page("scene").as_string().unwrap_or_default()
    }

    /// The flags.
    pub(crate) fn arguments() -> lexopt::Parser {
        let flags = Array::from(&of_page("flags"));
        lexopt::Parser::from_args(flags.iter().filter_map(|flag| flag.as_string()))
    }

    /// Returns why these options are not supported on this platform, if they are not.
    pub(crate) fn objection(options: &Options) -> Option<&'static str> {
        options.screenshot.is_some().then_some("--screenshot needs a file to write, and a page has none")
    }

    /// Prints a line.
    pub fn say(line: &str) {
        call("say", line);
    }

    /// Ends the program with a text that the user asked for; the page shows it.
    pub(crate) fn end_with(text: &str) -> ! {
        throw_str(text)
    }

    /// Ends the program with one line that says why it cannot run; the page shows it.
    pub fn refuse(complaint: &str) -> ! {
        throw_str(complaint)
    }

    /// Whether a run ends when its time is up. In a page it does not: the canvas is shown until the user leaves the page.
    pub(crate) const ENDS_BY_ITSELF: bool = false;

    /// Does nothing: on one thread, rendering is not pipelined.
    pub(crate) fn one_frame_at_a_time(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
        plugins
    }

    /// Does nothing: the browser runs tasks when control returns to it.
    pub(crate) fn help_tasks() {}

    /// The writer for a trace. It is flushed after each line, so that the page always has the whole trace.
    pub(crate) type TraceFile = LineWriter<Page>;

    /// Returns a writer to the page. The path is ignored.
    #[expect(clippy::unnecessary_wraps, reason = "as a file system's")]
    pub(crate) fn create(_: &Path) -> io::Result<TraceFile> {
        Ok(LineWriter::new(Page))
    }

    /// Writes to the page's function `trace`.
    pub(crate) struct Page;

    impl Write for Page {
        fn write(&mut self, text: &[u8]) -> io::Result<usize> {
            call("trace", &String::from_utf8_lossy(text));
            Ok(text.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns `false`: a page always has a canvas.
    pub(crate) fn display_is_missing() -> bool {
        false
    }

    /// The same backends as for a window.
    pub(crate) fn picture_backends() -> Backends {
        Backends::all()
    }

    /// Returns `false`: a browser enumerates adapters asynchronously, and reports itself that it cannot draw.
    pub(crate) fn adapter_is_missing(_: Output) -> bool {
        false
    }
}
