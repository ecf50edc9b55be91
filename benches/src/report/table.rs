//! The tables of times and other costs.

use std::fmt::Write as _;

use super::short;
use crate::{
    contenders::Definition,
    costs::{Costs, Growth, Idle},
    measure::{Measure, Place, Results, Spread},
};

type Row = (&'static Definition, Measure);

/// The times per entity in ns, and their ratios to bare Euler, for each size. Leaves out stages whose cost is negligible at every size.
pub fn times(rows: &[Row], sizes: &[usize], results: &Results) -> String {
    /// Smaller ratios to bare Euler are negligible.
    const NEXT_TO_NOTHING: f64 = 0.3;
    let columns = sizes.iter().map(|size| format!("{} ns | × Euler (quartiles)", short(*size)));
    let mut text = head("what | stage", 2, columns, 2 * sizes.len());
    for (definition, measure) in rows {
        let found: Vec<_> = sizes.iter().map(|size| results.find(definition.name, *size, Place::Here)).collect();
        let is_listed = |ratio: Spread| ratio.median >= NEXT_TO_NOTHING;
        if !found.iter().flatten().any(|series| is_listed(series.ratio(*measure))) {
            continue;
        }
        let cells = found.iter().map(|series| {
            series.map_or_else(
                || "| ".into(),
                |series| {
                    format!("{} | {}", number(series.nanoseconds(*measure).median), spread(series.ratio(*measure)))
                },
            )
        });
        row(&mut text, &[definition.name, stage(definition, *measure)], cells);
    }
    text
}

/// How many times faster all threads are than one, in elapsed time.
pub fn threads(rows: &[Row], sizes: &[usize], results: &Results) -> String {
    let columns = sizes.iter().map(|size| format!("{}: times faster (quartiles)", short(*size)));
    let mut text = head("what | stage", 2, columns, sizes.len());
    for (definition, measure) in rows {
        if !matches!(measure, Measure::Advance | Measure::Present | Measure::Tick | Measure::TickAndFrame) {
            continue;
        }
        let cells = sizes.iter().map(|size| {
            let one = results.find(definition.name, *size, Place::OneThread);
            let all = results.find(definition.name, *size, Place::AllThreads);
            one.zip(all).map_or_else(String::new, |(one, all)| spread(one.against(*measure, all, *measure)))
        });
        row(&mut text, &[definition.name, measure.name()], cells);
    }
    text
}

/// Costs other than times per entity.
pub fn costs(costs: &Costs) -> String {
    let mut text = head("what", 1, ["figure (quartiles)".into()].into_iter(), 1);
    let unmeasured = || "not measured in this run".into();
    let idle = |part: fn(&Idle) -> Spread| {
        costs.idle.as_ref().map_or_else(unmeasured, |idle| format!("{} µs", spread(part(idle))))
    };
    row(&mut text, &["a registered property without entities, a frame"], [idle(|idle| idle.property)].into_iter());
    row(&mut text, &["both plugins without entities, a frame"], [idle(|idle| idle.plugins)].into_iter());
    for (name, bytes) in &costs.bytes {
        row(&mut text, &[&format!("bytes per spawned entity: {name}")], [format!("{bytes:.0}")].into_iter());
    }
    for (name, seconds) in [
        ("compiling a registered property at opt-level 0, without debug information", costs.compiling),
        ("compiling a registered property at opt-level 0, with debug information", costs.compiling_with_debug),
    ] {
        let seconds = seconds.map_or_else(unmeasured, |seconds| format!("{} s of CPU", spread(seconds)));
        row(&mut text, &[name], [seconds].into_iter());
    }
    text
}

/// How costs grow from one size to ten times that size. Unit: µs.
pub fn growths(growths: &[Growth]) -> String {
    let columns = ["1k µs (quartiles)", "10k µs (quartiles)", "times as much"].map(String::from);
    let mut text = head("what", 1, columns.into_iter(), 3);
    for Growth { name, of_a_thousand, of_ten_thousand } in growths {
        let factor = number(of_ten_thousand.median / of_a_thousand.median);
        row(&mut text, &[name], [spread(*of_a_thousand), spread(*of_ten_thousand), factor].into_iter());
    }
    text
}

/// The name of a row's stage, or "all" for a contender without stages.
fn stage(definition: &Definition, measure: Measure) -> &'static str {
    match definition.measures {
        [_] => "all",
        _ => measure.name(),
    }
}

/// The first two lines of a table with `text_columns` columns of text and `numbers` columns of numbers.
fn head(texts: &str, text_columns: usize, columns: impl Iterator<Item = String>, numbers: usize) -> String {
    let columns: Vec<String> = columns.collect();
    format!("| {texts} | {} |\n|{}{}\n", columns.join(" | "), " --- |".repeat(text_columns), " ---: |".repeat(numbers))
}

fn row(text: &mut String, names: &[&str], cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.collect();
    let _ = writeln!(text, "| {} | {} |", names.join(" | "), cells.join(" | "));
}

/// The median, and the quartiles around it.
pub fn spread(Spread { lower, median, upper }: Spread) -> String {
    format!("{} ({} to {})", number(median), number(lower), number(upper))
}

/// Formats a number with about three digits.
pub fn number(value: f64) -> String {
    match value {
        _ if value >= 100.0 => format!("{value:.0}"),
        _ if value >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
