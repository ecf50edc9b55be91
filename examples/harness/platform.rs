//! The differences between a program of an operating system and a program in a page: flags, messages, displays, traces.
//!
//! A page replaces the command line. Before it starts the program, it makes an object `page`: `page.scene` is the name of
//! the scene, `page.flags` has its flags, the function `page.say` takes each line that the program prints, and `page.trace`
//! takes each line of its trace.

#[cfg(not(target_arch = "wasm32"))]
pub use native::*;
#[cfg(target_arch = "wasm32")]
pub use page::*;

/// One line for users who ask for pictures on a machine where nothing can draw them.
pub(crate) const HOW_TO_GET_A_DRIVER: &str = "no graphics driver found: pictures need a Vulkan driver, and where \
    there is no graphics card a software one does (Debian and Ubuntu: mesa-vulkan-drivers); --headless alone draws nothing";

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

    /// The exit code for a flag that cannot be obeyed.
    const BAD_FLAG: i32 = 2;

    /// The flags.
    pub(crate) fn arguments() -> lexopt::Parser {
        lexopt::Parser::from_env()
    }

    /// Why these options cannot be obeyed here.
    pub(crate) fn objection(_: &Options) -> Option<&'static str> {
        None
    }

    /// Prints a line. A reader that has stopped reading, as `head` does, is no reason to end with a panic.
    pub fn say(line: &str) {
        drop(writeln!(io::stdout(), "{line}"));
    }

    /// Ends the process after a text that the user asked for.
    pub(crate) fn end_with(text: &str) -> ! {
        say(text);
        exit(0)
    }

    /// Prints in one line why a flag cannot be obeyed, and ends the process.
    pub fn refuse(complaint: &str) -> ! {
        eprintln!("{complaint}");
        exit(BAD_FLAG)
    }

    /// A run in a window ends when its time is up, or when the user closes the window.
    pub(crate) const ENDS_BY_ITSELF: bool = true;

    /// A frame is drawn and looked at before the next one begins.
    pub(crate) fn one_frame_at_a_time(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
        plugins.disable::<PipelinedRenderingPlugin>()
    }

    /// Continues the tasks that plugins wait for.
    pub(crate) fn help_tasks() {
        tick_global_task_pools_on_main_thread();
    }

    /// The file for a trace.
    pub(crate) type TraceFile = BufWriter<File>;

    /// An empty file.
    pub(crate) fn create(path: &Path) -> io::Result<TraceFile> {
        File::create(path).map(BufWriter::new)
    }

    /// Whether this system shows windows through an X server, and none answers: because `DISPLAY` names none, or names one
    /// that is gone. In that case the window library would stop with a panic.
    ///
    /// The scenes are built for X11 alone, so a Wayland session counts through its X server.
    #[cfg(all(unix, not(any(target_os = "macos", target_os = "ios", target_os = "android"))))]
    pub(crate) fn display_is_missing() -> bool {
        x11rb::connect(None).is_err()
    }

    /// Other systems can always show windows.
    #[cfg(not(all(unix, not(any(target_os = "macos", target_os = "ios", target_os = "android")))))]
    pub(crate) fn display_is_missing() -> bool {
        false
    }

    /// The graphics interface that draws pictures without a window; it is only one, so that a picture looks the same
    /// everywhere.
    pub(crate) fn picture_backends() -> Backends {
        if cfg!(target_os = "linux") { Backends::VULKAN } else { Backends::PRIMARY }
    }

    /// Whether nothing here can draw. This is checked before Bevy's renderer starts, because the renderer stops with a
    /// panic.
    pub(crate) fn adapter_is_missing(output: Output) -> bool {
        // This is wgpu's `Instance`, which Bevy does not export by name.
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

    /// The value that the page keeps for the program under this name.
    fn of_page(name: &str) -> JsValue {
        let of = |object: &JsValue, name: &str| Reflect::get(object, &name.into()).unwrap_or_default();
        of(&of(&global(), "page"), name)
    }

    /// Calls a function of the page.
    fn call(name: &str, text: &str) {
        let function = Function::from(of_page(name));
        // If the page does not listen, the program ignores that.
        drop(function.call1(&JsValue::UNDEFINED, &text.into()));
    }

    /// The scene that the page wants.
    pub fn scene() -> String {
        of_page("scene").as_string().unwrap_or_default()
    }

    /// The flags.
    pub(crate) fn arguments() -> lexopt::Parser {
        let flags = Array::from(&of_page("flags"));
        lexopt::Parser::from_args(flags.iter().filter_map(|flag| flag.as_string()))
    }

    /// Why these options cannot be obeyed here.
    pub(crate) fn objection(options: &Options) -> Option<&'static str> {
        options.screenshot.is_some().then_some("--screenshot needs a file to write, and a page has none")
    }

    /// Prints a line.
    pub fn say(line: &str) {
        call("say", line);
    }

    /// Ends the program after a text that the user asked for; the page shows it.
    pub(crate) fn end_with(text: &str) -> ! {
        throw_str(text)
    }

    /// Prints in one line why a flag cannot be obeyed, and ends the program.
    pub fn refuse(complaint: &str) -> ! {
        throw_str(complaint)
    }

    /// A program in a page does not end by itself: the page shows its canvas until the user leaves the page.
    pub(crate) const ENDS_BY_ITSELF: bool = false;

    /// One frame at a time is certain here, because there is one thread.
    pub(crate) fn one_frame_at_a_time(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
        plugins
    }

    /// Tasks continue when the page has its turn.
    pub(crate) fn help_tasks() {}

    /// The writer for a trace: it passes on line by line, so that the page always has the whole trace.
    pub(crate) type TraceFile = LineWriter<Page>;

    /// The page takes a trace, whatever its name is.
    #[expect(clippy::unnecessary_wraps, reason = "as a file system's")]
    pub(crate) fn create(_: &Path) -> io::Result<TraceFile> {
        Ok(LineWriter::new(Page))
    }

    /// The page, as a writer.
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

    /// A page always has a canvas.
    pub(crate) fn display_is_missing() -> bool {
        false
    }

    /// The same graphics interfaces as for a window.
    pub(crate) fn picture_backends() -> Backends {
        Backends::all()
    }

    /// A browser answers only later, so the program does not ask it; the browser itself says what it cannot draw.
    pub(crate) fn adapter_is_missing(_: Output) -> bool {
        false
    }
}
