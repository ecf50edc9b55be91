//! Saves are untrusted: a crafted save is rejected, or it runs without a panic or a hang, and only finite transforms are drawn.

use std::{
    sync::mpsc::{self, RecvTimeoutError},
    time::Duration,
};

use bevy::{
    ecs::entity::EntityHashMap,
    prelude::*,
    world_serialization::{DynamicWorld, DynamicWorldBuilder, serde::WorldDeserializer},
};
use bevy_exact_motion::{AxisSprings, prelude::*};
use serde::de::DeserializeSeed;

use crate::{
    app::Bench,
    random::Random,
    rig::{Rig, add_sense},
    saved::{NoAssets, register},
    stage::cameras,
    warnings,
};

const TICK: Duration = Duration::from_millis(33);

/// The number of crafted saves that are loaded and run. Saves that Bevy rejects do not count.
const WORLDS: usize = 220;

/// How long each loaded world runs. Unit: frames of 40 ms.
const FRAMES: usize = 60;

/// The maximum number of warnings of a world. More would mean that some mistake of some entity is reported more than once.
const WARNINGS: usize = 60;

fn bench() -> Bench {
    let mut bench = cameras(TICK);
    add_sense(&mut bench.app);
    register(&mut bench.app);
    bench
}

/// Serializes a rig in flight, and entities with every other kind of motion state.
fn save_everything() -> String {
    let mut rig = Rig::in_flight();
    register(&mut rig.bench.app);
    let prey = rig.prey;
    let bench = &mut rig.bench;
    let at = Transform::from_xyz(1.0, 2.0, 3.0);
    let spring = Spring::new(5.0, 0.3);
    let mut all = vec![
        bench.spawn((at, spring, Target::new(Vec3::X).tracked(), Friction::new(0.3), TimeScale::new(0.5))),
        bench.spawn((at, Velocity::new(Vec3::new(9.0, 1.0, 0.0)), Limits::new(Vec3::ZERO, 4.0 * Vec3::ONE))),
        bench.spawn((at, Velocity::new(Vec3::X), Friction::new(1.0), Fling::new(Vec3::new(1.5, 2.0, 3.0)))),
        bench.spawn((at, ExponentialRate::new(Vec3::new(5.0, 0.0, 0.0), 0.1, 2.0).expect("should be feasible"))),
        bench.spawn((at, AxisSprings::new(Vec3::new(2.0, 3.0, 4.0), Vec3::ONE), Target::new(Vec3::ZERO))),
        bench.spawn((at, spring.on::<Rotation>(), Target::<Rotation>::of(Quat::from_rotation_z(2.0)))),
        bench.spawn((at, Velocity::new(Vec3::X), DryFriction::new(0.2), Gravity::EARTH)),
        bench.spawn((at, Grabbed::new(), spring)),
        bench.spawn((at, spring, Follow::new(prey).with_own_offset(Vec3::Y).with_look_ahead(0.1))),
    ];
    let ring = [0.0, 1.0].map(|x| bench.spawn((Transform::from_xyz(x, 0.0, 0.0), spring)));
    for (one, other) in [(0, 1), (1, 0)] {
        bench.app.world_mut().entity_mut(ring[one]).insert(Follow::new(ring[other]).with_offset(Vec3::Z));
    }
    all.extend(ring);
    rig.frames(12);
    all.extend(rig.all());
    let world = rig.bench.app.world();
    let registry = world.resource::<AppTypeRegistry>().read();
    let saved = DynamicWorldBuilder::from_world(world, &registry)
        .deny_all_resources()
        .extract_entities(all.into_iter())
        .build();
    saved.serialize(&registry).expect("the world should be serialized")
}

/// The lines of a saved world.
struct Save {
    lines: Vec<String>,
}

/// The start of a line with a component's name: its indentation and a quotation mark.
const COMPONENT: &str = "        \"";

impl Save {
    /// The name and the range of lines of every component of every entity.
    fn components(&self) -> Vec<(String, core::ops::Range<usize>)> {
        let mut components = Vec::new();
        let mut index = 0;
        while index < self.lines.len() {
            let line = &self.lines[index];
            if line.starts_with(COMPONENT) {
                let name = line.trim().trim_start_matches('"').split('"').next().unwrap_or_default().to_owned();
                let mut end = index;
                if line.ends_with(['(', '[', '{']) {
                    while end + 1 < self.lines.len()
                        && !(self.lines[end].starts_with("        ") && {
                            let rest = &self.lines[end][8..];
                            rest.starts_with([')', ']', '}'])
                        })
                    {
                        end += 1;
                    }
                }
                components.push((name, index..end + 1));
                index = end;
            }
            index += 1;
        }
        components
    }

    fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// The line, start and end of each number within these lines.
    fn numbers(&self, within: core::ops::Range<usize>) -> Vec<(usize, usize, usize)> {
        let mut numbers = Vec::new();
        for index in within {
            let line = &self.lines[index];
            // Skip the name of the component or field.
            let mut at = line.rfind(": ").map_or(0, |colon| colon + 2);
            let bytes = line.as_bytes();
            while at < bytes.len() {
                let rest = &line[at..];
                let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
                let length = rest.find(|c: char| !word(c)).unwrap_or(rest.len());
                let token = &rest[..length];
                if token.parse::<f64>().is_ok() {
                    numbers.push((index, at, at + length));
                }
                at += length.max(1);
            }
        }
        numbers
    }

    fn replace(&mut self, (line, from, to): (usize, usize, usize), with: &str) {
        self.lines[line].replace_range(from..to, with);
    }
}

const FLOATS: &[&str] = &[
    "NaN", "inf", "-inf", "0.0", "-0.0", "-1.0", "3.4e38", "-3.4e38", "1e-45", "1e300", "-1e300", "1e18", "1e-300",
    "7.5",
];

const INTEGERS: &[&str] =
    &["0", "1", "2", "255", "65535", "4294967295", "4294967296", "18446744073709551615", "-1", "12884901888"];

/// Makes a random change to a save, as an editor, a bug or an attacker might. Returns a description of the change.
fn mutate(save: &mut Save, random: &mut Random) -> String {
    let mut components = save.components();
    // Components with private fields, which a game cannot validate by itself.
    let private = |name: &str| {
        [
            "Motion<",
            "TickResponse",
            "Reach",
            "Sight",
            "Composed",
            "Blending",
            "Fitted",
            "GroupMiddle",
            "Follower",
            "::Aim",
        ]
        .iter()
        .any(|part| name.contains(part))
    };
    if random.chance(0.7) {
        components.retain(|(name, _)| private(name));
    } else {
        components.retain(|(name, _)| !name.contains("Name"));
    }
    let (name, lines) = components[random.below(components.len())].clone();
    match random.below(12) {
        // Change one number.
        0..6 => {
            let numbers = save.numbers(lines);
            if numbers.is_empty() {
                return format!("{name}: unchanged");
            }
            let place = numbers[random.below(numbers.len())];
            let old = save.lines[place.0][place.1..place.2].to_owned();
            let new = if old.contains(['.', 'e', 'N', 'i']) { random.pick(FLOATS) } else { random.pick(INTEGERS) };
            let field = save.lines[place.0].trim().to_owned();
            save.replace(place, new);
            format!("{name}: {field}: {old} is {new}")
        }
        // Change all floats to the same one.
        6 => {
            let new = random.pick(FLOATS);
            let mut numbers = save.numbers(lines);
            numbers.reverse();
            for place in numbers {
                if save.lines[place.0][place.1..place.2].contains('.') {
                    save.replace(place, new);
                }
            }
            format!("{name}: all numbers are {new}")
        }
        // Copy the component of another entity.
        7..9 => {
            let others: Vec<_> = save.components().into_iter().filter(|(other, _)| *other == name).collect();
            let (_, other) = others[random.below(others.len())].clone();
            let copied = save.lines[other.clone()].to_vec();
            save.lines.splice(lines, copied);
            format!("{name}: copied from another entity, {other:?}")
        }
        // Remove the component.
        9 => {
            save.lines.drain(lines);
            format!("{name}: missing")
        }
        // Change a `Some` to `None`.
        10 => {
            let options: Vec<usize> = lines.filter(|&line| save.lines[line].contains("Some(")).collect();
            if options.is_empty() {
                return format!("{name}: unchanged");
            }
            let line = options[random.below(options.len())];
            let start = save.lines[line].find("Some(").unwrap_or_default();
            // Find the closing parenthesis.
            let mut depth = 0;
            let mut last = line;
            let mut tail = String::new();
            'search: for index in line..save.lines.len() {
                let from = if index == line { start + 4 } else { 0 };
                for (at, letter) in save.lines[index][from..].char_indices() {
                    match letter {
                        '(' => depth += 1,
                        ')' => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 {
                        (last, tail) = (index, save.lines[index][from + at + 1..].to_owned());
                        break 'search;
                    }
                }
            }
            let head = save.lines[line][..start].to_owned();
            let field = head.trim().to_owned();
            save.lines.splice(line..=last, [format!("{head}None{tail}")]);
            format!("{name}: {field} set to None")
        }
        // Remove a field, or an item of a list.
        _ => {
            let inner: Vec<usize> = (lines.start + 1..lines.end.saturating_sub(1))
                .filter(|&line| save.lines[line].ends_with(','))
                .collect();
            let single = |line: usize| !save.lines[line].trim_start().starts_with([')', ']', '}']);
            let inner: Vec<usize> = inner.into_iter().filter(|&line| single(line)).collect();
            if inner.is_empty() {
                return format!("{name}: unchanged");
            }
            let line = inner[random.below(inner.len())];
            let gone = save.lines.remove(line);
            format!("{name}: without {}", gone.trim())
        }
    }
}

/// Loads a saved world. Returns `None` if Bevy rejects it.
fn load(text: &str) -> Option<(Bench, EntityHashMap<Entity>)> {
    let mut loaded = bench();
    let registry = loaded.app.world().resource::<AppTypeRegistry>().clone();
    let mut deserializer = ron::Deserializer::from_str(text).ok()?;
    let saved: DynamicWorld = WorldDeserializer { type_registry: &registry.read(), load_from_path: &mut NoAssets }
        .deserialize(&mut deserializer)
        .ok()?;
    let mut names = EntityHashMap::default();
    saved.write_to_world(loaded.app.world_mut(), &mut names).ok()?;
    Some((loaded, names))
}

fn is_valid(transform: &Transform) -> bool {
    transform.is_finite() && (transform.rotation.length() - 1.0).abs() < 1e-3
}

/// A watchdog: ends the process if the returned sender still exists after 150 s.
fn watch(what: String) -> mpsc::Sender<()> {
    let (alive, dead) = mpsc::channel::<()>();
    std::thread::spawn(move || {
        if dead.recv_timeout(Duration::from_secs(150)) == Err(RecvTimeoutError::Timeout) {
            eprintln!("{what}: hangs");
            std::process::exit(101);
        }
    });
    alive
}

/// Loads and runs a crafted world. Returns `None` if Bevy rejects it, and an error if the plugin draws an invalid transform or logs too
/// many warnings.
fn play(text: &str) -> Option<Result<(), String>> {
    let (mut loaded, names) = load(text)?;
    let mut invalid: Vec<Entity> = Vec::new();
    for &entity in names.values() {
        if loaded.app.world().get::<Transform>(entity).is_some_and(|transform| !is_valid(transform)) {
            invalid.push(entity);
        }
    }
    warnings::take_warnings_of_this_thread();
    let mut warned = 0;
    for frame in 0..FRAMES {
        loaded.frame(Duration::from_millis(40));
        warned += warnings::take_warnings_of_this_thread().len();
        for &entity in names.values() {
            let Some(transform) = loaded.app.world().get::<Transform>(entity) else { continue };
            if is_valid(transform) {
                invalid.retain(|&other| other != entity);
            } else if !invalid.contains(&entity) {
                let name = loaded.app.world().get::<Name>(entity).map_or_else(String::new, |name| name.to_string());
                return Some(Err(format!("frame {frame}: {name} {entity} is at {transform:?}")));
            }
        }
        if warned > WARNINGS {
            return Some(Err(format!("frame {frame}: {warned} warnings")));
        }
    }
    Some(Ok(()))
}

#[test]
fn crafted_saves_load_without_a_panic_or_a_hang_and_draw_only_finite_transforms() {
    warnings::capture_warnings();
    let saved = save_everything();
    assert!(matches!(play(&saved), Some(Ok(()))), "the unchanged save should load and run: {:?}", play(&saved));
    let first: u64 = std::env::var("CRAFTED_FIRST").ok().map_or(0, |text| text.parse().expect("a number"));
    let worlds: usize = std::env::var("CRAFTED_WORLDS").ok().map_or(WORLDS, |text| text.parse().expect("a number"));
    let (mut loaded, mut rejected, mut wrong) = (0, 0, Vec::new());
    for seed in first.. {
        if loaded == worlds {
            break;
        }
        let mut random = Random::new(seed);
        let mut save = Save { lines: saved.lines().map(str::to_owned).collect() };
        let changes: Vec<String> = (0..1 + random.below(3)).map(|_| mutate(&mut save, &mut random)).collect();
        let _watchdog = watch(format!("seed {seed}: {changes:?}"));
        let text = save.text();
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| play(&text))) {
            Ok(None) => rejected += 1,
            Ok(Some(Ok(()))) => loaded += 1,
            Ok(Some(Err(fault))) => {
                loaded += 1;
                wrong.push(format!("seed {seed}: {changes:?}: {fault}"));
            }
            Err(panic) => {
                loaded += 1;
                let said = panic.downcast_ref::<String>().cloned().unwrap_or_else(|| {
                    panic.downcast_ref::<&str>().map_or_else(String::new, |said| (*said).to_owned())
                });
                wrong.push(format!("seed {seed}: {changes:?}: panic: {said}"));
            }
        }
    }
    println!("{loaded} worlds loaded, {rejected} were rejected by Bevy");
    assert!(wrong.is_empty(), "{} of {loaded} worlds:\n{}", wrong.len(), wrong.join("\n"));
}
