use bevy::prelude::*;
use bevy_exact_motion::{interface::{LayoutGlide, NodeGlide}, prelude::*};

pub(crate) fn plugin(app: &mut App) {
    app.register_motion_with::<NodeGlide>(MotionOptions::frame_real());
}

pub(crate) fn list(commands: &mut Commands) -> Entity {
    let row = || (Node { width: px(100), height: px(40), ..default() }, LayoutGlide::default());
    let column = Node { flex_direction: FlexDirection::Column, ..default() };
    commands.spawn((column, children![row(), row(), row(), row(), row()])).id()
}
