//! One target, followed at 10, 30, 60, 144 and 1000 ticks per second and with irregular ticks. With this crate, the motion is the
//! same at all rates; with three common methods it is not.
//!
//! **What you see.** Four plots of the same task, one for each method, with one line for each tick rate. Below each plot, each
//! tick rate has a row, whose bead shows the position in the current frame. This crate's six lines coincide, and its six beads
//! form one column, because its motion is also known between ticks. Euler's method, `lerp` and `SmoothDamp` draw six separate
//! lines. The number above a plot is the largest difference between its rows at common instants, at which every row has a tick.
//!
//! **Controls.** Click a plot to set the target. All rows apply the new target, and changes of the dials, at the next half
//! second, when every row has a tick. Otherwise a row with 10 ticks per second would apply a click later than a row with 1000,
//! and the plots would show that delay, too.
//!
//! **What it teaches.** Stepping in schedules of your own ([`MotionOptions::in_schedule`]), each with its own clock
//! (`rows.rs`). Rollback needs this, and so does a server with its own tick rate.
//!
//! **Source.** "Damped Springs" (2012) requires the same motion at any frame rate. The three common methods are in `usual.rs`.
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

const ABOUT: &str =
    "One target, followed at six tick rates: the motion is the same with this crate, not with three common methods.";

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("frame_rate_independence", ABOUT, script::play()).with_interface();
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
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

/// Moves the target to the other side every 1.5 s, until the user sets it.
fn aim_by_itself(time: Res<Time>, mut aim: ResMut<Aim>) {
    if !aim.by_user {
        let wanted = if time.elapsed_secs_f64() % 3.0 < 1.5 { 0.85 } else { 0.15 };
        if aim.target != wanted {
            aim.target = wanted;
        }
    }
}

/// Returns the samples for the trace, one for each row: x is this crate's position, y that of Euler's method, z that of `lerp`.
fn sample(rows: Res<Rows>) -> [Sample; RATES.len()] {
    rows.each_ref().map(|row| Sample {
        name: row.name,
        position: Vec3::from_array([row.now(0), row.now(1), row.now(2)]),
        velocity: Vec3::ZERO,
    })
}
