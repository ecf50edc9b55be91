# Turns the package's manifest for Bevy 0.20 in the repository's root into the manifest in this folder.

# The workspace, its profiles and its lints do not belong to the package.
1,/^\[package\]$/ {
    /^\[package\]$/!d
    i\
# For Bevy 0.20, from the same source. Made by bevy_0_20/manifest from the repository's own Cargo.toml: change that one.
}
/^\[profile/,/^\[lints\]$/ d
/^workspace = true$/ d
s|^\[lib\]$|[lib]\npath = "../src/lib.rs"|
s|path = "math"|path = "../math"|
$ a\
\
[workspace]
