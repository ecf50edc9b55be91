//! The same four things with this crate and with others, and what happens when each is interrupted. The guide has the table, in "Coming from …".
#![cfg(test)]

mod bench;
mod button;
mod clip;
mod lens;
mod list;
mod replicon;
mod sequence;
mod table;

#[path = "../../interface/laid_out.rs"]
mod laid_out;
