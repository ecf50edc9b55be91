//! All worlds are measured in turn, round by round, because a machine's speed changes while it runs.

use bevy::tasks::available_parallelism;

use super::{Place, Remote, Results, Series};
use crate::contenders::{BARE_EULER, Contender, Definition};

/// The most memory that worlds may need at the same time. If they need more, they are measured in batches, each with its own
/// world of bare Euler. Unit: bytes.
const BATCH_BYTES: usize = 3 << 30;

/// Measures each of `definitions` with `size` entities.
pub fn measure(definitions: &[&'static Definition], size: usize, rounds: usize, results: &mut Results) {
    let mut batch = Vec::new();
    let mut bytes = 0;
    for definition in definitions {
        let own = definition.bytes * size * places(definition).len();
        if bytes + own > BATCH_BYTES && !batch.is_empty() {
            measure_batch(&batch, size, rounds, results);
            batch.clear();
            bytes = 0;
        }
        batch.push(*definition);
        bytes += own;
    }
    if !batch.is_empty() {
        measure_batch(&batch, size, rounds, results);
    }
}

/// A contender of a batch, and its results.
struct Turn {
    contender: Box<dyn Contender>,
    series: Series,
}

fn measure_batch(batch: &[&'static Definition], size: usize, rounds: usize, results: &mut Results) {
    eprintln!("{size} entities: {} worlds", batch.len());
    let turn = |definition: &'static Definition, place: Place| Turn {
        contender: match place {
            Place::Here => definition.build(size),
            Place::OneThread => Box::new(Remote::new(definition.name, size, 1)),
            Place::AllThreads => Box::new(Remote::new(definition.name, size, available_parallelism())),
        },
        series: Series { name: definition.name, size, place, times: Vec::new(), euler: Vec::new() },
    };
    // Bare Euler comes first, because the others are compared with it.
    let others = batch.iter().copied().filter(|definition| definition.name != BARE_EULER.name);
    let definitions = std::iter::once(&BARE_EULER).chain(others);
    let mut turns: Vec<Turn> = definitions
        .flat_map(|definition| places(definition).iter().map(move |place| turn(definition, *place)))
        .collect();
    let ticks = ticks(size);
    for _ in 0..rounds {
        for turn in &mut turns {
            let times = turn.contender.turn(ticks);
            turn.series.times.push(times);
        }
    }
    let euler = turns[0].series.times.clone();
    for Turn { mut contender, mut series } in turns {
        contender.check();
        series.euler.clone_from(&euler);
        // Each batch has bare Euler: only its first result is kept.
        if results.find(series.name, series.size, series.place).is_none() {
            results.0.push(series);
        }
    }
}

/// Where a contender is measured.
const fn places(definition: &Definition) -> &'static [Place] {
    if definition.threads { &[Place::Here, Place::OneThread, Place::AllThreads] } else { &[Place::Here] }
}

/// The number of ticks per turn: several if one is too short to be timed, one if the world is larger than the caches.
fn ticks(size: usize) -> u32 {
    u32::try_from(100_000 / size).unwrap_or(u32::MAX).clamp(1, 48)
}
