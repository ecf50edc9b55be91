//! What meets things: bounds, dry friction. Expected paths come from `math`, which `tests/golden.rs` proves.
#![expect(clippy::cast_possible_truncation, reason = "what is tested holds f32; the references are f64")]
#![expect(clippy::disallowed_methods, reason = "a reference may differ from libm in the last bit")]

#[path = "../promises/app.rs"]
mod app;
mod pacing;
#[path = "../common/table.rs"]
#[expect(dead_code, reason = "one reader for all tests; each uses its part")]
mod table;
mod told;

mod attacks;
mod bounce;
mod dry_friction;
mod edges;
mod far;
mod fling;
mod followers;
mod forecast;
mod foreseen;
mod found;
mod golden_rows;
mod golden_rows_moving;
mod moving_bounds;
mod nested;
mod paused;
mod put_back;
mod snap_points;
