//! Contacts: bounds, dry friction, throws and snap points. The expected paths come from `math`, which `tests/golden.rs` checks.
#![expect(clippy::cast_possible_truncation, reason = "components hold f32; the references are f64")]

#[path = "../promises/app.rs"]
mod app;
mod pacing;
mod record;
#[path = "../common/table.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod table;

mod bounce;
mod dry_friction;
mod edges;
mod far_bounds;
mod fling;
mod followers;
mod forecast;
mod forecast_before_adoption;
mod found_by_fuzzer;
mod golden_rows;
mod golden_rows_moving;
mod interference;
mod moving_bounds;
mod nested_lists;
mod paused;
mod restored;
mod snap_points;
