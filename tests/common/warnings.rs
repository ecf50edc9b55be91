//! What the library warns of, as an app's log would show it.

use std::{
    sync::{Mutex, Once, PoisonError},
    thread::{self, ThreadId},
};

static LINES: Mutex<Vec<(ThreadId, String)>> = Mutex::new(Vec::new());

struct Log;

impl log::Log for Log {
    fn enabled(&self, _: &log::Metadata) -> bool {
        true
    }

    fn log(&self, record: &log::Record) {
        if record.level() <= log::Level::Warn && record.target().starts_with("bevy_exact_motion") {
            LINES.lock().unwrap_or_else(PoisonError::into_inner).push((thread::current().id(), line(record)));
        }
    }

    fn flush(&self) {}
}

fn line(record: &log::Record) -> String {
    format!("{} {}: {}", record.level(), record.target(), record.args())
}

/// Notes all warnings from now on; of every test, as they run side by side.
pub(crate) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_logger(&Log).expect("no other logger should be there");
        log::set_max_level(log::LevelFilter::Warn);
    });
}

/// The warnings about something that no other test has.
pub(crate) fn told(about: &str) -> Vec<String> {
    let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    lines.iter().map(|(_, line)| line).filter(|line| line.contains(about)).cloned().collect()
}

/// Takes the warnings of an app that runs on this thread.
#[allow(dead_code, reason = "not every binary that shares this counts them")]
pub(crate) fn take_of_this_thread() -> Vec<String> {
    let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    let here = thread::current().id();
    lines.extract_if(.., |(thread, _)| *thread == here).map(|(_, line)| line).collect()
}

/// Asserts that so many of the warnings about something contain this.
#[track_caller]
pub(crate) fn assert_told(about: &str, part: &str, times: usize) {
    let lines = told(about);
    let found = lines.iter().filter(|line| line.contains(part)).count();
    assert_eq!(found, times, "{times} warnings about {about} with {part}, not {lines:?}");
}
