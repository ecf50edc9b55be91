//! Prints the hash of the mathematics' bits, and fails if it differs from the committed one. In WebAssembly, `hash` is exported by name.

use std::process::ExitCode;

use bevy_exact_motion_mathematics::{COMMITTED, hash};

/// Exported for WebAssembly, which has no command line.
#[cfg(target_arch = "wasm32")]
#[unsafe(export_name = "hash")]
extern "C" fn called_from_outside() -> u64 {
    hash()
}

fn main() -> ExitCode {
    let hash = hash();
    println!("{hash:#018x}");
    if hash == COMMITTED { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
