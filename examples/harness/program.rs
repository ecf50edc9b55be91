//! Runs a scene whose `main` is a plain Bevy program without a harness. The scene's own `DefaultPlugins` calls [`begin`].

use std::cell::Cell;
use std::process::exit;

use bevy::prelude::*;

use crate::{Harness, Output};

thread_local! {
    /// The harness of the current test. [`begin`] takes it.
    static GIVEN: Cell<Option<Harness>> = const { Cell::new(None) };
    /// The app that the scene's `main` has built, in a test.
    static BUILT: Cell<Option<App>> = const { Cell::new(None) };
}

/// Adds a harness in place of Bevy's plugins. In a test, it is the harness on which [`Harness::app_of`] was called; otherwise, it is the
/// one that `harness` returns.
///
/// The harness also determines what the program's `App::run` does. With a window, the app runs as usual. Without a window, the harness
/// runs the app. In a test, the app does not run; [`Harness::app_of`] returns it.
pub fn begin(app: &mut App, harness: impl FnOnce() -> Harness) {
    if let Some(harness) = GIVEN.take() {
        app.add_plugins(harness.plugin()).set_runner(|app| {
            BUILT.set(Some(app));
            AppExit::Success
        });
        return;
    }
    let harness = harness();
    app.add_plugins(harness.plugin());
    if harness.output == Output::Window {
        harness.begin_trace(app);
    } else {
        app.set_runner(move |app| {
            let result = harness.run(app);
            // Exit here, because a `main` that does not return the `AppExit` would hide the error.
            if let AppExit::Error(code) = result {
                exit(code.get().into());
            }
            result
        });
    }
}

impl Harness {
    /// Returns the app that a program's `main` builds, with this harness instead of one from the command line. Returns `None` if `main`
    /// does not call [`begin`] or does not run its app.
    pub fn app_of(&self, main: fn()) -> Option<App> {
        GIVEN.set(Some(self.clone()));
        main();
        GIVEN.take();
        BUILT.take()
    }
}
