//! The guide's page of mistakes quotes the log and the compiler word for word.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property};

use crate::warnings::{listen, told};

const PAGE: &str = include_str!("../../docs/guide/10_mistakes.md");

/// The line without an entity's number, which is another one in each app: `door (16v0) has …`.
fn without_entity(line: impl AsRef<str>) -> String {
    let line = line.as_ref();
    let Some((before, rest)) = line.split_once(" (") else { return line.to_owned() };
    match rest.split_once(") ") {
        Some((number, after)) if number.starts_with(char::is_numeric) => format!("{before} {after}"),
        _ => line.to_owned(),
    }
}

#[derive(Component)]
struct Turret {
    yaw: f32,
}

property!(Yaw: Turret.yaw as Angle);

/// A few frames of an app in which this was spawned.
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
fn the_page_of_mistakes_quotes_the_log_word_for_word() {
    listen();
    let ours = |app: &mut App| _ = app.add_plugins(ExactMotionPlugin::default());
    run(|_| {}, (Name::new("door"), Transform::default(), Spring::critical(8.0), Target::new(Vec3::Y)));
    run(ours, (Name::new("turret"), Turret { yaw: 0.0 }, Spring::critical(9.0).on::<Yaw>()));
    run(ours, (Name::new("spark"), Gravity::EARTH));
    let panel = (Transform::default(), Spring::critical(9.0).on::<Scale>(), Target::new(Vec3::ONE));
    run(ours, (Name::new("panel"), panel));
    run(ours, (Name::new("camera"), Orbit::new(0.0, 0.3, 8.0)));
    let bounce = Spring::from_duration_bounce(0.5, 2.0);
    run(ours, (Name::new("door"), Transform::default(), bounce, Target::new(Vec3::Y)));
    let lines: Vec<_> = told("").into_iter().map(without_entity).collect();
    let quotes: Vec<_> = PAGE.lines().filter(|line| line.starts_with("WARN ")).map(without_entity).collect();
    assert_eq!(quotes.len(), 6);
    for quote in quotes {
        assert!(lines.contains(&quote), "{quote}\nis not among\n{}", lines.join("\n"));
    }
}

/// And not `Velocity`, which the component has brought.
#[test]
fn a_component_with_nothing_to_move_is_named_as_it_was_inserted() {
    listen();
    let ours = |app: &mut App| _ = app.add_plugins(ExactMotionPlugin::default());
    run(ours, (Name::new("limited"), Limits::at_least(Vec3::ZERO)));
    run(ours, (Name::new("rubbed"), DryFriction::new(1.0)));
    run(ours, (Name::new("thrown"), Fling::new(Vec3::X)));
    run(ours, (Name::new("snapped"), SnapPoints::points([Vec3::ZERO])));
    let lines = told("");
    for (name, part) in
        [("limited", "Limits"), ("rubbed", "DryFriction"), ("thrown", "Fling"), ("snapped", "SnapPoints")]
    {
        let is_it = |line: &String| {
            line.contains(&format!("{name} (")) && line.contains(&format!("has `{part}<Translation>`, but no"))
        };
        assert!(lines.iter().any(is_it), "{name}: {}", lines.join("\n"));
    }
}

/// What rustc says of this code.
fn compiled(code: &str, folder: &Path, libraries: [&PathBuf; 2]) -> String {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = scratch.join("mistake.rs");
    fs::write(&file, code).expect("it is written");
    let [ours, bevy] = libraries.map(|library| library.display().to_string());
    let output = Command::new("rustc")
        .args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "--out-dir"])
        .arg(scratch)
        .args(["-L", &format!("dependency={}", folder.display())])
        .args(["--extern", &format!("bevy_exact_motion={ours}"), "--extern", &format!("bevy={bevy}")])
        .arg(&file)
        .output()
        .expect("it runs");
    String::from_utf8(output.stderr).expect("it is text")
}

/// The blocks of the page that begin with this.
fn blocks(kind: &str) -> impl Iterator<Item = &'static str> {
    PAGE.split(kind).skip(1).map(|rest| rest.split_once("```").expect("it ends").0)
}

#[test]
fn the_page_of_mistakes_quotes_the_compiler_word_for_word() {
    let version = Command::new("rustc").arg("--version").output().expect("it runs").stdout;
    if !version.starts_with(b"rustc 1.95.") {
        eprintln!("not judged: another compiler than the page's may say it in other words");
        return;
    }
    let test = std::env::current_exe().expect("it has a path");
    let folder = test.parent().expect("it is in a folder");
    let named = |name: &str| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("it is read").map(|entry| entry.expect("it is read").path());
        let is_it = |path: &PathBuf| {
            let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
            file.starts_with(&format!("{name}-")) && file.ends_with(".rlib")
        };
        entries.filter(is_it).collect()
    };
    // Builds with other features may lie beside these: those that fit each other compile a program.
    let fits = "use bevy::prelude::*; use bevy_exact_motion::prelude::*; pub fn make() -> impl Bundle { Spring::new(1.0, 1.0) }";
    let (ours, bevys) = (named("libbevy_exact_motion"), named("libbevy"));
    let pairs = ours.iter().flat_map(|ours| bevys.iter().map(move |bevy| [ours, bevy]));
    let pair = pairs.into_iter().find(|pair| compiled(fits, folder, *pair).is_empty()).expect("one of them fits");
    let quotes: Vec<_> = blocks("```text\n").filter(|block| block.starts_with("error")).collect();
    let codes: Vec<_> = blocks("```rust,compile_fail,E0277\n").collect();
    assert_eq!((quotes.len(), codes.len()), (3, 3));
    for (quote, code) in quotes.into_iter().zip(codes) {
        let said = compiled(code, folder, pair);
        for line in quote.lines() {
            // How wide the numbers of lines are depends on our own files.
            let is_it = |other: &str| other.trim() == line.trim();
            assert!(said.lines().any(is_it), "{line}\nis not in\n{said}");
        }
    }
}
