# Makes the package's manifest for Bevy 0.20, in the repository's root, the one in this folder.

# The workspace, its profiles and its lints are not the package's.
1,/^\[package\]$/ {
    /^\[package\]$/!d
    i\
# For Bevy 0.20, from the same source. Made by bevy_0_20/manifest from the repository's own Cargo.toml: change that one.
}
/^\[profile/,/^\[lints\]$/ d
/^workspace = true$/ d
s|^\[lib\]$|[lib]\npath = "../src/lib.rs"|
$ a\
\
[workspace]
