//! Two squares chase your clicks: one on a spring, the other with the usual tween.
//!
//! **What you see.** Each click sets the target in both halves of the screen. After a click in mid-flight, the square on the spring keeps
//! its velocity and curves to the new target. The tween of the other square starts again: that square's velocity jumps to zero, and its
//! path has a corner.
//!
//! **Controls.** Click or touch anywhere. The clicked point, relative to the middle of its half, is the new target in both halves.
//!
//! **What it teaches.** A [`Spring`] and a [`Target`] are all that a square needs; a click only writes the target. `tween.rs` has the usual
//! code: an easing curve and the time since its start.
//!
//! **Source.** The README's first program, which is `paste/click.rs`.
//!
//! **Read next.** The example `click`, then the example `spring_lab`.

pub(crate) mod halves;
pub(crate) mod script;
pub(crate) mod trail;
pub(crate) mod tween;

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use halves::{Caption, Half, Square};
use harness::Harness;
use harness::layout::Screen;
use harness::script::HiddenPointer;
use harness::trace::{Sample, trace};
use trail::Trail;
use tween::Tween;

const ABOUT: &str = "Two squares chase your clicks: one on a spring, the other with the usual tween.";
/// The smallest screen on which captions have their full size. Unit: pixels.
pub(crate) const SMALLEST: Vec2 = Vec2::new(800.0, 300.0);

const NIGHT: Color = Color::srgb(0.05, 0.06, 0.10);
const WARM: Color = Color::srgb(1.0, 0.50, 0.28);
const GRAY: Color = Color::srgb(0.60, 0.64, 0.70);
/// The side of a square. Unit: world units.
const SIDE: f32 = 80.0;

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("chase", ABOUT, script::play()).with_interface().designed_for(SMALLEST);
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), ExactMotionPlugin::default()))
        .insert_resource(ClearColor(NIGHT))
        .insert_resource(HiddenPointer)
        .add_systems(Startup, spawn)
        .add_systems(Update, (halves::lay_out.run_if(resource_changed::<Screen>), tween::play))
        .add_systems(PostUpdate, (trail::record, trail::draw).chain().before(AssetEventSystems));
    trace(&mut app, sample);
    app
}

fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut materials: ResMut<Assets<ColorMaterial>>) {
    commands.spawn((Camera2d, IsDefaultUiCamera));
    let square = |color| (Square, Sprite::from_color(color, Vec2::splat(SIDE)), Transform::from_xyz(0.0, 0.0, 2.0));
    // The target's z keeps the square in front of its trail. If a click finds the square at rest, this spring first turns back after 0.6 s,
    // which is also the duration of the tween.
    let spring = (Spring::new(6.0, 0.5), Target::new(2.0 * Vec3::Z));
    let left = commands.spawn((square(WARM), spring)).id();
    let right = commands.spawn((square(GRAY), Tween::resting_at(2.0 * Vec3::Z))).id();

    let material = materials.add(Color::WHITE);
    for (half, square, color) in [(Half::First, left, WARM), (Half::Second, right, GRAY)] {
        let trail =
            (Trail::of(square, color, NIGHT), Mesh2d(meshes.add(trail::mesh())), MeshMaterial2d(material.clone()));
        commands.spawn((half, Transform::default(), Visibility::default())).add_child(square).with_children(|half| {
            half.spawn(trail);
            half.spawn(halves::cross());
        });
    }
    halves::spawn_panes(&mut commands, [Caption("spring", WARM), Caption("tween", GRAY)]);
}

/// Returns the samples for the trace. The tween's velocity is that of its last frame.
fn sample(spring: Single<(&Transform, &Velocity)>, tween: Single<(&Transform, &Tween)>) -> [Sample; 2] {
    let (place, velocity) = *spring;
    let spring = Sample { name: "spring", position: place.translation, velocity: velocity.0 };
    let (place, tween) = *tween;
    [spring, Sample { name: "tween", position: place.translation, velocity: tween.velocity }]
}
