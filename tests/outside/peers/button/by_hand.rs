use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, react);
}

pub(crate) fn button(commands: &mut Commands) -> Entity {
    commands.spawn((Button, Node::default())).id()
}

fn react(mut buttons: Query<(&Interaction, &mut UiTransform), With<Button>>, time: Res<Time>) {
    for (interaction, mut transform) in &mut buttons {
        let end = match interaction {
            Interaction::None => Vec2::ONE,
            Interaction::Hovered => Vec2::splat(1.1),
            Interaction::Pressed => Vec2::splat(0.9),
        };
        transform.scale.smooth_nudge(&end, 12.0, time.delta_secs());
    }
}
