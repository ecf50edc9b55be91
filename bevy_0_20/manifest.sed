# Adapts the manifest in the repository's root, with the versions for Bevy 0.20, to this folder.

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
