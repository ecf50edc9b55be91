//! Records the library's warnings as an app's log would show them.

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

/// Records all warnings from now on, including those of tests that run in parallel.
pub(crate) fn capture_warnings() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_logger(&Log).expect("no other logger should be installed");
        log::set_max_level(log::LevelFilter::Warn);
    });
}

/// Returns the warnings that contain `about`, a name that no other test uses.
pub(crate) fn warnings_about(about: &str) -> Vec<String> {
    let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    lines.iter().map(|(_, line)| line).filter(|line| line.contains(about)).cloned().collect()
}

/// Removes and returns the recorded warnings that were emitted on this thread.
#[allow(dead_code, reason = "not every test that shares this file uses it")]
pub(crate) fn take_warnings_of_this_thread() -> Vec<String> {
    let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    let here = thread::current().id();
    lines.extract_if(.., |(thread, _)| *thread == here).map(|(_, line)| line).collect()
}

/// Asserts that exactly `times` of the warnings that contain `about` also contain `part`.
#[track_caller]
pub(crate) fn assert_warned(about: &str, part: &str, times: usize) {
    let lines = warnings_about(about);
    let found = lines.iter().filter(|line| line.contains(part)).count();
    assert_eq!(found, times, "expected {times} warnings about {about} with {part}, found {lines:?}");
}
