//! The guide's page on mistakes quotes log messages and compiler errors word for word.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property};

use crate::warnings::{capture_warnings, warnings_about};

const PAGE: &str = include_str!("../../docs/guide/02_mistakes.md");

/// A line without the entity's id, which differs between apps: `door (16v0) has …`.
fn without_entity(line: impl AsRef<str>) -> String {
    let line = line.as_ref();
    let Some((before, rest)) = line.split_once(" (") else { return line.to_owned() };
    match rest.split_once(") ") {
        Some((id, after)) if id.starts_with(char::is_numeric) => format!("{before} {after}"),
        _ => line.to_owned(),
    }
}

#[derive(Component)]
struct Turret {
    yaw: f32,
}

property!(Yaw: Turret.yaw as Angle);

/// Plays a few frames of an app with this entity.
fn run(plugins: impl FnOnce(&mut App), bundle: impl Bundle) {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin));
    plugins(&mut app);
    app.world_mut().spawn(bundle);
    for _ in 0..5 {
        app.update();
        std::thread::sleep(core::time::Duration::from_millis(16));
    }
}

#[test]
fn the_page_on_mistakes_quotes_the_log_word_for_word() {
    capture_warnings();
    let with_plugin = |app: &mut App| _ = app.add_plugins(ExactMotionPlugin::default());
    run(|_| {}, (Name::new("door"), Transform::default(), Spring::critical(8.0), Target::new(Vec3::Y)));
    run(with_plugin, (Name::new("turret"), Turret { yaw: 0.0 }, Spring::critical(9.0).on::<Yaw>()));
    run(with_plugin, (Name::new("spark"), Gravity::EARTH));
    let panel = (Transform::default(), Spring::critical(9.0).on::<Scale>(), Target::new(Vec3::ONE));
    run(with_plugin, (Name::new("panel"), panel));
    run(with_plugin, (Name::new("camera"), Orbit::new(0.0, 0.3, 8.0)));
    let bounce = Spring::from_duration_bounce(0.5, 2.0);
    run(with_plugin, (Name::new("door"), Transform::default(), bounce, Target::new(Vec3::Y)));
    let lines: Vec<_> = warnings_about("").into_iter().map(without_entity).collect();
    let quotes: Vec<_> = PAGE.lines().filter(|line| line.starts_with("WARN ")).map(without_entity).collect();
    assert_eq!(quotes.len(), 6);
    for quote in quotes {
        assert!(lines.contains(&quote), "{quote}\nis not among\n{}", lines.join("\n"));
    }
}

/// The warning does not name `Velocity`, which the component requires.
#[test]
fn a_component_with_nothing_to_move_is_reported_by_its_own_name() {
    capture_warnings();
    let with_plugin = |app: &mut App| _ = app.add_plugins(ExactMotionPlugin::default());
    run(with_plugin, (Name::new("limited"), Limits::at_least(Vec3::ZERO)));
    run(with_plugin, (Name::new("rubbed"), DryFriction::new(1.0)));
    run(with_plugin, (Name::new("thrown"), Fling::new(Vec3::X)));
    run(with_plugin, (Name::new("snapped"), SnapPoints::points([Vec3::ZERO])));
    let lines = warnings_about("");
    for (name, component) in
        [("limited", "Limits"), ("rubbed", "DryFriction"), ("thrown", "Fling"), ("snapped", "SnapPoints")]
    {
        let is_reported = |line: &String| {
            line.contains(&format!("{name} (")) && line.contains(&format!("has `{component}<Translation>`, but no"))
        };
        assert!(lines.iter().any(is_reported), "{name}: {}", lines.join("\n"));
    }
}

/// Returns the messages of rustc for this code. `libraries` are builds of this crate and of Bevy; `folder` holds their dependencies.
fn compile(code: &str, folder: &Path, libraries: [&PathBuf; 2]) -> String {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = scratch.join("mistake.rs");
    fs::write(&file, code).expect("the file should be writable");
    let [this_crate, bevy] = libraries.map(|library| library.display().to_string());
    let output = Command::new("rustc")
        .args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "--out-dir"])
        .arg(scratch)
        .args(["-L", &format!("dependency={}", folder.display())])
        .args(["--extern", &format!("bevy_exact_motion={this_crate}"), "--extern", &format!("bevy={bevy}")])
        .arg(&file)
        .output()
        .expect("rustc should run");
    String::from_utf8(output.stderr).expect("the messages should be UTF-8")
}

/// The code blocks of the page that begin with `kind`.
fn blocks(kind: &str) -> impl Iterator<Item = &'static str> {
    PAGE.split(kind).skip(1).map(|rest| rest.split_once("```").expect("the block should end").0)
}

#[test]
fn the_page_on_mistakes_quotes_the_compiler_word_for_word() {
    let version = Command::new("rustc").arg("--version").output().expect("rustc should run").stdout;
    if !version.starts_with(b"rustc 1.95.") {
        eprintln!("skipped: this version of the compiler may word its messages differently");
        return;
    }
    let test = std::env::current_exe().expect("the test should have a path");
    let folder = test.parent().expect("the path should have a parent");
    let builds = |name: &str| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder)
            .expect("the folder should be readable")
            .map(|entry| entry.expect("the folder should be readable").path());
        let has_name = |path: &PathBuf| {
            let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
            file.starts_with(&format!("{name}-")) && file.ends_with(".rlib")
        };
        entries.filter(has_name).collect()
    };
    // The folder may hold several builds with different features. This program compiles with a pair of builds that fit each other.
    let fits = "use bevy::prelude::*; use bevy_exact_motion::prelude::*; pub fn make() -> impl Bundle { Spring::new(1.0, 1.0) }";
    let (crates, bevys) = (builds("libbevy_exact_motion"), builds("libbevy"));
    let pairs = crates.iter().flat_map(|this_crate| bevys.iter().map(move |bevy| [this_crate, bevy]));
    let pair = pairs
        .into_iter()
        .find(|pair| compile(fits, folder, *pair).is_empty())
        .expect("two builds should fit each other");
    let quotes: Vec<_> = blocks("```text\n").filter(|block| block.starts_with("error")).collect();
    // The rest of a block's first line is the code of the error, if the error has one. The program begins on the next line.
    let codes: Vec<_> =
        blocks("```rust,compile_fail").filter_map(|block| block.split_once('\n')).map(|(_, code)| code).collect();
    assert_eq!((quotes.len(), codes.len()), (8, 8));
    for (quote, code) in quotes.into_iter().zip(codes) {
        let messages = compile(code, folder, pair);
        for line in quote.lines() {
            // The indentation depends on the width of line numbers, which may be those of this crate's own files.
            let is_same = |other: &str| other.trim() == line.trim();
            assert!(messages.lines().any(is_same), "{line}\nis not in\n{messages}");
        }
    }
}
