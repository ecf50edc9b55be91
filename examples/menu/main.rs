//! A bag of things that is filtered, sorted, opened and closed while its tiles still move: on springs, and on the usual tweens.
//!
//! **What you see.** Two copies of one bag. On the left, a change of the layout moves no tile: each begins where it is drawn, with the
//! velocity that it has, and a spring takes it to its new place. On the right the same changes start tweens: a tile that is
//! interrupted stops and starts again. Tiles that are filtered out shrink; if they are wanted back before they are gone, they turn
//! round.
//!
//! **Controls.** The buttons, or the keys 1 to 5 and S, choose what both bags show and in which order. Click or touch a tile, or choose
//! it by Tab and press Enter, to open and close it in both bags.
//!
//! **What it teaches.** The layout is Bevy's own. [`LayoutGlide`] lets a tile glide to where the layout moves it, [`StateTargets`] has
//! its size under the pointer, pressed, when it comes and when it goes, and [`Leaving`] despawns it when it has gone (`tiles.rs`).
//! `tweens.rs` is what one writes without them.
//!
//! **Source.** Bevy's `Display::Grid`, and the technique FLIP (first, last, invert, play).
//!
//! **Read next.** `tiles.rs`, then `tweens.rs`; then the example `ui_spring`.

pub(crate) mod bag;
pub(crate) mod controls;
pub(crate) mod icon;
pub(crate) mod screen;
pub(crate) mod script;
pub(crate) mod tiles;
pub(crate) mod tweens;

use bevy::input_focus::tab_navigation::TabNavigationPlugin;
use bevy::prelude::*;
use bevy_exact_motion::{interface::NodeGlide, prelude::*, property::NodeScale};

use bag::Bag;
use harness::Harness;
use harness::layout::Screen;
use harness::trace::{Sample, trace};
use screen::Cells;
use tiles::Tile;

const ABOUT: &str = "A bag that is filtered, sorted and opened while its tiles move: on springs, and on tweens.";
/// The smallest screen on which everything has its full size. Unit: pixels.
pub(crate) const SMALLEST: Vec2 = Vec2::new(800.0, 450.0);
const NIGHT: Color = Color::srgb(0.07, 0.06, 0.11);

pub(crate) fn main() -> AppExit {
    let harness = Harness::from_command_line("menu", ABOUT, script::play()).with_interface().designed_for(SMALLEST);
    let app = build(&harness);
    harness.run(app)
}

/// Builds the scene's app.
pub(crate) fn build(harness: &Harness) -> App {
    let mut app = App::new();
    app.add_plugins((harness.plugin(), TabNavigationPlugin, ExactMotionPlugin::default()))
        .register_motion_with::<NodeGlide>(MotionOptions::frame_real())
        .register_motion_with::<NodeScale>(MotionOptions::frame_real())
        .insert_resource(ClearColor(NIGHT))
        .init_resource::<Bag>()
        .init_resource::<Cells>()
        .add_systems(Startup, (spawn_camera, screen::spawn, controls::spawn, tweens::spawn).chain())
        .add_systems(
            Update,
            (
                screen::lay_out.run_if(resource_changed::<Screen>),
                icon::fit.run_if(resource_changed::<Cells>),
                controls::listen,
                (tiles::arrange, tweens::arrange, controls::show)
                    .chain()
                    .run_if(resource_changed::<Bag>.or_else(resource_changed::<Cells>)),
                tweens::play,
            )
                .chain(),
        );
    trace(&mut app, sample);
    app
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((Camera2d, IsDefaultUiCamera));
}

/// Returns the samples for the trace: how far the first thing's tile is from its place in the layout (px).
fn sample(tiles: Query<(&Tile, &LayoutGlide, &Velocity<NodeGlide>)>) -> [Sample; 1] {
    let ruby = tiles.iter().find(|(tile, ..)| tile.0 == 0);
    let (position, velocity) = ruby.map_or_else(default, |(_, glide, velocity)| (glide.offset, velocity.0.xy()));
    [Sample { name: "ruby", position: position.extend(0.0), velocity: velocity.extend(0.0) }]
}
