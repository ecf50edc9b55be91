//! A puppet that changes between animation clips, often before the last change is over: with an offset that decays, and with a cross-fade.
//!
//! **What you see.** Two puppets play the same clips. On the left, a new clip is played at once, and each bone continues from where it is
//! drawn, with its velocity, towards the new clip. On the right, Bevy's `AnimationTransitions` fades from one clip to the other: velocities
//! jump where a fade begins, ends or is interrupted. The line behind each hand shows the jumps as corners, and the captions have the largest
//! change of a joint's velocity from one frame to the next, in the last three seconds.
//!
//! **Controls.** The buttons, or the keys 1 to 5, choose the clip.
//!
//! **What it teaches.** One line, [`InertializeClips`](bevy_exact_motion::InertializeClips) on the entity with the `AnimationPlayer`, replaces
//! the cross-fades of a skeleton (`puppet.rs`). Code that plays a clip only plays it (`play.rs`).
//!
//! **Source.** D. Bollo, "Inertialization: High-Performance Animation Transitions in Gears of War", GDC 2018. The offset here is the
//! solution of a critical spring instead of a polynomial. The clips are computed in `clips.rs`.
//!
//! **Read next.** `play.rs`, then `puppet.rs`; then the example `network`.

pub(crate) mod clips;
pub(crate) mod controls;
pub(crate) mod play;
pub(crate) mod puppet;
pub(crate) mod script;
pub(crate) mod skeleton;

use bevy::camera::ScalingMode;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use harness::Harness;
use harness::drawn::Drawn;
use harness::trace::{Sample, trace};
use play::{Chosen, Clip};
use puppet::{Hand, Puppet};

const ABOUT: &str = "A puppet that changes between animation clips: with an offset that decays, and with a cross-fade.";
/// The smallest screen on which everything has its full size. Unit: pixels.
pub(crate) const SMALLEST: Vec2 = Vec2::new(640.0, 400.0);
/// The smallest part of the world that is shown. Unit: m.
const LEAST: Vec2 = Vec2::new(4.0, 3.1);
/// The middle of the picture. Unit: m above the ground.
const MIDDLE: f32 = 0.95;
const NIGHT: Color = Color::srgb(0.06, 0.07, 0.11);

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("stride", ABOUT, script::play()).with_interface().designed_for(SMALLEST);
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default()))
        .insert_resource(ClearColor(NIGHT))
        .insert_resource(Chosen(Clip::Stand))
        .add_systems(Startup, (spawn_camera, puppet::spawn, controls::spawn))
        .add_systems(
            Update,
            (controls::listen, (play::play, controls::show).run_if(resource_changed::<Chosen>)).chain(),
        );
    trace(&mut app, sample);
    app
}

fn spawn_camera(mut commands: Commands) {
    let scaling_mode = ScalingMode::AutoMin { min_width: LEAST.x, min_height: LEAST.y };
    let lens =
        Projection::Orthographic(OrthographicProjection { scaling_mode, ..OrthographicProjection::default_2d() });
    commands.spawn((Camera2d, IsDefaultUiCamera, lens, Transform::from_xyz(0.0, MIDDLE, 0.0)));
}

/// Returns the samples for the trace: the near hand of each puppet, as it was drawn last.
fn sample(hands: Query<(&Hand, &Drawn)>) -> [Sample; 2] {
    [("offset", Puppet::Inertialized), ("fade", Puppet::Faded)].map(|(name, puppet)| {
        let hand = hands
            .iter()
            .find(|(hand, _)| hand.0 == puppet)
            .map_or((Vec3::ZERO, Vec3::ZERO), |(_, drawn)| (drawn.place, drawn.velocity));
        Sample { name, position: hand.0, velocity: hand.1 }
    })
}
