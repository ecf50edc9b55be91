//! Nothing but the test in `tests/ggrs.rs`.
