//! The summary of all runs and of the violations that were found.

use std::{collections::BTreeMap, fmt, time::Instant};

use crate::{
    play::Outcome,
    shrink::{Scenario, shrink},
    stage::Threads,
    watch::Violation,
};

/// One kind of violation.
struct Found {
    seeds: Vec<u64>,
    detail: String,
    /// The smallest script that shows it, as text.
    script: String,
}

pub(crate) struct Report {
    began: Instant,
    seeds: u64,
    entity_ticks: u64,
    motion_ticks: u64,
    events: u64,
    no_ops: u64,
    operations: BTreeMap<String, u64>,
    steppings: BTreeMap<String, u64>,
    found: BTreeMap<String, Found>,
}

/// Returns a violation if two runs of one script differ.
pub(crate) fn differing(first: &Outcome, second: &Outcome) -> Option<Violation> {
    (first.hash != second.hash).then(|| Violation {
        class: "played again, it has different bits".to_owned(),
        detail: format!("{:#018x}, then {:#018x}", first.hash, second.hash),
    })
}

impl Report {
    pub(crate) fn new() -> Self {
        Self {
            began: Instant::now(),
            seeds: 0,
            entity_ticks: 0,
            motion_ticks: 0,
            events: 0,
            no_ops: 0,
            operations: BTreeMap::new(),
            steppings: BTreeMap::new(),
            found: BTreeMap::new(),
        }
    }

    pub(crate) fn entity_ticks(&self) -> u64 {
        self.entity_ticks
    }

    pub(crate) fn is_broken(&self) -> bool {
        !self.found.is_empty()
    }

    /// Adds a run. The first script with each kind of violation is shrunk, in at most `runs` runs.
    pub(crate) fn add<S: Scenario>(&mut self, script: &S, outcome: Outcome, runs: usize) {
        self.seeds += 1;
        self.entity_ticks += outcome.entity_ticks;
        self.motion_ticks += outcome.motion_ticks;
        self.events += outcome.events;
        self.no_ops += outcome.no_ops;
        for (kind, count) in outcome.operations {
            *self.operations.entry(kind).or_default() += count;
        }
        for name in script.steppings() {
            *self.steppings.entry(name).or_default() += 1;
        }
        let Some(Violation { class, detail }) = outcome.violation else { return };
        if let Some(found) = self.found.get_mut(&class) {
            found.seeds.push(script.seed());
            return;
        }
        eprintln!("seed {}: {class}: {detail}", script.seed());
        let mut found = Found { seeds: vec![script.seed()], detail, script: script.to_string() };
        if runs > 0 {
            let smaller = shrink(script, &class, runs);
            found.detail = smaller.play(Threads::One).violation.map_or(found.detail, |violation| violation.detail);
            found.script = smaller.to_string();
            eprintln!("{found}");
        }
        self.found.insert(class, found);
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  {}", self.detail)?;
        f.write_str(&self.script)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.began.elapsed().as_secs_f64();
        let done: u64 = self.operations.values().sum();
        writeln!(
            f,
            "{} seeds, {} entity-ticks ({} of properties), {done} operations ({} more had nothing to act on), {} events in {seconds:.1} s: {:.2e} entity-ticks/s",
            self.seeds,
            self.entity_ticks,
            self.motion_ticks,
            self.no_ops,
            self.events,
            self.entity_ticks as f64 / seconds,
        )?;
        let steppings: Vec<String> = self.steppings.iter().map(|(step, count)| format!("{step} {count}")).collect();
        writeln!(f, "properties stepped: {}", steppings.join(", "))?;
        let operations: Vec<String> = self.operations.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        writeln!(f, "operations: {}", operations.join(", "))?;
        for (class, found) in &self.found {
            let seeds: Vec<String> = found.seeds.iter().take(8).map(u64::to_string).collect();
            writeln!(f, "\n{class}\n  in {} seeds: {}", found.seeds.len(), seeds.join(" "))?;
            write!(f, "{found}")?;
        }
        Ok(())
    }
}
