use bevy::{prelude::*, ui::{ComputedNode, UiGlobalTransform, UiSystems}};

#[derive(Component, Default)]
pub(crate) struct Place {
    layout: Option<Vec2>,
    offset: Vec2,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, glide.after(UiSystems::Layout));
}

pub(crate) fn list(commands: &mut Commands) -> Entity {
    let row = || (Node { width: px(100), height: px(40), ..default() }, Place::default());
    let column = Node { flex_direction: FlexDirection::Column, ..default() };
    commands.spawn((column, children![row(), row(), row(), row(), row()])).id()
}

fn glide(mut rows: Query<(&ComputedNode, &mut UiGlobalTransform, &mut Place)>, time: Res<Time>) {
    for (node, mut global, mut place) in &mut rows {
        let to_pixels = node.inverse_scale_factor();
        let now = global.translation * to_pixels;
        if let Some(before) = place.layout.replace(now) {
            place.offset += before - now;
        }
        place.offset.smooth_nudge(&Vec2::ZERO, 12.0, time.delta_secs());
        let mut moved = global.affine();
        moved.translation += place.offset / to_pixels;
        *global = moved.into();
    }
}
