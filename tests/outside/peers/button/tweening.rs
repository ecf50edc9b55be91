use std::time::Duration;

use bevy::prelude::*;
use bevy_tweening::{Tween, TweenAnim};

use crate::lens::UiTransformScaleLens;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, react);
}

pub(crate) fn button(commands: &mut Commands) -> Entity {
    commands.spawn((Button, Node::default())).id()
}

type Changing = (With<Button>, Changed<Interaction>);

fn react(buttons: Query<(Entity, &Interaction, &UiTransform), Changing>, mut commands: Commands) {
    for (button, interaction, transform) in &buttons {
        let end = match interaction {
            Interaction::None => Vec2::ONE,
            Interaction::Hovered => Vec2::splat(1.1),
            Interaction::Pressed => Vec2::splat(0.9),
        };
        let lens = UiTransformScaleLens { start: transform.scale, end };
        let tween = Tween::new(EaseFunction::CubicInOut, Duration::from_millis(250), lens);
        commands.entity(button).insert(TweenAnim::new(tween));
    }
}
