//! Empty: the package has only the test in `tests/ggrs.rs`.
