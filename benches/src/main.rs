//! Measures the cost of motion in closed form, and compares it with a minimal loop over the same entities and with other crates
//! that solve springs.
//!
//! `cargo run --release -p bevy_exact_motion_benches` measures 1 000 to 1 000 000 entities and prints all tables. See
//! [`arguments`] for sizes, a filter, and how to fill the tables in `docs/performance.md`.
#![forbid(unsafe_code)]

mod arguments;
mod contenders;
mod costs;
mod measure;
mod report;

use std::alloc::System;

use arguments::Arguments;
use bevy::tasks::{ComputeTaskPool, TaskPoolBuilder};
use contenders::Definition;
use costs::Costs;
use measure::Results;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

/// Counts allocations. This hardly affects the measured times, because almost nothing is allocated during a measurement.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    match Arguments::read() {
        Ok(Arguments::Measure { filter, sizes, rounds, page }) => {
            use_threads(1);
            let load = report::load();
            let definitions = contenders::matching(&filter);
            let mut results = Results::default();
            for size in &sizes {
                measure::measure(&definitions, *size, rounds, &mut results);
            }
            // The scripts run only if the page is written, because they take minutes.
            let costs = Costs::measure(&filter, rounds, page.is_some());
            let tables = report::Tables::new(&definitions, &sizes, rounds, &load, &results, &costs);
            match page {
                Some(page) => tables.write(&page),
                None => tables.print(),
            }
        }
        Ok(Arguments::Serve { name, size, threads }) => {
            use_threads(threads);
            measure::serve(&name, size);
        }
        Ok(Arguments::Once { name, size, ticks }) => {
            use_threads(1);
            once(&name, size, ticks);
        }
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(2);
        }
    }
}

/// Sets the number of threads for parallel iteration in systems. Bevy's own choice for two cores is one.
fn use_threads(count: usize) {
    ComputeTaskPool::get_or_init(|| TaskPoolBuilder::new().num_threads(count).build());
}

/// Runs ticks of one contender without measuring them, for tools that count instructions.
fn once(name: &str, size: usize, ticks: u32) {
    let mut contender = contenders::named(name).map(|definition: &Definition| definition.build(size));
    let contender = contender.as_mut().expect("the tables should have a row of this name");
    for _ in 0..ticks {
        contender.step();
    }
}
