//! What is drawn of motions, and what a panel tunes: with the feature `debug`, without a window.

mod code;
mod fingers;
mod handles;
mod hostile;
mod lines;
mod panel;
mod stage;
