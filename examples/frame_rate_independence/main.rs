//! One target, followed at 10, 30, 60, 144 and 1000 ticks per second and at irregular ticks: this crate's motions stay
//! together; with three usual ways, the motions drift apart.
//!
//! **What you see.** Four plots of the same task, one for each way of doing it, with one line for each tick rate. Under
//! each plot, its things stand in rows, one for each rate, where a frame draws them now. This crate's six lines are one
//! line, and its six beads form one column, because its motion is known between ticks, too. Euler's method, `lerp` and
//! `SmoothDamp` draw six lines. The numbers are the largest differences between rows, at instants at which all rows have a
//! tick.
//!
//! **Hands.** Click into a plot to set the target. All rows take it up at the next half second, when every row has a tick:
//! if a row with 10 ticks per second saw the hand later than one with 1000, that would be another difference than the one
//! that this scene shows. The rows take up the dials at the same instants.
//!
//! **What it teaches.** Stepping in schedules of your own, [`MotionOptions::in_schedule`], with a clock for each
//! (`rows.rs`), as a rollback or a server with its own rate does it.
//!
//! **Source.** "Damped Springs" (2012) asks for the same motion at any frame rate; the three usual ways are in `usual.rs`.
//!
//! **Read next.** `rows.rs`; then the example `third_person_camera`.

pub(crate) mod panel;
pub(crate) mod plots;
pub(crate) mod record;
pub(crate) mod rows;
pub(crate) mod script;
pub(crate) mod usual;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use harness::layout::Screen;
use harness::trace::{Sample, trace};
use harness::{Harness, Summarize};
use rows::{Aim, RATES, Rows, add_row};

const ABOUT: &str = "One target, followed at six tick rates: by this crate in step, by three usual ways apart.";

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("frame_rate_independence", ABOUT, script::play()).with_interface();
    let app = build(&harness);
    harness.run(app)
}

/// The whole scene, for this run of it.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default()))
        .init_resource::<Aim>()
        .init_resource::<Rows>()
        .init_resource::<record::Record>()
        .insert_resource(panel::HELP)
        .insert_resource(ClearColor(panel::INK));
    add_row::<0>(&mut app);
    add_row::<1>(&mut app);
    add_row::<2>(&mut app);
    add_row::<3>(&mut app);
    add_row::<4>(&mut app);
    add_row::<5>(&mut app);

    app.add_systems(Startup, (spawn_camera, panel::spawn, plots::spawn).chain())
        .add_systems(Update, (aim_by_itself, rows::run, plots::show, panel::show).chain())
        .add_systems(Update, plots::lay_out.run_if(resource_changed::<Screen>))
        .add_systems(Summarize, record::summarize);
    trace(&mut app, sample);
    app
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((Camera2d, IsDefaultUiCamera));
}

/// The target goes there and back every one and a half seconds, until a user takes over.
fn aim_by_itself(time: Res<Time>, mut aim: ResMut<Aim>) {
    if !aim.by_hand {
        let wanted = if time.elapsed_secs_f64() % 3.0 < 1.5 { 0.85 } else { 0.15 };
        if aim.target != wanted {
            aim.target = wanted;
        }
    }
}

/// What `--trace` writes: in x where this crate has a row, in y where Euler's method has it, in z where `lerp` does.
fn sample(rows: Res<Rows>) -> [Sample; RATES.len()] {
    rows.each_ref().map(|row| Sample {
        name: row.name,
        position: Vec3::from_array([row.now(0), row.now(1), row.now(2)]),
        velocity: Vec3::ZERO,
    })
}
