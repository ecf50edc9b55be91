//! What the scripts beside this package print.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use crate::measure::Spread;

/// `None` if it fails; it says why.
pub fn output(name: &str, arguments: &[&str]) -> Option<String> {
    eprintln!("{name} {}", arguments.join(" "));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let mut command = Command::new(script);
    // The scripts run this very binary.
    command.args(arguments).env("BENCHES", std::env::current_exe().ok()?).stderr(Stdio::inherit());
    let output = command.output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Numbers, one a line.
pub fn spread(text: &str) -> Option<Spread> {
    let numbers: Vec<f64> = text.lines().filter_map(|line| line.trim().parse().ok()).collect();
    (!numbers.is_empty()).then(|| Spread::of(numbers.into_iter()))
}
