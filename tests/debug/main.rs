//! What `debug` shows and tunes.
