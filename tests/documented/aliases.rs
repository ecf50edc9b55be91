//! Search terms from other engines and libraries are names of types, or aliases in the documentation.

use std::{collections::BTreeSet, fs, path::Path};

use crate::examples::files;

/// Terms from libraries for tweens, smoothing, gestures and followers.
const MOTION: [&str; 11] = [
    "lerp",
    "damping",
    "smooth damp",
    "SmoothDamp",
    "drag",
    "inertia",
    "fling",
    "ease out",
    "tween",
    "parallax",
    "lag",
];

/// Terms from Unity's Cinemachine, Unreal, Phantom Camera and Bevy's orbit cameras.
const CAMERAS: [&str; 24] = [
    "spring arm",
    "boom",
    "orbit camera",
    "pan orbit",
    "third person camera",
    "dead zone",
    "aim",
    "framing",
    "composer",
    "camera collision",
    "deoccluder",
    "target group",
    "multi target",
    "screen shake",
    "trauma",
    "impulse",
    "recoil",
    "blend",
    "transition",
    "virtual camera",
    "teleport",
    "warp",
    "snap",
    "parent constraint",
];

/// The aliases and the names of types in a file, in lower case.
fn terms(file: &str) -> impl Iterator<Item = String> {
    let aliases = file.split("#[doc(alias = \"").skip(1).filter_map(|rest| rest.split_once('"'));
    let types = ["pub struct ", "pub enum "].into_iter().flat_map(move |kind| file.split(kind).skip(1));
    let name = |rest: &str| rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default().to_owned();
    aliases.map(|(alias, _)| alias.to_owned()).chain(types.map(name)).map(|term| term.to_lowercase())
}

#[test]
fn search_terms_are_aliases_or_names_of_types() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let texts = files(&source).into_iter().map(|path| fs::read_to_string(path).expect("the file should be readable"));
    let known: BTreeSet<String> = texts.flat_map(|text| terms(&text).collect::<Vec<_>>()).collect();
    let missing: Vec<_> = MOTION.iter().chain(&CAMERAS).filter(|term| !known.contains(&term.to_lowercase())).collect();
    assert!(missing.is_empty(), "neither an alias nor the name of a type: {missing:?}");
}
