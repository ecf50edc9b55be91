//! Two fountains: thousands of drops that bounce at the exact instant, and the same number that Euler's method moves.
//!
//! **What you see.** On the left this crate's drops fall, under gravity and friction, onto a floor. Each drop turns round
//! at the instant at which it touches the floor, between two ticks and between two frames, so no drop is ever drawn below
//! it. A ring spreads where a fast drop has hit the floor. On the right their twins are thrown in the same way, and stepped
//! once a tick as usual: the step finds them below the floor and turns them round there, too deep and too late. Two marked
//! drops are thrown straight up in the middle; the lines show the heights that the closed form gives for each bounce.
//!
//! **Controls.** Keys 1, 2, 3, the buttons, or a gamepad's shoulder buttons: real time, a tenth, a hundredth. P pauses. The
//! dial sets the share of its speed that a drop keeps in a contact. Press above the floor, with the mouse or a finger, to
//! pour drops from there; Space pours drops from a fixed place.
//!
//! **What it teaches.** [`Limits::floor`] with a restitution; [`LimitReached`], which is triggered once for each contact,
//! with its exact time and place (`splash.rs`); a forecast (`marked.rs`). Slow motion needs no code: each frame shows this
//! crate's drops at its own instant, whereas Euler's drops wait for the next tick.
//!
//! **Source.** None: the scene is this crate's own idea. `tests/contacts/bounce.rs` checks the same motion against closed
//! forms.
//!
//! **Read next.** `law.rs`, then `drops.rs`; then the example `fling`.

pub(crate) mod drops;
pub(crate) mod euler;
pub(crate) mod hands;
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
    "Thousands of drops that bounce at the exact instant, next to drops stepped by Euler, which sink into the floor.";

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
        .init_resource::<hands::Pourer>()
        .init_resource::<readout::Record>()
        .add_systems(Startup, (look::spawn, drops::spawn, marked::spawn, splash::spawn, hands::spawn))
        .add_systems(FixedUpdate, (euler::step, marked::watch).chain())
        .add_systems(
            Update,
            (
                (hands::listen, hands::apply.run_if(resource_changed::<Restitution>)),
                (splash::answer, marked::throw, drops::play, drops::pour),
                (hands::show, splash::show, drops::show, readout::show),
            )
                .chain(),
        )
        .add_systems(Update, look::fit.run_if(resource_changed::<Screen>))
        .add_systems(Last, readout::measure)
        .add_systems(Summarize, readout::summarize);
    trace(&mut app, sample);
    app
}

/// What `--trace` writes: the marked drops.
fn sample(
    drop: Single<(&Transform, &Velocity), With<Marked>>,
    twin: Single<&Transform, With<MarkedTwin>>,
) -> [Sample; 2] {
    [
        Sample { name: "drop", position: drop.0.translation, velocity: drop.1.0 },
        Sample { name: "euler", position: twin.translation, velocity: Vec3::ZERO },
    ]
}
