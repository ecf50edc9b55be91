//! A scene whose `main` is a user's, word for word, and does not know the harness: the scene's own `DefaultPlugins` calls [`begin`].

use std::cell::Cell;
use std::process::exit;

use bevy::prelude::*;

use crate::{Harness, Output};

thread_local! {
    /// The harness of a test, until [`begin`] takes it.
    static GIVEN: Cell<Option<Harness>> = const { Cell::new(None) };
    /// The app that `main` has built for a test.
    static BUILT: Cell<Option<App>> = const { Cell::new(None) };
}

/// Adds the harness in place of Bevy's plugins: the one that a test has given to [`Harness::app_of`], or else this one. At `App::run` the
/// harness runs the app.
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
            // A `main` that returns nothing would hide that.
            if let AppExit::Error(code) = result {
                exit(code.get().into());
            }
            result
        });
    }
}

impl Harness {
    /// The app that a program's `main` builds, with this harness in place of the one from the command line. `None` if `main` does not call
    /// [`begin`], or does not run its app.
    pub fn app_of(&self, main: fn()) -> Option<App> {
        GIVEN.set(Some(self.clone()));
        main();
        GIVEN.take();
        BUILT.take()
    }
}
