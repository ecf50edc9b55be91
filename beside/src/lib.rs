//! Both preludes in one file, and every name of ours used; and what an inspector is told.

pub mod avian;
pub mod inspector;
pub mod rapier;
