//! The plugin's promises, a module each. Every expected path comes from `math`, which `tests/golden.rs` proves.

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
