//! The goals of the rebuild, each beside its figure.

use std::fmt::Write as _;

use super::{short, table};
use crate::{
    contenders::{
        ABOVE_A_FLOOR, BY_SLICES, DISTINCT, EQUAL, FALLING, FOLLOWERS, FOREIGN, RESTING, ROTATION, SPRINGS_CRATE,
    },
    costs::{Costs, WITH_SPRING},
    measure::{Measure, Place, Results, Series, Spread},
};

/// What a figure should be.
#[derive(Clone, Copy)]
enum Bound {
    AtMost(f64),
    AtLeast(f64),
    /// To be told and explained.
    Stated,
}
use Bound::{AtLeast, AtMost, Stated};

impl Bound {
    fn text(self) -> String {
        match self {
            AtMost(bound) => format!("≤ {bound}"),
            AtLeast(bound) => format!("≥ {bound}"),
            Stated => "stated".into(),
        }
    }

    /// Within the spread counts as met.
    fn verdict(self, figure: Spread) -> &'static str {
        match self {
            AtMost(bound) if figure.lower <= bound => "met",
            AtLeast(bound) if figure.upper >= bound => "met",
            Stated => "",
            _ => "**missed**",
        }
    }
}

const K: usize = 1_000;
const HUNDRED_K: usize = 100_000;

/// × bare Euler: contender, what is read, goals at 1k and at 100k.
const TIMES_EULER: [(&str, Measure, f64, f64); 7] = [
    (DISTINCT, Measure::Advance, 3.0, 1.8),
    (DISTINCT, Measure::Tick, 3.5, 2.1),
    (EQUAL, Measure::Present, 2.0, 1.3),
    (DISTINCT, Measure::Present, 4.0, 2.3),
    (RESTING, Measure::TickAndFrame, 1.1, 0.56),
    (FOLLOWERS, Measure::Advance, 5.0, 3.0),
    (FOREIGN, Measure::Tick, 5.5, 3.5),
];

/// A goal, and what was measured for it.
struct Goal {
    name: String,
    bound: Bound,
    figure: Option<Spread>,
}

pub fn table(results: &Results, costs: &Costs) -> String {
    let mut text = String::from("| goal | bound | figure (quartiles) | |\n| --- | ---: | ---: | --- |\n");
    for Goal { name, bound, figure } in goals(results, costs) {
        let told = figure.map_or_else(|| "not measured in this run".into(), table::spread);
        let verdict = figure.map_or("", |figure| bound.verdict(figure));
        let _ = writeln!(text, "| {name} | {} | {told} | {verdict} |", bound.text());
    }
    text
}

fn goals(results: &Results, costs: &Costs) -> Vec<Goal> {
    let one = |name: &str, size| results.find(name, size, Place::Here);
    let goal = |name: String, bound, figure| Goal { name, bound, figure };
    let times_euler = TIMES_EULER.into_iter().flat_map(|(name, measure, at_1k, at_100k)| {
        [(K, at_1k), (HUNDRED_K, at_100k)].map(|(size, bound)| {
            let figure = one(name, size).map(|series| series.ratio(measure));
            goal(format!("{name}, {}, {}: × bare Euler", measure.name(), short(size)), AtMost(bound), figure)
        })
    });
    let rotation = [(K, Stated), (HUNDRED_K, AtMost(2.0))].map(|(size, bound)| {
        let figure = against(one(ROTATION, size), Measure::Advance, one(DISTINCT, size), Measure::Advance);
        goal(format!("{ROTATION}, Advance, {}: × translation", short(size)), bound, figure)
    });
    let versus = [(Measure::Advance, AtMost(1.15), AtLeast(3.0)), (Measure::Tick, Stated, Stated)];
    let versus = versus.into_iter().flat_map(|(measure, slices, springs)| {
        let ours = one(DISTINCT, HUNDRED_K);
        let stage = measure.name();
        let to_slices = against(ours, measure, one(BY_SLICES, HUNDRED_K), Measure::Advance);
        let to_springs = against(one(SPRINGS_CRATE, HUNDRED_K), Measure::Advance, ours, measure);
        [
            goal(format!("{DISTINCT}, {stage}, 100k: × Euler with the same bookkeeping by slices"), slices, to_slices),
            goal(format!("{DISTINCT}, {stage}, 100k: times faster than {SPRINGS_CRATE}"), springs, to_springs),
        ]
    });
    let threads = [(K, 1.0), (HUNDRED_K, 1.6)].map(|(size, bound)| {
        let [one, all] = [Place::OneThread, Place::AllThreads].map(|place| results.find(DISTINCT, size, place));
        let figure = against(one, Measure::Tick, all, Measure::Tick);
        goal(format!("{DISTINCT}, tick, {}: all threads, times faster than one", short(size)), AtLeast(bound), figure)
    });
    let bytes = costs.bytes.iter().find(|(name, _)| *name == WITH_SPRING).map(|(_, bytes)| Spread::exactly(*bytes));
    let above_a_floor = [K, HUNDRED_K].map(|size| {
        let figure = against(one(ABOVE_A_FLOOR, size), Measure::Tick, one(FALLING, size), Measure::Tick);
        goal(format!("{ABOVE_A_FLOOR}, tick, {}: × {FALLING}", short(size)), AtMost(1.3), figure)
    });
    let others = [
        goal("a registered property without entities: µs a frame".into(), AtMost(10.0), costs.idle),
        goal(format!("bytes spawned an entity: {WITH_SPRING}"), AtMost(600.0), bytes),
        goal("compiling a registered property at opt-level 0: s of CPU".into(), AtMost(1.0), costs.compiling),
    ];
    times_euler.chain(rotation).chain(versus).chain(threads).chain(above_a_floor).chain(others).collect()
}

fn against(own: Option<&Series>, measure: Measure, other: Option<&Series>, others: Measure) -> Option<Spread> {
    own.zip(other).map(|(own, other)| own.against(measure, other, others))
}
