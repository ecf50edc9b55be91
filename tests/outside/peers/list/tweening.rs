use std::time::Duration;

use bevy::{prelude::*, ui::{ComputedNode, UiGlobalTransform, UiSystems}};
use bevy_tweening::{Tween, TweenAnim};

use crate::lens::UiTransformTranslationLens;

#[derive(Component, Default)]
pub(crate) struct Place(Option<Vec2>);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, find_moves.after(UiSystems::Layout));
}

pub(crate) fn list(commands: &mut Commands) -> Entity {
    let row = || (Node { width: px(100), height: px(40), ..default() }, Place::default());
    let column = Node { flex_direction: FlexDirection::Column, ..default() };
    commands.spawn((column, children![row(), row(), row(), row(), row()])).id()
}

fn find_moves(
    mut rows: Query<(Entity, &ComputedNode, &mut UiGlobalTransform, &mut UiTransform, &mut Place)>,
    mut commands: Commands,
) {
    for (row, node, mut global, mut transform, mut place) in &mut rows {
        let to_pixels = node.inverse_scale_factor();
        let offset = match transform.translation {
            Val2 { x: Val::Px(x), y: Val::Px(y) } => Vec2::new(x, y),
            _ => Vec2::ZERO,
        };
        let now = global.translation * to_pixels - offset;
        if let Some(before) = place.0.replace(now).filter(|before| *before != now) {
            let start = before + offset - now;
            let lens = UiTransformTranslationLens { start, end: Vec2::ZERO };
            let tween = Tween::new(EaseFunction::CubicInOut, Duration::from_millis(400), lens);
            commands.entity(row).insert(TweenAnim::new(tween));
            // This frame has been laid out already.
            transform.translation = Val2::px(start.x, start.y);
            let mut moved = global.affine();
            moved.translation += (start - offset) / to_pixels;
            *global = moved.into();
        }
    }
}
