//! A scene whose `main` is an ordinary Bevy program that does not know the harness: the scene's own `DefaultPlugins` calls [`begin`].

use std::cell::Cell;
use std::process::exit;

use bevy::prelude::*;

use crate::{Harness, Output};

thread_local! {
    /// The harness of a test, until [`begin`] takes it.
    static GIVEN: Cell<Option<Harness>> = const { Cell::new(None) };
    /// The app that a program's `main` has built for a test.
    static BUILT: Cell<Option<App>> = const { Cell::new(None) };
}

/// Adds a harness in place of Bevy's plugins. In a test it is the one on which [`Harness::app_of`] was called, otherwise `harness`.
///
/// In a window, `App::run` runs the app as usual. Without a window the harness runs it. In a test, `app_of` returns it instead.
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
            // `main` may return nothing, which would hide the error.
            if let AppExit::Error(code) = result {
                exit(code.get().into());
            }
            result
        });
    }
}

impl Harness {
    /// Returns the app that a program's `main` builds, with this harness in place of the one from the command line. Returns `None` if
    /// `main` does not call [`begin`] or does not run its app.
    pub fn app_of(&self, main: fn()) -> Option<App> {
        GIVEN.set(Some(self.clone()));
        main();
        GIVEN.take();
        BUILT.take()
    }
}
