//! Records warnings, errors of commands and panics during a run, separately for each thread that fuzzes.

use std::{
    cell::RefCell,
    panic::{self, AssertUnwindSafe},
    sync::{
        Once,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use bevy::ecs::error::{BevyError, ErrorContext};
use log::{LevelFilter, Log, Metadata, Record};

thread_local! {
    static WARNINGS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static ERRORS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// The panics in [`catch`]; `None` outside it.
    static PANICS: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

struct Recorder;

impl Log for Recorder {
    fn enabled(&self, metadata: &Metadata) -> bool {
        metadata.level() <= log::Level::Warn
    }

    fn log(&self, record: &Record) {
        let text = record.args().to_string();
        if record.target().starts_with("bevy_exact_motion") {
            WARNINGS.with_borrow_mut(|warnings| warnings.push(text));
        } else if text.contains("bevy_exact_motion") && !text.contains("points to itself") {
            // Bevy's warning about an `InGroup` that points to its own entity is not an error. Any other warning that names this crate
            // means that a command of this crate did not find the entity.
            ERRORS.with_borrow_mut(|errors| errors.push(first_line(&text)));
        }
    }

    fn flush(&self) {}
}

/// Installs the logger and the panic hook, once for the whole process. Panics outside [`catch`] are reported as usual.
pub(crate) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_boxed_logger(Box::new(Recorder)).expect("no other logger should be installed");
        log::set_max_level(LevelFilter::Warn);
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let place = info.location().map(|place| format!("{}:{}", place.file(), place.line())).unwrap_or_default();
            let text = info.payload_as_str().unwrap_or("no text").to_owned();
            let record = |panics: &mut Option<Vec<String>>| {
                panics.as_mut().map(|panics| panics.push(format!("{text} ({place})"))).is_some()
            };
            if !PANICS.try_with(|panics| record(&mut panics.borrow_mut())).unwrap_or(false) {
                usual(info);
            }
        }));
    });
}

/// Bevy's error handler of a run: records errors of commands and systems.
pub(crate) fn note_error(error: BevyError, context: ErrorContext) {
    let text = format!("{} {}: {error}", context.kind(), context.name());
    ERRORS.with_borrow_mut(|errors| errors.push(first_line(&text)));
}

/// The error without its backtrace.
fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

pub(crate) fn take_warnings() -> Vec<String> {
    WARNINGS.take()
}

pub(crate) fn take_errors() -> Vec<String> {
    ERRORS.take()
}

/// Runs a closure. If it panics, returns the message of the panic as an error.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    PANICS.set(Some(Vec::new()));
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    let panics = PANICS.take().unwrap_or_default();
    result.map_err(|_| panics.into_iter().next().unwrap_or_default())
}

/// Ends the process if a run takes too long, because an endless loop, unlike a panic, cannot be caught.
pub(crate) struct Watchdog {
    _alive: Sender<()>,
}

impl Watchdog {
    pub(crate) fn new(what: String) -> Self {
        let (alive, dead) = mpsc::channel::<()>();
        thread::spawn(move || {
            // A run takes a tenth of a second, and shrinking takes at most a few minutes.
            if dead.recv_timeout(Duration::from_secs(600)) == Err(RecvTimeoutError::Timeout) {
                eprintln!("{what} does not end");
                std::process::exit(101);
            }
        });
        Self { _alive: alive }
    }
}
