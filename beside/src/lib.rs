//! Both preludes in one file, and every name of ours used.

pub mod avian;
pub mod rapier;
