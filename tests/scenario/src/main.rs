//! Plays the scenario, and prints its hashes and its speed: see `docs/determinism.md`.

mod platform;

use std::process::ExitCode;

use bevy::{
    platform::time::Instant,
    tasks::{ComputeTaskPool, TaskPoolBuilder},
};
use bevy_exact_motion_scenario::{Frames, Options, PREFIX, Scenario, SpawnOrder, Threads, WHOLE};
use lexopt::prelude::*;
use platform::{arguments, say};

const USAGE: &str = "[--ticks N] [--threads N] [--spawn forwards|backwards|SEED] [--frames uneven|fine|TICKS] \
    [--every N: the hashes so far, every N ticks] [--list TICK: what is hashed in this tick]";

#[derive(Default)]
struct Flags {
    options: Options,
    /// The number of ticks between two lines with hashes. 0: hashes are only printed at the end.
    every: u64,
}

fn flags() -> Result<Flags, lexopt::Error> {
    let mut flags = Flags::default();
    let options = &mut flags.options;
    let mut parser = arguments();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("ticks") => options.ticks = parser.value()?.parse()?,
            Long("threads") => {
                let threads = parser.value()?.parse()?;
                ComputeTaskPool::get_or_init(|| TaskPoolBuilder::new().num_threads(threads).build());
                options.threads = Threads::Pool;
            }
            Long("spawn") => {
                let value = parser.value()?;
                options.spawn_order = match value.to_str() {
                    Some("forwards") => SpawnOrder::Forwards,
                    Some("backwards") => SpawnOrder::Backwards,
                    _ => SpawnOrder::Shuffled(value.parse()?),
                };
            }
            Long("frames") => {
                let value = parser.value()?;
                options.frames = match value.to_str() {
                    Some("uneven") => Frames::Uneven,
                    Some("fine") => Frames::Fine,
                    _ => Frames::Ticks(value.parse()?),
                };
            }
            Long("every") => flags.every = parser.value()?.parse()?,
            Long("list") => options.listed = Some(parser.value()?.parse()?),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(flags)
}

/// Plays the scenario to its end. Every `every` ticks, prints the hashes at the end of the frame; never if `every` is 0.
fn play(scenario: &mut Scenario, ticks: u64, every: u64) {
    let mut printed = 0;
    while !scenario.is_over() {
        scenario.advance(1);
        if let Some(now) = scenario.ticks().checked_div(every)
            && now > printed
        {
            printed = now;
            let [hash, any, drawn] = scenario.hashes();
            say(&format!("after {} of {ticks} ticks: {hash:#018x} {any:#018x} {drawn:#018x}", scenario.ticks()));
        }
    }
}

fn main() -> ExitCode {
    let Flags { options, every } = match flags() {
        Ok(flags) => flags,
        Err(error) => {
            say(&format!("{error}; {USAGE}"));
            return ExitCode::from(2);
        }
    };
    let mut scenario = Scenario::new(options);
    let began = Instant::now();
    play(&mut scenario, options.ticks, every);
    let took = began.elapsed().as_secs_f64();
    for line in scenario.list() {
        say(&line);
    }
    let [settled, finished, reached, invalid] = scenario.events();
    say(&format!("{} states, {:.0} ticks/s", scenario.states(), scenario.ticks() as f64 / took));
    say(&format!("{settled} settled, {finished} finished, {reached} limits reached, {invalid} invalid"));
    let hashes = scenario.hashes();
    let [hash, any, drawn] = hashes;
    say(&format!("ticks {}", scenario.ticks()));
    say(&format!("hash  {hash:#018x}"));
    say(&format!("any   {any:#018x}"));
    say(&format!("drawn {drawn:#018x}"));
    // The committed hashes are those of uneven frames.
    let committed = [PREFIX, WHOLE].into_iter().find(|committed| committed.ticks == options.ticks);
    let Some(committed) = committed.filter(|_| options.frames == Frames::Uneven) else { return ExitCode::SUCCESS };
    let [hash, any, drawn] = committed.hashes();
    say(&format!("committed {hash:#018x} {any:#018x} {drawn:#018x}"));
    if hashes == committed.hashes() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
