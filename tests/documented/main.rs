//! What the documentation says and shows: examples for all that is public, and quotes of the log.

mod examples;
mod quotes;
