//! Runs the scripts of this package, and reads what they print.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use crate::measure::Spread;

/// Runs a script, and returns what it prints. Returns `None` if it fails; the script itself prints the reason.
pub fn output(name: &str, arguments: &[&str]) -> Option<String> {
    eprintln!("{name} {}", arguments.join(" "));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let mut command = Command::new(script);
    // `instructions.sh` runs this binary.
    command.args(arguments).env("BENCHES", std::env::current_exe().ok()?).stderr(Stdio::inherit());
    let output = command.output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Parses numbers, one per line.
pub fn spread(text: &str) -> Option<Spread> {
    let numbers: Vec<f64> = text.lines().filter_map(|line| line.trim().parse().ok()).collect();
    (!numbers.is_empty()).then(|| Spread::of(numbers.into_iter()))
}
