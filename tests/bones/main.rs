//! Bones that swing, as the frames show them.

mod rates;
mod stage;
mod written;
