//! All scenes in one program, which runs the one that its page names.
//!
//! `web/build` makes it; `web/README.md` says how.

#[cfg(target_arch = "wasm32")]
mod scenes;

#[cfg(target_arch = "wasm32")]
fn main() {
    scenes::run(&harness::platform::scene());
}

/// Elsewhere each scene is an example.
#[cfg(not(target_arch = "wasm32"))]
fn main() {
    println!("This program is for browsers, and web/build makes it. Elsewhere: cargo run --example minimal");
}
