//! The ring of an explosion, whose two radii start fast, end slow, and meet exactly.
//!
//! **What you see.** An explosion wherever you click, drag or swipe. Each ring grows, thins out, and vanishes at the instant
//! at which its two radii are exactly equal. Embers move under the same law as the ring, sparks under friction and gravity.
//! The panel sets the *end* of the motion (rate, duration, reach), from which the start is solved; an infeasible end is
//! rejected with the reason. The red ring is the same ring stepped by Euler's method: its radii do not meet exactly.
//!
//! **Controls.** The dials take effect immediately. Drag the tangent at the start of the upper plot to set the initial rate;
//! the end rate is solved from it. The lowest dial scrubs time: backwards, before the start, and after the end. With
//! "contract at the end" on, a negative end rate is feasible: the outer radius overshoots and shrinks to its end value.
//!
//! **What it teaches.** How to declare a property of your own in one line and move it by an [`ExponentialRate`] (`ring.rs`);
//! how to evaluate the same motion as a function of time with `math`, for plots and for scrubbing (`design.rs`).
//!
//! **Source.** The text "`ExponentialRate`" about an explosion's ring, which also mentions rings that contract at the end.
//!
//! **Read next.** `ring.rs`, then `design.rs`; then the example `spring_lab`.

pub(crate) mod burst;
pub(crate) mod design;
pub(crate) mod look;
pub(crate) mod naive;
pub(crate) mod panel;
pub(crate) mod plots;
pub(crate) mod readout;
pub(crate) mod ring;
pub(crate) mod script;
pub(crate) mod stage;

use bevy::prelude::*;
use bevy_exact_motion::{MotionSystems, prelude::*};

use burst::Dice;
use design::{Design, SolveResult};
use harness::layout::Screen;
use harness::trace::{Sample, trace};
use harness::{Harness, Summarize};
use ring::{InnerRadius, Newest, OuterRadius, Ring};

const ABOUT: &str = "Explosions whose rings start fast, end slow, and close exactly.";

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("explosion_ring", ABOUT, script::play()).with_interface();
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let design = Design::default();
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default(), look::plugin))
        .register_motion::<OuterRadius>()
        .register_motion::<InnerRadius>();

    app.insert_resource(SolveResult::of(&design))
        .insert_resource(design)
        .insert_resource(readout::HELP)
        .init_resource::<Dice>()
        .init_resource::<stage::Strokes>()
        .init_resource::<plots::Scrub>()
        .init_resource::<naive::ShowNaive>()
        .init_resource::<readout::Record>()
        .add_systems(Startup, (spawn, stage::spawn, panel::spawn).chain())
        .add_systems(Update, (design::solve.run_if(resource_changed::<Design>), ring::clear))
        .add_systems(Update, (panel::show, plots::follow, plots::show, readout::show).chain().after(design::solve))
        .add_systems(FixedUpdate, naive::step)
        .add_systems(FixedLast, readout::record.after(MotionSystems::Rest))
        .add_systems(Summarize, readout::summarize)
        .add_observer(ring::unmark_older)
        .add_observer(ring::close)
        .add_observer(burst::vanished);
    trace(&mut app, sample);
    app
}

/// Spawns the first explosion.
fn spawn(result: Res<SolveResult>, screen: Res<Screen>, mut dice: ResMut<Dice>, mut commands: Commands) {
    if let Some(solved) = result.solved {
        explode(&mut commands, solved, stage::first(&screen), &mut dice);
    }
}

/// Spawns an explosion: a ring, a copy of the ring that is stepped by Euler's method, and the particles.
pub(crate) fn explode(commands: &mut Commands, solved: design::Solved, place: Vec2, dice: &mut Dice) {
    let place = place.extend(0.0);
    ring::spawn(commands, solved, place);
    naive::spawn(commands, solved, place);
    burst::spawn(commands, &solved, place, dice);
}

/// Returns the samples for the trace: the radii of the newest ring.
fn sample(ring: Single<(&Ring, &Velocity<OuterRadius>, &Velocity<InnerRadius>), With<Newest>>) -> [Sample; 2] {
    let (ring, outer_rate, inner_rate) = *ring;
    let row = |name, radius: f32, rate: f32| Sample { name, position: radius * Vec3::X, velocity: rate * Vec3::X };
    [row("outer", ring.outer, outer_rate.0), row("inner", ring.inner, inner_rate.0)]
}
