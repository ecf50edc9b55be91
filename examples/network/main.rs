//! A ship in the world of a server, and what a client makes of late snapshots: shown as they are, and without their jumps.
//!
//! **What you see.** The pale ship flies in the server's world. Its snapshots arrive late, at uneven times, and some never do. In between,
//! the client flies on straight, so that each snapshot moves the ship. On the right the ship is shown where the client writes it. On the left
//! each jump is an offset that decays: the drawn ship keeps its place and its velocity, and approaches what is written.
//!
//! **Controls.** The dials set the delay and the share of snapshots that are lost.
//!
//! **What it teaches.** The client writes the ship's `Transform` as it always would, and triggers [`Jumped`](bevy_exact_motion::events::Jumped) where a snapshot
//! arrives; an [`Inertialization`] for the translation and one for the rotation do the rest (`client.rs`). The client reads what it has
//! written, not what is drawn.
//!
//! **Source.** G. Fiedler, "Snapshot Interpolation" and "State Synchronization", Gaffer On Games.
//!
//! **Read next.** `client.rs`, then the example `stride`.

pub(crate) mod channel;
pub(crate) mod client;
pub(crate) mod panel;
pub(crate) mod server;

use bevy::camera::ScalingMode;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use channel::Channel;
use client::Avatar;
use harness::Harness;
use harness::drawn::Drawn;
use harness::script::Script;
use harness::trace::{Sample, trace};
use server::Server;

const ABOUT: &str =
    "A ship in a server's world, and what a client makes of late snapshots: with an offset that decays, and without.";
/// The smallest screen on which everything has its full size. Unit: pixels.
pub(crate) const SMALLEST: Vec2 = Vec2::new(640.0, 400.0);
/// The smallest part of the world that is shown. Unit: m.
const LEAST: Vec2 = Vec2::new(22.0, 12.5);
const NIGHT: Color = Color::srgb(0.04, 0.06, 0.10);

pub(crate) fn main() -> AppExit {
    let harness =
        Harness::from_command_line("network", ABOUT, Script::default()).with_interface().designed_for(SMALLEST);
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default()))
        .register_inertialization::<Translation>()
        .register_inertialization::<Rotation>()
        .insert_resource(ClearColor(NIGHT))
        .init_resource::<Server>()
        .init_resource::<Channel>()
        .add_systems(Startup, (spawn_camera, client::spawn, panel::spawn))
        .add_systems(FixedUpdate, server::run)
        .add_systems(Update, (client::receive, server::show));
    trace(&mut app, sample);
    app
}

fn spawn_camera(mut commands: Commands) {
    let scaling_mode = ScalingMode::AutoMin { min_width: LEAST.x, min_height: LEAST.y };
    let lens =
        Projection::Orthographic(OrthographicProjection { scaling_mode, ..OrthographicProjection::default_2d() });
    commands.spawn((Camera2d, IsDefaultUiCamera, lens));
}

/// Returns the samples for the trace: each avatar, as it was drawn last.
fn sample(avatars: Query<(&Drawn, Has<Inertialization>), With<Avatar>>) -> [Sample; 2] {
    [("offset", true), ("raw", false)].map(|(name, is_smooth)| {
        let found = avatars.iter().find(|(_, has)| *has == is_smooth);
        let (position, velocity) = found.map_or_else(default, |(drawn, _)| (drawn.place, drawn.velocity));
        Sample { name, position, velocity }
    })
}
