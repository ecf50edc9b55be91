//! The plugin's promises, a module each. Every expected path comes from `math`, which `tests/golden.rs` proves.

mod app;
mod composition;
mod delayed;
mod exponential_rate;
mod held;
mod invalid_input;
mod presentation;
mod rest;
mod scheduling;
mod stepping;
mod timestep_independence;
