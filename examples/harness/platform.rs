//! The differences between a native program and a program in a web page: flags, messages, displays, traces.
//!
//! In a browser, the page replaces the command line. Before it starts the program, it creates a global object `page`. `page.scene` is the
//! name of the scene, and `page.flags` are its flags. The program calls `page.say` with each line that it prints, and `page.trace` with
//! each line of its trace.

#[cfg(not(target_arch = "wasm32"))]
pub use native::*;
#[cfg(target_arch = "wasm32")]
pub use page::*;

/// The error message if a run draws but there is no graphics driver.
pub(crate) const HOW_TO_GET_A_DRIVER: &str = "no graphics driver found: drawing needs a Vulkan driver; without a \
    graphics card, a software driver works (Debian and Ubuntu: mesa-vulkan-drivers); --headless without --screenshot needs no driver";

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

    /// The exit code of a run that cannot start, for example because of an invalid flag.
    const BAD_FLAG: i32 = 2;

    /// Returns a parser of the command line's flags.
    pub(crate) fn arguments() -> lexopt::Parser {
        lexopt::Parser::from_env()
    }

    /// Returns an error message if the platform does not support these options. Native platforms support all.
    pub(crate) fn unsupported(_: &Options) -> Option<&'static str> {
        None
    }

    /// Prints a line. Unlike `println!`, it does not panic if the output pipe is closed (`| head`).
    pub fn say(line: &str) {
        drop(writeln!(io::stdout(), "{line}"));
    }

    /// Prints a text that the user requested, and exits the process.
    pub(crate) fn exit_with_text(text: &str) -> ! {
        say(text);
        exit(0)
    }

    /// Prints a one-line error message, and exits the process.
    pub fn exit_with_error(message: &str) -> ! {
        eprintln!("{message}");
        exit(BAD_FLAG)
    }

    /// Whether the program ends when its time is up or the user closes the window.
    pub(crate) const ENDS_BY_ITSELF: bool = true;

    /// Disables pipelined rendering: each frame is drawn before the next one begins.
    pub(crate) fn without_pipelined_rendering(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
        plugins.disable::<PipelinedRenderingPlugin>()
    }

    /// Runs pending tasks on this thread. Plugins may wait for them.
    pub(crate) fn run_tasks() {
        tick_global_task_pools_on_main_thread();
    }

    /// The writer for a trace.
    pub(crate) type TraceFile = BufWriter<File>;

    /// Creates an empty trace file.
    pub(crate) fn create(path: &Path) -> io::Result<TraceFile> {
        File::create(path).map(BufWriter::new)
    }

    /// Whether there is no X server for a window: `DISPLAY` is not set, or its server does not answer. Checked before winit starts, because
    /// winit panics without an X server.
    ///
    /// The scenes are built for X11 only, so in a Wayland session they need Xwayland.
    #[cfg(all(unix, not(any(target_os = "macos", target_os = "ios", target_os = "android"))))]
    pub(crate) fn display_is_missing() -> bool {
        x11rb::connect(None).is_err()
    }

    /// Returns `false`: other operating systems can always show windows.
    #[cfg(not(all(unix, not(any(target_os = "macos", target_os = "ios", target_os = "android")))))]
    pub(crate) fn display_is_missing() -> bool {
        false
    }

    /// The backends for screenshots without a window. On Linux, only Vulkan is used, so that screenshots are the same on all machines.
    pub(crate) fn picture_backends() -> Backends {
        if cfg!(target_os = "linux") { Backends::VULKAN } else { Backends::PRIMARY }
    }

    /// Whether there is no graphics adapter. Checked before Bevy's renderer starts, because the renderer panics without one.
    pub(crate) fn adapter_is_missing(output: Output) -> bool {
        // The type `wgpu::Instance`, which Bevy does not re-export.
        type Instance = <<<RenderInstance as Deref>::Target as Deref>::Target as Deref>::Target;
        let backends = match output {
            Output::Image => picture_backends(),
            Output::Nothing | Output::LayoutOnly | Output::Window => Backends::all(),
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

    /// Returns the property `name` of the global object `page`.
    fn of_page(name: &str) -> JsValue {
        let of = |object: &JsValue, name: &str| Reflect::get(object, &name.into()).unwrap_or_default();
        of(&of(&global(), "page"), name)
    }

    /// Calls the page's function `name` with `text`. Does nothing if the page has no such function.
    fn call(name: &str, text: &str) {
        let function = Function::from(of_page(name));
        drop(function.call1(&JsValue::UNDEFINED, &text.into()));
    }

    /// Returns the name of the scene to run.
    pub fn scene() -> String {
        of_page("scene").as_string().unwrap_or_default()
    }

    /// Returns a parser of the page's flags.
    pub(crate) fn arguments() -> lexopt::Parser {
        let flags = Array::from(&of_page("flags"));
        lexopt::Parser::from_args(flags.iter().filter_map(|flag| flag.as_string()))
    }

    /// Returns an error message if a page does not support these options.
    pub(crate) fn unsupported(options: &Options) -> Option<&'static str> {
        options.screenshot.is_some().then_some("--screenshot is not supported in a web page, which cannot write files")
    }

    /// Passes a line of output to the page.
    pub fn say(line: &str) {
        call("say", line);
    }

    /// Ends the program with a text that the user requested. The page shows it.
    pub(crate) fn exit_with_text(text: &str) -> ! {
        throw_str(text)
    }

    /// Ends the program with a one-line error message. The page shows it.
    pub fn exit_with_error(message: &str) -> ! {
        throw_str(message)
    }

    /// Whether the program ends when its time is up. A page shows the canvas until the user leaves it, so the program does not end.
    pub(crate) const ENDS_BY_ITSELF: bool = false;

    /// Does nothing: in a browser there is one thread, so rendering is not pipelined.
    pub(crate) fn without_pipelined_rendering(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
        plugins
    }

    /// Does nothing: the browser runs tasks when control returns to it.
    pub(crate) fn run_tasks() {}

    /// The writer for a trace. It flushes after each line, so that the page always has the whole trace.
    pub(crate) type TraceFile = LineWriter<Page>;

    /// Returns a writer to the page. The path is ignored.
    #[expect(clippy::unnecessary_wraps, reason = "the native function can fail")]
    pub(crate) fn create(_: &Path) -> io::Result<TraceFile> {
        Ok(LineWriter::new(Page))
    }

    /// A writer that passes its output to the page's function `trace`.
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

    /// The backends for screenshots: the same as for a window.
    pub(crate) fn picture_backends() -> Backends {
        Backends::all()
    }

    /// Returns `false`: a browser enumerates adapters asynchronously, and reports a missing adapter itself.
    pub(crate) fn adapter_is_missing(_: Output) -> bool {
        false
    }
}
