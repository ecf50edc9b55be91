//! All scenes in one program, which runs the scene that its page names.
//!
//! `web/build` builds it; see `web/README.md`.

// Clippy checks the scenes on every target.
#[cfg(any(target_arch = "wasm32", clippy))]
mod scenes;

#[cfg(target_arch = "wasm32")]
fn main() {
    scenes::run(&harness::platform::scene());
}

/// On other targets each scene is an example.
#[cfg(not(target_arch = "wasm32"))]
fn main() {
    println!("This program is for browsers, and web/build builds it. On other targets: cargo run --example minimal");
}
