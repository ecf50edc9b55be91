//! What the documentation says and shows: examples for all that is public, and quotes of the log.

mod aliases;
mod examples;
mod quotes;
#[path = "../common/warnings.rs"]
#[expect(dead_code, reason = "one log for all tests; each uses its part")]
mod warnings;
