# Turns a manifest for Bevy 0.19 into one for Bevy 0.20.
s|^version = "0\.1\.|version = "0.2.|
s|^rust-version = "1\.95\.0"|rust-version = "1.97.1"|
s|^include = \["/src"|include = ["/build.rs", "/src"|
s|^\(bevy[a-z_]* = { version = \)"0\.19\(\.1\)\?"|\1"0.20\2"|
s|^\(bevy_exact_motion = .*\)"0\.1"|\1"0.2"|
s|^bevy_transform_interpolation = "0\.5"|bevy_transform_interpolation = "0.6"|
# Curves are a separate crate.
s|features = \["bevy_color"\] }|features = ["bevy_color", "bevy_curve"] }|
/^# bevy_color switches on/ d
# Bevy's feature `debug` can shuffle systems that may run in any order.
s|"std", "multi_threaded", "bevy_world|"std", "multi_threaded", "debug", "bevy_world|
# This release does not use naga_oil, a compiler of shaders.
/^naga_oil\./ d
