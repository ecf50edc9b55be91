//! The flags that all scenes share.

use std::path::PathBuf;
use std::time::Duration;

use bevy::math::UVec2;
use lexopt::prelude::*;

/// How long a windowless run lasts if no flag says otherwise. Unit: s.
const WINDOWLESS_SECONDS: f64 = 8.0;
/// The tick rate if no flag sets it: Bevy's default. Unit: 1/s.
const TICK_RATE: f64 = 64.0;
/// The accepted tick rates and frame rates. At lower rates, a tick is longer than Bevy's longest frame; at higher rates, a tick is so
/// short that rounding it to whole nanoseconds matters. Unit: 1/s.
const RATES: std::ops::RangeInclusive<f64> = 4.0..=100_000.0;
/// The longest run: a week of simulated time, which Bevy's clocks can count. Unit: s.
const LONGEST: f64 = 604_800.0;
/// The widths and heights that every graphics driver can draw. Unit: pixels.
const SIDES: std::ops::RangeInclusive<u32> = 64..=8192;

/// The options of a run, as given on the command line.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Whether to run without a window.
    pub headless: bool,
    /// Whether to play the script in a window, with frames of a fixed length, independent of the real clock.
    pub scripted: bool,
    /// The length of the run. `None`: until the window is closed, or 8 s without a window. Unit: s.
    pub seconds: Option<f64>,
    /// The number of ticks per second. Unit: 1/s.
    pub tick_rate: f64,
    /// The number of frames per second. `None`: the display's rate in a window, or one frame per tick without a window. Unit: 1/s.
    pub frame_rate: Option<f64>,
    /// The CSV file for the trace.
    pub trace: Option<PathBuf>,
    /// The PNG file for a screenshot of the last frame.
    pub screenshot: Option<PathBuf>,
    /// The time between numbered screenshots, which are written next to [`screenshot`](Self::screenshot). Unit: s.
    pub screenshot_every: Option<f64>,
    /// The size of the window or image. Unit: pixels.
    pub size: UVec2,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            headless: false,
            scripted: false,
            seconds: None,
            tick_rate: TICK_RATE,
            frame_rate: None,
            trace: None,
            screenshot: None,
            screenshot_every: None,
            size: UVec2::new(1280, 720),
        }
    }
}

impl Options {
    /// How long a windowless run lasts. Unit: s.
    pub fn windowless_seconds(&self) -> f64 {
        self.seconds.unwrap_or(WINDOWLESS_SECONDS)
    }

    /// The length of a frame in a windowless or scripted run. `number` counts frames from 1.
    ///
    /// With one frame per tick, a frame is exactly as long as a tick. At other rates, the end of each frame is rounded to a nanosecond. Its
    /// length is not rounded, so rounding errors do not accumulate.
    pub fn windowless_frame(&self, number: u32) -> Duration {
        match self.frame_rate.filter(|rate| *rate != self.tick_rate) {
            Some(rate) => {
                let end = |number: u32| Duration::from_secs_f64(f64::from(number) / rate);
                end(number) - end(number - 1)
            }
            None => self.tick(),
        }
    }

    /// The length of a tick.
    pub fn tick(&self) -> Duration {
        Duration::from_secs_f64(1.0 / self.tick_rate)
    }
}

/// Whether the frame at `now` (s) is the last one, because another frame of length `frame` would end after `end` (s).
pub(super) fn is_last(now: f64, frame: Duration, end: f64) -> bool {
    // A tolerance of half a frame: Bevy counts whole nanoseconds, so 480 frames at 60 Hz are not exactly 8 s.
    now + 0.5 * frame.as_secs_f64() >= end
}

/// What the command line requests.
pub enum Request {
    /// Run with these options.
    Run(Options),
    /// Print the help and exit.
    Help,
}

/// Parses the flags.
///
/// # Errors
/// Returns one line that says which flag is wrong and what it accepts.
pub fn parse(mut arguments: lexopt::Parser) -> Result<Request, String> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next().map_err(unknown)? {
        match argument {
            Long("headless") => options.headless = true,
            Long("scripted") => options.scripted = true,
            Long("help") | Short('h') => return Ok(Request::Help),
            Long("seconds") => {
                options.seconds = Some(number(&mut arguments, "--seconds", "seconds", f64::MIN_POSITIVE..=LONGEST)?);
            }
            Long("tick-rate") => options.tick_rate = number(&mut arguments, "--tick-rate", "ticks per second", RATES)?,
            Long("frame-rate") => {
                options.frame_rate = Some(number(&mut arguments, "--frame-rate", "frames per second", RATES)?);
            }
            Long("trace") => options.trace = Some(path(&mut arguments, "--trace", "a CSV file to write")?),
            Long("screenshot") => options.screenshot = Some(picture(&mut arguments)?),
            Long("screenshot-every") => {
                options.screenshot_every =
                    Some(number(&mut arguments, "--screenshot-every", "seconds", 0.001..=LONGEST)?);
            }
            Long("size") => options.size = size(&mut arguments)?,
            other => return Err(unknown(other.unexpected())),
        }
    }
    if options.screenshot_every.is_some() && options.screenshot.is_none() {
        return Err("--screenshot-every also needs --screenshot FILE, which names the pictures".to_owned());
    }
    Ok(Request::Run(options))
}

/// The error message for an unknown argument, or for a value of a flag that takes no value.
fn unknown(error: lexopt::Error) -> String {
    format!("{error}; accepted are {FLAGS}")
}

const FLAGS: &str = "--headless, --scripted, --seconds S, --tick-rate HZ, --frame-rate HZ, --trace FILE, --screenshot FILE, \
                     --screenshot-every S, --size WxH, --help";

/// What `--help` prints.
pub fn help(name: &str, about: &str) -> String {
    format!(
        "{about}\n\n\
         Usage: cargo run --example {name} -- [FLAGS]\n\n\
         \x20 --headless            no window, scripted input, as fast as possible; draws nothing unless --screenshot is given\n\
         \x20 --scripted            in a window, but with scripted input and frames of a fixed length\n\
         \x20 --seconds S           end after S seconds (default: when the window is closed; {WINDOWLESS_SECONDS} without a window)\n\
         \x20 --tick-rate HZ        ticks per second (default {TICK_RATE})\n\
         \x20 --frame-rate HZ       frames per second (default: the display's rate; without a window, one per tick)\n\
         \x20 --trace FILE          write a CSV row per tick: tick,time,name,x,y,z,vx,vy,vz\n\
         \x20 --screenshot FILE     write the last frame as a PNG\n\
         \x20 --screenshot-every S  also write a picture every S seconds, numbered, next to FILE\n\
         \x20 --size WxH            size of the window or picture, in pixels (default 1280x720)\n\
         \x20 --help                print this help"
    )
}

/// Returns the value of a flag as text.
fn text(arguments: &mut lexopt::Parser, flag: &str, accepted: &str) -> Result<String, String> {
    let value = arguments.value().map_err(|_| format!("{flag} needs {accepted}"))?;
    value.into_string().map_err(|value| format!("{flag} needs {accepted}, not {}", value.display()))
}

fn number(
    arguments: &mut lexopt::Parser,
    flag: &str,
    unit: &str,
    range: std::ops::RangeInclusive<f64>,
) -> Result<f64, String> {
    let accepted = if *range.start() == f64::MIN_POSITIVE {
        format!("a number of {unit}, above 0 and at most {}", range.end())
    } else {
        format!("a number of {unit}, from {} to {}", range.start(), range.end())
    };
    let value = text(arguments, flag, &accepted)?;
    match value.parse::<f64>() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("{flag} needs {accepted}, not {value}")),
    }
}

/// Returns the value of a flag as the path of a file to write. The file's folder must exist.
fn path(arguments: &mut lexopt::Parser, flag: &str, accepted: &str) -> Result<PathBuf, String> {
    let value = arguments.value().map_err(|_| format!("{flag} needs {accepted}"))?;
    let path = PathBuf::from(value);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.file_name().is_none() || path.is_dir() || folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(format!("{flag} needs {accepted}, in a folder that exists, not {}", path.display()));
    }
    Ok(path)
}

fn picture(arguments: &mut lexopt::Parser) -> Result<PathBuf, String> {
    const ACCEPTED: &str = "a PNG file to write (name.png)";
    let path = path(arguments, "--screenshot", ACCEPTED)?;
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("png") => Ok(path),
        _ => Err(format!("--screenshot needs {ACCEPTED}, not {}", path.display())),
    }
}

fn size(arguments: &mut lexopt::Parser) -> Result<UVec2, String> {
    let accepted = format!("WIDTHxHEIGHT in pixels, each from {} to {}, such as 1280x720", SIDES.start(), SIDES.end());
    let value = text(arguments, "--size", &accepted)?;
    let sides = value.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match sides {
        Some((width, height)) if SIDES.contains(&width) && SIDES.contains(&height) => Ok(UVec2::new(width, height)),
        _ => Err(format!("--size needs {accepted}, not {value}")),
    }
}
