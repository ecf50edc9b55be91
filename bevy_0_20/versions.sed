# Makes a manifest for Bevy 0.19 one for Bevy 0.20.
s|^version = "0\.1\.|version = "0.2.|
s|^rust-version = "1\.95\.0"|rust-version = "1.97.1"|
s|^include = \["/src"|include = ["/build.rs", "/src"|
s|^\(bevy[a-z_]* = { version = \)"0\.19\(\.1\)\?"|\1"0.20\2"|
s|^\(bevy_exact_motion = .*\)"0\.1"|\1"0.2"|
s|^bevy_transform_interpolation = "0\.5"|bevy_transform_interpolation = "0.6"|
# Curves are a crate of their own.
s|features = \["bevy_color"\], optional|features = ["bevy_color", "bevy_curve"], optional|
/^# bevy_color switches on/ d
# A random order of systems.
s|"std", "multi_threaded", "bevy_world|"std", "multi_threaded", "debug", "bevy_world|
# The compiler of shaders that this release no longer has.
/^naga_oil\./ d
