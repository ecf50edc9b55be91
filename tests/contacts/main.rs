//! Contacts: bounds, dry friction, throws and snap points. The expected paths come from `math`, which `tests/golden.rs` checks.
#![expect(clippy::cast_possible_truncation, reason = "what is tested holds f32; the references are f64")]
#![expect(clippy::disallowed_methods, reason = "a reference may differ from libm in the last bit")]

#[path = "../promises/app.rs"]
mod app;
mod pacing;
mod record;
#[path = "../common/table.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod table;

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
