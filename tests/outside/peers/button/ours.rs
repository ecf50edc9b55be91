use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::NodeScale};

pub(crate) fn plugin(app: &mut App) {
    app.register_motion_with::<NodeScale>(MotionOptions::frame_real());
}

pub(crate) fn button(commands: &mut Commands) -> Entity {
    let targets = StateTargets::<NodeScale>::of(Vec2::ONE).with_hovered(Vec2::splat(1.1)).with_pressed(Vec2::splat(0.9));
    commands.spawn((Button, Node::default(), Spring::snappy().on::<NodeScale>(), targets)).id()
}
