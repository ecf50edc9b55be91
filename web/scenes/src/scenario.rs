//! The scenario of `docs/determinism.md` in a worker of a page, which is told how far it has come, and what its hash is.

#[cfg(target_arch = "wasm32")]
fn main() {
    use bevy_exact_motion_scenario::{Options, Scenario, WHOLE};
    use harness::platform::say;

    /// Between two lines. A worker may wait; the page that listens does not.
    const FRAMES: u32 = 256;

    let mut scenario = Scenario::new(Options::default());
    while !scenario.is_over() {
        scenario.advance(FRAMES);
        say(&format!("ticks {} of {}", scenario.ticks(), WHOLE.ticks));
    }
    say(&format!("committed {:#018x} {:#018x}", WHOLE.hash, WHOLE.drawn));
    say(&format!("hash {:#018x} {:#018x}", scenario.hash(), scenario.drawn_hash()));
}

/// Elsewhere it is a program of its own.
#[cfg(not(target_arch = "wasm32"))]
fn main() {
    println!(
        "This program is for browsers, and web/build makes it. Elsewhere: cargo run -p bevy_exact_motion_scenario"
    );
}
