//! Plays the scenario, and prints its hash and how fast it went: `docs/determinism.md`.

use std::{process::ExitCode, time::Instant};

use bevy::tasks::{ComputeTaskPool, TaskPoolBuilder};
use bevy_exact_motion_scenario::{Frames, Options, PREFIX, Scenario, SpawnOrder, Threads, WHOLE};
use lexopt::prelude::*;

const USAGE: &str = "[--ticks N] [--threads N] [--spawn forwards|backwards|SEED] [--frames uneven|fine|TICKS]";

fn options() -> Result<Options, lexopt::Error> {
    let mut options = Options::default();
    let mut parser = lexopt::Parser::from_env();
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
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(options)
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}; {USAGE}");
            return ExitCode::from(2);
        }
    };
    let mut scenario = Scenario::new(options);
    let began = Instant::now();
    scenario.finish();
    let took = began.elapsed().as_secs_f64();
    println!("ticks {}", scenario.ticks());
    println!("hash  {:#018x}", scenario.hash());
    println!("any   {:#018x}", scenario.hash_of_any_frames());
    println!("drawn {:#018x}", scenario.drawn_hash());
    let [settled, finished, reached, invalid] = scenario.events();
    eprintln!(
        "{} states; {settled} settled, {finished} finished, {reached} limits reached, {invalid} invalid; {:.0} ticks/s",
        scenario.states(),
        scenario.ticks() as f64 / took
    );
    let hashes = [scenario.hash(), scenario.hash_of_any_frames(), scenario.drawn_hash()];
    let committed = [PREFIX, WHOLE].into_iter().find(|committed| committed.ticks == options.ticks);
    match committed {
        // Other frames have other hashes of what depends on them.
        Some(committed) if options.frames == Frames::Uneven => {
            let expected = [committed.hash, committed.of_any_frames, committed.drawn];
            if hashes != expected {
                eprintln!("committed: {expected:#018x?}");
                return ExitCode::FAILURE;
            }
        }
        _ => {}
    }
    ExitCode::SUCCESS
}
