//! Checks of the documentation: examples, search terms, and quotations of the log and the compiler.

mod aliases;
mod examples;
mod quotes;
#[path = "../common/warnings.rs"]
#[expect(dead_code, reason = "shared by several tests; each uses a part of it")]
mod warnings;
