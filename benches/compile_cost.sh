#!/usr/bin/env bash
# What a registered property adds to a user's build at opt-level 0: seconds of CPU, a line for each round.
# Builds one tiny crate with one property and with five, again and again, after all that it depends on is built.
# Run by the benches with --write, or by hand; an argument is the level of debug information, 0 unless told (cargo's own
# choice for `cargo build` is 2).
set -euo pipefail
library=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

debug=${1:-0}
few=1
many=5
rounds=3

user=$(mktemp -d)
trap 'rm -rf "$user"' EXIT
mkdir "$user/src"
# The versions that are measured elsewhere, too.
cp "$library/Cargo.lock" "$user/"
cat >"$user/Cargo.toml" <<MANIFEST
[package]
name = "compile_cost"
version = "0.0.0"
edition = "2024"

[dependencies]
bevy = { version = "0.19.1", default-features = false, features = ["std", "multi_threaded"] }
bevy_exact_motion = { path = "$library" }

[workspace]
MANIFEST

# write COUNT: a crate that registers so many properties of its own. All are fields of `Transform`, so that no component, query
# or bundle of the user's is in the difference.
write() {
    {
        echo 'use bevy::{prelude::*, reflect::TypePath};'
        echo 'use bevy_exact_motion::prelude::*;'
        for i in $(seq "$1"); do
            echo "#[derive(TypePath)] enum Own$i {}"
            echo "impl Property for Own$i {"
            echo "    type Component = Transform; type Value = Vec3;"
            echo "    fn get(transform: &Transform) -> Vec3 { transform.translation }"
            echo "    fn set(transform: &mut Transform, value: Vec3) { transform.translation = value; }"
            echo '}'
        done
        echo 'fn main() {'
        echo '    let mut app = App::new();'
        for i in $(seq "$1"); do
            echo "    app.register_motion::<Own$i>();"
        done
        echo '    app.update();'
        echo '}'
    } >"$user/src/main.rs"
}

# seconds COUNT: of CPU, by which the crate itself is built.
seconds() {
    write "$1"
    local TIMEFORMAT='%U %S'
    { time CARGO_INCREMENTAL=0 cargo rustc --offline --quiet --manifest-path "$user/Cargo.toml" -- -C debuginfo="$debug" 1>&2; } 2>&1 |
        tail -n 1 | awk '{ print $1 + $2 }'
}

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$library/target}/compile_cost
seconds "$few" >/dev/null
for _ in $(seq "$rounds"); do
    echo "$(seconds "$many") $(seconds "$few")" |
        awk -v added="$((many - few))" '{ print ($1 - $2) / added }'
done
