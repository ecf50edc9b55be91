//! The results, as tables in Markdown.

mod goals;
mod machine;
mod page;
mod table;

use std::path::Path;

pub use machine::load;

use crate::{
    contenders::{Definition, Kind, bytes_touched},
    costs::Costs,
    measure::{Measure, Results},
};

/// All tables, with the names of their markers in the page.
pub struct Tables(Vec<(&'static str, String)>);

impl Tables {
    pub fn new(
        definitions: &[&'static Definition],
        sizes: &[usize],
        rounds: usize,
        load: &str,
        results: &Results,
        costs: &Costs,
    ) -> Self {
        let rows = |kind: Kind, threads: bool| -> Vec<(&'static Definition, Measure)> {
            definitions
                .iter()
                .filter(|definition| definition.kind == kind && (definition.threads || !threads))
                .flat_map(|definition| definition.measures.iter().map(|measure| (*definition, *measure)))
                .collect()
        };
        Self(vec![
            ("conditions", machine::conditions(rounds, load)),
            ("goals", goals::table(results, costs)),
            ("others", table::times(&rows(Kind::Other, false), sizes, results)),
            ("ours", table::times(&rows(Kind::Ours, false), sizes, results)),
            ("threads", table::threads(&rows(Kind::Ours, true), sizes, results)),
            ("costs", table::costs(costs)),
            ("growth", table::growths(&costs.growths)),
            ("bytes touched", format!("Advance touches {} bytes of an entity.\n", bytes_touched())),
            ("instructions", costs.instructions.clone().unwrap_or_else(|| "Not counted in this run.\n".into())),
        ])
    }

    pub fn print(&self) {
        for (name, text) in &self.0 {
            println!("## {name}\n\n{text}");
        }
    }

    /// Prints all tables, and writes them between the markers of the page.
    pub fn write(&self, page: &Path) {
        self.print();
        page::fill(page, &self.0);
    }
}

/// A size as text: `1k`, `100k`, `1M`.
fn short(size: usize) -> String {
    match size {
        _ if size.is_multiple_of(1_000_000) => format!("{}M", size / 1_000_000),
        _ if size.is_multiple_of(1_000) => format!("{}k", size / 1_000),
        _ => size.to_string(),
    }
}
