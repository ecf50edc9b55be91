use bevy::prelude::*;

/// The targets, each with the time (s) from which it counts.
#[derive(Component)]
pub(crate) struct Steps {
    elapsed: f32,
    targets: [(f32, f32); 2],
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, go_on);
}

pub(crate) fn entity(commands: &mut Commands) -> Entity {
    commands.spawn(Transform::default()).id()
}

pub(crate) fn play(entity: Entity, commands: &mut Commands, _now: f32) {
    commands.entity(entity).insert(Steps { elapsed: 0.0, targets: [(0.1, 200.0), (0.6, 50.0)] });
}

fn go_on(mut moving: Query<(&mut Steps, &mut Transform)>, time: Res<Time>) {
    for (mut steps, mut transform) in &mut moving {
        steps.elapsed += time.delta_secs();
        if let Some((_, target)) = steps.targets.iter().rev().find(|(start, _)| *start <= steps.elapsed) {
            transform.translation.smooth_nudge(&(*target * Vec3::X), 12.0, time.delta_secs());
        }
    }
}
