//! What a tick and a frame of motion cost beside the least that would move the same entities: semi-implicit Euler in the
//! same ECS, and a copy of the bytes touched. All in one run, round by round, because the machine is noisy. With an
//! argument: only what has it in its name.

mod contenders;
mod stages;

use std::time::Duration;

use contenders::{COUNT, Contender, all, bytes_touched};

/// Rounds measured; one more before them warms up.
const ROUNDS: usize = 41;

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let mut contenders = all(&wanted);
    let mut times: Vec<Vec<Duration>> = contenders.iter().map(|_| Vec::with_capacity(ROUNDS)).collect();
    for round in 0..=ROUNDS {
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            let time = contender.measure();
            if round > 0 {
                times.push(time);
            }
        }
    }
    println!("{COUNT} entities, medians of {ROUNDS} rounds; × Euler is the median of the ratios round by round;");
    println!("Advance touches {} bytes of an entity\n", bytes_touched());
    println!("| what | ns an entity | × Euler |\n| --- | ---: | ---: |");
    for (Contender { name, .. }, own) in contenders.iter().zip(&times) {
        let nanoseconds = median(own.iter().map(|time| time.as_secs_f64() * 1e9 / COUNT as f64));
        let ratio = median(own.iter().zip(&times[0]).map(|(own, euler)| own.as_secs_f64() / euler.as_secs_f64()));
        println!("| {name} | {nanoseconds:.2} | {ratio:.2} |");
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
