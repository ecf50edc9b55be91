//! Two fountains: thousands of drops that bounce at the exact instant, and the same number of drops moved by Euler's method.
//!
//! **What you see.** On the left this crate's drops fall, under gravity and friction, onto a floor. Each drop bounces at the
//! instant at which it touches the floor, which may be between two ticks or two frames, so no drop is ever drawn below the
//! floor. A ring spreads where a fast drop hits the floor. On the right, mirrored drops are stepped once a tick by Euler's
//! method: a step finds a drop below the floor and reverses its velocity there, too deep and too late. In the middle, a marked
//! drop of each kind is thrown straight up; the lines show the closed-form height after each bounce.
//!
//! **Controls.** Keys 1, 2, 3, the buttons, or a gamepad's shoulder buttons set the speed of time: normal, a tenth, a
//! hundredth. P pauses. The dial sets the restitution, the fraction of its speed that a drop keeps when it bounces. Press above
//! the floor, with the mouse or a finger, to pour drops there; hold Space to pour drops from a fixed point.
//!
//! **What it teaches.** [`Limits::floor`] with a restitution; [`LimitReached`], which is triggered once for each contact,
//! with its exact time and position (`splash.rs`); a forecast (`marked.rs`). Slow motion needs no extra code: each frame shows
//! this crate's drops at its own instant, whereas Euler's drops move only at the next tick.
//!
//! **Source.** None. `tests/contacts/bounce.rs` checks the same motion against closed forms.
//!
//! **Read next.** `law.rs`, then `drops.rs`; then the example `fling`.

pub(crate) mod drops;
pub(crate) mod euler;
pub(crate) mod input;
pub(crate) mod law;
pub(crate) mod look;
pub(crate) mod marked;
pub(crate) mod readout;
pub(crate) mod script;
pub(crate) mod splash;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use harness::layout::{Screen, UPRIGHT_DESIGN_SIZE};
use harness::trace::{Sample, trace};
use harness::{Harness, Summarize};
use law::Restitution;
use marked::{Marked, MarkedTwin};

const ABOUT: &str =
    "Thousands of drops that bounce at the exact instant, next to drops of Euler's method, which sink into the floor.";

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("fountain", ABOUT, script::play()).with_interface();
    let harness = harness.designed_for(UPRIGHT_DESIGN_SIZE);
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default()))
        .insert_resource(ClearColor(look::NIGHT))
        .init_resource::<look::Discs>()
        .init_resource::<look::Window>()
        .init_resource::<Restitution>()
        .init_resource::<drops::Pool>()
        .init_resource::<drops::Poured>()
        .init_resource::<splash::Rings>()
        .init_resource::<marked::Tops>()
        .init_resource::<input::Pourer>()
        .init_resource::<readout::Record>()
        .add_systems(Startup, (look::spawn, drops::spawn, marked::spawn, splash::spawn, input::spawn))
        .add_systems(FixedUpdate, (euler::step, marked::watch).chain())
        .add_systems(
            Update,
            (
                (input::listen, input::apply.run_if(resource_changed::<Restitution>)),
                (splash::start_rings, marked::throw, drops::play, drops::pour),
                (input::show, splash::show, drops::show, readout::show),
            )
                .chain(),
        )
        .add_systems(Update, look::fit.run_if(resource_changed::<Screen>))
        .add_systems(Last, readout::measure)
        .add_systems(Summarize, readout::summarize);
    trace(&mut app, sample);
    app
}

/// Returns the samples for the trace: the marked drops.
fn sample(
    drop: Single<(&Transform, &Velocity), With<Marked>>,
    twin: Single<&Transform, With<MarkedTwin>>,
) -> [Sample; 2] {
    [
        Sample { name: "drop", position: drop.0.translation, velocity: drop.1.0 },
        Sample { name: "euler", position: twin.translation, velocity: Vec3::ZERO },
    ]
}
