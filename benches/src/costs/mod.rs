//! Costs other than times per entity: an idle property, memory, instructions, compile time, and how times grow with the size.

mod growth;
mod idle;
mod memory;
mod script;

pub use growth::Growth;
pub use idle::Idle;

use crate::measure::Spread;

/// The costs that were measured. `None`: not measured.
#[derive(Default)]
pub struct Costs {
    pub idle: Option<Idle>,
    /// Bytes per spawned entity, by the components that are spawned.
    pub bytes: Vec<(&'static str, f64)>,
    /// Costs that are measured at a size of a thousand, and at ten times that size.
    pub growths: Vec<Growth>,
    /// The table that `benches/instructions.sh` prints.
    pub instructions: Option<String>,
    /// What a registered property adds to a user's build without debug information. Unit: s of CPU.
    pub compiling: Option<Spread>,
    /// The same with full debug information, as in a `cargo build`.
    pub compiling_with_debug: Option<Spread>,
}

/// The row of [`Costs::bytes`] that has a goal.
pub const WITH_SPRING: &str = "`Transform` and `Spring`";

impl Costs {
    /// Measures all costs; those that scripts measure only if `scripts` is `true`. With a filter, measures only the growths that match
    /// it.
    pub fn measure(filter: &str, rounds: usize, scripts: bool) -> Self {
        let growths = growth::matching(filter, rounds);
        if !filter.is_empty() {
            return Self { growths, ..Self::default() };
        }
        let script = |name, arguments: &[&str]| scripts.then(|| script::output(name, arguments)).flatten();
        let compiling = |debug| script("compile_cost.sh", &[debug]).as_deref().and_then(script::spread);
        Self {
            idle: Some(Idle::measure(rounds)),
            bytes: memory::bytes(),
            growths,
            instructions: script("instructions.sh", &[]),
            compiling: compiling("0"),
            compiling_with_debug: compiling("2"),
        }
    }
}
