//! Screenshots: when they are taken, their file names, and how they are written.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use crate::cli::Options;

/// A screenshot to take.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// When to take it. Unit: s.
    pub time: f64,
    /// The file to write.
    pub path: PathBuf,
}

/// Returns the screenshots of a run that ends at `end` (s), sorted by time. The last one is taken at `end`.
pub(super) fn times(options: &Options, end: f64) -> impl Iterator<Item = Picture> + use<> {
    let last = options.screenshot.clone().map(|path| Picture { time: end, path });
    let step = options.screenshot_every;
    let base = options.screenshot.clone();
    let numbered = step.zip(base).into_iter().flat_map(move |(step, base)| {
        (1..).map(move |number: u32| Picture { time: step * f64::from(number), path: numbered(&base, number) })
    });
    numbered.take_while(move |picture| picture.time <= end + 1e-6).chain(last)
}

/// Appends the number to the file name: `walk.png` becomes `walk-003.png`, in the same folder.
fn numbered(base: &Path, number: u32) -> PathBuf {
    let stem = base.file_stem().unwrap_or_default().to_string_lossy();
    base.with_file_name(format!("{stem}-{number:03}.png"))
}

/// Writes a captured image to a file.
pub(super) fn save(image: &Image, path: &Path) -> Result<(), String> {
    let picture = image.clone().try_into_dynamic().map_err(|error| error.to_string())?;
    picture.to_rgb8().save(path).map_err(|error| error.to_string())
}
