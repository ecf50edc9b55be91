//! The plugin's promises, a module each. Every expected path comes from `math`, which `tests/golden.rs` proves.
#![expect(clippy::cast_possible_truncation, reason = "what is tested holds f32; the references are f64")]
#![expect(clippy::disallowed_methods, reason = "a reference may differ from libm in the last bit")]

mod app;
mod composition;
mod delayed;
mod exponential_rate;
mod held;
mod invalid_input;
mod presentation;
mod properties;
mod rest;
mod rotation;
mod scheduling;
mod spaces;
mod stepping;
mod teleports;
mod timestep_independence;
