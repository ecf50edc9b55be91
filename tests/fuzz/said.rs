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
    static PANICS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

struct Ear;

impl Log for Ear {
    fn enabled(&self, metadata: &Metadata) -> bool {
        metadata.level() <= log::Level::Warn
    }

    fn log(&self, record: &Record) {
        let text = record.args().to_string();
        if record.target().starts_with("bevy_exact_motion") {
            WARNINGS.with_borrow_mut(|warnings| warnings.push(text));
        } else if text.contains("bevy_exact_motion") && !text.contains("points to itself") {
            // Bevy removes an `InGroup` at itself, with a warning. For anything else, a command of this crate did not find its entity.
            ERRORS.with_borrow_mut(|errors| errors.push(first_line(&text)));
        }
    }

    fn flush(&self) {}
}

/// Installs the logger and the panic hook, once for the whole process.
pub(crate) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_boxed_logger(Box::new(Ear)).expect("no other logger should be installed");
        log::set_max_level(LevelFilter::Warn);
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // A panic that cannot be recorded is reported as usual.
            let place = info.location().map(|place| format!("{}:{}", place.file(), place.line())).unwrap_or_default();
            let text = info.payload_as_str().unwrap_or("no text").to_owned();
            if PANICS.try_with(|panics| panics.borrow_mut().push(format!("{text} ({place})"))).is_err() {
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

/// Runs a closure, and returns the message of its panic as an error.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    PANICS.take();
    panic::catch_unwind(AssertUnwindSafe(run)).map_err(|_| PANICS.take().into_iter().next().unwrap_or_default())
}

/// Ends the process if a run does not end, which cannot be caught.
pub(crate) struct Watchdog {
    _alive: Sender<()>,
}

impl Watchdog {
    pub(crate) fn new(what: String) -> Self {
        let (alive, dead) = mpsc::channel::<()>();
        thread::spawn(move || {
            // A run takes a tenth of a second, and shrinking it takes a few minutes at most.
            if dead.recv_timeout(Duration::from_secs(600)) == Err(RecvTimeoutError::Timeout) {
                eprintln!("{what} does not end");
                std::process::exit(101);
            }
        });
        Self { _alive: alive }
    }
}
