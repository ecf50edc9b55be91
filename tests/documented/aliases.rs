//! What people search for is found: words of other engines and libraries are names or aliases of our items.

use std::{collections::BTreeSet, fs, path::Path};

use crate::examples::files;

/// Words of tweens, smoothing, gestures and followers.
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

/// Words of Unity's Cinemachine, Unreal, Phantom Camera, and of Bevy's orbit cameras.
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

/// The aliases of a file, and the names of its types, in small letters.
fn words(file: &str) -> impl Iterator<Item = String> {
    let aliases = file.split("#[doc(alias = \"").skip(1).filter_map(|rest| rest.split_once('"'));
    let types = ["pub struct ", "pub enum "].into_iter().flat_map(move |kind| file.split(kind).skip(1));
    let name = |rest: &str| rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default().to_owned();
    aliases.map(|(alias, _)| alias.to_owned()).chain(types.map(name)).map(|word| word.to_lowercase())
}

#[test]
fn what_is_searched_for_is_found() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let texts = files(&source).into_iter().map(|path| fs::read_to_string(path).expect("it is read"));
    let known: BTreeSet<String> = texts.flat_map(|text| words(&text).collect::<Vec<_>>()).collect();
    let missing: Vec<_> = MOTION.iter().chain(&CAMERAS).filter(|word| !known.contains(&word.to_lowercase())).collect();
    assert!(missing.is_empty(), "neither aliases nor names of types: {missing:?}");
}
