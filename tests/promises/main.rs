//! Tests of what the plugin promises. Every expected path comes from `math`, which `tests/golden.rs` compares with reference tables. The
//! module `golden_rows` compares the plugin with the same tables.
//!
//! | promise | tested in |
//! | --- | --- |
//! | 1. the same path at any rate | `timestep_independence`, `scheduling`, `chains`, `rings`, `stepping`, `teleports`, `grabbed`, `time_scale`, `look_ahead`, `leader_frames`, `leader_velocity`, `axis_springs`, `origin_shift` |
//! | 2. exact | `golden_rows`, `conversions`, `ring_table`, `rotation`, `spaces`, `exponential_rate`, `exponential_rate_to` |
//! | 3. smooth | `phases`, `presentation`, `delayed` |
//! | 4. it ends | `rest`, `complete`, `rigid` |
//! | 5. it composes | `composition`, `every_property`, `properties`, `reflection`, `golden_rows` |
//! | 6. deterministic | `determinism`, `storage` |
//! | 7. rollback-safe | `rollback`, `saved` |
//! | 8. free at rest | `free_at_rest` |
//! | 9. total | `invalid_input`, `f32_limits`, `lost_leaders`, `disabling`, `observers`, `repeated_mistakes`, `missing_setup` |
#![expect(clippy::cast_possible_truncation, reason = "components hold f32; the references are f64")]

#[path = "../common/ambiguity.rs"]
mod ambiguity;
mod app;
#[path = "../common/scale.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod scale;
#[path = "../common/table.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod table;
#[path = "../common/warnings.rs"]
mod warnings;

// 1. The same path at any rate: a write acts from the instant at which it is made, and the path does not depend on when the ticks are.
mod axis_springs;
mod chains;
mod grabbed;
mod leader_frames;
mod leader_velocity;
mod look_ahead;
mod origin_shift;
mod rings;
mod scheduling;
mod stepping;
mod teleports;
mod time_scale;
mod timestep_independence;

// 2. Exact: the reference tables, every space, the end of an exponential rate bit for bit.
mod conversions;
mod exponential_rate;
mod exponential_rate_to;
mod golden_rows;
mod ring_table;
mod rotation;
mod spaces;

// 3. Smooth: every drawn value lies on the path.
mod delayed;
mod phases;
mod presentation;

// 4. It ends: exactly on the rest point, and reported once.
mod complete;
mod rest;
mod rigid;

// 5. It composes: any subset of components is one law, on any property.
mod composition;
mod every_property;
mod properties;
mod reflection;

// 6. Deterministic: the same bits on every platform, for any order of entities and any number of threads.
mod determinism;
mod storage;

// 7. Rollback-safe: a motion that is restored in flight continues bit for bit.
mod rollback;
#[cfg(feature = "serialize")]
mod saved;

// 8. Free at rest: no work for resting entities, whose components are not marked as changed.
mod free_at_rest;

// 9. Total: no input leads to a panic or a drawn NaN, and input without effect is reported.
mod disabling;
mod f32_limits;
mod invalid_input;
mod lost_leaders;
mod missing_setup;
mod observers;
mod repeated_mistakes;
