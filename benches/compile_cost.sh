#!/usr/bin/env bash
# Measures what a registered property adds to a user's build at opt-level 0: prints the seconds of CPU, one line per round.
# Builds one tiny crate with one property and with five, several times, after its dependencies are built.
# The benches run this script with --write; it can also be run by hand. The first argument is the level of debug information: 0 by
# default, 2 in a `cargo build`. With `bevy` as the second argument, the script measures Bevy alone with the same number of components:
# 18 registered ones that derive `Reflect` and have two numbers each, and one system that queries all of them.
set -euo pipefail
library=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

debug=${1:-0}
what=${2:-property}
few=1
many=5
rounds=3

user=$(mktemp -d)
trap 'rm -rf "$user"' EXIT
mkdir "$user/src"
# The crate uses the same versions of dependencies as the other measurements.
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

# write_property COUNT: writes a crate that registers COUNT properties of its own. All are fields of `Transform`, so that the crate adds
# no component, query or bundle of its own.
write_property() {
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

# all PATTERN: prints the pattern for each component. Replaces % with the number of the component.
all() {
    local i
    for i in $(seq 18); do
        echo "${1//%/$i}"
    done
}

# write_bevy COUNT: writes a crate that registers COUNT sets of components, and a system for each set.
write_bevy() {
    {
        echo 'use bevy::{ecs::reflect::ReflectComponent, prelude::*, reflect::{TypePath, std_traits::ReflectDefault}};'
        echo "trait Own: TypePath + Send + Sync + 'static {}"
        all '#[derive(Component, Reflect)] #[reflect(Component, Clone, Debug, Default, PartialEq)] #[type_path = "compile_cost"]
            struct C%<P: Own> { a: f32, b: f32, #[reflect(ignore)] own: std::marker::PhantomData<fn() -> P> }
            impl<P: Own> Default for C%<P> { fn default() -> Self { Self { a: 1.0, b: 2.0, own: std::marker::PhantomData } } }
            impl<P: Own> Clone for C%<P> { fn clone(&self) -> Self { *self } }
            impl<P: Own> Copy for C%<P> {}
            impl<P: Own> PartialEq for C%<P> { fn eq(&self, other: &Self) -> bool { self.a == other.a && self.b == other.b } }
            impl<P: Own> std::fmt::Debug for C%<P> {
                fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                    f.debug_struct("C%").field("a", &self.a).field("b", &self.b).finish()
                }
            }'
        # A tuple has at most 15 members.
        echo "fn read<P: Own>(entities: Query<(($(all 'Option<Ref<C%<P>>>,' | head -n 9)), ($(all 'Option<Ref<C%<P>>>,' | tail -n 9)))>) {"
        echo '    for ((first, ..), (second, ..)) in &entities { println!("{} {}", first.is_some(), second.is_some()); }'
        echo '}'
        echo 'fn register<P: Own>(app: &mut App) {'
        echo '    app.add_systems(Update, read::<P>);'
        all '    app.register_type::<C%<P>>();'
        echo '}'
        for i in $(seq "$1"); do
            echo "#[derive(TypePath)] enum Own$i {}"
            echo "impl Own for Own$i {}"
        done
        echo 'fn main() {'
        echo '    let mut app = App::new();'
        for i in $(seq "$1"); do
            echo "    register::<Own$i>(&mut app);"
        done
        echo '    app.update();'
        echo '}'
    } >"$user/src/main.rs"
}

# seconds COUNT: writes and builds the crate without its dependencies, and prints the seconds of CPU.
seconds() {
    "write_$what" "$1"
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
