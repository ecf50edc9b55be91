//! A lab for springs: widgets that move on a spring, and dials that set the spring in three conventions.
//!
//! **What you see.** A button that shrinks while it is pressed, a photo that grows when it is clicked, chat heads that
//! follow the pointer and each other, and a mass between two boards. The spring that the panel sets moves them all. The plot
//! shows the spring's response over time, as value and velocity, and the labels below the plot show the regime. The crosses are
//! the Runge-Kutta method at 30 Hz, and the red line is Euler's method. The largest error of each is below the labels.
//!
//! **Controls.** Move the pointer: the heads follow. Press the button, click the photo, click the boards. Every dial takes
//! effect immediately, even in flight: neither value nor velocity jumps. The three pairs of dials describe the same spring in
//! three conventions; if you turn one, the others show the new spring.
//!
//! **What it teaches.** [`Progress`] as an interpolator with its two events, update and final position (`button.rs`,
//! `boards.rs`); properties of a node's transform (`photo.rs`) and a property that the scene declares (`property.rs`); a chain
//! of [`Follow`] (`heads.rs`); conversions between conventions (`lab.rs`).
//!
//! **Source.** "Using Spring Dynamics ODE for Animation Interpolation (Rebuilding Facebook Rebound)", and "Equations of
//! motion" (2015) for the three regimes.
//!
//! **Read next.** `lab.rs`, then `heads.rs`; then the example `ui_spring`.

pub(crate) mod bench;
pub(crate) mod boards;
pub(crate) mod button;
pub(crate) mod curves;
pub(crate) mod heads;
pub(crate) mod lab;
pub(crate) mod numeric;
pub(crate) mod panel;
pub(crate) mod photo;
pub(crate) mod property;
pub(crate) mod readout;
pub(crate) mod script;

use bevy::prelude::*;
use bevy_exact_motion::{
    prelude::*,
    property::{NodeScale, NodeTranslation, Property},
};

use harness::layout::Screen;
use harness::trace::{Sample, trace};
use harness::{Harness, Summarize};
use lab::{Lab, apply};
use property::MassPosition;

const ABOUT: &str = "A lab for springs: a button, a photo, chat heads, two boards, and three conventions.";

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("spring_lab", ABOUT, script::play()).with_interface();
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default()))
        // Properties that react to the pointer are stepped once a frame.
        .register_motion_with::<NodeTranslation>(MotionOptions::frame())
        .register_motion_with::<NodeScale>(MotionOptions::frame())
        .register_motion::<MassPosition>();

    app.init_resource::<Lab>()
        .init_resource::<boards::Events>()
        .init_resource::<curves::Pressed>()
        .insert_resource(readout::HELP)
        .insert_resource(ClearColor(readout::SLATE))
        .add_systems(
            Startup,
            (spawn_camera, heads::spawn, button::spawn, photo::spawn, boards::spawn, panel::spawn).chain(),
        )
        .add_systems(
            Update,
            (
                (apply::<Progress>, apply::<NodeTranslation>, apply::<NodeScale>, apply::<MassPosition>),
                (button::show, boards::count_updates),
                (panel::show, curves::show, boards::show, readout::show),
            )
                .chain(),
        )
        .add_systems(Update, bench::lay_out.run_if(resource_changed::<Screen>))
        .add_systems(Summarize, readout::summarize)
        .add_observer(boards::final_position);
    trace(&mut app, sample);
    app
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((Camera2d, IsDefaultUiCamera));
}

/// Returns the samples for the trace.
fn sample(
    button: Single<(&Progress, &Velocity<Progress>)>,
    mass: Single<(&boards::Mass, &Velocity<MassPosition>)>,
    last: Single<(&UiTransform, &Velocity<NodeTranslation>), With<heads::Last>>,
) -> [Sample; 3] {
    let along_x = |name, value: f32, rate: f32| Sample { name, position: value * Vec3::X, velocity: rate * Vec3::X };
    let place = NodeTranslation::get(last.0);
    [
        along_x("button", button.0.0, button.1.0),
        along_x("mass", mass.0.position, mass.1.0),
        Sample { name: "last head", position: place.extend(0.0), velocity: last.1.0.extend(0.0) },
    ]
}
