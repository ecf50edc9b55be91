//! Sets the `cfg` by which the library, whose source is the same, knows that it is compiled with Bevy 0.20.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(bevy_0_20)");
    println!("cargo::rustc-cfg=bevy_0_20");
}
