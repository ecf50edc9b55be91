//! The table of goals, with the measured figures.

use std::fmt::Write as _;

use super::{short, table};
use crate::{
    contenders::{
        ABOVE_A_FLOOR, BY_AXIS, CHANGING, CRITICAL, DISTINCT, EULER_TURNING, FALLING, FOLLOWERS, FOREIGN, ONCE_A_FRAME,
        RESTING, ROTATION, TRACKED,
    },
    costs::{Costs, WITH_SPRING},
    measure::{Measure, Place, Results, Series, Spread},
};

/// The bound of a figure.
#[derive(Clone, Copy)]
enum Bound {
    AtMost(f64),
    AtLeast(f64),
}
use Bound::{AtLeast, AtMost};

impl Bound {
    fn text(self) -> String {
        match self {
            AtMost(bound) => format!("≤ {bound}"),
            AtLeast(bound) => format!("≥ {bound}"),
        }
    }

    /// A goal is also met if its bound is between the quartiles.
    fn verdict(self, figure: Spread) -> &'static str {
        match self {
            AtMost(bound) if figure.lower <= bound => "met",
            AtLeast(bound) if figure.upper >= bound => "met",
            _ => "**missed**",
        }
    }
}

const K: usize = 1_000;
const HUNDRED_K: usize = 100_000;

/// Goals for a tick and a frame, as ratios to bare Euler: the contender, and the bounds at 1k and at 100k entities.
const TIMES_EULER: [(&str, f64, f64); 8] = [
    (CRITICAL, 5.0, 5.0),
    (ONCE_A_FRAME, 2.5, 2.5),
    (FOLLOWERS, 15.0, 15.0),
    (FOREIGN, 20.0, 20.0),
    (TRACKED, 30.0, 30.0),
    (BY_AXIS, 15.0, 15.0),
    (CHANGING, 50.0, 50.0),
    (RESTING, 1.1, 0.56),
];

/// A goal, and the figure that was measured for it.
struct Goal {
    name: String,
    bound: Bound,
    figure: Option<Spread>,
}

pub fn table(results: &Results, costs: &Costs) -> String {
    let mut text = String::from("| goal | bound | figure (quartiles) | |\n| --- | ---: | ---: | --- |\n");
    for Goal { name, bound, figure } in goals(results, costs) {
        let measured = figure.map_or_else(|| "not measured in this run".into(), table::spread);
        let verdict = figure.map_or("", |figure| bound.verdict(figure));
        let _ = writeln!(text, "| {name} | {} | {measured} | {verdict} |", bound.text());
    }
    text
}

fn goals(results: &Results, costs: &Costs) -> Vec<Goal> {
    let one = |name: &str, size| results.find(name, size, Place::Here);
    let goal = |name: String, bound, figure| Goal { name, bound, figure };
    let times_euler = TIMES_EULER.into_iter().flat_map(|(name, at_1k, at_100k)| {
        [(K, at_1k), (HUNDRED_K, at_100k)].map(|(size, bound)| {
            let figure = one(name, size).map(|series| series.ratio(Measure::TickAndFrame));
            goal(format!("{name}, tick and frame, {}: × bare Euler", short(size)), AtMost(bound), figure)
        })
    });
    let rotation = [K, HUNDRED_K].into_iter().flat_map(|size| {
        let to = |other, others| against(one(ROTATION, size), Measure::Tick, one(other, size), others);
        [
            goal(format!("{ROTATION}, tick, {}: × translation", short(size)), AtMost(6.0), to(DISTINCT, Measure::Tick)),
            goal(
                format!("{ROTATION}, tick, {}: × {EULER_TURNING}", short(size)),
                AtMost(1.0),
                to(EULER_TURNING, Measure::Advance),
            ),
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
        goal(
            "both plugins without entities: µs a frame".into(),
            AtMost(20.0),
            costs.idle.as_ref().map(|idle| idle.plugins),
        ),
        goal(format!("bytes per spawned entity: {WITH_SPRING}"), AtMost(600.0), bytes),
        goal("compiling a registered property at opt-level 0: s of CPU".into(), AtMost(1.3), costs.compiling),
    ];
    times_euler.chain(rotation).chain(threads).chain(above_a_floor).chain(others).collect()
}

fn against(own: Option<&Series>, measure: Measure, other: Option<&Series>, others: Measure) -> Option<Spread> {
    own.zip(other).map(|(own, other)| own.against(measure, other, others))
}
