//! Sets the `cfg` that selects Bevy 0.20 in the library's source, which is the same for both releases.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(bevy_0_20)");
    println!("cargo::rustc-cfg=bevy_0_20");
}
