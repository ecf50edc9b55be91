//! The machine, and the conditions of a measurement.

use std::{fs, process::Command};

/// The load average over the last minute, or "unknown".
pub fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown").into()
}

/// The page's paragraph about the machine, its load, the commit and the rounds. `load_before` is the load at the beginning.
pub fn conditions(rounds: usize, load_before: &str) -> String {
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    let cores = bevy::tasks::available_parallelism();
    let commit = Command::new("git").args(["describe", "--always", "--dirty"]).output();
    let commit = commit.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    format!(
        "Measured at commit {commit} on {} with {cores} cores, {rounds} rounds. Load average over a minute: {load_before} at the \
         beginning, {} at the end (the bench itself is 1.0; the rest is other work).\n",
        model.unwrap_or("an unknown processor"),
        load()
    )
}
