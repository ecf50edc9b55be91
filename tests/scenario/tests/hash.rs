//! Tests that the hashes are the committed ones in every order of entities and on any number of threads, and that the hash of states at
//! ticks does not depend on frames.

use std::process::Command;

use bevy_exact_motion_scenario::{Frames, Options, PREFIX, Scenario, SpawnOrder};

fn played(options: Options) -> Scenario {
    let mut scenario = Scenario::new(Options { ticks: PREFIX.ticks, ..options });
    scenario.finish();
    scenario
}

#[test]
fn the_hash_is_the_committed_one_in_every_order_of_entities() {
    for spawn_order in [SpawnOrder::Forwards, SpawnOrder::Backwards, SpawnOrder::Shuffled(8)] {
        let scenario = played(Options { spawn_order, ..Options::default() });
        let hashes = scenario.hashes();
        assert_eq!(hashes, PREFIX.hashes(), "{spawn_order:?}: {hashes:#018x?}");
        // The hash covers every kind of event.
        assert!(scenario.events().iter().all(|&count| count >= 5), "{:?}", scenario.events());
    }
}

#[test]
fn states_at_ticks_do_not_depend_on_frames() {
    for frames in [Frames::Ticks(1), Frames::Ticks(7), Frames::Fine] {
        let hash = played(Options { frames, ..Options::default() }).hash_of_any_frames();
        assert_eq!(hash, PREFIX.of_any_frames, "{frames:?}: {hash:#018x}");
    }
}

#[test]
fn the_hash_does_not_depend_on_the_number_of_threads() {
    // A process has one thread pool, so each number of threads runs in a process of its own.
    for threads in ["1", "2", "8"] {
        let ticks = PREFIX.ticks.to_string();
        let mut scenario = Command::new(env!("CARGO_BIN_EXE_bevy_exact_motion_scenario"));
        let output =
            scenario.args(["--ticks", &ticks, "--threads", threads]).output().expect("the scenario should run");
        let printed = String::from_utf8_lossy(&output.stdout);
        // The program succeeds if its hashes are the committed ones.
        assert!(output.status.success(), "on {threads} threads: {printed}");
        assert!(printed.contains(&format!("hash  {:#018x}", PREFIX.hash)), "on {threads} threads: {printed}");
    }
}
